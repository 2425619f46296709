"""The parts of Astralis's kit: board, tiles, planets, ships and a score card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count

from engine.drawing import fonts, scene
from engine.drawing import parts as kit
from engine.drawing.parts import BoardPart, Cutout, Laid, Part, Piece, Pieces, Request, Stance
from engine.drawing.theme import HAIRLINE, Theme, mixed, on
from engine.errors import OptionError
from engine.games.astralis import drawing
from engine.games.astralis.board import PLAYER_NAMES, SIDE, SIDES, board, each
from engine.games.astralis.drawing import place_of
from engine.games.astralis.game import CONTESTED_TILES, GAME, STONES
from engine.games.astralis.rules import AstralisPosition
from engine.games.astralis.variants import Standard
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Box, Point, Transform, number
from engine.settings import setting

#: The players by the names of their colours.
PLAYERS = {name: letter for letter, name in PLAYER_NAMES.items()}

#: Smaller tiles cannot be handled, in millimetres.
SMALLEST = 5.0


@dataclass(frozen=True)
class KitSettings:
    """The settings of a template; tiles are a clearance smaller than the board's cells."""

    side: int = setting(SIDE, (SIDES[0], SIDES[-1]))
    cell: float = setting(18.5, (8, 100))
    clearance: float = setting(0.6, (0, 5))
    start_rows: bool = setting(True, key="board.start-rows")
    cell_labels: bool = setting(False, key="board.cell-labels")
    #: The diameter of discs, or of stickers for glass stones (rule 4.6).
    planet: float | None = setting(None, (4, 100), key="planets.size")
    ship: float | None = setting(None, (4, 100), key="ships.size")
    standee: float | None = setting(None, (5, 100), key="ships.standee")
    card: float = setting(88.0, (50, 200), key="card.width")


def parts(request: Request, settings: KitSettings) -> tuple[Part, ...]:
    """Return the components of the kit; raise OptionError for tiles that are too small."""
    clearance, cell = settings.clearance, settings.cell
    if request.tile_size:
        cell = request.tile_size + 2 * clearance
    tile = cell - 2 * clearance
    if tile < SMALLEST:
        raise OptionError(
            f"{request.settings.where}: cells of {number(cell)} mm with a clearance of "
            f"{number(clearance)} mm leave tiles of {number(tile)} mm; "
            f"expected at least {number(SMALLEST)} mm"
        )
    hexes = _numbered("control", "control tile", board(settings.side).full.bit_count())
    contested = _numbered("contested", "contested tile", CONTESTED_TILES)
    stones = [p for c in PLAYERS for p in _numbered(f"planet-{c}", f"{c} planet", STONES)]
    pawns = tuple(Piece(f"ship-{colour}", f"{colour} ship") for colour in PLAYERS)
    planet = settings.planet or round(cell * 0.7, 1)
    ship = settings.ship or round(cell * 0.8, 1)
    return (
        _board(request, settings, cell, tile),
        Pieces("control", "control tiles", kit.hexagon, tile, hexes, _tile, double_sided=True),
        Pieces("contested", "contested tiles", kit.hexagon, tile, contested, _tile),
        Pieces(
            "planets", "planet stones", kit.disc, planet, tuple(stones), _token, shares_edges=False
        ),
        Pieces("ships", "ships", kit.disc, ship, pawns, _token, shares_edges=False),
        _standees(settings.standee or round(cell * 0.9, 1)),
        _card(settings.card),
    )


def _numbered(kind: str, title: str, number: int) -> tuple[Piece, ...]:
    return tuple(Piece(f"{kind}-{k}", f"{title} {k}") for k in range(1, number + 1))


# -------------------------------------------------------------------------------------- board


