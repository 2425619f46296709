// Print: what a kit's sheets will look like, its PDF, and the command that makes the same.
import { ask } from "./ask.mjs";
import { button, capital, choice, field, make } from "./setup.mjs";

const TURNS = { long: "on the long edge", short: "on the short edge", fold: "no: backs beside fronts, to fold", none: "no backs" };
let addresses = [];

export async function show(section, { games, themes }) {
  const pages = make("div", { className: "sheets" }), told = make("div", { role: "status" });
  const pieces = make("fieldset", {}, make("legend", { textContent: "Pieces" }));
  const form = make("form", { className: "card fields", autocomplete: "off" },
    ...field("Game", choice("game", games.map(({ name, title }) => [name, title]))),
    ...field("Paper", choice("paper", [["a4", "A4"]])),
    ...field("Theme", choice("theme", themes.map((one) => [one, one]))),
    ...field("Turned over", choice("duplex", Object.entries(TURNS))), pieces,
    button("Download the PDF", download, { className: "primary" }));
  section.replaceChildren(make("h2", { textContent: "Print" }), make("div", { className: "start" }, make("div", {}, form, told), pages));
  form.onsubmit = (event) => event.preventDefault();
  form.onchange = draw;
  let shown = "", last = 0;
  await draw();

  // Return the question; of a game that is new, all pieces that are printed if nobody says which.
  function question(isNew) {
    const boxes = [...pieces.querySelectorAll("input")], value = (name) => form.elements[name].value;
    const usual = isNew || boxes.every(({ checked, defaultChecked }) => checked === defaultChecked);
    const only = usual ? [] : boxes.filter(({ checked }) => checked).map(({ name }) => name);
    return { ask: "print", game: value("game"), paper: value("paper"), theme: value("theme"), duplex: value("duplex"), only };
  }

  async function draw() {
    const isNew = form.elements.game.value !== shown, turn = (last += 1);
    const none = !isNew && ![...pieces.querySelectorAll("input")].some(({ checked }) => checked);
    section.setAttribute("aria-busy", "true");
    const answer = none ? { error: "Choose pieces to print." } : await ask(question(isNew));
    if (turn !== last) return; // something else was chosen meanwhile
    section.removeAttribute("aria-busy");
    form.querySelector("button").disabled = Boolean(answer.error);
    addresses.forEach(URL.revokeObjectURL);
    addresses = [];
    if (answer.error) {
      pages.replaceChildren();
      return told.replaceChildren(make("p", { className: "wrong", textContent: capital(answer.error) }));
    }
    if (isNew) choices(answer);
    shown = answer.game;
    pages.replaceChildren(...pairs(answer.pages));
    told.replaceChildren(make("p", {}, "The same by command:"), make("pre", {}, make("code", { textContent: answer.command })),
      make("ul", {}, ...answer.notes.map((textContent) => make("li", { textContent }))));
  }

  function choices({ papers, components }) {
    const paper = form.elements.paper, before = paper.value;
    paper.replaceChildren(...choice("paper", papers.map((one) => [one, capital(one)])).children);
    paper.value = before;
    pieces.replaceChildren(pieces.firstElementChild, ...components.map(({ name, title, usual }) =>
      make("label", {}, make("input", { type: "checkbox", name, defaultChecked: usual }), ` ${title}`)));
  }

  async function download() {
    const answer = await ask({ ...question(form.elements.game.value !== shown), pdf: true });
    if (answer.error) return told.replaceChildren(make("p", { className: "wrong", textContent: answer.error }));
    const bytes = Uint8Array.from(atob(answer.pdf), (letter) => letter.charCodeAt(0));
    const href = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
    make("a", { href, download: `${answer.game}.pdf` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  }
}

// Return the sheets as pictures, a front beside its back.
function* pairs(pages) {
  for (let k = 0; k < pages.length; k += 1) {
    const both = pages[k].side === "front" && pages[k + 1]?.side === "back";
    yield make("div", { className: "sheet" }, ...pages.slice(k, k + 1 + both).map(picture));
    k += both;
  }
}

function picture({ svg, title, side }) {
  const src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  addresses.push(src);
  return make("figure", {}, make("img", { src, alt: `${title} as it prints` }), make("figcaption", { textContent: side === "both" ? `${title}, to fold` : title }));
}
