"""An order of kits: what is asked for, with what a preset of a shop or machine adds, and what that excludes."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
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
    from generator.printing.picking import Picked
    from generator.printing.presets import FacePicture, Preset

#: What is asked of sheets, which single faces do not lie on.
_OF_SHEETS = (
    *("paper", "margin", "gap", "packing", "marks", "duplex", "back_shift", "poster_overlap"),
    *("sheets", "cut", "kerf", "test_page", "one_pdf"),
)
_SETTINGS = tuple(field.name for field in fields(PrintSettings))


@dataclass(frozen=True)
class KitOrder:
    """What is to be made of each game.

    ``given`` are the options asked for of this kit, ``settings`` the print settings with what a
    preset adds; with a ``picture`` a file is made for each face in place of sheets.
    """

    given: Mapping[str, Any]
    settings: Mapping[str, Any]
    template: str | None
    only: tuple[str, ...]
    formats: tuple[str, ...]
    cuts: tuple[str, ...]
    picture: FacePicture | None
    picked: Picked
    out: Path
    dpi: float
    one_pdf: bool
    test_page: bool


def order(options: KitOptions, defaults: Collection[str]) -> KitOrder:
    """Return what options ask for; those that ``defaults`` names are not asked for of this kit.

    Raises OptionError for what makes no sense, OSError where a preset's file cannot be read.
    """
    values = completed(KitOptions, options, "a kit")
    formats = known_names(values["format"] or "pdf", FORMATS, "format")
    cuts = known_names(values["cut"] or (), template.CUT_FORMATS, "cut format")
    said = {name: _exact(name, value) for name, value in values.items() if value is not None}
    own = options.keys() - {*defaults}
    given = {
        n: value for n, value in said.items() if n in own and value is not False and value != ()
    }
    settings = {name: said[name] for name in _SETTINGS if name in said}
    if values["printer"]:
        from generator.printing import printer

        settings = {**printer.load(values["printer"]), **settings}
    names, preset = {*settings, *given}, None
    if settings.get("preset"):
        from generator.printing import presets

        preset = presets.load(settings["preset"])
        _see_fixed(preset, names)
        settings = {**preset.printing, **settings}
        cuts = _cuts(cuts, preset, settings.get("sides"))
    picture = _picture(formats, preset, given)
    if picture:
        formats, cuts = (picture.format,), ()
    file = values["template"]
    found = KitOrder(
        given=given,
        settings=settings,
        template=None if file is None else str(file),
        only=names_in(values["only"]),
        formats=formats,
        cuts=cuts,
        picture=picture,
        picked=_picked(names_in(values["pieces"])),
        out=Path(values["out"]),
        dpi=said.get("dpi", 100),
        one_pdf=values["one_pdf"],
        test_page=values["test_page"],
    )
    _see_sense(found)
    return found


def _exact(name: str, value: Any) -> Any:
    """Return a value, lengths that are whole numbers as the same lengths elsewhere."""
    if isinstance(value, tuple) and name not in ("only", "cut", "format", "pieces"):
        return tuple(_exact("", one) for one in value)
    if name == "tile_size" and isinstance(value, str):
        return value if value == "fill" else _number(value)
    if not isinstance(value, int) or isinstance(value, bool) or name in ("copies", "dpi"):
        return value
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _number(text: str) -> float:
    """Return the size that a text says.

    Raises OptionError for what is no number.
    """
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise OptionError(f"tile-size '{text}' is not a number of millimetres, or fill")
    return value


def _see_fixed(preset: Preset, names: Collection[str]) -> None:
    """See that nothing was said of what a preset's labels or its pictures' pixels settle."""
    settled: set[str] = set()
    by = f"the labels of {preset.name} settle the"
    if preset.labels:
        settled = {"packing", "gap", "orientation"} | ({"paper", "margin"} & {*preset.printing})
    elif preset.picture and preset.picture.pixels:
        by = f"the picture of {preset.name} settles the"
        settled = {"dpi"} | ({"tile_size", "orientation", "bleed"} & {*preset.printing})
    for name in sorted(settled.intersection(names)):
        raise OptionError(f"{by} {name.replace('_', ' ')}; leave out {_option(name)}")


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _cuts(cuts: tuple[str, ...], preset: Preset, sides: str | None) -> tuple[str, ...]:
    """Return the cut files asked for, else those of a preset."""
    if preset.cut is None:
        return cuts
    cuts = preset.cut.formats if not cuts and sides != "backs" else cuts
    if preset.cut.engrave and sides == "backs":
        raise OptionError(f"{preset.name} engraves fronts; leave out --sides backs")
    if preset.cut.engrave and "dxf" in cuts:
        raise OptionError(f"{preset.name} engraves, which DXF cut files do not say; take --cut svg")
    return cuts


def _picked(words: tuple[str, ...]) -> Picked:
    if not words:
        return ()
    from generator.printing import picking

    return picking.read(words)


def _picture(
    formats: tuple[str, ...], preset: Preset | None, given: Mapping[str, Any]
) -> FacePicture | None:
    """Return how single faces are to be written, None for sheets."""
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
    kinds = [name for name in formats if name != FACES]
    if "format" not in given:
        kinds = []
    if len(kinds) > 1:
        raise OptionError(f"faces are of one format; --format faces,{kinds[0]} is one")
    kind = kinds[0] if kinds else picture.format if picture else "png"
    picture = picture or FacePicture(kind)
    return picture._replace(format=kind, dpi=given.get("dpi") or picture.dpi)


def _see_sense(order: KitOrder) -> None:
    """See that what is asked for goes together."""
    given, formats = order.given, order.formats
    if order.one_pdf and (order.test_page or "pdf" not in formats):
        own = "the test page is one PDF file"
        why = own if order.test_page else "ask for --format pdf as well"
        raise OptionError(f"--one-pdf puts all sheets of a kit into one PDF file; {why}")
    if "dpi" in given and "png" not in formats:
        option = f"--format {FACES}" if order.picture else "--format png"
        raise OptionError(f"--dpi is for PNG; it goes with {option}")
    if order.test_page and order.cuts:
        option = "--cut" if "cut" in given else f"--preset {order.settings.get('preset')}"
        raise OptionError(f"nothing of the test page is cut; leave out {option}")
    if "kerf" in given and not order.cuts:
        raise OptionError("--kerf is for cut files; ask for them with --cut svg or dxf")


def see_press(order: KitOrder, printing: PrintSettings) -> None:
    """See that a theme is for paper, inks are written as a press takes them, and fronts are cut.

    Raises OptionError.
    """
    if theme.load(printing.theme).screen:
        papery = [name for name in theme.names() if not theme.load(name).screen]
        raise OptionError(
            f"theme {printing.theme} is for figures on screens; a kit takes {', '.join(papery)}, "
            "or a file"
        )
    other = [name.upper() for name in order.formats if name != "pdf"]
    if printing.color == "cmyk" and other:
        has = plural(len(other), "has", "have")
        option = f"--format {FACES},pdf" if order.picture else "--format pdf"
        raise OptionError(f"{listed(other)} {has} no inks; ink for a press goes with {option}")
    if order.cuts and printing.sides == "backs":
        raise OptionError("cut files go with the fronts; ask for --sides both or fronts")
