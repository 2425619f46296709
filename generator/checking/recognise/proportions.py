"""Pieces held against the cells of the board they lie on: in which size the kit prints them for it.

Knows no game; the parts that a game gives for two sizes of its tiles tell what hangs on a cell, and how.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from statistics import median

from engine.drawing import theme
from engine.drawing.parts import Pieces
from engine.errors import OptionError
from engine.geometry.plane import number
from engine.play.game import Game
from engine.play.position import Position
from engine.words import listed
from generator.checking.recognise import looks
from generator.checking.recognise.results import Hints, Reading, Trouble

#: Sizes nearer to each other than this, in millimetres or as a share, are one.
_ONE_SIZE, _ONE_SHARE = 0.15, 0.015
#: How much larger cells are for which parts are asked as well.
_LARGER = 1.5


def compared(
    found: Reading, game: Game[Position], hints: Hints, cell: float, page: int
) -> tuple[list[Trouble], list[str]]:
    """Return what is wrong with the sizes of pieces for cells on a page, and what is unusual in them.

    What a template says of sizes is its own; without one pieces may be otherwise, one kind of them
    by itself.  All for cells of another size are for another board.
    """
    with suppress(OptionError):
        if hints.template is None:
            return _compared(found, game, cell, page)
    return [], []


def _compared(
    found: Reading, game: Game[Position], cell: float, page: int
) -> tuple[list[Trouble], list[str]]:
    usual, larger = _sizes(game, cell), _sizes(game, _LARGER * cell)
    names = {kind.part: kind.parts for kind in found.kinds}
    seen: dict[str, list[float]] = {}
    for piece in found.pieces:
        if usual[piece.part] != larger[piece.part]:
            seen.setdefault(piece.part, []).append(piece.size)
    own = {part: median(sizes) for part, sizes in seen.items()}
    wrong = [part for part in own if not _is_one(own[part], usual[part])]
    if not wrong:
        return [], []
    if len(wrong) == len(own) > 1:
        first = max(own, key=lambda part: own[part])
        step = (own[first] - usual[first]) / (larger[first] - usual[first])
        other = cell * (1 + step * (_LARGER - 1))
        if all(
            _is_one(own[part], size) for part, size in _sizes(game, other).items() if part in own
        ):
            parts = listed(names[part] for part in own)
            words = f"{parts} are for cells of some {other:.0f} mm, the board's are {number(cell, 2)} mm"
            return [Trouble("size", words, page)], []
    return list(_too_large(own, usual, names, cell, page)), [
        f"{names[part]} measure {number(own[part], 2)} mm; for cells of {number(cell, 2)} mm the kit "
        f"has them {number(usual[part], 2)} mm"
        for part in wrong
        if own[part] <= cell + _ONE_SIZE
    ]


def _too_large(
    own: Mapping[str, float],
    usual: Mapping[str, float],
    names: Mapping[str, str],
    cell: float,
    page: int,
) -> Iterator[Trouble]:
    """Yield the pieces that lie in a cell, and are larger."""
    for part, size in own.items():
        if size > cell + _ONE_SIZE and usual[part] <= cell:
            words = (
                f"{names[part]} of {number(size, 2)} mm do not fit cells of {number(cell, 2)} mm"
            )
            yield Trouble("size", words, page)


def _is_one(size: float, other: float) -> bool:
    return abs(size - other) <= max(_ONE_SIZE, _ONE_SHARE * other)


def _sizes(game: Game[Position], cell: float) -> dict[str, float]:
    """Return the sizes of the pieces that the game's own kit has for cells of a size.

    Raises OptionError for cells that no kit has.
    """
    parts = looks.in_cells(game, looks.of_template(game), theme.load("classic"), cell)
    return {part.name: part.size for part in parts if isinstance(part, Pieces)}
