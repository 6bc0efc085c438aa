// Keeps the page of one game: its socket, which comes back by itself, the board and the answers.

import { Board } from "./board.js";
import { ask, buttons, show, written } from "./panel.js";

/** @typedef {import("./board.js").State} State */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** Before a link, the name under which this browser keeps its pass for the game. */
const PASSES = "kinarow:";

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {Record<string, string>} */
let words = { connecting: "…", board: "", free: "", forbidden: "", close: "", here: "", watchers: "",
  watching: "", stale: "", send: "" };
/** @type {State | null} */
let state = null;
/** @type {WebSocket | null} */
let socket = null;
let pause = FIRST_PAUSE;
let ended = false;
let timer = 0;

/** Whether this page is shown inside Discord, as an activity. */
const isInside = new URLSearchParams(location.search).has("frame_id");
/** The pass of an activity, which the next one cannot use. */
let inside = "";

/** What opens the game: the pass of this browser if it has one, otherwise the link. */
function token() {
  if (isInside) return inside;
  const link = decodeURIComponent(location.hash.slice(1));
  return localStorage.getItem(PASSES + link) ?? link;
}

/** @param {{press: string} | {sent: string, fields: Record<string, string>}} act */
function send(act) {
  if (socket?.readyState !== WebSocket.OPEN) return;
  document.body.classList.add("busy");
  socket.send(JSON.stringify(act));
}

/** @param {string} id */
const press = (id) => send({ press: id });

const board = new Board(part("board"), (move) => {
  if (state !== null) press(state.move.replace("%", String(move)));
}, () => words);

/** @param {State} news */
function draw(news) {
  const isSame = state?.game === news.game && state.moves.length === news.moves.length;
  if (!isSame) part("panel").hidden = true; // it tells of the board before
  state = news;
  part("heading").replaceChildren(...written(news.heading));
  document.title = `${part("heading").textContent} · Kinarow`;
  const watching = news.me === null ? `${words.watching} ` : "";
  part("status").replaceChildren(watching, ...written(news.offer ?? news.status));
  part("said").replaceChildren(...written(news.moved));
  part("notes").replaceChildren(...written(news.notes));
  part("acts").replaceChildren(...buttons(news.buttons, press));
  board.draw(news);
  tick();
}

/** @param {State} news a channel without a game */
function offer(news) {
  part("status").textContent = news.status;
  part("acts").replaceChildren(...buttons(news.buttons, press));
}

/** The time that is left for a move, each second. */
function tick() {
  clearTimeout(timer);
  part("clock").textContent = "";
  if (state?.ends === null || state?.ends === undefined || state.over) return;
  const left = Math.max(0, Math.round(state.ends - Date.now() / 1000));
  part("clock").textContent = left < 3600
    ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`
    : new Date(state.ends * 1000).toLocaleString(document.documentElement.lang);
  timer = setTimeout(tick, 1000);
}

/** @param {any} news */
function hear(news) {
  if (news.words) {
    words = news.words;
    document.documentElement.lang = news.language;
    document.documentElement.dir = news.direction;
  }
  if (news.stale) {
    ended = true;
    part("status").textContent = words.stale;
    part("board").replaceChildren();
    part("acts").replaceChildren();
  }
  if (news.pass && isInside) inside = news.pass;
  else if (news.pass) {
    const link = decodeURIComponent(location.hash.slice(1));
    localStorage.setItem(PASSES + link, news.pass);
  }
  if (news.state) (news.state.cells === undefined ? offer : draw)(news.state);
  if (news.pages) show(part("panel"), news, press, words.close);
  if (news.form) ask(part("panel"), news, (fields) => send({ sent: news.form, fields }), words.send);
  if (news.overlay) board.mark(news.overlay);
  if (news.who) {
    const here = news.who.length > 0 ? words.here.replace("{names}", news.who.join(", ")) : "";
    const others = news.watchers > 0 ? words.watchers.replace("{count}", news.watchers) : "";
    part("who").textContent = [here, others].filter(Boolean).join(" · ");
  }
  if (news.done || news.state) document.body.classList.remove("busy");
}

function connect() {
  const url = new URL("live", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  const opened = new WebSocket(url);
  socket = opened;
  opened.addEventListener("open", () => {
    opened.send(JSON.stringify({ token: token(), locale: navigator.language }));
  });
  opened.addEventListener("message", (event) => {
    pause = FIRST_PAUSE;
    hear(JSON.parse(event.data));
  });
  opened.addEventListener("close", () => {
    document.body.classList.remove("busy");
    if (ended || socket !== opened) return;
    part("status").textContent = words.connecting;
    setTimeout(connect, pause * (0.5 + Math.random()));
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  });
}

// A page that comes back from sleep may have a socket that only looks open.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && !ended && socket?.readyState !== WebSocket.CONNECTING) {
    const old = socket;
    socket = null;
    old?.close();
    connect();
  }
});
addEventListener("hashchange", () => location.reload());
if (isInside) {
  part("status").textContent = words.connecting;
  const built = "./activity.js"; // `make activity` makes it, and its types are not checked here
  inside = await (await import(built)).enter();
}
connect();
