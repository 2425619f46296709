// The page: asks what a game looks like and where its turn may go on, shows that, and sends what is picked.
import { ask, stop } from "./ask.mjs";
import * as address from "./address.mjs";
import * as board from "./board.mjs";
import * as setup from "./setup.mjs";

const $ = (id) => document.getElementById(id);
const { make, capital, key, paint } = setup;
const walk = { first: () => 0, back: () => now() - 1, on: () => now() + 1, last: () => state.moves.length };
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let games, state, shown, story = [], group = "", way = 0;
let thinking = false, paused = false, held = null;

// ------------------------------------------------------------------ one question after the other

let queue = Promise.resolve();
const then = (act) => (queue = queue.then(act).catch((error) => tell([`The page failed: ${error.message}`], true)));

// Ask for the game with changes, and show the answer; a game that cannot be is told in a line.
async function go(change) {
  if (thinking) stop();
  $("game").ariaBusy = "true";
  const wanted = { ...state, picks: [], at: null, ...change };
  for (const spot of document.querySelectorAll("#game [data-at]")) spot.removeAttribute("data-at");
  let answer = await ask(question(wanted));
  $("game").ariaBusy = "false";
  if (answer.error && !shown) return fail(answer);
  if (answer.error) answer = { ...shown, wrong: answer.error };
  const viewer = view(answer, wanted.viewer);
  if (viewer !== wanted.viewer) return go({ ...wanted, moves: answer.moves, picks: answer.picks, viewer, done: false, typed: "" });
  const before = shown ? state.moves.length : null, played = before !== null && answer.moves.length > before;
  const byLevel = played && level(player(answer.list.at(-1).player, answer));
  if (answer.moves.length !== before || answer.at !== state.at) story = [...(byLevel ? story.slice(-3) : []), answer.told].filter(Boolean);
  state = { ...wanted, moves: answer.moves, picks: answer.picks, at: answer.at, done: false, typed: "" };
  if (played && !change.undone) state.undone = [];
  if (!shown) visit("game", games.games.find((one) => one.name === state.game).title);
  shown = answer;
  history.replaceState({ undone: state.undone }, "", address.write(state));
  const mover = player(shown.turn);
  thinking = Boolean(level(mover)) && !shown.over && !paused && state.at === null;
  draw();
  if (thinking) think(level(mover));
  else if (viewer === "") handover(mover);
}

// Return whose hidden hand is shown: the only human's, or that of the one who has taken the device over.
function view(answer, viewer) {
  const human = humans(answer);
  if (!answer.hidden || human.length === 0) return null;
  if (answer.over) return "all";
  if (human.length === 1) return human[0].letter;
  return viewer === answer.turn || level(player(answer.turn, answer)) ? viewer : "";
}

function question({ game, settings, moves, picks, at, done, typed, theme, viewer }) {
  return { game, settings, moves, picks, at, done, typed, theme: paint(theme), viewer };
}

const player = (letter, answer = shown) => answer.players.find((one) => one.letter === letter);
const level = (one) => one && (state.seats[key(one)] ?? state.seats[one.letter]);
const humans = (answer = shown) => answer.players.filter((one) => !level(one));
const now = () => state.at ?? state.moves.length;
const isTurning = () => Boolean(shown.move) && shown.places.length === 0 && shown.pieces.length > 0;
const isOpen = () => !shown.over && !thinking && state.at === null && (!shown.hidden || state.viewer === null || state.viewer === shown.turn);

function pick(name) {
  if ([...shown.places, ...shown.pieces].some(({ at, enabled = true }) => enabled && at === name)) return go({ picks: [...state.picks, name] });
}

// ----------------------------------------------------------------------------- what is shown

function draw() {
  const open = isOpen();
  board.show($("board"), shown.svg, open ? shown.places : []);
  $("players").replaceChildren(...shown.players.map(chip));
  drawTurn(open);
  drawPieces(open);
  drawMoves();
  const isRefused = Boolean(shown.wrong) && state.picks.length === 0;
  tell(isRefused ? [shown.wrong] : story, isRefused);
  if (held && open) (board.nearest($("board"), held) ?? $("pieces").querySelector("[data-at]") ?? $("play")).focus({ preventScroll: true });
  if (held && open && isTurning()) $("play").focus({ preventScroll: true });
}

function chip(one) {
  const colour = make("i", { className: "disc" });
  colour.style.background = one.colour ?? "transparent";
  const facts = [level(one) ? `computer, level ${level(one)}` : "", one.holds].filter(Boolean);
  const score = [...(shown.hidden ? [] : [one.score]), ...(shown.winners?.includes(one.letter) ? ["★ wins"] : [])];
  return make("li", { className: one.turn ? "turn" : "" }, ...(one.colour ? [colour] : []), make("span", { textContent: capital(one.name) }),
    ...(facts.length ? [make("bdi", { textContent: facts.join(" · ") })] : []), ...(score.length ? [make("b", { textContent: score.join(" ") })] : []));
}

