"""The positions of a game one after another: a GIF that moves, or a PDF with a page for each.

All positions have one window, so that the board stands still.  Nothing here knows how positions
are drawn, or where files go.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Unpack

from engine.drawing.scene import Scene
from engine.drawing.writers import png
from engine.errors import OptionError
from engine.record import Record
from generator.replaying.pictures import scenes_in_one_window
from generator.replaying.stops import ReplayLook, Stop, Walk

if TYPE_CHECKING:
    from PIL.Image import Image

#: More pixels in all frames together are refused.
MOST_PIXELS = 400_000_000

#: The last frame stands so many times as long as the others.
_REST = 3


def gif(
    record: Record,
    *,
    frames: tuple[int, int] | None = None,
    seconds: float = 1.0,
    dpi: float = 96.0,
    **look: Unpack[ReplayLook],
) -> bytes:
    """Return a game as a GIF that shows each position for ``seconds``.

    ``frames`` are the first and last position to show, by how many moves led there; all without it.
    Raises RecordError at an illegal move, OptionError for a setting, frames there are not, or too
    many or too large ones.
    """
    figures = [stop.figure for stop in _stops(Walk(record, look), frames)]
    scenes = scenes_in_one_window(figures, [""] * len(figures))
    area = scenes[0].width * scenes[0].height * (dpi / 25.4) ** 2
    if area * len(scenes) > MOST_PIXELS:
        words = f"{len(scenes)} frames of {area / 1e6:.1f} million pixels are too large"
        most = f"at most {MOST_PIXELS // 10**6} million in all, by --frames or --size"
        raise OptionError(f"{words}; expected {most}")
    first, *others = _of_one_palette([_pixels(scene, dpi) for scene in scenes])
    each = round(1000 * seconds)
    times = [each] * len(others) + [_REST * each]
    moving = {"save_all": True, "append_images": others, "duration": times, "loop": 0}
    buffer = io.BytesIO()
    first.save(buffer, "GIF", optimize=True, **(moving if others else {}))
    return buffer.getvalue()


def pdf(
    record: Record, *, frames: tuple[int, int] | None = None, **look: Unpack[ReplayLook]
) -> bytes:
    """Return a game as a PDF with a page for each position; ``frames`` and errors are as in :func:`gif`."""
    from engine.drawing.writers import pdf

    walk = Walk(record, look)
    stops = _stops(walk, frames)
    captions = [f"{' '.join((one.heading, *one.move.split()))}. {one.result}." for one in stops]
    about = pdf.Document(
        title=record.game.title,
        subject=stops[-1].figure.description,
        language=walk.speech.code,
    )
    scenes = scenes_in_one_window([stop.figure for stop in stops], captions)
    return pdf.write([pdf.Page(scene) for scene in scenes], about)


def _stops(walk: Walk, frames: tuple[int, int] | None) -> list[Stop]:
    end = len(walk.record.moves)
    first, last = frames or (0, end)
    if last > end or first > last:
        raise OptionError(f"no frames {first}-{last}; the game has 0, the start, to {end}")
    return walk.stops((first, last))


def _pixels(scene: Scene, dpi: float) -> Image:
    return png.drawn(scene, dpi).convert("RGB")


def _of_one_palette(frames: list[Image]) -> list[Image]:
    from PIL import Image as Images

    width, height = frames[0].size
    sample = Images.new("RGB", (width, 3 * height))
    for index, frame in enumerate((frames[0], frames[len(frames) // 2], frames[-1])):
        sample.paste(frame, (0, index * height))
    palette = sample.quantize(256, Images.Quantize.MAXCOVERAGE, dither=Images.Dither.NONE)
    return [frame.quantize(palette=palette, dither=Images.Dither.NONE) for frame in frames]
