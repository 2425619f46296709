"""A page to test a printer's two sides with: what to measure, and what to type then.

The front has rulers and a grid of crosses; the back has crosses with a scale around each, so
that against the light the offset can be read off in tenths of a millimetre.  The two sides
differ by an arrow, so that which edge to turn over shows at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from engine.drawing import scene
from engine.errors import OptionError
from engine.geometry.plane import Box, Point, Transform, number
from generator.printing import sheet
from generator.printing.kit import Kit, PrintedPart
from generator.printing.paper import Paper, find, printer_margin, profile
from generator.printing.rulers import registration
from generator.printing.sheet import Sheet
from generator.printing.template import PrintSettings

INK = sheet.INK
#: What the test page needs.
LEAST = (140.0, 200.0)
THIN = scene.Stroke(INK, 0.1)
FINE = scene.Stroke("#c2185b", 0.1)


def make(printing: PrintSettings) -> Kit:
    """Return the test as a kit of one component, front and back.

    Raises OptionError for an unknown paper.
    """
    paper = find(printing.paper)
    if paper.width < LEAST[0] or paper.height < LEAST[1]:
        raise OptionError(
            f"the test page needs a sheet of {LEAST[0]:g} × {LEAST[1]:g} mm or more; "
            f"{paper.name} has {paper.size}"
        )
    sheets = tuple(_side(paper, printing, back=back) for back in (False, True))
    component = PrintedPart("test-page", "test page", 1, 0.0, True, sheets)
    notes = (
        "print the test page on both sides at 100 %, hold it against the light and read the offset",
    )
    return Kit("printer", "Printer", printing, (component,), notes, ())


def _side(paper: Paper, printing: PrintSettings, *, back: bool) -> Sheet:
    items = list(_back(paper, printing) if back else _front(paper, printing))
    items += registration(paper, profile(printing.profile))
    side = "back" if back else "front"
    title = f"Printer test, {side}"
    picture = sheet.picture(paper, tuple(items), printing.print_scale, title)
    whole = Box(0, 0, paper.width, paper.height)
    return Sheet("test-page", f"Test page, {side}", 1, 1, side, paper, picture, (), whole, whole)


def _centres(paper: Paper) -> list[Point]:
    """Return the five places where front and back are compared."""
    x, y = min(45.0, paper.width / 4), min(60.0, paper.height / 4)
    middle = Point(paper.width / 2, paper.height / 2)
    corners = Box(x, y, paper.width - x, paper.height - y).corners()
    return [*corners, middle]


def _front(paper: Paper, printing: PrintSettings) -> Iterator[scene.Item]:
    for p in _centres(paper):
        yield scene.Path(sheet.cross(p, 8.0), None, THIN)
        yield scene.Circle(p.x, p.y, 4.0, None, THIN)
    yield from _frame(paper)
    yield _arrow(paper, "FRONT, this edge up")
    x, y = paper.width / 2, paper.height / 2
    lines = (
        "1  Print this page at 100 %, on both sides, as you will print the kit.",
        "2  Measure the two scales above: they are 100 mm. Otherwise give --print-scale ACROSS,DOWN.",
        "3  Against the light, read on the back how far its crosses lie from these.",
        "4  Give the opposite of that as --back-shift RIGHT,DOWN, seen from the back.",
        "5  If the back's arrow points down, print with --duplex of the other edge.",
    )
    for k, line in enumerate(lines):
        yield scene.Text(x, y + 22 + k * 5, line, _fit(line, paper.width - 30), INK)
    yield from _scale(Point(x - 50, y - 30), Transform())
    yield from _scale(Point(max(20.0, x - 75), y + 15), Transform(0, -1, 1, 0, 0, 0))
    for k, line in enumerate(_options(printing)):
        yield scene.Text(
            x, paper.height - 22 + k * 3.2, line, _fit(line, paper.width - 30, 2.2), INK
        )


def _back(paper: Paper, printing: PrintSettings) -> Iterator[scene.Item]:
    """Yield the back as it lies behind the front: mirrored about the edge it is turned over."""
    dx, dy = printing.back_shift
    upright = paper.width <= paper.height
    short = printing.duplex == "short"
    drawn = [*_frame(paper), _arrow(paper, "BACK, this edge up")]
    for p in _centres(paper):
        drawn.append(scene.Path(sheet.cross(p, 8.0), None, FINE))
        drawn += _vernier(p)
    turn = Transform(e=dx, f=dy)
    if short == upright:
        turn = turn @ Transform(-1, 0, 0, -1, paper.width, paper.height)
    yield scene.Group(tuple(drawn), turn)


def _vernier(p: Point) -> Iterator[scene.Item]:
    """Yield scales of half millimetres along a cross, ±5 mm, numbered every other millimetre."""
    segments: list[scene.Segment] = []
    for k in range(-10, 11):
        d, arm = k / 2, (0.9 if k % 2 else 1.5)
        segments += scene.polyline((p.moved(d, -arm), p.moved(d, arm)))
        segments += scene.polyline((p.moved(-arm, d), p.moved(arm, d)))
        if k % 4 == 0 and k:
            yield scene.centred(p.x + d, p.y + 2.6, f"{abs(k) // 2}", 1.5, fill="#c2185b")
            yield scene.centred(p.x + 2.6, p.y + d, f"{abs(k) // 2}", 1.5, fill="#c2185b")
    yield scene.Path(tuple(segments), None, FINE)


def _frame(paper: Paper) -> Iterator[scene.Item]:
    """Yield frames 3 to 15 mm inside the edge: the outermost whole one is the printer's margin."""
    for inset in (3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0):
        box = paper.inside(inset)
        yield scene.Path(scene.rectangle(box), None, THIN)
    middle = paper.width * 0.3
    for inset in (5.0, 10.0, 15.0):
        yield scene.Text(middle, inset + 2.2, f"{inset:g}", 1.8, INK)


def _arrow(paper: Paper, words: str) -> scene.Item:
    x, y = paper.width / 2, 24.0
    head = scene.polygon(((x, y), (x - 6, y + 8), (x + 6, y + 8)))
    return scene.Group((scene.Path(head, INK), scene.Text(x, y + 13, words, 3.2, INK, bold=True)))


def _scale(start: Point, turn: Transform) -> Iterator[scene.Item]:
    segments: list[scene.Segment] = [*scene.polyline(((0, 0), (100, 0)))]
    for mm in range(101):
        rise = 4.0 if mm % 10 == 0 else 2.6 if mm % 5 == 0 else 1.6
        segments += scene.polyline(((mm, 0), (mm, -rise)))
    items = (
        scene.Path(tuple(segments), None, THIN),
        scene.Text(50, 4.0, "100 mm", 2.6, INK),
    )
    yield scene.Group(items, Transform.translation(*start) @ turn)


def _options(printing: PrintSettings) -> list[str]:
    """Return the settings used, on two lines."""
    words = []
    for field in fields(printing):
        value = getattr(printing, field.name)
        text = _said(value)
        words.append(f"{field.name.replace('_', '-')} {text}")
    half = (len(words) + 1) // 2
    margin = f"printers commonly leave {printer_margin():g} mm at the edge"
    return [" · ".join(words[:half]), " · ".join(words[half:]), margin]


def _said(value: object) -> str:
    """Return a setting in words."""
    if isinstance(value, tuple):
        return ",".join(number(v) for v in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "automatic" if value is None else str(value)


def _fit(line: str, room: float, size: float = 3.0) -> float:
    return min(size, room / (len(line) * 0.6))
