// The page: asks what a game looks like and where its turn may go on, shows that, and sends what is picked.
import { ask, stop } from "./ask.mjs";
import * as address from "./address.mjs";
import * as board from "./board.mjs";
import * as setup from "./setup.mjs";

const $ = (id) => document.getElementById(id);
const { make, button, capital, key, paint } = setup;
const walk = { first: () => 0, back: () => now() - 1, on: () => now() + 1, last: () => state.moves.length };
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let games, state, shown, story = [], group = "", way = 0;
let thinking = false, paused = false, held = null;

// ------------------------------------------------------------------ one question after the other

let queue = Promise.resolve();
const failed = (error) => tell([`The page failed: ${error.message}`], true);
const then = (act) => (queue = queue.then(act).catch(failed));

// Ask for the game with changes, and show the answer; a game that cannot be is told in a line.
async function go(change) {
  if (thinking) stop();
  thinking = false;  // so that what was stopped is not taken for a pause
  $("game").ariaBusy = "true";
  const wanted = { ...state, picks: [], at: null, ...change };
  for (const spot of document.querySelectorAll("#game [data-at]")) spot.removeAttribute("data-at");
  let answer = await ask(question(wanted));
  $("game").ariaBusy = "false";
  if (answer.error && !shown) return fail(answer);
  if (answer.error) answer = { ...shown, wrong: answer.error };
  else if (wanted.at === null) answer.at = null;
  else answer = { ...answer, moves: state.moves, list: shown.list, open: shown.open, at: wanted.at };
  const viewer = view(answer, wanted.viewer);
  if (viewer !== wanted.viewer) return go({ ...change, moves: answer.moves, picks: answer.picks, viewer, typed: "" });
  const before = shown ? state.moves.length : null, played = before !== null && answer.moves.length > before;
  const byLevel = played && level(player(answer.list.at(-1).player, answer));
  if (answer.moves.length !== before || answer.at !== state.at)
    story = [...(byLevel ? story.slice(-3) : []), answer.told].filter(Boolean);
  state = { ...wanted, moves: answer.moves, picks: answer.picks, at: answer.at, typed: "" };
  if (!shown) visit("game", games.games.find((one) => one.name === state.game).title);
  shown = answer;
  const mover = player(shown.turn);
  if (change.undone) paused = Boolean(level(mover));
  else if (played) [state.undone, paused] = [[], false];
  history.replaceState({ undone: state.undone }, "", address.write({ ...state, moves: answer.open }));
  thinking = Boolean(level(mover)) && !shown.over && !paused && state.at === null;
  draw();
  if (thinking) think(level(mover));
  else if (viewer === "" && state.at === null) handover(mover);
}

// Return whose hidden hand is shown: the only human's, or that of the one who has taken the device over.
function view(answer, viewer) {
  const human = humans(answer);
  if (!answer.hidden || human.length === 0) return null;
  if (answer.at !== null) return viewer;
  if (answer.over) return "all";
  if (human.length === 1) return human[0].letter;
  return viewer === answer.turn || level(player(answer.turn, answer)) ? viewer : "";
}

function question({ game, settings, moves, picks, at, typed, theme, viewer }) {
  return { game, settings, moves: moves.slice(0, at ?? moves.length), picks, typed, theme: paint(theme), viewer };
}

const player = (letter, answer = shown) => answer.players.find((one) => one.letter === letter);
const level = (one) => one && (state.seats[key(one)] ?? state.seats[one.letter]);
const humans = (answer = shown) => answer.players.filter((one) => !level(one));
const now = () => state.at ?? state.moves.length;
const isTurning = () => Boolean(shown.move) && shown.places.length === 0 && shown.pieces.length > 0;
const isSeen = () => !shown.hidden || state.viewer === null || state.viewer === shown.turn;
const isOpen = () => !shown.over && !thinking && state.at === null && isSeen();

function pick(name) {
  const isThere = [...shown.places, ...shown.pieces].some(({ at, enabled = true }) => enabled && at === name);
  return isThere ? go({ picks: [...state.picks, name] }) : null;
}

// ----------------------------------------------------------------------------- what is shown

function draw() {
  const open = isOpen();
  board.show($("board"), shown.svg, open ? shown.places : []);
  $("board").classList.toggle("turning", open && isTurning());
  $("players").replaceChildren(...shown.players.map(chip));
  drawTurn(open);
  drawPieces(open);
  drawMoves();
  const isRefused = Boolean(shown.wrong) && state.picks.length === 0;
  tell(isRefused ? [shown.wrong] : story, isRefused);
  const focus = document.activeElement;
  if (!held || (focus !== document.body && !focus.disabled)) return;  // as on Undo, to press it again
  if (shown.over) $("extra").firstElementChild?.focus();
  if (!open) return;
  const spot = isTurning() ? null : board.nearest($("board"), held) ?? $("pieces").querySelector("[data-at]");
  (spot ?? $("play")).focus({ preventScroll: true });
}

