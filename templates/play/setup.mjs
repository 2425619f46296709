// The screen before a game: which one, by which settings, who plays, and records to go on with.
import { ask } from "./ask.mjs";
import { picture } from "./board.mjs";

// Return an element with texts and elements in it.
export function make(name, properties, ...inner) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inner);
  return made;
}

let number = 0;

// Return a label and its control, and what helps with it.
function field(label, control, help = "") {
  control.id = `field-${(number += 1)}`;
  const parts = [make("label", { htmlFor: control.id, textContent: label }), control];
  if (!help) return parts;
  control.setAttribute("aria-describedby", `${control.id}-help`);
  return [...parts, make("small", { id: `${control.id}-help`, textContent: help })];
}

function choice(name, options, chosen) {
  const made = make("select", { name });
  made.append(...options.map(([value, text]) => make("option", { value, textContent: text, selected: value === chosen })));
  return made;
}

function control({ name, kind, choices = [], default: usual, min, max }) {
  if (kind === "choice") return choice(name, choices.map((one) => [one, one]), usual);
  const made = make("input", { name, value: usual ?? "", autocomplete: "off", type: kind === "number" ? "number" : "text" });
  if (min !== undefined) Object.assign(made, { min, max });
  return made;
}

// Return how a game is played in a few pictures, and whose it is.
export async function lessons(game, theme = "") {
  const { how = [] } = await ask({ ask: "how", game: game.name, theme: paint(theme) });
  return how.map(({ svg, caption }) => make("figure", {}, picture(svg), make("figcaption", { textContent: caption })));
}

export function about(game) {
  const source = /^https?:/.test(game.source) ? make("a", { href: game.source, rel: "noopener", textContent: game.source }) : game.source;
  const facts = [["Designer", game.designer], ["Source", source], ["Terms", game.terms]].filter(([, text]) => text);
  return make("dl", {}, ...facts.flatMap(([name, text]) => [make("dt", { textContent: name }), make("dd", {}, text)]));
}

// Show the screen; `start` takes the game that is chosen, as an address has it.
export function show(section, { games, themes }, start, chosen = games[0].name) {
  const cards = games.map((game) => {
    const radio = make("input", { type: "radio", name: "game", value: game.name, checked: game.name === chosen });
    radio.addEventListener("change", () => choose(game));
    return make("label", { className: "card game" }, radio, make("b", { textContent: game.title }), make("small", { textContent: game.designer }));
  });
  const form = make("form", { className: "card fields", autocomplete: "off" });
  const preview = make("figure", { className: "card preview" });
  const explained = make("div", { className: "card explained" });
  section.replaceChildren(
    make("h2", { textContent: "Choose a game" }),
    make("div", { className: "games", role: "radiogroup", ariaLabel: "Game" }, ...cards),
    make("div", { className: "start" }, make("div", {}, form, loader(start)), make("div", {}, explained, preview)),
  );
  choose(games.find((one) => one.name === chosen));

  function choose(game) {
    const lots = Object.fromEntries(game.options.filter(({ lot }) => lot).map(({ name }) => [name, String(chance())]));
    const seats = make("div", { className: "seats" });
    const wrong = make("p", { className: "wrong", role: "alert" });
    const button = make("button", { className: "primary", textContent: "Start the game", id: "start" });
    const fields = (isMain) => game.options.filter(({ kind }) => isMain === (kind === "choice")).flatMap((option) => field(option.label, control(option), option.help));
    const theme = field("Colours", choice("theme", [["", "light or dark as this device"], ...themes.map((one) => [one, one])], ""));
    form.replaceChildren(make("h2", { textContent: game.title }), ...fields(true), seats, button, wrong,
      make("details", {}, make("summary", { textContent: "More settings" }), make("div", { className: "fields" }, ...theme, ...fields(false))));
    form.onsubmit = (event) => {
      event.preventDefault();
      const levels = [...seats.querySelectorAll("select")].filter(({ value }) => value).map(({ name, value }) => [name, Number(value)]);
      start({ game: game.name, settings: settings(), moves: [], seats: Object.fromEntries(levels), theme: form.elements.theme.value, luck: levels.length ? String(chance()) : "1" });
    };
    form.onchange = (event) => event.target.closest(".seats") || look();
    look();
    lessons(game).then((figures) => explained.replaceChildren(make("h2", { textContent: `How to play ${game.title}` }), make("div", { className: "how" }, ...figures), about(game)));

    function settings() {
      const given = game.options.map(({ name, default: usual }) => [name, form.elements[name].value.trim() || (lots[name] ?? ""), usual ?? ""]);
      return given.filter(([, value, usual]) => value && value !== usual).map(([name, value]) => [name, value]);
    }

    // Show the start by these settings, and who may play whom.
    async function look() {
      const answer = await ask({ game: game.name, settings: settings(), theme: paint(form.elements.theme.value), viewer: "" });
      if (!form.contains(seats)) return;
      wrong.textContent = answer.error ?? "";
      button.disabled = Boolean(answer.error);
      if (answer.error) return;
      preview.replaceChildren(picture(answer.svg), make("figcaption", { textContent: "The start by these settings" }));
      const before = Object.fromEntries([...seats.querySelectorAll("select")].map(({ name, value }) => [name, value]));
      const levels = game.levels.map(({ level }) => [String(level), `Computer, level ${level}${{ 1: " (easiest)", 5: " (strongest)" }[level] ?? ""}`]);
      seats.replaceChildren(...answer.players.flatMap((player, index) => {
        const usual = index && levels.length ? "2" : "";
        return field(capital(player.name), choice(key(player), [["", "A human at this device"], ...levels], before[key(player)] ?? usual));
      }));
    }
  }
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Return the name by which an address tells who plays a player.
export const key = ({ name, letter }) => (name.includes(" ") ? letter : name);

const chance = () => crypto.getRandomValues(new Uint32Array(1))[0] % 1000000;

const dark = matchMedia("(prefers-color-scheme: dark)");

// Return the theme that a name stands for; "" follows the device.
export const paint = (theme) => theme || (dark.matches ? "dark" : "classic");

// Return the part that opens records, from a file or as text.
function loader(start) {
  const wrong = make("p", { className: "wrong", role: "alert" });
  const file = make("input", { type: "file", accept: ".txt,text/plain", id: "file" });
  const text = make("textarea", { rows: 5, id: "text", spellcheck: false });
  const button = make("button", { type: "button", id: "open", textContent: "Open the record" });
  file.onchange = async () => open(await file.files[0].text());
  button.onclick = () => open(text.value);
  async function open(written) {
    const answer = await ask({ ask: "load", text: written });
    wrong.textContent = answer.error ?? "";
    if (!answer.error) start({ game: answer.game, settings: answer.settings, moves: answer.moves, seats: {}, theme: "", luck: "1" });
  }
  return make("details", { className: "card" }, make("summary", { textContent: "Open a recorded game" }),
    make("div", { className: "fields" }, ...field("A file", file), ...field("or its text", text), button, wrong));
}
