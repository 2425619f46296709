"""Sheets of tiles as other designers draw them, by ReportLab alone: nothing of ours but the tiles' names.

A tile is seven areas in millimetres about its middle, y up; a style draws them its own way, a
paint sets a colour in its own colour space.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, NameObject, StreamObject
from reportlab.lib.colors import CMYKColor, CMYKColorSep, Color
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4

Corner = tuple[float, float]
Areas = list[tuple[str, list[Corner]]]
Paint = Callable[[Any, str], None]
Style = Callable[[Any, "Shape", Paint], None]

#: Colours no theme of ours has, and those of a designer who took the first that came.
INKS = {"r": (0.80, 0.12, 0.20), "g": (0.15, 0.62, 0.25), "b": (0.12, 0.28, 0.70)}
PURE = {"r": (1.0, 0.0, 0.0), "g": (0.0, 1.0, 0.0), "b": (0.0, 0.0, 1.0)}


@dataclass(frozen=True)
class Shape:
    """A tile's seven areas: half-pieces from east counter-clockwise, then the centre piece."""

    tile: str
    size: float
    turn: float = 0.0
    is_back: bool = False

    def corners(self, share: float = 1.0) -> list[Corner]:
        """Return the corners of the outline, or of a smaller hexagon, from south-east on."""
        radius = self.size * MM / math.sqrt(3) * share
        angles = [math.radians(self.turn - 30 + 60 * k) for k in range(6)]
        side = -1 if self.is_back else 1
        return [(side * radius * math.cos(a), radius * math.sin(a)) for a in angles]

    def areas(self) -> Areas:
        """Return each area's letter and corners."""
        outer, inner = self.corners(), self.corners(0.5)
        halves = [[inner[k], outer[k], outer[k - 5], inner[k - 5]] for k in range(6)]
        return [*zip(self.tile[2:], halves, strict=True), (self.tile[0], inner)]

    def boundaries(self) -> Iterator[tuple[Corner, Corner]]:
        """Yield the lines between areas of different colours, and the tile's outline."""
        outer, inner, ring = self.corners(), self.corners(0.5), self.tile[2:]
        for k in range(6):
            yield outer[k], outer[k - 5]
            if ring[k] != ring[k - 1]:
                yield inner[k], outer[k]
            if ring[k] != self.tile[0]:
                yield inner[k], inner[k - 5]


# ------------------------------------------------------------------------------------ paints


def rgb(canvas: Any, letter: str) -> None:
    canvas.setFillColor(Color(*INKS[letter]))


def pure(canvas: Any, letter: str) -> None:
    canvas.setFillColor(Color(*PURE[letter]))


def cmyk(canvas: Any, letter: str) -> None:
    canvas.setFillColor(CMYKColor(*(1 - part for part in INKS[letter]), 0))


def separation(canvas: Any, letter: str) -> None:
    ink = [1 - part for part in INKS[letter]]
    canvas.setFillColor(CMYKColorSep(*ink, 0, spotName=f"Ink {letter}"))


def lab(canvas: Any, letter: str) -> None:
    canvas.addLiteral("/Lab cs {:.4f} {:.4f} {:.4f} sc".format(*lab_of(INKS[letter])))


def icc(canvas: Any, letter: str) -> None:
    canvas.addLiteral("/ICC cs {:.4f} {:.4f} {:.4f} sc".format(*INKS[letter]))


