// The screen before a game: which one, by which settings, who plays, and records to go on with.
import { ask } from "./ask.mjs";
import { picture } from "./board.mjs";

// Return an element with these properties, or this text, and what is in it; what is null is left out.
export function make(name, properties = {}, ...inner) {
  const own = typeof properties === "string" ? { textContent: properties } : properties;
  const made = Object.assign(document.createElement(name), own);
  made.append(...inner.flat().filter((one) => one !== null));
  return made;
}

export function button(text, onclick, more = {}) {
  return make("button", { type: "button", textContent: text, onclick, ...more });
}

let number = 0;

// Return a label and its control, and what helps with it.
export function field(label, control, help = "") {
  control.id = `field-${(number += 1)}`;
  const parts = [make("label", { htmlFor: control.id, textContent: label }), control];
  if (!help) return parts;
  const helping = make("small", { id: `${control.id}-help`, textContent: help });
  control.setAttribute("aria-describedby", helping.id);
  return [...parts, helping];
}

export function choice(name, options, chosen) {
  const all = options.map(([value, text]) => make("option", { value, textContent: text, selected: value === chosen }));
  return make("select", { name }, all);
}

const same = (names) => names.map((one) => [one, one]);

// Return the names of players that letters stand for, as of who begins; other choices are names themselves.
function named(value, players) {
  const letters = /^[a-z]+$/.test(value) && [...value].every((one) => one in players);
  return letters ? [...value].map((one) => players[one]).join(", ") : value;
}

function control({ name, kind, choices, default: usual }, game) {
  const open = usual === null ? [["", "as usual"]] : [];
  if (kind === "choice") return choice(name, [...open, ...choices.map((value) => [value, named(value, game.players)])], usual);
  return make("input", { name, value: usual ?? "", autocomplete: "off", type: kind });
}

// Return how a game is played in a few pictures, and whose it is.
export async function lessons(game, theme = "") {
  const { how = [] } = await ask({ ask: "how", game: game.name, theme: paint(theme) });
  return how.map(({ svg, caption }) => make("figure", {}, picture(svg), make("figcaption", caption)));
}

export function about({ designer, source, terms }) {
  const facts = Object.entries({ Designer: designer, Source: source, Terms: terms });
  return make("dl", {}, facts.map(([name, text]) => [make("dt", name), make("dd", text)]).flat());
}

// Show the screen; `start` takes the game that is chosen, as an address has it.
export function show(section, { games, themes }, start, chosen = games[0].name) {
  const cards = games.map((game) => {
    const radio = make("input", { type: "radio", name: "game", value: game.name, checked: game.name === chosen });
    radio.addEventListener("change", () => choose(game));
    return make("label", { className: "card game" }, radio, make("b", game.title), make("small", `Designer: ${game.designer}`));
  });
  const form = make("form", { className: "card fields", autocomplete: "off" });
  const preview = make("figure", { className: "card preview" });
  const explained = make("div", { className: "card explained" });
  section.replaceChildren(
    make("h2", "Choose a game"),
    make("div", { className: "games", role: "radiogroup", ariaLabel: "Game" }, cards),
    make("div", { className: "start" }, make("div", {}, form, loader(start)), make("div", {}, explained, preview)),
  );
  choose(games.find((one) => one.name === chosen));

  function choose(game) {
    const seats = make("div", { className: "seats" });
    const wrong = make("p", { className: "wrong", role: "alert" });
    const submit = make("button", { className: "primary", textContent: "Start the game", id: "start" });
    const [main, more] = [true, false].map((isMain) =>
      game.options.filter(({ kind }) => isMain === (kind === "choice")).flatMap((one) => field(capital(one.name), control(one, game), one.help)),
    );
    const theme = field("Theme", choice("theme", [["", "light or dark as this device"], ...same(themes)], ""));
    const details = make("details", {}, make("summary", "More settings"), make("div", { className: "fields" }, theme, more));
    form.replaceChildren(make("h2", game.title), ...main, seats, submit, wrong, details);
    form.onsubmit = (event) => {
      event.preventDefault();
      const levels = Object.fromEntries(chosenSeats().filter(([, level]) => level).map(([name, level]) => [name, Number(level)]));
      const luck = Object.keys(levels).length ? chance() : "1";
      start({ game: game.name, settings: settings(chance()), moves: [], seats: levels, theme: form.elements.theme.value, luck });
    };
    form.onchange = (event) => event.target.closest(".seats") || look();
    look().then(() => lessons(game)).then((figures) => {
      if (!form.contains(seats)) return;
      const how = make("div", { className: "how" }, figures);
      explained.replaceChildren(make("h2", `How to play ${game.title}`), how, about(game));
    });

    function settings(number) {
      const given = game.options.map(({ name, default: usual, lot }) => {
        const value = form.elements[name].value.trim();
        return [name, value === usual ? "" : value || (lot ? number : "")];
      });
      return given.filter(([, value]) => value);
    }

    function chosenSeats() {
      return [...seats.querySelectorAll("select")].map(({ name, value }) => [name, value]);
    }

    // Show a start by these settings, and who may play whom; the usual ones are answered when the page is exported.
    async function look() {
      const question = { game: game.name, settings: settings("1"), theme: paint(form.elements.theme.value), viewer: "" };
      const answer = await ask(question);
      if (!form.contains(seats)) return;
      wrong.textContent = answer.error ?? "";
      submit.disabled = Boolean(answer.error);
      if (answer.error) return;
      preview.replaceChildren(picture(answer.svg), make("figcaption", "A start by these settings"));
      const before = Object.fromEntries(chosenSeats());
      const levels = [1, 2, 3, 4, 5].map((level) => [String(level), `Computer, level ${level}${RANKS[level] ?? ""}`]);
      seats.replaceChildren(...answer.players.flatMap((player, index) => {
        const usual = before[key(player)] ?? (index ? "2" : "");
        return field(capital(player.name), choice(key(player), [["", "A human at this device"], ...levels], usual));
      }));
    }
  }
}

const RANKS = { 1: " (easiest)", 5: " (strongest)" };

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Return the name by which an address tells who plays a player.
export const key = ({ name, letter }) => (name.includes(" ") ? letter : name);

// Return a number by chance, as a setting is written.
export const chance = () => String(crypto.getRandomValues(new Uint32Array(1))[0] % 1000000);

export const dark = matchMedia("(prefers-color-scheme: dark)");

// Return the theme that a name stands for; "" follows the device.
export const paint = (theme) => theme || (dark.matches ? "dark" : "classic");

// Return the part that opens records, from a file or as text.
function loader(start) {
  const wrong = make("p", { className: "wrong", role: "alert" });
  const file = make("input", { type: "file", accept: ".txt,text/plain", onchange: async () => open(await file.files[0].text()) });
  const text = make("textarea", { rows: 5, spellcheck: false });
  const submit = button("Open the record", () => open(text.value), { id: "open" });
  async function open(written) {
    const { error, game, settings, moves } = await ask({ ask: "load", text: written });
    wrong.textContent = error ?? "";
    if (!error) start({ game, settings, moves, seats: {}, theme: "", luck: "1" });
  }
  const fields = make("div", { className: "fields" }, field("A file", file), field("or its text", text), submit, wrong);
  return make("details", { className: "card" }, make("summary", "Open a recorded game"), fields);
}
