"""Cut lines: seen on any fill, one clean path on their layer, in the maker's own ink where asked."""

from functools import cache
from itertools import pairwise

import pypdfium2
import pytest

import engine
from engine.drawing import scene, theme
from engine.geometry.plane import Point
from generator.printing import cutlines, output, template
from generator.printing.kit import parts_of
from tests.cases import some
from tests.printing.kits import printed

MM = 72 / 25.4
#: Pixels of a millimetre, and how much of a sheet is looked at.
FINE, WINDOW = 24.0, 46.0
#: Beside a line lie its halo and, this far off, the fill.
HALO, FILL = (cutlines.WIDTH + cutlines.HALO) / 2, 0.4


@cache
def cut_parts():
    """Every component of every game; a board that is whole is not cut."""
    return list(_cut_parts())


def _cut_parts():
    for game in engine.names():
        source = template.load(game)
        for part in parts_of(source, source.printing):
            first = printed(game, part.name).components[0].sheets[0]
            if first.placements or first.count > 1:
                yield game, part.name


def colours_beside(game, part, **options):
    """Yield a cut line's colour and, on each side of it, its halo's and the fill's, in a corner of a sheet."""
    made = printed(game, part, **options)
    sheet = made.components[0].sheets[0]
    document = pypdfium2.PdfDocument(output.pdf_of(made, made.components[0]))
    page = document[0]
    left, top = max(0.0, sheet.trim.left - 3), max(0.0, sheet.trim.top - 3)
    if not sheet.placements:  # a board may be no rectangle
        start = sheet.cuts[0][0]
        left, top = max(0.0, start.x - WINDOW / 2), max(0.0, start.y - WINDOW / 2)
    high = sheet.paper.height
    side = WINDOW - 1e-4  # a hair more would be one pixel more
    page.set_mediabox(left * MM, (high - top - side) * MM, (left + side) * MM, (high - top) * MM)
    page.set_cropbox(*page.get_mediabox())
    pixels = page.render(scale=FINE / MM, rev_byteorder=True).to_numpy()

    def colour(p, n, far):
        r, g, b = pixels[int((p.y + n.y * far - top) * FINE), int((p.x + n.x * far - left) * FINE)][
            :3
        ]
        return f"#{r:02x}{g:02x}{b:02x}"

    for p, n in along(sheet):
        if left + 1 < p.x < left + WINDOW - 1 and top + 1 < p.y < top + WINDOW - 1:
            sides = [(colour(p, n, k * HALO), colour(p, n, k * FILL)) for k in (-1, 1)]
            yield colour(p, n, 0), sides
    document.close()


def along(sheet):
    """Yield places along a sheet's cut lines, away from their corners, with the normals there."""
    for outline in sheet.cuts:
        for ring in scene.flattened(outline):
            closed = [*ring, ring[0]] if isinstance(outline[-1], scene.Close) else ring
            for a, b in pairwise(closed):
                length = a.distance(b)
                steps = max(1, round(length / 5)) if length >= 0.1 else 0
                for k in range(steps):
                    normal = Point((b.y - a.y) / length, (a.x - b.x) / length)
                    yield a.towards(b, (k + 0.5) / steps), normal


@pytest.mark.parametrize("name", ["classic", "mono"])
def test_cut_lines_are_seen_on_both_sides_wherever_they_run(name):
    """A line stands out from its halo, and the one or the other from the fill."""
    for game, part in some(cut_parts()):
        for line, sides in some(list(colours_beside(game, part, theme=name))):
            for halo, fill in sides:
                assert theme.contrast(line, halo) >= 2, (game, part, line, halo)
                seen = max(theme.contrast(line, fill), theme.contrast(halo, fill))
                assert seen >= 2, (game, part, line, fill)


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
    sheet = printed("atreya", "tiles", **options).components[0].sheets[0]
    assert groups(sheet, "halo") == []
    (cut,) = groups(sheet, "cut")
    assert strokes(cut) == {scene.Stroke(colour, width)}
