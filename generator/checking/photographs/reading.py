"""Photographs as one set: what pieces they show, and every fault of the set except those of sizes and backs."""

from __future__ import annotations

import io
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont, ImageOps

import engine
from engine.drawing import theme
from engine.drawing.parts import Pieces, Request, chosen, hexagon, kind_of, square
from engine.drawing.theme import Theme
from engine.drawing.writers.png import MOST_PIXELS
from engine.errors import GameError, OptionError
from engine.verify import Naming
from engine.words import count, listed
from generator.checking.faults import Counted, Fault, Outcome, Wanted, amiss, in_order, subject_of
from generator.checking.pages import files
from generator.checking.photographs import naming, outlines
from generator.checking.photographs.naming import NO_PIECE, Pictures, Thing
from generator.checking.photographs.outlines import Array
from generator.printing import template

_SIDE = 2000  # images are reduced to at most so many pixels on the longer side
_TELLING = 4  # at least so many kinds tell the game
_NOTHING = "no pieces are seen; lay them apart and whole on a table of another colour"


class UntoldGameError(OptionError):
    """A picture does not tell which game its pieces belong to."""


@dataclass(frozen=True, eq=False)
class Photograph:
    """An image as it is looked at: RGB bytes, and how many of the file's units one pixel is."""

    name: str
    pixels: Array
    scale: float
    unit: str = "pixels"

    @cached_property
    def grounds(self) -> Sequence[Array]:
        """How far each pixel stands out from the table, and from a sheet on it if there is one."""
        return [*outlines.heights_of(self.pixels)]


def load(source: files.Source) -> Iterator[Photograph]:
    """Yield the image of a PNG or JPEG file, or the pages of a scan.

    Raises GameError for a damaged file, and one that holds more than is read.
    """
    name, data = source
    if files.kind_of(data) == "image":
        pixels, longest = _decoded(name, data)
        yield Photograph(name, pixels, longest / max(pixels.shape))
        return
    pages, faults = files.read([source], (100.0, 100.0))
    for fault in faults.values():
        raise fault
    for page in pages:
        pixels = _reduced(Image.fromarray(page.picture.pixels))
        yield Photograph(page.title, pixels, max(page.paper) / max(pixels.shape), "mm")


def _decoded(name: str, data: bytes) -> tuple[Array, int]:
    """Return the pixels of an image, made fewer, and how many its longer side has."""
    try:
        with (
            warnings.catch_warnings(action="ignore"),  # of sizes that are refused, or odd notes
            Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image,
        ):
            if image.width * image.height > MOST_PIXELS:
                raise Image.DecompressionBombError
            longest = max(image.size)
            image.draft("RGB", (_SIDE, _SIDE))
            return _reduced(ImageOps.exif_transpose(image)), longest
    except Image.DecompressionBombError as error:
        most = f"at most {MOST_PIXELS // 10**6} million are read"
        raise GameError(f"{name} has too many pixels; {most}") from error
    except (OSError, SyntaxError, ValueError) as error:
        why = "it is damaged, cut short, or no PNG or JPEG"
        raise GameError(f"{name} cannot be read as an image: {why}") from error


def _reduced(image: Image.Image) -> Array:
    """Return an image in RGB and small enough, with white where it is transparent."""
    image = image if image.mode == "RGB" else image.convert("RGBA")
    image.thumbnail((_SIDE, _SIDE), Image.Resampling.BOX, reducing_gap=2.0)
    white = Image.new("RGBA", image.size, "white")
    return np.asarray(Image.alpha_composite(white, image.convert("RGBA")).convert("RGB"))


class View(NamedTuple):
    """What a photograph shows."""

    photograph: Photograph
    things: Sequence[Thing]
    theme: str
    distance: float  # from the theme's pictures
    is_sheet: bool = False  # whether pieces touch as on a sheet

    @property
    def kinds(self) -> Counter[str]:
        """How many pieces of each kind are sure; under "" those that lie face down."""
        return Counter(thing.kind for thing in self.things if thing.is_sure)

    @property
    def is_behind(self) -> bool:
        """Whether this may be a sheet of backs that tell their kinds."""
        sure = (thing for thing in self.things if thing.is_sure)
        return self.is_sheet and all(thing.is_back and thing.kind != "" for thing in sure)

    def picture(self) -> bytes:
        """Return the photograph as a PNG file with what was read in it; "?" marks what is unsure."""
        image = Image.fromarray(self.photograph.pixels)
        pen = ImageDraw.Draw(image)
        for outline, kind, _, is_sure in self.things:
            side = outlines.area_of(outline) ** 0.5
            word = (kind or "back") + "?" * (not is_sure)
            colour, width = "magenta" if is_sure else "red", max(2, round(side / 40))
            pen.polygon([*map(tuple, outline)], outline=colour, width=width)
            font = ImageFont.load_default(max(4.0, min(1.2 * side / len(word), 0.3 * side)))
            middle = tuple(outline.mean(axis=0))
            pen.text(middle, word, "black", font, "mm", stroke_width=2, stroke_fill="white")
        data = io.BytesIO()
        image.save(data, "PNG")
        return data.getvalue()

    def unclear(self) -> Iterator[Fault]:
        """Yield what is not surely told, with its place in the file's pixels, or a page's millimetres."""
        name, scale = self.photograph.name, self.photograph.scale
        if not self.things:
            yield Fault("unclear", f"{name}: {_NOTHING}", name, is_placed=True)
        for outline, kind, *_ in (thing for thing in self.things if not thing.is_sure):
            words = f"a piece that is not surely told, perhaps {kind or 'a back'}"
            words = "something that is no whole piece lying apart" if kind == NO_PIECE else words
            x, y = (round(float(v) * scale) for v in outline.mean(axis=0))
            place = f"({name} at {x}, {y} {self.photograph.unit})"
            yield Fault("unclear", f"{words} {place}", name, 0, x, y, is_placed=True)


