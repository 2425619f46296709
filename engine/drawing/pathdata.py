"""Outlines in SVG's path notation, each step from the last."""

from __future__ import annotations

from functools import lru_cache

from engine.drawing.scene import ArcTo, BendTo, Close, LineTo, MoveTo, Outline
from engine.geometry.plane import number

#: Letters that need not be said again, where the same follows.
_GOES_ON = "laq"


def path_data(outline: Outline, digits: int = 3, goes_on: str = _GOES_ON) -> str:
    """Return an outline in SVG's path notation, lengths with ``digits`` decimals.

    Letters of ``goes_on`` are not repeated.
    """
    grain = 10**digits
    words: list[str] = []
    before = ""
    x = y = first_x = first_y = 0
    for s in outline:
        if isinstance(s, Close):
            words.append("z")
            x, y, before = first_x, first_y, ""
            continue
        # Whole grains: steps from rounded points do not add up to an error.
        to_x, to_y = round(s.x * grain), round(s.y * grain)
        if isinstance(s, BendTo):
            pull = _pair(round(s.pull_x * grain) - x, round(s.pull_y * grain) - y, digits)
            letter = "q"
            step = f"{pull} {_pair(to_x - x, to_y - y, digits)}".replace(" -", "-")
        else:
            letter, step = _step(s, to_x - x, to_y - y, digits)
        if isinstance(s, MoveTo):
            first_x, first_y = to_x, to_y
            letter = letter if words else "M"
        if letter == before and letter in goes_on:
            words.append(step if step[0] == "-" else f" {step}")
        else:
            words.append(letter + step)
        x, y, before = to_x, to_y, letter
    return "".join(words)


def _step(s: MoveTo | LineTo | ArcTo, dx: int, dy: int, digits: int) -> tuple[str, str]:
    if isinstance(s, ArcTo):
        r, x, y = (_length(g, digits) for g in (round(s.radius * 10**digits), dx, dy))
        return "a", f"{r} {r} 0 {int(s.large)} {int(s.clockwise)} {x} {y}"
    if isinstance(s, MoveTo):
        return "m", _pair(dx, dy, digits)
    if dy == 0:
        return "h", _length(dx, digits)
    if dx == 0:
        return "v", _length(dy, digits)
    return "l", _pair(dx, dy, digits)


def _pair(x: int, y: int, digits: int) -> str:
    one, other = _length(x, digits), _length(y, digits)
    return one + other if y < 0 else f"{one} {other}"


@lru_cache(maxsize=65536)
def _length(grains: int, digits: int) -> str:
    text = number(grains / 10**digits, digits)
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
