"""A page to test a printer's two sides with: what to measure, and what to type then."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from engine.drawing import fonts, scene
from engine.drawing.parts import BoardPart
from engine.errors import OptionError
from engine.geometry.plane import ORIGIN, Box, Point, Transform, number
from generator.printing import duplex, sheet
from generator.printing.cutlines import INK
from generator.printing.kit import Kit, PrintedPart
from generator.printing.paper import Paper, find
from generator.printing.rulers import comb
from generator.printing.sheet import Sheet
from generator.printing.template import PrintSettings

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
#: What stays free at the paper's sides, and at its ends for frames, arrows and settings.
_EDGE, _ENDS = 30.0, 45.0

_FIRST = (
    "1  Print this page at 100 %, as you will print the kit.",
    "2  The two scales measure {lengths} mm; note what they do measure.",
)
_READING = (
    "3  If the back's arrow points the other way than the front's,",
    "print with --duplex of the other edge.",
    "4  Against the light, read on the back where the front's crosses fall",
    "on the scales at A, B, C and D: millimetres to the right and down,",
    "to the left and up with a minus. Then type what you read:",
    "tilewright printer A=X,Y B=X,Y C=X,Y D=X,Y --scales X,Y",
)
_MEASURING = ("3  Then type what you read:", "tilewright printer --scales X,Y")
_USING = ("    --paper {paper} -o printer.toml", "tilewright kit GAME --printer printer.toml")


def make(printing: PrintSettings) -> Kit:
    """Return the test as a kit of one component: the front, and the back if backs are printed.

    Raises OptionError for an unknown paper, and for one that is too small.
    """
    paper = find(printing.paper)
    least, most = sorted((paper.width, paper.height))
    if least < LEAST[0] or most < LEAST[1]:
        raise OptionError(
            f"the test page needs a sheet of {LEAST[0]:g} × {LEAST[1]:g} mm or more; "
            f"{paper.name} has {paper.size}"
        )
    sides = {"front": tuple(_front(paper, printing))}
    note = "print the test page at 100 % and measure its scales"
    if printing.prints_backs:
        by = duplex.of_backs(printing).on(paper.width, paper.height)
        sides["back"] = sheet.moved((_back(paper, printing),), by)
        note = (
            "print the test page on both sides at 100 %, hold it against the light and read "
            "the offset"
        )
    whole = paper.inside(0.0)
    sheets = tuple(
        Sheet(
            *(PAGE, f"Test page, {side}", 1, 1, side, paper),
            scene=sheet.picture(
                *(paper, items, duplex.of_page(paper, printing, side)),
                f"Printer test, {side}",
            ),
            placements=(),
            trim=whole,
            bleed=whole,
        )
        for side, items in sides.items()
    )
    part = BoardPart(PAGE, "test page", whole, (), 0.0)
    component = PrintedPart(part.name, part.title, (part,), sheets)
    return Kit(NAME, "Printer", printing, (component,), (note,))


def measures(paper: Paper) -> tuple[dict[str, Point], tuple[int, int]]:
    """Return where the four crosses lie on a paper's test page, and how long its two scales are.

    The crosses are whole centimetres apart.
    """
    room = paper.inside(0.0)
    ends = Box(_EDGE, _ENDS, room.right - _EDGE, room.bottom - _ENDS)
    x, y = ends.centre
    half, rise = (math.floor(v / 10 + 1e-9) * 5 for v in (ends.width, ends.height))
    corners = dict(zip("ABDC", Box(x - half, y - rise, x + half, y + rise).corners(), strict=True))
    across, down = (
        max((v for v in _LENGTHS if v + 2 * _ARM + 4 <= 2 * room), default=_LENGTHS[-1])
        for room in (half, rise)
    )
    return corners, (across, down)


def _front(paper: Paper, printing: PrintSettings) -> Iterator[scene.Item]:
    corners, (across, down) = measures(paper)
    for p in corners.values():
        yield scene.Path(sheet.cross(p, _ARM), None, THIN)
        yield scene.Circle(p.x, p.y, _ARM - 1.5, None, THIN)
    yield from _frames(paper)
    yield _arrow(paper, "FRONT: this arrow up")
    a, d = corners["A"], corners["D"]
    middle, top = a.towards(d, 0.5), a.y + 4
    yield _scale(Point(middle.x - across / 2, top), Transform(), across)
    yield _scale(Point(a.x, middle.y + down / 2), Transform(0, -1, 1, 0, 0, 0), down)
    lengths = " and ".join(map(str, dict.fromkeys((across, down))))
    reading = _READING if printing.prints_backs else _MEASURING
    lines = [
        line.format(lengths=lengths, paper=paper.name) for line in (*_FIRST, *reading, *_USING)
    ]
    room = Box(a.x + 6, top + 8, d.x - 6, d.y + _ARM)
    widest = max(fonts.width(line, 1.0) for line in lines)
    size = min(3.0, room.width / widest, room.height / (1.6 * len(lines)))
    for k, line in enumerate(lines):
        yield scene.Text(room.centre.x, room.top + (k + 0.8) * size * 1.6, line, size, INK)
    used = _used(printing)
    size = min(2.0, (paper.width - 40.0) / fonts.width(used, 1.0))
    yield scene.Text(paper.width / 2, paper.height - 22.0, used, size, INK)


def _used(printing: PrintSettings) -> str:
    """Return the options that the page is printed with, those alone that are not usual."""
    defaults, words = vars(PrintSettings()), list[str]()
    for name, value in vars(printing).items():
        if value != defaults[name] or name in ("paper", "duplex"):
            text = ",".join(map(number, value)) if isinstance(value, tuple) else value
            words.append(f"{name.replace('_', '-')} {text}")
    return " · ".join(words)


def _back(paper: Paper, printing: PrintSettings) -> scene.Item:
    """Return the back's crosses with scales and names, as they lie behind the front's.

    They stand upright on the page, as backs are moved; only the arrow tells how paper turns.
    """
    corners, _ = measures(paper)
    drawn: list[scene.Item] = []
    middle = corners["A"].towards(corners["D"], 0.5)
    for name, p in corners.items():
        beside = p.moved(9.5 if p.x < middle.x else -9.5, 6.5 if p.y < middle.y else -6.5)
        drawn.append(scene.centred(*beside, name, 4.0, fill=BACK_INK, bold=True))
        drawn += _scales(p)
    words = "BACK: read it this way up"
    drawn.append(scene.centred(*middle, words, 3.2, fill=BACK_INK, bold=True))
    arrow = _arrow(paper, "BACK: this arrow up")
    if not duplex.turns_sideways(printing, paper):
        arrow = scene.Group((arrow,), Transform(-1, 0, 0, -1, paper.width, paper.height))
    return scene.Group((*drawn, *_frames(paper), arrow))


def _scales(p: Point) -> Iterable[scene.Item]:
    segments: list[scene.Segment] = [*sheet.cross(p, _SCALE)]
    for k in range(-10, 11):
        d, arm = k / 2, 1.6 if k % 10 == 0 else 0.6 if k % 2 else 1.0
        if k:
            segments += scene.polyline((p.moved(d, -arm), p.moved(d, arm)))
            segments += scene.polyline((p.moved(-arm, d), p.moved(arm, d)))
    ends = ((at, 0.0) for at in (-_SCALE - 1.6, _SCALE + 1.6))
    numbers = (p.moved(*way) for end in ends for way in (end, end[::-1]))
    fives = (scene.centred(*at, "5", 1.8, fill=BACK_INK) for at in numbers)
    return (scene.Path(tuple(segments), None, FINE), *fives)


def _frames(paper: Paper) -> Iterator[scene.Item]:
    for inset in (3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0):
        yield scene.Path(scene.rectangle(paper.inside(inset)), None, THIN)
    for inset, below in ((5.0, 7.7), (10.0, 12.2), (15.0, 17.2)):
        yield scene.Text(paper.width * 0.3, below, f"{inset:g}", 1.8, INK)


def _arrow(paper: Paper, words: str) -> scene.Item:
    x, y = paper.width / 2, 19.0
    head = scene.polygon(((x, y), (x - 6, y + 8), (x + 6, y + 8)))
    return scene.Group((scene.Path(head, INK), scene.Text(x, y + 13, words, 3.2, INK, bold=True)))


def _scale(start: Point, turn: Transform, length: int) -> scene.Item:
    strokes = [-1.6 if mm % 5 else -2.6 if mm % 10 else -4.0 for mm in range(length + 1)]
    items = (
        scene.Path(comb(ORIGIN, 1, strokes), None, THIN),
        scene.Text(length / 2, 4.0, f"{length} mm", 2.6, INK),
    )
    return scene.Group(items, Transform.translation(*start) @ turn)
