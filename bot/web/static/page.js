// Keeps the page of one game: its socket, which comes back by itself, the board and the answers.

import { Board } from "./board.js";
import { ask, buttons, show, written } from "./panel.js";

/** @typedef {import("./board.js").State} State */
/** @typedef {import("./board.js").Drawn} Drawn */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** Before a link, the name under which this browser keeps its pass for the game. */
const PASSES = "kinarow:";
/** What asks about a move under a hint, in place of playing it. */
const QUESTION = /^ttt:why:/;
/** The button of a hint on a board with too many moves for a menu: it stands for a question about each. */
const ANY = /^ttt:whynot:(\d+:\d+)(.*)$/;
/** The ends that only another link mends. */
const FINAL = new Set(["stale", "unlinked"]);
/** The end after which a page comes back by itself. */
const FULL = "full";

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {Record<string, string>} the page's own words, which the bot may tell anew in another language */
let words = JSON.parse(document.body.dataset.words ?? "{}").words ?? {};
/** @type {State | null} */
let state = null;
/** @type {Drawn | null} the board of the answer that is shown, in place of the game's */
let shown = null;
/** @type {Map<number, string>} what its moves press */
let presses = new Map();
/** How many of the moves that follow are played on it. */
let tried = 0;
/** The move that a hint recommends, and another one that was asked about: touched again they are played. */
let advised = 0;
let asked = 0;
let asking = 0;
/** The move that was touched last, and what it presses, until the bot has answered. */
let touched = { move: 0, id: "" };
/** Whether this socket has not told the game yet. */
let isNew = true;
/** The buttons under the board, as they were told. */
let acts = "";
/** When the time for the move is over, in milliseconds by this machine's clock. */
let ends = Infinity;
/** @type {WebSocket | null} */
let socket = null;
let pause = FIRST_PAUSE;
/** When the next socket opens. */
let retry = 0;
/** Whether any socket has opened: one that is refused only closes. */
let hasOpened = false;
/** Why the page has no board just now: one of the words. */
let end = "";
let timer = 0;

/** Whether this page is shown inside Discord, as an activity. */
const isInside = new URLSearchParams(location.search).has("frame_id");
/** The pass of an activity, which the next one cannot use. */
let inside = "";
/** What stands behind the # of the address. */
const link = (() => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1); // it was cut, or is no link of ours
  }
})();
/** The pass of this page, where the browser keeps none. */
let kept = "";

/** What opens the game: the pass of this browser if it has one, otherwise the link. */
function token() {
  if (isInside) return inside;
  try {
    return localStorage.getItem(PASSES + link) ?? (kept || link);
  } catch {
    return kept || link; // the browser keeps nothing for pages
  }
}

/** @param {string} pass */
function keep(pass) {
  kept = pass;
  if (isInside) inside = pass;
  else if (link !== "") {
    try {
      localStorage.setItem(PASSES + link, pass);
    } catch { /* the browser keeps nothing for pages, or has no room */ }
  }
}

/**
 * Say why there is no board, and offer to begin again.
 * @param {string} why one of the words
 */
function stop(why) {
  end = why;
  part("status").textContent = words[why] ?? words.away;
  part("board").replaceChildren();
  part("panel").hidden = true;
  part("why").replaceChildren();
  const again = document.createElement("button");
  again.textContent = words.again;
  again.addEventListener("click", () => location.reload());
  acts = "";
  part("acts").replaceChildren(...isInside || !FINAL.has(why) ? [again] : []);
}

/** @param {{press: string} | {sent: string, fields: Record<string, string>}} act */
function send(act) {
  if (socket?.readyState !== WebSocket.OPEN) return;
  document.body.classList.add("busy");
  socket.send(JSON.stringify(act));
}

/** @param {string} id */
const press = (id) => send({ press: id });

/** @param {number} move on the board of the game */
function play(move) {
  if (state === null || socket?.readyState !== WebSocket.OPEN) return;
  const id = state.move.replace("%", String(move));
  if (id === touched.id && !isNew) return; // it is on its way: the second click of two is none
  touched = { move, id };
  press(id);
}

const board = new Board(part("board"), (move, again) => {
  const chosen = presses.get(move);
  const isAnswered = move === advised || (move === asked && !again);
  if (chosen === undefined || (QUESTION.test(chosen) && isAnswered && state?.legal.includes(move))) {
    play(move);
    return;
  }
  asking = move;
  press(chosen);
}, () => words, (name) => {
  part("aim").hidden = name === "";
  part("aim").textContent = `✓ ${name}`;
});
part("aim").addEventListener("click", () => board.fire());

