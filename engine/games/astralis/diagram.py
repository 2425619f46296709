"""The diagram of an Astralis position: board, tiles, stones and ships, what can be laid over, and words.

Marks name its hexes by their labels, such as ``d7`` (rule 1.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from types import MappingProxyType

from engine.drawing import borders, scene
from engine.drawing.captions import Glyph
from engine.drawing.diagram import Drawing, NamedPlace
from engine.drawing.theme import HAIRLINE, Theme
from engine.errors import NotationError, OptionError
from engine.games.astralis.board import NAMES, PLAYERS, each
from engine.games.astralis.drawing import (
    CLEARANCE,
    SLOTS,
    cell,
    cells_box,
    contested_tile,
    control_tile,
    empty_board,
    pawn_look,
    place_of,
    rims,
    start_row,
    start_rows,
    stone_look,
    table_box,
)
from engine.games.astralis.rules import AstralisPosition
from engine.games.astralis.variants import VARIANTS, ShipVariant, Standard
from engine.geometry.plane import ORIGIN, Box, Point, Transform
from engine.messages import Message, Messages, all_of

say = Messages(__name__)

#: A cell's width in a diagram of natural size, in millimetres.
WIDTH = 10.0

#: The radius of stones and ships, and of the dots that overlays draw.
_STONE = 0.43 * WIDTH
_SHIP = 0.42 * WIDTH
_DOT = 0.15 * WIDTH

OVERLAYS: Mapping[str, str] = MappingProxyType(
    {
        "control": "tiles on explored hexes; the standard game always shows them (rule 2.1)",
        "start-rows": "the hexes where ships are set up, in their colours (rule 3.1)",
        "ship-moves": "white dots where the mover's ship can go (rules 3.1 and 4.1)",
        "placements": "dots round the mover's ship: white where a planet can be put (rule 4.3)",
        "changes": "a yellow border round the hexes that the last move changed",
        "threats": "hexes one planet away from a bonus or extraction (rules 4.4 and 4.5)",
    }
)

#: How far the table reaches beyond the cells, in cells; the labels stand outside it.
MARGIN = 0.3

#: The corners of a hex beside which a label goes, the better ones first: those above its middle
#: line, below it, above and below.
_BESIDE = (3, 5, 2, 0, 4, 1)


def draw_position(position: AstralisPosition, *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of a position.

    Raises OptionError for an overlay that the variant has not.
    """
    variant, side = position.variant.name, position.side
    if "control" in show and not position.variant.has_control:
        raise OptionError(f"{variant} has no control to show")
    if "threats" in show and not isinstance(position.variant, Standard):
        raise OptionError(f"{variant} has no bonus or extraction, and so no threats to show")
    picture = _Picture(position, theme, show)
    return Drawing(
        box=table_box(side, WIDTH, MARGIN),
        cells=cells_box(side, WIDTH),
        unit=WIDTH,
        place=picture.place,
        board=(*empty_board(theme, side, WIDTH, MARGIN), *picture.ground()),
        pieces=tuple(picture.pieces()),
        overlays=tuple(picture.overlays()),
        rims=rims(side, WIDTH, MARGIN),
        sides=("left", "bottom"),
        obstacles=picture.obstacles(),
        focus=picture.focus(),
        glyphs=partial(glyphs, theme, variant),
        legend=partial(legend, theme, variant),
        description=tuple(picture.sentences()),
    )


# --------------------------------------------------------------------------------- the position


