"""``tilewright doctor``: what this machine has, and what is missing."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from ctypes.util import find_library
from importlib import metadata
from itertools import islice
from typing import NamedTuple

import engine
from engine.drawing import fonts, ownfonts
from engine.play import finding
from engine.play.finding import Added
from engine.play.game import Game
from engine.play.position import Position
from engine.record import Record
from engine.words import count
from generator.api.options import Answer
from generator.commands import NOT_IN_ORDER, OK
from generator.printing import kit, template
from generator.replaying import page


class Row(NamedTuple):
    """A line of the report: ok, optional for what is missing and need not be there, MISSING or BROKEN."""

    sign: str
    what: str
    detail: str


#: What programs read in place of a sign, False for the others.
_OK = {"ok": True, "optional": None}


def doctor() -> Answer:
    """Show what this machine has, what is missing, and how to get it."""
    rows = [
        Row("ok", "tilewright", engine.__version__),
        Row("ok", "Python", f"{platform.python_version()} on {platform.system()}"),
        *_packages(),
        *_fonts(),
        *map(_added, finding.from_outside()),
    ]
    in_order = all(row.sign in _OK for row in rows)
    checks = [
        {"ok": _OK.get(row.sign, False), "what": row.what, "detail": row.detail} for row in rows
    ]
    answer = {"ok": in_order, "checks": checks}
    lines = (f"{row.sign:>8}  {row.what}: {row.detail}" for row in rows)
    return Answer(answer, lines, code=OK if in_order else NOT_IN_ORDER)


def _packages() -> Iterator[Row]:
    needs: dict[str, str] = {}
    for one in metadata.requires("tilewright") or ():
        name, extra = re.split(r"[^\w.-]", one)[0], one.partition("extra == ")[2].strip("'\"")
        if extra != "dev":
            needs.setdefault(name, f"for {extra}: pip install {name}" if extra else "")
    for name, use in needs.items():
        try:
            yield Row("ok", name, metadata.version(name))
        except metadata.PackageNotFoundError:
            words = f"not installed; {use or f'pip install {name}'}"
            yield Row("optional" if use else "MISSING", name, words)
    cairo = find_library("cairo")
    lacking = "not found; it reads SVG sheets back: apt install libcairo2, or brew install cairo"
    yield Row("ok" if cairo else "optional", "cairo", cairo or lacking)


def _fonts() -> Iterator[Row]:
    yield Row("ok", "typeface", str(fonts.file()))
    names = {name for font in ownfonts.installed() for name in font.families}
    words = f"{count(len(names), 'family', 'families')}, found by {ownfonts.finder()}"
    yield Row("ok" if names else "optional", "fonts", words)


def _added(one: Added) -> Row:
    if fault := one.fault or (_trouble(one.game) if one.game else ""):
        return Row("BROKEN", f"game {one.name}", f"{one.package}: {fault}")
    return Row("ok", f"game {one.name}", f"{one.package}, {one.game and one.game.title}")


def _trouble(game: Game[Position]) -> str:
    """Return why a game cannot be begun, drawn or printed, "" if it can."""
    try:
        start = game.parse(str(game.start()))
        if start != game.start():
            return "its start reads back as another position"
        moves = tuple(map(str, islice(start.legal_moves(), 1)))
        page.page(Record({"Game": game.name, "Position": str(start)}, moves))
        kit.make(source := template.load(game.name), source.printing)
    except (Exception, SystemExit) as error:
        return finding.in_words(error)
    return ""
