"""The options of ``tilewright kit``: what may be asked of a kit beside its template's settings."""

from __future__ import annotations

from typing import Annotated, TypedDict

from generator.api.options import (
    AcrossAndDown,
    CommandOption,
    ComponentsOption,
    Degrees,
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

#: The format of solids beside those of sheets.
SOLIDS = "3mf"
FORMATS = (*template.FORMATS, SOLIDS)


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
        "pdf, svg (a file a sheet), png (a preview of each sheet), 3mf (solids to be told by "
        "touch, without sheets); several with commas.",
        CommandOption(default="pdf", shows_default=True, offers=FORMATS),
    ]
    out: FolderOption
    one_pdf: Annotated[Flag, "All sheets of a kit as one PDF file."]
    theme: KitThemeOption
    template: TemplateOption
    only: ComponentsOption
    labels: LettersOption
    tile_size: Annotated[Millimetres, "Flat to flat, or a square's side."]
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
    spot: Annotated[bool | None, "Cut lines in the spot colour CutContour."]
    cut_color: Annotated[
        str | None,
        "Of cut lines; left out, dark in a light halo.",
        CommandOption(metavar="#RRGGBB"),
    ]
    cut_width: Annotated[Millimetres, "Of cut lines. [default: 0.12]"]
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
    back_shift: Annotated[AcrossAndDown, "Move backs by this many mm."]
    back_scale: Annotated[
        AcrossAndDown, "What 100 mm of a back measure across and down where its front's are 100."
    ]
    back_turn: Annotated[Degrees, "Turn backs clockwise."]
    print_scale: Annotated[
        AcrossAndDown,
        "What 100 mm measure on your paper across and down, in mm; the sheets correct for it.",
    ]
    profile: Annotated[
        str | None,
        "plain, or cutter: registration marks for a cutting machine.",
        CommandOption(offers="profiles"),
    ]
    poster_overlap: Annotated[Millimetres, "Of a poster's pages. [default: 10]"]
    copies: Annotated[Number, "Of every piece. [default: 1]"]
    thickness: Annotated[Millimetres, "Of 3MF solids. [default: 3]"]
    plate: Annotated[
        str | None, "To print 3MF on. [default: 220x220mm]", CommandOption(metavar="WxHmm")
    ]
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
    per_piece: Annotated[
        str | None,
        "png, svg or pdf: no sheets, but a file for each face, with bleed.",
        CommandOption(offers=template.FORMATS),
    ]
    color: Annotated[
        str | None,
        f"{' or '.join(template.COLORS)}: ink for a press, in the PDF.",
        CommandOption(offers=template.COLORS),
    ]
    pdfx: Annotated[
        str | None,
        "With --color cmyk: PDF/X-4, or 1a for old presses. [default: 4]",
        CommandOption(offers=template.PDFX),
    ]
    icc: Annotated[
        str | None,
        "With --color cmyk: your shop's profile. [default: coated]",
        CommandOption(metavar="FILE", offers="files"),
    ]
    test_page: Annotated[Flag, "Only a page to test the printer's two sides with."]
