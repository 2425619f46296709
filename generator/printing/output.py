"""A kit's sheets into files: PDF, SVG, PNG, cut files, and the manifest that lists them.

File names say what they hold: ``game-tiles.pdf``, ``game-tiles-01-front.svg``,
``game-tiles-cut-01.dxf``, ``game.json``; ``game-parts.pdf`` what shares sheets, ``game.pdf`` all,
``game-tiles-fronts.pdf`` and ``game-tiles-pieces.pdf`` what leaves sides or pieces out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import __version__
from engine.geometry.plane import IDENTITY, number
from engine.words import listed
from generator import files
from generator.printing import cutfiles, sheet, template
from generator.printing.kit import Kit, PrintedPart
from generator.printing.sheet import Sheet
from generator.printing.template import PrintSettings

if TYPE_CHECKING:
    from engine.drawing.writers import pdf
    from engine.drawing.writers.press import Press


def steps(
    kit: Kit, formats: tuple[str, ...], cuts: tuple[str, ...], *, one_pdf: bool = False
) -> int:
    """Return how many files :func:`write` will yield."""
    per_sheet, style = sum(f != "pdf" for f in formats), _cut_style(kit)
    each = "pdf" in formats and not one_pdf
    return (1 + one_pdf) + sum(
        per_sheet * len(c.sheets) + each + len(cuts) * len(cutfiles.sheets(c.sheets, style))
        for c in kit.components
    )


def write(
    kit: Kit,
    folder: Path,
    formats: tuple[str, ...],
    cuts: tuple[str, ...],
    dpi: float,
    *,
    one_pdf: bool = False,
) -> Iterator[Path]:
    """Write the kit's files into ``folder`` and yield each path when it is done.

    With ``one_pdf`` all sheets are one PDF file.

    Raises OptionError for a picture too large or a missing extra, OSError where a file cannot be
    written.
    """
    entries: list[dict[str, Any]] = []
    if one_pdf:
        path = f"{kit.stem}.pdf"
        files.write(folder / path, whole_pdf(kit))
        names = [one.name for c in kit.components for one in c.components]
        sheets = [_label(c, s) for c in kit.components for s in c.sheets]
        entries.append({"file": path, "components": names, "sheets": sheets})
        yield folder / path
        formats = tuple(f for f in formats if f != "pdf")
    for component in kit.components:
        of = {"component": component.name, "components": [one.name for one in component.components]}
        for path, data, facts in _files(kit, component, formats, cuts, dpi):
            files.write(folder / path, data)
            entries.append({"file": path, **of, **facts})
            yield folder / path
    path = f"{kit.stem}.json"
    whole = _manifest(kit, entries) | ({"cut": _cut_of(kit)} if cuts else {})
    manifest = json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
    files.write(folder / path, files.encoded(manifest))
    yield folder / path


#: Bytes of a file's name, at most, on all systems.
_LONGEST_NAME = 255


def earlier(kit: Kit, folder: Path) -> tuple[str, ...]:
    """Return the files that a manifest in ``folder`` lists of components that are in the kit, too.

    What is no manifest of ours lists none.
    """
    own = {one.name for component in kit.components for one in component.components}
    try:
        entries = json.loads(files.own(folder / f"{kit.stem}.json"))["files"]
        return tuple(
            str(entry["file"])
            for entry in entries
            if len(str(entry["file"]).encode()) <= _LONGEST_NAME
            and own.intersection(entry.get("components", [entry.get("component")]))
        )
    except (OSError, ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return ()


def _files(
    kit: Kit, component: PrintedPart, formats: tuple[str, ...], cuts: tuple[str, ...], dpi: float
) -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    """Yield (name, bytes, what the manifest says of it) of every file of a component."""
    stem = _stem(kit, component)
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


def _stem(kit: Kit, component: PrintedPart) -> str:
    """Return what a component's files are called, with the sides or pieces that they have alone."""
    return f"{kit.game}-{component.name}{kit.stem.removeprefix(kit.game)}"


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


def _label(component: PrintedPart, s: Sheet) -> str:
    """Return what a sheet is called among those of all components."""
    return f"{component.name}-{_sheet_name(s)}"


