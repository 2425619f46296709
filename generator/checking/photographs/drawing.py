"""What was read in a photograph, drawn on it, so that a person can correct it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from generator.checking.photographs.loading import Array
from generator.checking.photographs.matching import Match
from generator.checking.photographs.outlines import Outline

#: What outlines and words are drawn in, as RGB: of sure pieces, of backs, and of what is unsure.
_SURE, _BACK, _UNSURE = (255, 0, 255), (0, 120, 255), (255, 30, 0)


def drawn(pixels: Array, matches: Sequence[Match], others: Sequence[Outline]) -> bytes:
    """Return a PNG file of a photograph with each piece's outline and kind, "?" where unsure."""
    image = pixels.copy()
    for match in matches:
        words = match.kind or "back"
        colour = _SURE if match.kind else _BACK
        if not match.is_sure:
            words, colour = f"{words}?", _UNSURE
        _label(image, match.outline, words, colour)
    for other in others:
        _label(image, other, "?", _UNSURE)
    _, data = cv2.imencode(".png", image[..., ::-1])
    return data.tobytes()


def _label(image: Array, outline: Outline, words: str, colour: tuple[int, int, int]) -> None:
    """Draw an outline, and words on a white ground below its middle, which stays to be seen."""
    width = max(2, round(outline.area**0.5 / 40))
    cv2.polylines(image, [np.round(outline.corners).astype(np.int32)], True, colour, width)
    font, side = cv2.FONT_HERSHEY_SIMPLEX, outline.area**0.5
    (wide, high), _ = cv2.getTextSize(words, font, 1.0, 2)
    scale = min(0.6 * side / wide, 0.15 * side / high)
    line = max(1, round(2 * scale))
    (across, up), low = cv2.getTextSize(words, font, scale, line)
    low_down = np.array((-across / 2, 0.3 * side + up / 2))
    x, y = np.round(outline.centre + low_down).astype(int).tolist()
    cv2.rectangle(image, (x - 2, y - up - 3), (x + across + 2, y + low), (255, 255, 255), -1)
    cv2.putText(image, words, (x, y), font, scale, (0, 0, 0), line, cv2.LINE_AA)
