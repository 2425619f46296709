"""By whose colours pages may be painted: what a look's pictures are painted in, against what marks show.

Told before a picture is drawn.  Knows no game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.drawing import scene
from engine.drawing.parts import Pieces, Stance
from engine.drawing.theme import Theme
from generator.checking.pages.paint import Page
from generator.checking.recognise.models import faces_of

Colours = frozenset[str]

#: This share of all that is painted is nearly all: lines to cut along and crop marks are in no theme's colours.
_MOST = 0.75


def of_pictures(parts: Sequence[Pieces], theme: Theme) -> Colours:
    """Return the colours in which a theme paints pieces, on both sides."""
    items = (
        item
        for part, pieces, face in faces_of(parts)
        for item in part.draw(pieces[-1], Stance(theme, part.size, back=face.back))
    )
    return frozenset(colour for item in scene.walk([*items]) for colour in _of_item(item))


def _of_item(item: scene.Item) -> Iterator[str]:
    fill, stroke = getattr(item, "fill", None), getattr(item, "stroke", None)
    if isinstance(fill, scene.Pattern):
        yield from (fill.paper, fill.ink)
    elif fill is not None:
        yield fill
    if stroke is not None:
        yield stroke.colour


def on(pages: Sequence[Page]) -> Counter[str]:
    """Return how often what is painted on pages."""
    for page in pages:
        if "paints" not in page.seen:
            paints = (paint for mark in page.marks for paint in (mark.fill, mark.stroke))
            page.seen["paints"] = Counter(filter(None, paints))
    return sum((page.seen["paints"] for page in pages), Counter[str]())


def share(shown: Counter[str], colours: Colours) -> float:
    """Return the share of what is painted that is in some colours."""
    return sum(shown[colour] for colour in colours) / max(1, shown.total())


def is_told(shown: Counter[str], colours: Colours) -> bool:
    """Tell whether nearly all that is painted is in some colours."""
    return share(shown, colours) >= _MOST
