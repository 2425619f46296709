"""A kit's sheets into files: PDF, SVG, PNG, cut files, and the manifest that lists them.

File names say what they hold: ``game-tiles.pdf``, ``game-tiles-01-front.svg``,
``game-tiles-cut-01.dxf``, ``game.json``; ``game-parts.pdf`` what shares sheets, ``game.pdf`` all,
``game-tiles-fronts.pdf`` and ``game-tiles-pieces.pdf`` what leaves sides or pieces out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from engine import __version__
from engine.drawing.parts import Part, Piece, Pieces
from engine.geometry.plane import IDENTITY, number
from engine.words import listed
from generator import files
from generator.printing import cutfiles, presets, sheet, template
from generator.printing.kit import Kit, PrintedPart
from generator.printing.presets import CutStyle
from generator.printing.sheet import Sheet
from generator.printing.template import PrintSettings


class Job(NamedTuple):
    """A file to write: its name, what makes its bytes, and its entry in the manifest."""

    name: str
    data: Callable[[], bytes]
    entry: Mapping[str, Any]


def save(jobs: Sequence[Job], folder: Path) -> Iterator[Path]:
    """Write files into a folder and yield each path when it is done.

    Raises OptionError for a picture too large or a missing extra, OSError where a file cannot
    be written.
    """
    for job in jobs:
        files.write(folder / job.name, job.data())
        yield folder / job.name


def planned(
    kit: Kit, formats: tuple[str, ...], cuts: tuple[str, ...], dpi: float, *, one_pdf: bool = False
) -> list[Job]:
    """Return the files of a kit, yet to be written, at last the manifest.

    With ``one_pdf`` all sheets are one PDF file.
    """
    jobs: list[Job] = []
    style = presets.load(kit.printing.preset).cut or CutStyle()
    if one_pdf:
        names = [part.name for c in kit.components for part in c.parts]
        sheets = [f"{c.name}-{s.name}" for c in kit.components for s in c.sheets]
        entry = {"components": names, "sheets": sheets}
        jobs.append(Job(f"{kit.stem}.pdf", partial(pdf_of, kit), entry))
        formats = tuple(f for f in formats if f != "pdf")
    for component in kit.components:
        jobs += _jobs(kit, component, formats, cuts, dpi, style)
    whole = _manifest(kit, jobs)
    if cuts:
        whole["cut"] = _cut_entry(*kit.sheets)
    text = json.dumps(whole, indent=1, ensure_ascii=False)
    return [*jobs, Job(f"{kit.stem}.json", partial(files.encoded, text + "\n"), {})]


def _jobs(
    kit: Kit,
    component: PrintedPart,
    formats: tuple[str, ...],
    cuts: tuple[str, ...],
    dpi: float,
    style: CutStyle,
) -> Iterator[Job]:
    stem = f"{kit.game}-{component.name}{kit.stem.removeprefix(kit.game)}"
    if kit.picture:
        stem, dpi = f"{kit.stem}-{component.name}-faces", kit.picture.dpi
    of = {"component": component.name, "components": [part.name for part in component.parts]}
    entry: dict[str, Any]
    if "pdf" in formats:
        entry = {**of, "sheets": [s.name for s in component.sheets]}
        write = _pdf_of_faces if kit.picture else pdf_of
        yield Job(f"{stem}.pdf", partial(write, kit, component), entry)
    for s in component.sheets:
        entry, name = {**of, "sheets": [s.name]}, s.face or f"{stem}-{s.name}"
        if "svg" in formats:
            from engine.drawing.writers import svg

            yield Job(f"{name}.svg", partial(svg.write, s.scene), entry)
        if "png" in formats:
            from engine.drawing.writers import png

            yield Job(f"{name}.png", partial(png.write, s.scene, dpi), entry)
    for s, alike in cutfiles.sheets(component.sheets, style) if cuts else ():
        entry = {**of, "sheets": [s.name], "cut": {**_cut_entry(s), "sheets-alike": alike}}
        for suffix in cuts:
            data = partial(cutfiles.svg, s, style) if suffix == "svg" else partial(cutfiles.dxf, s)
            yield Job(f"{stem}-cut-{s.index:02}.{suffix}", data, entry)


# --------------------------------------------------------------------------------------- PDF


def pdf_of(kit: Kit, component: PrintedPart | None = None) -> bytes:
    """Return a PDF file of a component's sheets, or those that components share, or of all.

    In that of all, each sheet of one side has an empty back if others have backs.
    """
    from engine.drawing.writers import pdf

    title, components = "the kit", kit.components
    if component is not None:
        title, components = component.title, (component,)
        if component.shared:
            title += f" ({listed(part.title for part in component.parts)})"
    duplex, pages = "Simplex", list[pdf.Page]()
    if kit.printing.sides == "both" and any(s.side == "back" for c in components for s in c.sheets):
        duplex = f"DuplexFlip{kit.printing.duplex.capitalize()}Edge"
    for one in components:
        for s in one.sheets:
            label = s.name if component is not None else f"{one.name}-{s.name}"
            pages.append(pdf.Page(s.scene, s.trim, s.bleed, bookmark=s.title, label=label))
            if component is None and duplex != "Simplex" and s.side == "single":
                empty = sheet.picture(s.paper, (), IDENTITY, "")
                pages.append(pdf.Page(empty, label=f"{label}-empty"))
    about = pdf.Document(
        title=f"{kit.title}: {title}",
        subject=f"Print at 100 % on {kit.printing.paper}",
        keywords=f"tilewright, {kit.title}, print and play",
        duplex=duplex,
        **_press_of(kit.printing),
    )
    return pdf.write(pages, about)


def _pdf_of_faces(kit: Kit, component: PrintedPart) -> bytes:
    """Return a PDF file of faces, every piece as often as the kit has it, its back after its front."""
    from engine.drawing.writers import pdf

    each: dict[tuple[Piece, ...], list[pdf.Page]] = {}
    for s in component.sheets:
        pieces = tuple(p.piece for p in s.placements)
        each.setdefault(pieces, []).append(pdf.Page(s.scene, s.trim, s.bleed))
    pages = [page for pieces, sides in each.items() for _ in pieces for page in sides]
    about = pdf.Document(title=f"{kit.title}: {component.title}", **_press_of(kit.printing))
    return pdf.write(pages, about)


def _press_of(printing: PrintSettings) -> dict[str, Any]:
    if printing.color == "rgb":
        return {}
    from engine.drawing.writers import press

    return {"press": press.load(printing.icc), "pdfx": printing.pdfx or "4"}


# ---------------------------------------------------------------------------------- manifest


def _mm(value: float) -> float:
    return float(number(value))


def _manifest(kit: Kit, jobs: Sequence[Job]) -> dict[str, Any]:
    """Return what the kit holds, for programs: files, sheets, every piece and where it is.

    A template of the user's own is there whole, so that sheets are verified without its file.
    """
    own = kit.template
    is_own = own is not None and own.text != template.load(kit.game).text
    return {
        "tilewright": __version__,
        "game": kit.game,
        "settings": {k.replace("_", "-"): v for k, v in asdict(kit.printing).items()},
        **({"template": {"file": own.source, "text": own.text}} if own and is_own else {}),
        **({"pieces": [f"{one.text}*{one.copies}" for one in kit.picked]} if kit.picked else {}),
        **({"picture": asdict(kit.picture)} if kit.picture else {}),
        "units": "mm from the top left of the sheet, before the corrections for the printer",
        "files": [{"file": job.name, **job.entry} for job in jobs],
        "components": [_component_entry(part, c) for c in kit.components for part in c.parts],
    }


def _cut_entry(*sheets: Sheet) -> dict[str, float]:
    return {name: _mm(value) for name, value in cutfiles.totals(*sheets).items()}


def _component_entry(part: Part, printed: PrintedPart) -> dict[str, Any]:
    if isinstance(part, Pieces):
        amount, size = len(part.pieces), part.size
    else:
        amount, size = 1, part.cell
    return {
        "name": part.name,
        "title": part.title,
        "count": amount,
        "size": _mm(size),
        **({"shares": printed.name} if printed.shared else {}),
        "sheets": [
            {
                "name": s.name,
                "side": s.side,
                "paper": s.paper.name,
                "width": _mm(s.paper.width),
                "height": _mm(s.paper.height),
                "tiles": [
                    {
                        "id": p.piece.id,
                        "title": p.piece.title,
                        "side": "back" if p.back else "front",
                        "x": _mm(p.x),
                        "y": _mm(p.y),
                    }
                    for p in s.placements
                    if p.part.name == part.name
                ],
            }
            for s in printed.sheets_of(part)
        ],
    }
