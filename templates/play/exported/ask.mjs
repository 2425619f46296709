// Asks Python in a worker.  Thinking has a worker of its own, which ends when it is stopped.
let answerer, thinker;

class Python {
  #worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
  #waiting = new Map();
  #last = 0;
  ready = new Promise((done) => this.#waiting.set(0, done));

  constructor() {
    this.#worker.onmessage = ({ data: [key, text] }) => this.#settle(key, JSON.parse(text));
    this.#worker.onerror = () => this.#settleAll({ error: "Python does not load in this browser." });
  }

  get isBusy() { return this.#waiting.size > 0; }

  ask(question) {
    return new Promise((done) => {
      this.#waiting.set((this.#last += 1), done);
      this.#worker.postMessage([this.#last, JSON.stringify(question)]);
    });
  }

  stop() {
    this.#worker.terminate();
    this.#settleAll({ stopped: true, error: "Thinking was stopped." });
  }

  #settle(key, answer) {
    this.#waiting.get(key)?.(answer);
    this.#waiting.delete(key);
  }

  #settleAll(answer) {
    for (const key of [...this.#waiting.keys()]) this.#settle(key, answer);
  }
}

export async function ask(question) {
  if (question.ask === "think") return (thinker ??= new Python()).ask(question);
  const found = await early(question);
  if (found?.svg) requestAnimationFrame(() => setTimeout(python));  // once its picture shows
  return found ?? python().ask(question);
}

const python = () => (answerer ??= loaded(new Python()));

// Stop thinking; the next thought finds Python ready.
export function stop() {
  if (!thinker?.isBusy) return;
  thinker.stop();
  thinker = new Python();
}

// Say that Python is loading for as long as it does, while the page shows what it can without.
function loaded(python) {
  const notice = Object.assign(document.createElement("small"), { textContent: "Getting ready to play …", role: "status" });
  document.querySelector("header").append(notice);
  python.ready.then(() => notice.remove());
  return python;
}

// Return what was answered when the page was exported, if it is what is asked.
async function early({ ask: what = "position", game, theme, settings = [], viewer = null, ...rest }) {
  const known = what === "games" || (["classic", "dark"].includes(theme) && ["how", "position"].includes(what));
  if (!known || Object.values(rest).some((one) => (Array.isArray(one) ? one.length : one))) return null;
  const reply = await fetch(`answers/${what === "games" ? what : `${what}-${game}-${theme}`}.json`).catch(() => null);
  if (!reply?.ok) return null;
  const found = await reply.json();
  const isAsked = String(found.settings ?? "") === String(settings) && (found.hidden ? viewer === "" : !viewer);
  return isAsked ? found : null;
}
