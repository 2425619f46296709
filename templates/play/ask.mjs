// Asks the server that this page came from.  Thinking ends when it is stopped, or the page is left.
const thinking = new Set();

async function post(question, signal) {
  const reply = await fetch("ask", { method: "POST", body: JSON.stringify(question), signal });
  return reply.json();
}

export async function ask(question) {
  const control = new AbortController();
  if (question.ask === "think") thinking.add(control);
  try {
    return await post(question, control.signal);
  } catch (error) {
    const stopped = error.name === "AbortError";
    return { stopped, error: stopped ? "Thinking was stopped." : "tilewright studio does not answer. Start it again." };
  } finally {
    thinking.delete(control);
  }
}

export function stop() {
  for (const control of thinking) control.abort();
}
