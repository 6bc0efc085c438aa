// Draws a game as SVG: a grid that is pressed or walked through with the arrow keys. Each cell has a
// name for screen readers, and exactly one cell can be focused, as in the ARIA pattern of a grid.

/**
 * @typedef {object} Position
 * @property {number} rows
 * @property {number} columns
 * @property {boolean} gravity
 * @property {number} layer the rows and columns of a layer of a cube, 0 for a board without layers
 * @property {number[][]} grid the cells of each row as they are drawn, empty if they are those of the board
 * @property {"discs" | "stones" | "marks"} look
 * @property {string} cells
 * @property {number[]} moves
 * @property {number[]} line
 * @property {Record<string, number[][]>} strokes by each line, as its cells with commas: x1, y1, x2, y2
 * @property {number[]} fouls
 * @property {number | null} fades the cell of a mark that goes with the next move
 * @property {string[]} names
 * @property {Record<string, string>} sides what the stones of X and O look like, for whoever hears of them
 *
 * @typedef {object} Overlay what is drawn on a board besides its stones
 * @property {number | null} best the cell of the move that is recommended
 * @property {Record<string, string>} marks emoji by cell
 * @property {number[][]} own
 * @property {number[][]} theirs
 *
 * @typedef {object} Sequel how a position goes on
 * @property {number[]} follows the cells of the moves
 * @property {string[]} after the cells of the board after each of them
 * @property {number[]} end the line that the last of them completes
 *
 * @typedef {Position & Overlay & Sequel} Drawn the board of an answer
 * @typedef {Position & Partial<Overlay> & {game: number, legal: number[], tried?: number}} View
 *   what is shown: a game, or the board of an answer, of whose moves the last `tried` are not played
 *
 * @typedef {Position & Progress} State a game
 *
 * @typedef {object} Progress
 * @property {number} game
 * @property {number} version
 * @property {number[]} legal
 * @property {string | null} me
 * @property {string} turn
 * @property {boolean} over
 * @property {string} move
 * @property {string} heading
 * @property {string} status
 * @property {string} moved
 * @property {string} notes
 * @property {string} [offer]
 * @property {number} [left] seconds that are left for the move
 * @property {{row: Button[]}[]} buttons
 *
 * @typedef {object} Button
 * @property {string | null} id
 * @property {string | null} url
 * @property {string} label
 * @property {string} style
 * @property {boolean} disabled
 * @property {string} [name] what a screen reader says of a label without words
 * @property {number} [move] what it plays on the board of its answer
 */

const SVG = "http://www.w3.org/2000/svg";
const ARROWS = new Map([
  ["ArrowUp", [-1, 0]], ["ArrowDown", [1, 0]], ["ArrowLeft", [0, -1]], ["ArrowRight", [0, 1]],
]);

