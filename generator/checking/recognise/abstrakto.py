"""Abstrakto's kit on pages: tiles, markers and the board (rule 1.1 of Abstrakto).

A tile is a square in a player's colour; how many lines run through its middle, from edge to edge,
tells its type.  A marker is a disc in one of three colours.  The board is a grid of 7 × 7 cells.
What there should be is counted by :mod:`generator.checking.components`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.drawing import theme
from engine.drawing.parts import Request
from engine.games.abstrakto.notation import PLAYER_NAMES
from engine.games.abstrakto.places import SIDE
from engine.games.abstrakto.places import Kind as Type
from engine.games.abstrakto.tiles import MARKER_KINDS, PieceKind
from engine.geometry.plane import Point, number
from engine.play.game import Game
from engine.play.position import Position
from engine.settings import Settings
from engine.words import plural
from generator.checking.pages.paint import Page
from generator.checking.recognise import blanks, colours, kinds, squareboard
from generator.checking.recognise.blanks import Blank
from generator.checking.recognise.colours import EXACT, QUARTERS, Palette, same
from generator.checking.recognise.found import CountedKind, Flaw, Found, Hints, Reading, Trouble
from generator.checking.recognise.lines import Line, lines
from generator.checking.recognise.motifs import SOLID, Areas, Ground, Motif
from generator.checking.recognise.squareboard import Boards
from generator.printing import template

DETAIL = 1

#: A marker's pattern is as coarse as that of a tile this many times as wide.
_MARKER_UNIT = 1.5

#: Of squares and discs of about one size this share may one be off to be meant as such a piece.
_ALIKE = 0.4
#: Lines may lie this far off a tile's middle and still be meant to run through it, and must be
#: this long, both as shares of its width.
_ASIDE, _LONG = 0.15, 0.5
#: How far a line may end from the tile's edge, and its width be off, in millimetres.
_SHORT, _WIDTH = 0.1, 0.05
#: A ground as light as this, with nothing on it, is paper.
_PAPER = 0.9

# ------------------------------------------------------------------ where pieces are looked at

#: Away from a tile's lines, and the seams beside them, and from its edge.
_AWAY = (0.35, 0.75)
_ON_LINES = (0.3, 0.6, 0.85)


def _beside_lines(x: float, y: float) -> int | None:
    """Return 0 well inside a tile and beside its lines, else None."""
    return 0 if all(0.2 < abs(v) < 0.92 for v in (x, y)) else None


def _in_ring(x: float, y: float) -> int | None:
    """Return 0 well inside a marker and outside the hole of grey ones, else None."""
    return 0 if 0.45**2 < x * x + y * y < 0.9**2 else None


_BOTH = (-1, 1)
#: The areas of a tile: its ground, and where its level and its upright line run.
_TILE = Areas(
    [
        [(i * x, j * y) for x in _AWAY for y in _AWAY for i in _BOTH for j in _BOTH],
        [(i * x, 0.0) for x in _ON_LINES for i in _BOTH],
        [(0.0, i * y) for y in _ON_LINES for i in _BOTH],
    ],
    _beside_lines,
    [4 * 0.72**2, 0.0, 0.0],
)
#: The one area of a marker.
_MARKER = Areas(
    [
        [
            (i * out * across, j * out * down)
            for out in (0.6, 0.8)
            for across, down in ((0.92, 0.38), (0.38, 0.92))
            for i in _BOTH
            for j in _BOTH
        ]
    ],
    _in_ring,
    [3.14159 * (0.9**2 - 0.45**2)],
)


class _Piece(NamedTuple):
    """A square or disc on a page: what fills it, what is drawn over that, the lines through it."""

    blank: Blank
    ground: Ground
    motif: Motif
    lines: tuple[Line, ...]

    @property
    def is_tile(self) -> bool:
        return self.blank.shape == "rectangle"

    @property
    def unit(self) -> float:
        """The width by which its pattern is sized."""
        return self.blank.box.width * (1 if self.is_tile else _MARKER_UNIT)


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the tiles and markers on the pages, and the board.

    Raises GameError where the colours cannot be told, saying what to ask for; OptionError for an
    unknown theme or template.
    """
    boards = squareboard.read(pages, SIDE)
    pieces = list(_pieces(pages, boards, hints))
    slots = game.piece_colours
    palette = _palette(pieces, slots, hints) if pieces else None
    read = [(piece, _letter(piece, palette)) for piece in pieces if palette is not None]
    usual = _usual_line(boards, [piece for piece, _ in read])
    found = tuple(_found(p, kind, usual) for p, letter in read if (kind := _kind(p, letter, slots)))
    if not found and boards is None:
        return Reading((), "")
    strange = [(p, letter) for p, letter in read if not _kind(p, letter, slots)]
    blank = sum(_is_blank(piece) for piece, _ in strange)
    notes = [squareboard.note(boards)] if boards is not None else []
    if blank:
        squares = plural(blank, "square or disc was", "squares or discs were")
        notes.append(f"{blank} blank {squares} passed over")
    return Reading(
        found,
        palette.name if palette is not None else "no theme: there are no pieces",
        tuple(notes),
        _kinds(game, hints),
        ("board",) if boards is not None else (),
        (
            *(squareboard.troubles(boards, _tile_size(found, hints)) if boards is not None else ()),
            *(_trouble(p, letter, slots) for p, letter in strange if not _is_blank(p)),
        ),
    )


