"""What players see of Abstrakto: the position with the markers of areas that are settled."""

from __future__ import annotations

from engine.drawing.theme import Theme
from engine.games.abstrakto.diagram import draw_position
from engine.games.abstrakto.rules import AbstraktoPosition
from engine.play.game import Trial, TrialPiece
from engine.play.position import Draft


def trial(
    position: AbstraktoPosition, picked: tuple[str, ...], made: Draft, *, theme: Theme, viewer: str
) -> Trial:
    """Return the drawing, in which markers lie as soon as they may (rule 4.4)."""
    shown = position.play(made.move) if made.move else position
    drawing = draw_position(shown, theme=theme, show=frozenset({"settled"}))
    return Trial(drawing, tuple(map(TrialPiece, made.choices)))