function chip(one) {
  const disc = make("i", { className: "disc" });
  disc.style.background = one.colour;
  const facts = [level(one) ? `level ${level(one)}` : "", one.holds].filter(Boolean).join(" · ");
  const score = [shown.hidden ? "" : one.score, shown.winners?.includes(one.letter) ? "★ wins" : ""].join(" ").trim();
  return make("li", { className: one.letter === shown.turn && !shown.over ? "turn" : "" }, one.colour ? disc : null, make("span", capital(one.name)),
    facts ? make("bdi", facts) : null, score ? make("b", score) : null);
}

function drawTurn(open) {
  const mover = player(shown.turn), name = capital(mover?.name ?? "");
  let words = shown.prompt;
  if (thinking) words = `${name} is thinking …`;
  else if (state.at !== null) words = `You look at the position after ${now()} of ${state.moves.length} moves.`;
  else if (shown.over) words = `The game is over. ${shown.standing}`;
  else if (paused && level(mover)) words = `${name} is played by level ${level(mover)} and waits.`;
  $("turn").replaceChildren(words, ...state.picks.map((name) => make("span", { className: "pick" }, name)));
  hint("");
  $("game").classList.toggle("back", state.at !== null);
  $("game").style.setProperty("--mover", (!shown.over && mover?.colour) || "var(--line)");
  $("game").ariaBusy = String(thinking);
  $("play").disabled = !shown.move || !open;
  $("move").disabled = !open;
  $("cancel").disabled = !state.picks.length;
  $("undo").disabled = !state.moves.length || state.at !== null;
  $("redo").disabled = !state.undone.length || state.at !== null;
  const extra = [];
  if (thinking) extra.push(["Stop thinking", pause]);
  else if (state.at !== null) extra.push(["Go on from here", branch], ["Back to the game", () => go({})]);
  else if (shown.over) extra.push(["Play again", again], ["New game", leave]);
  else if (paused && level(mover)) extra.push([`Let ${name} play`, resume]);
  $("extra").replaceChildren(...extra.map(([text, act]) => button(text, () => (act === pause ? pause() : then(act)))));
}

function drawPieces(open) {
  const pieces = open || shown.hidden ? shown.pieces : [], turning = open && isTurning();
  const groups = [...new Set(pieces.map((one) => one.group))].sort((a, b) => Boolean(a) - Boolean(b));
  const isMany = groups.length > 1 && pieces.length > 24;
  if (!groups.includes(group)) group = "";
  const lists = groups.filter((name) => !isMany || !group || name === group).map((name) => [
    name && !isMany ? make("h2", capital(name)) : null,
    make("div", { className: "tiles" }, pieces.filter((one) => one.group === name).map(piece)),
  ]);
  const head = turning ? turner() : isMany ? filter(groups, open) : null;
  $("pieces").replaceChildren(...[head, make("div", { className: "box" }, lists.flat())].filter(Boolean));
  board.rove($("pieces"));
  if (turning) turned(0);
}

// Return the buttons that choose which of many pieces are shown.
function filter(groups, open) {
  const choose = (name) => { group = name; drawPieces(open); };
  const one = (name) => button(capital(name) || "All", () => choose(name), { ariaPressed: String(group === name) });
  return make("div", { className: "filter", role: "group", ariaLabel: "Which tiles" }, ["", ...groups].map(one));
}

function piece({ at, label, svg, enabled = true }) {
  const made = button(svg ? "" : capital(label), null, { title: label, ariaLabel: label, disabled: !enabled });
  if (svg) made.append(board.picture(svg));
  if (enabled) made.dataset.at = at;
  return made;
}

function drawMoves() {
  const round = shown.players.length;
  $("moves").replaceChildren(...shown.list.map(({ move, player: letter }, index) => {
    const number = index + 1;
    const link = make("a", { href: "#", textContent: move, ariaCurrent: number === now() ? "true" : null });
    link.onclick = (event) => {
      event.preventDefault();
      then(() => look(number));
    };
    const item = make("li", {}, link);
    item.dataset.round = index % round ? "" : `${index / round + 1}.`;
    item.style.setProperty("--disc", player(letter)?.colour ?? "transparent");
    return item;
  }));
  const list = document.querySelector(".moves"), current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  $("walk").querySelector("output").textContent = `${now()} / ${state.moves.length}`;
  for (const one of $("walk").querySelectorAll("button")) {
    const to = walk[one.dataset.to]();
    one.ariaDisabled = String(to < 0 || to > state.moves.length || to === now());
  }
}

