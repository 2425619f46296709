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

// Return a few pictures with captions: how a game is played.
export async function how(game) {
  const { how: pictures = [], error } = await ask({ ask: "how", game: game.name });
  const figures = (error ? game.how : pictures).map(({ svg, caption }) => make("figure", {}, picture(svg), make("figcaption", { textContent: caption })));
  const web = /^https?:/.test(game.source);
  const source = web ? make("a", { href: game.source, rel: "noopener", textContent: game.source }) : game.source;
  const about = [["Designer", game.designer], ["Source", source], ["Terms", game.terms]].filter(([, text]) => text);
  return [make("div", { className: "how" }, ...figures), make("dl", {}, ...about.flatMap(([name, text]) => [make("dt", { textContent: name }), make("dd", {}, text)]))];
}

// Show the screen; `start` takes the game that is chosen, as an address has it.
export function show(section, { games, themes }, start, chosen = games[0].name) {
  const cards = games.map((game) => {
    const radio = make("input", { type: "radio", name: "game", value: game.name, checked: game.name === chosen });
    const words = make("span", {}, make("b", { textContent: game.title }), make("small", { textContent: `by ${game.designer}` }));
    return make("label", { className: "card game" }, radio, ...(game.how[0] ? [picture(game.how[0].svg)] : []), words);
  });
  const form = make("form", { className: "card fields", autocomplete: "off" });
  const preview = make("div", { className: "preview" });
  const explained = make("div", { className: "card explained" });
  section.replaceChildren(
    make("h2", { textContent: "Choose a game" }),
    make("div", { className: "games", role: "radiogroup", ariaLabel: "Game" }, ...cards),
    make("div", { className: "start" }, form, make("div", {}, preview, explained)),
    loader(start),
  );
  for (const card of cards) card.firstChild.addEventListener("change", () => choose(card.firstChild.value));
  choose(chosen);

  function choose(name) {
    const game = games.find((one) => one.name === name);
    const seats = make("div", { className: "seats" });
    const wrong = make("p", { className: "wrong", role: "alert" });
    const button = make("button", { className: "primary", textContent: "Start the game", id: "start" });
    form.replaceChildren(
      make("h3", { textContent: game.title }),
      ...game.options.flatMap((option) => field(option.label, control(option), option.help)),
      seats,
      ...field("Theme", choice("theme", [["", "as light or dark as this device"], ...themes.map((one) => [one, one])], "")),
      wrong,
      button,
    );
    const settings = () => game.options.map(({ name: key }) => [key, form.elements[key].value.trim()]).filter(([key, value]) => value && value !== game.options.find((one) => one.name === key).default);
    form.onsubmit = (event) => {
      event.preventDefault();
      const given = settings(), seed = game.options.some((one) => one.name === "seed");
      if (seed && !given.some(([key]) => key === "seed")) given.push(["seed", String(luck())]);
      const players = [...seats.querySelectorAll("select")].filter((seat) => seat.value);
      const levels = Object.fromEntries(players.map((seat) => [seat.name, Number(seat.value)]));
      start({ game: game.name, settings: given, moves: [], seats: levels, theme: form.elements.theme.value, luck: players.length ? String(luck()) : "1" });
    };
    form.onchange = (event) => event.target.closest(".seats") || look();
    look();
    how(game).then((parts) => explained.replaceChildren(make("h3", { textContent: `How to play ${game.title}` }), ...parts));

    // Show the start by these settings, and who plays.
    async function look() {
      const given = settings();
      const answer = await ask({ game: game.name, settings: given, theme: paint(form.elements.theme.value) });
      if (game.name !== section.querySelector("input[name=game]:checked").value) return;
      wrong.textContent = answer.error ?? "";
      button.disabled = Boolean(answer.error);
      if (answer.error) return;
      preview.replaceChildren(picture(answer.svg));
      const before = Object.fromEntries([...seats.querySelectorAll("select")].map((seat) => [seat.name, seat.value]));
      seats.replaceChildren(...answer.players.flatMap((player, index) => {
        const levels = game.levels.map(({ level, label }) => [String(level), label]);
        const name = key(player), usual = index && levels.length ? levels[Math.min(1, levels.length - 1)][0] : "";
        return field(capital(player.name), choice(name, [["", "a human"], ...levels], before[name] ?? usual));
      }));
    }
  }
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Return the name by which an address tells who plays a player.
export const key = ({ name, letter }) => (name.includes(" ") ? letter : name);

const luck = () => crypto.getRandomValues(new Uint32Array(1))[0] % 1000000;

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
  return make("details", { className: "tags" }, make("summary", { textContent: "Go on with a recorded game" }),
    make("div", { className: "card fields" }, ...field("A file", file), ...field("or its text", text), button, wrong));
}
