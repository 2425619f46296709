"""The diagram of an Astralis position: board, tiles, stones and ships, what can be laid over, and words.

Marks name its hexes by their labels, such as ``d7`` (rule 1.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial

from engine.drawing import borders, scene
from engine.drawing.captions import Glyph
from engine.drawing.diagram import Drawing, NamedPlace, Overlay, Sign
from engine.drawing.theme import HAIRLINE, Theme
from engine.errors import NotationError, OptionError
from engine.games.astralis import drawing
from engine.games.astralis.board import NAMES, PLAYER_NAMES, PLAYERS, each
from engine.games.astralis.drawing import cell, place_of
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

#: How far the table reaches beyond the cells, in cells; the labels stand outside it.
MARGIN = 0.3

#: The corners of a hex beside which a label goes, the better ones first: those above its middle
#: line, below it, above and below.
_BESIDE = (3, 5, 2, 0, 4, 1)


def draw_position(position: AstralisPosition, *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of a position; raise OptionError for an overlay that the variant has not."""
    variant, side = position.variant.name, position.side
    if "control" in show and not position.variant.has_control:
        raise OptionError(f"{variant} has no control to show")
    if "threats" in show and not isinstance(position.variant, Standard):
        raise OptionError(f"{variant} has no bonus or extraction, and so no threats to show")
    if variant == "standard":
        show |= {"control"}
    picture = _Picture(position, theme, show)
    return Drawing(
        box=drawing.table_box(side, WIDTH, MARGIN),
        cells=drawing.cells_box(side, WIDTH),
        unit=WIDTH,
        place=picture.place,
        board=drawing.empty_board(theme, side, WIDTH, MARGIN),
        pieces=tuple(picture.pieces()),
        rims=drawing.rims(side, WIDTH, MARGIN),
        sides=("left", "bottom"),
        obstacles=(*picture.sized(picture.taken, _STONE), *picture.sized(picture.dots, _DOT)),
        focus=position.variant.board.labels(picture.taken | picture.highlights),
        glyphs=partial(glyphs, theme, variant),
        description=tuple(picture.sentences()),
    ).with_overlays(OVERLAYS, theme, show, picture)