def read(
    photographs: Sequence[Photograph], game: str | None, wanted: Wanted
) -> tuple[Outcome, list[View]]:
    """Return what photographs show, taken together as one set, and what each shows.

    Raises GameError where they show nothing, OptionError where the game is neither named nor told,
    or has no component that is asked for, and for a theme that a camera does not tell.
    """
    looks = [*map(theme.load, [wanted.theme] if wanted.theme else theme.names())]
    looks = [look for look in looks if len({slot.fill for slot in look.slots.values()}) > 1]
    if not looks:
        words = f"pieces in the theme {wanted.theme} differ by hatches alone"
        raise OptionError(f"{words}, which photographs do not tell; verify the printed file")
    title, readings = photographs[0].name, []
    for name in [game] if game else engine.names():
        try:
            readings.append(_read(name, looks, photographs, wanted))
        except OptionError:  # none of its pieces are recognised, or a component is another game's
            if game:
                raise
    numbers = [sum(kind.found > 0 for kind in outcome.counted) for outcome, _ in readings]
    if not game and max(numbers, default=0) < _TELLING:
        names = ", ".join(engine.names())
        raise UntoldGameError(f"{title} does not tell its game; name it before: {names}")
    best, views = readings[numbers.index(max(numbers))]
    if not any(view.things for view in views):
        raise GameError(f"{title}: {_NOTHING}")
    return best, views


def _read(
    game: str, looks: Sequence[Theme], photographs: Sequence[Photograph], wanted: Wanted
) -> tuple[Outcome, list[View]]:
    """Return what photographs show of the components asked for, or of the set's if none is named."""
    kit = template.load(game, wanted.template)
    parts = chosen(engine.game(game).parts(Request(looks[0], kit.settings())), wanted.only, game)
    of_set = {kind_of(tile) for tile in engine.game(game).tiles()}
    pieces = [part for part in parts if isinstance(part, Pieces)]
    wanted_parts = [part for part in pieces if wanted.only or kind_of(part.pieces[0].id) in of_set]
    regular = [part for part in wanted_parts if part.shape(1.0) in (hexagon(1.0), square(1.0))]
    alike = [part for part in regular if part.shape(1.0) == regular[0].shape(1.0)]
    if not alike or len(wanted_parts) < len(wanted.only):
        raise OptionError(f"of {game}, only hexagons and squares are recognised in photographs")
    names = tuple(part.name for part in alike)
    sides = 6 if alike[0].shape(1.0) == hexagon(1.0) else 4
    albums = [partial(naming.draw, kit, names, look) for look in looks]
    views = [_view(one, sides, albums) for one in photographs]
    faults = [fault for view in views for fault in view.unclear()]
    words = f"not recognised in photographs; leave them out by --only {alike[0].name}"
    others = [part for part in wanted_parts if part not in alike]
    faults += [Fault("missing", f"{one.title}: {words}", tile=one.name) for one in others]
    fronts: list[Counter[str]] = []
    for view in sorted(views, key=lambda view: view.is_behind):
        if not (view.is_behind and view.kinds in fronts):
            fronts.append(view.kinds)
    counts = sum(fronts, Counter[str]())
    backs, behind = counts.pop("", 0), len(views) - len(fronts)
    themes = dict.fromkeys(view.theme for view in views if view.theme)  # each once, in order
    facts = [
        f"{count(counts.total(), 'piece')} told in {count(len(views), 'photograph')}, "
        f"colours by the theme {listed(themes)}",
        "sizes and what lies underneath are not measured in photographs",
    ]
    if behind:
        show = count(behind, "sheet shows", "sheets show")
        facts.append(f"{show} the backs of others; a piece counts once")
    if backs:
        lie = count(backs, "piece lies face down and is", "pieces lie face down and are")
        facts.append(f"{lie} not counted")
    expected = Counter((part.name, kind_of(piece.id)) for part in alike for piece in part.pieces)
    titles = Naming(engine.game(game))
    kinds = tuple(
        Counted(part, kind, titles.of(kind), n * wanted.copies, counts[kind], titles.number(kind))
        for (part, kind), n in expected.items()
    )
    subject = subject_of(view.photograph.name for view in views)
    amounts = expected.total() * wanted.copies, counts.total()
    every = in_order([*faults, *amiss(kinds)])
    checked = ("missing", "duplicated", "unclear")
    return Outcome(game, subject, *amounts, every, tuple(facts), checked, kinds), views


def _view(photograph: Photograph, sides: int, albums: Sequence[Callable[[], Pictures]]) -> View:
    """Return what a photograph shows of pieces of one shape, laid apart or touching as on a sheet."""

    def view(heights: Array, cells: list[Array]) -> View:
        if not cells:
            return View(photograph, (), "", np.inf)
        drawn = [draw() for draw in albums]
        things, look, distance = naming.explained(photograph.pixels, cells, drawn)
        others = outlines.remains(heights, cells)
        return View(photograph, [*things, *map(Thing, others)], look, distance)

    apart = [view(heights, outlines.apart(heights, sides)) for heights in photograph.grounds]
    best = max(apart, key=lambda one: one.kinds.total())
    if not best.things or best.kinds.total() < len(best.things):
        for heights in photograph.grounds:
            cells = outlines.lattices(heights, sides)
            sheets = [view(heights, one)._replace(is_sheet=True) for one in cells]
            least = min((one.distance for one in sheets), default=0.0)
            likely = [one for one in sheets if one.distance <= naming.AS_GOOD * least]
            if len(likely) == 1:  # else nothing tells which way the block is divided
                best = max(best, *likely, key=lambda one: one.kinds.total())
    return best
