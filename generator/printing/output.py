"""A kit's sheets into files: PDF, SVG, PNG, cut files, and the manifest that lists them.

File names say what they hold: ``game-tiles.pdf``, ``game-tiles-01-front.svg``,
``game-tiles-cut-01.dxf``, ``game.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import __version__
from engine.geometry.plane import number
from generator import files
from generator.printing import cutfiles
from generator.printing.kit import Kit, PrintedPart
from generator.printing.sheet import Sheet
from generator.printing.template import PrintSettings

if TYPE_CHECKING:
    from engine.drawing.writers.press import Press


def steps(kit: Kit, formats: tuple[str, ...], cuts: tuple[str, ...]) -> int:
    """Return how many files :func:`write` will yield."""
    per_sheet, style = sum(f != "pdf" for f in formats), _cut_style(kit)
    return 1 + sum(
        per_sheet * len(c.sheets)
        + ("pdf" in formats)
        + len(cuts) * len(cutfiles.sheets(c.sheets, style))
        for c in kit.components
    )


def write(
    kit: Kit, folder: Path, formats: tuple[str, ...], cuts: tuple[str, ...], dpi: float
) -> Iterator[Path]:
    """Write the kit's files into ``folder`` and yield each path when it is done.

    Raises OptionError for a picture too large or a missing extra, OSError where a file cannot be
    written.
    """
    listed: list[dict[str, Any]] = []
    for component in kit.components:
        for path, data, facts in _files(kit, component, formats, cuts, dpi):
            files.write(folder / path, data)
            listed.append({"file": path, "component": component.name, **facts})
            yield folder / path
    path = f"{kit.game}.json"
    whole = _manifest(kit, listed) | ({"cut": _cut_of(kit)} if cuts else {})
    manifest = json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
    files.write(folder / path, manifest.encode())
    yield folder / path


def _files(
    kit: Kit, component: PrintedPart, formats: tuple[str, ...], cuts: tuple[str, ...], dpi: float
) -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    """Yield (name, bytes, what the manifest says of it) of every file of a component."""
    stem = f"{kit.game}-{component.name}"
    if "pdf" in formats:
        yield f"{stem}.pdf", _pdf(kit, component), _of_sheets(*component.sheets)
    for s in component.sheets:
        name = f"{stem}-{_sheet_name(s)}"
        if "svg" in formats:
            from engine.drawing.writers import svg

            yield f"{name}.svg", svg.write(s.scene), _of_sheets(s)
        if "png" in formats:
            from engine.drawing.writers import png

            yield f"{name}.png", png.write(s.scene, dpi), _of_sheets(s)
    style = _cut_style(kit)
    for s, alike in cutfiles.sheets(component.sheets, style):
        facts = _of_sheets(s) | {"cut": _cut_entry(cutfiles.totals(s)) | {"sheets-alike": alike}}
        for suffix in cuts:
            yield f"{stem}-cut-{s.index:02}.{suffix}", cutfiles.write(s, suffix, style), facts


def _cut_style(kit: Kit) -> cutfiles.CutStyle:
    """Return the colours of cut files: a preset's, or the usual ones."""
    if not kit.printing.preset:
        return cutfiles.USUAL
    from generator.printing import presets

    return presets.load(kit.printing.preset).cut or cutfiles.USUAL


def _of_sheets(*sheets: Sheet) -> dict[str, Any]:
    return {"sheets": [_sheet_name(s) for s in sheets]}


def _sheet_name(s: Sheet) -> str:
    return f"{s.index:02}-{s.side}" if s.side != "single" else f"{s.index:02}"


def _pdf(kit: Kit, component: PrintedPart) -> bytes:
    from engine.drawing.writers import pdf

    duplex = ""
    if any(s.side == "back" for s in component.sheets) and kit.printing.sides == "both":
        edge = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
        duplex = edge.get(kit.printing.duplex, "")
    pages = [
        pdf.Page(s.scene, s.trim, s.bleed, bookmark=s.title, label=_sheet_name(s))
        for s in component.sheets
    ]
    return pdf.write(
        pages,
        pdf.Document(
            title=f"{kit.title}: {component.title}",
            subject=f"Print at 100 % on {kit.printing.paper}",
            keywords=f"tilewright, {kit.title}, print and play",
            duplex=duplex or "Simplex",
            press=press_of(kit.printing),
            pdfx=kit.printing.pdfx or "4",
        ),
    )


def press_of(printing: PrintSettings) -> Press | None:
    """Return the press for whose inks a kit is printed, None for a kit in RGB.

    Raises OptionError for a profile that cannot be used.
    """
    if printing.color == "rgb":
        return None
    from engine.drawing.writers import press

    return press.load(printing.icc)


# ---------------------------------------------------------------------------------- manifest


def heading(game: str, printing: PrintSettings) -> dict[str, Any]:
    """Return what every manifest begins with: who made it, of which game, with which settings."""
    return {
        "tilewright": __version__,
        "game": game,
        "settings": {k.replace("_", "-"): v for k, v in asdict(printing).items()},
    }


def _manifest(kit: Kit, listed: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what the kit holds, for programs: files, sheets, every piece and where it is."""
    return {
        **heading(kit.game, kit.printing),
        "units": "mm from the top left of the sheet, before print-scale correction",
        "files": listed,
        "components": [
            {
                "name": c.name,
                "title": c.title,
                "count": c.count,
                "size": float(number(c.size)),
                "sheets": [_sheet_entry(s) for s in c.sheets],
            }
            for c in kit.components
        ],
    }


def _cut_entry(totals: cutfiles.CutTotals) -> dict[str, Any]:
    """Return what a machine has to do, in mm and mm²."""
    values = (float(number(value)) for value in totals)
    return dict(zip(("length", "folds", "area"), values, strict=True))


def _cut_of(kit: Kit) -> dict[str, Any]:
    """Return what is cut in the whole kit, every sheet of paper counted."""
    sheets = [s for component in kit.components for s in component.sheets]
    return _cut_entry(sum(map(cutfiles.totals, sheets), cutfiles.CutTotals(0.0, 0.0, 0.0)))


def _sheet_entry(s: Sheet) -> dict[str, Any]:
    return {
        "name": _sheet_name(s),
        "side": s.side,
        "paper": s.paper.name,
        "width": float(number(s.paper.width)),
        "height": float(number(s.paper.height)),
        "tiles": [
            {
                "id": p.piece.id,
                "title": p.piece.title,
                "side": "back" if p.back else "front",
                "x": float(number(p.x)),
                "y": float(number(p.y)),
            }
            for p in s.placements
        ],
    }
