"""Files and folders of any mixture verified: a set for each game, format and manifest, and its outcome.

It brings reading, inspection and manifests together; each does its work in its own module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import engine
from engine.drawing import theme
from engine.errors import BrokenGameError, GameError, OptionError
from engine.play.finding import answering
from engine.words import listed
from generator import files
from generator.checking import (
    collecting,
    footers,
    inventory,
    judge,
    manifest,
    readback,
    scale,
    sorting,
)
from generator.checking.collecting import Collected
from generator.checking.faults import (
    Fault,
    Outcome,
    Unread,
    UntoldGameError,
    Wanted,
    in_order,
    subject_of,
)
from generator.checking.manifest import Manifest
from generator.checking.pages import files as files_of
from generator.checking.pages.files import Source
from generator.checking.readback import PictureError, SheetSet, Shown
from generator.checking.recognise.results import Found, Hints

if TYPE_CHECKING:
    from generator.checking.photographs.loading import Photograph

#: So many pieces in foreign colours are not single ones: the theme is another.
_ANOTHER_THEME = 12
NONE_SEEN = "-o shows what was read in photographs and scans; there are none"


@dataclass(frozen=True)
class Asked:
    """What was asked for: options by the names of hints and wishes, those that were given only."""

    names: tuple[str, ...]
    game: str | None = None
    hints: Mapping[str, Any] = field(default_factory=dict)
    wanted: Mapping[str, Any] = field(default_factory=dict)
    #: Where pictures of what was read in photographs go.
    seen: Path | None = None
    #: Patterns of files that are passed over.
    exclude: tuple[str, ...] = ()

    def hints_of(self, said: Manifest | None) -> Hints:
        """Return what the reader is told, by options, else by the kit's manifest."""
        return Hints(**{**(said.reading if said else {}), **self.hints})

    def wanted_of(self, said: Manifest | None) -> Wanted:
        """Return what the sheets should be, by options, else by the kit's manifest."""
        return Wanted(**{**(said.wishes if said else {}), **self.wanted})


class _Scope(NamedTuple):
    """Files that are sorted together: those beside one folder's manifests, of one scale of print."""

    sources: tuple[Source, ...]
    manifests: Mapping[str, Manifest]  # by game

    def hints(self, asked: Asked, game: str) -> Hints:
        """Return what the reader is told of a game's sheets."""
        return asked.hints_of(self.manifests.get(game))


def findings(asked: Asked) -> Iterator[Outcome | Unread]:
    """Yield the outcome of every set that files and folders hold, and of what is of no game.

    What cannot be read is yielded among them, and does not stop the others.

    Raises GameError where nothing is recognised, OptionError for options that do not fit.
    """
    found = collecting.collect(asked.names, asked.game, asked.exclude)
    if asked.seen is not None and not (found.photographs or found.sheets or found.unread):
        raise OptionError(NONE_SEEN)
    if "theme" in asked.hints:
        theme.load(asked.hints["theme"])
    yield from found.unread
    rest = _Rest(unread=bool(found.unread))
    for one in _of_readable(asked, found, rest):
        rest.unread = rest.unread or isinstance(one, Unread)
        yield one
    lost = list(_without_sheets(asked, found, rest))
    yield from lost
    if rest.components:
        judge.see_components(asked.wanted["only"], rest.components)
    is_found = rest.games or found.lists or found.tables or rest.pictures or lost
    if not (is_found or rest.unread):
        raise _nothing(asked, found, rest)
    passed = (*found.passed, *rest.passed)
    if rest.unknown or passed:
        yield _of_no_game(rest, passed)


@dataclass
class _Rest:
    """What is left: scans, files of no game and why; games with sheets; whether a file is unread.

    Where components are asked for of any game: those of each game, and what is passed over for them.
    """

    scans: list[Source] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    refused: GameError | None = None
    games: set[str] = field(default_factory=set)
    pictures: tuple[Source, ...] = ()
    unread: bool = False
    components: dict[str, Sequence[str]] = field(default_factory=dict)
    passed: list[str] = field(default_factory=list)

    def asked_of(
        self, asked: Asked, game: str, names: Sequence[str], files: Iterable[str]
    ) -> Asked | None:
        """Return what is asked for of a game's files: of components those that it has, None for none.

        Of a game that was named all is asked for, also what it does not have.
        """
        only = asked.wanted.get("only")
        if asked.game is not None or not only:
            return asked
        self.components[game] = names
        own = tuple(name for name in only if name in names)
        if own:
            return replace(asked, wanted={**asked.wanted, "only": own})
        subject = subject_of(files)
        self.passed.append(f"{subject}: {game} has no {listed(only, 'or')}")
        return None


