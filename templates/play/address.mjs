// The address holds the game: #GAME?SETTINGS!MOVE~MOVE.  Who is played by the computer, the theme and the
// computer's luck stand among the settings, under names that no game uses.
const LEVEL = /^level:([1-5])$/;

// Return the game that an address holds, null for one that names none.
export function read(hash) {
  const [head, ...moves] = hash.replace(/^#/, "").split("!");
  const [game, ...query] = head.split("?");
  if (!game) return null;
  const found = { game: decoded(game), settings: [], moves: [], seats: {}, theme: "", luck: "1" };
  for (const [name, value] of new URLSearchParams(query.join("?"))) {
    const level = LEVEL.exec(value);
    if (level) found.seats[name] = Number(level[1]);
    else if (name === "theme" || name === "luck") found[name] = value;
    else found.settings.push([name, value]);
  }
  const text = moves.join("!");
  if (text) found.moves = text.split("~").map(decoded);
  return found;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function write({ game, settings, moves, seats, theme, luck }) {
  const extra = Object.entries(seats).map(([name, level]) => [name, `level:${level}`]);
  if (theme) extra.push(["theme", theme]);
  if (luck !== "1") extra.push(["luck", luck]);
  const query = String(new URLSearchParams([...settings, ...extra]));
  const legible = query.replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%2F", "/");
  return `#${game}?${legible}!${moves.map((move) => encodeURI(move).replaceAll("~", "%7E")).join("~")}`;
}
