"""``tilewright doctor``: what this machine has, and what is missing."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Iterator
from importlib import metadata
from typing import Any, NamedTuple

import click

import engine
from engine.drawing import diagram, families, fonts, theme
from engine.play import finding
from engine.play.game import Game
from engine.play.position import Position
from engine.words import count, shortened
from generator import answers
from generator.cli import NOT_IN_ORDER, OK
from generator.commands import _asking, _telling
from generator.printing import presets, trial

#: Package -> what it is for, and whether it is needed; games name others of their own.
PACKAGES = {
    "click": ("the command line", True),
    "svgwrite": ("SVG files", True),
    "reportlab": ("PDF files", True),
    "pypdfium2": ("PNG files, and reading PDF sheets back", True),
    "pillow": ("PNG files, and colours as ink for a press", True),
    "fonttools": ("own fonts", True),
    "pypdf": ("layers and units of PDF sheets read back", True),
    "cairosvg": ("reading SVG sheets back", True),
    "numpy": ("sheets as pixels", True),
    "defusedxml": ("reading SVG sheets back safely", True),
    "ezdxf": ("DXF cut files: pip install ezdxf", False),
    "shapely": ("3MF solids: pip install shapely", False),
    "opencv-python-headless": ("photographs: pip install opencv-python-headless", False),
    "markdown": ("figures in Markdown and MkDocs: pip install markdown", False),
    "sphinx": ("figures in Sphinx: pip install sphinx", False),
    "ipython": ("figures in notebooks: pip install ipython", False),
    "starlette": ("the page to play on: pip install starlette uvicorn", False),
    "uvicorn": ("the page to play on: pip install starlette uvicorn", False),
    "matplotlib": ("the charts of study: pip install matplotlib", False),
    "distributed": ("study on a cluster: pip install distributed", False),
    "watchfiles": ("figures --watch: pip install watchfiles", False),
    "mkdocs-material": ("the site of docs/: pip install mkdocs-material", False),
    "mkdocstrings-python": ("its pages of Python: pip install mkdocstrings-python", False),
}


class Row(NamedTuple):
    """A line of the doctor's: whether it is well, None where it may be missing; and the word if not."""

    ok: bool | None
    what: str
    detail: str
    fault: str = "LACKS"


@click.command()
@_asking.json_option
def command(as_json: bool) -> int:
    """Say what this machine has, what is missing, and how to get it."""
    rows = [
        Row(True, "tilewright", engine.__version__),
        Row(True, "Python", f"{platform.python_version()} on {platform.system()}"),
        *_packages(),
        _font(),
        _families(),
        _browser(),
        *_games(),
        *_presets(),
    ]
    in_order = all(row.ok is not False for row in rows)
    if as_json:
        found = [{"ok": row.ok, "what": row.what, "detail": row.detail} for row in rows]
        click.echo(answers.written("doctor", {"ok": in_order, "checks": found}))
    for row in () if as_json else rows:
        sign = {True: "ok", False: row.fault, None: "optional"}[row.ok]
        colour = {True: "green", False: "red", None: "yellow"}[row.ok]
        click.echo(f"{_telling.coloured(f'{sign:>8}', colour)}  {row.what}: {row.detail}")
    return OK if in_order else NOT_IN_ORDER


def _packages() -> Iterator[Row]:
    of_games: dict[str, list[str]] = {}
    for game in map(engine.game, engine.names()):
        for name, use in game.optional_packages.items():
            of_games.setdefault(name, []).append(use)
    optional = {name: ("; ".join(uses), False) for name, uses in of_games.items()}
    for name, (use, needed) in (PACKAGES | optional).items():
        try:
            without = use.partition(": pip install")[0]
            yield Row(True, name, f"{metadata.version(name)}, {without}")
        except metadata.PackageNotFoundError:
            yield Row(False if needed else None, name, f"not installed; {use}")


def _font() -> Row:
    try:
        return Row(True, "typeface", str(fonts.file()))
    except FileNotFoundError as error:
        return Row(False, "typeface", str(error))


def _families() -> Row:
    """Return how many families of fonts are found that figures may name."""
    names = {name for font in families.installed() for name in font.families}
    words = f"{count(len(names), 'family', 'families')}, found by {families.finder()}"
    without = "; figures may name files of fonts"
    return Row(True if names else None, "fonts", words if names else words + without)


def _browser() -> Row:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return Row(True, "browser", f"{path}, for the browser test")
    words = "no chromium (apt install chromium); only the browser test needs it"
    return Row(None, "browser", words)


def _games() -> Iterator[Row]:
    for one in finding.from_outside():
        fault = one.fault if one.game is None else _tried(one.game)
        yield _added(f"game {one.entry.name}", one.entry.package, one.game, fault)


def _presets() -> Iterator[Row]:
    for one in presets.from_outside():
        preset = presets.load(one.name) if one.file else None
        yield _added(f"preset {one.name}", one.package, preset, one.fault)


def _added(what: str, package: str, one: Any, fault: str) -> Row:
    """Return the line of what a package adds."""
    if fault:
        return Row(False, what, f"{package}: {fault}", "BROKEN")
    return Row(True, what, f"{package}, {one.title}")


def _tried(game: Game[Position]) -> str:
    """Return what a game cannot do that commands will ask of it, "" where it can."""
    doing = "its start"
    try:
        start = game.start()
        move = next(iter(start.legal_moves()), None)
        doing = "the notation of its start"
        if game.parse(str(start)) != start:
            return f"{doing} reads back as another position"
        doing = "reading its texts"
        "".join((game.notation, *(file.read_text("utf-8") for file in game.examples)))
        doing = "its drawing"
        drawing = game.draw(start, theme=theme.load("classic"), show=frozenset())
        for name in start.places(move) if move else ():
            if drawing.place(name).kind not in diagram.PLACES:
                return f"{doing} has a place of no kind: {drawing.place(name).kind}"
    except (Exception, SystemExit) as error:
        return shortened(f"{doing} fails: {type(error).__name__}: {error}", 200)
    fault = trial.fault(game)
    return shortened(f"its kit fails: {fault}", 200) if fault else ""