def _kinds(game: Game[Position], hints: Hints) -> tuple[CountedKind, ...]:
    """Return what a kit has (rule 1.1); with sizes where a template or an option gives them."""
    settings = (
        template.load(game.name, hints.template).settings()
        if hints.template is not None
        else Settings({}, "the usual kit")
    )
    look = theme.load("classic")  # what page and look does not matter here
    parts = game.parts(Request(look, settings, (200.0, 287.0), hints.tile_size))
    wanted = [part for part in parts if part.name != "screen"]  # screens are not looked for
    found = kinds.of_parts(wanted, sized=hints.template is not None)
    if hints.template is None and hints.tile_size is not None:
        found = tuple(
            kind._replace(size=hints.tile_size) if kind.part == "tiles" else kind for kind in found
        )
    return found


def _tile_size(found: Sequence[Found], hints: Hints) -> float:
    """Return how wide a tile should be, 0 without tiles."""
    markers = {str(kind) for kind in MARKER_KINDS}
    counts = Counter(round(p.size, 2) for p in found if p.kind not in markers)
    return hints.tile_size or max(counts, key=lambda size: (counts[size], size), default=0.0)


# ---------------------------------------------------------------------------------- pieces


def _pieces(pages: Sequence[Page], boards: Boards | None, hints: Hints) -> Iterator[_Piece]:
    """Yield the squares and discs that may be pieces, page by page."""
    seen = [
        blank
        for blank in blanks.find(pages)
        if boards is None or not boards.holds(blank.page, blank.box.centre)
    ]
    for shape, wanted in (("rectangle", hints.tile_size), ("disc", None)):
        some = [blank for blank in seen if blank.shape == shape]
        counts = Counter(round(blank.box.width, 1) for blank in some)
        size = wanted or max(counts, key=lambda s: (counts[s], s), default=0.0)
        for blank in some:
            if abs(blank.box.width - size) <= _ALIKE * size:
                yield _piece(pages[blank.page], blank)


def _piece(page: Page, blank: Blank) -> _Piece:
    areas = _TILE if blank.shape == "rectangle" else _MARKER
    near = areas.around(page, blank.frame)
    grounds = areas.grounds(page, blank.frame, near)
    (motif, *_) = areas.motifs(page, blank.frame, near, grounds)
    through = tuple(_through(page, near, blank, grounds)) if areas is _TILE else ()
    return _Piece(blank, grounds[0], motif, through)


def _through(
    page: Page, near: Sequence[int], blank: Blank, grounds: Sequence[Ground]
) -> Iterator[Line]:
    """Yield the lines seen to run through a tile's middle: at most a level and an upright one."""
    seen: dict[bool, Line] = {}
    for k in near:
        for line in _of_mark(page, k, blank):
            if k >= grounds[1 if line.level else 2].mark:
                seen[line.level] = line
    ground = grounds[0].paint or ""
    # A line in the ground's own colour is the seam below one that is missing.
    yield from (line for line in seen.values() if not same(line.paint, ground, EXACT))


def _of_mark(page: Page, number: int, blank: Blank) -> Iterator[Line]:
    """Yield a mark's line each way through a tile; where it draws several it is a pattern."""
    left, top, right, bottom = blank.box
    ways: dict[bool, list[Line]] = {}
    for line in lines(page, [number]):
        low, high, start, end = (
            (top, bottom, left, right) if line.level else (left, right, top, bottom)
        )
        if low + _SHORT < line.at < high - _SHORT and line.start < end and line.end > start:
            ways.setdefault(line.level, []).append(line)
    for line, *others in ways.values():
        long = min(line.end, right if line.level else bottom) - max(
            line.start, left if line.level else top
        )
        aside = abs(_off(line, blank))
        if not others and aside <= _ASIDE * blank.box.width and long >= _LONG * blank.box.width:
            yield line


def _off(line: Line, blank: Blank) -> float:
    """Return how far a line lies off a tile's middle, down or to the right."""
    x, y = blank.box.centre
    return line.at - (y if line.level else x)


