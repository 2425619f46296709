"""A game as a moving picture: GIF, animated PNG, or SVG that moves by its own style sheet; or as PDF.

All positions have one window, so that the board stands still.  Nothing here knows how positions
are drawn, or where files go.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from functools import reduce
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from engine.digests import digest
from engine.drawing.writers import png
from engine.errors import OptionError
from engine.figure import Figure
from engine.geometry.plane import Box, number
from engine.messages import Language, Messages
from engine.record import Record
from engine.words import numeral
from generator.replaying.pictures import pictures, scenes_in
from generator.replaying.stops import StopLook, stops_of

if TYPE_CHECKING:
    from PIL.Image import Image

say = Messages(__name__)

#: The formats of moving pictures, and of a page for each position.
FORMATS = ("gif", "png", "svg", "pdf")

#: More frames are refused, and more pixels in all of them together.
MOST_FRAMES, MOST_PIXELS = 500, 400_000_000

#: The shortest and the longest that a frame may be seen, in seconds.
SECONDS = (0.02, 60.0)

#: Colours that may enter a palette, and how near they may not be, of 255.
_CANDIDATES, _NEAR = 2000, 8

#: The last frame stands so many times as long as the others.
_REST = 3


class Animation(NamedTuple):
    """The figures of a game that are shown one after another, each for ``seconds``."""

    title: str
    figures: tuple[Figure, ...]
    seconds: float
    speech: Language
    #: Which move led to each, and who is to move or has won.
    captions: tuple[str, ...] = ()

    @property
    def windows(self) -> list[Box]:
        """The window of all figures, for each of them."""
        return [self.window] * len(self.figures)

    @property
    def window(self) -> Box:
        """What all figures show of their drawings."""
        return reduce(Box.union, (figure.panels[0].box for figure in self.figures))

    @property
    def description(self) -> str:
        """What is seen, for those who listen: the end, and how many positions lead there."""
        if len(self.figures) == 1:
            words = say("One position: {description}", description=self.figures[0].description)
            return self.speech.told(words)
        words = say.counted(
            len(self.figures),
            "{n} position, one after another. At last: {description}",
            "{n} positions, one after another. At last: {description}",
            description=self.figures[-1].description,
        )
        return self.speech.told(words)


def of(
    record: Record,
    *,
    theme: str = "classic",
    font: str | Iterable[str] = (),
    size: float | None = None,
    show: Iterable[str] = (),
    frames: tuple[int, int] | None = None,
    seconds: float = 1.0,
    lang: str = "",
) -> Animation:
    """Return the animation of a game.

    ``frames`` are the first and last position to show, by how many moves led there; all without it.
    ``size`` is the width in millimetres, ``font`` the fonts of texts, in place of the theme's, and
    ``lang`` the language of what is told.

    Raises RecordError at an illegal move, OptionError for a setting, frames there are not, or too
    many.
    """
    low, high = SECONDS
    if not low <= seconds <= high:
        raise OptionError(
            f"a frame cannot be seen {numeral(seconds)} s; it can {low:g} to {high:g}"
        )
    first, last = frames or (0, len(record.moves))
    if last > len(record.moves) or first > last:
        raise OptionError(
            f"no frames {first}-{last}; the game has those from 0, the start, to {len(record.moves)}"
        )
    if last - first >= MOST_FRAMES:
        raise OptionError(
            f"{last - first + 1} frames are too many; expected {MOST_FRAMES} at most, "
            f"like --frames {last - MOST_FRAMES + 1}-{last}"
        )
    look = StopLook.of(theme, font, show, size, lang)
    room = record.game.room(islice(record.positions(), first, last + 1))
    look = look._replace(room=room)
    shown = [stop for stop in stops_of(record, look) if first <= stop.number <= last]
    captions = (f"{' '.join((one.heading, *one.move.split()))}. {one.result}." for one in shown)
    drawn = tuple(stop.figure for stop in shown)
    return Animation(record.game.title, drawn, seconds, look.speech, tuple(captions))


def write(animation: Animation, form: str, dpi: float = 96.0) -> bytes:
    """Return an animation as a file of one of the formats; ``dpi`` is that of pixels.

    Raises OptionError where the pictures would be too large.
    """
    if form == "pdf":
        return _pages(animation)
    return _svg(animation).encode() if form == "svg" else _pixels(animation, form, dpi)


def _pages(animation: Animation) -> bytes:
    """Return a PDF of a page for each position, with what led there and who is to move."""
    from engine.drawing.writers import pdf

    about = pdf.Document(
        title=animation.title, subject=animation.description, language=animation.speech.code
    )
    scenes = scenes_in(animation.figures, animation.windows, animation.captions)
    return pdf.write([pdf.Page(scene) for scene in scenes], about)


# ---------------------------------------------------------------------------------------- pixels


def _pixels(animation: Animation, form: str, dpi: float) -> bytes:
    """Return a GIF or an animated PNG; one frame alone is a picture that stands."""
    from PIL import Image as Images

    scenes = scenes_in(animation.figures, animation.windows)
    area = scenes[0].width * scenes[0].height * (png.checked_dpi(dpi) / 25.4) ** 2
    if area * len(scenes) > MOST_PIXELS:
        raise OptionError(
            f"{len(scenes)} frames of {area / 1e6:.1f} million pixels are too large; "
            f"the most are {MOST_PIXELS / 1e6:.0f} million pixels, so take fewer or a smaller size"
        )
    frames = []
    for scene in scenes:
        with Images.open(io.BytesIO(png.write(scene, dpi))) as picture:
            frames.append(picture.convert("RGB"))
    if form == "gif":
        frames = _of_one_palette(frames)
    each = round(1000 * animation.seconds)
    times = [each] * (len(frames) - 1) + [_REST * each]
    buffer = io.BytesIO()
    first, *others = frames
    moving = {"save_all": True, "append_images": others, "duration": times, "loop": 0}
    first.save(buffer, form.upper(), optimize=True, **(moving if others else {}))
    return buffer.getvalue()


def _of_one_palette(frames: Sequence[Image]) -> list[Image]:
    """Return pictures in the 256 commonest colours of the first, the last and one in their midst.

    So the areas keep their colours, and only the softness of edges is less fine.
    """
    from PIL import Image as Images

    chosen = [frames[0], frames[len(frames) // 2], frames[-1]]
    width, height = frames[0].size
    sample = Images.new("RGB", (width, 3 * height))
    for index, frame in enumerate(chosen):
        sample.paste(frame, (0, index * height))
    palette = Images.new("P", (1, 1))
    palette.putpalette([part for colour in _palette(sample) for part in colour])
    return [frame.quantize(palette=palette, dither=Images.Dither.NONE) for frame in frames]


def _palette(picture: Image) -> list[tuple[int, ...]]:
    """Return the commonest colours of a picture, at most 256, none of them near another.

    Pillow looks colours up by their six highest bits: near ones would take each other's place.
    """
    found = picture.getcolors(picture.width * picture.height) or []
    colours = [(-count, colour) for count, colour in found if isinstance(colour, tuple)]
    chosen: list[tuple[int, ...]] = []
    for _, colour in sorted(colours)[:_CANDIDATES]:
        if all(max(abs(a - b) for a, b in zip(colour, c, strict=True)) > _NEAR for c in chosen):
            chosen.append(colour)
    return chosen[:256]


# ------------------------------------------------------------------------------------------- SVG


def _svg(animation: Animation) -> str:
    """Return SVG whose frames show one after another by style; what knows no style shows the last.

    Ids and classes are made from the content, so that several animations share a page.  Who asks for
    less motion sees the last frame.
    """
    mark = "".join(figure.description for figure in animation.figures) + repr(animation.seconds)
    name = f"moving-{digest(mark.encode(), 4)}"
    drawn = pictures(animation.figures, animation.windows, f"{name}-")
    width, height = number(drawn.drawn[0].width), number(drawn.drawn[0].height)
    lang = animation.speech.code
    frames = [
        f'<g class="{name} {name}-{index}"{_hidden(animation, index)}>{picture.items}</g>'
        for index, picture in enumerate(drawn.drawn)
    ]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}mm" height="{height}mm" role="img" lang="{lang}" xml:lang="{lang}" '
        f'aria-labelledby="{name}-title {name}-desc">',
        f'<title id="{name}-title">{escape(animation.title)}</title>',
        f'<desc id="{name}-desc">{escape(animation.description)}</desc>',
        f"<style>{_style(animation, name)}</style>",
        f"<defs>{drawn.definitions}</defs>",
        f'<rect width="100%" height="100%" fill="{drawn.drawn[0].paper}"/>',
        *frames,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _hidden(animation: Animation, index: int) -> str:
    return "" if index == len(animation.figures) - 1 else ' visibility="hidden"'


def _style(animation: Animation, name: str) -> str:
    """Return the style sheet: each frame is seen in its share of the time, again and again."""
    count = len(animation.figures)
    if count == 1:
        return ""
    whole = (count - 1 + _REST) * animation.seconds
    one, rest = number(100 / (count - 1 + _REST), 4), number(100 * _REST / (count - 1 + _REST), 4)
    rules = [
        f"@keyframes {name}{{0%{{visibility:visible}}{one}%,to{{visibility:hidden}}}}",
        f"@keyframes {name}-rest{{0%{{visibility:visible}}{rest}%,to{{visibility:hidden}}}}",
        f".{name}{{animation:{name} {number(whole)}s step-end infinite}}",
        f".{name}-{count - 1}{{animation-name:{name}-rest}}",
        # Begun in the past, so that each frame is in motion from the first moment on.
        *(
            f".{name}-{index}{{animation-delay:{number(index * animation.seconds - whole)}s}}"
            for index in range(1, count)
        ),
        f"@media (prefers-reduced-motion:reduce){{.{name}{{animation:none}}}}",
    ]
    return "".join(rules)