def _of_readable(asked: Asked, found: Collected, rest: _Rest) -> Iterator[Outcome | Unread]:
    """Yield what comes of files by their kinds, and note what is left."""
    yield from _of_lists(asked, found)
    yield from _of_tables(asked, found)
    yield from _of_sheets(asked, found, rest)
    rest.pictures = (*rest.scans, *found.photographs)
    if rest.pictures:
        try:
            yield from _of_pictures(asked, rest.pictures)
        except UntoldGameError:
            if not (rest.games or found.lists):
                raise
            titles = (one.name for one in rest.pictures)
            rest.passed += [f"{title}: a picture that shows no pieces" for title in titles]
    elif asked.seen is not None:
        raise OptionError(NONE_SEEN)


def _of_sheets(asked: Asked, found: Collected, rest: _Rest) -> Iterator[Outcome | Unread]:
    """Yield the outcome of every set of sheets, and note what is left."""
    told: set[str] = set()
    for scope in _scopes(asked, found):
        parted, unread = _readable_sorted(asked, scope)
        yield from unread
        rest.scans += parted.scans
        rest.unknown += parted.unknown
        rest.refused = rest.refused or parted.refused
        if isinstance(parted.refused, BrokenGameError):
            yield Unread(parted.refused)
        for one in parted.sets:
            rest.games.add(one.game)
            names = judge.component_names(one)
            own = rest.asked_of(asked, one.game, names, (page.source for page in one.pages))
            if own is not None:
                make = partial(_outcome, own, found, scope, one, told)
                yield from _kept(make, one.game, one.pages[0].source)


def _kept(make: Callable[[], Outcome], game: str, file: str) -> Iterator[Outcome | Unread]:
    """Yield an outcome, or the error that it ends with, of which the others know nothing.

    Raises OptionError for options that do not fit.
    """
    try:
        with answering(game):
            found: Outcome | Unread = make()
    except OptionError:
        raise
    except GameError as error:
        found = Unread(error, file)
    yield found


def _readable_sorted(asked: Asked, scope: _Scope) -> tuple[sorting.Sorted, Sequence[Unread]]:
    """Return the sets of those files of a scope that can be read, and the others.

    Raises GameError where all can be read and are not of the game that was named.
    """
    unread: list[Unread] = []
    shown: Shown | None = None
    while scope.sources:
        try:
            return _sorted(asked, scope, shown), unread
        except readback.UnreadableError as error:
            unread += [Unread(fault, name) for name, fault in error.faults.items()]
            good = tuple(one for one in scope.sources if one.name not in error.faults)
            scope, shown = scope._replace(sources=good), error.others
    return sorting.Sorted((), (), ()), unread


def _nothing(asked: Asked, found: Collected, rest: _Rest) -> GameError:
    """Return the error of files in which nothing was recognised, or of which none is looked at."""
    if rest.unknown:
        words = readback.nothing_found(rest.unknown, asked.hints_of(None), asked.game)
        return rest.refused or GameError(words)
    return OptionError(f"there is nothing to verify: {'; '.join(found.passed)}")


def _of_lists(asked: Asked, found: Collected) -> Iterator[Outcome | Unread]:
    """Yield the outcome of the inventories of each game."""
    by_game: dict[str, list[tuple[str, inventory.Inventory]]] = {}
    for source in found.lists:
        try:
            with answering(asked.game or ""):
                said = inventory.read(*source, asked.game)
        except GameError as error:
            yield Unread(error, source.name)
        else:
            by_game.setdefault(said.game, []).append((source.name, said))
    for game, lists in by_game.items():
        make = partial(judge.inventories, lists, asked.wanted_of(None).copies)
        yield from _kept(make, game, lists[0][0])


def _of_tables(asked: Asked, found: Collected) -> Iterator[Outcome | Unread]:
    """Yield the outcome of every virtual table, a set by itself."""
    from generator.tabletops import readback as tables

    for source in found.tables:
        hints, wanted = asked.hints_of(None), asked.wanted_of(None)
        make = partial(tables.outcome, source, asked.game, hints, wanted)
        yield from _kept(make, asked.game or "", source.name)


def _scopes(asked: Asked, found: Collected) -> list[_Scope]:
    """Return the sheets by the folder whose manifests say more of them, and by scale of print.

    Sheets beside no manifest belong to the only folder that has some.
    """
    folders = list(dict.fromkeys(one.folder for one in found.manifests))
    only = folders[0] if len(folders) == 1 else None
    parted: dict[tuple[Path | None, tuple[float, float]], list[Source]] = {}
    for source in found.sheets:
        beside = Path(source.name).parent
        folder = beside if beside in folders else only
        scale = asked.hints_of(found.manifest_of(source.name)).print_scale
        parted.setdefault((folder, scale), []).append(source)
    result = []
    for (folder, scale), sources in parted.items():
        said = {one.game: one for one in found.manifests if one.folder == folder}
        alike = {g: m for g, m in said.items() if asked.hints_of(m).print_scale == scale}
        result.append(_Scope(tuple(sources), alike))
    return result


