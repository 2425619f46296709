"""The options of ``tilewright kit``: what may be asked of a kit beside its template's settings."""

from __future__ import annotations

from typing import Annotated, TypedDict

from generator.api.options import (
    AcrossAndDown,
    CommandOption,
    ComponentsOption,
    Flag,
    FolderOption,
    KitThemeOption,
    LettersOption,
    Millimetres,
    Names,
    Number,
    TemplateOption,
)
from generator.printing import layout, template

#: The format that makes a picture a face in place of sheets.
FACES = "faces"
FORMATS = (*template.FORMATS, FACES)

#: What ``--help`` groups the options by: the questions that they answer.
GROUPS = {
    "What is printed": ("only", "pieces", "copies", "template", "preset", "test_page"),
    "Paper": ("paper", "margin", "sheets", "packing", "orientation", "gap", "poster_overlap"),
    "Cutting": ("marks", "bleed", "cut", "kerf"),
    "Backs and printer": ("duplex", "sides", "back_shift", "printer"),
    "Look": ("theme", "labels", "tile_size"),
    "Files": ("format", "out", "one_pdf", "dpi"),
}


class KitOptions(TypedDict, total=False):
    """What is asked of a kit: the options of ``tilewright kit``.

    Lengths are millimetres, pairs are across and down; None says no more than the template.  What
    each may be is told in ``docs/printing.md``.

    >>> options: generator.KitOptions = {"paper": "letter", "tile_size": 100, "sides": "fronts"}
    >>> len(generator.kit(game.name, out="letter", **options).files)
    2
    """

    paper: Annotated[
        str | None,
        "a4, letter, a3, tabloid, a5, legal, or WxHmm. [default: a4]",
        CommandOption(offers="papers"),
    ]
    format: Annotated[
        Names | None,
        "pdf, svg (a file a sheet), png (a preview of each sheet); faces: no sheets, a PNG a face "
        "with bleed (faces,svg: SVG; faces,pdf: one PDF, a page a face); several with commas.",
        CommandOption(default="pdf", shows_default=True, offers=FORMATS),
    ]
    out: FolderOption
    one_pdf: Annotated[Flag, "All sheets of a kit as one PDF file."]
    theme: KitThemeOption
    template: TemplateOption
    only: ComponentsOption
    pieces: Annotated[
        Names,
        "Only these, as 17,42 or r3*2 (twice), or @FILE with one a line; may be repeated.",
        CommandOption(metavar="PIECE", default=(), many=True),
    ]
    labels: LettersOption
    tile_size: Annotated[
        float | str | None,
        "Width across the flats, or a square's side; fill: what fills whole sheets. [default: the "
        "template's]",
        CommandOption(metavar="MM|fill", offers=("fill",)),
    ]
    margin: Annotated[Millimetres, "White at the sheet's edges. [default: 5]"]
    bleed: Annotated[Millimetres, "Art beyond the cut. [default: 0]"]
    gap: Annotated[Millimetres, "Between pieces, with --packing separate."]
    packing: Annotated[
        str | None,
        f"{', '.join(layout.PACKINGS)}: shared edges; straight cuts across the sheet; apart.",
        CommandOption(offers=layout.PACKINGS),
    ]
    sheets: Annotated[
        str | None,
        "combined: small components share sheets where that saves paper; separate.",
        CommandOption(offers=template.SHEETS),
    ]
    orientation: Annotated[
        str | None,
        "pointy, flat, or auto: whichever holds more.",
        CommandOption(offers=layout.ORIENTATIONS),
    ]
    marks: Annotated[str | None, "lines, crop or none.", CommandOption(offers=template.MARKS)]
    cut: Annotated[
        Names | None,
        "Cut files as well: svg, dxf; several with commas.",
        CommandOption(offers=template.CUT_FORMATS),
    ]
    duplex: Annotated[
        str | None,
        "long or short: the edge to turn over; fold: backs beside fronts; none: no backs.",
        CommandOption(offers=template.DUPLEX),
    ]
    sides: Annotated[str | None, "both, fronts or backs.", CommandOption(offers=template.SIDES)]
    back_shift: Annotated[AcrossAndDown, "Move backs by this many mm, right and down."]
    printer: Annotated[
        str | None,
        "A file of a printer's corrections; see: tilewright printer.",
        CommandOption(metavar="FILE", offers="files"),
    ]
    kerf: Annotated[Millimetres, "Width of a machine's cut, for cut files. [default: 0]"]
    poster_overlap: Annotated[Millimetres, "Of a poster's pages. [default: 10]"]
    copies: Annotated[Number, "Of every piece. [default: 1]"]
    dpi: Annotated[
        float | None,
        "Of PNG previews.",
        CommandOption(default=100, kind=(10, 1200), shows_default=True),
    ]
    preset: Annotated[
        str | None,
        "A shop's, label sheet's or machine's; see: tilewright preset.",
        CommandOption(offers="presets or files"),
    ]
    test_page: Annotated[Flag, "Only a page to test the printer's two sides with."]


class SolidOptions(TypedDict, total=False):
    """What is asked of solids: the options of ``tilewright solid``.

    >>> options: generator.SolidOptions = {"thickness": 4, "plate": "256x256mm"}
    >>> len(generator.solid(engine.names()[1], only="markers", **options).files)
    1
    """

    out: FolderOption
    theme: KitThemeOption
    template: TemplateOption
    only: ComponentsOption
    tile_size: Annotated[
        Millimetres, "Width across the flats, or a square's side. [default: the template's]"
    ]
    copies: Annotated[Number, "Of every piece. [default: 1]"]
    thickness: Annotated[
        float,
        "Of a piece without its relief.",
        CommandOption(metavar="MM", default=3.0, shows_default=True),
    ]
    plate: Annotated[
        str,
        "What they are printed on.",
        CommandOption(metavar="WxHmm", default="220x220mm", shows_default=True),
    ]
