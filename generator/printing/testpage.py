"""A page to test a printer's two sides with: what to measure, and what to type then.

The front has rulers, frames and a cross near each corner; the back has crosses with scales, so that
against the light it can be read off in tenths of a millimetre where the front's crosses fall.  From
four corners follow how far backs are to be moved, stretched and turned.  For paper that is folded
both are on one side, and it is the fold that is tested.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields

from engine.drawing import fonts, scene
from engine.errors import OptionError
from engine.geometry.plane import Box, Point, Transform, number
from generator.printing import linework, sheet
from generator.printing.kit import Kit, PrintedPart
from generator.printing.paper import Paper, find, printer_margin
from generator.printing.sheet import Sheet
from generator.printing.template import PrintSettings

INK = sheet.INK
#: What the test page needs.
LEAST = (140.0, 200.0)
THIN = scene.Stroke(INK, 0.1)
BACK_INK = "#c2185b"
FINE = scene.Stroke(BACK_INK, 0.1)

#: What the kit of the test page is called, and its component.
NAME, PAGE = "printer", "test-page"

#: How long scales may be.
_LENGTHS = (100, 50, 20)

#: Arms of the front's crosses and of the back's, which have scales as long.
_ARM, _SCALE = 8.0, 5.0
#: What stays free at the paper's edge, and at a fold: frames, arrows, settings; and a fold's line.
_EDGE, _ENDS, _FOLD = 30.0, 45.0, 16.0

_READING = (
    "3  If the back's arrow points the other way than the front's,",
    "print with --duplex of the other edge.",
    "4  Against the light, read on the back where the front's crosses fall",
    "on the scales at A, B, C and D: millimetres to the right and down,",
    "to the left and up with a minus. Then type what you read:",
    "tilewright printer A=X,Y B=X,Y C=X,Y D=X,Y --scales X,Y",
    "    --paper {paper} -o printer.toml",
    "tilewright kit GAME --printer printer.toml",
)
_FOLDING = (
    "3  Fold along the dashed line, what is printed outside.",
    "4  Against the light, the crosses fall on the scales' middles;",
    "how far they lie off is how exactly you fold. Score the line first.",
)


def make(printing: PrintSettings) -> Kit:
    """Return the test as a kit of one component, front and back.

    Raises OptionError for an unknown paper, and for what is asked of backs that are not printed.
    """
    paper = find(printing.paper)
    least, most = sorted((paper.width, paper.height))
    if least < LEAST[0] or most < LEAST[1]:
        raise OptionError(
            f"the test page needs a sheet of {LEAST[0]:g} × {LEAST[1]:g} mm or more; "
            f"{paper.name} has {paper.size}"
        )
    sheets = tuple(_Desk(paper, printing).sheets())
    component = PrintedPart(PAGE, "test page", 1, 0.0, True, sheets)
    if printing.duplex == "fold":
        note = "print the test page at 100 %, fold it and hold it against the light"
    elif len(sheets) == 1:
        note = "print the test page at 100 % and measure its scales"
    else:
        note = "print the test page on both sides at 100 %, hold it against the light and read the offset"
    return Kit(NAME, "Printer", printing, (component,), (note,), ())


def measures(paper: str) -> tuple[dict[str, Point], tuple[int, int]]:
    """Return where the four crosses lie on a paper's test page, and how long its two scales are.

    Raises OptionError for an unknown paper.
    """
    desk = _Desk(find(paper), PrintSettings())
    return desk.corners, desk.scales


@dataclass(frozen=True)
class _Desk:
    """A test page being drawn: the paper, and what is asked of the printer."""

    paper: Paper
    printing: PrintSettings

    @property
    def folded(self) -> bool:
        return self.printing.duplex == "fold"

    @property
    def upright(self) -> bool:
        return self.paper.width <= self.paper.height

    @property
    def corners(self) -> dict[str, Point]:
        """The places where front and back are compared, whole centimetres apart."""
        room = self.paper.inside(0.0)
        ends = Box(_EDGE, _ENDS, room.right - _EDGE, room.bottom - _ENDS)
        if self.folded and self.upright:
            ends = ends._replace(top=_EDGE, bottom=room.bottom / 2 - _FOLD)
        elif self.folded:
            ends = ends._replace(right=room.right / 2 - _FOLD, top=_EDGE)
        across, down = (math.floor(v / 10 + 1e-9) * 5 for v in (ends.width, ends.height))
        x, y = ends.centre
        box = Box(x - across, y - down, x + across, y + down)
        return dict(zip("ABDC", box.corners(), strict=True))

    @property
    def scales(self) -> tuple[int, int]:
        """How long the two scales are, across and down."""
        a, d = self.corners["A"], self.corners["D"]
        across, down = (
            max((v for v in _LENGTHS if v + 2 * _ARM + 4 <= room), default=_LENGTHS[-1])
            for room in (d.x - a.x, d.y - a.y)
        )
        return across, down

    def sheets(self) -> Iterator[Sheet]:
        """Yield the sides that are printed."""
        paper = self.paper
        if self.folded:
            x, y, page = paper.width / 2, paper.height / 2, paper.inside(2.0)
            level = scene.polyline(((page.left, y), (page.right, y)))
            down = scene.polyline(((x, page.top), (x, page.bottom)))
            fold = linework.folds((level if self.upright else down,))
            yield self._sheet("both", (*self._front(), *self._back(), *fold))
            return
        yield self._sheet("front", tuple(self._front()))
        if self.printing.prints_backs:
            by = self.printing.for_backs.on(paper.width, paper.height)
            yield self._sheet("back", sheet.moved(self._back(), by))

    def _sheet(self, side: str, items: tuple[scene.Item, ...]) -> Sheet:
        by = sheet.correction(self.paper, self.printing, side)
        picture = sheet.picture(self.paper, items, by, f"Printer test, {side}")
        whole = self.paper.inside(0.0)
        title = f"Test page, {side}"
        return Sheet("test-page", title, 1, 1, side, self.paper, picture, (), whole, whole)

    def _front(self) -> Iterator[scene.Item]:
        """Yield crosses, frames and scales to be compared and measured, and what to do."""
        corners = self.corners
        for p in corners.values():
            yield scene.Path(sheet.cross(p, _ARM), None, THIN)
            yield scene.Circle(p.x, p.y, _ARM - 1.5, None, THIN)
        yield from _frames(self.paper)
        if not self.folded:
            yield _arrow(self.paper, "FRONT: this arrow up")
        a, d = corners["A"], corners["D"]
        middle = a.towards(d, 0.5)
        across, down = self.scales
        top = a.y + 4
        yield _scale(Point(middle.x - across / 2, top), Transform(), across)
        yield _scale(Point(a.x, middle.y + down / 2), Transform(0, -1, 1, 0, 0, 0), down)
        lengths = " and ".join(map(str, dict.fromkeys((across, down))))
        lines = [
            f"1  Print this page at 100 %{'' if self.folded else ', as you will print the kit'}.",
            f"2  The two scales measure {lengths} mm; note what they do measure.",
        ]
        if self.folded:
            lines += _FOLDING
        elif self.printing.prints_backs:
            lines += (line.format(paper=self.paper.name) for line in _READING)
        yield from _text_in(Box(a.x + 6, top + 8, d.x - 6, d.y + _ARM), lines, 3.0)
        if not (self.folded and self.upright):
            right = self.paper.width / 2 - 4 if self.folded else self.paper.width - 20
            foot = Box(20.0, self.paper.height - 30.0, right, self.paper.height - 16.0)
            yield from _text_in(foot, _options(self.printing), 2.0)

    def _back(self) -> tuple[scene.Item, ...]:
        """Return the back's crosses with scales and names, as they lie behind the front's.

        They stand upright on the page, as backs are moved; only the arrow tells how paper turns.
        """
        drawn: list[scene.Item] = []
        a, d, paper = self.corners["A"], self.corners["D"], self.paper
        middle = a.towards(d, 0.5)
        for name, p in self.corners.items():
            beside = p.moved(9.5 if p.x < middle.x else -9.5, 6.5 if p.y < middle.y else -6.5)
            letter = scene.centred(*beside, name, 4.0, fill=BACK_INK, bold=True)
            drawn += [letter, *_scales(p)]
        if self.folded:
            return (scene.Group(tuple(drawn), self._mirrored()),)
        drawn.append(
            scene.centred(*middle, "BACK: read it this way up", 3.2, fill=BACK_INK, bold=True)
        )
        arrow: scene.Item = _arrow(paper, "BACK: this arrow up")
        if not sheet.turns_sideways(self.printing, paper):
            arrow = scene.Group((arrow,), Transform(-1, 0, 0, -1, paper.width, paper.height))
        return (scene.Group((*drawn, *_frames(paper), arrow)),)

    def _mirrored(self) -> Transform:
        """Return what brings a drawing from its half of folded paper to the other, upright."""
        a, d = self.corners["A"], self.corners["D"]
        if self.upright:
            return Transform.translation(0.0, self.paper.height - a.y - d.y)
        return Transform.translation(self.paper.width - a.x - d.x, 0.0)


def _text_in(room: Box, lines: list[str], most: float) -> Iterator[scene.Item]:
    """Yield lines of text in a box, from its top, as large as fits but no larger than ``most``."""
    widest = max(fonts.width(line, 1.0) for line in lines)
    size = min(most, room.width / widest, room.height / (1.6 * len(lines)))
    for k, line in enumerate(lines):
        yield scene.Text(room.centre.x, room.top + (k + 0.8) * size * 1.6, line, size, INK)


def _scales(p: Point) -> Iterator[scene.Item]:
    """Yield scales of half millimetres along a cross, ±5 mm, longer strokes at whole ones and at 5."""
    segments: list[scene.Segment] = [*sheet.cross(p, _SCALE)]
    for k in range(-10, 11):
        d, arm = k / 2, 1.6 if k % 10 == 0 else 0.6 if k % 2 else 1.0
        if k:
            segments += scene.polyline((p.moved(d, -arm), p.moved(d, arm)))
            segments += scene.polyline((p.moved(-arm, d), p.moved(arm, d)))
    yield scene.Path(tuple(segments), None, FINE)
    for at in (-_SCALE - 1.6, _SCALE + 1.6):
        yield scene.centred(p.x + at, p.y, "5", 1.8, fill=BACK_INK)
        yield scene.centred(p.x, p.y + at, "5", 1.8, fill=BACK_INK)


def _frames(paper: Paper) -> Iterator[scene.Item]:
    """Yield frames 3 to 15 mm inside the edge: the outermost whole one is the printer's margin."""
    for inset in (3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0):
        yield scene.Path(scene.rectangle(paper.inside(inset)), None, THIN)
    for inset, below in ((5.0, 7.7), (10.0, 12.2), (15.0, 17.2)):
        yield scene.Text(paper.width * 0.3, below, f"{inset:g}", 1.8, INK)