class _Picture:
    def __init__(self, position: AstralisPosition, theme: Theme, show: frozenset[str]) -> None:
        self.theme, self.variant, self.state = theme, position.variant, position.state
        self.board = board = position.variant.board
        variant, state = self.variant, self.state
        ships = variant if isinstance(variant, ShipVariant) else None
        self.centres = {hex_: place_of(board, hex_, WIDTH) for hex_ in each(board.full)}
        self.taken = state.occupied | state.ship | state.their_ship
        self.targets = self.usable = self.unusable = self.changed = 0
        self.aims = [0, 0]
        if "ship-moves" in show and ships:
            self.targets = ships.targets(state) if state.ship else board.berths(state.turn)
        if "placements" in show:
            near = board.near_one(state.ship)
            self.usable = near & variant.room(state)
            self.unusable = near & ~self.usable & ~state.occupied
        if "changes" in show:
            self.changed = sum(map(board.find, position.changed()))
        if "threats" in show:
            self.aims = [sum(map(board.find, position.threats(player))) for player in PLAYERS]
        self.dots = self.targets | self.usable | self.unusable
        self.highlights = self.targets | self.usable | self.changed | self.aims[0] | self.aims[1]
        self.nouns = {"player": NAMES[state.turn], "ship": variant.ship, "stone": variant.stone}

    def place(self, name: str) -> NamedPlace:
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

    # ------------------------------------------------------------------------- what is drawn

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

    def uses(self, hexes: int, symbol: scene.Symbol, name: str) -> Iterator[scene.Item]:
        for hex_ in each(hexes):
            yield scene.Use(symbol, Transform.translation(*self.centres[hex_]), name)

    def tiles(self) -> Iterator[scene.Item]:
        controlled, contested = self.board.tiled(*self.state.stones)
        colours = zip((*NAMES, drawing.CONTESTED), (*controlled, contested), strict=True)
        for colour, hexes in colours:
            size = WIDTH * (1 - drawing.CLEARANCE)
            yield from self.uses(hexes, drawing.tile(self.theme, colour, size), "tile")

    def start_rows(self) -> Iterable[scene.Item]:
        if isinstance(self.variant, ShipVariant):
            return drawing.start_rows(self.theme, self.board.side, WIDTH)
        return ()

    def ship_moves(self) -> Iterator[scene.Item]:
        return (_dot(self.theme, self.centres[hex_], _DOT) for hex_ in each(self.targets))

    def placements(self) -> Iterator[scene.Item]:
        for hex_ in each(self.usable):
            yield _dot(self.theme, self.centres[hex_], _DOT)
        for hex_ in each(self.unusable):
            yield _crossed_dot(self.theme, self.centres[hex_], _DOT)

    def changes(self) -> Iterator[scene.Item]:
        if self.changed:
            cells = (cell(self.centres[hex_], WIDTH) for hex_ in each(self.changed))
            yield _border(self.theme, borders.outline(cells))

    def threats(self) -> Iterator[scene.Item]:
        for player, aims in zip(PLAYERS, self.aims, strict=True):
            for hex_ in each(aims):
                # Round a planet that lies there; where both aim at one hex, cyan's is smaller.
                share = 0.66 if player == "c" and hex_ & self.aims[0] else 0.92
                yield _threat(self.theme, player, cell(self.centres[hex_], WIDTH, share))

    # ---------------------------------------------------------------------------------- words

    def sentences(self) -> Iterator[str]:
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

    def control_in_words(self) -> Iterator[Message]:
        controlled, contested = self.board.tiled(*self.state.stones)
        yellow, cyan = map(int.bit_count, controlled)
        both = contested.bit_count()
        values = {"yellow": say.counted(yellow, "{n} hex", "{n} hexes"), "cyan": cyan}
        if both:
            words = say.counted(both, "{n} hex is contested", "{n} hexes are contested")
            values["contested"] = words
            yield say("Yellow controls {yellow} and cyan {cyan}; {contested}.", **values)
        elif yellow or cyan:
            yield say("Yellow controls {yellow} and cyan {cyan}.", **values)

    def start_rows_in_words(self) -> Iterator[Message]:
        if isinstance(self.variant, ShipVariant):
            yield say(
                "The rows where the {ship}s are set up are highlighted in their colours.",
                **self.nouns,
            )

    def ship_moves_in_words(self) -> Iterator[Message]:
        values = {**self.nouns, "hexes": self._named(self.targets)}
        words = say("{Player}'s {ship} can go to {hexes}.", **values)
        yield words if self.targets else say("{Player}'s {ship} can go to no hex.", **values)

    def placements_in_words(self) -> Iterator[Message]:
        values = {**self.nouns, "hexes": self._named(self.usable)}
        if not self.state.ship:
            yield say("{Player} has nothing on the board that {stone}s are put round.", **values)
        elif self.usable:
            yield say("Next to the {ship} {player} can put a {stone} on {hexes}.", **values)
        else:
            yield say("Next to the {ship} {player} can put a {stone} on no hex.", **values)
        if self.unusable:
            yield say.counted(
                self.unusable.bit_count(),
                "Hex {hexes} is explored or taken and cannot be used.",
                "Hexes {hexes} are explored or taken and cannot be used.",
                hexes=all_of(self.board.labels(self.unusable)),
            )

    def changes_in_words(self) -> Iterator[Message]:
        words = say("The last move changed {hexes}.", hexes=self._named(self.changed))
        yield words if self.changed else say("The last move changed no hex.")

    def threats_in_words(self) -> Iterator[Message]:
        for name, aims in zip(NAMES, self.aims, strict=True):
            values = {"player": name, "hexes": self._named(aims)}
            words = say("With one more planet {player} gains {hexes}.", **values)
            yield words if aims else say("With one more planet {player} gains no hex.", **values)

    def _named(self, hexes: int) -> str:
        number, names = hexes.bit_count(), all_of(self.board.labels(hexes))
        if number < 2:
            return names
        return say.counted(number, "{n} hex: {hexes}", "{n} hexes: {hexes}", hexes=names)


# ---------------------------------------------------------------------------------- overlays


def _border(theme: Theme, outline: scene.Outline) -> scene.Group:
    halo = theme.line("black", 0.19, WIDTH, join="round")
    line = scene.Stroke(theme.slot("yellow").fill, 0.11 * WIDTH, join="round")
    lines = (scene.Path(outline, None, halo), scene.Path(outline, None, line))
    return scene.Group(lines, name="changes")


def _threat(theme: Theme, player: str, corners: Iterable[Point]) -> scene.Group:
    """Return a hexagon on its casing, whole for yellow and dashed for cyan."""
    dash = () if player == "y" else (0.14 * WIDTH, 0.12 * WIDTH)
    ring = scene.polygon(corners)
    dark = theme.line("black", 0.11, WIDTH, join="round")
    light = scene.Stroke(theme.slot(PLAYER_NAMES[player]).fill, WIDTH * 0.06, dash, join="round")
    lines = (scene.Path(ring, None, dark), scene.Path(ring, None, light))
    return scene.Group(lines, name=f"threat {PLAYER_NAMES[player]}")


