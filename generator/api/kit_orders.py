"""An order of kits: what is asked for, with what a preset of a shop or machine adds, and what that excludes."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import OptionError
from engine.words import listed, plural
from generator.api.kit_options import FORMATS, SOLIDS, KitOptions
from generator.api.options import completed, known_names, names_in, see_known
from generator.printing import template
from generator.printing.template import PrintSettings

if TYPE_CHECKING:
    from generator.printing.presets import FacePicture, Preset

#: What is asked of sheets, which single faces do not lie on.
_OF_SHEETS = (
    *("paper", "margin", "gap", "packing", "marks", "spot", "duplex", "back_shift", "print_scale"),
    *("profile", "poster_overlap", "copies", "sheets", "format", "cut", "test_page", "one_pdf"),
    *("back_scale", "back_turn"),
)
#: The print settings that solids have; all others are of sheets.
_OF_SOLIDS = frozenset({"copies", "plate", "theme", "thickness", "tile_size"})
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
    out: Path
    dpi: float
    one_pdf: bool
    test_page: bool

    @property
    def sheet_formats(self) -> tuple[str, ...]:
        """The formats that are not solids."""
        return tuple(name for name in self.formats if name != SOLIDS)


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
    names, preset = {*settings, *given}, None
    if settings.get("preset"):
        from generator.printing import presets

        preset = presets.load(settings["preset"])
        _see_fixed(preset, names)
        settings = {**preset.printing, **settings}
        cuts = _cuts(cuts, preset, settings.get("sides"))
    picture = _picture(values["per_piece"], preset, names, given.get("dpi"))
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
        out=Path(values["out"]),
        dpi=said.get("dpi", 100),
        one_pdf=values["one_pdf"],
        test_page=values["test_page"],
    )
    _see_sense(found)
    return found


def _exact(name: str, value: Any) -> Any:
    """Return a value, lengths that are whole numbers as the same lengths elsewhere."""
    if isinstance(value, tuple) and name not in ("only", "cut", "format"):
        return tuple(_exact("", one) for one in value)
    if not isinstance(value, int) or isinstance(value, bool) or name in ("copies", "dpi"):
        return value
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


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


def _picture(
    kind: str | None, preset: Preset | None, names: Collection[str], dpi: float | None
) -> FacePicture | None:
    """Return how single faces are to be written, None for sheets."""
    see_known(kind, template.FORMATS, "--per-piece")
    picture = preset.picture if preset else None
    if kind is None and picture is None:
        return None
    if preset and not picture:
        raise OptionError(f"preset {preset.name} is for sheets; it goes without --per-piece")
    from generator.printing.presets import FacePicture

    by = "--per-piece" if kind or preset is None else f"--preset {preset.name}"
    for name in _OF_SHEETS:
        if name in names:
            raise OptionError(
                f"{_option(name)} is for sheets; {by} makes a file for each face instead"
            )
    picture = picture or FacePicture(kind or "")
    return picture._replace(format=kind or picture.format, dpi=dpi or picture.dpi)


def _see_sense(order: KitOrder) -> None:
    """See that what is asked for goes together."""
    given, formats = order.given, order.formats
    if order.one_pdf and (order.test_page or "pdf" not in formats):
        own = "the test page is one PDF file"
        why = own if order.test_page else "ask for --format pdf as well"
        raise OptionError(f"--one-pdf puts all sheets of a kit into one PDF file; {why}")
    if "dpi" in given and "png" not in formats:
        option = "--per-piece png" if order.picture else "--format png"
        raise OptionError(f"--dpi is for PNG; it goes with {option}")
    if order.test_page and order.cuts:
        option = "--cut" if "cut" in given else f"--preset {order.settings.get('preset')}"
        raise OptionError(f"nothing of the test page is cut; leave out {option}")
    if SOLIDS not in formats:
        for name in sorted({"thickness", "plate"} & given.keys()):
            raise OptionError(f"--{name} is for solids; ask for them with --format {SOLIDS}")
    elif order.test_page:
        raise OptionError(f"the test page is for printers of paper; leave out --format {SOLIDS}")
    elif formats == (SOLIDS,) and not order.cuts:
        for name in _SETTINGS:
            if name in given and name not in _OF_SOLIDS:
                option = _option(name)
                raise OptionError(f"{option} is for sheets, and solids have none; leave it out")


def see_press(order: KitOrder, printing: PrintSettings) -> None:
    """See that what is asked for a press is written as what a press takes, and cut files of fronts.

    Raises OptionError.
    """
    other = [name.upper() for name in order.sheet_formats if name != "pdf"]
    if printing.color == "cmyk" and other:
        has = plural(len(other), "has", "have")
        option = "--per-piece" if order.picture else "--format"
        raise OptionError(f"{listed(other)} {has} no inks; --color cmyk goes with {option} pdf")
    if order.cuts and printing.sides == "backs":
        raise OptionError("cut files go with the fronts; ask for --sides both or fronts")
