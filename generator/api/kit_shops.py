"""What print shops and cutting machines ask of a kit, and what that excludes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from engine.errors import OptionError
from engine.words import listed, plural
from generator.api.kit_asked import KitAsked
from generator.printing import template

if TYPE_CHECKING:
    from generator.printing.presets import FacePicture, Preset

#: What is asked of sheets, which single faces do not lie on.
_OF_SHEETS = (
    *("paper", "margin", "gap", "packing", "marks", "spot", "duplex", "back_shift", "print_scale"),
    *("profile", "poster_overlap", "copies", "sheets", "format", "cut", "test_page", "one_pdf"),
    *("back_scale", "back_turn"),
)


class Shop(NamedTuple):
    """What shops and machines want besides print settings: single faces, or cut files."""

    picture: FacePicture | None
    cuts: tuple[str, ...]


def taken(asked: KitAsked) -> tuple[Shop, KitAsked]:
    """Return what shops want, and the rest with what a preset says; what was given wins over it.

    Raises OptionError for what makes no sense, OSError where a preset's file cannot be read.
    """
    from generator.printing import presets

    options = {**asked.options}
    kind = options.pop("per_piece", None)
    found = presets.load(options["preset"]) if options.get("preset") else None
    if found:
        said = {name for name, value in options.items() if value is not None}
        _see_fixed(found, said | (asked.given & {"dpi"}))
    for key, value in found.printing.items() if found else ():
        if options.get(key) is None:
            options[key] = value
    rest = replace(asked, options=options)
    cuts = _cuts(asked.cut, found, options.get("sides"))
    picture = found.picture if found else None
    if kind is None and picture is None:
        return Shop(None, cuts), rest
    if kind is not None and kind not in template.FORMATS:
        raise OptionError(f"no --per-piece '{kind}'; it can be {', '.join(template.FORMATS)}")
    if found and not picture:
        raise OptionError(f"preset {found.name} is for sheets; it goes without --per-piece")
    said = {name for name, value in asked.options.items() if value is not None} | asked.given
    _see_no_sheets(said, "--per-piece" if kind else f"--preset {options['preset']}")
    picture = picture or presets.FacePicture(kind or "")
    dpi = asked.dpi if "dpi" in asked.given and asked.dpi else picture.dpi
    return Shop(picture._replace(format=kind or picture.format, dpi=dpi), ()), rest


def _cuts(asked: tuple[str, ...], preset: Preset | None, sides: str | None) -> tuple[str, ...]:
    """Return the cut files asked for, else those of a preset.

    Raises OptionError where they cannot say what the preset wants.
    """
    cut = preset.cut if preset else None
    if preset is None or cut is None:
        return asked
    cuts = cut.formats if not asked and sides != "backs" else asked
    if cut.engrave and sides == "backs":
        raise OptionError(f"{preset.name} engraves fronts; leave out --sides backs")
    if cut.engrave and "dxf" in cuts:
        raise OptionError(f"{preset.name} engraves, which DXF cut files do not say; take --cut svg")
    return cuts


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


def _see_no_sheets(given: set[str], by: str) -> None:
    """See that nothing was said of sheets where single faces are wanted.

    Raises OptionError.
    """
    wrong = [name for name in _OF_SHEETS if name in given]
    if wrong:
        option = wrong[0].replace("_", "-")
        raise OptionError(f"--{option} is for sheets; {by} makes a file for each face instead")


def see_use(asked: KitAsked, formats: Sequence[str], shop: Shop) -> None:
    """See that pixels are asked of PNG only, and cut files of what is cut.

    Raises OptionError.
    """
    if "dpi" in asked.given and "png" not in formats:
        option = "--per-piece png" if shop.picture else "--format png"
        raise OptionError(f"--dpi is for PNG; it goes with {option}")
    if asked.test_page and shop.cuts:
        option = "--cut" if asked.cut else f"--preset {asked.options['preset']}"
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
