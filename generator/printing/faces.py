"""Faces on their own, front and back, as printing on demand asks for: a picture a face, or one PDF.

It knows how pieces are drawn and how a picture is to be, and nothing of sheets.  Pieces that look
alike share their files.  Lengths are millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.drawing import scene
from engine.drawing.parts import BoardPart, Part, Piece, Pieces, Stance
from engine.errors import OptionError
from engine.geometry.plane import Box, Transform, number
from engine.words import count
from generator import files
from generator.printing import kit, layout, output, pieces
from generator.printing.output import mm
from generator.printing.picking import Picked
from generator.printing.presets import FacePicture
from generator.printing.sheet import key_of
from generator.printing.sheet_settings import SheetSettings
from generator.printing.template import PrintSettings, Template


@dataclass(frozen=True)
class Face:
    """One side of pieces that look alike: its picture, where it is cut, and which pieces they are."""

    name: str
    component: str
    side: str
    scene: scene.Scene
    trim: Box
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class Faces:
    """All faces of a game's kit, what was asked, and what the maker should know."""

    game: str
    title: str
    printing: PrintSettings
    picture: FacePicture
    parts: tuple[Pieces, ...]
    faces: tuple[Face, ...]
    notes: tuple[str, ...]
    stem: str

    @property
    def steps(self) -> int:
        """How many files :func:`write` will yield."""
        as_pdf = self.picture.format == "pdf"
        return 1 + len({f.component for f in self.faces} if as_pdf else self.faces)


def make(
    template: Template,
    printing: PrintSettings,
    picture: FacePicture,
    only: tuple[str, ...] = (),
    picked: Picked = (),
) -> Faces:
    """Return the faces of a game's pieces, boards left out.

    Raises OptionError for settings that are wrong, and for pieces that the picture does not hold.
    """
    common, parts, left = kit.parts_asked(template, printing, only, picked)

    def why_not(part: Part) -> str:
        if isinstance(part, BoardPart):
            return "a board is no piece"
        kind = part.shape(part.size).kind
        return "" if picture.shape in ("", kind) else f"a {kind} is no {picture.shape}"

    kept, notes = kit.suitable(common.game, parts, only, why_not)
    made = tuple(part for part in kept if isinstance(part, Pieces))
    faces: list[Face] = []
    for part in made:
        times = printing.copies if picture.format == "pdf" else 1
        found = list(_of_part(template.game, part.times(times), common, picture))
        notes.append(f"{part.title}: {count(len(found), 'face')} of {number(part.size)} mm")
        faces += found
    return Faces(
        *(template.game, common.game, printing, picture, made, tuple(faces), (*left, *notes)),
        stem=kit.stem(template.game, printing, picked),
    )


def write(made: Faces, folder: Path) -> Iterator[Path]:
    """Write the faces and their manifest into ``folder`` and yield each path when it is done.

    Raises OptionError for a picture too large, OSError where a file cannot be written.
    """
    entries: list[dict[str, Any]] = []
    for name, data, of in _pdfs(made) if made.picture.format == "pdf" else _pictures(made):
        files.write(folder / name, data)
        entries.append({"file": name, "component": of[0].component, "sheets": [f.name for f in of]})
        yield folder / name
    components = dict.fromkeys(face.component for face in made.faces)
    manifest = {
        **output.heading(made.game, made.printing),
        "units": "mm from the top left of the picture",
        "picture": made.picture._asdict(),
        "files": entries,
        "components": [
            {"name": name, "sheets": [_entry(f) for f in made.faces if f.component == name]}
            for name in components
        ],
    }
    yield output.write_manifest(folder / f"{made.stem}.json", manifest)


def _of_part(
    game: str, part: Pieces, common: SheetSettings, picture: FacePicture
) -> Iterator[Face]:
    """Yield the faces of a component's pieces, fronts before backs, those alike together.

    Raises OptionError where the picture does not hold a piece, saying the largest that it holds.
    """
    printing = common.printing
    way = layout.orientations(part, printing.orientation)[0]
    cut = part.shape(part.size).turned(way)
    canvas = Box(0.0, 0.0, cut.width + 2 * printing.bleed, cut.height + 2 * printing.bleed)
    if picture.pixels is not None:
        across, down = picture.pixels
        canvas = Box(0.0, 0.0, across / picture.dpi * 25.4, down / picture.dpi * 25.4)
        share = min(canvas.width / cut.width, canvas.height / cut.height)
        if share < 1 - 1e-7:
            largest = math.floor(part.size * share * 10) / 10
            raise OptionError(
                f"{part.title}: {number(part.size)} mm is too large for {across} × {down} pixels at "
                f"{picture.dpi:g} dpi; the largest that fits is {number(largest)} mm"
            )
    x, y = canvas.centre
    trim = Box(x - cut.width / 2, y - cut.height / 2, x + cut.width / 2, y + cut.height / 2)
    stance = Stance(common.theme, part.size, way, printing.bleed, printing.labels)
    both = ("front", "back")
    sides = {"both": both, "fronts": both[:1], "backs": both[1:]}[printing.sides]
    sides = sides if part.double_sided else ("",)
    alike: dict[tuple[Any, ...], list[Piece]] = {}
    for piece in part.pieces:
        stances = (stance._replace(back=side == "back") for side in sides)
        shown = tuple(pieces.drawn(part, piece, one) for one in stances)
        alike.setdefault(shown, []).append(piece)
    for shown, same in alike.items():
        for side, items in zip(sides, shown, strict=True):
            name = f"{game}-{part.name}-{key_of(same[0])}" + (f"-{side}" if side else "")
            lying = scene.Group(items, Transform.translation(x, y), name="piece")
            title = f"{common.game}: {same[0].title}" + (f", {side}" if side else "")
            whole = scene.Scene(
                canvas.width, canvas.height, (lying,), title=title, background="#ffffff"
            )
            yield Face(name, part.name, side, whole, trim, tuple(p.id for p in same))


def _pictures(made: Faces) -> Iterator[tuple[str, bytes, Sequence[Face]]]:
    from engine.drawing.writers import png, svg

    for face in made.faces:
        is_png = made.picture.format == "png"
        data = png.write(face.scene, made.picture.dpi) if is_png else svg.write(face.scene)
        yield f"{face.name}.{made.picture.format}", data, (face,)


def _pdfs(made: Faces) -> Iterator[tuple[str, bytes, Sequence[Face]]]:
    """Yield a PDF file of each component: a page a face, as often as wanted, backs after fronts."""
    from engine.drawing.writers import pdf

    for part in made.parts:
        of = [face for face in made.faces if face.component == part.name]
        each: dict[tuple[str, ...], list[Face]] = {}
        for face in of:
            each.setdefault(face.pieces, []).append(face)
        pages = [
            pdf.Page(face.scene, face.trim, Box(0.0, 0.0, face.scene.width, face.scene.height))
            for pieces, faces in each.items()
            for _ in pieces
            for face in faces
        ]
        about = pdf.Document(
            title=f"{made.title}: {part.title}",
            press=output.press_of(made.printing),
            pdfx=made.printing.pdfx or "4",
        )
        yield f"{made.stem}-{part.name}-faces.pdf", pdf.write(pages, about), of


def _entry(face: Face) -> dict[str, Any]:
    """Return what the manifest says of a face, as of a sheet with one place."""
    x, y = face.trim.centre
    place = {"side": face.side or "front", "x": mm(x), "y": mm(y)}
    return {
        "name": face.name,
        "side": face.side or "single",
        "width": mm(face.scene.width),
        "height": mm(face.scene.height),
        "tiles": [{"id": identity, **place} for identity in face.pieces],
    }
