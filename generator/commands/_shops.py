"""The options of ``tilewright kit`` for print shops and cutting machines, and what they exclude."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from click.core import ParameterSource

from engine.errors import OptionError
from engine.words import listed, plural
from generator.printing import template

if TYPE_CHECKING:
    from generator.printing.presets import FacePicture, Preset

F = TypeVar("F", bound=Callable[..., Any])

#: What is asked of sheets, which single faces do not lie on.
_OF_SHEETS = (
    *("paper", "margin", "gap", "packing", "marks", "spot", "duplex", "back_shift", "print_scale"),
    *("profile", "poster_overlap", "copies", "sheets", "formats", "cuts", "test_page", "one_pdf"),
    *("back_scale", "back_turn"),
)

_OPTIONS = (
    click.option("--preset", help="A shop's, label sheet's or machine's; see: tilewright preset."),
    click.option(
        "--per-piece", help="png, svg or pdf: no sheets, but a file for each face, with bleed."
    ),
    click.option("--color", help=f"{' or '.join(template.COLORS)}: ink for a press, in the PDF."),
    click.option("--pdfx", help="With --color cmyk: PDF/X-4, or 1a for old presses. [default: 4]"),
    click.option(
        "--icc", metavar="FILE", help="With --color cmyk: your shop's profile. [default: coated]"
    ),
)


def options(command: F) -> F:
    """Add the options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


class Shop(NamedTuple):
    """What shops and machines want besides print settings: single faces, or cut files."""

    picture: FacePicture | None
    cuts: tuple[str, ...]


def taken(context: click.Context, options: dict[str, Any]) -> Shop:
    """Return what shops want; ``options`` lose what is theirs and gain what a preset says.

    What was given wins over the preset.

    Raises OptionError for what makes no sense, OSError where a preset's file cannot be read.
    """
    from generator.printing import presets

    kind, given = options.pop("per_piece"), {k for k, v in options.items() if v is not None}
    found = presets.load(options["preset"]) if options["preset"] else None
    if found:
        _see_fixed(found, given | ({"dpi"} if is_given(context, "dpi") else set()))
    for key, value in found.printing.items() if found else ():
        if options[key] is None:
            options[key] = value
    cuts: tuple[str, ...] = context.params["cuts"]
    if found and found.cut and not cuts and options["sides"] != "backs":
        cuts = found.cut.formats
    if found and found.cut and found.cut.engrave and options["sides"] == "backs":
        raise OptionError(f"{found.name} engraves fronts; leave out --sides backs")
    if found and found.cut and found.cut.engrave and "dxf" in cuts:
        raise OptionError(f"{found.name} engraves, which DXF cut files do not say; take --cut svg")
    picture = found.picture if found else None
    if kind is None and picture is None:
        return Shop(None, cuts)
    if kind is not None and kind not in template.FORMATS:
        raise OptionError(f"no --per-piece '{kind}'; it can be {', '.join(template.FORMATS)}")
    if found and not picture:
        raise OptionError(f"preset {found.name} is for sheets; it goes without --per-piece")
    said = {
        name
        for name in ("formats", "cuts", "dpi", "test_page", "one_pdf")
        if is_given(context, name)
    }
    _see_no_sheets(given | said, "--per-piece" if kind else f"--preset {options['preset']}")
    picture = picture or presets.FacePicture(kind)
    dpi = context.params["dpi"] if "dpi" in said else picture.dpi
    return Shop(picture._replace(format=kind or picture.format, dpi=dpi), ())


def _see_fixed(preset: Preset, given: set[str]) -> None:
    """See that nothing was said of what a preset's labels or its pictures' pixels settle.

    Raises OptionError.
    """
    settled: set[str] = set()
    by = f"the labels of {preset.name} settle the"
    if preset.labels:
        settled = {"packing", "gap", "orientation"} | ({"paper", "margin"} & {*preset.printing})
    elif preset.picture and preset.picture.pixels:
        by = f"the picture of {preset.name} settles the"
        settled = {"dpi"} | ({"tile_size", "orientation", "bleed"} & {*preset.printing})
    for name in sorted(settled & given):
        raise OptionError(f"{by} {name.replace('_', ' ')}; leave out --{name.replace('_', '-')}")


def is_given(context: click.Context, name: str) -> bool:
    """Tell whether an option was given here and now, not in a project's settings."""
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _see_no_sheets(given: set[str], by: str) -> None:
    """See that nothing was said of sheets where single faces are wanted.

    Raises OptionError.
    """
    wrong = [name for name in _OF_SHEETS if name in given]
    if wrong:
        option = {"formats": "format", "cuts": "cut"}.get(wrong[0], wrong[0].replace("_", "-"))
        raise OptionError(f"--{option} is for sheets; {by} makes a file for each face instead")


def see_use(context: click.Context, formats: Sequence[str], shop: Shop) -> None:
    """See that pixels are asked of PNG only, and cut files of what is cut.

    Raises OptionError.
    """
    if is_given(context, "dpi") and "png" not in formats:
        option = "--per-piece png" if shop.picture else "--format png"
        raise OptionError(f"--dpi is for PNG; it goes with {option}")
    if context.params["test_page"] and shop.cuts:
        option = "--cut" if context.params["cuts"] else f"--preset {context.params['preset']}"
        raise OptionError(f"nothing of the test page is cut; leave out {option}")


def see_formats(
    printing: template.PrintSettings, formats: Sequence[str], picture: FacePicture | None
) -> None:
    """See that what is asked for a press is written as what a press takes.

    Raises OptionError.
    """
    other = [name.upper() for name in formats if name != "pdf"]
    if printing.color == "cmyk" and other:
        has = plural(len(other), "has", "have")
        words = f"{listed(other)} {has} no inks"
        option = "--per-piece" if picture else "--format"
        raise OptionError(f"{words}; --color cmyk goes with {option} pdf")
