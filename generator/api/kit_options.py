"""The options of ``tilewright kit`` and ``tilewright solid``."""

from __future__ import annotations

from typing import Annotated, TypedDict

from generator.api.options import (
    ComponentsOption,
    FolderOption,
    KitThemeOption,
    LettersOption,
    Names,
    Option,
    TemplateOption,
)
from generator.printing import template

#: The format that makes a picture a face in place of sheets.
FACES = "faces"
FORMATS = (*template.FORMATS, FACES)

#: The groups of options in ``--help``.
GROUPS = {
    "What is printed": ("only", "pieces", "copies", "template", "preset", "test_page"),
    "Paper": ("paper", "margin", "sheets", "packing", "orientation", "gap", "poster_overlap"),
    "Cutting": ("marks", "bleed", "cut", "kerf"),
    "Backs and printer": ("duplex", "sides", "back_shift", "printer"),
    "Look": ("theme", "labels", "tile_size"),
    "Files": ("format", "out", "one_pdf", "dpi"),
}

PiecesOption = Annotated[
    Names,
    Option("Only these, such as 17,42 or r3*2 (twice), or a list @FILE. Repeatable.", "PIECE"),
]

_SIZE = "Width across the flats, or a square's side. [default: the template's]"


class KitOptions(TypedDict, total=False):
    """How a kit is printed: the options of ``tilewright kit``.

    Lengths are millimetres; a pair is a value across and one down.  None leaves an option to the
    template.
    """

    paper: Annotated[
        str | None,
        Option("a4, letter, a3, tabloid, a5, legal, or WxHmm. [default: a4]", offers="papers"),
    ]
    format: Annotated[
        Names | None,
        Option(
            "pdf; svg: a file for each sheet; png: previews. faces: a PNG of each face with bleed "
            "in place of sheets. faces,svg: SVG files; faces,pdf: one PDF. Several with commas.",
            default="pdf",
            offers=FORMATS,
        ),
    ]
    out: FolderOption
    one_pdf: Annotated[bool, Option("Put all sheets of a kit into one PDF file.")]
    theme: KitThemeOption
    template: TemplateOption
    only: ComponentsOption
    pieces: PiecesOption
    labels: LettersOption
    tile_size: Annotated[
        float | str | None,
        Option(f"fill: what fills whole sheets. {_SIZE}", "MM|fill", offers=("fill",)),
    ]
    margin: Annotated[float | None, Option("White at the sheet's edges. [default: 5]", "MM")]
    bleed: Annotated[float | None, Option("Art beyond the cut. [default: 0]", "MM")]
    gap: Annotated[float | None, Option("Space between pieces of --packing separate.", "MM")]
    packing: Annotated[
        str | None,
        Option(
            f"{', '.join(template.PACKINGS)}: shared edges; straight cuts across the sheet; apart.",
            offers=template.PACKINGS,
        ),
    ]
    sheets: Annotated[
        str | None,
        Option(
            "combined: small components share sheets where that saves paper; separate.",
            offers=template.SHEETS,
        ),
    ]
    orientation: Annotated[
        str | None,
        Option("pointy, flat, or auto: whichever holds more.", offers=template.ORIENTATIONS),
    ]
    marks: Annotated[str | None, Option("lines, crop or none.", offers=template.MARKS)]
    cut: Annotated[
        Names | None,
        Option("Also write cut files: svg, dxf; several with commas.", offers=template.CUT_FORMATS),
    ]
    duplex: Annotated[
        str | None,
        Option(
            "long or short: the edge to turn over. fold: backs beside fronts; none: no backs.",
            offers=template.DUPLEX,
        ),
    ]
    sides: Annotated[str | None, Option("both, fronts or backs.", offers=template.SIDES)]
    back_shift: Annotated[
        tuple[float, float] | None, Option("Move backs by this many mm, right and down.", "X,Y")
    ]
    printer: Annotated[
        str | None,
        Option("A printer's corrections; see: tilewright printer.", "FILE", offers="files"),
    ]
    kerf: Annotated[
        float | None, Option("Width of a machine's cut, for cut files. [default: 0]", "MM")
    ]
    poster_overlap: Annotated[
        float | None, Option("Overlap of a poster's pages. [default: 10]", "MM")
    ]
    copies: Annotated[int | None, Option("Copies of every piece. [default: 1]", "N")]
    dpi: Annotated[float | None, Option("Resolution of PNG.", default=100, kind=(10, 1200))]
    preset: Annotated[
        str | None,
        Option(
            "A preset of a shop, label sheet or machine; see: tilewright preset.",
            offers="presets or files",
        ),
    ]
    test_page: Annotated[bool, Option("Print only a page that tests the printer.")]


class SolidOptions(TypedDict, total=False):
    """How solid pieces are made: the options of ``tilewright solid``."""

    out: FolderOption
    theme: KitThemeOption
    template: TemplateOption
    only: ComponentsOption
    pieces: PiecesOption
    tile_size: Annotated[float | None, Option(_SIZE, "MM")]
    copies: Annotated[int | None, Option("Copies of every piece. [default: 1]", "N")]
    thickness: Annotated[float, Option("Thickness of a piece without its relief.", "MM", 3.0)]
    plate: Annotated[str, Option("The size of the printer's plate.", "WxHmm", "220x220mm")]
