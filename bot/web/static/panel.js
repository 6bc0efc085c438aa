// Shows what the bot answers: its sentences, pictures and buttons. Words become text nodes alone, so
// that no name and no sentence can be HTML.

/** @typedef {import("./board.js").Button} Button */
/**
 * @typedef {object} Answer
 * @property {{words: string, picture?: string, file?: string, name?: string, alt?: string,
 *   board?: import("./board.js").Drawn}[]} pages
 * @property {{row: Button[]}[]} buttons
 */

const PARTS = /```[\s\S]*?```|`[^`]+`|\*\*[\s\S]+?\*\*|<t:\d+(?::\w)?>|\\[^\w\s]/g;

/**
 * The marks of Discord that the bot uses, as elements: bold, code, times and escaped signs.
 * @param {string} words
 * @returns {(Node | string)[]}
 */
export function written(words) {
  /** @type {(Node | string)[]} */
  const found = [];
  let end = 0;
  for (const match of words.matchAll(PARTS)) {
    found.push(words.slice(end, match.index));
    end = match.index + match[0].length;
    const [all] = match;
    if (all.startsWith("\\")) {
      found.push(all.slice(1));
      continue;
    }
    if (all.startsWith("<t:")) {
      const moment = new Date(Number(all.slice(3).match(/^\d+/)) * 1000);
      const isToday = moment.toDateString() === new Date().toDateString();
      found.push(moment[isToday ? "toLocaleTimeString" : "toLocaleString"](document.documentElement.lang));
      continue;
    }
    const block = all.startsWith("```");
    const made = document.createElement(block ? "pre" : all.startsWith("`") ? "code" : "b");
    if (block) made.textContent = all.slice(3, -3).replace(/^\n/, "");
    else if (all.startsWith("`")) made.textContent = all.slice(1, -1);
    else made.append(...written(all.slice(2, -2)));
    found.push(made);
  }
  found.push(words.slice(end));
  return found;
}

const MIRRORED = new Map([["◀", "▶"], ["▶", "◀"], ["⏮", "⏭"], ["⏭", "⏮"], ["⏪", "⏩"], ["⏩", "⏪"]]);

/**
 * The words of a button; where one reads from the right, what points backwards points there.
 * @param {string} words
 */
const pointed = (words) => (document.documentElement.dir === "rtl"
  ? [...words].map((sign) => MIRRORED.get(sign) ?? sign).join("") : words);

/**
 * @param {{row: Button[]}[]} rows
 * @param {(id: string) => void} press
 */
export function buttons(rows, press) {
  return rows.flatMap(({ row }) => row).map((button) => {
    if (button.url !== null) {
      const link = document.createElement("a");
      link.href = button.url;
      link.rel = "noreferrer noopener";
      link.target = "_blank";
      link.textContent = button.label;
      return link;
    }
    const made = document.createElement("button");
    made.className = button.style;
    made.textContent = pointed(button.label);
    if (button.name) made.setAttribute("aria-label", button.name);
    made.disabled = button.disabled;
    made.addEventListener("click", () => press(/** @type {string} */ (button.id)));
    return made;
  });
}

/**
 * The button that takes an answer away.
 * @param {string} word
 * @param {() => void} close
 */
function closing(word, close) {
  const end = document.createElement("button");
  end.type = "button";
  end.className = "close";
  end.textContent = "✕";
  end.setAttribute("aria-label", word);
  end.addEventListener("click", close);
  return end;
}

/**
 * Shows a form in place of what was answered before.
 * @param {HTMLElement} panel
 * @param {{title: string, fields: {label: string, about: string, name: string, written: string,
 *   longest?: number, options?: [string, string][]}[]}} form
 * @param {(fields: Record<string, string>) => void} send
 * @param {string} word on the button that sends it
 * @param {string} closes for what takes the form away
 * @param {() => void} close
 */
export function ask(panel, form, send, word, closes, close) {
  const made = document.createElement("form");
  const heading = document.createElement("h2");
  heading.textContent = form.title;
  heading.id = "answer";
  made.append(closing(closes, close), heading);
  for (const field of form.fields) {
    const label = document.createElement("label");
    label.append(field.about ? `${field.label} (${field.about})` : field.label);
    const input = document.createElement(field.options === undefined ? "input" : "select");
    input.name = field.name;
    if (input instanceof HTMLSelectElement) {
      const options = field.options ?? [];
      if (!options.some(([value]) => value === field.written)) input.add(new Option("", field.written));
      for (const [value, name] of options) input.add(new Option(name, value));
    } else {
      input.maxLength = field.longest ?? 100;
      input.autocomplete = "off";
    }
    input.value = field.written;
    label.append(input);
    made.append(label);
  }
  const sends = document.createElement("button");
  sends.className = "primary";
  sends.textContent = word;
  made.append(sends);
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    panel.hidden = true;
    const fields = [...new FormData(made)].map(([name, value]) => [name, String(value)]);
    send(Object.fromEntries(fields));
  });
  panel.replaceChildren(made);
  panel.hidden = false;
  const first = made.querySelector("select, input");
  if (first instanceof HTMLElement) first.focus();
}

/**
 * @param {HTMLElement} panel
 * @param {Answer} answer
 * @param {(id: string) => void} press
 * @param {string} word for what takes the answer away
 * @param {() => void} close
 */
export function show(panel, answer, press, word, close) {
  panel.replaceChildren(closing(word, close));
  for (const page of answer.pages) {
    const words = document.createElement("p");
    if (page === answer.pages[0]) words.id = "answer"; // it names the panel
    words.append(...written(page.words));
    panel.append(words);
    if (page.picture !== undefined) {
      const picture = document.createElement("img");
      picture.src = page.picture;
      picture.alt = page.alt ?? "";
      panel.append(picture);
    }
    if (page.file !== undefined) {
      const link = document.createElement("a");
      link.href = page.file;
      link.download = page.name ?? "";
      link.textContent = page.name ?? "";
      panel.append(link);
    }
  }
  const acts = document.createElement("div");
  acts.className = "acts";
  const hasBoard = answer.pages.some((page) => page.board);
  // the moves of a board are touched on it
  const rows = answer.buttons.map(({ row }) => ({ row: row.filter((one) => !hasBoard || one.move === undefined) }));
  acts.append(...buttons(rows, press));
  panel.append(acts);
  panel.hidden = !answer.pages.some((page) => page.words || page.picture || page.file);
}
