"""The kit of a game with a board of hexagons on pages: pieces by their pictures, and the board.

How many pieces there should be hangs on the side of the board that is found, of the template
given, or else of the usual board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.drawing import theme
from engine.drawing.parts import BoardPart
from engine.geometry.hexgrid import Hex
from engine.geometry.plane import Point
from engine.play.game import Game
from engine.play.position import Position
from engine.words import count, plural
from generator.checking.grouping import usual
from generator.checking.pages.paint import Page
from generator.checking.recognise import hexboard, looks, pieces, proportions
from generator.checking.recognise.hexboard import Boards
from generator.checking.recognise.overlay import Sighting
from generator.checking.recognise.results import Hints, Reading, Trouble
from generator.printing import template

DETAIL = 4
DRAWN = True


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the pieces and the board on the pages.

    Raises GameError where the look cannot be told, OptionError for an unknown theme or template.
    """
    boards = hexboard.read(pages)
    if boards is None:
        return _as_many_alike(pieces.find(pages, game, hints), hints)
    # Where boards have one side only, the template has no setting for it.
    chooses = len(game.board_sides) > 1 and boards.side in game.board_sides
    side = {"side": boards.side} if chooses else {}

    def is_on_board(page: int, place: Point) -> bool:
        return page in boards.pages

    wrong = [*_troubles(boards, game, hints)]
    whole = () if wrong else _sightings(boards)
    found = _as_many_alike(pieces.find(pages, game, hints, side, is_on_board, whole), hints)
    off, unusual = proportions.compared(found, game, hints, boards.width, boards.pages[0])
    return found._replace(
        notes=(*_notes(boards), *found.notes, *unusual),
        whole=("board",),
        board_pages=boards.pages,
        troubles=(*wrong, *off, *found.troubles),
    )


def _as_many_alike(found: Reading, hints: Hints) -> Reading:
    """Return a reading, of pieces that may be left out as many expected as there are of most kinds.

    How many a player wants is the template's to say; all kinds alike.
    """
    optional = {kind.name for kind in found.kinds if kind.optional}
    counts = Counter(piece.kind for piece in found.pieces if piece.kind in optional)
    if not counts or hints.template is not None:
        return found
    amount = usual(counts.values())
    return found._replace(
        kinds=tuple(
            k._replace(amount=amount, in_all=True) if k.optional else k for k in found.kinds
        )
    )


# ------------------------------------------------------------------------------------- board


def _sightings(boards: Boards) -> list[Sighting]:
    return [
        Sighting(w.page, w.middle, boards.width, w.visible, (0.0, 180.0)) for w in boards.windows
    ]


def _notes(boards: Boards) -> Iterator[str]:
    cells, on = len(boards.cells), len({*boards.pages})
    yield f"board of side {boards.side}: {cells} cells of {boards.width:g} mm, on {count(on, 'page')}"


def _troubles(boards: Boards, game: Game[Position], hints: Hints) -> Iterator[Trouble]:
    """Yield what is missing of the board: cells by name, cells off their places, sizes."""
    page = boards.windows[0].page
    side, least, most = boards.side, game.board_sides[0], game.board_sides[-1]
    if hints.template is not None:
        default = next((o.default for o in game.options if o.name == "side"), side)
        chosen = template.load(game.name, hints.template).settings()
        side = chosen.whole("side", int(str(default)), least, most)
    if side not in game.board_sides:
        range_of = f"{least} to {most}" if least < most else f"{least}"
        words = f"cells lie as far apart as on a board of side {side}; boards have {range_of}"
        yield Trouble("impossible", words, page)
        return
    yield from _incomplete(boards, side, page, game)
    yield from _sizes(boards, game, hints)
    for window in boards.windows:
        if window.astray:
            cells = _labels(window.astray, side, game)
            words = f"cells of the board are misplaced or of another size: {cells}"
            yield Trouble("size", words, window.page)


def _incomplete(boards: Boards, side: int, page: int, game: Game[Position]) -> Iterator[Trouble]:
    """Yield the cells that are missing, in part or whole, or beyond the board."""
    wanted = game.board_cells(side)
    for cells, how in (
        (wanted - boards.cells - boards.partial, "missing"),
        (wanted & boards.partial, "not whole on any page"),
    ):
        if cells:
            names = _labels(cells, side, game)
            are = plural(len(cells), "is", "are")
            words = f"{len(cells)} of the board's {len(wanted)} cells {are} {how}: {names}"
            yield Trouble("missing", words, page)
    surplus = (boards.cells | boards.partial) - wanted
    if surplus:
        are = f"{count(len(surplus), 'cell')} {plural(len(surplus), 'is', 'are')}"
        yield Trouble("duplicated", f"{are} beyond a board of side {side}", page)


def _sizes(boards: Boards, game: Game[Position], hints: Hints) -> Iterator[Trouble]:
    """Yield cells that differ from page to page or from the template."""
    wanted = boards.width
    if hints.template is not None:
        own = looks.of_template(game, hints.template)
        parts = looks.parts_of(game, own, theme.load("classic"), hints.tile_size, hints.area)
        (wanted,) = (part.cell for part in parts if isinstance(part, BoardPart))
    for window in boards.windows:
        if abs(window.width - wanted) > hexboard.ASTRAY:
            words = f"the board's cells are {window.width:.2f} mm, not {wanted:.4g} mm"
            yield Trouble("size", words, window.page)


def _labels(cells: Iterable[Hex], side: int, game: Game[Position]) -> str:
    """Return the names of cells, of many the first few."""
    names = sorted(filter(None, (game.cell_label(cell, side) for cell in cells)), key=_by_name)
    return ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")


def _by_name(name: str) -> tuple[str, int]:
    """Return what sorts names by their letters, then by their number."""
    digits = "".join(c for c in name if c.isdigit())
    return name.rstrip("0123456789"), int(digits or 0)