function drawTurn(open) {
  const mover = player(shown.turn), name = capital(mover?.name ?? "");
  let words = shown.prompt;
  if (thinking) words = `${name} is thinking …`;
  else if (state.at !== null) words = `You look at the position after ${now()} of ${state.moves.length} moves.`;
  else if (shown.over) words = `The game is over. ${shown.standing}`;
  else if (paused && level(mover)) words = `${name} is played by level ${level(mover)} and waits.`;
  $("turn").replaceChildren(words, ...state.picks.map((name) => make("span", { className: "pick", textContent: name })));
  $("would").textContent = state.picks.length ? shown.wrong : "";
  $("game").style.setProperty("--mover", (!shown.over && mover?.colour) || "var(--line)");
  $("game").ariaBusy = String(thinking);
  $("play").disabled = !shown.move || !open;
  $("cancel").disabled = !state.picks.length;
  $("undo").disabled = !state.moves.length || state.at !== null;
  $("redo").disabled = !state.undone.length || state.at !== null;
  const extra = [];
  if (thinking) extra.push(["Stop thinking", pause]);
  else if (state.at !== null) extra.push(["Go on from here", branch], ["Back to the game", () => go({})]);
  else if (shown.over) extra.push(["Play again", again], ["New game", () => { location.hash = ""; }]);
  else if (paused && level(mover)) extra.push([`Let ${name} play`, resume]);
  $("extra").replaceChildren(...extra.map(([text, act]) => make("button", { type: "button", textContent: text, onclick: () => (act === pause ? act() : then(act)) })));
}

function drawPieces(open) {
  const pieces = open || shown.hidden ? shown.pieces : [], groups = [...new Set(pieces.map((one) => one.group))].sort((a, b) => Boolean(a) - Boolean(b));
  if (!groups.includes(group)) group = "";
  const filter = groups.length > 1 && pieces.length > 24;
  const buttons = groups.filter((name) => !filter || !group || name === group).flatMap((name) => [
    ...(name && !filter ? [make("h2", { textContent: capital(name) })] : []),
    make("div", { className: "tiles" }, ...pieces.filter((one) => one.group === name).map(piece)),
  ]);
  const chosen = (name, text) => make("button", { type: "button", textContent: text, ariaPressed: String(group === name), onclick: () => { group = name; drawPieces(open); } });
  $("pieces").replaceChildren(
    ...(filter ? [make("div", { className: "filter", role: "group", ariaLabel: "Which tiles" }, chosen("", "All"), ...groups.map((name) => chosen(name, capital(name))))] : []),
    ...(open && isTurning() ? [turner()] : []), make("div", { className: "box" }, ...buttons));
  board.rove($("pieces"));
  way = 0;
  if (open && isTurning()) turned(0);
}

function piece({ at, label, svg, enabled = true }) {
  const made = make("button", { type: "button", title: label, ariaLabel: label, disabled: !enabled }, ...(svg ? [board.picture(svg)] : [capital(label)]));
  if (enabled) made.dataset.at = at;
  return made;
}

function drawMoves() {
  const round = shown.players.length;
  $("moves").replaceChildren(...shown.list.map(({ move, player: letter, number }, index) => {
    const link = make("a", { href: "#", textContent: move, onclick: (event) => { event.preventDefault(); then(() => look(number)); } });
    if (number === now()) link.ariaCurrent = "true";
    const item = make("li", {}, link);
    item.dataset.round = index % round ? "" : `${index / round + 1}.`;
    item.style.setProperty("--disc", player(letter)?.colour ?? "transparent");
    return item;
  }));
  const list = document.querySelector(".moves"), current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  $("walk").querySelector("output").textContent = `${now()} / ${state.moves.length}`;
  for (const button of $("walk").querySelectorAll("button")) {
    const to = walk[button.dataset.to]();
    button.ariaDisabled = String(to < 0 || to > state.moves.length || to === now());
  }
}

function tell(sentences, wrong = false) {
  $("told").classList.toggle("wrong", wrong);
  const before = [...$("told").children].map((line) => line.textContent);
  if (before.join() !== sentences.join()) $("told").replaceChildren(...sentences.map((text) => make("p", { textContent: text })));
}

