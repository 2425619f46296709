"""A game as a moving picture: GIF, animated PNG, or SVG that moves by its own style; or as PDF.

All positions have one window, so that the board stands still.  Nothing here knows how positions
are drawn, or where files go.
"""

from __future__ import annotations

import io
from functools import reduce
from html import escape
from typing import TYPE_CHECKING, NamedTuple, Unpack

from engine.drawing.writers import png, styles
from engine.errors import OptionError
from engine.figure import Figure
from engine.geometry.plane import Box, number
from engine.messages import Language, Messages
from engine.record import Record
from engine.resources import digest
from generator.replaying.pictures import pictures, scenes_in
from generator.replaying.stops import ReplayLook, Walk

if TYPE_CHECKING:
    from PIL.Image import Image

say = Messages(__name__)

#: The formats of moving pictures, and of a page for each position.
FORMATS = ("gif", "png", "svg", "pdf")

#: More pixels in all frames together are refused.
MOST_PIXELS = 400_000_000

#: The last frame stands so many times as long as the others.
_REST = 3


class Animation(NamedTuple):
    """The figures of a game that are shown one after another, each for ``seconds``."""

    title: str
    figures: tuple[Figure, ...]
    seconds: float
    speech: Language
    #: Which move led to each, and who is to move or has won.
    captions: tuple[str, ...]
    #: The alternative text: the end, and how many positions lead there.
    description: str

    @property
    def windows(self) -> list[Box]:
        """The window of all figures, for each of them."""
        whole = reduce(Box.union, (figure.panels[0].box for figure in self.figures))
        return [whole] * len(self.figures)


def of(
    record: Record,
    *,
    frames: tuple[int, int] | None = None,
    seconds: float = 1.0,
    **look: Unpack[ReplayLook],
) -> Animation:
    """Return the animation of a game.

    ``frames`` are the first and last position to show, by how many moves led there; all without it.
    Raises RecordError at an illegal move, OptionError for a setting, frames there are not, or too
    many.
    """
    end = len(record.moves)
    first, last = frames or (0, end)
    if last > end or first > last:
        raise OptionError(f"no frames {first}-{last}; the game has 0, the start, to {end}")
    walk = Walk(record, look)
    stops = walk.stops((first, last))
    captions = (f"{' '.join((one.heading, *one.move.split()))}. {one.result}." for one in stops)
    drawn = tuple(stop.figure for stop in stops)
    words = say.counted(
        len(drawn),
        "{n} position, one after another. At last: {description}",
        "{n} positions, one after another. At last: {description}",
        description=drawn[-1].description,
    )
    if len(drawn) == 1:
        words = say("One position: {description}", description=drawn[0].description)
    caption = walk.speech.told(words)
    return Animation(record.game.title, drawn, seconds, walk.speech, tuple(captions), caption)


def write(animation: Animation, form: str, dpi: float = 96.0) -> bytes:
    """Return an animation as a file of one of the formats; ``dpi`` is that of pixels.

    Raises OptionError where the pictures would be too large.
    """
    if form != "pdf":
        return _svg(animation).encode() if form == "svg" else _pixels(animation, form, dpi)
    from engine.drawing.writers import pdf

    about = pdf.Document(
        title=animation.title, subject=animation.description, language=animation.speech.code
    )
    scenes = scenes_in(animation.figures, animation.windows, animation.captions)
    return pdf.write([pdf.Page(scene) for scene in scenes], about)


# ---------------------------------------------------------------------------------------- pixels


def _pixels(animation: Animation, form: str, dpi: float) -> bytes:
    from PIL import Image as Images

    scenes = scenes_in(animation.figures, animation.windows)
    area = scenes[0].width * scenes[0].height * (png.checked_dpi(dpi) / 25.4) ** 2
    if area * len(scenes) > MOST_PIXELS:
        words = f"{len(scenes)} frames of {area / 1e6:.1f} million pixels are too large"
        most = f"at most {MOST_PIXELS // 10**6} million in all, by --frames or --size"
        raise OptionError(f"{words}; expected {most}")
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


def _of_one_palette(frames: list[Image]) -> list[Image]:
    from PIL import Image as Images

    width, height = frames[0].size
    sample = Images.new("RGB", (width, 3 * height))
    for index, frame in enumerate((frames[0], frames[len(frames) // 2], frames[-1])):
        sample.paste(frame, (0, index * height))
    palette = sample.quantize(256, Images.Quantize.MAXCOVERAGE, dither=Images.Dither.NONE)
    return [frame.quantize(palette=palette, dither=Images.Dither.NONE) for frame in frames]


# ------------------------------------------------------------------------------------------- SVG


def _svg(animation: Animation) -> str:
    """Return SVG whose frames show one after another by style; without style it shows the last.

    Ids and classes are made from the content, so that several animations share a page.  Readers who
    ask for less motion see the last frame.
    """
    mark = "".join(figure.description for figure in animation.figures) + repr(animation.seconds)
    name = f"moving-{digest(mark.encode(), 4)}"
    definitions, drawn = pictures(animation.figures, animation.windows, f"{name}-")
    width, height = number(drawn[0].width), number(drawn[0].height)
    lang = animation.speech.code
    hidden = [' visibility="hidden"'] * (len(drawn) - 1) + [""]
    ground = f'<rect width="100%" height="100%" {drawn[0].ground}/>'
    frames = [
        f'<g class="{name} {name}-{k}"{state}>{picture.items}</g>'
        for k, (picture, state) in enumerate(zip(drawn, hidden, strict=True))
    ]
    colours = styles.rules("".join((ground, definitions, *frames)))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}mm" height="{height}mm" role="img" lang="{lang}" xml:lang="{lang}" '
        f'aria-labelledby="{name}-title {name}-desc">',
        f'<title id="{name}-title">{escape(animation.title)}</title>',
        f'<desc id="{name}-desc">{escape(animation.description)}</desc>',
        f"<style>{_style(animation, name)}{colours}</style>",
        f"<defs>{definitions}</defs>",
        ground,
        *frames,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _style(animation: Animation, name: str) -> str:
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
