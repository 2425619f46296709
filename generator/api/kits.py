"""Kits as files in a folder: sheets, single faces, cut files, solids, virtual tables, of one game or several.

The options with the settings of a preset and a printer are an order, checked before a kit is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from os.path import samestat
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, TypeVar, Unpack
from urllib.parse import quote

import engine
from engine.drawing import theme
from engine.errors import OptionError
from engine.geometry.plane import number
from engine.words import listed, meant, plural
from generator import files
from generator.api.declaration import (
    Answer,
    ComponentsOption,
    FolderOption,
    GameNames,
    KitThemeOption,
    LettersOption,
    Names,
    Option,
    PairOption,
    SettingsOption,
    TemplateOption,
    completed,
    option_name,
    parted,
)
from generator.printing import template as templates
from generator.printing.template import PrintSettings, Template

if TYPE_CHECKING:
    from generator.printing.kit import Kit, Picked
    from generator.printing.presets import FacePicture, Preset

#: The format that makes a picture a face in place of sheets.
FACES = "faces"
FORMATS = (*templates.FORMATS, FACES)

#: The groups of options in ``--help``.
KIT_GROUPS = {
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
    - dpi N: Resolution of PNG.
    - preset: A preset of a shop, label sheet or machine; see: tilewright preset.
    - test_page: Print only a page that tests the printer.
    """

    paper: Annotated[str | None, Option(offers="papers")]
    format: Annotated[Names | None, Option(default="pdf", kind=FORMATS)]
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
    cut: Annotated[Names | None, Option(kind=templates.CUT_FORMATS)]
    duplex: Annotated[str | None, Option(offers=templates.DUPLEX)]
    sides: Annotated[str | None, Option(offers=templates.SIDES)]
    back_shift: PairOption
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


class TabletopOptions(TypedDict, total=False):
    """How a game is made for tabletop programs: the options of ``tilewright tabletop``.

    - format: tts: a saved object of Tabletop Simulator; vtt: an archive for virtualtabletop.io.
    - base_url URL: The address of the folder of pictures on the web. [default: this machine's disk]
    """

    settings: SettingsOption
    format: Annotated[str, Option(default="both", kind=("both", "tts", "vtt"))]
    out: FolderOption
    base_url: str | None
    theme: KitThemeOption
    template: TemplateOption
    only: ComponentsOption
    labels: LettersOption


_SETTINGS = tuple(field.name for field in fields(PrintSettings))

T = TypeVar("T")
_AnyOptions = KitOptions | SolidOptions | TabletopOptions


@dataclass(frozen=True)
class KitFiles:
    """The files of kits, and notes for their maker."""

    games: tuple[str, ...]
    files: tuple[Path, ...]
    notes: tuple[str, ...]

    def answer(self) -> Answer:
        return Answer({"games": self.games, "files": self.files}, self.files, self.notes)


def kit(
    *games: GameNames, defaults: Collection[str] = (), **options: Unpack[KitOptions]
) -> KitFiles:
    """Print sheets of one GAME or more, or of all.

    Settings come from the game's template; options override it. Print at 100 %.

    ``defaults`` are options that may change nothing in the kit; any other such option is an error.
    """
    from generator.printing import kit, testpage, uses

    order, useless = _ordered(options, defaults), list[set[str]]()

    def make(source: Template, printing: PrintSettings, only: tuple[str, ...]) -> Kit:
        _see_fitting(order, printing)
        made = kit.make(source, printing, only, order.picked, order.picture)
        useless.append(uses.unused(order.given, source.printing, made))
        return made

    if order.options["test_page"]:
        names, notes = _names(games, order.options, order.picked), list[str]()
        source = templates.load(names[0], order.options["template"])
        printing = source.printing.with_options(order.settings)
        _see_fitting(order, printing)
        kits = [testpage.make(printing)]
    else:
        names, kits, notes = _each(games, order.options, order.settings, order.picked, make)
        for name in sorted(set.intersection(*useless)):
            raise OptionError(f"{option_name(name)} {uses.USES[name][1]}; leave it out")
    paths = [path for made in kits for path in _written(made, order, notes)]
    return KitFiles(names, tuple(paths), tuple(notes))


def solid(*games: GameNames, **options: Unpack[SolidOptions]) -> KitFiles:
    """Write 3MF files of the pieces of one GAME or more, or of all, to be told apart by touch.

    >>> made = generator.solid(engine.names()[1], only="markers", out="solid")
    >>> made.files[0].suffix
    '.3mf'
    """
    from generator.printing.kit import read_picks

    values = completed(SolidOptions, options, "solids")
    from generator.solids import plates

    picked = read_picks(parted(values["pieces"]))
    make = plates.Plates(values["thickness"], values["plate"], Path(values["out"]), picked).written
    return _files(games, values, picked, make)


