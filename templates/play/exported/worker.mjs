// Python in the browser: answers questions by the engine that lies beside.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const beside = (name) => new URL(name, import.meta.url).href;

async function load() {
  const [python, engine] = await Promise.all([
    loadPyodide({ indexURL: beside("pyodide/"), packages: [] }),
    fetch(beside("engine.zip")).then((reply) => reply.arrayBuffer()),
  ]);
  python.unpackArchive(engine, "zip", { extractDir: "/engine" });
  return python.runPython(`
import json, sys
sys.path.insert(0, "/engine")
from generator.playing import answer
lambda text: json.dumps(answer(json.loads(text)))
`);
}

const ready = load(), said = () => postMessage([0, "{}"]);
ready.then(said, said);

onmessage = async ({ data: [key, text] }) => {
  try {
    postMessage([key, (await ready)(text)]);
  } catch (error) {
    postMessage([key, JSON.stringify({ error: `Python failed: ${String(error).trim().split("\n").at(-1)}` })]);
  }
};
