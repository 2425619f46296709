"""An order of kits: options with the settings of a preset and a printer, checked together."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.drawing import theme
from engine.errors import OptionError
from engine.words import listed, plural
from generator.api.kit_options import FACES, FORMATS, KitOptions
from generator.api.options import completed, known_names, names_in
from generator.printing import template
from generator.printing.template import PrintSettings

if TYPE_CHECKING:
    from generator.printing.kit import Picked
    from generator.printing.presets import FacePicture, Preset

#: The options of sheets, which single faces do not lie on.
_OF_SHEETS = (
    *("paper", "margin", "gap", "packing", "marks", "duplex", "back_shift", "poster_overlap"),
    *("sheets", "cut", "kerf", "test_page", "one_pdf"),
)
_SETTINGS = tuple(field.name for field in fields(PrintSettings))


@dataclass(frozen=True)
class KitOrder:
    """What to make of each game."""

    #: The options that someone asked for.
    given: Mapping[str, Any]
    #: The print settings: those of the options, a preset and a printer.
    settings: Mapping[str, Any]
    template: str | None
    only: tuple[str, ...]
    formats: tuple[str, ...]
    #: The formats of cut files.
    cuts: tuple[str, ...]
    #: The form of a file for each face; None for sheets.
    picture: FacePicture | None
    picked: Picked
    out: Path
    dpi: float
    one_pdf: bool
    test_page: bool


def order(options: KitOptions, defaults: Collection[str]) -> KitOrder:
    """Return the order for options; ``defaults`` names those that come from a project's settings.

    Raises OptionError for contradictions, OSError if the file of a preset cannot be read.
    """
    values = completed(KitOptions, options, "a kit")
    formats = known_names(values["format"] or "pdf", FORMATS, "format")
    cuts = known_names(values["cut"] or (), template.CUT_FORMATS, "cut format")
    exact = {n: _exact(n, v) for n, v in values.items() if v is not None and v is not False}
    given = {n: v for n, v in exact.items() if n in options and n not in defaults and v != ()}
    if values["labels"] is False:
        exact["labels"] = False
    settings = {name: exact[name] for name in _SETTINGS if name in exact}
    if values["printer"]:
        from generator.printing import backcorrection

        settings = {**backcorrection.load(values["printer"]), **settings}
    preset = None
    if settings.get("preset"):
        from generator.printing import presets

        preset = presets.load(settings["preset"])
        _see_fixed(preset, {*settings, *given})
        settings = {**preset.printing, **settings}
        cuts = _cuts(cuts, preset, settings.get("sides"))
    picture = _picture(formats, preset, given)
    picked: Picked = ()
    if words := names_in(values["pieces"]):
        from generator.printing import kit

        picked = kit.read_picks(words)
    made = KitOrder(
        given=given,
        settings=settings,
        template=None if values["template"] is None else str(values["template"]),
        only=names_in(values["only"]),
        formats=(picture.format,) if picture else formats,
        cuts=() if picture else cuts,
        picture=picture,
        picked=picked,
        out=Path(values["out"]),
        dpi=exact.get("dpi", 100),
        one_pdf=values["one_pdf"],
        test_page=values["test_page"],
    )
    _see_sense(made)
    return made


def _exact(name: str, value: Any) -> Any:
    """Return a value; a length is a float, so that 40 and 40.0 give the same bytes."""
    if isinstance(value, tuple):
        return tuple(_exact(name, one) for one in value)
    if name == "tile_size" and value != "fill":
        try:
            number = float(value)
        except (ValueError, OverflowError):
            number = math.nan
        if math.isnan(number):
            raise OptionError(f"tile-size '{value}' is not a number of millimetres, or fill")
        return number
    is_length = isinstance(value, int) and not isinstance(value, bool)
    return float(value) if is_length and name not in ("copies", "dpi") else value


def _see_fixed(preset: Preset, names: Collection[str]) -> None:
    fixed: set[str] = set()
    by = f"the labels of {preset.name} settle the"
    if preset.labels:
        fixed = {"packing", "gap", "orientation"} | ({"paper", "margin"} & {*preset.printing})
    elif preset.picture and preset.picture.pixels:
        by = f"the picture of {preset.name} settles the"
        fixed = {"dpi"} | ({"tile_size", "orientation", "bleed"} & {*preset.printing})
    for name in sorted(fixed.intersection(names)):
        raise OptionError(f"{by} {name.replace('_', ' ')}; leave out {_option(name)}")


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _cuts(cuts: tuple[str, ...], preset: Preset, sides: str | None) -> tuple[str, ...]:
    if preset.cut is None:
        return cuts
    cuts = preset.cut.formats if not cuts and sides != "backs" else cuts
    if preset.cut.engrave and sides == "backs":
        raise OptionError(f"{preset.name} engraves fronts; leave out --sides backs")
    if preset.cut.engrave and "dxf" in cuts:
        raise OptionError(f"{preset.name} engraves, and DXF files cannot; use --cut svg")
    return cuts


def _picture(
    formats: tuple[str, ...], preset: Preset | None, given: Mapping[str, Any]
) -> FacePicture | None:
    picture = preset.picture if preset else None
    if FACES not in formats and picture is None:
        return None
    if preset and not picture and (preset.labels or preset.marks or preset.cut or preset.card):
        raise OptionError(f"preset {preset.name} is for sheets; it goes without --format {FACES}")
    from generator.printing.presets import FacePicture

    by = f"--format {FACES}" if FACES in formats or preset is None else f"--preset {preset.name}"
    for name in _OF_SHEETS:
        if name in given:
            raise OptionError(f"{_option(name)} is for sheets; {by} makes a picture a face instead")
    kinds = [name for name in formats if name != FACES] if "format" in given else []
    if len(kinds) > 1:
        raise OptionError(f"faces are of one format; --format faces,{kinds[0]} is one")
    kind = kinds[0] if kinds else picture.format if picture else "png"
    picture = picture or FacePicture(kind)
    return replace(picture, format=kind, dpi=given.get("dpi") or picture.dpi)


def _see_sense(order: KitOrder) -> None:
    given, formats = order.given, order.formats
    if order.one_pdf and order.test_page:
        raise OptionError("the test page is one PDF file; leave out --one-pdf")
    if order.one_pdf and "pdf" not in formats:
        raise OptionError("--one-pdf is for PDF; ask for --format pdf as well")
    if "dpi" in given and "png" not in formats:
        option = f"--format {FACES}" if order.picture else "--format png"
        raise OptionError(f"--dpi is for PNG; it goes with {option}")
    if order.test_page and order.cuts:
        option = "--cut" if "cut" in given else f"--preset {order.settings.get('preset')}"
        raise OptionError(f"nothing of the test page is cut; leave out {option}")
    if "kerf" in given and not order.cuts:
        raise OptionError("--kerf is for cut files; ask for them with --cut svg or dxf")


def see_press(order: KitOrder, printing: PrintSettings) -> None:
    """Check that the theme is for paper, inks go with PDF, and cut files go with fronts.

    Raises OptionError.
    """
    if theme.load(printing.theme).screen:
        papery = [name for name in theme.names() if not theme.load(name).screen]
        words = f"theme {printing.theme} is for figures on screens; for a kit, use"
        raise OptionError(f"{words} {', '.join(papery)}, or a file")
    other = [name.upper() for name in order.formats if name != "pdf"]
    if printing.color == "cmyk" and other:
        option = f"--format {FACES},pdf" if order.picture else "--format pdf"
        has = plural(len(other), "has", "have")
        raise OptionError(f"{listed(other)} {has} no inks; ink for a press goes with {option}")
    if order.cuts and printing.sides == "backs":
        raise OptionError("cut files go with the fronts; ask for --sides both or fronts")
