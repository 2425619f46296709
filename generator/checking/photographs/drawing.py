"""What was read in a photograph, drawn on it, so that a person can correct it."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from generator.checking.photographs.loading import Array
from generator.checking.photographs.outlines import Outline

#: What is drawn, as RGB: pieces that are sure, and what is unsure.
_SURE, _UNSURE = (255, 0, 255), (255, 30, 0)


def drawn(pixels: Array, labels: Iterable[tuple[Outline, str]]) -> bytes:
    """Return a PNG file of a photograph with outlines, and a word in each; "?" marks what is unsure."""
    image = pixels.copy()
    for outline, word in labels:
        side = outline.area**0.5
        colour = _UNSURE if word.endswith("?") else _SURE
        corners = np.round(outline.corners).astype(np.int32)
        cv2.polylines(image, [corners], True, colour, max(2, round(side / 40)))
        (width, height), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, 1.0, 1)
        size = min(0.6 * side / width, 0.15 * side / height)
        x, y = np.round(outline.centre - (size * width / 2, -0.35 * side)).astype(int).tolist()
        for ink, pen in ((255, 255, 255), 5), ((0, 0, 0), 1):  # a white rim, to be read on any tile
            cv2.putText(image, word, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, ink, pen, cv2.LINE_AA)
    _, data = cv2.imencode(".png", image[..., ::-1])
    return data.tobytes()
