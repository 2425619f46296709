"""The diagram of an Abstrakto position: board, tiles, what can be laid over them, and all in words.

Marks name its places as rule 2.1 does, by any of their names, the corners on the board's edge too.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from engine.drawing import borders, plates, scene
from engine.drawing.captions import Glyph
from engine.drawing.diagram import Drawing, NamedPlace, Overlay, Sign, square_rims
from engine.drawing.legible import LEAST_EM
from engine.drawing.theme import Theme, mixed
from engine.errors import NotationError
from engine.games.abstrakto import parts, places
from engine.games.abstrakto.areas import OWNERS, Area, main_area, main_areas, values
from engine.games.abstrakto.notation import parse_spot
from engine.games.abstrakto.places import MARKER_COLOURS, PLAYER_NAMES, PLAYERS, QUARTERS, Kind
from engine.games.abstrakto.rules import AbstraktoPosition
from engine.geometry.plane import ORIGIN, Box, Point, Transform, bounds
from engine.messages import Messages, all_of, row

say = Messages(__name__)

#: A cell's width in a diagram of natural size, in millimetres, and a quarter-cell's.
CELL = 10.0
QUARTER = CELL / 2


def draw_position(position: AbstraktoPosition, *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of a position, with the overlays in ``show``."""
    picture = _Picture(position, theme, show)
    tiles = [
        LaidTile(player, p.kind, p.x, p.y, p.x % 2 == 0)
        for player in PLAYERS
        for p in position.tiles(player)
    ]
    drawing = _drawing(tiles, theme, picture.tints())
    drawing = drawing._replace(description=tuple(picture.sentences()))
    return drawing.with_overlays(OVERLAYS, theme, show - {"overlaps"}, picture)


def _drawing(tiles: Sequence[LaidTile], theme: Theme, tints: Iterable[scene.Item] = ()) -> Drawing:
    rows = [str(places.SIDE - k) for k in range(places.SIDE)]
    looks = (parts.tile(theme, t.player, t.kind, CELL, upright=t.upright) for t in tiles)
    return Drawing(
        box=BOX,
        cells=parts.cells_box(CELL),
        unit=CELL,
        place=partial(find_place, tiles={(t.x, t.y) for t in tiles}),
        board=(*parts.table(theme, CELL), *tints, parts.grid(theme, CELL)),
        pieces=tuple(
            scene.Use(look, Transform.translation(*point(t.x, t.y)), "tile")
            for look, t in zip(looks, tiles, strict=True)
        ),
        # Letters of columns above and below, numbers of rows left and right (rule 2.1).
        rims=square_rims(BOX, CELL, places.COLUMNS, rows),
        sides=("left", "bottom"),
        focus=tuple(places.spot_name(t.x, t.y) for t in tiles),
        glyphs=partial(glyphs, theme),
    )


class LaidTile(NamedTuple):
    """A tile laid somewhere: ``x`` and ``y`` are its centre in quarter-cells (rule 2.2)."""

    player: str
    kind: Kind
    x: int
    y: int
    upright: bool

    @property
    def words(self) -> str:
        owner, spot = PLAYER_NAMES[self.player], places.spot_name(self.x, self.y)
        return say("{owner}'s {kind} on {spot}", owner=owner, kind=self.kind.title, spot=spot)

    @property
    def alone(self) -> str:
        return say("{owner}'s {kind}", owner=PLAYER_NAMES[self.player], kind=self.kind.title)


def point(x: float, y: float) -> Point:
    """Return where quarter-cell coordinates (rule 2.2) are in the drawing, y down."""
    return Point(x * QUARTER, (QUARTERS - y) * QUARTER)


BOX = parts.table_box(CELL)


def find_place(name: str, tiles: Container[tuple[int, int]]) -> NamedPlace:
    """Return the cell, edge or corner of a name, a cell where a tile lies; raise NotationError."""
    x, y = parse_spot(name)
    at, taken = point(x, y), (x, y) in tiles
    kind = "cell" if taken else ("cell", "edge", "corner")[places.kind_at(x, y)]
    outline: tuple[Point, ...] = ()
    if kind == "cell":
        outline = Box(*at, *at).grown(QUARTER).corners()
    elif kind == "edge":
        dx, dy = (QUARTER, 0.0) if y % 2 == 0 else (0.0, QUARTER)
        outline = (at.moved(-dx, -dy), at.moved(dx, dy))
    return NamedPlace(places.spot_name(x, y), kind, at, outline, QUARTER if taken else 0.0)