def lab_of(colour: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return an sRGB colour in CIELAB under D65."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else t * 841 / 108 + 4 / 29 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def gray(canvas: Any, letter: str) -> None:
    canvas.setFillGray({"r": 0.25, "g": 0.5, "b": 0.75}[letter])


def with_spaces(data: bytes) -> bytes:
    """Return a file whose pages know the colour spaces ``/Lab`` and ``/ICC``."""
    from PIL import ImageCms

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    profile = StreamObject()
    profile.set_data(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    profile[NameObject("/N")] = FloatObject(3)
    white = ArrayObject(map(FloatObject, (0.9505, 1.0, 1.089)))
    limits = ArrayObject(map(FloatObject, (-128, 127, -128, 127)))
    table = DictionaryObject({NameObject("/WhitePoint"): white, NameObject("/Range"): limits})
    spaces = DictionaryObject(
        {
            NameObject("/Lab"): ArrayObject([NameObject("/Lab"), table]),
            NameObject("/ICC"): ArrayObject(
                [NameObject("/ICCBased"), writer._add_object(profile.flate_encode())]
            ),
        }
    )
    for page in writer.pages:
        page["/Resources"][NameObject("/ColorSpace")] = spaces  # type: ignore[index]
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


# ------------------------------------------------------------------------------------ styles


def polygon(canvas: Any, points: Sequence[Corner]) -> Any:
    """Return a closed path."""
    path = canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.close()
    return path


def fill(canvas: Any, points: Sequence[Corner]) -> None:
    canvas.drawPath(polygon(canvas, points), fill=1, stroke=0)


def middle(points: Sequence[Corner]) -> Corner:
    """Return the mean of an area's corners."""
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def seven_polygons(canvas: Any, shape: Shape, paint: Paint) -> None:
    """Draw seven polygons and nothing else."""
    for letter, points in shape.areas():
        paint(canvas, letter)
        fill(canvas, points)


def triangles(canvas: Any, shape: Shape, paint: Paint) -> None:
    """Draw every area as a fan of triangles about its middle."""
    for letter, points in shape.areas():
        paint(canvas, letter)
        for k, point in enumerate(points):
            fill(canvas, [middle(points), points[k - 1], point])


def under_strokes(canvas: Any, shape: Shape, paint: Paint) -> None:
    """Draw one polygon in the most frequent colour, the other areas on it, and lines over all."""
    most = max("rgb", key=shape.tile.count)
    paint(canvas, most)
    fill(canvas, shape.corners())
    for letter, points in shape.areas():
        if letter != most:
            paint(canvas, letter)
            fill(canvas, points)
    stroked_boundaries(canvas, shape)


def stroked_boundaries(canvas: Any, shape: Shape) -> None:
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.setLineWidth(0.4 * MM)
    canvas.setLineCap(1)
    for a, b in shape.boundaries():
        canvas.line(*a, *b)


def filled_boundaries(canvas: Any, shape: Shape, paint: Paint) -> None:
    """Draw seven polygons, and thin black polygons along their boundaries."""
    seven_polygons(canvas, shape, paint)
    canvas.setFillColorRGB(0, 0, 0)
    for a, b in shape.boundaries():
        length = math.dist(a, b)
        x, y = ((b[k] - a[k]) / length * 0.2 * MM for k in (0, 1))
        signs = ((a, -1), (b, -1), (b, 1), (a, 1))
        fill(canvas, [(at[0] + sign * y, at[1] - sign * x) for at, sign in signs])


def clipped(canvas: Any, shape: Shape, paint: Paint) -> None:
    """Draw squares of colour through clips of the areas' outlines, and lines over all."""
    reach = shape.size * MM
    for letter, points in shape.areas():
        canvas.saveState()
        canvas.clipPath(polygon(canvas, points), fill=0, stroke=0)
        paint(canvas, letter)
        canvas.rect(-reach, -reach, 2 * reach, 2 * reach, fill=1, stroke=0)
        canvas.restoreState()
    stroked_boundaries(canvas, shape)


def one_path_a_colour(canvas: Any, shape: Shape, paint: Paint) -> None:
    """Draw all areas of a colour as one path of several parts, and lines over all."""
    for letter in "rgb":
        path = canvas.beginPath()
        for one, points in shape.areas():
            if one == letter:
                path.moveTo(*points[0])
                for point in points[1:]:
                    path.lineTo(*point)
                path.close()
        paint(canvas, letter)
        canvas.drawPath(path, fill=1, stroke=0)
    stroked_boundaries(canvas, shape)


def sectors(canvas: Any, shape: Shape, paint: Paint) -> None:
    """Draw six triangles from the middle to the edges, the centre piece on them, and lines."""
    outer = shape.corners()
    for k, (letter, _) in enumerate(shape.areas()[:6]):
        paint(canvas, letter)
        fill(canvas, [(0.0, 0.0), outer[k], outer[k - 5]])
    paint(canvas, shape.tile[0])
    fill(canvas, shape.corners(0.5))
    stroked_boundaries(canvas, shape)


def lettered(canvas: Any, shape: Shape, paint: Paint) -> None:
    """Draw seven polygons with their letters on them, a dark rim about each tile."""
    canvas.setFillColorRGB(0.1, 0.1, 0.1)
    fill(canvas, shape.corners(1.04))
    seven_polygons(canvas, shape, paint)
    canvas.setFillColorRGB(1, 1, 1)
    canvas.setFont("Helvetica-Bold", 9)
    for letter, points in shape.areas():
        x, y = middle(points)
        canvas.drawCentredString(x, y - 3, letter.upper())


def curved(canvas: Any, shape: Shape, paint: Paint) -> None:
    """Draw seven polygons whose sides are straight Bézier curves."""
    for letter, points in shape.areas():
        paint(canvas, letter)
        path = canvas.beginPath()
        path.moveTo(*points[0])
        for (a, b), (x, y) in zip(points, [*points[1:], points[0]], strict=True):
            path.curveTo((2 * a + x) / 3, (2 * b + y) / 3, (a + 2 * x) / 3, (b + 2 * y) / 3, x, y)
        canvas.drawPath(path, fill=1, stroke=0)


def inset(canvas: Any, shape: Shape, paint: Paint) -> None:
    """Draw a dark hexagon and seven areas upon it, each a tenth smaller than it is."""
    canvas.setFillColorRGB(0, 0, 0)
    fill(canvas, shape.corners())
    for letter, points in shape.areas():
        x, y = middle(points)
        paint(canvas, letter)
        fill(canvas, [(x + (a - x) * 0.9, y + (b - y) * 0.9) for a, b in points])


STYLES: dict[str, Style] = {
    style.__name__: style
    for style in (
        seven_polygons, triangles, under_strokes, filled_boundaries, clipped,
        one_path_a_colour, sectors, lettered, curved,
    )
}  # fmt: skip
PAINTS: dict[str, Paint] = {
    paint.__name__: paint for paint in (rgb, pure, cmyk, separation, lab, icc)
}


# ------------------------------------------------------------------------------------ sheets


@dataclass(frozen=True)
class Layout:
    """How tiles lie on a page: the paper, columns and rows, and how far apart, in millimetres."""

    width: float
    height: float
    columns: int
    rows: int
    across: float
    down: float

    def places(self) -> list[Corner]:
        """Return the middles of the tiles, y up."""
        left = (self.width - (self.columns - 1) * self.across) / 2
        top = (self.height + (self.rows - 1) * self.down) / 2
        cells = [(c, r) for r in range(self.rows) for c in range(self.columns)]
        return [(left + c * self.across, top - r * self.down) for c, r in cells]


A4 = Layout(210.0, 297.0, 6, 8, 32.0, 34.0)
LETTER = Layout(215.9, 279.4, 6, 7, 33.5, 30.0)


def sheets(
    tiles: Sequence[str],
    style: Style,
    paint: Paint,
    *,
    layout: Layout = A4,
    size: float = 27.2,
    turn: float = 0.0,
    off: Corner = (0.0, 0.0),
    nested: bool = False,
) -> bytes:
    """Return a PDF of tiles, each page followed by its backs for turning over the long edge.

    Backs lie ``off`` their fronts by so many millimetres; ``nested`` draws each in a form in a form.
    """
    buffer, places = io.BytesIO(), layout.places()
    canvas = Canvas(buffer, pagesize=(layout.width * MM, layout.height * MM), invariant=1)
    for first in range(0, len(tiles), len(places)):
        some = tiles[first : first + len(places)]
        for is_back in (False, True):
            for tile, (x, y) in zip(some, places, strict=False):
                at = (layout.width - x + off[0], y + off[1]) if is_back else (x, y)
                shape = Shape(tile, size, turn, is_back)
                canvas.saveState()
                canvas.translate(at[0] * MM, at[1] * MM)
                (in_forms(style) if nested else style)(canvas, shape, paint)
                canvas.restoreState()
            canvas.showPage()
    canvas.save()
    return with_spaces(buffer.getvalue()) if paint in (lab, icc) else buffer.getvalue()


def in_forms(style: Style) -> Style:
    """Return a style that draws a tile as a form that shows a form."""

    def draw(canvas: Any, shape: Shape, paint: Paint) -> None:
        name = f"{shape.tile}-{'back' if shape.is_back else 'front'}".replace(":", "-")
        reach = shape.size * MM
        canvas.beginForm(f"inner-{name}", -reach, -reach, reach, reach)
        style(canvas, shape, paint)
        canvas.endForm()
        canvas.beginForm(f"outer-{name}", -reach, -reach, reach, reach)
        canvas.doForm(f"inner-{name}")
        canvas.endForm()
        canvas.doForm(f"outer-{name}")

    return draw
