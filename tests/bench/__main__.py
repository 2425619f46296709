"""Measure tilewright and its reference side by side: ``make bench``.

Every row is the best of several whole processes (or warm calls), its peak memory and the size
of what it wrote, and the ratio of its time to the reference of the same minute: protograf
doing the same work where it can be installed (in ``.venv/bench``), else reportlab drawing the
same polygons plainly.  This machine's seconds mean little; the ratios are what to compare.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

from engine.drawing import theme
from engine.drawing.parts import Piece, Pieces, hexagon
from engine.games.atreya import drawing, tiles
from engine.geometry import seven_areas
from engine.geometry.plane import Point
from generator.printing import layout, paper
from generator.printing.layout import Spacing
from tests.bench import cold, players

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent
COLOURS = {"r": "#b61a2d", "g": "#4dba66", "b": "#457fca"}
ROUNDS = 5


#: Installed programs run from compiled modules; so does the benchmark, whatever this shell says.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def run(words: list[str], rounds: int = ROUNDS) -> tuple[float, int]:
    """Return the fastest of several runs in seconds, and the peak memory in MiB of the last."""
    best = 9e9
    peak = 0
    for _ in range(rounds):
        begin = time.perf_counter()
        process = subprocess.Popen(
            words,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=ENVIRONMENT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        best = min(best, time.perf_counter() - begin)
        peak = usage.ru_maxrss // (1024 if sys.platform != "darwin" else 1024 * 1024)
        if os.waitstatus_to_exitcode(status):
            message = process.stderr.read().decode()[-800:] if process.stderr else ""
            raise SystemExit(f"{' '.join(words)} failed:\n{message}")
    return best, peak


def polygons(per_page: int) -> list[list[tuple[str, list[list[float]]]]]:
    """Return pages of coloured polygons in centimetres: fronts, then backs."""
    listed = tuple(Piece(t, t) for t in tiles.TILES)
    part = Pieces("tiles", "tiles", hexagon, 40.0, listed, lambda p, s: ())
    spacing = Spacing("rows") if per_page < 30 else Spacing()
    sites = layout.best(part, spacing, [paper.find("a4").inside(5)], "auto").sites[:per_page]
    pages = []
    for first in range(0, len(listed), len(sites)):
        for back in (False, True):
            page = []
            for tile, site in zip(tiles.TILES[first:], sites, strict=False):
                shown = tiles.mirrored(tile) if back else tile
                for k, letter in enumerate(drawing.colours(shown)):
                    ring = [_cm(p, site) for p in seven_areas.area(k, 40.0)]
                    page.append((COLOURS[letter], ring))
            pages.append(page)
    return pages


def _cm(point: Point, site: Point) -> list[float]:
    return [round((point.x + site.x) / 10, 4), round((point.y + site.y) / 10, 4)]


def peers() -> Path | None:
    """Return the Python of an environment with protograf and python-chess, or None."""
    home = ROOT / ".venv" / "bench"
    python = home / "bin" / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
    ready = [str(python), "-c", "import protograf, chess"]
    if subprocess.run(ready, capture_output=True, check=False).returncode:
        install = [str(python), "-m", "pip", "install", "--quiet", "protograf", "chess"]
        if subprocess.run(install, capture_output=True, check=False).returncode:
            return None
    return python


def warm_svg() -> float:
    """Return seconds for one warm SVG of a position of 60 tiles."""
    from tests.bench.warm import fastest

    return fastest()


def main() -> None:
    """Measure and print the table."""
    tool = str(Path(sys.executable).parent / "tilewright")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        plain = out / "pages.json"
        plain.write_text(json.dumps(polygons(25)))
        other = peers()
        rows: list[tuple[str, float, int, int]] = []
        if other is not None:
            ENVIRONMENT.update({"BENCH_PAGES": str(plain), "BENCH_OUT": str(out / "p.pdf")})
            seconds, peak = run([str(other), str(HERE / "peer_protograf.py")], 3)
            size = max((f.stat().st_size for f in out.glob("p*.pdf")), default=0)
            rows.append(("reference: protograf, the same 2352 polygons", seconds, peak, size))
        words = [sys.executable, str(HERE / "peer_reportlab.py"), str(plain), str(out / "r.pdf")]
        rows.append(
            ("reference: reportlab, plain polygons", *run(words), (out / "r.pdf").stat().st_size)
        )
        rows.append(("tilewright --help", *run([tool, "--help"]), 0))
        sheets = None
        for form in ("pdf", "svg"):
            for name in theme.names():
                place = out / f"{form}-{name}"
                words = [
                    tool,
                    "kit",
                    "atreya",
                    "--tile-size",
                    "40",
                    "--theme",
                    name,
                    "--format",
                    form,
                    "--out",
                    str(place),
                ]
                seconds, peak = run(words)
                size = sum(f.stat().st_size for f in place.iterdir() if f.suffix == f".{form}")
                rows.append((f"kit atreya, 40 mm, {form}, {name}", seconds, peak, size))
                sheets = sheets or place / "atreya-tiles.pdf"
        rows.append(
            (
                "verify of the PDF",
                *run([tool, "verify", "atreya", str(sheets), "--tile-size", "40"]),
                0,
            )
        )
        rows.append(
            (
                "diagram atreya start",
                *run([tool, "diagram", "atreya", "start", "-o", str(out / "d.svg")]),
                0,
            )
        )
        show(rows)
        warm(other)
        if other is not None:
            cold.compare(other)
    players.main()


def warm(other: Path | None) -> None:
    """Print the warm SVG times."""
    ours = warm_svg()
    print(f"\nwarm SVG of a position of 60 tiles: {ours * 1000:.2f} ms")
    if other is not None:
        words = [str(other), str(HERE / "peer_chess.py")]
        answer = subprocess.run(words, capture_output=True, check=True, text=True).stdout
        theirs = json.loads(answer)
        print(
            f"reference: python-chess, a board of 64 squares: {theirs * 1000:.2f} ms (ratio {ours / theirs:.2f})"
        )


def show(rows: list[tuple[str, float, int, int]]) -> None:
    """Print the table, times as ratios to the first row as well."""
    reference = rows[0][1]
    print(f"{'':48} {'seconds':>8} {'ratio':>7} {'MiB':>5} {'kB':>7}")
    for name, seconds, peak, size in rows:
        kilobytes = f"{size / 1000:.0f}" if size else ""
        print(f"{name:48} {seconds:8.3f} {seconds / reference:7.3f} {peak:5d} {kilobytes:>7}")
    whole = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(f"(ratios to the first row; the benchmark itself used {whole:.1f} s)")


if __name__ == "__main__":
    main()