def _board(request: Request, settings: KitSettings, cell: float, tile: float) -> BoardPart:
    theme, side = request.theme, settings.side
    items = [*drawing.empty_board(theme, side, cell)]
    if settings.start_rows:
        items += drawing.start_rows(theme, side, cell)
    items += drawing.rim_labels(theme, side, cell)
    if settings.cell_labels or request.labels:
        # Small in the middle, within the frame of a start row (rule 1.2).
        grid, colour = board(side), theme.role("muted")
        for hex_ in each(grid.full):
            at, text = place_of(grid, hex_, cell), grid.label(hex_)
            items.append(scene.centred(*at, text, cell * 0.18, fill=colour, name="coordinate"))
    largest = request.largest(drawing.table_box(side, 1.0))
    note = (
        f"board: hexhex of side {side}, cells of {number(cell)} mm; "
        f"whole on this paper up to {number(largest)} mm (--tile-size {number(largest - cell + tile)})"
    )
    box = drawing.table_box(side, cell)
    return BoardPart("board", "board", box, tuple(items), cell, (note,), hexagonal=True)


# ---------------------------------------------------------------------------- tiles and tokens


def _tile(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
    colour = "cyan" if stance.back else "yellow"
    if piece.id.startswith("contested"):
        colour = drawing.CONTESTED
    symbol = drawing.tile(stance.theme, colour, stance.size, bleed=stance.bleed, outlined=False)
    is_pointy = stance.orientation is Orientation.POINTY
    return symbol.items if is_pointy else (scene.Group(symbol.items, stance.turn),)


def _token(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
    kind, colour, *_ = piece.id.split("-")
    # A ship's fins reach farther than its radius.
    draw, share = (drawing.planet, 0.44) if kind == "planet" else (drawing.ship, 0.4)
    symbol = draw(stance.theme, PLAYERS[colour], stance.size * share)
    tint = mixed(stance.theme.slot(colour).fill, stance.theme.role("white"), 0.6)
    ground = scene.disc(stance.size / 2 + stance.bleed)
    return scene.Path(ground, tint, name=f"ground {colour}"), scene.Use(symbol)


# ------------------------------------------------------------------------------ folded things


def _standees(width: float) -> Pieces:
    foot, high = width * 0.5, width * 1.25
    folds = scene.joined(
        scene.polyline(((-width / 2, y), (width / 2, y))) for y in (-high, 0.0, high)
    )
    return Pieces(
        "standees",
        "fold-up ships",
        lambda size: Cutout("rectangle", size, size * 2 * (high + foot) / width),
        width,
        tuple(Piece(f"standee-{colour}", f"{colour} fold-up ship") for colour in PLAYERS),
        partial(_standee, foot=foot / width, high=high / width),
        folds=folds,
        shares_edges=False,
        turnable=False,
    )


def _standee(piece: Piece, stance: Stance, *, foot: float, high: float) -> tuple[scene.Item, ...]:
    colour = piece.id.split("-")[1]
    half, tall = stance.size / 2, stance.size * (foot + high)
    ground = Box(-half, -tall, half, tall).grown(stance.bleed)
    tint = mixed(stance.theme.slot(colour).fill, stance.theme.role("white"), 0.6)
    ship = drawing.ship(stance.theme, PLAYERS[colour], stance.size * 0.4)
    middle = stance.size * high / 2
    return (
        scene.Path(scene.rectangle(ground), tint, name=f"ground {colour}"),
        scene.Use(ship, Transform.translation(0, middle)),
        scene.Use(ship, Transform(-1, 0, 0, -1, 0, -middle)),
    )


#: What the score card says of the rules (4.1 to 5.1), a line each.
CARD = (
    "1  Your ship flies straight, over no planets but your own.",
    "2  Then you may put a planet beside it, next to no other.",
    "3  A hex that touches only your planets is yours;",
    "     one that touches both is contested.",
    "4  Are all neighbours of an unexplored hex yours?",
    "     Put a bonus planet there.",
    "5  Are all neighbours of their planet contested?",
    "     It becomes yours.",
    "The game ends when no hex is unexplored. Count your hexes.",
)

#: How a player's score is reckoned (rule 5.1).
SUMS = {"yellow": "hexes", "cyan": f"hexes + komi {number(Standard.komi)}"}


def _card(width: float) -> Pieces:
    ratio = 63 / 88
    return Pieces(
        "card",
        "score card",
        lambda size: Cutout("rectangle", size, size * ratio),
        width,
        (Piece("card", "score and komi card"),),
        partial(_card_face, ratio=ratio),
        turnable=False,
    )


def _card_face(_: Piece, stance: Stance, *, ratio: float) -> tuple[scene.Item, ...]:
    theme, w, h = stance.theme, stance.size, stance.size * ratio
    ink = theme.role("ink")
    ground = Box(-w / 2, -h / 2, w / 2, h / 2).grown(stance.bleed)
    size = min(0.031 * w, 0.9 * w / max(fonts.advance(text) for text in CARD))
    items: list[scene.Item] = [
        scene.Path(scene.rectangle(ground), theme.role("paper")),
        scene.Text(-0.45 * w, -0.4 * h, "Astralis", 0.06 * w, ink, "start", bold=True),
    ]
    for k, text in enumerate(CARD):
        items.append(scene.Text(-0.45 * w, (-0.3 + 0.054 * k) * h, text, size, ink, "start"))
    for k, (colour, sum_) in enumerate(SUMS.items()):
        top = (0.17 + 0.15 * k) * h
        items += _card_row(theme, colour, sum_, Box(-0.45 * w, top, 0.45 * w, top + 0.12 * h))
    return tuple(items)


def _card_row(theme: Theme, colour: str, sum_: str, box: Box) -> Iterator[scene.Item]:
    w = box.width / 0.9
    line = scene.Stroke(theme.role("boundary"), max(0.003 * w, HAIRLINE))
    tint = mixed(theme.slot(colour).fill, theme.role("white"), 0.5)
    room = box.grown(-0.006 * w)._replace(left=box.right - 0.16 * w)
    token = drawing.planet(theme, PLAYERS[colour], 0.37 * box.height)
    size, y, dark = 0.036 * w, box.centre.y + 0.012 * w, on(tint)
    yield scene.Path(scene.rectangle(box), tint, line, "row")
    yield scene.Path(scene.rectangle(room), theme.role("white"), line)
    yield scene.Use(token, Transform.translation(box.left + 0.05 * w, box.centre.y))
    yield scene.Text(box.left + 0.1 * w, y, colour.capitalize(), size, dark, "start", bold=True)
    yield scene.Text(room.left - 0.02 * w, y, sum_, size, dark, "end")


# --------------------------------------------------------------------------- on the table


def laid(position: AstralisPosition) -> tuple[Laid, ...]:
    """Return tiles, stones and ships; raise OptionError where the kit has too few of them."""
    if missing := GAME.needs([position]):
        raise OptionError(f"the position cannot be laid: {missing[0]}")
    grid, state = position.variant.board, position.state
    kinds = []
    if position.variant.name == "standard":
        controlled, contested = grid.tiled(*state.stones)
        kinds += [("control", *controlled), ("contested", contested, 0)]
    for colour, stones, ship in zip(PLAYERS, state.stones, state.ships, strict=True):
        kinds += [(f"planet-{colour}", stones, 0), (f"ship-{colour}", ship, 0)]
    pieces: list[Laid] = []
    for kind, fronts, backs in kinds:
        hexes = [*each(fronts), *each(backs)]
        names = [kind] if kind.startswith("ship") else map(f"{kind}-{{}}".format, count(1))
        for hex_, name in zip(hexes, names, strict=False):
            pieces.append(Laid(name, place_of(grid, hex_, 1.0), back=bool(hex_ & backs)))
    return tuple(pieces)


def resting_places(position: AstralisPosition) -> tuple[Point, ...]:
    """Return the centres of all hexes of the board."""
    grid = position.variant.board
    return tuple(place_of(grid, hex_, 1.0) for hex_ in each(grid.full))