class _Picture:
    """A position being drawn in a theme with overlays."""

    def __init__(self, position: AstralisPosition, theme: Theme, show: frozenset[str]) -> None:
        self.position, self.theme, self.show = position, theme, show
        self.variant, self.state = position.variant, position.state
        self.board = board = position.variant.board
        stones, ships = self.state.stones, self.state.ships
        self.centres = {hex_: place_of(board, hex_, WIDTH) for hex_ in each(board.full)}
        self.taken = self.state.occupied | ships[0] | ships[1]
        self.is_tiled = self.variant.name == "standard" or "control" in show
        self.controlled = [board.controlled(*stones[::step]) for step in (1, -1)]
        self.contested = board.contested(*stones)
        #: The hexes that overlays show, by the overlays' names.
        self.overlaid = dict(self._overlaid())
        dotted = [self.overlaid.get(n, 0) for n in ("ship-moves", "placements", "unusable")]
        self.dots = dotted[0] | dotted[1] | dotted[2]

    def _overlaid(self) -> Iterator[tuple[str, int]]:
        state, board, variant, show = self.state, self.board, self.variant, self.show
        flies = variant if isinstance(variant, ShipVariant) else None
        if "start-rows" in show and flies:
            yield "start-rows", 0
        if "ship-moves" in show:
            berths = flies.berths(board, state.turn) if flies else 0
            yield "ship-moves", flies.targets(state) if flies and state.ship else berths
        if "placements" in show:
            near = board.near_one(state.ship)
            usable = near & variant.room(state)
            yield "placements", usable
            yield "unusable", near & ~usable & ~state.occupied
        if "changes" in show:
            yield "changes", sum(map(board.find, self.position.changed()))
        for player in PLAYERS if "threats" in show else ():
            yield f"threats {player}", sum(map(board.find, self.position.threats(player)))

    # --------------------------------------------------------------------------------- places

    def place(self, name: str) -> NamedPlace:
        """Return the hex with this label; raise NotationError where there is none."""
        hex_ = self.board.find(name)
        if not hex_:
            first, *_, last = self.board.labels(self.board.full)
            expected = f"a hex from {first} to {last}, like {first}"
            raise NotationError(f"no place '{name[:40]}'", expected=expected)
        at = self.centres[hex_]
        outline = cell(at, WIDTH)
        free = tuple(outline[k] for k in _BESIDE) if hex_ & (self.taken | self.dots) else ()
        return NamedPlace(name, "cell", at, outline, _STONE if hex_ & self.taken else 0.0, free)

    def obstacles(self) -> tuple[tuple[Point, float], ...]:
        sized = ((self.taken, _STONE), (self.dots, _DOT))
        return tuple((self.centres[hex_], size) for hexes, size in sized for hex_ in each(hexes))

    def focus(self) -> tuple[str, ...]:
        hexes = self.taken
        for name in self.overlaid.keys() - {"unusable"}:
            hexes |= self.overlaid[name]
        return self.board.labels(hexes)

    # ---------------------------------------------------------------------------- board, pieces

    def ground(self) -> Iterator[scene.Item]:
        if "start-rows" in self.overlaid:
            yield from start_rows(self.theme, self.board.side, WIDTH)
        if self.is_tiled:
            size = WIDTH * (1 - CLEARANCE)
            for player, hexes in zip(PLAYERS, self.controlled, strict=True):
                yield from self.uses(hexes, control_tile(self.theme, player, size), "tile")
            yield from self.uses(self.contested, contested_tile(self.theme, size), "tile")

    def uses(self, hexes: int, symbol: scene.Symbol, name: str) -> Iterator[scene.Item]:
        for hex_ in each(hexes):
            yield scene.Use(symbol, Transform.translation(*self.centres[hex_]), name)

    def pieces(self) -> Iterator[scene.Item]:
        theme, variant = self.theme, self.variant.name
        for k, player in enumerate(PLAYERS):
            for hex_ in each(self.state.stones[k]):
                look = stone_look(theme, player, variant, self.pips(hex_, k), _STONE)
                yield from self.uses(hex_, look, "stone")
        for player, ship in zip(PLAYERS, self.state.ships, strict=True):
            yield from self.uses(ship, pawn_look(theme, player, variant, _SHIP), "pawn")

    def pips(self, hex_: int, player: int) -> int:
        return self.board.pips(hex_, self.state.stones[1 - player])

    # ------------------------------------------------------------------------------- overlays

    def overlays(self) -> Iterator[scene.Item]:
        theme, overlaid = self.theme, self.overlaid
        if hexes := overlaid.get("changes"):
            cells = (cell(self.centres[hex_], WIDTH) for hex_ in each(hexes))
            yield changed(theme, borders.outline(cells), WIDTH)
        for player in PLAYERS:
            for hex_ in each(overlaid.get(f"threats {player}", 0)):
                # Round a planet that lies there; where both aim at one hex, cyan's is smaller.
                both = player == "c" and hex_ & overlaid["threats y"]
                corners = cell(self.centres[hex_], WIDTH, 0.66 if both else 0.92)
                yield threat(theme, player, corners, WIDTH)
        for name, draw in (("ship-moves", dot), ("placements", dot), ("unusable", crossed_dot)):
            for hex_ in each(overlaid.get(name, 0)):
                yield draw(theme, self.centres[hex_], _DOT)

    # ---------------------------------------------------------------------------------- words

    def sentences(self) -> Iterator[str]:
        """Yield the sentences of the alternative text."""
        yield say(
            "The board is a hexagon of side {side}; the variant is {variant}.",
            side=self.board.side,
            variant=self.variant.name,
        )
        pieces = [self._pieces_in_words(player) for player in (0, 1)]
        for name, words in zip(NAMES, pieces, strict=True) if any(pieces) else ():
            yield words or say("{Player} has nothing on it.", player=name)
        if not any(pieces):
            yield say("No piece is on it.")
        if self.is_tiled:
            yield from self._control_in_words()
        for name, hexes in self.overlaid.items():
            if hexes or name != "unusable":
                yield self._overlay_in_words(name, hexes)

    def _pieces_in_words(self, player: int) -> str:
        ship, stones = self.state.ships[player], self.state.stones[player]
        words: list[str] = []
        if ship:
            hex_ = self.board.label(ship)
            words.append(say("the {ship} on {hex}", ship=self.variant.ship, hex=hex_))
        number, hexes = stones.bit_count(), all_of(self.board.labels(stones))
        if stones and self.variant.name == "dice":
            dice = all_of(
                say.counted(
                    self.pips(hex_, player),
                    "{hex} with {n} pip",
                    "{hex} with {n} pips",
                    hex=self.board.label(hex_),
                )
                for hex_ in each(stones)
            )
            words.append(say.counted(number, "a die on {dice}", "{n} dice on {dice}", dice=dice))
        elif stones:
            values = {"stone": self.variant.stone, "hexes": hexes}
            words.append(
                say.counted(number, "a {stone} on {hexes}", "{n} {stone}s on {hexes}", **values)
            )
        if not words:
            return ""
        return say("{Player} has {pieces}.", player=NAMES[player], pieces=all_of(words))

    def _control_in_words(self) -> Iterator[Message]:
        yellow, cyan = map(int.bit_count, self.controlled)
        both = self.contested.bit_count()
        values = {"yellow": say.counted(yellow, "{n} hex", "{n} hexes"), "cyan": cyan}
        if both:
            contested = say.counted(both, "{n} hex is contested", "{n} hexes are contested")
            yield say(
                "Yellow controls {yellow} and cyan {cyan}; {contested}.",
                contested=contested,
                **values,
            )
        elif yellow or cyan:
            yield say("Yellow controls {yellow} and cyan {cyan}.", **values)

    def _overlay_in_words(self, overlay: str, shown: int) -> str:
        number, hexes = shown.bit_count(), all_of(self.board.labels(shown))
        kind, _, player = overlay.partition(" ")
        if kind == "unusable":
            return say.counted(
                number,
                "Hex {hexes} is explored or taken and cannot be used.",
                "Hexes {hexes} are explored or taken and cannot be used.",
                hexes=hexes,
            )
        if number > 1:
            hexes = say.counted(number, "{n} hex: {hexes}", "{n} hexes: {hexes}", hexes=hexes)
        if kind == "placements" and not self.state.ship:
            kind = "nowhere"
        mover = NAMES[PLAYERS.index(player) if player else self.state.turn]
        nouns = {"player": mover, "ship": self.variant.ship, "stone": self.variant.stone}
        return _overlay_words(kind, hexes, nouns)[not shown]


