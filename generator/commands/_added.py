"""What packages outside the project add, for ``tilewright doctor``: each thing, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.drawing import theme
from engine.play import finding
from engine.play.game import Game
from engine.play.position import Position
from engine.words import shortened
from generator.printing import presets as presets_of
from generator.printing import trial


class Row(NamedTuple):
    """A line of the doctor's: whether it is well, None where it may be missing; and the word if not."""

    ok: bool | None
    what: str
    detail: str
    fault: str = "LACKS"


def games() -> Iterator[Row]:
    """Yield every game that a package adds."""
    for added in finding.from_outside():
        wrong = added.fault if added.game is None else _tried(added.game)
        title = added.game.title if added.game else ""
        yield _row(f"game {added.entry.name}", added.entry.package, title, wrong)


def presets() -> Iterator[Row]:
    """Yield every preset that a package adds."""
    for one in presets_of.from_outside():
        title = presets_of.load(one.name).title if one.file else ""
        yield _row(f"preset {one.name}", one.package, title, one.fault)


def _row(what: str, package: str, title: str, wrong: str) -> Row:
    if wrong:
        return Row(False, what, f"{package}: {wrong}", "BROKEN")
    return Row(True, what, f"{package}, {title}")


def _tried(game: Game[Position]) -> str:
    """Return what a game cannot do that commands will ask of it, "" where it can."""
    doing = "its start"
    try:
        start = game.start()
        next(iter(start.legal_moves()), None)
        doing = "the notation of its start"
        if game.parse(str(start)) != start:
            return f"{doing} reads back as another position"
        doing = "reading its texts"
        "".join((game.notation, *(file.read_text("utf-8") for file in game.examples)))
        doing = "its drawing"
        game.draw(start, theme=theme.load("classic"), show=frozenset())
    except (Exception, SystemExit) as error:
        return shortened(f"{doing} fails: {type(error).__name__}: {error}", 200)
    fault = trial.fault(game)
    return shortened(f"its kit fails: {fault}", 200) if fault else ""