/** The least size of a cell, in pixels, that a finger hits: between the 24 of WCAG 2.2, 2.5.8, and its own 44. */
const LARGE_ENOUGH = 32;
/** The milliseconds after which what is typed begins a new name of a cell. */
const TYPED_TOGETHER = 1_500;
const A = "a".charCodeAt(0);
/** The gap between two layers, as in the pictures of boards. */
const GAP = .5;

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
function shape(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * The lines of one direction on which star points lie, as in the pictures of boards.
 * @param {number} length
 */
function stars(length) {
  const far = length < 13 ? 2 : 3;
  return [far, length - 1 - far, ...(length % 2 === 1 ? [(length - 1) / 2] : [])];
}

export class Board {
  /**
   * @param {HTMLElement} place where the board is drawn
   * @param {(move: number, again: boolean) => void} play what a chosen move does, by the second click of two too
   * @param {() => Record<string, string>} words the words for a free and a forbidden cell
   * @param {(name: string) => void} aim shows what `fire` would play, "" for nothing
   */
  constructor(place, play, words, aim) {
    this.place = place;
    this.play = play;
    this.words = words;
    this.aim = aim;
    /** The cell that a finger points at, on a board whose cells are too small to be hit at once. */
    this.aimed = -1;
    this.isTouched = false;
    this.focused = 0;
    this.typed = "";
    this.typedAt = 0;
    /** @type {View | null} */
    this.state = null;
    this.drawn = "";
    /** The cells of each row as they are drawn. @type {number[][]} */
    this.grid = [];
    /** The row and the column of each cell as they are drawn. @type {number[][]} */
    this.places = [];
  }

  /**
   * Draw a board, unless it is drawn already: a cell that is replaced while it is pressed hears no click.
   * @param {View} state
   */
  draw(state) {
    const drawn = JSON.stringify([state.game, state.rows, state.columns, state.gravity, state.look, state.cells,
      state.moves, state.line, state.fouls, state.fades, state.legal, state.tried, state.best, state.marks, state.own,
      state.theirs, this.words()]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const before = this.state;
    const same = before !== null && before.game === state.game && before.rows === state.rows
      && before.columns === state.columns;
    this.#layOut(state);
    const [rows, columns] = [this.grid.length, this.grid[0].length];
    if (!same) this.focused = this.grid[state.gravity ? 0 : Math.floor(rows / 2)][Math.floor(columns / 2)];
    const hadFocus = this.place.contains(document.activeElement);
    this.state = state;
    const [width, height] = [this.#offset(columns - 1) + 1, this.#offset(rows - 1) + 1];
    const name = this.#nameSize();
    const [left, top, below] = state.gravity && !state.layer ? [.1, name + .26, .1]
      : this.#isNamed() ? [1.4 * name + .1, .1, name + .2] : [.1, .1, .1];
    const svg = shape("svg", {
      viewBox: `${-left} ${-top} ${width + left + .1} ${height + top + below}`,
      class: state.look, role: "grid", "aria-label": this.words().board,
      "aria-rowcount": rows, "aria-colcount": columns,
    });
    if (state.look === "stones") svg.append(...this.#lines());
    if (state.look === "discs") {
      svg.append(shape("rect", { x: 0, y: 0, width, height, rx: .15, class: "frame" }));
    }
    svg.append(...this.#names(), this.#ground(), ...this.#hints());
    const fresh = same && state.moves.length > before.moves.length ? state.moves.at(-1) : -1;
    for (const row of this.grid) {
      svg.append(shape("g", { role: "row" }, ...row.map((index) => this.#cell(index, fresh === index))));
    }
    svg.append(...this.#row(state.line, "row"));
    svg.append(...this.#signs());
    svg.addEventListener("keydown", (event) => this.#walk(event));
    svg.addEventListener("pointerdown", (event) => { this.isTouched = event.pointerType === "touch"; });
    svg.addEventListener("pointerover", ({ target, pointerType }) => {
      const cell = /** @type {SVGElement} */ (target).closest("[data-cell]");
      if (cell instanceof SVGElement && pointerType === "mouse") this.#land(Number(cell.dataset.cell));
    });
    svg.addEventListener("pointerleave", () => this.#land(-1));
    this.place.replaceChildren(svg);
    this.#aimAt(-1);
    if (hadFocus) this.focus();
  }

  /** @param {View} state */
  #layOut(state) {
    const { rows, columns, grid } = state;
    const each = (/** @type {number} */ row) => Array.from({ length: columns }, (_, column) => row * columns + column);
    this.grid = grid.length > 0 ? grid : Array.from({ length: rows }, (_, row) => each(row));
    this.grid.forEach((cells, row) => cells.forEach((index, column) => { this.places[index] = [row, column]; }));
  }

  /**
   * How far from the edge a row or a column begins, with the gaps before it.
   * @param {number} number
   */
  #offset(number) {
    const { layer } = /** @type {View} */ (this.state);
    return number + (layer ? GAP * Math.floor(number / layer) : 0);
  }

  /**
   * The upper left corner of a cell.
   * @param {number} index
   */
  #at(index) {
    const [row, column] = this.places[index];
    return [this.#offset(column), this.#offset(row)];
  }

  /** The size of the names beside the board: as large on a phone for twenty columns as for ten. */
  #nameSize() {
    return Math.max(.34, .032 * this.grid[0].length);
  }

  #lines() {
    const { rows, columns } = /** @type {View} */ (this.state);
    const found = [shape("rect", { x: 0, y: 0, width: columns, height: rows, class: "wood" })];
    for (let row = 0; row < rows; row += 1) {
      found.push(shape("line", { x1: .5, x2: columns - .5, y1: row + .5, y2: row + .5, class: "rule" }));
    }
    for (let column = 0; column < columns; column += 1) {
      found.push(shape("line", { y1: .5, y2: rows - .5, x1: column + .5, x2: column + .5, class: "rule" }));
    }
    const many = Math.min(rows, columns) >= 19; // in the middle of the sides too
    for (const row of stars(rows)) {
      for (const column of stars(columns)) {
        if (!many && (row === (rows - 1) / 2) !== (column === (columns - 1) / 2)) continue;
        found.push(shape("circle", { cx: column + .5, cy: row + .5, r: .1, class: "star" }));
      }
    }
    return found;
  }

  /** The names of columns and rows beside the board, or of columns above it. */
  #names() {
    const { gravity, layer, names } = /** @type {View} */ (this.state);
    /** @type {SVGElement[]} */
    const found = [];
    const [rows, columns] = [this.grid.length, this.grid[0].length];
    const size = this.#nameSize();
    const name = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words) => {
      found.push(shape("text", { x, y, class: "names", "font-size": size, "aria-hidden": "true" }, words));
    };
    if (gravity && layer) return found; // a column has its number where the next disc lands
    if (gravity) {
      for (let column = 0; column < columns; column += 1) name(column + .5, -size / 2 - .08, `${column + 1}`);
    } else if (this.#isNamed()) {
      for (let column = 0; column < columns; column += 1) {
        const below = this.#offset(rows - 1) + 1 + size / 2 + .1;
        name(this.#offset(column) + .5, below, names[this.grid[0][column]].replace(/\d+/, ""));
      }
      for (let row = 0; row < rows; row += 1) {
        name(-.7 * size, this.#offset(row) + .5, names[this.grid[row][0]].replace(/\D+/, ""));
      }
    }
    return found;
  }

  /** @param {number} index */
  #move(index) {
    const { gravity, columns, legal } = /** @type {View} */ (this.state);
    const move = gravity ? (index % columns) + 1 : index + 1;
    return legal.includes(move) ? move : null;
  }

  /**
   * Show where a disc would fall to.
   * @param {number} index a cell of its column, -1 for none
   */
  #land(index) {
    const { gravity } = /** @type {View} */ (this.state);
    for (const old of this.place.querySelectorAll(".lands")) old.classList.remove("lands");
    if (!gravity || this.#move(index) === null) return;
    this.place.querySelector(`[data-cell="${this.#lowest(index)}"]`)?.classList.add("lands");
  }

  /**
   * The cell on which the next disc of a column comes to lie, which is not full.
   * @param {number} index a cell of the column
   */
  #lowest(index) {
    const { columns, rows, cells } = /** @type {View} */ (this.state);
    let last = (index % columns) + (rows - 1) * columns;
    while (cells[last] !== ".") last -= columns;
    return last;
  }

  /**
   * @param {number} index
   * @param {boolean} fresh
   */
  #cell(index, fresh) {
    const state = /** @type {View} */ (this.state);
    const [x, y] = this.#at(index);
    const stone = state.cells[index];
    const move = this.#move(index);
    const cell = shape("g", {
      transform: `translate(${x} ${y})`, role: "gridcell", "data-cell": index,
      tabindex: index === this.focused ? 0 : -1, "aria-label": this.label(index),
      class: `cell${move !== null && (stone === "." || state.gravity) ? " free" : ""}`,
    });
    cell.append(shape("rect", { x: 0, y: 0, width: 1, height: 1, class: "tile" }));
    if (state.look === "discs") cell.append(shape("circle", { cx: .5, cy: .5, r: .4, class: "hole" }));
    if (stone !== ".") {
      const mark = this.#stone(stone, this.places[index][0], fresh && !state.layer);
      if (state.fades === index) mark.classList.add("fades");
      cell.append(mark);
    } else if (state.fouls.includes(index)) {
      cell.append(shape("path", { d: "M.3 .3L.7 .7M.7 .3L.3 .7", class: "foul" }));
    } else if (state.look === "marks" && state.cells.length <= 10 && state.marks?.[index] === undefined) {
      cell.append(shape("text", { x: .5, y: .5, "aria-hidden": "true" }, `${index + 1}`));
    } else if (state.layer && state.gravity && move !== null && this.#lowest(index) === index) {
      cell.append(shape("text", { x: .5, y: .5, "aria-hidden": "true" }, `${move}`));
    }
    const tried = state.moves.lastIndexOf(index) - state.moves.length + (state.tried ?? 0);
    if (stone !== "." && tried >= 0) {
      cell.append(shape("text", { x: .5, y: .5, class: "tried", "aria-hidden": "true" }, `${tried + 1}`));
    } else if (state.moves.at(-1) === index) {
      cell.append(state.look === "marks"
        ? shape("rect", { x: .06, y: .06, width: .88, height: .88, class: "last" })
        : shape("circle", { cx: .5, cy: .5, r: .16, class: "last" }));
    }
    cell.append(shape("rect", { x: .05, y: .05, width: .9, height: .9, class: "focus",
      visibility: index === this.focused ? "visible" : "hidden" }));
    cell.addEventListener("click", (event) => {
      this.#focus(index);
      const isSmall = this.isTouched && cell.getBoundingClientRect().width < LARGE_ENOUGH;
      this.isTouched = false;
      if (isSmall && index !== this.aimed && this.#move(index) !== null) this.#aimAt(index);
      else this.#choose(index, event.detail > 1);
    });
    return cell;
  }

  /**
   * @param {string} stone
   * @param {number} row
   * @param {boolean} fresh
   */
  #stone(stone, row, fresh) {
    const { look } = /** @type {View} */ (this.state);
    if (look === "marks" && stone === "X") {
      return shape("path", { d: "M.25 .25L.75 .75M.75 .25L.25 .75", class: "X" });
    }
    const ring = look === "marks" || (look === "discs" && stone === "O"); // so that colour alone tells nothing
    const made = shape("circle", { cx: .5, cy: .5, r: ring ? .29 : .4, class: stone });
    if (look === "discs" && fresh) {
      made.style.setProperty("--from", `${-row - 1}px`);
      made.classList.add("falls");
    }
    return made;
  }

  /** Whether rows and columns have names beside the board: where tiles have no numbers. */
  #isNamed() {
    const { look, rows, columns } = /** @type {View} */ (this.state);
    return look === "stones" || rows * columns > 10;
  }

  /** What lies under a hint's lines, as these lie under marks and numbers: the tiles, or the holes. */
  #ground() {
    const { rows, columns, look } = /** @type {View} */ (this.state);
    const ground = shape("g", { class: "ground", role: "presentation" });
    for (let index = 0; look !== "stones" && index < rows * columns; index += 1) {
      const [x, y] = this.#at(index);
      ground.append(look === "discs"
        ? shape("circle", { cx: x + .5, cy: y + .5, r: .4, class: "hole" })
        : shape("rect", { x, y, width: 1, height: 1, class: "tile" }));
    }
    return ground;
  }

  /** The lines of a hint, and the ring around the move that it recommends. */
  #hints() {
    const { own, theirs, best } = /** @type {View} */ (this.state);
    /** @type {SVGElement[]} */
    const found = [];
    for (const kind of ["hint casing", "hint"]) { // what is drawn is seen on wood, discs and stones alike
      found.push(...(own ?? []).flatMap((line) => this.#row(line, `${kind} own`)),
        ...(theirs ?? []).flatMap((line) => this.#row(line, `${kind} theirs`)));
      if (best !== null && best !== undefined) {
        const [x, y] = this.#at(best);
        found.push(shape("circle", { cx: x + .5, cy: y + .5, r: .4, class: `${kind} best` }));
      }
    }
    return found;
  }

  /** The signs of an answer, each on its cell. */
  #signs() {
    const { marks } = /** @type {View} */ (this.state);
    /** @type {SVGElement[]} */
    const found = [];
    for (const [cell, sign] of Object.entries(marks ?? {})) {
      const [x, y] = this.#at(Number(cell)).map((edge) => edge + .5);
      found.push(shape("rect", { x: x - .36, y: y - .36, width: .72, height: .72, rx: .14, class: "hint under" }),
        shape("text", { x, y, class: "hint sign", "aria-hidden": "true" }, sign));
    }
    return found;
  }

  /**
   * The strokes of a line through cells, which may go over an edge.
   * @param {number[]} line
   * @param {string} kind
   */
  #row(line, kind) {
    const { strokes } = /** @type {View} */ (this.state);
    return (strokes[line.join()] ?? []).map(([x1, y1, x2, y2]) => shape("line", { x1, y1, x2, y2, class: kind }));
  }

  /**
   * What a screen reader says of a cell.
   * @param {number} index
   */
  label(index) {
    const { names, cells, rows, columns, gravity, fouls, fades, marks, sides } = /** @type {View} */ (this.state);
    const { free, forbidden, fading } = this.words();
    const name = gravity
      ? `${(index % columns) + 1}, ${rows - Math.floor(index / columns)}` : names[index];
    if (cells[index] !== ".") return `${name}: ${sides[cells[index]]}${fades === index ? `, ${fading}` : ""}`;
    return `${name}: ${marks?.[index] ?? (fouls.includes(index) ? forbidden : free)}`;
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const [rows, columns] = [this.grid.length, this.grid[0].length];
    const [here, there] = this.places[this.focused];
    const step = ARROWS.get(event.key);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step !== undefined) {
      const [row, column] = [here + step[0], there + step[1]];
      if (row >= 0 && row < rows && column >= 0 && column < columns) this.#focus(this.grid[row][column]);
    } else if (event.key === "Home" || event.key === "End") {
      this.#focus(this.grid[here][event.key === "Home" ? 0 : columns - 1]);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(this.focused, event.repeat);
    } else if (/^[a-z0-9]$/i.test(event.key)) {
      this.#type(event.key.toLowerCase());
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * Go to the cell or the column whose name is typed, such as h8.
   * @param {string} sign
   */
  #type(sign) {
    const { columns, gravity } = /** @type {View} */ (this.state);
    const now = performance.now();
    this.typed = (now - this.typedAt < TYPED_TOGETHER ? this.typed : "") + sign;
    this.typedAt = now;
    let found = this.#named(this.typed);
    if (found < 0) {
      found = this.#named(sign);
      if (found >= 0) this.typed = sign;
    }
    if (found >= 0) this.#focus(gravity ? this.focused - (this.focused % columns) + found : found);
  }

  /**
   * The cell or the column of a name, or of the other that it has: h8 and 113, or 2 and b3. -1 if there is none.
   * @param {string} typed
   */
  #named(typed) {
    const { rows, columns, gravity, names } = /** @type {View} */ (this.state);
    const found = names.indexOf(typed);
    if (found >= 0) return found;
    const [, letter, number] = /^([a-t]?)([0-9]*)$/.exec(typed) ?? [];
    const column = letter ? letter.charCodeAt(0) - A : -1;
    if (gravity) return column < columns ? column : -1;
    const tile = letter ? this.grid[Number(number) - 1]?.[column] ?? -1 : Number(number) - 1;
    return number && tile < rows * columns ? tile : -1;
  }

  /** @param {number} index the cell that a finger points at, -1 for none */
  #aimAt(index) {
    const { columns, gravity, names } = /** @type {View} */ (this.state);
    this.aimed = index;
    for (const old of this.place.querySelectorAll(".aim")) old.remove();
    if (index >= 0) {
      const [x, y] = this.#at(index).map((edge) => edge + .5);
      const [width, height] = [this.#offset(this.grid[0].length - 1) + 1, this.#offset(this.grid.length - 1) + 1];
      this.place.firstElementChild?.append(
        shape("line", { x1: x, x2: x, y1: 0, y2: height, class: "aim" }),
        ...gravity ? [] : [shape("line", { x1: 0, x2: width, y1: y, y2: y, class: "aim" })],
      );
    }
    this.aim(index < 0 ? "" : names[gravity ? index % columns : index]);
  }

  /** Play where a finger points. */
  fire() {
    if (this.aimed >= 0) this.#choose(this.aimed, false);
  }

  /** Move the focus to the board. */
  focus() {
    this.#focus(this.focused);
  }

  /** @param {number} index */
  #focus(index) {
    this.focused = index;
    for (const cell of this.place.querySelectorAll("[data-cell]")) {
      const here = Number(/** @type {SVGElement} */ (cell).dataset.cell) === index;
      cell.setAttribute("tabindex", here ? "0" : "-1");
      cell.querySelector(".focus")?.setAttribute("visibility", here ? "visible" : "hidden");
      if (here) /** @type {SVGElement} */ (cell).focus({ preventScroll: true });
    }
    this.#land(index);
  }

  /**
   * @param {number} index
   * @param {boolean} again
   */
  #choose(index, again) {
    const move = this.#move(index);
    this.#aimAt(-1);
    if (move !== null) this.play(move, again);
  }
}