def _overlay_words(kind: str, hexes: str, nouns: Mapping[str, str]) -> tuple[str, str]:
    """Return the sentences on what an overlay shows: on some hexes, and on none."""
    values = {**nouns, "hexes": hexes}
    if kind == "start-rows":
        rows = say(
            "The rows where the {ship}s are set up are highlighted in their colours.", **values
        )
        return rows, rows
    if kind == "ship-moves":
        return (
            say("{Player}'s {ship} can go to {hexes}.", **values),
            say("{Player}'s {ship} can go to no hex.", **values),
        )
    if kind == "nowhere":
        words = say("{Player} has nothing on the board that {stone}s are put round.", **values)
        return words, words
    if kind == "placements":
        return (
            say("Next to the {ship} {player} can put a {stone} on {hexes}.", **values),
            say("Next to the {ship} {player} can put a {stone} on no hex.", **values),
        )
    if kind == "changes":
        return say("The last move changed {hexes}.", **values), say("The last move changed no hex.")
    return (
        say("With one more planet {player} gains {hexes}.", **values),
        say("With one more planet {player} gains no hex.", **values),
    )


# --------------------------------------------------------------------------------- small pictures


def changed(theme: Theme, outline: scene.Outline, width: float) -> scene.Item:
    """Return a yellow border, cased in black."""
    halo = theme.line("black", 0.19, width, join="round")
    line = scene.Stroke(theme.slot("yellow").fill, 0.11 * width, join="round")
    lines = (scene.Path(outline, None, halo), scene.Path(outline, None, line))
    return scene.Group(lines, name="changes")


