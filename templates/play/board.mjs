// The board: an answer's picture with the places to pick laid over it, and moving among them by arrow keys.
const SVG = "http://www.w3.org/2000/svg";
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
// The least size of a place, in pixels: what a finger hits.
const LEAST = 24;

// Return SVG of an answer as an element of this page.
export function picture(text) {
  const plain = text.replace(/<style>.*?<\/style>/gs, "");  // it says again what attributes say
  const found = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  return document.importNode(found, true);
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// Show a picture, and over it the places that may be picked.
export function show(board, text, places) {
  const drawn = picture(text);
  drawn.classList.add("picture");
  const viewBox = drawn.getAttribute("viewBox");
  const layer = element("svg", { viewBox, class: places.length > 60 ? "places many" : "places" });
  const [, , width, height] = viewBox.split(" ").map(Number);
  const sizes = places.map(({ points }) => extent(points));
  const least = Math.min(...sizes.map(({ size }) => size)), most = Math.max(...sizes.map(({ size }) => size));
  places.forEach(({ at, points, label, taken }, index) => {
    const { x, y, size } = sizes[index];
    const kind = taken ? "taken" : size < 0.7 * most ? "small" : "large";
    const place = element("g", { "data-at": at, role: "button", tabindex: -1, "aria-label": label, class: kind });
    const dot = { cx: x, cy: y, r: Math.min(size * 0.11, width * 0.008) };
    place.append(element("polygon", { points }), element("circle", dot));
    layer.append(place);
  });
  const frame = document.createElement("div"), left = board.scrollLeft, isNew = !board.firstChild;
  frame.style.setProperty("--ratio", width / height);
  // A board of small cells is as wide as its places need, and scrolls.
  if (places.length) board.dataset.least = Math.max(board.dataset.least ?? 0, (LEAST * width) / least);
  if (board.dataset.least) frame.style.minWidth = `${Math.ceil(board.dataset.least)}px`;
  board.style.background = drawn.querySelector(".paper")?.getAttribute("fill") ?? "";
  frame.append(drawn, layer);
  board.replaceChildren(frame);
  board.scrollLeft = isNew ? (board.scrollWidth - board.clientWidth) / 2 : left;
  rove(board);
}

// Return the middle of a polygon, and the smaller of its width and height.
function extent(points) {
  const corners = points.split(" ").map((point) => point.split(",").map(Number));
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { x: (left + right) / 2, y: (top + bottom) / 2, size: Math.min(right - left, bottom - top) };
}

// Show the picture of what a pick would do, translucent, or nothing.
export function ghost(board, text) {
  board.querySelector(".ghost")?.remove();
  if (!text) return;
  const tried = picture(text);
  tried.classList.add("ghost");
  tried.ariaHidden = "true";
  board.querySelector(".picture").after(tried);
}

// Let one of the things to pick be reached by Tab; the arrows lead to the others.
export function rove(box, chosen = box.querySelector("[data-at]")) {
  for (const spot of box.querySelectorAll("[data-at]")) spot.setAttribute("tabindex", spot === chosen ? 0 : -1);
}

export function middle(spot) {
  const { left, right, top, bottom } = (spot.querySelector("polygon") ?? spot).getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}

// Return what lies nearest to a point.
export function nearest(box, [x, y]) {
  const far = (spot) => Math.hypot(middle(spot)[0] - x, middle(spot)[1] - y);
  return [...box.querySelectorAll("[data-at]")].map((spot) => [far(spot), spot]).sort((a, b) => a[0] - b[0])[0]?.[1];
}

// Return what an arrow key leads to from here: near, and straight on rather than aside.
export function beyond(box, here, key) {
  if (!WAYS[key]) return null;
  const [dx, dy] = WAYS[key], [x, y] = middle(here);
  const ways = [...box.querySelectorAll("[data-at]")].map((spot) => {
    const [u, v] = middle(spot);
    return { spot, along: (u - x) * dx + (v - y) * dy, aside: Math.abs((u - x) * dy) + Math.abs((v - y) * dx) };
  });
  const ahead = ways.filter(({ along }) => along > 2).sort((a, b) => a.along + 2 * a.aside - b.along - 2 * b.aside);
  return (ahead.find(({ along, aside }) => aside <= 1.8 * along) ?? ahead[0])?.spot;
}