def _dot(theme: Theme, at: Point = ORIGIN, radius: float = 0.28 * WIDTH) -> scene.Circle:
    line = theme.line("black", 0.23, radius)
    return scene.Circle(*at, radius, theme.role("good"), line, "usable")


def _crossed_dot(theme: Theme, at: Point = ORIGIN, radius: float = 0.28 * WIDTH) -> scene.Group:
    cross = scene.diagonals(Box(*at, *at).grown(radius * 0.45))
    white = scene.Stroke(theme.role("white"), max(radius * 0.25, HAIRLINE), cap="round")
    dot = scene.Circle(*at, radius, theme.role("bad"), theme.line("black", 0.17, radius))
    return scene.Group((dot, scene.Path(cross, None, white)), name="unusable")


_BORDER = partial(_border, outline=scene.polygon(cell(ORIGIN, WIDTH, 0.75)))
_THREATS = tuple(
    Sign(
        f"{colour} threat",
        say("one planet away from {player}'s gain", player=colour),
        partial(_threat, player=player, corners=cell(ORIGIN, WIDTH, 0.8)),
        say("yellow hexagon") if player == "y" else say("dashed cyan hexagon"),
    )
    for player, colour in PLAYER_NAMES.items()
)

OVERLAYS = {
    "control": Overlay(
        "tiles on explored hexes; the standard game always shows them (rule 2.1)",
        _Picture.tiles,
        _Picture.control_in_words,
        level="board",
        above=True,
    ),
    "start-rows": Overlay(
        "the hexes where ships are set up, in their colours (rule 3.1)",
        _Picture.start_rows,
        _Picture.start_rows_in_words,
        level="board",
    ),
    "ship-moves": Overlay(
        "white dots where the mover's ship can go (rules 3.1 and 4.1)",
        _Picture.ship_moves,
        _Picture.ship_moves_in_words,
        (Sign("white dot", say("can be used"), _dot, say("white dot")),),
        above=True,
    ),
    "placements": Overlay(
        "dots round the mover's ship: white where a planet can be put (rule 4.3)",
        _Picture.placements,
        _Picture.placements_in_words,
        (Sign("red dot", say("cannot be used"), _crossed_dot, say("red dot")),),
        above=True,
    ),
    "changes": Overlay(
        "a yellow border round the hexes that the last move changed",
        _Picture.changes,
        _Picture.changes_in_words,
        (Sign("changes", say("changed by the last move"), _BORDER, say("yellow border")),),
    ),
    "threats": Overlay(
        "hexes one planet away from a bonus or extraction (rules 4.4 and 4.5)",
        _Picture.threats,
        _Picture.threats_in_words,
        _THREATS,
    ),
}


# ------------------------------------------------------------------------------ small pictures

#: Dice are drawn with so many pips.
_PIPS = 6


@lru_cache(maxsize=64)
def glyphs(theme: Theme, variant: str) -> Mapping[str, Glyph]:
    """Return the small pictures of pieces and tiles, by their names."""
    pictures: dict[str, Glyph] = {}

    def add(name: str, item: scene.Item, words: str, sign: str = "") -> None:
        pictures[name] = Glyph.of(item, WIDTH, words, sign=sign)

    ship, tile, radius = VARIANTS[variant].ship, 0.86 * WIDTH, 0.48 * WIDTH
    stone = {"beeline": "flower", "dice": "die"}.get(variant, "planet")
    pawn = "bee" if variant == "beeline" else "ship"
    for player, colour in PLAYER_NAMES.items():
        words = {
            "planet": say("{colour} planet", colour=colour),
            "flower": say("{colour} flower", colour=colour),
            "die": say("{colour} die", colour=colour),
            "ship": say("{colour} ship", colour=colour),
            "bee": say("{colour} bee", colour=colour),
        }
        look = scene.Use(drawing.pawn_look(theme, player, variant, radius))
        add(f"{colour} {pawn}", look, words[pawn])
        symbol = drawing.stone_look(theme, player, variant, _PIPS, radius)
        sign = symbol.key.removesuffix(f"-{_PIPS}")
        add(f"{colour} {stone}", scene.Use(symbol), words[stone], sign)
        control = scene.Use(drawing.tile(theme, colour, tile))
        add(f"{colour} tile", control, say("{colour} tile", colour=colour))
    contested = scene.Use(drawing.tile(theme, drawing.CONTESTED, tile))
    add("contested tile", contested, say("contested tile"))
    rows = {p: drawing.start_row(theme, p, (ORIGIN,), WIDTH) for p in PLAYERS}
    for player, colour in PLAYER_NAMES.items():
        here = say("{player}'s {ship} is set up here", player=colour, ship=ship)
        add(f"{colour} start row", rows[player], here, f"start-row {colour}")
    add("start row", rows["y"], say("{ship}s are set up here", ship=ship))
    return pictures
