"""Measure tilewright and its reference side by side: ``make bench``.

Every row is the best of several whole processes, its peak memory, the size of what it wrote, and the
ratio of its time to the reference of the same minute: reportlab drawing the same polygons plainly.
Seconds of this machine mean little; the ratios are what to compare.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

import engine
from engine import figure
from engine.drawing import theme
from engine.drawing.writers import svg
from engine.play.position import Position
from tests.cases import ROOT
from tests.hint_positions import HANDS, SETS, TABLES, position

PLAIN = str(Path(__file__).with_name("plain.py"))
COLOURS = {"r": "#b61a2d", "g": "#4dba66", "b": "#457fca"}
#: Installed programs run from compiled modules; so does the benchmark, whatever this shell says.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


class Row(NamedTuple):
    """What was measured: seconds, the peak of memory in MiB, and bytes written."""

    name: str
    seconds: float
    mebibytes: int
    size: int = 0


def run(name: str, words: list[str], made: str = "", rounds: int = 5) -> Row:
    """Return the fastest of several runs, and the size of the files that ``made`` matches."""
    best, peak = 9e9, 0
    for _ in range(rounds):
        begin = time.perf_counter()
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, cwd=ROOT, env=ENVIRONMENT)
        _, status, usage = os.wait4(process.pid, 0)
        best = min(best, time.perf_counter() - begin)
        peak = usage.ru_maxrss // (1024 if sys.platform != "darwin" else 1024 * 1024)
        if os.waitstatus_to_exitcode(status):
            raise SystemExit(f"{' '.join(words)} failed")
    folder, _, pattern = made.rpartition("/")
    files = Path(folder).glob(pattern) if made else ()
    return Row(name, best, peak, sum(file.stat().st_size for file in files))


def polygons() -> list[list[tuple[str, list[list[float]]]]]:
    """Return pages of 25 tiles of 40 mm, seven coloured areas each: fronts, then backs."""
    tiles = engine.game("atreya").tiles()
    corners = [(math.cos(k * math.pi / 3), math.sin(k * math.pi / 3)) for k in (*range(6), 0)]
    inner, outer = ([(x * r, y * r) for x, y in corners] for r in (1.1547, 2.3094))
    areas = [inner, *([*inner[k : k + 2], *outer[k : k + 2][::-1]] for k in range(6))]
    pages = []
    for first in range(0, len(tiles), 25):
        page = [
            (COLOURS[letter], [[2.5 + 4 * (k % 5) + x, 2.5 + 4 * (k // 5) + y] for x, y in area])
            for k, tile in enumerate(tiles[first : first + 25])
            for letter, area in zip(tile.replace(":", ""), areas, strict=True)
        ]
        pages += [page, page]
    return pages


def processes() -> None:
    """Print the table of whole processes, times as ratios to the first row as well."""
    tool = str(Path(sys.executable).parent / "tilewright")
    with tempfile.TemporaryDirectory() as out:
        plain = Path(out) / "pages.json"
        plain.write_text(json.dumps(polygons()))
        name = f"reference: reportlab, the same {sum(map(len, polygons()))} polygons"
        drawn = f"{out}/reportlab.pdf"
        rows = [run(name, [sys.executable, PLAIN, str(plain), drawn], drawn, 3)]
        rows.append(run("tilewright --help", [tool, "--help"]))
        for form in ("pdf", "svg"):
            for name in (one for one in theme.names() if not theme.load(one).screen):
                place = f"{out}/{form}-{name}"
                words = [tool, "kit", "atreya", "--theme", name, "--format", form, "--out", place]
                rows.append(run(f"kit atreya, {form}, {name}", words, f"{place}/*.{form}"))
        rows.append(run("verify of the PDF", [tool, "verify", "atreya", f"{out}/pdf-classic"]))
        rows.append(run("diagram astralis start", [tool, "diagram", "astralis", "start"]))
    print(f"{'':52} {'seconds':>8} {'ratio':>7} {'MiB':>5} {'kB':>7}")
    for row in rows:
        ratio, size = row.seconds / rows[0].seconds, f"{row.size / 1000:.0f}" if row.size else ""
        print(f"{row.name:52} {row.seconds:8.3f} {ratio:7.3f} {row.mebibytes:5d} {size:>7}")


def arena(tiles: int) -> Position:
    """Return an arena of so many tiles, reached by random placements from a fixed seed."""
    rng, now = Random(60), engine.game("atreya").start()
    while str(now).partition(" ")[0].count("@") < tiles:
        now = now.play(rng.choice([m for m in now.legal_moves() if ">" not in str(m)]))
    return now


def warm() -> None:
    """Print the time of a warm SVG."""
    now, best = arena(60), 9.0
    for _ in range(100):
        begin = time.perf_counter()
        svg.write_text(figure.of(now).scene())
        best = min(best, time.perf_counter() - begin)
    print(f"\nwarm SVG of a position of 60 tiles: {best * 1000:.2f} ms")


def hints(seconds: float) -> None:
    """Print how many tiles Aathenuo's hints lay on the corpus, and how many are proved to be best."""
    from engine.games.aathenuo import hint

    cases = [position(kind, table, hand) for kind in SETS for table in TABLES for hand in HANDS]
    made = [hint.find(table, hand, seconds=seconds) for table, hand in cases]
    tiles, bounds = (sum(getattr(one, name) for one in made) for name in ("tiles", "bound"))
    proved = sum(one.tiles == one.bound for one in made)
    print(
        f"\nhints of {seconds:g} s: {tiles} tiles of at most {bounds}, {proved} of {len(made)} proved"
    )


if __name__ == "__main__":
    processes()
    warm()
    hints(1.0)