def _arrow(paper: Paper, words: str) -> scene.Item:
    x, y = paper.width / 2, 19.0
    head = scene.polygon(((x, y), (x - 6, y + 8), (x + 6, y + 8)))
    return scene.Group((scene.Path(head, INK), scene.Text(x, y + 13, words, 3.2, INK, bold=True)))


def _scale(start: Point, turn: Transform, length: int) -> scene.Item:
    segments: list[scene.Segment] = [*scene.polyline(((0, 0), (length, 0)))]
    for mm in range(length + 1):
        rise = 4.0 if mm % 10 == 0 else 2.6 if mm % 5 == 0 else 1.6
        segments += scene.polyline(((mm, 0), (mm, -rise)))
    items = (
        scene.Path(tuple(segments), None, THIN),
        scene.Text(length / 2, 4.0, f"{length} mm", 2.6, INK),
    )
    return scene.Group(items, Transform.translation(*start) @ turn)


def _options(printing: PrintSettings) -> list[str]:
    """Return the settings used, on four lines, and what printers leave."""
    words = []
    for field in fields(printing):
        value: object = getattr(printing, field.name)
        if isinstance(value, tuple):
            value = ",".join(number(v) for v in value)
        elif isinstance(value, bool):
            value = "yes" if value else "no"
        if value != "":
            words.append(
                f"{field.name.replace('_', '-')} {'automatic' if value is None else value}"
            )
    row = math.ceil(len(words) / 4)
    margin = f"printers commonly leave {printer_margin():g} mm at the edge"
    return [*(" · ".join(words[k : k + row]) for k in range(0, len(words), row)), margin]