class _Picture:
    def __init__(self, position: AbstraktoPosition, theme: Theme, show: frozenset[str]) -> None:
        self.position, self.theme, self.show = position, theme, show
        self.areas = position.areas()
        self.settled = [area for area in self.areas if area.settled]
        #: The areas that are tinted.
        self.marked = [*self.areas] if "areas" in show else []
        if "settled" in show and "areas" not in show:
            self.marked = self.settled
        kinds = [kind for kind in Kind if show & {"places", kind.plural.lower()}]
        self.legal = {kind: position.legal_places(position.turn, kind) for kind in kinds}

    def tints(self) -> Iterator[scene.Item]:
        for area in self.marked:
            colour = MARKER_COLOURS[area.controller]
            yield _tint(self.theme, colour, area_outline(area.cells))

    def markers(self) -> Iterator[scene.Item]:
        for area in self.marked if "counts" not in self.show else ():
            at, room = spot_in(area.cells)
            look = parts.marker(self.theme, MARKER_COLOURS[area.controller], _marker_radius(room))
            yield scene.Use(look, Transform.translation(*at), "marker")

    def places(self) -> Iterator[scene.Item]:
        return (
            _place_marks(self.theme, kind, legal) for kind, legal in self.legal.items() if legal
        )

    def counts(self) -> Iterator[scene.Item]:
        """Yield the numbers of bounding tiles on plates, which are the markers of marked areas."""
        for area in self.areas:
            at, room = spot_in(area.cells)
            colour = MARKER_COLOURS[area.controller] if area in self.marked else ""
            text = f"{len(area.blue)}:{len(area.orange)}"
            yield _count(self.theme, text, at, CELL * 0.2, 1.25 * room, colour, LEAST_EM)

    def main(self) -> Iterator[scene.Item]:
        return map(self._arrow, main_areas(self.areas))

    def _arrow(self, area: Area) -> scene.Item:
        """Return an arrow to an area's middle, over as little else as may be."""
        at, room = spot_in(area.cells)
        left, top, right, bottom = parts.cells_box(CELL)
        own = frozenset(places.quarters(area.cells))

        def crossed(end: Point) -> tuple[int, float]:
            far = at.distance(end)
            steps = (at.towards(end, k * QUARTER / far) for k in range(int(far / QUARTER)))
            cells = ((int(x / QUARTER), int(QUARTERS - y / QUARTER)) for x, y in steps)
            return sum(cell not in own for cell in cells), far

        ends = Point(right, at.y), Point(left, at.y), Point(at.x, bottom), Point(at.x, top)
        end = min(ends, key=crossed)
        far, gap = at.distance(end), _marker_radius(room) + CELL * 0.03
        tail = at.towards(end, 1 + (parts.MARGIN - 0.02) * CELL / far)
        return parts.arrow(self.theme, tail, at.towards(end, gap / far), CELL * 0.16)

    # ---------------------------------------------------------------------------------- words

    def sentences(self) -> Iterator[str]:
        yield from map(self._tiles_in_words, PLAYERS)
        if self.legal:
            words = (
                say.counted(
                    len(legal), "{n} place for a {kind}", "{n} places for a {kind}", kind=kind.title
                )
                for kind, legal in self.legal.items()
            )
            player = PLAYER_NAMES[self.position.turn]
            yield say("{Player} has {things}.", player=player, things=all_of(words))
        nobodys = sum(area.controller is None for area in self.areas)
        if nobodys and "areas" not in self.show:
            words_of_many = say.counted(
                nobodys,
                "{n} of {areas} areas belongs to nobody.",
                "{n} of {areas} areas belong to nobody.",
                areas=len(self.areas),
            )
            yield words_of_many if len(self.areas) > 1 else say("The only area belongs to nobody.")

    def _tiles_in_words(self, player: str) -> str:
        tiles = self.position.tiles(player)
        name, unplayed = PLAYER_NAMES[player], sum(self.position.hand(player))
        if not tiles:
            return say(
                "{Player} has no tile on the board and {left} left.", player=name, left=unplayed
            )
        kinds = []
        for kind in Kind:
            names = [place.name for place in tiles if place.kind is kind]
            if len(names) == 1:
                kinds.append(say("a {kind} on {places}", kind=kind.title, places=names[0]))
            elif names:
                kinds.append(say("{kind} on {places}", kind=kind.plural, places=all_of(names)))
        return say(
            "{Player} has {left} left and {number} on the board: {tiles}.",
            player=name,
            left=say.counted(unplayed, "{n} tile", "{n} tiles") if unplayed else say("no tile"),
            number=len(tiles),
            tiles=row(kinds, "; "),
        )

    def areas_in_words(self) -> Iterator[str]:
        yield say.counted(
            len(self.areas),
            "{n} area is shown: {areas}.",
            "{n} areas are shown: {areas}.",
            areas=_owned(self.areas),
        )

    def settled_in_words(self) -> Iterator[str]:
        words = say.counted(
            len(self.settled),
            "{n} area is settled: {areas}.",
            "{n} areas are settled: {areas}.",
            areas=_owned(self.settled),
        )
        yield words if self.settled else say("No area is settled.")

    def counts_in_words(self) -> Iterator[str]:
        each = (say("{cell} with {blue} and {orange}", **values(area)) for area in self.areas)
        bounds = row(each, "; ")
        if len(self.areas) == 1:
            yield say("Blue and orange tiles bound the area: {bounds}.", bounds=bounds)
        else:
            yield say("Blue and orange tiles bound the areas: {bounds}.", bounds=bounds)

    def main_in_words(self) -> Iterator[str]:
        main = main_area(self.areas)
        if main is not None and main.controller:
            yield say(
                "The main area at {cell} is {owner}'s, bounded by {tiles}.",
                tiles=say.counted(main.bounding, "{n} tile", "{n} tiles"),
                **values(main),
            )


