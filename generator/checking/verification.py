"""Files and folders of any mixture verified: a set for each game, format and manifest, and its outcome.

It brings reading, judging and manifests together; each does its work in its own module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.drawing import theme
from engine.errors import GameError, OptionError
from engine.words import listed
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

    sources: Sequence[Source]
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
        self._see_components()
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

    def _kept(self, make: Callable[[], Outcome], file: str) -> Iterator[Outcome | Unread]:
        """Yield an outcome, or the error that it ends with, of which the others know nothing.

        Raises OptionError for options that do not fit.
        """
        found: Outcome | Unread
        try:
            found = make()
        except OptionError:
            raise
        except GameError as error:
            found = Unread(error, file)
        yield found

    def _nothing(self) -> GameError:
        """Return the error of files in which nothing was recognised, or of which none is looked at."""
        if not self._unknown:
            return OptionError(f"there is nothing to verify: {'; '.join(self._passed)}")
        game, names = self._asked.game or "any game", ", ".join(self._unknown[:5])
        words = f"{names}: no tiles were found: nothing drawn is a piece of {game}"
        more = "; if there are some, say their right width by --tile-size"
        return self._refused or GameError(words + more)

    # ------------------------------------------------------------------------ components

    def _asked_of(self, game: str, names: Sequence[str], subject: str) -> Asked | None:
        """Return what is asked for of a game's files: of components those that it has, None for none."""
        only = self._asked.wanted.get("only")
        if not only:
            return self._asked
        self._components[game] = names
        own = tuple(name for name in only if name in names)
        if not own:
            self._passed.append(f"{subject}: {game} has no {listed(only, 'or')}")
        return replace(self._asked, wanted={**self._asked.wanted, "only": own}) if own else None

    def _see_components(self) -> None:
        """See that of the games one at least has each component that is asked for."""
        there = list(dict.fromkeys(name for names in self._components.values() for name in names))
        for name in self._asked.wanted.get("only", ()) if there else ():
            if name not in there:
                words = f"{listed(self._components, 'or')} has no component '{name}'"
                raise OptionError(f"{words}; there are {', '.join(there)}")

    # ----------------------------------------------------------------------------- lists

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
            own = (m for m in self._found.manifests if m.game == game and m.is_picked and m.there)
            again = [piece for one in own for piece in one.pieces.elements()]
            copies = self._asked.wanted_of(None).copies
            make = partial(judge.inventories, lists, copies, again)
            yield from self._kept(make, lists[0][0])

    # --------------------------------------------------------------------------- sheets

    def _scopes(self) -> Iterator[_Scope]:
        """Yield the sheets by the folder whose manifests say more of them, and by scale of print.

        Sheets beside no manifest belong to the only folder that has some of more than lost pieces.
        """
        manifests = self._found.manifests
        folders = {one.folder for one in manifests}
        whole = {one.folder for one in manifests if not one.is_picked}

        def place(source: Source) -> tuple[Path | None, tuple[float, float]]:
            beside = Path(source.name).parent
            own = beside if beside in folders or len(whole) != 1 else next(iter(whole))
            return own, self._asked.hints_of(self._found.manifest_of(source.name)).print_scale

        for (folder, by), sources in grouped(self._found.sheets, place).items():
            names = {Path(one.name) for one in sources}
            there = [one for one in manifests if one.folder == folder]
            there = [m for m in there if self._asked.hints_of(m).print_scale == by]
            asked = [one for one in there if one.is_whole or names & one.there]
            said = {one.game: one for one in there} | manifest.by_game(asked)
            yield _Scope(sources, said, by)

    def _of_scope(self, scope: _Scope) -> Iterator[Outcome | Unread]:
        """Yield the outcome of every set of a scope's sheets, and note what is left."""

        def hints(name: str) -> Hints:
            return self._asked.hints_of(scope.manifests.get(name))

        try:
            found = readback.sort(scope.sources, scope.print_scale, hints, self._asked.game)
        except OptionError:
            raise
        except GameError as error:
            yield Unread(error, scope.sources[0].name)
            return
        yield from (Unread(fault, name) for name, fault in found.faults.items())
        self._scans += [one for one in scope.sources if one.name in found.scans]
        self._unknown += found.unknown
        self._refused = self._refused or found.refused
        for one in found.sets:
            self._games.add(one.game)
            own = self._asked_of(one.game, one.components, subject_of(one.files))
            if own is not None:
                make = partial(self._outcome, own, scope.manifests.get(one.game), one)
                yield from self._kept(make, one.files[0])

    def _outcome(self, asked: Asked, said: Manifest | None, sheets: SheetSet) -> Outcome:
        """Return a set's outcome, with what its manifest promises and the sheets lack."""
        wanted, hints = asked.wanted_of(said), asked.hints_of(said)
        listings = {name: self._found.listing(name) for name in sheets.files}
        if said is not None and not all(said.lists(Path(name)) for name in sheets.files):
            # Of two runs one has lost its manifest.
            wanted = replace(wanted, duplex=asked.wanted_of(None).duplex)
        outcome = judge.sheets(sheets, wanted)
        faults = [*outcome.faults]
        if said is not None:
            own = said.only(wanted.only)
            faults = self._promised(own, sheets, faults, is_all=not wanted.only)
        if hints.tile_size is None and (said is None or faults):
            faults += scale.unsized(sheets.pages)
        for name, listing in listings.items():
            if listing is not None and listing[0].game != sheets.game:
                of, game = listing[0].name, listing[0].game
                words = f"{name} shows {sheets.game}, but {of} lists it as {game}'s"
                faults.append(Fault("foreign", words, name, is_placed=True))
        if not faults and any(piece.spots for piece in sheets.reading.pieces):
            # Other faults would show as stray paint, too.
            faults += judge.painted_over(sheets, wanted, hints)
        return replace(outcome, faults=in_order(faults))

    def _promised(
        self, said: Manifest, sheets: SheetSet, faults: Sequence[Fault], *, is_all: bool
    ) -> list[Fault]:
        """Return the faults of a set with those of what its manifest lists and is not there, or otherwise."""
        missing: list[Fault] = []
        if said.name not in self._done:
            self._done.add(said.name)
            names = {Path(name) for name in sheets.files}
            formats = None if said.is_whole else {path.suffix.lower() for path in names}
            there = names | (said.there if said.is_whole else self._unread)
            lost = manifest.lost(said, there, formats)
            gone = {name for one in lost for name in one.components}
            faults = [one for one in faults if one.kind != "missing" or one.tile not in gone]
            for of, own in grouped(lost, lambda one: self._name_of(said, one)).items():
                missing += manifest.lacking(of, own)
        for name in sheets.files if is_all else ():
            pages = sum(page.source == name for page in sheets.pages)
            listing = self._found.listing(name)  # of two runs its own
            if listing and listing[1].is_sheet:
                of, entry = listing[0].name, listing[1]
                missing += manifest.short(of, entry, name, pages, sheets.parts_of(name))
        edge, turned = said.settings.get("duplex"), footers.turned(sheets.pages)
        if {edge, turned} == {"long", "short"}:
            words = f"the sheets are for turning over the {turned} edge, {said.name} lists {edge}"
            missing.append(Fault("back", words, said.name, is_placed=True))
        return [*missing, *faults]

    def _name_of(self, said: Manifest, file: Listed) -> str:
        """Return the name of the manifest that lists a file: of two runs one's own."""
        listing = self._found.listing(said.folder / file.file)
        return listing[0].name if listing else said.name

    # ------------------------------------------------------------------- what is left over

    def _of_manifests_alone(self) -> Iterator[Outcome]:
        """Yield an outcome for each manifest that was asked for and of whose game there is no sheet.

        Where a sheet cannot be read, that alone is the fault.
        """
        for said in self._found.manifests:
            is_asked = said.is_whole and self._asked.game in (None, said.game)
            is_known = said.game in self._games or not self._unread.isdisjoint(said.sheets)
            if is_known or not said.sheets or not is_asked:
                continue
            if self._asked_of(said.game, [*said.components], said.name) is None:
                continue
            faults = tuple(manifest.lacking(said.name, manifest.lost(said, said.there, None)))
            words = f"{said.name}: nothing on the sheets that it lists is recognised"
            faults = faults or (Fault("missing", words, said.name, is_placed=True),)
            pieces = said.pieces.total()
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
            from generator.checking.photographs import loading
        except ImportError as error:
            words = "photographs need OpenCV: pip install opencv-python-headless"
            raise OptionError(words) from error
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
            yield from self._kept(make, names[0])
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
