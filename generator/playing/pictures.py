"""What a page shows of a position: the figure, the places and pieces to pick, a pick's ghost.

All lies in the figure's own measure, so that a page lays one picture over the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from engine import figure as figures
from engine.drawing import theme as themes
from engine.drawing.diagram import Drawing, NamedPlace
from engine.drawing.marks import Mark
from engine.drawing.scene import Circle, Group, Item, Path, Scene, Stroke, Use, diagonals
from engine.drawing.theme import SLOTS, Theme
from engine.drawing.writers import svg
from engine.errors import GameError, OptionError
from engine.geometry.plane import Box, Transform, number
from engine.play import finding, wording
from engine.play.game import Game, Trial, TrialPiece
from engine.play.position import Draft, Position
from generator.playing.line import Reached
from generator.playing.question import Question

#: How far round its middle an edge or a corner is picked, as a share of the unit.
_SMALL = 0.25


def paint(name: str) -> Theme:
    """Return a theme that comes with the toolkit; a page may not name files."""
    if name not in themes.names():
        raise OptionError(f"no theme '{name}'; the themes are {', '.join(themes.names())}")
    return themes.load(name)


class Sight(NamedTuple):
    """What a page shows of a position and a turn as far as it is picked."""

    svg: str
    alt: str
    places: list[dict[str, Any]]
    pieces: list[dict[str, Any]]

    @classmethod
    def of(cls, wanted: Question, here: Reached, made: Draft) -> Sight:
        """Return the picture of what was reached, with the picks on it."""
        look = paint(wanted.theme)
        drawing, pieces, words = _trial(wanted, here.position, wanted.picks, made)
        shown = _figure(wanted, here, drawing, look)
        picture = shown.scene()
        choices = made.choices if _may_pick(wanted, here.position) else ()
        spots = {name: spot for name in choices if (spot := _place(drawing, name))}
        beside = [piece for piece in pieces if piece.name not in spots]
        return cls(
            svg.write_text(picture),
            shown.spoken,
            list(_places(spots, words, drawing.unit, _laid(picture))),
            [_piece(piece, enabled=piece.name in choices) for piece in beside],
        )


def _may_pick(wanted: Question, position: Position) -> bool:
    return not position.is_over and wanted.viewer in (None, "all", position.turn)


def _trial(wanted: Question, position: Position, picks: tuple[str, ...], made: Draft) -> Trial:
    viewer = position.turn if wanted.viewer is None else wanted.viewer
    game, look = finding.game(wanted.game), paint(wanted.theme)
    return game.trial(position, picks, made, theme=look, viewer=viewer)


def _figure(wanted: Question, here: Reached, drawing: Drawing, look: Theme) -> figures.Figure:
    picked = tuple(name for name in dict.fromkeys(wanted.picks) if _place(drawing, name))
    turn = None if wanted.picks else here.told(wanted.viewer)
    return figures.of(
        here.position,
        theme=look,
        drawing=drawing,
        marks=[Mark("outline", picked, "mark", options=(("size", 0.5),))] if picked else (),
        caption="",
        last=turn.move if turn else None,
        turn=turn,
    )


def _place(drawing: Drawing, name: str) -> NamedPlace | None:
    try:
        return drawing.place(name)
    except GameError:
        return None


def _laid(picture: Scene) -> Transform:
    return next(i.transform for i in picture.items if isinstance(i, Group) and i.name == "panel")


def _places(
    spots: dict[str, NamedPlace], words: Mapping[str, str], unit: float, at: Transform
) -> Iterator[dict[str, Any]]:
    for name, spot in sorted(spots.items(), key=lambda item: item[1].kind not in ("cell", "part")):
        outline = spot.outline
        if spot.kind not in ("cell", "part"):
            outline = Box(*spot.centre, *spot.centre).grown(_SMALL * unit).corners()
        points = (at.apply(point) for point in outline)
        yield {
            "at": name,
            "points": " ".join(f"{number(x)},{number(y)}" for x, y in points),
            "label": words.get(name) or f"{spot.kind} {name}",
            "taken": spot.piece > 0,
        }


# ------------------------------------------------------------------- what lies beside the board


def _piece(piece: TrialPiece, *, enabled: bool) -> dict[str, Any]:
    label = piece.label or ("pass" if piece.name == "--" else piece.name)
    picture = _written(piece.items, piece.size) if piece.items else ""
    said = {"at": piece.name, "label": label, "group": piece.group, "svg": picture}
    return {**said, "enabled": enabled}


@lru_cache(maxsize=4096)
def _written(items: tuple[Item, ...], size: float) -> str:
    half = Transform.translation(size / 2, size / 2)
    return svg.write_text(Scene(size, size, (Group(items, half),), id_prefix=None))


# --------------------------------------------------------------------------------- the ghost


def ghost(wanted: Question, position: Position, picks: tuple[str, ...]) -> str:
    """Return what one more pick adds to the picture and takes away, as a group of SVG."""
    before, after = (
        _trial(wanted, position, some, position.draft(some)).drawing for some in (picks[:-1], picks)
    )
    look = paint(wanted.theme)
    ground = [*_new(after.board, before.board)]
    pieces = (
        after.pieces if ground else _new(after.pieces, before.pieces)
    )  # which lie on the ground
    added = [*ground, *pieces, *_new(after.overlays, before.overlays)]
    taken = (item for item in _new(before.pieces, after.pieces) if _lies(item))
    gone = [_crossed(item, before.unit, look) for item in taken]
    if not added and (spot := _place(before, picks[-1])):
        added = [Circle(*spot.centre, 0.2 * before.unit, look.role("mark"))]
    shown = figures.of(position, theme=look, drawing=before, caption="").scene()
    group = Group((*added, *gone), _laid(shown))
    symbols, drawn = svg.write_parts(Scene(shown.width, shown.height, (group,)))
    return f'<g class="ghost"><defs>{"".join(symbols.values())}</defs>{drawn}</g>'


def _new(items: Iterable[Item], known: Iterable[Item]) -> Iterator[Item]:
    return (Counter(items) - Counter(known)).elements()


def _lies(item: Item) -> bool:
    return isinstance(item, (Use, Group)) and (item.transform.e, item.transform.f) != (0.0, 0.0)


def _crossed(item: Item, unit: float, look: Theme) -> Item:
    assert isinstance(item, (Use, Group))
    x, y = item.transform.e, item.transform.f
    line = Stroke(look.role("bad"), 0.06 * unit, cap="round")
    return Path(diagonals(Box(x, y, x, y).grown(0.2 * unit)), None, line, "gone")


# --------------------------------------------------------------------------------- players


def players(position: Position, game: Game[Position], theme: str) -> list[dict[str, Any]]:
    """Return the players with their colours and scores."""
    look, scores = paint(theme), position.scores()
    found = []
    for letter in position.players:
        name = wording.player_name(position, letter)
        found.append(
            {
                "letter": letter,
                "name": str(name),
                "colour": look.slot(str(name)).fill if str(name) in SLOTS else None,
                "score": scores[letter],
                "holds": position.holds(letter),
                "turn": letter == position.turn and not position.is_over,
            }
        )
    return found
