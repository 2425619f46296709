"""What a page shows of a position: the figure, the places and pieces to pick, a pick's ghost.

All lies in the figure's own measure, so that a page lays one picture over the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

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
from generator.playing.line import Question, Reached

#: How far round its middle an edge or a corner is picked, as a share of the unit.
_SMALL = 0.25


def paint(name: str) -> Theme:
    """Return a theme that comes with the toolkit; a page may not name files."""
    if name not in themes.names():
        raise OptionError(f"no theme '{name}'; the themes are {', '.join(themes.names())}")
    return themes.load(name)


def sight(query: Question, here: Reached, made: Draft) -> dict[str, Any]:
    """Return the picture of what was reached with the picks on it, and what may be picked."""
    look, now = paint(query.theme), here.position
    drawing, pieces, words = _trial(query, now, query.picks, made)
    picked = tuple(name for name in dict.fromkeys(query.picks) if _place(drawing, name))
    turn = None if query.picks else here.seen_by(query.viewer)
    figure = figures.of(
        now,
        theme=look,
        drawing=drawing,
        marks=[Mark("outline", picked, "mark", options=(("size", 0.5),))] if picked else (),
        caption="",
        last=turn.move if turn else None,
        turn=turn,
    )
    picture = figure.scene()
    may_pick = not now.is_over and query.viewer in (None, "all", now.turn)
    choices = made.choices if may_pick else ()
    spots = {name: spot for name in choices if (spot := _place(drawing, name))}
    beside = [piece for piece in pieces if piece.name not in spots]
    return {
        "svg": svg.write_text(picture),
        "alt": figure.spoken,
        "places": list(_places(spots, words, drawing.unit, _laid(picture))),
        "pieces": [_piece(piece, enabled=piece.name in choices) for piece in beside],
    }


def _trial(query: Question, position: Position, picks: tuple[str, ...], made: Draft) -> Trial:
    viewer = position.turn if query.viewer is None else query.viewer
    game, look = finding.game(query.game), paint(query.theme)
    return game.trial(position, picks, made, theme=look, viewer=viewer)


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
    return {
        "at": piece.name,
        "label": piece.label or ("pass" if piece.name == "--" else piece.name),
        "group": piece.group,
        "svg": _written(piece.items, piece.size) if piece.items else "",
        "enabled": enabled,
    }


@lru_cache(maxsize=4096)
def _written(items: tuple[Item, ...], size: float) -> str:
    half = Transform.translation(size / 2, size / 2)
    return svg.write_text(Scene(size, size, (Group(items, half),), id_prefix=None))


# --------------------------------------------------------------------------------- the ghost


def ghost(query: Question, position: Position, picks: tuple[str, ...]) -> str:
    """Return what one more pick adds to the picture and takes away, as a group of SVG."""
    before, after = (
        _trial(query, position, some, position.draft(some)).drawing for some in (picks[:-1], picks)
    )
    look = paint(query.theme)
    ground = [*_new(after.board, before.board)]
    # Pieces lie on the ground.
    pieces = after.pieces if ground else _new(after.pieces, before.pieces)
    added = [*ground, *pieces, *_new(after.overlays, before.overlays)]
    gone = [
        _crossed(item.transform, before.unit, look)
        for item in _new(before.pieces, after.pieces)
        if isinstance(item, (Use, Group)) and (item.transform.e, item.transform.f) != (0.0, 0.0)
    ]
    if not added and (spot := _place(before, picks[-1])):
        added = [Circle(*spot.centre, 0.2 * before.unit, look.role("mark"))]
    scene = figures.of(position, theme=look, drawing=before, caption="").scene()
    group = Group((*added, *gone), _laid(scene))
    symbols, drawn = svg.write_parts(Scene(scene.width, scene.height, (group,)))
    return f'<g class="ghost"><defs>{"".join(symbols.values())}</defs>{drawn}</g>'


def _new(items: Iterable[Item], known: Iterable[Item]) -> Iterator[Item]:
    return (Counter(items) - Counter(known)).elements()


def _crossed(at: Transform, unit: float, look: Theme) -> Item:
    x, y = at.e, at.f
    line = Stroke(look.role("bad"), 0.06 * unit, cap="round")
    return Path(diagonals(Box(x, y, x, y).grown(0.2 * unit)), None, line, "gone")


# --------------------------------------------------------------------------------- players


def players(position: Position, game: Game[Position], theme: str) -> list[dict[str, Any]]:
    """Return the players with their colours and scores."""
    look, scores = paint(theme), position.scores()
    names = {letter: str(wording.player_name(position, letter)) for letter in position.players}
    return [
        {
            "letter": letter,
            "name": name,
            "colour": look.slot(name).fill if name in SLOTS else None,
            "score": scores[letter],
            "holds": position.holds(letter),
            "turn": letter == position.turn and not position.is_over,
        }
        for letter, name in names.items()
    ]
