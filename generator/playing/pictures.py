"""What a page shows of a position: the figure, the places and pieces to pick, the players."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engine import figure as figures
from engine.drawing.diagram import Drawing, NamedPlace
from engine.drawing.scene import Group, Item, Scene
from engine.drawing.theme import SLOTS
from engine.drawing.writers import svg
from engine.errors import GameError
from engine.geometry.plane import Box, Transform, number
from engine.play import wording
from engine.play.position import Draft
from generator.playing.question import Question

#: How far round its middle an edge or a corner is picked, as a share of the unit.
_SMALL = 0.25


def sight(query: Question, made: Draft) -> dict[str, Any]:
    """Return the picture of a position with the picks on it, and what may be picked."""
    now, turn = query.position, None if query.picks else query.last
    viewer = now.turn if query.viewer is None else query.viewer
    trial = query.game.trial(now, query.picks, made, theme=query.theme, viewer=viewer)
    drawing = trial.drawing
    picked = [name for name in dict.fromkeys(query.picks) if _place(drawing, name)]
    figure = figures.of(
        now,
        theme=query.theme,
        drawing=drawing,
        marks=f"outline:mark size=0.5 {' '.join(picked)}" if picked else (),
        caption="",
        last=turn.move if turn else None,
        turn=turn,
    )
    picture = figure.scene()
    may_pick = not now.is_over and viewer in ("all", now.turn)
    choices = made.choices if may_pick else ()
    spots = {name: spot for name in choices if (spot := _place(drawing, name))}
    panel = next(item for item in picture.items if isinstance(item, Group) and item.name == "panel")
    return {
        "svg": svg.write_text(picture),
        "places": [
            {
                "at": name,
                "points": _points(spot, drawing.unit, panel.transform),
                "label": trial.words.get(name) or f"{spot.kind} {name}",
                "taken": spot.piece > 0,
            }
            for name, spot in sorted(spots.items(), key=lambda item: _is_small(item[1]))
        ],
        "pieces": [
            {
                "at": piece.name,
                "label": piece.label or ("pass" if piece.name == "--" else piece.name),
                "group": piece.group,
                "svg": _written(piece.items, piece.size) if piece.items else "",
                "enabled": piece.name in choices,
            }
            for piece in trial.pieces
            if piece.name not in spots
        ],
    }


def _place(drawing: Drawing, name: str) -> NamedPlace | None:
    try:
        return drawing.place(name)
    except GameError:
        return None


def _is_small(spot: NamedPlace) -> bool:
    return spot.kind not in ("cell", "part")


def _points(spot: NamedPlace, unit: float, at: Transform) -> str:
    outline = spot.outline
    if _is_small(spot):
        outline = Box(*spot.centre, *spot.centre).grown(_SMALL * unit).corners()
    return " ".join(f"{number(x)},{number(y)}" for x, y in map(at.apply, outline))


@lru_cache(maxsize=4096)
def _written(items: tuple[Item, ...], size: float) -> str:
    half = Transform.translation(size / 2, size / 2)
    return svg.write_text(Scene(size, size, (Group(items, half),), id_prefix=None))


def players(query: Question) -> list[dict[str, Any]]:
    """Return the players with their colours and scores."""
    now, scores = query.position, query.position.scores()
    names = {letter: str(wording.player_name(now, letter)) for letter in now.players}
    return [
        {
            "letter": letter,
            "name": name,
            "colour": query.theme.slot(name).fill if name in SLOTS else None,
            "score": scores[letter],
            "holds": now.holds(letter),
        }
        for letter, name in names.items()
    ]
