"""The diagram of an Astralis position: board, tiles, stones and ships, what can be laid over, and words.

Marks name its hexes by their labels, such as ``d7`` (rule 1.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from types import MappingProxyType
from typing import NamedTuple

from engine.drawing import borders, scene
from engine.drawing.captions import Glyph
from engine.drawing.diagram import Drawing, NamedPlace
from engine.drawing.theme import HAIRLINE, Theme
from engine.errors import NotationError, OptionError
from engine.games.astralis import drawing
from engine.games.astralis.board import NAMES, PLAYERS, each
from engine.games.astralis.drawing import SLOTS, cell, place_of
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

OVERLAYS: Mapping[str, str] = {
    "control": "tiles on explored hexes; the standard game always shows them (rule 2.1)",
    "start-rows": "the hexes where ships are set up, in their colours (rule 3.1)",
    "ship-moves": "white dots where the mover's ship can go (rules 3.1 and 4.1)",
    "placements": "dots round the mover's ship: white where a planet can be put (rule 4.3)",
    "changes": "a yellow border round the hexes that the last move changed",
    "threats": "hexes one planet away from a bonus or extraction (rules 4.4 and 4.5)",
}

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
    taken, dots = picture.taken, picture.dots
    return Drawing(
        box=drawing.table_box(side, WIDTH, MARGIN),
        cells=drawing.cells_box(side, WIDTH),
        unit=WIDTH,
        place=picture.place,
        board=(*drawing.empty_board(theme, side, WIDTH, MARGIN), *picture.ground()),
        pieces=tuple(picture.pieces()),
        overlays=tuple(picture.overlays()),
        rims=drawing.rims(side, WIDTH, MARGIN),
        sides=("left", "bottom"),
        obstacles=(*picture.sized(taken, _STONE), *picture.sized(dots, _DOT)),
        focus=picture.focus(),
        glyphs=partial(glyphs, theme, variant),
        description=tuple(picture.sentences()),
    )


class _Layer(NamedTuple):
    """What an overlay shows: hexes, the sentence on them, and how they are drawn."""

    name: str
    hexes: int
    words: Message
    draw: Callable[[int], Iterable[scene.Item]] = lambda _: ()

    @property
    def has_dots(self) -> bool:
        """Whether its hexes have dots, which lie above borders."""
        return self.name in ("ship-moves", "placements", "unusable")


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
        self.controlled, self.contested = board.tiled(*stones)
        self.layers = tuple(self._layers())
        self.dots = 0
        for layer in self.layers:
            self.dots |= layer.hexes if layer.has_dots else 0

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

    def sized(self, hexes: int, size: float) -> Iterator[tuple[Point, float]]:
        return ((self.centres[hex_], size) for hex_ in each(hexes))

    def focus(self) -> tuple[str, ...]:
        hexes = self.taken
        for layer in self.layers:
            hexes |= 0 if layer.name == "unusable" else layer.hexes
        return self.board.labels(hexes)

    # ---------------------------------------------------------------------------- board, pieces

    def ground(self) -> Iterator[scene.Item]:
        if "start-rows" in self.show and isinstance(self.variant, ShipVariant):
            yield from drawing.start_rows(self.theme, self.board.side, WIDTH)
        if self.is_tiled:
            size = WIDTH * (1 - drawing.CLEARANCE)
            tiles = zip(
                (*NAMES, drawing.CONTESTED), (*self.controlled, self.contested), strict=True
            )
            for colour, hexes in tiles:
                yield from self.uses(hexes, drawing.tile(self.theme, colour, size), "tile")

    def uses(self, hexes: int, symbol: scene.Symbol, name: str) -> Iterator[scene.Item]:
        for hex_ in each(hexes):
            yield scene.Use(symbol, Transform.translation(*self.centres[hex_]), name)

    def pieces(self) -> Iterator[scene.Item]:
        theme, variant = self.theme, self.variant.name
        for k, player in enumerate(PLAYERS):
            for hex_ in each(self.state.stones[k]):
                look = drawing.stone_look(theme, player, variant, self.pips(hex_, k), _STONE)
                yield from self.uses(hex_, look, "stone")
        for player, ship in zip(PLAYERS, self.state.ships, strict=True):
            yield from self.uses(ship, drawing.pawn_look(theme, player, variant, _SHIP), "pawn")

    def pips(self, hex_: int, player: int) -> int:
        return self.board.pips(hex_, self.state.stones[1 - player])

    # ------------------------------------------------------------------------------- overlays

    def overlays(self) -> Iterator[scene.Item]:
        for layer in sorted(self.layers, key=lambda layer: layer.has_dots):
            yield from layer.draw(layer.hexes)

    def _layers(self) -> Iterator[_Layer]:
        """Yield what the overlays show, in the order of their sentences."""
        state, board, show = self.state, self.board, self.show
        flies = self.variant if isinstance(self.variant, ShipVariant) else None
        nouns = {
            "player": NAMES[state.turn],
            "ship": self.variant.ship,
            "stone": self.variant.stone,
        }
        if "start-rows" in show and flies:
            words = say(
                "The rows where the {ship}s are set up are highlighted in their colours.", **nouns
            )
            yield _Layer("start-rows", 0, words)
        if "ship-moves" in show:
            berths = flies.berths(board, state.turn) if flies else 0
            hexes = flies.targets(state) if flies and state.ship else berths
            nouns["hexes"] = self._named(hexes)
            words = say("{Player}'s {ship} can go to no hex.", **nouns)
            if hexes:
                words = say("{Player}'s {ship} can go to {hexes}.", **nouns)
            yield _Layer("ship-moves", hexes, words, partial(self._dots, dot))
        if "placements" in show:
            near = board.near_one(state.ship)
            usable = near & self.variant.room(state)
            unusable = near & ~usable & ~state.occupied
            nouns["hexes"] = self._named(usable)
            if not state.ship:
                words = say(
                    "{Player} has nothing on the board that {stone}s are put round.", **nouns
                )
            elif usable:
                words = say("Next to the {ship} {player} can put a {stone} on {hexes}.", **nouns)
            else:
                words = say("Next to the {ship} {player} can put a {stone} on no hex.", **nouns)
            yield _Layer("placements", usable, words, partial(self._dots, dot))
            words = say.counted(
                unusable.bit_count(),
                "Hex {hexes} is explored or taken and cannot be used.",
                "Hexes {hexes} are explored or taken and cannot be used.",
                hexes=all_of(board.labels(unusable)),
            )
            if unusable:
                yield _Layer("unusable", unusable, words, partial(self._dots, crossed_dot))
        if "changes" in show:
            hexes = sum(map(board.find, self.position.changed()))
            words = say("The last move changed no hex.")
            if hexes:
                words = say("The last move changed {hexes}.", hexes=self._named(hexes))
            yield _Layer("changes", hexes, words, self._changed)
        threats = self.position.threats if "threats" in show else lambda _: ()
        aims = [sum(map(board.find, threats(player))) for player in PLAYERS]
        for k in (0, 1) if "threats" in show else ():
            nouns |= {"player": NAMES[k], "hexes": self._named(aims[k])}
            words = say("With one more planet {player} gains no hex.", **nouns)
            if aims[k]:
                words = say("With one more planet {player} gains {hexes}.", **nouns)
            yield _Layer("threats", aims[k], words, partial(self._threats, PLAYERS[k], aims[0]))

    def _named(self, hexes: int) -> str:
        number, names = hexes.bit_count(), all_of(self.board.labels(hexes))
        if number < 2:
            return names
        return say.counted(number, "{n} hex: {hexes}", "{n} hexes: {hexes}", hexes=names)

    def _dots(self, draw: Callable[..., scene.Item], hexes: int) -> Iterator[scene.Item]:
        return (draw(self.theme, self.centres[hex_], _DOT) for hex_ in each(hexes))

    def _changed(self, hexes: int) -> Iterator[scene.Item]:
        if hexes:
            cells = (cell(self.centres[hex_], WIDTH) for hex_ in each(hexes))
            yield changed(self.theme, borders.outline(cells), WIDTH)

    def _threats(self, player: str, yellows: int, hexes: int) -> Iterator[scene.Item]:
        for hex_ in each(hexes):
            # Round a planet that lies there; where both aim at one hex, cyan's is smaller.
            share = 0.66 if player == "c" and hex_ & yellows else 0.92
            yield threat(self.theme, player, cell(self.centres[hex_], WIDTH, share), WIDTH)

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
        yield from (layer.words for layer in self.layers)

    def _pieces_in_words(self, player: int) -> str:
        ship, stones = self.state.ships[player], self.state.stones[player]
        label, words = self.board.label, list[str]()
        if ship:
            words.append(say("the {ship} on {hex}", ship=self.variant.ship, hex=label(ship)))
        number, hexes = stones.bit_count(), all_of(self.board.labels(stones))
        if stones and self.variant.name == "dice":
            pips = [(label(hex_), self.pips(hex_, player)) for hex_ in each(stones)]
            dice = all_of(
                say.counted(n, "{hex} with {n} pip", "{hex} with {n} pips", hex=hex_)
                for hex_, n in pips
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


#: The small pictures are drawn in this size, dice with so many pips.
_SIZE, _PIPS = 10.0, 6


@lru_cache(maxsize=64)
def glyphs(theme: Theme, variant: str) -> Mapping[str, Glyph]:
    """Return the small pictures of pieces, tiles and overlays, a unit wide, by their names."""
    pictures: dict[str, Glyph] = {}

    def add(name: str, item: scene.Item, words: str, spoken: str = "", sign: str = "") -> None:
        pictures[name] = Glyph.of(item, _SIZE, words, name=spoken, sign=sign)

    ship, tile, radius = VARIANTS[variant].ship, 0.86 * _SIZE, 0.48 * _SIZE
    for player, colour in SLOTS.items():
        planet = ("planet", say("{colour} planet", colour=colour))
        stone = {
            "beeline": ("flower", say("{colour} flower", colour=colour)),
            "dice": ("die", say("{colour} die", colour=colour)),
        }.get(variant, planet)
        rocket = ("ship", say("{colour} ship", colour=colour))
        bee = ("bee", say("{colour} bee", colour=colour))
        pawn = bee if variant == "beeline" else rocket
        look = scene.Use(drawing.pawn_look(theme, player, variant, radius))
        add(f"{colour} {pawn[0]}", look, pawn[1])
        symbol = drawing.stone_look(theme, player, variant, _PIPS, radius)
        sign = symbol.key.removesuffix(f"-{_PIPS}")
        add(f"{colour} {stone[0]}", scene.Use(symbol), stone[1], sign=sign)
        control = scene.Use(drawing.tile(theme, colour, tile))
        add(f"{colour} tile", control, say("{colour} tile", colour=colour))
    contested = scene.Use(drawing.tile(theme, drawing.CONTESTED, tile))
    add("contested tile", contested, say("contested tile"))
    for player, colour in SLOTS.items():
        row = drawing.start_row(theme, player, (ORIGIN,), _SIZE)
        here = say("{player}'s {ship} is set up here", player=colour, ship=ship)
        add(f"{colour} start row", row, here, sign=f"start-row {colour}")
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
    row = drawing.start_row(theme, "y", (ORIGIN,), _SIZE)
    add("start row", row, say("{ship}s are set up here", ship=ship))
    return MappingProxyType(pictures)
