"""Files and folders of any mixture verified: a set for each game, format and manifest, and its outcome.

It brings reading, judging and manifests together; each does its work in its own module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.drawing import theme
from engine.errors import GameError, OptionError
from engine.words import listed, plural
from generator import files
from generator.checking import collecting, footers, inventory, judge, manifest, readback, scale
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
from generator.checking.grouping import grouped
from generator.checking.manifest import Listed, Manifest
from generator.checking.pages.files import Source
from generator.checking.readback import SheetSet
from generator.checking.recognise.results import Hints

if TYPE_CHECKING:
    from generator.checking.photographs.loading import Photograph

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
    """Sheets that are sorted together: those beside one folder's manifests, of one scale of print."""

    sources: tuple[Source, ...]
    manifests: Mapping[str, Manifest]  # by game
    print_scale: tuple[float, float]


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
    yield from _Verifying(asked, found).outcomes()


class _Verifying:
    """One run: what was asked for and collected, and what is known once parts of it are verified."""

    def __init__(self, asked: Asked, found: Collected) -> None:
        self._asked = asked
        self._found = found
        self._passed = list(found.passed)
        self._scans: list[Source] = []
        #: The files that cannot be read, be it of what they are or what is in them.
        self._unread = {Path(one.file) for one in found.unread}
        #: Files that show nothing of any game, and why the likeliest game refused them.
        self._unknown: list[str] = []
        self._refused: GameError | None = None
        #: The games of which there are sheets, and the manifests whose lost files are named already.
        self._games: set[str] = set()
        self._done: set[str] = set()
        #: Where components are asked for: those of each game.
        self._components: dict[str, Sequence[str]] = {}

    def outcomes(self) -> Iterator[Outcome | Unread]:
        """Yield all outcomes; raises as :func:`findings` does."""
        is_any = False
        for one in self._of_all():
            is_any = True
            if isinstance(one, Unread):
                self._unread.add(Path(one.file))
            yield one
        if self._components:
            _see_components(self._asked.wanted["only"], self._components)
        if not is_any and not self._games:
            raise self._nothing()
        if self._unknown or self._passed:
            yield self._of_no_game()

    def _of_all(self) -> Iterator[Outcome | Unread]:
        yield from self._found.unread
        yield from self._of_lists()
        for scope in self._scopes():
            yield from self._of_scope(scope)
        if self._scans or self._found.photographs:
            yield from self._of_pictures([*self._scans, *self._found.photographs])
        elif self._asked.seen is not None:
            raise OptionError(NONE_SEEN)
        yield from self._of_manifests_alone()

    def _kept(
        self, make: Callable[[], Outcome], game: str, file: str
    ) -> Iterator[Outcome | Unread]:
        """Yield an outcome, or the error that it ends with, of which the others know nothing.

        Raises OptionError for options that do not fit.
        """
        try:
            found: Outcome | Unread = make()
        except OptionError:
            raise
        except GameError as error:
            found = Unread(error, file)
        yield found

    def _asked_of(self, game: str, names: Sequence[str], subject: str) -> Asked | None:
        """Return what is asked for of a game's files: of components those that it has, None for none."""
        only = self._asked.wanted.get("only")
        if not only:
            return self._asked
        self._components[game] = names
        own = tuple(name for name in only if name in names)
        if own:
            return replace(self._asked, wanted={**self._asked.wanted, "only": own})
        self._passed.append(f"{subject}: {game} has no {listed(only, 'or')}")
        return None

    def _nothing(self) -> GameError:
        """Return the error of files in which nothing was recognised, or of which none is looked at."""
        if not self._unknown:
            return OptionError(f"there is nothing to verify: {'; '.join(self._passed)}")
        game, names = self._asked.game or "any game", ", ".join(self._unknown[:5])
        words = f"{names}: no tiles were found: nothing drawn is a piece of {game}"
        more = "; if there are some, say their right width by --tile-size"
        return self._refused or GameError(words + more)

    # ----------------------------------------------------------------- lists

    def _of_lists(self) -> Iterator[Outcome | Unread]:
        """Yield the outcome of the inventories of each game, with the pieces that were printed again."""
        by_game: dict[str, list[tuple[str, inventory.Inventory]]] = {}
        for source in self._found.lists:
            try:
                said = inventory.read(*source, self._asked.game)
            except GameError as error:
                yield Unread(error, source.name)
            else:
                by_game.setdefault(said.game, []).append((source.name, said))
        for game, lists in by_game.items():
            again = [
                piece
                for said in self._found.manifests.values()
                for piece, often in (said.picked or {}).items()
                for _ in range(often)
                if said.game == game and said.there
            ]
            copies = self._asked.wanted_of(None).copies
            make = partial(judge.inventories, lists, copies, again)
            yield from self._kept(make, game, lists[0][0])

    # --------------------------------------------------------------------------- sheets

    def _scopes(self) -> Iterator[_Scope]:
        """Yield the sheets by the folder whose manifests say more of them, and by scale of print.

        Sheets beside no manifest belong to the only folder that has some of more than lost pieces.
        """
        manifests = self._found.manifests.values()
        folders = list(dict.fromkeys(one.folder for one in manifests))
        whole = {one.folder for one in manifests if one.picked is None}
        only = next(iter(whole)) if len(whole) == 1 else None
        parted: dict[tuple[Path | None, tuple[float, float]], list[Source]] = {}
        for source in self._found.sheets:
            beside = Path(source.name).parent
            by = self._asked.hints_of(self._found.manifest_of(source.name)).print_scale
            parted.setdefault((beside if beside in folders else only, by), []).append(source)
        for (folder, by), sources in parted.items():
            names = {Path(one.name) for one in sources}
            there = [one for one in manifests if one.folder == folder]
            asked = [one for one in there if self._found.is_whole(one) or names & one.there]
            said = {one.game: one for one in there} | manifest.by_game(asked)
            alike = {g: m for g, m in said.items() if self._asked.hints_of(m).print_scale == by}
            yield _Scope(tuple(sources), alike, by)

    def _of_scope(self, scope: _Scope) -> Iterator[Outcome | Unread]:
        """Yield the outcome of every set of a scope's sheets, and note what is left."""

        def hints(name: str) -> Hints:
            return self._asked.hints_of(scope.manifests.get(name))

        try:
            found, shown = readback.sort(scope.sources, scope.print_scale, hints, self._asked.game)
        except OptionError:
            raise
        except GameError as error:
            yield Unread(error, scope.sources[0].name)
            return
        yield from (Unread(fault, name) for name, fault in shown.faults.items())
        self._scans += [one for one in scope.sources if one.name in found.scans]
        self._unknown += found.unknown
        self._refused = self._refused or found.refused
        for one in found.sets:
            self._games.add(one.game)
            own = self._asked_of(one.game, one.components, subject_of(one.files))
            if own is not None:
                make = partial(self._outcome, own, scope, one)
                yield from self._kept(make, one.game, one.files[0])

    def _outcome(self, asked: Asked, scope: _Scope, sheets: SheetSet) -> Outcome:
        """Return a set's outcome, with what its manifest promises and the sheets lack."""
        said = scope.manifests.get(sheets.game)
        wanted, hints = asked.wanted_of(said), asked.hints_of(said)
        if said is not None and not all(said.lists(Path(name)) for name in sheets.files):
            # Of two runs one has lost its manifest.
            wanted = replace(wanted, duplex=asked.wanted_of(None).duplex)
        outcome = judge.sheets(sheets, wanted)
        faults = [*outcome.faults]
        if said is not None:
            is_short, only = bool(faults), asked.wanted.get("only") or ()
            if said.name not in self._done:
                self._done.add(said.name)
                lost = self._lost(said.only(only), sheets)
                gone = {name for one in lost for name in one.components}
                faults = [one for one in faults if one.kind != "missing" or one.tile not in gone]
                faults += self._lacking(said, lost)
            if not only:  # what else there is of these alone is told by their pieces
                found = {} if is_short else outcome.found_of
                faults = [*self._promised(said, sheets, found), *faults]
            if not is_short:
                turned = footers.turned(sheets.pages)
                faults += manifest.of_another_make(said.only(only), sheets.sizes, turned)
        if hints.tile_size is None and (said is None or faults):
            faults += scale.unsized(sheets.pages)
        for name in sheets.files:
            lists = self._found.manifest_listing(name)
            if lists is not None and lists.game != sheets.game:
                words = f"{name} shows {sheets.game}, but {lists.name} lists it as {lists.game}'s"
                faults.append(Fault("foreign", words, name, is_placed=True))
        if not faults and any(piece.spots for piece in sheets.reading.pieces):
            # Other faults would show as stray paint, too.
            faults += judge.painted_over(sheets, wanted, hints)
        return replace(outcome, faults=in_order(faults))

    def _promised(
        self, said: Manifest, sheets: SheetSet, found: Mapping[str, int]
    ) -> Iterator[Fault]:
        """Yield what a manifest lists in its files and of components, and fewer are found."""
        for name in sheets.files:
            pages = sum(page.source == name for page in sheets.pages)
            listing = self._found.manifest_listing(name) or said  # of two runs, its own
            yield from manifest.short(listing, name, pages, sheets.parts_of(name))
        if {Path(name).parent for name in sheets.files} == {said.folder}:
            yield from manifest.fewer(said, found)

    def _lacking(self, said: Manifest, lost: Sequence[Listed]) -> Iterator[Fault]:
        """Yield the files that are lost, by the manifests that list them."""

        def name(one: Listed) -> str:
            return (self._found.manifest_listing(str(said.folder / one.file)) or said).name

        for of, files_of_it in grouped(lost, name).items():
            yield from manifest.lacking(of, files_of_it)

    def _lost(self, said: Manifest, sheets: SheetSet) -> list[Listed]:
        """Return the files that a manifest lists and that are not there: all, or where single files were named sheets."""
        names = set(map(Path, sheets.files))
        if self._found.is_whole(said):
            return manifest.lost(said, names | said.there, None)
        return manifest.lost(said, names | self._unread, {path.suffix.lower() for path in names})

    # ------------------------------------------------------------------- what is left over

    def _of_manifests_alone(self) -> Iterator[Outcome]:
        """Yield an outcome for each manifest that was asked for and of whose game there is no sheet.

        Where a sheet cannot be read, that alone is the fault.
        """
        for said in self._found.manifests.values():
            is_asked = self._found.is_whole(said) and self._asked.game in (None, said.game)
            is_known = said.game in self._games or not self._unread.isdisjoint(said.sheets)
            if is_known or not said.sheets or not is_asked:
                continue
            if self._asked_of(said.game, [one.name for one in said.components], said.name) is None:
                continue
            faults = tuple(manifest.lacking(said.name, manifest.lost(said, said.there, None)))
            words = f"{said.name}: nothing on the sheets that it lists is recognised"
            faults = faults or (Fault("missing", words, said.name, is_placed=True),)
            pieces = sum(one.pieces for one in said.components)
            yield Outcome(said.game, said.name, pieces, 0, faults, (), ("missing",))

    def _of_no_game(self) -> Outcome:
        """Return the outcome of files that show nothing of any game: faults; passed over, facts."""
        game = self._asked.game or "any game"
        faults = tuple(
            Fault("foreign", f"{name}: nothing on it is of {game}", name, is_placed=True)
            for name in self._unknown
        )
        subject = subject_of(self._unknown) or "other files"
        checked = ("foreign",) if faults else ()
        advice = (str(self._refused),) if faults and self._refused else ()
        return Outcome("", subject, 0, 0, faults, tuple(self._passed), checked, (), advice)

    # --------------------------------------------------------------------- photographs

    def _of_pictures(self, sources: Sequence[Source]) -> Iterator[Outcome | Unread]:
        """Yield the outcome of one set of photographs, and write what was read in them.

        Raises OSError where a picture cannot be written, OptionError where OpenCV lacks or options
        do not fit.
        """
        try:
            from generator.checking.photographs import loading, reading
        except ImportError as error:
            words = "photographs need OpenCV: pip install opencv-python-headless"
            raise OptionError(words) from error
        reading.refuse_lengths(self._asked.hints_of(None), self._asked.wanted_of(None))
        good: list[Photograph] = []
        names: list[str] = []
        for source in sources:
            try:
                good += loading.load([source])
                names.append(source.name)
            except GameError as error:
                yield Unread(error, source.name)
        if not good:
            return
        try:
            make = partial(self._photographed, good)
            yield from self._kept(make, self._asked.game or "", names[0])
        except UntoldGameError:
            if not (self._games or self._found.lists):
                raise
            self._passed += [f"{name}: a picture that shows no pieces" for name in names]

    def _photographed(self, photographs: Sequence[Photograph]) -> Outcome:
        """Return the outcome of one set of photographs, and write what was read in them."""
        from generator.checking.photographs import reading

        asked, seen = self._asked, self._asked.seen
        found = reading.read(photographs, asked.game, asked.hints_of(None), asked.wanted_of(None))
        for k, view in enumerate(found.views if seen else (), 1):
            assert seen is not None
            several = seen.with_stem(f"{seen.stem}-{k}")
            files.write(several if len(found.views) > 1 else seen, view.picture())
        return found.outcome


def _see_components(only: Iterable[str], known: Mapping[str, Sequence[str]]) -> None:
    """See that of games, with the components that they have, one at least has each that is asked for."""
    there = tuple(dict.fromkeys(name for names in known.values() for name in names))
    for name in only:
        if name not in there:
            has_not = f"{listed(known)} {plural(len(known), 'has', 'have')} no component '{name}'"
            has = f"{plural(len(known), 'it has', 'they have')} {', '.join(there)}"
            raise OptionError(f"{has_not}; {has}")
