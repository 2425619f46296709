"""Packing: how many fit, that none overlap, and the sizes that fill whole sheets."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drawing.parts import Cutout, Piece, Pieces, disc, hexagon, square
from engine.errors import OptionError
from engine.geometry.hexgrid import Orientation
from engine.geometry.plane import Box, contains
from generator.printing import layout, paper, template
from generator.printing.layout import Spacing
from tests.cases import some


def pieces(shape=hexagon, size=40.0, count=168, **more):
    listed = tuple(Piece(str(k), f"piece {k}") for k in range(count))
    return Pieces("tiles", "tiles", shape, size, listed, lambda p, s: (), **more)


A4 = paper.find("a4").inside(5)


@pytest.mark.parametrize(
    ("packing", "orientation", "count"),
    [
        ("honeycomb", "auto", 33),
        ("honeycomb", "flat", 33),
        ("honeycomb", "pointy", 32),
        ("rows", "pointy", 28),
        ("rows", "flat", 25),
    ],
)
def test_tiles_of_40_mm_on_a4(packing, orientation, count):
    found = layout.best(pieces(), Spacing(packing), [A4], orientation)
    assert found.capacity == count


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
@settings(max_examples=150)
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


def test_honeycomb_is_the_densest_and_rows_cut_straight():
    dense = layout.best(pieces(), Spacing("honeycomb"), [A4], "auto").capacity
    rows = layout.best(pieces(), Spacing("rows"), [A4], "auto")
    assert rows.capacity < dense
    # Every edge's line may touch tiles but never enters one.
    shape = hexagon(40.0)
    ring = shape.corners(rows.orientation)
    for site in some(rows.sites):
        for k in range(6):
            a, b = ring[k].moved(*site), ring[(k + 1) % 6].moved(*site)
            for t in range(-40, 41):
                p = a.towards(b, t / 4 + 0.125)
                for other in some(rows.sites):
                    assert not contains(ring, ((p.x - other.x) * 1.001, (p.y - other.y) * 1.001))


def test_the_default_size_fills_whole_sheets():
    part = layout.whole_sheets(pieces(fitting=(36, 45)), Spacing(), [A4], "auto")
    capacity = layout.best(part, Spacing(), [A4], "auto").capacity
    sheets = math.ceil(168 / capacity)
    assert 168 % capacity == 0, "no place is left empty"
    larger = layout.best(part.at(part.size + 0.1), Spacing(), [A4], "auto").capacity
    assert 36 <= part.size <= 45
    assert math.ceil(168 / larger) > sheets, "a larger tile would need no more sheets"


@given(st.floats(20, 120), st.integers(1, 40))
@settings(max_examples=60)
def test_largest_is_the_largest(size, count):
    part = pieces(size=size)
    found = layout.largest(part, Spacing(), [A4], "auto", count)
    assert layout.best(part.at(found), Spacing(), [A4], "auto").capacity >= count
    assert layout.best(part.at(found + 0.1), Spacing(), [A4], "auto").capacity < count


def test_discs_are_packed_as_hexagons_are():
    found = layout.best(pieces(disc, 20.0, shares_edges=False), Spacing(), [A4], "auto")
    assert found.capacity > (A4.width // 22) * (A4.height // 22)
    assert all(
        a.distance(b) >= 22 - 1e-9 for a in some(found.sites) for b in some(found.sites) if a != b
    )


def test_a_gap_needs_pieces_that_lie_apart():
    with pytest.raises(OptionError, match="--packing separate"):
        layout.best(pieces(), Spacing("honeycomb", gap=2.0), [A4], "auto")


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
