"""Blocks on shared sheets: none overlap, each piece once, straight cuts part them, few sheets."""

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drawing.parts import Cutout, Piece, Pieces, disc, hexagon, square
from engine.geometry.plane import Box
from generator.printing import packing, template
from generator.printing.layout import Spacing
from generator.printing.packing import Room
from generator.printing.sheet import extent_of
from tests.cases import some


def card(width):
    return Cutout("rectangle", width, width * 0.7)


def component(name, shape=square, size=20.0, count=10, **more):
    listed = tuple(Piece(f"{name}-{k}", f"{name} {k}") for k in range(count))
    more.setdefault("shares_edges", shape in (square, hexagon))
    return Pieces(name, name, shape, size, listed, lambda piece, stance: (), **more)


def are_parted(boxes):
    """Whether straight cuts from edge to edge of what is left part all boxes."""
    if len(boxes) < 2:
        return True
    for axis in (0, 1):
        for cut in {box[axis] for box in boxes}:
            first = [box for box in boxes if box[axis + 2] <= cut + 1e-6]
            second = [box for box in boxes if box[axis] >= cut - 1e-6]
            if first and second and len(first) + len(second) == len(boxes):
                return are_parted(first) and are_parted(second)
    return False


def gaps(boxes):
    """How far each two boxes lie apart."""
    return [
        max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom)
        for a, b in combinations(boxes, 2)
    ]


def pieces_are_apart(block):
    """Whether no two pieces of a block are nearer than their width."""
    least = min(block.part.shape(block.part.size)[1:])
    return all(a.distance(b) >= least - 1e-6 for a, b in combinations(block.layout.sites, 2))


components = st.lists(
    st.tuples(
        st.sampled_from([square, hexagon, disc, card]),
        st.floats(8, 60),
        st.integers(1, 70),
        st.booleans(),
    ),
    min_size=1,
    max_size=6,
)


@given(components, st.sampled_from(template.PACKINGS), st.floats(4, 12), st.floats(90, 300))
@settings(max_examples=60, deadline=None)
def test_every_piece_lies_once_apart_from_all_others(wanted, how, between, height):
    parts = [
        component(f"part{k}", shape, size, count, turnable=turnable)
        for k, (shape, size, count, turnable) in enumerate(wanted)
    ]
    room = Room(Box(5, 7, 165, 7 + height), between, Spacing(how), "auto")
    pages = packing.fill(parts, room)
    laid = Counter(front.piece.id for page in pages for block in page for front in block.fronts)
    assert laid == Counter(piece.id for part in parts for piece in part.pieces)
    for page in some(pages):
        extents = [block.layout.extent for block in page]
        assert room.area.grown(1e-6).holds(extent_of(page))
        assert are_parted(extents)
        assert [gap for gap in gaps(extents) if gap < between - 1e-6] == []
        assert [block for block in page if not pieces_are_apart(block)] == []
    assert len(pages) <= sum(len(packing.fill([part], room)) for part in parts)