function tell(sentences, wrong = false) {
  $("told").classList.toggle("wrong", wrong);
  const before = [...$("told").children].map((line) => line.textContent);
  if (before.join() !== sentences.join()) $("told").replaceChildren(...sentences.map((text) => make("p", text)));
}

// Show an address that holds no game: a line, and the screen to begin another.
function fail({ error }) {
  home();
  $("game").hidden = false;
  $("game").classList.add("lost");
  tell([`This address holds no game to show: ${error}`], true);
}

// ----------------------------------------------------------------------- ways a tile may lie

function turner() {
  const sides = new Set(shown.pieces.map((one) => one.group));
  return make("div", { className: "bar", role: "group", ariaLabel: "Turn the tile" },
    button("Turn (r)", () => turn(1), { disabled: shown.pieces.length < 2 }),
    button("Flip (f)", flip, { disabled: sides.size < 2 }));
}

function turned(index) {
  way = index;
  for (const one of $("pieces").querySelectorAll("[data-at]")) one.ariaPressed = String(one.dataset.at === shown.pieces[way].at);
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

// Say what a pick would do, aloud if it is reached by keys, or else why what is picked may not stay.
function hint(text) {
  $("would").ariaLive = held ? "polite" : "off";
  $("would").textContent = text || (state.picks.length ? shown.wrong : "");
}

let hovered = null, timer = 0;

// Show what picking a name would do, as soon as the hand rests on it.
function ghost(name) {
  hovered = name;
  clearTimeout(timer);
  if (name === null) {
    if (!shown || isTurning()) return;
    board.ghost($("board"), "");
    hint("");
    return;
  }
  const asked = { ...question(state), ask: "ghost", picks: [...state.picks, name] }, text = JSON.stringify(asked), of = shown;
  timer = setTimeout(async () => {
    if (ghosts.size > 300) ghosts.clear();
    if (!ghosts.has(text)) ghosts.set(text, ask(asked));
    const answer = await ghosts.get(text);
    if (hovered !== name || shown !== of || answer.error) return;
    board.ghost($("board"), answer.svg);
    hint(answer.told || answer.wrong);
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
    await go({ moves: [...state.moves, move], undone });
  } while (state.undone.length && level(player(shown.turn)));
}

const narrow = matchMedia("(max-width: 52rem)");

async function look(number) {
  await go({ at: number === state.moves.length ? null : number });
  if (narrow.matches) scrollTo(0, 0);
}

const branch = () => go({ moves: state.moves.slice(0, now()), undone: state.moves.slice(now()) });

// Begin the same game once more, with other draws.
function again() {
  const { options } = games.games.find((one) => one.name === state.game);
  const lots = options.filter(({ lot }) => lot).map(({ name }) => name);
  const settings = state.settings.map(([name, value]) => [name, lots.includes(name) ? setup.chance() : value]);
  return begin({ ...state, settings, moves: [], luck: state.luck === "1" ? "1" : setup.chance() });
}

async function save() {
  const { game, settings, moves } = state;
  const answer = await ask({ ask: "record", game, settings, moves });
  if (answer.error) return tell([answer.error], true);
  const href = URL.createObjectURL(new Blob([answer.text], { type: "text/plain" }));
  make("a", { href, download: `${game}.txt` }).click();
  URL.revokeObjectURL(href);
}

// A screen between two players whose hands are hidden from each other.
function handover({ name }) {
  const [title, words, taken] = $("between").children;
  title.textContent = `${capital(name)}, it is your turn`;
  words.textContent = `Hand the device over to ${name}. The others look away.`;
  taken.textContent = "Show my hand";
  if (!$("between").open) $("between").showModal();
}

// ------------------------------------------------------------------------------ where one is

function visit(id, title = "tilewright") {
  for (const part of ["game", "setup", "print"]) $(part).hidden = part !== id;
  $("setup").replaceChildren();
  $("between").close();
  $("game").classList.remove("lost");
  delete $("board").dataset.least;
  $("board").replaceChildren();
  $("title").textContent = document.title = title;
  $("to-print").ariaCurrent = id === "print" ? "page" : null;
  $("to-play").ariaCurrent = id === "setup" ? "page" : null;
}

function home() {
  visit("setup");
  setup.show($("setup"), games, begin, games.games.find((one) => one.name === state?.game)?.name);
}

const leave = () => { location.hash = ""; };
const begin = (found) => { history.pushState(null, "", address.write(found)); return open(); };

async function open() {
  stop();
  thinking = false;
  paused = Boolean(history.state?.undone?.length);
  held = shown = null;
  story = [];
  if (location.hash === "#print") {
    visit("print");
    return (await import("./print.mjs")).show($("print"), games);
  }
  const found = address.read(location.hash);
  if (!found) return home();
  state = { ...found, picks: [], at: null, viewer: null, undone: history.state?.undone ?? [] };
  $("about").open = false;
  await then(() => go({}));
}

// Say how the game is played when that is asked for, not while it is to begin.
$("about").ontoggle = async () => {
  if (!$("about").open) return;
  const known = games.games.find((one) => one.name === state.game);
  const figures = await setup.lessons(known, state.theme);
  $("about").lastElementChild.replaceChildren(make("div", { className: "how" }, figures), setup.about(known));
};

// ---------------------------------------------------------------------------- mouse and keyboard

const placed = (event) => event.target.closest?.("[data-at]");
const ghostOf = (spot) => ghost(spot && !spot.matches(".taken") ? spot.dataset.at : null);  // a piece that lies there is seen

for (const box of [$("board"), $("pieces")]) {
  box.addEventListener("click", (event) => {
    const spot = placed(event);
    if (spot) then(() => pick(spot.dataset.at));
    else if (box === $("board") && isOpen() && isTurning()) turn(1);
  });
  box.addEventListener("pointerover", (event) => event.pointerType === "mouse" && ghostOf(placed(event)));
  box.addEventListener("pointerleave", () => ghost(null));
  box.addEventListener("focusin", (event) => {
    if (!placed(event)) return;
    board.rove(box, placed(event));
    if (!placed(event).matches(":focus-visible")) return;
    held = board.middle(placed(event));
    ghostOf(placed(event));
  });
  box.addEventListener("keydown", (event) => {
    const spot = placed(event), isPick = box === $("board") && (event.key === "Enter" || event.key === " ");
    if (!spot || !(isPick || event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    if (isPick) then(() => pick(spot.dataset.at));
    else board.beyond(box, spot, event.key)?.focus();
  });
}

let rolled = 0;
$("board").addEventListener("wheel", (event) => {
  if (!shown || !isOpen() || !isTurning()) return;
  event.preventDefault();
  if (event.timeStamp - rolled < 100) return;
  rolled = event.timeStamp;
  turn(Math.sign(event.deltaY));
}, { passive: false });
addEventListener("pointerdown", () => { held = null; });

const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
addEventListener("keydown", (event) => {
  const isTyped = event.target.matches?.("input, textarea, select");
  if (!shown || isTyped || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const isWay = isOpen() && isTurning();
  if (event.key === "Escape" && state.picks.length) then(() => go({}));
  else if (event.key === "r" && isWay) turn(1);
  else if (event.key === "f" && isWay) flip();
  else if (keys[event.key] && !placed(event)) step(keys[event.key]);
  else return;
  event.preventDefault();
});

function step(name) {
  return then(() => {
    const to = walk[name]();
    return to >= 0 && to <= state.moves.length && to !== now() ? look(to) : null;
  });
}

for (const one of $("walk").querySelectorAll("button")) one.onclick = () => step(one.dataset.to);
$("play").onclick = () => then(() => (isTurning() ? pick(shown.pieces[way].at) : go({ typed: shown.move })));
$("cancel").onclick = () => then(() => go({}));
$("undo").onclick = () => then(undo);
$("redo").onclick = () => then(redo);
$("save").onclick = () => then(save);
$("link").onclick = async () => {
  const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  tell([copied ? "The link is copied." : "The browser does not let this page copy. Copy its address instead."], !copied);
};
$("between").oncancel = (event) => event.preventDefault();
$("between").onkeydown = (event) => { if (event.key === "Escape") event.preventDefault(); };  // a second one would close it
$("between").lastElementChild.onclick = () => {
  $("between").close();
  then(() => go({ viewer: shown.turn }));
};
$("typed").onsubmit = (event) => {
  event.preventDefault();
  const move = event.target.move.value.trim();
  if (move) then(() => go({ typed: move })).then(() => shown.wrong || event.target.reset());
};
addEventListener("hashchange", open);
setup.dark.addEventListener("change", () => shown && !state.theme && then(() => go({ picks: state.picks, at: state.at })));

games = await ask({ ask: "games" });
if (games.error) tell([games.error], true);
else open();
