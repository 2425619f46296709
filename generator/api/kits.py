"""Kits printed: sheets, single faces, cut files and solids of one game or several, as files in a folder.

The options with the settings of a preset and a printer are an order, checked before a kit is made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from os.path import samestat
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, TypeVar, Unpack

import engine
from engine.drawing import theme
from engine.errors import OptionError
from engine.words import listed, meant, plural
from generator.api.options import (
    ComponentsOption,
    FolderOption,
    KitThemeOption,
    LettersOption,
    Names,
    Option,
    TemplateOption,
    completed,
    known_names,
    names_in,
    option_name,
    parted,
)
from generator.printing import template as templates
from generator.printing.template import PrintSettings, Template

if TYPE_CHECKING:
    from generator.printing.faces import Faces
    from generator.printing.kit import Kit, Picked
    from generator.printing.presets import FacePicture, Preset

#: The format that makes a picture a face in place of sheets.
FACES = "faces"
FORMATS = (*templates.FORMATS, FACES)

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
    templates.

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
    packing: Annotated[str | None, Option(offers=templates.PACKINGS)]
    sheets: Annotated[str | None, Option(offers=templates.SHEETS)]
    orientation: Annotated[str | None, Option(offers=templates.ORIENTATIONS)]
    marks: Annotated[str | None, Option(offers=templates.MARKS)]
    cut: Annotated[Names | None, Option(offers=templates.CUT_FORMATS)]
    duplex: Annotated[str | None, Option(offers=templates.DUPLEX)]
    sides: Annotated[str | None, Option(offers=templates.SIDES)]
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


#: The options of sheets, which single faces do not lie on.
_OF_SHEETS = (
    *("paper", "margin", "gap", "packing", "marks", "duplex", "back_shift", "poster_overlap"),
    *("sheets", "cut", "kerf", "test_page", "one_pdf"),
)
_SETTINGS = tuple(field.name for field in fields(PrintSettings))

T = TypeVar("T")


@dataclass(frozen=True)
class KitFiles:
    """The files of kits, and notes for their maker."""

    games: tuple[str, ...]
    files: tuple[Path, ...]
    notes: tuple[str, ...]


def kit(
    *games: str,
    defaults: Collection[str] = (),
    **options: Unpack[KitOptions],
) -> KitFiles:
    """Write print sheets of games, or of ``"all"``, into the folder ``out``.

    An option that changes nothing in the kit is an error, unless ``defaults`` names it.  A project
    names its own settings there.

    Raises GameError for wrong or useless options, OSError for files not read or written.

    >>> made = generator.kit(game.name, paper="letter", sides="fronts", out="sheets")
    >>> [path.suffix for path in made.files], made.notes
    (['.pdf', '.json'], ('168 tiles of 40 mm, 32 per sheet, 6 sheets Letter',))
    """
    order = _ordered(options, defaults)
    several = _Several.of(games, order.options["template"], order.options["only"], order.picked)
    kits = [_test_page(several, order)] if order.options["test_page"] else _kits(several, order)
    paths: list[Path] = []
    for made in kits:
        paths += _written(made, order, several.notes)
    return KitFiles(several.games, tuple(paths), tuple(several.notes))


def solid(*games: str, **options: Unpack[SolidOptions]) -> KitFiles:
    """Write 3MF files of games, or of ``"all"``, whose pieces differ by touch.

    Raises GameError for wrong options, OSError for files not read or written.

    >>> made = generator.solid(engine.names()[1], only="markers", out="solid")
    >>> made.files[0].suffix
    '.3mf'
    """
    from generator.printing.kit import read_picks

    values = completed(SolidOptions, options, "solids")
    from generator.solids import plates

    picked = read_picks(parted(values["pieces"]))
    several = _Several.of(games, values["template"], values["only"], picked)
    settings = {name: values[name] for name in ("theme", "tile_size", "copies")}
    make = plates.Plates(values["thickness"], values["plate"], Path(values["out"]), picked)
    paths: list[Path] = []
    for files, notes in several.each(settings, make.written):
        paths += files
        several.notes += notes
    return KitFiles(several.games, tuple(paths), tuple(several.notes))


# -------------------------------------------------------------------------------- several games


@dataclass
class _Several:
    """The games to make, their template and components; ``notes`` grow meanwhile."""

    games: tuple[str, ...]
    template: str | None
    only: tuple[str, ...]
    notes: list[str]

    @classmethod
    def of(
        cls, games: tuple[str, ...], template: str | Path | None, only: Names, picked: Picked
    ) -> _Several:
        """Return the games that were named; without names, those of pieces, or of the template."""
        from generator.printing.kit import picks_of

        file = None if template is None else str(template)
        names = games or tuple(dict.fromkeys(pick.game for pick in picked if pick.game))
        if not names and not file:
            raise OptionError(f"no game; name one of {', '.join(engine.names())}, or all")
        names = names or (templates.game_of(str(file)),)
        names = engine.names() if "all" in names else tuple(dict.fromkeys(names))
        for name in names:
            engine.game(name)
        names = tuple(name for name in names if picks_of(picked, name)) or names
        return cls(names, file, names_in(only), [])

    def each(
        self,
        settings: Mapping[str, Any],
        make: Callable[[Template, PrintSettings, tuple[str, ...]], T],
    ) -> list[T]:
        """Return what is made of each game; those without what is asked for are left out."""
        from generator.printing.kit import NothingSuitsError, parts_of

        made: list[T] = []
        unsuited: list[NothingSuitsError] = []
        components: list[str] = []
        for name in self.games:
            source = templates.load(name, self.template)
            printing, only = source.printing.with_options(settings), self.only
            if only and len(self.games) > 1:
                known = [part.name for part in parts_of(source, printing)]
                components += known
                only = tuple(one for one in only if one in known)
                if not only:
                    continue
            try:
                made.append(make(source, printing, only))
            except NothingSuitsError as error:
                unsuited.append(error)
        if unsuited and not made:
            raise unsuited[0]
        if not made:
            words = f"none of {', '.join(self.games)} has a component {' or '.join(self.only)}"
            near = filter(None, (meant(name, components) for name in self.only))
            raise OptionError("; ".join([words, *near]))
        self.notes += [f"left out: {none}" for none in unsuited]
        return made


# ------------------------------------------------------------------------------------ the order


@dataclass(frozen=True)
class _Order:
    """What to make of each game."""

    options: KitOptions
    #: The options that someone asked for.
    given: Mapping[str, Any]
    #: The print settings: those of the options, a preset and a printer.
    settings: Mapping[str, Any]
    formats: tuple[str, ...]
    #: The formats of cut files.
    cuts: tuple[str, ...]
    #: The form of a file for each face; None for sheets.
    picture: FacePicture | None
    picked: Picked


def _ordered(options: KitOptions, defaults: Collection[str]) -> _Order:
    from generator.printing.kit import read_picks

    values = completed(KitOptions, options, "a kit")
    formats = known_names(values["format"] or "pdf", FORMATS, "format")
    cuts = known_names(values["cut"] or (), templates.CUT_FORMATS, "cut format")
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
    picked = read_picks(parted(values["pieces"]))
    formats = (picture.format,) if picture else formats
    cuts = () if picture or values["test_page"] else cuts
    order = _Order(values, given, settings, formats, cuts, picture, picked)
    _see_useful(order)
    return order


def _exact(name: str, value: Any) -> Any:
    """Return a value; a length is a float, so that 40 and 40.0 give the same bytes."""
    if isinstance(value, tuple):
        return tuple(_exact(name, one) for one in value)
    if name == "tile_size" and value != "fill":
        try:
            return float(value)
        except ValueError as error:
            words = f"tile-size '{value}' is not a number of millimetres, or fill"
            raise OptionError(words) from error
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
        raise OptionError(f"{by} {name.replace('_', ' ')}; leave out {option_name(name)}")


def _cuts(cuts: tuple[str, ...], preset: Preset, sides: str | None) -> tuple[str, ...]:
    if preset.cut is None:
        return cuts
    return preset.cut.formats if not cuts and sides != "backs" else cuts


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
            words = f"{option_name(name)} is for sheets; {by} makes a picture a face instead"
            raise OptionError(words)
    kinds = [name for name in formats if name != FACES] if "format" in given else []
    if len(kinds) > 1:
        raise OptionError(f"faces are of one format; --format faces,{kinds[0]} is one")
    picture = picture or FacePicture()
    kind = kinds[0] if kinds else picture.format
    return replace(picture, format=kind, dpi=given.get("dpi") or picture.dpi)


def _see_useful(order: _Order) -> None:
    """Check that the options that someone asked for have something to do."""
    in_png = f"is for PNG; it goes with --format {FACES if order.picture else 'png'}"
    useless = (
        (order.options["test_page"], "one_pdf", "is for pieces, and the test page has none"),
        (order.options["test_page"], "cut", "is for pieces, and the test page has none"),
        ("pdf" not in order.formats, "one_pdf", "is for PDF; ask for --format pdf as well"),
        ("png" not in order.formats, "dpi", in_png),
        (not order.cuts, "kerf", "is for cut files; ask for them with --cut svg or dxf"),
    )
    for is_useless, name, words in useless:
        if is_useless and name in order.given:
            raise OptionError(f"{option_name(name)} {words}")


def _see_press(order: _Order, printing: PrintSettings) -> None:
    """Check that the theme is for paper, inks go with PDF, and cut files go with fronts."""
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


# ---------------------------------------------------------------------------- kits and their files


def _test_page(several: _Several, order: _Order) -> Kit:
    from generator.printing import testpage

    printing = templates.load(several.games[0], several.template).printing
    printing = printing.with_options(order.settings)
    _see_press(order, printing)
    return testpage.make(printing)


def _kits(several: _Several, order: _Order) -> list[Kit | Faces]:
    from generator.printing import faces, kit, uses

    useless: list[set[str]] = []

    def made(source: Template, printing: PrintSettings, only: tuple[str, ...]) -> Kit | Faces:
        _see_press(order, printing)
        uses.see_lengths(order.given, printing)
        kit_made: Kit | Faces
        if order.picture:
            kit_made = faces.make(source, printing, order.picture, only, order.picked)
        else:
            kit_made = kit.make(source, printing, only, order.picked)
        useless.append(uses.unused(order.given, source.printing, kit_made))
        return kit_made

    kits = several.each(order.settings, made)
    for name in sorted(set.intersection(*useless)):
        raise OptionError(f"{option_name(name)} {uses.USES[name][1]}; leave it out")
    return kits


def _written(made: Kit | Faces, order: _Order, notes: list[str]) -> list[Path]:
    from generator.printing import faces, output
    from generator.printing.kit import Kit

    folder = Path(order.options["out"])
    if not isinstance(made, Kit):
        notes += made.notes
        return [*faces.planned(made).save(folder)]
    dpi = order.options["dpi"] or 100
    one_pdf = order.options["one_pdf"] and "pdf" in order.formats
    planned = output.planned(made, order.formats, order.cuts, dpi, one_pdf=one_pdf)
    before = {path: path.stat() for job in planned.jobs if (path := folder / job.name).is_file()}
    paths = [*planned.save(folder)]
    # A file that is the same is not written again.
    if replaced := [path for path, old in before.items() if not samestat(path.stat(), old)]:
        notes.append(f"replaced files of an earlier run: {_first_of(replaced)}")
    notes += [*made.notes, *(f"Warning: {warning}" for warning in made.warnings)]
    if made.stem != made.game and (folder / f"{made.game}.json").is_file():
        notes.append(
            f"Warning: {folder} holds a kit of {made.game}, where these pieces would count "
            "twice; give them another --out"
        )
    return paths


def _first_of(paths: Sequence[Path]) -> str:
    """Return the first of some paths, and how many more there are."""
    return f"{paths[0]} and {len(paths) - 1} more" if len(paths) > 1 else str(paths[0])