# ---------------------------------------------------------------------------------- colours


def _palette(pieces: Sequence[_Piece], slots: Mapping[str, str], hints: Hints) -> Palette:
    if hints.colours is not None:
        return colours.given(hints.colours, list(slots))
    if hints.theme is not None:
        return colours.of_theme(theme.load(hints.theme), slots, exact=False, turns=QUARTERS)
    paints = Counter(piece.ground.paint for piece in pieces if piece.ground.paint is not None)
    return colours.guessed(paints, slots, QUARTERS)


def _letter(piece: _Piece, palette: Palette) -> str:
    """Return the letter of a piece's colour, ``?`` for none of the game's."""
    return palette.letters([piece.ground.paint], [piece.motif], piece.unit, 0.0)


def _kind(piece: _Piece, letter: str, slots: Mapping[str, str]) -> str:
    """Return the name of a piece's kind, "" where there is none of its colour."""
    if not piece.is_tile:
        return str(PieceKind(slots[letter])) if letter in slots else ""
    if letter not in PLAYER_NAMES:
        return ""
    return str(PieceKind(PLAYER_NAMES[letter], Type(len(piece.lines))))


def _is_blank(piece: _Piece) -> bool:
    """Tell whether a square or disc is bare paper."""
    paint = piece.ground.paint
    plain = paint is None or (paint[0] == "#" and theme.luminance(paint) >= _PAPER)
    return plain and piece.ground.whole and piece.motif == SOLID and not piece.lines


def _trouble(piece: _Piece, letter: str, slots: Mapping[str, str]) -> Trouble:
    """Return the words for what is no piece of the game."""
    what = "tile" if piece.is_tile else "marker"
    named = [slot for slot in slots.values() if slot != "grey" or not piece.is_tile]
    shown = piece.ground.paint or "not painted"
    if piece.motif.kind != "solid":
        shown += f" with {piece.motif.kind}"
    if letter in slots:
        return Trouble("impossible", f"a tile is {slots[letter]}", piece.blank.page, _middle(piece))
    listed = f"{', '.join(named[:-1])} nor {named[-1]}"
    words = f"a {what} is {shown}, which is neither {listed}"
    return Trouble("foreign", words, piece.blank.page, _middle(piece))


def _middle(piece: _Piece) -> Point:
    return piece.blank.box.centre


# ------------------------------------------------------------------------------------ faults


class _Style(NamedTuple):
    """How lines look, their width a share of cell or tile: those of the board, or of most tiles."""

    share: float
    paint: str
    whose: str


def _usual_line(boards: Boards | None, pieces: Sequence[_Piece]) -> _Style | None:
    """Return how tiles' lines should look to continue the board's, None where nothing tells."""
    if boards is not None:
        looks = [(s.grid.width / s.grid.cell[0], s.grid.paint) for s in boards.all]
    else:
        looks = [(line.width / p.blank.box.width, line.paint) for p in pieces for line in p.lines]
    if not looks:
        return None
    counts = Counter((round(share, 4), paint) for share, paint in looks)
    (share, paint), _ = counts.most_common(1)[0]
    return _Style(share, paint, "the board's" if boards is not None else "most others'")


def _found(piece: _Piece, kind: str, usual: _Style | None) -> Found:
    """Return a piece as found, with what is wrong with it."""
    box = piece.blank.box
    off = {line.level: _off(line, piece.blank) for line in piece.lines}
    return Found(
        piece.blank.page,
        box.centre,
        piece.blank.outline,
        (box.width, box.height),
        Point(off.get(False, 0.0), off.get(True, 0.0)),
        (),
        kind,
        tuple(_flaws(piece, usual)),
        kind=kind,
    )


def _flaws(piece: _Piece, usual: _Style | None) -> Iterator[Flaw]:
    if not piece.ground.whole:
        yield Flaw("unclear", "it shows more than one colour")
    left, top, right, bottom = piece.blank.box
    for line in piece.lines:
        name = "level line" if line.level else "upright line"
        start, end = (left, right) if line.level else (top, bottom)
        short = max(line.start - start, end - line.end)
        if short > _SHORT:
            yield Flaw("unclear", f"its {name} ends {number(short, 2)} mm before the edge")
        if usual is None:
            continue
        wide = usual.share * piece.blank.box.width
        if abs(line.width - wide) > _WIDTH:
            widths = f"{number(line.width, 2)} mm wide, {usual.whose} {number(wide, 2)} mm"
            yield Flaw("size", f"its {name} is {widths}")
        if not same(line.paint, usual.paint, EXACT):
            yield Flaw("foreign", f"its {name} is {line.paint}, {usual.whose} {usual.paint}")