def _owned(areas: Iterable[Area]) -> str:
    areas, owned = [*areas], []
    for owner in (*PLAYERS, None):
        cells = all_of(area.cell for area in areas if area.controller == owner)
        if cells:
            owned.append(say("{cells} for {owner}", cells=cells, owner=OWNERS[owner]))
    return row(owned, "; ")


@lru_cache(maxsize=64)
def glyphs(theme: Theme) -> Mapping[str, Glyph]:
    """Return the small pictures of tiles and markers, by their names."""
    pictures: dict[str, Glyph] = {}
    for player in PLAYERS:
        for kind in Kind:
            name = say("{colour} {kind}", colour=PLAYER_NAMES[player], kind=kind.title)
            look = scene.Use(parts.tile(theme, player, kind, CELL))
            pictures[str(name)] = Glyph.of(look, 1.1 * CELL, name)
    for owner, colour in MARKER_COLOURS.items():
        look = scene.Use(parts.marker(theme, colour, 0.45 * CELL))
        words = say("{owner}'s area", owner=colour) if owner else say("nobody's area")
        name = say("{colour} marker", colour=colour)
        # Legends show areas with their markers.
        pictures[str(name)] = Glyph.of(look, CELL, words, name=name)._replace(sign="")
        ground = _tint(theme, colour, scene.rectangle(Box(*ORIGIN, *ORIGIN).grown(CELL / 2)))
        area = scene.Group((ground, scene.Use(parts.marker(theme, colour, 0.25 * CELL))))
        pictures[f"{colour} area"] = Glyph.of(area, CELL, words, sign=ground.name)
    return pictures


def _count(
    theme: Theme, text: str, at: Point, size: float, most: float, colour: str = "", em: float = 0.0
) -> scene.Item:
    line, fill, ink = theme.line("boundary", 0.02, CELL), theme.role("white"), theme.role("black")
    if colour:
        fill, ink = theme.slot(colour).fill, theme.slot(colour).label
    return plates.plate(
        text, at, size=size, most=most, fill=fill, ink=ink, line=line, em=em, name="count"
    )


def _tint(theme: Theme, colour: str, outline: scene.Outline) -> scene.Path:
    tint = mixed(theme.slot(colour).fill, theme.role("board"), 0.55)
    return scene.Path(outline, tint, name=f"area {colour}")


