"""The diagram of an Astralis position: board, tiles, stones and ships, what can be laid over, and words.

Marks name its hexes by their labels, such as ``d7`` (rule 1.2).  Everything shown is asked of
the position; no rule is known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from types import MappingProxyType

from engine.drawing import borders, fonts, plates, scene
from engine.drawing.captions import Glyph
from engine.drawing.diagram import Drawing, NamedPlace, check_overlays
from engine.drawing.theme import HAIRLINE, Theme, on
from engine.errors import NotationError, OptionError
from engine.games.astralis.board import PLAYER_NAMES, PLAYERS, each
from engine.games.astralis.drawing import (
    CLEARANCE,
    SLOTS,
    cell,
    cells_box,
    contested_tile,
    control_tile,
    empty_board,
    place_of,
    rims,
    start_row,
    start_rows,
    table_box,
)
from engine.games.astralis.piece_drawing import pawn_look, stone_look
from engine.games.astralis.rules import AstralisPosition
from engine.games.astralis.variants import Standard
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
        "labels": "the label of every hex",
    }
)

#: The variants without control tiles, unless they are asked for (rules 6.1 and 6.2).
UNTILED = frozenset({"simplified", "dice", "beeline", "dispersed-go"})

#: How far the table reaches beyond the cells, in cells; the labels stand outside it.
MARGIN = 0.3

#: The corners of a hex beside which a label goes, the better ones first: those above its middle
#: line, below it, above and below.
_BESIDE = (3, 5, 2, 0, 4, 1)


def draw_position(position: AstralisPosition, *, theme: Theme, show: frozenset[str]) -> Drawing:
    """Return the drawing of a position.

    Raises OptionError for a name in ``show`` that is no overlay, or not one of the variant.
    """
    check_overlays(show, OVERLAYS, position.game)
    variant = position.variant.name
    if "control" in show and not position.variant.has_control:
        raise OptionError(f"{variant} has no control to show")
    if "threats" in show and not isinstance(position.variant, Standard):
        raise OptionError(f"{variant} has no bonus or extraction, and so no threats to show")
    picture = _HexhexPicture(position, theme, show)
    side = position.side
    return Drawing(
        box=table_box(side, WIDTH, MARGIN),
        cells=cells_box(side, WIDTH),
        unit=WIDTH,
        place=picture.place,
        board=(*empty_board(theme, side, WIDTH, MARGIN), *picture.ground()),
        pieces=tuple(picture.pieces()),
        overlays=tuple(picture.overlays()),
        labels=tuple(picture.names()),
        rims=rims(side, WIDTH, MARGIN),
        sides=("left", "bottom"),
        obstacles=picture.obstacles,
        focus=picture.focus(),
        glyphs=partial(glyphs, theme, variant),
        legend=partial(legend, theme, variant),
        description=tuple(picture.sentences()),
        part=lambda box: picture.sentences(
            frozenset(
                label
                for label, at in picture.centres.items()
                if box.holds(Box(at.x, at.y, at.x, at.y))
            )
        ),
    )


# --------------------------------------------------------------------------------- the position


@dataclass(frozen=True)
class _HexhexPicture:
    """A position being drawn in a theme with overlays; hexes are named by their labels."""

    position: AstralisPosition
    theme: Theme
    show: frozenset[str]

    @cached_property
    def centres(self) -> dict[str, Point]:
        board = self.position.state.board
        return {board.label(hex_): place_of(board, hex_, WIDTH) for hex_ in each(board.full)}

    @cached_property
    def taken(self) -> tuple[str, ...]:
        state = self.position.state
        return state.board.labels(state.occupied | state.ships[0] | state.ships[1])

    @cached_property
    def overlaid(self) -> Mapping[str, tuple[str, ...]]:
        position, mover = self.position, self.position.turn
        ship = position.ship(mover)
        hexes: dict[str, Iterable[str]] = {}
        if "start-rows" in self.show and position.berths("y"):
            hexes["start-rows"] = ()
        if "ship-moves" in self.show:
            hexes["ship-moves"] = position.ship_targets() if ship else position.berths(mover)
        if "placements" in self.show:
            usable, unusable = position.placements(ship) if ship else (frozenset[str](),) * 2
            hexes["placements"] = usable
            hexes["unusable"] = unusable - position.stones("y") - position.stones("c")
        if "changes" in self.show:
            hexes["changes"] = position.changed()
        if "threats" in self.show:
            hexes |= {f"threats {player}": position.threats(player) for player in PLAYERS}
        return {name: self.in_order(labels) for name, labels in hexes.items()}

    def in_order(self, labels: Iterable[str]) -> tuple[str, ...]:
        board = self.position.state.board
        return board.labels(sum(board.find(label) for label in set(labels)))

    # --------------------------------------------------------------------------------- places

    def place(self, name: str) -> NamedPlace:
        """Return the hex with this label; raise NotationError where there is none."""
        if name not in self.centres:
            first, *_, last = self.centres
            expected = f"a hex from {first} to {last}, like {first}"
            raise NotationError(f"no place '{name[:40]}'", expected=expected)
        at = self.centres[name]
        outline = cell(at, WIDTH)
        piece = _STONE if name in self.taken else 0.0
        covered = piece or any(at == spot for spot, _ in self.obstacles)
        free = tuple(outline[k] for k in _BESIDE) if covered else ()
        return NamedPlace(name, "cell", at, outline, piece, free)

    @cached_property
    def obstacles(self) -> tuple[tuple[Point, float], ...]:
        dotted = ("ship-moves", "placements", "unusable")
        dots = self.in_order(label for name in dotted for label in self.overlaid.get(name, ()))
        pieces = [(self.centres[label], _STONE) for label in self.taken]
        return (*pieces, *((self.centres[label], _DOT) for label in dots))

    def focus(self) -> tuple[str, ...]:
        overlaid = (
            label for name in self.overlaid if name != "unusable" for label in self.overlaid[name]
        )
        return self.in_order((*self.taken, *overlaid))

    # ---------------------------------------------------------------------------- board, pieces

    @property
    def is_tiled(self) -> bool:
        return self.position.variant.name not in UNTILED or "control" in self.show

    def ground(self) -> Iterator[scene.Item]:
        if "start-rows" in self.overlaid:
            yield from start_rows(self.theme, self.position.side, WIDTH)
        if self.is_tiled:
            size = WIDTH * (1 - CLEARANCE)
            for player in PLAYERS:
                tile = control_tile(self.theme, player, size)
                yield from self.uses(self.position.controlled(player), tile, "tile")
            tile = contested_tile(self.theme, size)
            yield from self.uses(self.position.contested, tile, "tile")

    def uses(self, labels: Iterable[str], symbol: scene.Symbol, name: str) -> Iterator[scene.Item]:
        for label in self.in_order(labels):
            yield scene.Use(symbol, Transform.translation(*self.centres[label]), name)

    def pieces(self) -> Iterator[scene.Item]:
        theme, variant = self.theme, self.position.variant.name
        for player in PLAYERS:
            for label in self.in_order(self.position.stones(player)):
                pips = self.position.pips(label) or 0
                look = stone_look(theme, player, variant, pips, _STONE)
                yield from self.uses((label,), look, "stone")
        for player in PLAYERS:
            ship = filter(None, (self.position.ship(player),))
            yield from self.uses(ship, pawn_look(theme, player, variant, _SHIP), "pawn")

    # ------------------------------------------------------------------------------- overlays

    def overlays(self) -> Iterator[scene.Item]:
        if self.overlaid.get("changes"):
            cells = (cell(self.centres[label], WIDTH) for label in self.overlaid["changes"])
            yield changed(self.theme, borders.outline(cells), WIDTH)
        for player in PLAYERS:
            for label in self.overlaid.get(f"threats {player}", ()):
                # Round a planet that lies there; where both aim at one hex, cyan's is smaller.
                both = player == "c" and label in self.overlaid["threats y"]
                corners = cell(self.centres[label], WIDTH, 0.66 if both else 0.92)
                yield threat(self.theme, player, corners, WIDTH)
        signs = (("ship-moves", dot), ("placements", dot), ("unusable", crossed_dot))
        for name, draw in signs:
            for label in self.overlaid.get(name, ()):
                yield draw(self.theme, self.centres[label], _DOT)

    def names(self) -> Iterator[scene.Item]:
        """Yield the labels of all hexes, low in their cells, on a plate where they need one."""
        if "labels" not in self.show:
            return
        *_, longest = self.centres
        size, most = WIDTH * 0.17, 0.92 * WIDTH / fonts.advance(longest)
        struck = self.position.contested if self.is_tiled else ()
        for label, centre in self.centres.items():
            low = 0.44 if label in self.taken else 0.36  # clear of what stands there
            at, ink = centre.moved(0.0, WIDTH * low), self.theme.role("ink")
            if label in self.taken or label in struck:
                white = self.theme.role("white")
                sign = plates.under(
                    label, at, size=size, most=most, ink=on(white), fill=white, name="coordinate"
                )
                yield sign._replace(pinned=at.moved(0.0, -0.09 * WIDTH))  # grows downwards
            else:
                yield scene.centred(*at, label, size, fill=ink, name="coordinate", most=most)

    # ---------------------------------------------------------------------------------- words

    def sentences(self, part: frozenset[str] | None = None) -> Iterator[str]:
        """Yield the sentences of the alternative text; of a ``part`` of the hexes what lies there."""
        position = self.position
        visible = frozenset(self.centres) if part is None else part
        yield say(
            "The board is a hexagon of side {side}; the variant is {variant}.",
            side=position.side,
            variant=position.variant.name,
        )
        pieces = {player: self._pieces_in_words(player, visible) for player in PLAYERS}
        for player in PLAYERS if any(pieces.values()) else ():
            name = PLAYER_NAMES[player]
            yield pieces[player] or (
                say("{Player} has nothing on it.", player=name)
                if part is None
                else say("{Player} has nothing in this part.", player=name)
            )
        if not any(pieces.values()):
            yield say("No piece is on it.") if part is None else say("No piece is in this part.")
        if self.is_tiled:
            yield from self._control_in_words(visible)
        for name, labels in self.overlaid.items():
            within = tuple(label for label in labels if label in visible)
            if within or not labels:
                yield from self._overlay_in_words(name, within)

    def _pieces_in_words(self, player: str, visible: frozenset[str]) -> str:
        position, variant = self.position, self.position.variant.name
        ship, stones = position.ship(player), self.in_order(position.stones(player) & visible)
        words: list[str] = []
        if ship in visible:
            bees = variant == "beeline"
            words.append(
                say("the bee on {hex}", hex=ship) if bees else say("the ship on {hex}", hex=ship)
            )
        number, hexes = len(stones), all_of(stones)
        if stones and variant == "beeline":
            words.append(
                say.counted(number, "a flower on {hexes}", "{n} flowers on {hexes}", hexes=hexes)
            )
        elif stones and variant == "dice":
            dice = all_of(
                say.counted(
                    position.pips(hex_) or 0, "{hex} with {n} pip", "{hex} with {n} pips", hex=hex_
                )
                for hex_ in stones
            )
            words.append(say.counted(number, "a die on {dice}", "{n} dice on {dice}", dice=dice))
        elif stones:
            words.append(
                say.counted(number, "a planet on {hexes}", "{n} planets on {hexes}", hexes=hexes)
            )
        if not words:
            return ""
        return say("{Player} has {pieces}.", player=PLAYER_NAMES[player], pieces=all_of(words))

    def _control_in_words(self, visible: frozenset[str]) -> Iterator[Message]:
        yellow, cyan = (len(self.position.controlled(player) & visible) for player in PLAYERS)
        both = len(self.position.contested & visible)
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

    def _overlay_in_words(self, name: str, labels: tuple[str, ...]) -> Iterator[str]:
        position, number = self.position, len(labels)
        bees, mover = position.variant.name == "beeline", PLAYER_NAMES[position.turn]
        hexes = all_of(labels)
        if number > 1 and name != "unusable":
            hexes = say.counted(number, "{n} hex: {hexes}", "{n} hexes: {hexes}", hexes=hexes)
        kind, _, player = name.partition(" ")
        values = {"player": PLAYER_NAMES.get(player, mover), "hexes": hexes}
        if name == "unusable":
            if labels:
                yield say.counted(
                    number,
                    "Hex {hexes} is explored or taken and cannot be used.",
                    "Hexes {hexes} are explored or taken and cannot be used.",
                    hexes=hexes,
                )
            return
        if kind == "placements" and position.ship(position.turn) is None:
            kind = "no-ship"
        yield _OVERLAY_WORDS[kind, bees and kind in _OF_BEES, bool(labels)](values)


#: The overlays whose words are others in beeline.
_OF_BEES = frozenset({"start-rows", "ship-moves", "placements", "no-ship"})

_Words = Callable[[Mapping[str, object]], str]

#: What an overlay shows, in words: its name, whether of bees, and whether it shows any hex.
_OVERLAY_WORDS: Mapping[tuple[str, bool, bool], _Words] = {
    ("start-rows", False, False): lambda _: say(
        "The rows where the ships are set up are highlighted in their colours."
    ),
    ("start-rows", True, False): lambda _: say(
        "The rows where the bees are set up are highlighted in their colours."
    ),
    ("ship-moves", False, True): lambda v: say("{Player}'s ship can go to {hexes}.", **v),
    ("ship-moves", False, False): lambda v: say("{Player}'s ship can go to no hex.", **v),
    ("ship-moves", True, True): lambda v: say("{Player}'s bee can go to {hexes}.", **v),
    ("ship-moves", True, False): lambda v: say("{Player}'s bee can go to no hex.", **v),
    ("placements", False, True): lambda v: say(
        "Next to the ship {player} can put a planet on {hexes}.", **v
    ),
    ("placements", False, False): lambda v: say(
        "Next to the ship {player} can put a planet on no hex.", **v
    ),
    ("placements", True, True): lambda v: say(
        "Next to the bee {player} can put a flower on {hexes}.", **v
    ),
    ("placements", True, False): lambda v: say(
        "Next to the bee {player} can put a flower on no hex.", **v
    ),
    ("no-ship", False, False): lambda v: say(
        "{Player} has nothing on the board that planets are put round.", **v
    ),
    ("no-ship", True, False): lambda v: say(
        "{Player} has nothing on the board that flowers are put round.", **v
    ),
    ("changes", False, True): lambda v: say("The last move changed {hexes}.", **v),
    ("changes", False, False): lambda v: say("The last move changed no hex."),
    ("threats", False, True): lambda v: say("With one more planet {player} gains {hexes}.", **v),
    ("threats", False, False): lambda v: say("With one more planet {player} gains no hex.", **v),
}


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
    """Return the small pictures of pieces, tiles and overlays, a unit wide, by their names.

    The overlays' come last, those of each player's start rows and threats among them.
    """
    piece, pawn = PIECES.get(variant, ("planet", "ship"))
    bees = pawn == "bee"
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
        stone = stone_look(theme, player, variant, _SHOWN_PIPS, radius)
        sign = stone.key.removesuffix(f"-{_SHOWN_PIPS}")
        add(f"{colour} {piece}", scene.Use(stone), words[piece], sign=sign)
        ship = pawn_look(theme, player, variant, radius)
        add(f"{colour} {pawn}", scene.Use(ship), words[pawn])
        control = control_tile(theme, player, tile)
        add(f"{colour} tile", scene.Use(control), words["tile"])
        row = start_row(theme, player, (ORIGIN,), _SIZE)
        whose = {
            ("y", False): say("yellow's ship is set up here"),
            ("y", True): say("yellow's bee is set up here"),
            ("c", False): say("cyan's ship is set up here"),
            ("c", True): say("cyan's bee is set up here"),
        }[player, bees]
        add(f"{colour} start row", row, whose, sign=f"start-row {colour}")
        gain, hexagon = {
            "y": (say("one planet away from yellow's gain"), say("yellow hexagon")),
            "c": (say("one planet away from cyan's gain"), say("dashed cyan hexagon")),
        }[player]
        ring = cell(ORIGIN, _SIZE, 0.8)
        add(f"{colour} threat", threat(theme, player, ring, _SIZE), gain, hexagon)
    contested = scene.Use(contested_tile(theme, tile))
    add("contested tile", contested, say("contested tile"))
    row = start_row(theme, "y", (ORIGIN,), _SIZE)
    add("start row", row, say("bees are set up here") if bees else say("ships are set up here"))
    add("white dot", dot(theme, ORIGIN, 0.28 * _SIZE), say("can be used"), say("white dot"))
    red = crossed_dot(theme, ORIGIN, 0.28 * _SIZE)
    add("red dot", red, say("cannot be used"), say("red dot"))
    border = changed(theme, scene.polygon(cell(ORIGIN, _SIZE, 0.75)), _SIZE)
    add("changes", border, say("changed by the last move"), say("yellow border"))
    return MappingProxyType(pictures)


def legend(theme: Theme, variant: str) -> tuple[Glyph, ...]:
    """Return the small pictures for legends: each player's pieces and tiles, then overlays."""
    piece, pawn = PIECES.get(variant, ("planet", "ship"))
    colours = tuple(SLOTS.values())
    names = (
        *(f"{colour} {thing}" for colour in colours for thing in (pawn, piece, "tile")),
        "contested tile",
        *(f"{colour} start row" for colour in colours),
        *("white dot", "red dot", "changes"),
        *(f"{colour} threat" for colour in colours),
    )
    return tuple(glyphs(theme, variant)[name] for name in names)
