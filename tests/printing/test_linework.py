"""Cut lines: seen on any fill, one clean path on their layer, in the maker's own ink where asked."""

import pytest

import engine
from engine.drawing import scene
from generator.printing import cutlines, template
from generator.printing.kit import parts_of
from tests.cases import some
from tests.printing import contrast
from tests.printing.kits import printed


def kit(game="atreya", part="tiles", **options):
    return printed(game, part, **options)


def cut_parts():
    """Every component of every game; a board that is whole is not cut."""
    for game in engine.names():
        source = template.load(game)
        for part in (p.name for p in parts_of(source, source.printing)):
            first = kit(game, part).components[0].sheets[0]
            if first.placements or first.count > 1:
                yield game, part


PARTS = tuple(cut_parts())


@pytest.mark.parametrize("name", ["classic", "mono"])
def test_cut_lines_are_seen_on_both_sides_wherever_they_run(name):
    for game, part in some(PARTS):
        for place in some(contrast.places(game, part, theme=name)):
            assert place.to_halo >= 2, (game, part, place)
            assert place.to_fill >= 2, (game, part, place)


def groups(sheet, layer):
    return [i for i in sheet.scene.items if isinstance(i, scene.Group) and i.layer == layer]


def strokes(group):
    return {path.stroke for path in group.items}


@pytest.mark.parametrize(
    ("options", "colour", "width"),
    [
        ({"spot": True}, "CutContour", cutlines.WIDTH),
        ({"spot": True, "cut_width": 0.25}, "CutContour", 0.25),
        ({"cut_color": "#FF0000"}, "#ff0000", cutlines.WIDTH),
        ({"cut_color": "#00ff00", "cut_width": 0.3}, "#00ff00", 0.3),
    ],
)
def test_spot_and_own_colours_have_no_halo(options, colour, width):
    sheet = kit(**options).components[0].sheets[0]
    assert groups(sheet, "halo") == []
    (cut,) = groups(sheet, "cut")
    assert strokes(cut) == {scene.Stroke(colour, width)}
