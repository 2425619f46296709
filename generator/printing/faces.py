"""Faces on their own, front and back, as printing on demand asks for: a picture a face, or one PDF.

It knows how pieces are drawn and how a picture is to be, and nothing of sheets.  Pieces that look
alike share their files.  Lengths are millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from engine.drawing import scene
from engine.drawing.parts import BoardPart, Part, Piece, Pieces, Stance
from engine.errors import OptionError
from engine.geometry.plane import Box, Transform, number
from engine.words import count
from generator.printing import kit, layout, output, pieces
from generator.printing.kit import Picked
from generator.printing.output import Job, Output, mm
from generator.printing.presets import FacePicture
from generator.printing.sheet import Sheet, SheetSettings, key_of
from generator.printing.template import PrintSettings, Template

#: The sides of pieces with backs, by ``--sides``.
_SIDES = {"both": ("front", "back"), "fronts": ("front",), "backs": ("back",)}


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
    """All faces of a game's kit, its settings, and notes for the maker."""

    game: str
    title: str
    printing: PrintSettings
    picture: FacePicture
    parts: tuple[Pieces, ...]
    faces: tuple[Face, ...]
    notes: tuple[str, ...]
    stem: str
    #: There are none.
    sheets: tuple[Sheet, ...] = ()


def make(
    template: Template,
    printing: PrintSettings,
    picture: FacePicture,
    only: tuple[str, ...] = (),
    picks: Picked = (),
) -> Faces:
    """Return the faces of a game's pieces, boards left out.

    Raises OptionError for settings that are wrong, and for pieces that the picture does not hold.
    """
    common, parts, left_out = kit.chosen_parts(template, printing, only, picks)

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
        own = list(_of_part(template.game, part.times(times), common, picture))
        notes.append(f"{part.title}: {count(len(own), 'face')} of {number(part.size)} mm")
        faces += own
    return Faces(
        *(template.game, common.game, printing, picture, made, tuple(faces), (*left_out, *notes)),
        stem=kit.stem(template.game, printing, picks),
    )


def _of_part(
    game: str, part: Pieces, common: SheetSettings, picture: FacePicture
) -> Iterator[Face]:
    """Yield the faces of a component's pieces, fronts before backs, those alike together."""
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
    sides = _SIDES[printing.sides] if part.double_sided else ("",)
    alike: dict[tuple[Any, ...], list[Piece]] = {}
    for piece in part.pieces:
        stances = (stance._replace(back=side == "back") for side in sides)
        drawings = tuple(pieces.drawn(part, piece, one) for one in stances)
        alike.setdefault(drawings, []).append(piece)
    for drawings, same in alike.items():
        for side, items in zip(sides, drawings, strict=True):
            name = f"{game}-{part.name}-{key_of(same[0])}" + f"-{side}" * bool(side)
            lying = scene.Group(items, Transform.translation(x, y), name="piece")
            title = f"{common.game}: {same[0].title}" + f", {side}" * bool(side)
            size = canvas.width, canvas.height
            whole = scene.Scene(*size, (lying,), title=title, background="#ffffff")
            yield Face(name, part.name, side, whole, trim, tuple(p.id for p in same))


def planned(made: Faces) -> Output:
    """Return the files of faces, yet to be written, and their manifest."""
    jobs = [*(_pdfs(made) if made.picture.format == "pdf" else _pictures(made))]
    manifest = {
        **output.heading(made.game, made.printing),
        "units": "mm from the top left of the picture",
        "picture": asdict(made.picture),
        "files": [],
        "components": [
            {"name": name, "sheets": [_entry(f) for f in made.faces if f.component == name]}
            for name in dict.fromkeys(face.component for face in made.faces)
        ],
    }
    return Output(jobs, f"{made.stem}.json", manifest)


def _pictures(made: Faces) -> Iterator[Job]:
    from engine.drawing.writers import png, svg

    suffix = made.picture.format
    for face in made.faces:
        write = partial(png.write, dpi=made.picture.dpi) if suffix == "png" else svg.write
        entry = {"component": face.component, "sheets": [face.name]}
        yield Job(f"{face.name}.{suffix}", partial(write, face.scene), entry)


def _pdfs(made: Faces) -> Iterator[Job]:
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
        title = f"{made.title}: {part.title}"
        about = pdf.Document(title=title, **output.press_of(made.printing))
        entry = {"component": part.name, "sheets": [face.name for face in of]}
        yield Job(f"{made.stem}-{part.name}-faces.pdf", partial(pdf.write, pages, about), entry)


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