/** The game, or the board of an answer; on that of the game itself its moves can be played. */
function drawBoard() {
  if (shown === null) {
    if (state !== null) board.draw(state);
    return;
  }
  const game = state?.game ?? 0;
  const ours = state !== null && shown.cells === state.cells ? state.legal : [];
  const isOurs = presses.size === 0 && shown.follows.length === 0;
  if (tried === 0) {
    const asks = [...presses.keys(), ...ours.filter((move) => move === advised)];
    board.draw({ ...shown, game, legal: isOurs ? ours : asks });
    return;
  }
  const { own, theirs, best, marks, ...before } = shown;
  const follows = before.follows.slice(0, tried);
  board.draw({
    ...before, game, tried, cells: before.after[tried - 1], fades: null, moves: [...before.moves, ...follows], legal: [], fouls: [],
    line: tried === before.follows.length ? before.end : [],
  });
  part("said").textContent = board.label(follows[tried - 1]);
}

/** @param {import("./panel.js").Answer} answer */
function answered(answer) {
  const onBoard = part("board").contains(document.activeElement);
  shown = answer.pages.find((page) => page.board)?.board ?? null;
  const acts = answer.buttons.flatMap(({ row }) => row).filter((one) => !one.disabled);
  const moves = acts.filter((one) => one.move !== undefined && (shown !== null || QUESTION.test(String(one.id))));
  presses = new Map(moves.map(({ move, id }) => [Number(move), String(id)]));
  const [, ref, print] = acts.map(({ id }) => ANY.exec(String(id))).find((found) => found !== null) ?? [];
  if (ref !== undefined) {
    for (const move of state?.legal ?? []) presses.set(move, `ttt:why:${ref}:${move}${print}`);
  }
  tried = 0;
  asked = asking;
  if (shown !== null && shown.best !== null && shown.cells === state?.cells) {
    advised = (shown.gravity ? shown.best % shown.columns : shown.best) + 1;
  }
  show(part("panel"), answer, press, words.close, closed);
  if (shown !== null && onBoard) { // whoever goes on there stays there, and hears the answer
    part("said").replaceChildren(...written(answer.pages[0].words.split("\n", 2).join("\n")));
  } else if (!part("panel").hidden) part("panel").focus({ preventScroll: shown !== null });
  if (shown !== null && shown.follows.length > 0) part("panel").prepend(follow()); // the board stays in sight
  drawBoard();
}

/** The button that plays what follows on the board of an answer, move by move, and begins again. */
function follow() {
  const made = document.createElement("button");
  made.className = "primary";
  made.textContent = `▶ ${words.follows}`;
  made.addEventListener("click", () => {
    if (shown !== null) tried = (tried + 1) % (shown.follows.length + 1);
    drawBoard();
  });
  return made;
}

/** Take the answer away, and show the game again. */
function closed() {
  const hadFocus = part("panel").contains(document.activeElement);
  part("panel").hidden = true;
  shown = null;
  presses = new Map();
  advised = asked = asking = 0;
  drawBoard();
  if (hadFocus) board.focus();
}

/**
 * Show the buttons under the board if they are others; the one that had the focus keeps it.
 * @param {State} news
 */
function act(news) {
  const told = JSON.stringify(news.buttons);
  if (told === acts) return; // one that is replaced while it is pressed hears no click
  acts = told;
  const place = part("acts");
  const focused = place.contains(document.activeElement) ? document.activeElement?.textContent : null;
  place.replaceChildren(...buttons(news.buttons, press));
  if (focused === null) return;
  const same = [...place.children].find((one) => one.textContent === focused);
  if (same instanceof HTMLElement) same.focus();
  else board.focus();
}

part("panel").addEventListener("keydown", (event) => {
  if (event.key === "Escape") closed();
});

/** @param {State} news */
function draw(news) {
  const isSame = state?.game === news.game && state.moves.length === news.moves.length && state.over === news.over;
  state = news;
  // A forbidden move is asked for too: the answer says why it is one.
  if (news.legal.length > 0) news.legal.push(...news.fouls.map((cell) => cell + 1));
  if (!isSame) closed(); // the answer tells of the board before
  part("heading").replaceChildren(...written(news.heading));
  document.title = `${part("heading").textContent} · Kinarow`;
  const watching = news.me === null ? `${words.watching} ` : "";
  const said = [news.status, news.offer].filter(Boolean).join("\n");
  part("status").replaceChildren(watching, ...written(said));
  part("said").replaceChildren(...written(news.moved));
  part("notes").replaceChildren(...written(news.notes));
  act(news);
  if (isSame) drawBoard();
  ends = news.left === undefined ? Infinity : Date.now() + 1000 * news.left;
  tick();
  // A touch that an outage has swallowed is sent again, if the game still waits for it.
  if (isNew && touched.id === news.move.replace("%", String(touched.move))) play(touched.move);
  isNew = false;
}

