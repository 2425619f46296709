"""Diagrams and replays, and the figures of a rulebook."""

from pathlib import Path

import generator
import tilewright

drawn: generator.Diagram = generator.diagram("atreya", out="start.png", show="cells", dpi=300)
data: bytes = drawn.data
page: Path | None = generator.replay("game.txt", theme="mono").file
moving: bytes = tilewright.replay(Path("game.txt"), out="game.gif", frames="0-12").data
made: generator.FiguresMade = tilewright.figures("figures.toml", "first", check=True)
wrong: list[tuple[str, int]] = [(fault.file, fault.line) for fault in made.wrong]
generator.diagram("atreya", "start", no_labels=True)  # type: ignore[call-arg]
generator.replay(7)  # type: ignore[arg-type]
generator.print_kit("atreya")  # type: ignore[attr-defined]