def tabletop(*games: GameNames, **options: Unpack[TabletopOptions]) -> KitFiles:
    """Write one GAME or more for Tabletop Simulator and virtualtabletop.io.

    The pieces lie in their bags, and on the board as the game begins.

    >>> made = generator.tabletop(engine.names()[1], only="board", format="tts", out="table")
    >>> [path.suffix for path in made.files]
    ['.json', '']
    """
    values = completed(TabletopOptions, options, "a tabletop")
    out, url, form = Path(values["out"]), values["base_url"], values["format"]
    if url is not None and form == "vtt":
        raise OptionError("--base-url is for Tabletop Simulator; a .vtt file holds its pictures")
    if url is not None and not re.fullmatch(r"https?://[^\s/]+(/\S*)?", url):
        raise OptionError(f"--base-url {url} is not an address; expected one like https://…/games")

    def address(folder: Path, name: str) -> str:
        if url is not None:
            return f"{url.rstrip('/')}/{quote(name)}"
        # Tabletop Simulator reads places on a disk as they are, blanks and all.
        return f"file:///{(folder.absolute() / name).as_posix().lstrip('/')}"

    begun = {name: str(value) for name, value in values["settings"].items()}
    from generator.tabletops import archive, simulator, stock
    from generator.tabletops.pictures import pictures

    def written(
        source: Template, _: PrintSettings, only: tuple[str, ...]
    ) -> tuple[list[Path], list[str]]:
        look: Any = {"theme": values["theme"], "labels": values["labels"]}
        made = stock.make(source, begun, only=only, **look)
        drawn, paths, notes = pictures(made), list[Path](), [*made.notes]
        if form != "vtt":
            folder = out / f"{source.game}-tts"
            for picture, data in drawn.items():
                files.write(folder / picture, data)
            paths += [folder.with_suffix(".json"), folder]
            files.write(paths[0], simulator.write(made, partial(address, folder)))
            if url is None:
                notes.append(
                    f"Tabletop Simulator needs whole addresses of pictures: leave the folder {folder} "
                    "where it is, or put it on a server and give --base-url"
                )
        if form != "tts":
            paths.append(out / f"{source.game}.vtt")
            files.write(paths[-1], archive.write(made, drawn))
        return paths, notes

    return _files(games, values, (), written)


# -------------------------------------------------------------------------------- several games


def _names(games: tuple[str, ...], options: _AnyOptions, picked: Picked) -> tuple[str, ...]:
    """Return the games that were named; without names, those of pieces, or of the template."""
    from generator.printing.kit import picks_of

    names = games or tuple(pick.game for pick in picked if pick.game)
    if not names and not options["template"]:
        raise OptionError(f"no game; name one of {', '.join(engine.names())}, or all")
    names = names or (templates.game_of(str(options["template"])),)
    names = engine.names() if "all" in names else tuple(dict.fromkeys(names))
    for name in names:
        engine.game(name)
    return tuple(name for name in names if picks_of(picked, name)) or names


def _files(
    games: tuple[str, ...],
    options: _AnyOptions,
    picked: Picked,
    make: Callable[[Template, PrintSettings, tuple[str, ...]], tuple[list[Path], list[str]]],
) -> KitFiles:
    settings = {name: value for name, value in options.items() if name in _SETTINGS}
    names, made, notes = _each(games, options, settings, picked, make)
    notes += [note for _, of_game in made for note in of_game]
    return KitFiles(names, tuple(path for paths, _ in made for path in paths), tuple(notes))


def _each(
    games: tuple[str, ...],
    options: _AnyOptions,
    settings: Mapping[str, Any],
    picked: Picked,
    make: Callable[[Template, PrintSettings, tuple[str, ...]], T],
) -> tuple[tuple[str, ...], list[T], list[str]]:
    """Return the games, what is made of each, and notes on those without what is asked for."""
    from generator.printing.kit import NothingSuitsError, parts_of

    names, made = _names(games, options, picked), list[T]()
    unsuited: list[NothingSuitsError] = []
    components: list[str] = []
    chosen = tuple(options["only"])
    for name in names:
        source = templates.load(name, options["template"])
        printing, only = source.printing.with_options(settings), chosen
        if only and len(names) > 1:
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
        words = f"none of {', '.join(names)} has a component {' or '.join(chosen)}"
        raise OptionError("; ".join([words, *filter(None, (meant(n, components) for n in chosen))]))
    return names, made, [f"left out: {none}" for none in unsuited]


# ------------------------------------------------------------------------------------ the order