/** @param {State} news a channel without a game */
function offer(news) {
  part("status").replaceChildren(...written(news.status));
  act(news);
}

/** The time that is left for a move, each second. */
function tick() {
  clearTimeout(timer);
  part("clock").textContent = "";
  if (ends === Infinity || state?.over) return;
  const left = Math.max(0, Math.round((ends - Date.now()) / 1000));
  const [hours, minutes, seconds] = [left / 3600, (left % 3600) / 60, left % 60].map(Math.floor);
  const two = (/** @type {number} */ count) => String(count).padStart(2, "0");
  part("clock").textContent = (hours > 0 ? [hours, two(minutes), two(seconds)] : [minutes, two(seconds)]).join(":");
  timer = setTimeout(tick, 1000);
}

/** @param {any} news */
function hear(news) {
  if (news.words) {
    words = news.words;
    document.documentElement.lang = news.language;
    document.documentElement.dir = news.direction;
  }
  if (news.end === FULL) {
    end = FULL;
    pause = LONGEST_PAUSE;
  } else if (news.end) stop(news.end);
  if (news.state) pause = FIRST_PAUSE; // not before: what is served no further than that comes back in vain
  if (news.pass) keep(news.pass);
  if (news.words) part("why").replaceChildren(...news.channel ? [`${words.used} `, way(news.channel)] : []);
  if (news.state) (news.state.cells === undefined ? offer : draw)(news.state);
  if (news.pages) answered(news);
  if (news.form) {
    ask(part("panel"), news, (fields) => send({ sent: news.form, fields }), words.send, words.close, closed);
  }
  if (news.who) {
    const here = news.who.length > 0 ? words.here.replace("{names}", news.who.join(", ")) : "";
    const others = news.watchers > 0 ? words.watchers.replace("{count}", news.watchers) : "";
    part("who").textContent = [here, others].filter(Boolean).join(" · ");
  }
  if (news.done) touched = { move: 0, id: "" };
  if (news.done || news.state) document.body.classList.remove("busy");
}

/**
 * What leads to the channel of a game that is only watched.
 * @param {string} url
 */
function way(url) {
  const made = document.createElement("a");
  made.href = url;
  made.rel = "noreferrer noopener";
  made.target = "_blank";
  made.textContent = words.channel;
  return made;
}

/** Ask why no socket opens: it says nothing of a refusal. */
async function askWhy() {
  const answer = await fetch("live", { method: "POST" }).catch(() => null); // it may be the network
  if (answer?.status === 403 && !hasOpened) stop((await answer.json().catch(() => ({}))).end ?? "setup");
}

function connect() {
  clearTimeout(retry);
  if (end !== "") return;
  const url = new URL("live", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  const opened = new WebSocket(url);
  socket = opened;
  opened.addEventListener("open", () => {
    isNew = hasOpened = true;
    opened.send(JSON.stringify({ token: token(), locale: navigator.language }));
  });
  opened.addEventListener("message", (event) => {
    hear(JSON.parse(event.data));
  });
  opened.addEventListener("close", () => {
    document.body.classList.remove("busy");
    if (socket !== opened || (end !== "" && end !== FULL)) return;
    part("status").textContent = words[end || "connecting"];
    end = "";
    if (!hasOpened) void askWhy();
    retry = setTimeout(connect, pause * (0.5 + Math.random()));
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  });
}

// A page that comes back from sleep may have a socket that only looks open.
document.addEventListener("visibilitychange", () => {
  const isIdle = socket === null || socket.readyState === WebSocket.CONNECTING;
  if (document.visibilityState === "visible" && end === "" && !isIdle) {
    const old = socket;
    socket = null;
    old?.close();
    connect();
  }
});
addEventListener("hashchange", () => location.reload());

/** Ask the client of Discord who opens the activity. Whatever happens there has words. */
async function enter() {
  const built = "./activity.js"; // `make activity` makes it, and its types are not checked here
  try {
    const { pass, end: why } = await (await import(built)).enter(stop);
    if (pass === undefined) {
      stop(why);
      if (why === FULL) setTimeout(() => location.reload(), LONGEST_PAUSE);
      return;
    }
    end = "";
    acts = "";
    part("acts").replaceChildren();
    part("status").textContent = words.connecting;
    keep(pass);
    connect();
  } catch (error) {
    console.warn("the activity was not entered", error);
    stop("away");
  }
}

part("status").textContent = words.connecting;
if (isInside) void enter();
else connect();