def _marker_radius(room: float) -> float:
    return min(0.3 * CELL, room * 0.82)


def _place_marks(theme: Theme, kind: Kind, spots: Iterable[places.Place]) -> scene.Path:
    small, thick = CELL * 0.16, CELL * parts.LINE * 1.1
    marks = []
    for place in spots:
        x, y = point(place.x, place.y)
        if kind is Kind.CROSS:
            a, b = small, thick
            steps = [(-b, -a), (b, -a), (b, -b), (a, -b), (a, b), (b, b)]
            steps += [(b, a), (-b, a), (-b, b), (-a, b), (-a, -b), (-b, -b)]
            marks.append(scene.polygon(Point(x + dx, y + dy) for dx, dy in steps))
        else:
            dx = thick if kind is Kind.LINE and place.y % 2 else small
            dy = thick if kind is Kind.LINE and not place.y % 2 else small
            marks.append(scene.rectangle(Box(x - dx, y - dy, x + dx, y + dy)))
    line, name = theme.line("mark", 0.025, CELL), f"places {kind.name.lower()}"
    return scene.Path(scene.joined(marks), theme.role("good"), line, name)


def _place_mark(theme: Theme, kind: Kind) -> scene.Item:
    place = next(place for place in places.PLACES if place.kind is kind)
    mark = _place_marks(theme, kind, [place])._replace(name="")
    return scene.Group((mark,), Transform.translation(*(-c for c in point(place.x, place.y))))


def _places(kind: Kind) -> Overlay:
    title, look = say("place for a {kind}", kind=kind.title), partial(_place_mark, kind=kind)
    name = f"places {kind.name.lower()}"
    sign = Sign(f"place for {kind.title}", title, look, sign=name, share=0.5)
    words = f"where the player to move can put a {kind.title}"
    return Overlay(words, _Picture.places, signs=(sign,))


@lru_cache(maxsize=1024)
def area_outline(cells: int) -> scene.Outline:
    """Return the border round a set of quarter-cells and round its holes."""
    squares = (Box(*point(x, y + 1), *point(x + 1, y)).corners() for x, y in places.quarters(cells))
    return borders.outline(squares)


@lru_cache(maxsize=1024)
def spot_in(cells: int) -> tuple[Point, float]:
    """Return the middle of the largest square in a set of quarter-cells, and the room to its sides."""
    size, corners = 1, cells
    while size < 4:
        # The lower left corners of squares one larger: squares here, right, above and beyond.
        larger = corners & corners >> 1 & corners >> places.STRIDE & corners >> (places.STRIDE + 1)
        if not larger:
            break
        size, corners = size + 1, larger
    xs, ys = zip(*places.quarters(cells), strict=True)
    middle = sum(xs) / len(xs) + 0.5, sum(ys) / len(ys) + 0.5

    def away(corner: tuple[int, int]) -> tuple[float, tuple[int, int]]:
        x, y = corner[0] + size / 2 - middle[0], corner[1] + size / 2 - middle[1]
        return round(x * x + y * y, 6), corner

    x, y = min(places.quarters(corners), key=away)
    return point(x + size / 2, y + size / 2), size / 2 * QUARTER


# ------------------------------------------------------------ tiles laid against the rules (3.2)

_LONGEST = 2000

_KINDS = {
    "solid": (Kind.SOLID, False),
    "line": (Kind.LINE, False),
    "upright": (Kind.LINE, True),
    "cross": (Kind.CROSS, False),
}


def _parsed(text: str) -> tuple[LaidTile, ...]:
    fields = text.split(" ")
    if len(fields) != 2 or len(text) > _LONGEST:
        raise NotationError(
            "not an example", text=text, expected="BLUE ORANGE, like 'd4,cross@g4ne line@f1e'"
        )
    tiles = []
    for player, field in zip(PLAYERS, fields, strict=True):
        for word in field.split(",") if field != "-" else ():
            name, at, spot = word.rpartition("@")
            x, y = parse_spot(spot)
            if at and name not in _KINDS:
                expected = f"one of {', '.join(_KINDS)}"
                raise NotationError(f"no kind of tile '{name[:20]}'", text=word, expected=expected)
            kind, upright = _KINDS[name] if at else (places.kind_at(x, y), x % 2 == 0)
            tiles.append(LaidTile(player, kind, x, y, upright))
    return tuple(tiles)