def threat(theme: Theme, player: str, corners: Iterable[Point], width: float) -> scene.Item:
    """Return a hexagon on its casing, whole for yellow and dashed for cyan."""
    dash = () if player == "y" else (0.14 * width, 0.12 * width)
    ring = scene.polygon(corners)
    dark = theme.line("black", 0.11, width, join="round")
    light = scene.Stroke(theme.slot(SLOTS[player]).fill, width * 0.06, dash, join="round")
    lines = (scene.Path(ring, None, dark), scene.Path(ring, None, light))
    return scene.Group(lines, name=f"threat {SLOTS[player]}")


def dot(theme: Theme, at: Point, radius: float) -> scene.Item:
    """Return a white dot."""
    line = theme.line("black", 0.23, radius)
    return scene.Circle(*at, radius, theme.role("good"), line, "usable")


def crossed_dot(theme: Theme, at: Point, radius: float) -> scene.Item:
    """Return a dot in the colour of what is wrong, with a cross."""
    cross = scene.diagonals(Box(*at, *at).grown(radius * 0.45))
    white = scene.Stroke(theme.role("white"), max(radius * 0.25, HAIRLINE), cap="round")
    dot = scene.Circle(*at, radius, theme.role("bad"), theme.line("black", 0.17, radius))
    return scene.Group((dot, scene.Path(cross, None, white)), name="unusable")


#: What stones and ships are called in variants that have others.
PIECES = {"beeline": ("flower", "bee"), "dice": ("die", "ship")}

#: The small pictures are drawn in this size, dice with so many pips.
_SIZE, _SHOWN_PIPS = 10.0, 6


@lru_cache(maxsize=64)
def glyphs(theme: Theme, variant: str) -> Mapping[str, Glyph]:
    """Return the small pictures of pieces, tiles and overlays, a unit wide, by their names."""
    piece, pawn = PIECES.get(variant, ("planet", "ship"))
    ship_word = VARIANTS[variant].ship
    pictures: dict[str, Glyph] = {}

    def add(name: str, item: scene.Item, words: str, spoken: str = "", sign: str = "") -> None:
        pictures[name] = Glyph.of(item, _SIZE, words, name=spoken, sign=sign)

    tile, radius = 0.86 * _SIZE, 0.48 * _SIZE
    for player, colour in SLOTS.items():
        words = {
            "planet": say("{colour} planet", colour=colour),
            "flower": say("{colour} flower", colour=colour),
            "die": say("{colour} die", colour=colour),
            "ship": say("{colour} ship", colour=colour),
            "bee": say("{colour} bee", colour=colour),
            "tile": say("{colour} tile", colour=colour),
        }
        ship = pawn_look(theme, player, variant, radius)
        add(f"{colour} {pawn}", scene.Use(ship), words[pawn])
        stone = stone_look(theme, player, variant, _SHOWN_PIPS, radius)
        sign = stone.key.removesuffix(f"-{_SHOWN_PIPS}")
        add(f"{colour} {piece}", scene.Use(stone), words[piece], sign=sign)
        add(f"{colour} tile", scene.Use(control_tile(theme, player, tile)), words["tile"])
    contested = scene.Use(contested_tile(theme, tile))
    add("contested tile", contested, say("contested tile"))
    for player, colour in SLOTS.items():
        row, sign = start_row(theme, player, (ORIGIN,), _SIZE), f"start-row {colour}"
        here = say("{player}'s {ship} is set up here", player=colour, ship=ship_word)
        add(f"{colour} start row", row, here, sign=sign)
    add("white dot", dot(theme, ORIGIN, 0.28 * _SIZE), say("can be used"), say("white dot"))
    red = crossed_dot(theme, ORIGIN, 0.28 * _SIZE)
    add("red dot", red, say("cannot be used"), say("red dot"))
    border = changed(theme, scene.polygon(cell(ORIGIN, _SIZE, 0.75)), _SIZE)
    add("changes", border, say("changed by the last move"), say("yellow border"))
    hexagons = {"y": say("yellow hexagon"), "c": say("dashed cyan hexagon")}
    for player, colour in SLOTS.items():
        ring = threat(theme, player, cell(ORIGIN, _SIZE, 0.8), _SIZE)
        gain = say("one planet away from {player}'s gain", player=colour)
        add(f"{colour} threat", ring, gain, hexagons[player])
    row = start_row(theme, "y", (ORIGIN,), _SIZE)
    add("start row", row, say("{ship}s are set up here", ship=ship_word))
    return MappingProxyType(pictures)


def legend(theme: Theme, variant: str) -> tuple[Glyph, ...]:
    """Return the small pictures for legends: each player's pieces and tiles, then overlays."""
    return tuple(glyphs(theme, variant).values())[:-1]