def _pdf(kit: Kit, component: PrintedPart) -> bytes:
    """Return a component's sheets, or those that components share, as a PDF file."""
    title = component.title
    if component.holds:
        title += f" ({listed(one.title for one in component.holds)})"
    pages = [_page(s, _sheet_name(s)) for s in component.sheets]
    return _written(kit, title, pages, _duplex(kit, component.sheets))


def whole_pdf(kit: Kit) -> bytes:
    """Return all sheets of a kit as one PDF file, each of one side with an empty back if need be."""
    duplex = _duplex(kit, [s for c in kit.components for s in c.sheets])
    pages = []
    for component in kit.components:
        for s in component.sheets:
            pages.append(_page(s, _label(component, s)))
            if duplex and s.side == "single":
                pages.append(_empty(s, f"{_label(component, s)}-empty"))
    return _written(kit, "the kit", pages, duplex)


def _empty(s: Sheet, label: str) -> pdf.Page:
    """Return the empty back of a sheet."""
    from engine.drawing.writers import pdf

    return pdf.Page(sheet.picture(s.paper, (), IDENTITY, ""), label=label)


def _page(s: Sheet, label: str) -> pdf.Page:
    from engine.drawing.writers import pdf

    return pdf.Page(s.scene, s.trim, s.bleed, bookmark=s.title, label=label)


def _duplex(kit: Kit, sheets: Sequence[Sheet]) -> str:
    """Return how a printer is to turn the sheets over, "" where they have one side."""
    if kit.printing.sides != "both" or not any(s.side == "back" for s in sheets):
        return ""
    edge = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
    return edge.get(kit.printing.duplex, "")


def _written(kit: Kit, title: str, pages: Sequence[pdf.Page], duplex: str) -> bytes:
    from engine.drawing.writers import pdf

    return pdf.write(
        pages,
        pdf.Document(
            title=f"{kit.title}: {title}",
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
    settings = {k.replace("_", "-"): v for k, v in asdict(printing).items()}
    if settings.pop("fill"):
        settings["tile-size"] = "fill"
    return {"tilewright": __version__, "game": game, "settings": settings}


def _manifest(kit: Kit, entries: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what the kit holds, for programs: files, sheets, every piece and where it is."""
    return {
        **heading(kit.game, kit.printing),
        **_own_template(kit),
        **({"pieces": [f"{one.text}*{one.copies}" for one in kit.picked]} if kit.picked else {}),
        "units": "mm from the top left of the sheet, before the corrections for the printer",
        "files": entries,
        "components": [_component_entry(one, c) for c in kit.components for one in c.components],
    }


def _own_template(kit: Kit) -> dict[str, Any]:
    """Return a template of the user's own, whole, so that the sheets can be verified without its file."""
    if kit.template is None or kit.template.text == template.load(kit.game).text:
        return {}
    return {"template": {"file": kit.template.source, "text": kit.template.text}}


def _cut_entry(totals: cutfiles.CutTotals) -> dict[str, Any]:
    """Return what a machine has to do, in mm and mm²."""
    values = (float(number(value)) for value in totals)
    return dict(zip(("length", "folds", "area"), values, strict=True))


def _cut_of(kit: Kit) -> dict[str, Any]:
    """Return what is cut in the whole kit, every sheet of paper counted."""
    sheets = [s for component in kit.components for s in component.sheets]
    return _cut_entry(sum(map(cutfiles.totals, sheets), cutfiles.CutTotals(0.0, 0.0, 0.0)))


def _component_entry(one: PrintedPart, printed: PrintedPart) -> dict[str, Any]:
    """Return a component, with the sheets it lies on, and what is printed with it."""
    shares = {"shares": printed.name} if printed.holds else {}
    return {
        "name": one.name,
        "title": one.title,
        "count": one.count,
        "size": float(number(one.size)),
        **shares,
        "sheets": [_sheet_entry(s, one.name if printed.holds else "") for s in one.sheets],
    }


def _sheet_entry(s: Sheet, only: str) -> dict[str, Any]:
    """Return a sheet with its pieces, or those of one component only."""
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
            if only in ("", p.part.name)
        ],
    }