// Show an address that holds no game: a line, and the screen to begin another.
function fail({ error, moves }) {
  home();
  $("game").hidden = false;
  $("game").classList.add("lost");
  tell([`This address holds no game to show: ${error}`], true);
  if (moves?.length && !state.moves.every((move, k) => move === moves[k])) $("told").append(make("button", { type: "button", textContent: `Play on after move ${moves.length}`, onclick: () => begin({ ...state, moves }) }));
}

// ----------------------------------------------------------------------- ways a tile may lie

const turner = () => make("div", { className: "bar", role: "group", ariaLabel: "Turn the tile" },
  make("button", { type: "button", textContent: "Turn (r)", onclick: () => turn(1), disabled: shown.pieces.length < 2 }), make("button", { type: "button", textContent: "Flip (f)", onclick: flip, disabled: new Set(shown.pieces.map((one) => one.group)).size < 2 }));

function turned(index) {
  way = index;
  for (const button of $("pieces").querySelectorAll("[data-at]")) button.ariaPressed = String(button.dataset.at === shown.pieces[way].at);
  ghost(shown.pieces[way].at);
}

function turn(step) {
  const side = shown.pieces.filter((one) => one.group === shown.pieces[way].group);
  const next = side[(side.indexOf(shown.pieces[way]) + step + side.length) % side.length];
  turned(shown.pieces.indexOf(next));
}

function flip() {
  const other = shown.pieces.findIndex((one) => one.group !== shown.pieces[way].group);
  if (other >= 0) turned(other);
}

// ---------------------------------------------------------------------------------- the ghost

const ghosts = new Map();
let hovered = null, timer = 0;

// Show what picking a name would do, as soon as the hand rests on it.
function ghost(name) {
  hovered = name;
  clearTimeout(timer);
  if (name === null) {
    if (shown && !isTurning()) { board.ghost($("board"), ""); $("would").textContent = state.picks.length ? shown.wrong : ""; }
    return;
  }
  const asked = { ...question(state), ghost: name }, text = JSON.stringify(asked), of = shown;
  timer = setTimeout(async () => {
    if (ghosts.size > 300) ghosts.clear();
    if (!ghosts.has(text)) ghosts.set(text, ask(asked));
    const answer = await ghosts.get(text);
    if (hovered !== name || shown !== of || answer.error) return;
    board.ghost($("board"), answer.ghost);
    $("would").textContent = answer.told || answer.wrong || "";
  }, ghosts.has(text) ? 0 : 60);
}

// ------------------------------------------------------------------------- turns and opponents

const luck = () => Number(state.luck) * 1009 + state.moves.length;

async function think(strength) {
  const { game, settings, moves } = state, of = shown;
  const moment = new Promise((resolve) => setTimeout(resolve, calm.matches ? 0 : 500));
  const [answer] = await Promise.all([ask({ ask: "think", game, settings, moves, player: `level:${strength}`, seed: luck() }), moment]);
  if (shown !== of || !thinking) return;
  if (answer.move) return then(() => shown === of && thinking && go({ typed: answer.move }));
  pause();
  if (!answer.stopped) tell([answer.error], true);
}

function pause() {
  thinking = false;
  paused = true;
  stop();
  draw();
}

const resume = () => { paused = false; return go({}); };

// Take back turns up to one of a human, so that an opponent does not play at once again.
function undo() {
  const humanly = shown.list.findLastIndex((one) => !level(player(one.player)));
  const at = humanly >= 0 ? humanly : shown.list.length - 1;
  return go({ moves: state.moves.slice(0, at), undone: [...state.moves.slice(at), ...state.undone] });
}

// Play again what was taken back, with what the opponents answered.
async function redo() {
  do {
    const [move, ...undone] = state.undone;
    paused = undone.length > 0;
    await go({ moves: [...state.moves, move], undone });
  } while (state.undone.length && level(player(shown.turn)));
}

const look = (number) => go({ at: number === state.moves.length ? null : number });
const branch = () => { paused = true; return go({ moves: state.moves.slice(0, now()), undone: state.moves.slice(now()) }).then(() => { if (!level(player(shown.turn))) paused = false; }); };
const again = () => begin({ ...state, moves: [] });

async function save() {
  const { game, settings, moves } = state;
  const answer = await ask({ ask: "record", game, settings, moves });
  if (answer.error) return tell([answer.error], true);
  const link = make("a", { href: URL.createObjectURL(new Blob([answer.text], { type: "text/plain" })), download: `${game}.txt` });
  link.click();
  URL.revokeObjectURL(link.href);
}

// A screen between two players whose hands are hidden from each other.
function handover({ name }) {
  const [title, words, button] = $("between").children;
  title.textContent = `${capital(name)}, it is your turn`;
  words.textContent = `Hand the device over to ${name}. The others look away.`;
  button.textContent = "Show my hand";
  if (!$("between").open) $("between").showModal();
}