def _sorted(asked: Asked, scope: _Scope, shown: Shown | None) -> sorting.Sorted:
    """Return the sets of a scope: of the game that was named alone, else of every game found.

    What the files show may be known.

    Raises GameError where files cannot be read, or are not of the game that was named.
    """
    if asked.game is not None:
        try:
            hints = scope.hints(asked, asked.game)
            found = readback.read(scope.sources, hints, asked.game, shown)
        except PictureError:
            return sorting.Sorted((), scope.sources, ())
        return sorting.Sorted((found,), (), ())
    presumed = {}
    for source in scope.sources:
        listing = (m for m in scope.manifests.values() if m.lists(Path(source.name)))
        said = next(listing, None)
        game = said.game if said else Path(source.name).stem.partition("-")[0]
        if game in engine.names():
            presumed[source.name] = game
    parted = sorting.sort(scope.sources, presumed, lambda game: scope.hints(asked, game), shown)
    return parted._replace(sets=tuple(_by_format(asked, scope, parted.sets)))


def _by_format(asked: Asked, scope: _Scope, sets: Sequence[SheetSet]) -> Iterator[SheetSet]:
    """Yield sets, one that is there as PDF and as SVG as two."""
    for one in sets:
        parts = sorting.by_format(one)
        if len(parts) == 1:
            yield one
            continue
        hints = scope.hints(asked, one.game)
        for names in parts:
            own = [source for source in scope.sources if source.name in names]
            yield readback.read(own, hints, one.game)


def _outcome(
    asked: Asked, found: Collected, scope: _Scope, sheets: SheetSet, told: set[str]
) -> Outcome:
    """Return a set's outcome, with what its manifest promises and the sheets lack.

    ``told`` are the manifests of whose files it is told already which are not there.
    """
    said = scope.manifests.get(sheets.game)
    wanted, hints = asked.wanted_of(said), asked.hints_of(said)
    sheets, outcome = judge.in_a_theme(sheets, wanted, hints)
    faults = list(outcome.faults)
    if said is not None:
        is_short, only = bool(faults), asked.wanted.get("only") or ()
        if said.name not in told:
            faults += _not_there(found, said.only(only), sheets)
            told.add(said.name)
        if not only:  # what else there is of these alone is told by their pieces
            faults += _promised(said, sheets, {} if is_short else outcome.found_of)
        if not is_short:
            faults += manifest.of_other_sizes(said.only(only), sheets.sizes)
            faults += manifest.of_another_edge(said, footers.turned(sheets.pages))
            outcome = replace(outcome, facts=(*outcome.facts, *_otherwise(said, sheets)))
    if hints.tile_size is None and (said is None or faults):
        faults += scale.unsized(sheets.pages)
    faults += _exchanged(found, sheets)
    if not faults and any(piece.spots for piece in sheets.reading.pieces):
        # These pieces were read without pixels.  Other faults would show as stray paint, too.
        files_of.show(scope.sources, hints.print_scale, sheets.pages)
        faults += judge.painted_over(sheets, wanted)
    foreign = sum(_is_foreign(piece) for piece in sheets.reading.pieces) if faults else 0
    hint = manifest.advice(said, hints.theme) if foreign >= _ANOTHER_THEME else ""
    return replace(outcome, faults=in_order(faults), advice=(hint,) if hint else ())


def _is_foreign(piece: Found) -> bool:
    """Tell whether a piece shows colours that are none of the game's, or no clear ones."""
    return any(flaw.kind in ("foreign", "unclear") for flaw in piece.flaws)


def _exchanged(found: Collected, sheets: SheetSet) -> Iterator[Fault]:
    """Yield the files of a set that a manifest lists as another game's."""
    for name in dict.fromkeys(page.source for page in sheets.pages):
        said = next((one for one in found.manifests if one.lists(Path(name))), None)
        if said is not None and said.game != sheets.game:
            words = f"{name} shows {sheets.game}, but {said.name} lists it as {said.game}'s"
            yield Fault("foreign", words, name, is_placed=True)


