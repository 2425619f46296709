"""Cut lines: seen on any fill, one clean path on their layer, in the maker's own ink where asked."""

import re

import pytest

import engine
from engine.drawing import scene, theme
from engine.drawing.writers import svg
from generator.printing import cutfiles, cutlines, template
from generator.printing.kit import component_names
from generator.printing.presets import CutStyle
from tests.cases import some
from tests.printing import contrast
from tests.printing.kits import printed


def kit(game="atreya", part="tiles", **options):
    return printed(game, part, **options)


def cut_parts():
    """Every component of every game; a board that is whole is not cut."""
    for game in engine.names():
        source = template.load(game)
        for part in component_names(source, source.printing):
            first = kit(game, part).components[0].sheets[0]
            if first.placements or first.count > 1:
                yield game, part


PARTS = tuple(cut_parts())


@pytest.mark.parametrize("name", theme.names())
def test_cut_lines_are_seen_on_both_sides_wherever_they_run(name):
    for game, part in some(PARTS):
        for place in some(contrast.places(game, part, theme=name)):
            assert place.to_halo >= 2, (game, part, place)
            assert place.to_fill >= 2, (game, part, place)


def groups(sheet, layer):
    return [i for i in sheet.scene.items if isinstance(i, scene.Group) and i.layer == layer]


def strokes(group):
    return {path.stroke for path in group.items}


def test_the_halo_lies_below_on_a_layer_of_its_own():
    for sheet in some(kit().components[0].sheets):
        if sheet.side == "back":
            continue
        (halo,), (cut,) = groups(sheet, "halo"), groups(sheet, "cut")
        items = sheet.scene.items
        assert items.index(halo) < items.index(cut)
        assert strokes(cut) == {scene.Stroke(cutlines.DARK, cutlines.WIDTH)}
        assert [path.outline for path in cut.items] == list(sheet.cuts)
        (wide,) = strokes(halo)
        assert wide.width == pytest.approx(cutlines.WIDTH + 2 * cutlines.HALO)


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


def test_a_width_of_ones_own_keeps_the_halo():
    sheet = kit(cut_width=0.3).components[0].sheets[0]
    (halo,), (cut,) = groups(sheet, "halo"), groups(sheet, "cut")
    assert strokes(cut) == {scene.Stroke(cutlines.DARK, 0.3)}
    assert strokes(halo) == {scene.Stroke(cutlines.LIGHT, 0.3 + 2 * cutlines.HALO)}


def test_crop_marks_have_the_makers_colour_and_width():
    sheet = kit(marks="crop", packing="rows", cut_color="#0000ff", cut_width=0.2)
    (cut,) = groups(sheet.components[0].sheets[0], "cut")
    assert strokes(cut) == {scene.Stroke("#0000ff", 0.2)}


def test_cut_files_have_no_halo():
    sheet = kit().components[0].sheets[0]
    text = cutfiles.svg(sheet, CutStyle()).decode()
    assert set(re.findall(r'stroke="([^"]+)"', text)) == {"#ff00ff"}
    assert text.count("<path") == len(sheet.cuts)
    assert svg.write(sheet.scene).decode().count('class="halo"') == 1


@pytest.mark.parametrize("part", ["racks", "tiles"])
def test_folds_are_dashed_above_a_halo(part):
    options = {"duplex": "fold"} if part == "tiles" else {}
    sheet = kit("aathenuo", part, **options).components[0].sheets[0]
    (fold,) = groups(sheet, "fold")
    assert strokes(fold) == {cutlines.FOLD}
    assert contrast.ratio(cutlines.FOLD.colour, cutlines.LIGHT) >= 2
    assert groups(sheet, "halo")