// ------------------------------------------------------------------------------ where one is

function visit(id, title = "tilewright") {
  for (const part of ["game", "setup", "print"]) $(part).hidden = part !== id;
  $("setup").replaceChildren();
  $("game").classList.remove("lost");
  delete $("board").dataset.least;
  $("board").replaceChildren();
  $("title").textContent = document.title = title;
  for (const [link, isHere] of [["to-print", id === "print"], ["to-play", id === "setup"]]) $(link).ariaCurrent = isHere ? "page" : null;
}

function home() {
  visit("setup");
  setup.show($("setup"), games, begin, games.games.find((one) => one.name === state?.game)?.name);
}

const begin = (found) => { history.pushState(null, "", address.write(found)); return open(); };

async function open() {
  stop();
  thinking = paused = false;
  held = shown = null;
  story = [];
  if (location.hash === "#print") {
    visit("print");
    return (await import("./print.mjs")).show($("print"), games);
  }
  const found = address.read(location.hash);
  if (!found) return home();
  const known = games.games.find((one) => one.name === found.game);
  state = { ...found, picks: [], at: null, viewer: null, undone: history.state?.undone ?? [] };
  await then(() => go({}));
  if (shown) $("about").lastElementChild.replaceChildren(make("div", { className: "how" }, ...(await setup.lessons(known, state.theme))), setup.about(known));
}

// ---------------------------------------------------------------------------- mouse and keyboard

const placed = (event) => event.target.closest?.("[data-at]");

for (const box of [$("board"), $("pieces")]) {
  box.addEventListener("click", (event) => {
    const spot = placed(event);
    if (spot) then(() => pick(spot.dataset.at));
    else if (box === $("board") && isOpen() && isTurning()) turn(1);
  });
  box.addEventListener("pointerover", (event) => event.pointerType === "mouse" && ghost(placed(event)?.dataset.at ?? null));
  box.addEventListener("pointerleave", () => ghost(null));
  box.addEventListener("focusin", (event) => {
    if (!placed(event)) return;
    board.rove(box, placed(event));
    if (!placed(event).matches(":focus-visible")) return;
    held = board.middle(placed(event));
    ghost(placed(event).dataset.at);
  });
  box.addEventListener("keydown", (event) => {
    const spot = placed(event);
    if (!spot) return;
    if (box === $("board") && (event.key === "Enter" || event.key === " ")) then(() => pick(spot.dataset.at));
    else board.beyond(box, spot, event.key)?.focus();
    if (event.key.startsWith("Arrow") || (box === $("board") && (event.key === "Enter" || event.key === " "))) event.preventDefault();
  });
}
$("board").addEventListener("wheel", (event) => {
  if (!shown || !isOpen() || !isTurning()) return;
  event.preventDefault();
  turn(Math.sign(event.deltaY));
}, { passive: false });
addEventListener("pointerdown", () => { held = null; });

const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
addEventListener("keydown", (event) => {
  if (!shown || $("game").hidden || event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  if (event.key === "Escape" && state.picks.length) then(() => go({}));
  else if ("rf".includes(event.key) && isOpen() && isTurning()) (event.key === "r" ? turn(1) : flip());
  else if (keys[event.key] && !placed(event) && !event.shiftKey) step(keys[event.key]);
  else return;
  event.preventDefault();
});

const step = (name) => then(() => { const to = walk[name](); return to >= 0 && to <= state.moves.length && to !== now() ? look(to) : null; });
for (const button of $("walk").querySelectorAll("button")) button.onclick = () => step(button.dataset.to);
$("play").onclick = () => then(() => (isTurning() ? pick(shown.pieces[way].at) : go({ picks: state.picks, done: true })));
$("cancel").onclick = () => then(() => go({}));
$("undo").onclick = () => then(undo);
$("redo").onclick = () => then(redo);
$("save").onclick = () => then(save);
$("link").onclick = async () => {
  await navigator.clipboard.writeText(location.href).then(() => tell(["The link is copied."]), () => tell(["The browser does not let this page copy. Copy its address instead."], true));
};
$("between").oncancel = (event) => event.preventDefault();
$("between").lastElementChild.onclick = () => { $("between").close(); then(() => go({ viewer: shown.turn })); };
$("typed").onsubmit = (event) => {
  event.preventDefault();
  const move = event.target.move.value.trim();
  if (move) then(() => go({ typed: move })).then(() => { if (!shown.wrong) event.target.reset(); });
};
addEventListener("hashchange", open);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => shown && !state.theme && then(() => go({ picks: state.picks, at: state.at })));

games = await ask({ ask: "games" });
if (games.error) tell([games.error], true);
else open();