def _not_there(found: Collected, said: Manifest, sheets: SheetSet) -> Iterator[Fault]:
    """Yield that files are not there which a manifest lists: all, or where single files were named sheets."""
    names = {Path(page.source) for page in sheets.pages}
    if said.folder in found.folders:
        yield from manifest.lacking(said, names | _in_folder(said), None)
    else:
        yield from manifest.lacking(said, names, {path.suffix.lower() for path in names})


def _promised(said: Manifest, sheets: SheetSet, found: Mapping[str, int]) -> Iterator[Fault]:
    """Yield what a manifest lists in its files and of components, and fewer are found."""
    names = list(dict.fromkeys(page.source for page in sheets.pages))
    for name in names:
        pages = sum(page.source == name for page in sheets.pages)
        yield from manifest.short(said, name, pages, sorting.parts_of(sheets, name))
    if {Path(name).parent for name in names} == {said.folder}:
        yield from manifest.fewer(said, found)


def _otherwise(said: Manifest, sheets: SheetSet) -> Iterator[str]:
    """Yield what is otherwise than a manifest lists, though nothing is lacking: papers and theme."""
    pages = ((page.source, (page.width, page.height)) for page in sheets.pages)
    yield from manifest.other_papers(said, pages)
    yield from manifest.other_theme(said, sheets.reading.colours)


def _without_sheets(asked: Asked, found: Collected, rest: _Rest) -> Iterator[Outcome]:
    """Yield an outcome for each manifest that was asked for and of whose game there is no sheet."""
    for said in found.manifests:
        is_asked = said.name in asked.names or said.folder in found.folders
        is_asked = is_asked and asked.game in (None, said.game)
        is_asked = is_asked and any(one.is_sheet for one in said.files)
        if said.game in rest.games or not is_asked:
            continue
        names = [one.name for one in said.components]
        if rest.asked_of(asked, said.game, names, [said.name]) is not None:
            faults = list(manifest.lacking(said, _in_folder(said), None))
            hint = ""
            if len(faults) == 0:
                words = f"{said.name}: nothing on the sheets that it lists is recognised"
                faults = [Fault("missing", words, said.name, is_placed=True)]
                hint = manifest.advice(said, asked.hints_of(said).theme)
            expected = said.pieces
            advice = (hint,) if hint else ()
            yield Outcome(
                said.game, said.name, expected, 0, tuple(faults), (), ("missing",), (), advice
            )


def _in_folder(said: Manifest) -> set[Path]:
    """Return which files of a manifest are beside it."""
    return {path for one in said.files if (path := said.folder / one.file).is_file()}


def _of_no_game(rest: _Rest, passed: Sequence[str]) -> Outcome:
    """Return the outcome of files that show nothing of any game: faults; passed over, facts."""
    faults = tuple(
        Fault("foreign", f"{name}: nothing on it is of any game", name, is_placed=True)
        for name in rest.unknown
    )
    subject = subject_of(rest.unknown) or "other files"
    checked = ("foreign",) if faults else ()
    advice = (str(rest.refused),) if faults and rest.refused else ()
    return Outcome("", subject, 0, 0, faults, tuple(passed), checked, (), advice)


def _of_pictures(asked: Asked, sources: Sequence[Source]) -> Iterator[Outcome | Unread]:
    """Yield the outcome of one set of photographs, and write what was read in them.

    Raises OSError where a picture cannot be written, OptionError where OpenCV lacks or options do
    not fit.
    """
    try:
        from generator.checking.photographs import loading, reading
    except ImportError as error:
        words = "photographs need OpenCV: pip install opencv-python-headless"
        raise OptionError(words) from error
    reading.refuse_lengths(asked.hints_of(None), asked.wanted_of(None))
    good: list[Photograph] = []
    names: list[str] = []
    for source in sources:
        try:
            good += islice(loading.load([source]), collecting.MOST_PHOTOGRAPHS + 1 - len(good))
            names.append(source.name)
        except GameError as error:
            yield Unread(error, source.name)
    if good:
        yield from _kept(partial(_photographed, asked, good), asked.game or "", names[0])


def _photographed(asked: Asked, photographs: Sequence[Photograph]) -> Outcome:
    """Return the outcome of one set of photographs, and write what was read in them.

    Raises GameError where they tell no piece, OSError where a picture cannot be written.
    """
    from generator.checking.photographs import reading

    hints, wanted = asked.hints_of(None), asked.wanted_of(None)
    with answering(asked.game or ""):
        found = reading.read(photographs, asked.game, hints, wanted)
    if asked.seen is not None:
        for k, picture in enumerate(found.pictures(), 1):
            many = len(found.photographs) > 1
            path = asked.seen.with_stem(f"{asked.seen.stem}-{k}") if many else asked.seen
            files.write(path, picture)
    return found.outcome
