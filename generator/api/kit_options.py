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


class KitOptions(TypedDict, total=False):
    """How a kit is printed: the options of ``tilewright kit``.

    Lengths are millimetres; a pair is a value across and one down.  None leaves an option to the
    template.

    - paper: a4, letter, a3, tabloid, a5, legal, or WxHmm. [default: a4]
    - format: pdf; svg: a file for each sheet; png: previews. faces: a PNG of each face with bleed in place of sheets. faces,svg: SVG files; faces,pdf: one PDF. Several with commas.
    - one_pdf: Put all sheets of a kit into one PDF file.
    - pieces PIECE: Only these, such as 17,42 or r3*2 (twice), or a list @FILE. Repeatable.
    - tile_size MM|fill: fill: what fills whole sheets. Width across the flats, or a square's side. [default: the template's]
    - margin MM: White at the sheet's edges. [default: 5]
    - bleed MM: Art beyond the cut. [default: 0]
    - gap MM: Space between pieces of --packing separate.
    - packing: honeycomb, rows, separate: shared edges; straight cuts across the sheet; apart.
    - sheets: combined: small components share sheets where that saves paper; separate.
    - orientation: pointy, flat, or auto: whichever holds more.
    - marks: lines, crop or none.
    - cut: Also write cut files: svg, dxf; several with commas.
    - duplex: long or short: the edge to turn over. fold: backs beside fronts; none: no backs.
    - sides: both, fronts or backs.
    - back_shift X,Y: Move backs by this many mm, right and down.
    - printer FILE: A printer's corrections; see: tilewright printer.
    - kerf MM: Width of a machine's cut, for cut files. [default: 0]
    - poster_overlap MM: Overlap of a poster's pages. [default: 10]
    - copies N: Copies of every piece. [default: 1]
    - dpi: Resolution of PNG.
    - preset: A preset of a shop, label sheet or machine; see: tilewright preset.
    - test_page: Print only a page that tests the printer.
    """

    paper: Annotated[str | None, Option(offers="papers")]
    format: Annotated[Names | None, Option(default="pdf", offers=FORMATS)]
    out: FolderOption
    one_pdf: bool
    theme: KitThemeOption
    template: TemplateOption
    only: ComponentsOption
    pieces: Names
    labels: LettersOption
    tile_size: Annotated[float | str | None, Option(offers=("fill",))]
    margin: float | None
    bleed: float | None
    gap: float | None
    packing: Annotated[str | None, Option(offers=template.PACKINGS)]
    sheets: Annotated[str | None, Option(offers=template.SHEETS)]
    orientation: Annotated[str | None, Option(offers=template.ORIENTATIONS)]
    marks: Annotated[str | None, Option(offers=template.MARKS)]
    cut: Annotated[Names | None, Option(offers=template.CUT_FORMATS)]
    duplex: Annotated[str | None, Option(offers=template.DUPLEX)]
    sides: Annotated[str | None, Option(offers=template.SIDES)]
    back_shift: tuple[float, float] | None
    printer: Annotated[str | None, Option(offers="files")]
    kerf: float | None
    poster_overlap: float | None
    copies: int | None
    dpi: Annotated[float | None, Option(default=100, kind=(10, 1200))]
    preset: Annotated[str | None, Option(offers="presets or files")]
    test_page: bool


class SolidOptions(TypedDict, total=False):
    """How solid pieces are made: the options of ``tilewright solid``.

    - pieces PIECE: Only these, such as 17,42 or r3*2 (twice), or a list @FILE. Repeatable.
    - tile_size MM: Width across the flats, or a square's side. [default: the template's]
    - copies N: Copies of every piece. [default: 1]
    - thickness MM: Thickness of a piece without its relief.
    - plate WxHmm: The size of the printer's plate.
    """

    out: FolderOption
    theme: KitThemeOption
    template: TemplateOption
    only: ComponentsOption
    pieces: Names
    tile_size: float | None
    copies: int | None
    thickness: Annotated[float, Option(default=3.0)]
    plate: Annotated[str, Option(default="220x220mm")]
