"""Packing: how many fit, that none overlap, and the sizes that fill whole sheets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drawing.parts import Cutout, hexagon, square
from engine.errors import OptionError
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Box, contains
from generator.printing import layout, paper, template
from generator.printing.layout import Spacing


def interior(shape: Cutout, orientation: Orientation):
    """Points just inside a shape, from its corners and the middles of its edges."""
    ring = shape.corners(orientation)
    middles = [a.towards(b, 0.5) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
    return [(p.x * 0.999, p.y * 0.999) for p in (*ring, *middles)]


@given(
    st.sampled_from([hexagon, square]),
    st.floats(12, 90),
    st.sampled_from(template.PACKINGS),
    st.sampled_from(list(Orientation)),
    st.floats(100, 420),
    st.floats(100, 420),
    st.floats(0, 6),
)
@settings(max_examples=50)
def test_pieces_neither_overlap_nor_leave_the_area(shape, size, packing, orientation, w, h, gap):
    gap = gap if packing == "separate" else 0
    area = Box(7, 9, 7 + w, 9 + h)
    form = shape(size)
    found = layout.fill(form, orientation, Spacing(packing, gap), area)
    ring = form.corners(orientation)
    inner = interior(form, orientation)
    assert area.grown(1e-6).holds(found.extent) or not found.sites
    for site in found.sites:
        assert area.grown(1e-6).holds(Box(*site, *site))
        for other in found.sites:
            if other != site and site.distance(other) < 2 * size:
                assert not any(
                    contains(ring, (x + other.x - site.x, y + other.y - site.y)) for x, y in inner
                )
                assert site.distance(other) >= size + gap - 1e-6


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("a4", (210, 297)),
        ("Letter", (215.9, 279.4)),
        ("100x150mm", (100, 150)),
        ("297.5x420", (297.5, 420)),
    ],
)
def test_papers(text, size):
    found = paper.find(text)
    assert (found.width, found.height) == size


@pytest.mark.parametrize(
    "text", ["", "a9", "10x10mm", "1e3x100", "-5x100", "100x", "99999x99999mm"]
)
def test_no_papers(text):
    with pytest.raises(OptionError, match="paper"):
        paper.find(text)