def _faults(tiles: Sequence[LaidTile]) -> Iterator[tuple[Point, str]]:
    for laid in tiles:
        if reason := _misfit(laid):
            yield Point(laid.x, laid.y), say("{tile}: {reason}", tile=laid.words, reason=reason)
    for one, two in combinations(tiles, 2):
        if abs(one.x - two.x) < 2 and abs(one.y - two.y) < 2:
            reason = say("{one} overlaps {other}", one=one.words, other=two.words)
            yield Point((one.x + two.x) / 2, (one.y + two.y) / 2), reason


_MISFITS = (
    say("a Solid may only lie in a cell"),
    say("a Line may only lie centred on an edge, along it"),
    say("a Cross may only lie on an intersection"),
)


def _misfit(laid: LaidTile) -> str:
    kind, is_across = laid.kind, laid.kind is Kind.LINE and laid.upright != (laid.x % 2 == 0)
    if kind is not places.kind_at(laid.x, laid.y) or is_across:
        return _MISFITS[kind]
    if kind is Kind.CROSS and not (0 < laid.x < QUARTERS and 0 < laid.y < QUARTERS):
        return say("a Cross may not lie on the board's edge")
    return ""


def draw_example(text: str, *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of tiles written as ``BLUE ORANGE``, joined by commas, ``-`` for none.

    A place such as ``d4n`` is the tile that fits it; ``KIND@SPOT`` is any tile on any cell, edge or
    corner: ``d4,cross@g4ne line@f1e``.  With ``tiles`` there is no board, and so nothing wrong.
    """
    tiles = _parsed(text)
    faults = () if "tiles" in show else tuple(_faults(tiles))
    drawing = _drawing(tiles, theme)
    words = [laid.alone if "tiles" in show else laid.words for laid in tiles]
    reasons = (say("Not allowed: {reason}.", reason=reason) for _, reason in faults)
    drawing = drawing._replace(description=(*(say("{Tile}.", tile=w) for w in words), *reasons))
    if "tiles" in show:
        box = bounds(point(t.x, t.y) for t in tiles).grown(1.2 * QUARTER) if tiles else BOX
        drawing = drawing._replace(box=box, cells=None, board=(), rims={}, sides=())
    spots = dict.fromkeys(spot for spot, _ in faults)
    return drawing.with_overlays(OVERLAYS, theme, show & {"overlaps"}, (theme, spots))


def _crosses(picture: tuple[Theme, Iterable[Point]]) -> Iterator[scene.Item]:
    theme, spots = picture
    return (parts.cross_out(theme, point(*spot), CELL * 0.3) for spot in spots)


# ---------------------------------------------------------------------------------- the overlays

_LARGE_COUNT = partial(_count, text="3:2", at=ORIGIN, size=0.3 * CELL, most=CELL)
_LARGE_ARROW = partial(
    parts.arrow, tail=Point(-0.5 * CELL, 0.0), tip=Point(0.5 * CELL, 0.0), width=0.16 * CELL
)

OVERLAYS = {
    "areas": Overlay(
        "areas tinted by who controls them, with their markers (rule 4.2)",
        _Picture.markers,
        _Picture.areas_in_words,
    ),
    "settled": Overlay(
        "areas that no tile can enter any more, with their markers (rule 4.4)",
        _Picture.markers,
        _Picture.settled_in_words,
    ),
    "places": Overlay("where the player to move can put a tile, by type", _Picture.places),
    **{kind.plural.lower(): _places(kind) for kind in Kind},
    "counts": Overlay(
        "how many blue and orange tiles bound each area",
        _Picture.counts,
        _Picture.counts_in_words,
        (Sign("count", say("tiles of blue and of orange round an area"), _LARGE_COUNT),),
        level="plates",
    ),
    "main": Overlay(
        "an arrow to the main area (rule 4.3)",
        _Picture.main,
        _Picture.main_in_words,
        (Sign("main area", say("the main area"), _LARGE_ARROW),),
    ),
    "overlaps": Overlay(
        "crosses on tiles that break a rule (in examples; no position has any)", _crosses
    ),
    "tiles": Overlay("the tiles alone, without the board (in examples)"),
}