@dataclass(frozen=True)
class _Order:
    """What to make of each game."""

    options: KitOptions
    #: The options that someone gave.
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
    from generator.printing import duplex, presets
    from generator.printing.kit import read_picks

    values = completed(KitOptions, options, "a kit")
    size = values["tile_size"]
    try:
        values["tile_size"] = size if size in (None, templates.FILL) else float(str(size))
    except ValueError as error:
        raise OptionError(f"tile-size '{size}' is not a number of millimetres, or fill") from error
    chosen: dict[str, Any] = {
        name: one
        for name, one in values.items()
        if one is not None and one != () and (one is not False or name == "labels")
    }
    given = {name: chosen[name] for name in options if name in chosen and name not in defaults}
    settings = {name: chosen[name] for name in _SETTINGS if name in chosen}
    printer = duplex.load(values["printer"]) if values["printer"] else {}
    preset = presets.load(settings.get("preset", ""))
    formats, cuts = tuple(values["format"] or ("pdf",)), tuple(values["cut"] or ())
    if preset.cut and values["sides"] != "backs":
        cuts = cuts or preset.cut.formats
    picture = preset.picture or (presets.FacePicture() if FACES in formats else None)
    if picture:
        kinds = [name for name in formats if name != FACES] if "format" in given else []
        if len(kinds) > 1:
            raise OptionError(f"faces are of one format; --format faces,{kinds[0]} is one")
        kind = kinds[0] if kinds else picture.format
        picture = replace(picture, format=kind, dpi=given.get("dpi", picture.dpi))
    order = _Order(
        values,
        given,
        {**preset.printing, **printer, **settings},
        (picture.format,) if picture else formats,
        () if picture or values["test_page"] else cuts,
        picture,
        read_picks(parted(values["pieces"])),
    )
    _see_useful(order, preset, is_faces=FACES in formats)
    return order


def _see_useful(order: _Order, preset: Preset, *, is_faces: bool) -> None:
    """Check that the options that someone asked for have something to do."""
    given, picture, cuts = order.given, order.picture, order.cuts
    by = f"--format {FACES}" if is_faces else f"--preset {preset.name}"
    is_of_sheets = preset.labels or preset.marks.corners or preset.cut or preset.card
    of_sheets = (
        *("paper", "margin", "gap", "packing", "marks", "duplex", "back_shift", "poster_overlap"),
        *("sheets", "cut", "kerf", "test_page", "one_pdf"),
    )
    by_labels = ("packing", "gap", "orientation", *sorted({"paper", "margin"} & {*preset.printing}))
    by_pixels = ("dpi", *sorted({"tile_size", "orientation", "bleed"} & {*preset.printing}))
    settled = f"is settled by the picture of {preset.name}"
    least, engraves = number(preset.marks.margin), preset.cut and preset.cut.engrave
    too_narrow = f"is less than the {least} mm that the marks of {preset.name} need"
    is_narrow = 0 <= given.get("margin", 100) < preset.marks.margin
    is_test, png = order.options["test_page"], FACES if picture else "png"
    reasons = (
        (is_faces and is_of_sheets and not preset.picture, ("preset",), f"is for sheets, not {by}"),
        (preset.labels, by_labels, f"is settled by the labels of {preset.name}"),
        (preset.picture and preset.picture.pixels, by_pixels, settled),
        (is_narrow, ("margin",), too_narrow),
        (engraves and "dxf" in cuts, ("cut",), f"dxf does not engrave, as {preset.name} does"),
        (picture, of_sheets, f"is for sheets; {by} makes a picture a face instead"),
        (is_test, ("one_pdf", "cut"), "is for pieces, and the test page has none"),
        ("pdf" not in order.formats, ("one_pdf",), "is for PDF; ask for --format pdf as well"),
        ("png" not in order.formats, ("dpi",), f"is for PNG; it goes with --format {png}"),
        (not cuts, ("kerf",), "is for cut files; ask for them with --cut svg or dxf"),
    )
    for is_useless, names, words in reasons:
        for name in names:
            if is_useless and name in given:
                raise OptionError(f"{option_name(name)} {words}")


def _see_fitting(order: _Order, printing: PrintSettings) -> None:
    """Check that the theme is for paper, inks go with PDF, cut files with fronts, gaps with bleeds."""
    gap, least = order.given.get("gap"), 2 * printing.bleed
    if gap and gap < least:
        raise OptionError(
            f"between bleeds of {number(printing.bleed)} mm the least gap is {number(least)} mm; "
            f"{number(gap)} mm is too small"
        )
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


def _written(made: Kit, order: _Order, notes: list[str]) -> list[Path]:
    from generator.printing import output

    folder = Path(order.options["out"])
    dpi = order.options["dpi"] or 100
    one_pdf = order.options["one_pdf"] and "pdf" in order.formats
    jobs = output.planned(made, order.formats, order.cuts, dpi, one_pdf=one_pdf)
    before = {path: path.stat() for job in jobs[:-1] if (path := folder / job.name).is_file()}
    paths = [*output.save(jobs, folder)]
    # A file that is the same is not written again.
    if replaced := [path for path, old in before.items() if not samestat(path.stat(), old)]:
        more = f" and {len(replaced) - 1} more" if len(replaced) > 1 else ""
        notes.append(f"replaced files of an earlier run: {replaced[0]}{more}")
    notes += made.notes
    if made.stem != made.game and (folder / f"{made.game}.json").is_file():
        notes.append(
            f"Warning: {folder} holds a kit of {made.game}, where these pieces would count "
            "twice; give them another --out"
        )
    return paths
