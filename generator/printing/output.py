"""A kit's sheets into files: PDF, SVG, PNG, cut files, and the manifest that lists them.

File names say what they hold: ``game-tiles.pdf``, ``game-tiles-01-front.svg``,
``game-tiles-cut-01.dxf``, ``game.json``; ``game-parts.pdf`` what shares sheets, ``game.pdf`` all,
``game-tiles-fronts.pdf`` and ``game-tiles-pieces.pdf`` what leaves sides or pieces out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
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

#: Bytes of a file's name, at most, on all systems.
_LONGEST_NAME = 255


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
        sheets = [f"{c.name}-{_sheet_name(s)}" for c in kit.components for s in c.sheets]
        entries.append({"file": path, "components": names, "sheets": sheets})
        yield folder / path
        formats = tuple(f for f in formats if f != "pdf")
    for component in kit.components:
        of = {"component": component.name, "components": [one.name for one in component.components]}
        for path, data, facts in _files(kit, component, formats, cuts, dpi):
            files.write(folder / path, data)
            entries.append({"file": path, **of, **facts})
            yield folder / path
    whole = _manifest(kit, entries)
    if cuts:
        whole["cut"] = _cut_entry(*(s for component in kit.components for s in component.sheets))
    yield write_manifest(folder / f"{kit.stem}.json", whole)


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
    stem = f"{kit.game}-{component.name}{kit.stem.removeprefix(kit.game)}"
    if "pdf" in formats:
        names = [_sheet_name(s) for s in component.sheets]
        yield f"{stem}.pdf", _pdf(kit, component), {"sheets": names}
    for s in component.sheets:
        name, facts = _sheet_name(s), {"sheets": [_sheet_name(s)]}
        if "svg" in formats:
            from engine.drawing.writers import svg

            yield f"{stem}-{name}.svg", svg.write(s.scene), facts
        if "png" in formats:
            from engine.drawing.writers import png

            yield f"{stem}-{name}.png", png.write(s.scene, dpi), facts
    style = _cut_style(kit)
    for s, alike in cutfiles.sheets(component.sheets, style):
        cut = {"sheets": [_sheet_name(s)], "cut": {**_cut_entry(s), "sheets-alike": alike}}
        for suffix in cuts:
            yield f"{stem}-cut-{s.index:02}.{suffix}", cutfiles.write(s, suffix, style), cut


def _cut_style(kit: Kit) -> cutfiles.CutStyle:
    if not kit.printing.preset:
        return cutfiles.USUAL
    from generator.printing import presets

    return presets.load(kit.printing.preset).cut or cutfiles.USUAL


def _sheet_name(s: Sheet) -> str:
    return f"{s.index:02}-{s.side}" if s.side != "single" else f"{s.index:02}"


# --------------------------------------------------------------------------------------- PDF


def _pdf(kit: Kit, component: PrintedPart) -> bytes:
    """Return a component's sheets, or those that components share, as a PDF file."""
    title = component.title
    if component.holds:
        title += f" ({listed(one.title for one in component.holds)})"
    pages = [_page(s, _sheet_name(s)) for s in component.sheets]
    return _written(kit, title, pages, _duplex(kit, component.sheets))


def whole_pdf(kit: Kit) -> bytes:
    """Return all sheets of a kit as one PDF file, each of one side with an empty back if need be."""
    from engine.drawing.writers import pdf

    duplex = _duplex(kit, [s for c in kit.components for s in c.sheets])
    pages = []
    for component in kit.components:
        for s in component.sheets:
            label = f"{component.name}-{_sheet_name(s)}"
            pages.append(_page(s, label))
            if duplex and s.side == "single":
                empty = sheet.picture(s.paper, (), IDENTITY, "")
                pages.append(pdf.Page(empty, label=f"{label}-empty"))
    return _written(kit, "the kit", pages, duplex)


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

    about = pdf.Document(
        title=f"{kit.title}: {title}",
        subject=f"Print at 100 % on {kit.printing.paper}",
        keywords=f"tilewright, {kit.title}, print and play",
        duplex=duplex or "Simplex",
        press=press_of(kit.printing),
        pdfx=kit.printing.pdfx or "4",
    )
    return pdf.write(pages, about)


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
    return {"tilewright": __version__, "game": game, "settings": settings}


def write_manifest(path: Path, whole: Mapping[str, Any]) -> Path:
    """Write a manifest and return where.

    Raises OSError where it cannot be written.
    """
    files.write(path, files.encoded(json.dumps(whole, indent=1, ensure_ascii=False) + "\n"))
    return path


def mm(value: float) -> float:
    """Return a length as manifests have it."""
    return float(number(value))


def _manifest(kit: Kit, entries: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what the kit holds, for programs: files, sheets, every piece and where it is.

    A template of the user's own is there whole, so that sheets are verified without its file.
    """
    own = kit.template
    is_own = own is not None and own.text != template.load(kit.game).text
    return {
        **heading(kit.game, kit.printing),
        **({"template": {"file": own.source, "text": own.text}} if own and is_own else {}),
        **({"pieces": [f"{one.text}*{one.copies}" for one in kit.picked]} if kit.picked else {}),
        "units": "mm from the top left of the sheet, before the corrections for the printer",
        "files": entries,
        "components": [_component_entry(one, c) for c in kit.components for one in c.components],
    }


def _cut_entry(*sheets: Sheet) -> dict[str, Any]:
    """Return what a machine has to do on sheets, in mm and mm²."""
    values = map(mm, cutfiles.totals(*sheets))
    return dict(zip(("length", "folds", "area"), values, strict=True))


def _component_entry(one: PrintedPart, printed: PrintedPart) -> dict[str, Any]:
    """Return a component, with the sheets it lies on, and what is printed with it."""
    shares = {"shares": printed.name} if printed.holds else {}
    return {
        "name": one.name,
        "title": one.title,
        "count": one.count,
        "size": mm(one.size),
        **shares,
        "sheets": [
            {
                "name": _sheet_name(s),
                "side": s.side,
                "paper": s.paper.name,
                "width": mm(s.paper.width),
                "height": mm(s.paper.height),
                "tiles": [
                    {
                        "id": p.piece.id,
                        "title": p.piece.title,
                        "side": "back" if p.back else "front",
                        "x": mm(p.x),
                        "y": mm(p.y),
                    }
                    for p in s.placements
                    if not shares or p.part.name == one.name
                ],
            }
            for s in one.sheets
        ],
    }
