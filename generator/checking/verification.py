"""Files and folders of any mixture verified: a set for each game, format and manifest, and its outcome.

It brings reading, inspection and manifests together; each does its work in its own module.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import engine
from engine.drawing import theme
from engine.errors import BrokenGameError, GameError, OptionError
from engine.play.finding import answering
from engine.reading import resolved
from engine.words import listed
from generator import files
from generator.checking import child, collecting, footers, inspection, inventory, manifest, readback
from generator.checking import pages as pages_of
from generator.checking.collecting import Collected
from generator.checking.faults import Fault, Outcome, Wanted, at, in_order
from generator.checking.manifest import Manifest
from generator.checking.pages import Page, Source
from generator.checking.readback import SheetSet
from generator.checking.results import Hints
from generator.checking.unread import Unread
from generator.printing import paper

if TYPE_CHECKING:
    from generator.checking.photo_outlines import Photograph

#: So many pieces in foreign colours are not single ones: the theme is another.
_ANOTHER_THEME = 12
#: A page this near to a paper is that paper, in millimetres.
_ONE_PAPER = 0.6
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


class _Scope(NamedTuple):
    """Sheets that are sorted together: those beside one folder's manifests, of one scale of print."""

    sources: tuple[Source, ...]
    manifests: Mapping[str, Manifest]  # by game


class _Verifying:
    """One run: what was asked for and collected, and what is known once parts of it are verified."""

    def __init__(self, asked: Asked, found: Collected) -> None:
        self._asked = asked
        self._found = found
        self._passed = list(found.passed)
        self._scans: list[Page] = []
        #: Files that show nothing of any game, and why the likeliest game refused them.
        self._unknown: list[str] = []
        self._refused: GameError | None = None
        #: Those that by their names or words are a game's.
        self._claimed: set[str] = set()
        #: The games of which there are sheets, and the manifests whose lost files are told already.
        self._games: set[str] = set()
        self._told: set[str] = set()
        #: Where components are asked for of any game: those of each game.
        self._components: dict[str, Sequence[str]] = {}

    def outcomes(self) -> Iterator[Outcome | Unread]:
        """Yield all outcomes; raises as :func:`findings` does."""
        yield from self._found.unread
        is_any = bool(self._found.unread)
        for one in self._of_all():
            is_any = True
            yield one
        if self._components:
            inspection.see_components(self._asked.wanted["only"], self._components)
        if not is_any and not self._games:
            raise self._nothing()
        yield from self._of_no_game(is_alone=not is_any)

    def _of_all(self) -> Iterator[Outcome | Unread]:
        yield from self._of_lists()
        yield from self._of_tables()
        for scope in self._scopes():
            yield from self._of_scope(scope)
        if self._scans or self._found.photographs:
            yield from self._of_pictures()
        elif self._asked.seen is not None:
            raise OptionError(NONE_SEEN)
        yield from self._of_manifests_alone()

    def _kept(
        self, make: Callable[[], Outcome], game: str, file: str
    ) -> Iterator[Outcome | Unread]:
        """Yield an outcome, or the error that it ends with, of which the others know nothing."""
        try:
            with answering(game):
                found: Outcome | Unread = make()
        except OptionError:
            raise
        except GameError as error:
            found = Unread(error, file)
        yield found

    def _asked_of(self, game: str, names: Sequence[str], subject: str) -> Asked | None:
        """Return what is asked for of a game's files: of components those that it has, None for none.

        Of a game that was named all is asked for, also what it does not have.
        """
        only = self._asked.wanted.get("only")
        if self._asked.game is not None or not only:
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
        names, size = ", ".join(self._unknown[:5]), self._asked.hints.get("tile_size")
        words = f"{names}: nothing drawn is a piece of {self._asked.game or 'any game'}"
        more = "; if there are some, say their width by --tile-size"
        if size is not None:
            more = f", {size:g} mm wide; try another --tile-size, or none"
        return self._refused or GameError(words + more)

    # ----------------------------------------------------------------- lists and tables

    def _of_lists(self) -> Iterator[Outcome | Unread]:
        by_game: dict[str, list[tuple[str, inventory.Inventory]]] = {}
        for source in self._found.lists:
            try:
                with answering(self._asked.game or ""):
                    said = inventory.read(*source, self._asked.game)
            except GameError as error:
                yield Unread(error, source.name)
            else:
                by_game.setdefault(said.game, []).append((source.name, said))
        for game, lists in by_game.items():
            make = partial(inspection.inventories, lists, self._asked.wanted_of(None).copies)
            yield from self._kept(make, game, lists[0][0])

    def _of_tables(self) -> Iterator[Outcome | Unread]:
        """Yield the outcome of every virtual table, a set by itself."""
        from generator.tabletops import readback as tables

        game, hints = self._asked.game, self._asked.hints_of(None)
        for source in self._found.tables:
            make = partial(tables.outcome, source, game, hints, self._asked.wanted_of(None))
            yield from self._kept(make, game or "", source.name)

    # --------------------------------------------------------------------------- sheets

    def _scopes(self) -> list[_Scope]:
        """Return the sheets by the folder whose manifests say more of them, and by scale of print.

        Sheets beside no manifest belong to the only folder that has some.
        """
        manifests = self._found.manifests.values()
        folders = list(dict.fromkeys(one.folder for one in manifests))
        only = folders[0] if len(folders) == 1 else None
        parted: dict[tuple[Path | None, tuple[float, float]], list[Source]] = {}
        for source in self._found.sheets:
            beside = Path(source.name).parent
            scale = self._asked.hints_of(self._found.manifest_of(source.name)).print_scale
            parted.setdefault((beside if beside in folders else only, scale), []).append(source)
        result = []
        for (folder, scale), sources in parted.items():
            said = {one.game: one for one in manifests if one.folder == folder}
            alike = {g: m for g, m in said.items() if self._asked.hints_of(m).print_scale == scale}
            result.append(_Scope(tuple(sources), alike))
        return result

    def _of_scope(self, scope: _Scope) -> Iterator[Outcome | Unread]:
        """Yield the outcome of every set of a scope's sheets, and note what is left."""
        asked, manifests = self._asked, scope.manifests
        scale = asked.hints_of(next(iter(manifests.values()), None)).print_scale
        read = pages_of.read(scope.sources, scale)
        yield from (Unread(fault, name) for name, fault in read.faults.items())
        presumed = {**self._presumed(scope), **readback.stated(read.pages)}

        def hints(game: str) -> Hints:
            return asked.hints_of(manifests.get(game))

        try:
            found = readback.sort(read.pages, presumed, hints, asked.game)
            if any(one.reading.is_small for one in found.sets):
                read = pages_of.read(scope.sources, scale, child.FINE_PER_MM)
                found = readback.sort(read.pages, presumed, hints, asked.game)
        except GameError as error:
            yield Unread(error, scope.sources[0].name)
            return
        self._scans += [page for page in read.pages if page.source in found.scans]
        self._unknown += found.unknown
        self._claimed |= presumed.keys()
        self._refused = self._refused or found.refused
        if isinstance(found.refused, BrokenGameError):
            yield Unread(found.refused)
        for one in found.sets:
            self._games.add(one.game)
            subject = inspection.subject_of(one.files)
            own = self._asked_of(one.game, inspection.component_names(one), subject)
            if own is not None:
                make = partial(self._outcome, own, scope, one)
                yield from self._kept(make, one.game, one.files[0])

    def _presumed(self, scope: _Scope) -> dict[str, str]:
        """Return of which game each file may be: as a manifest lists it, or by its name."""
        presumed = {}
        for source in scope.sources:
            path = Path(source.name)
            listing = (m.game for m in scope.manifests.values() if m.lists(path))
            game = next(listing, path.stem.partition("-")[0])
            if game in engine.names():
                presumed[source.name] = game
        return presumed

    def _outcome(self, asked: Asked, scope: _Scope, sheets: SheetSet) -> Outcome:
        """Return a set's outcome, with what its manifest promises and the sheets lack."""
        said = scope.manifests.get(sheets.game)
        wanted, hints = asked.wanted_of(said), asked.hints_of(said)
        sheets, outcome = inspection.in_a_theme(sheets, wanted, hints)
        faults = [*outcome.faults]
        if said is not None:
            is_short, only = bool(faults), asked.wanted.get("only") or ()
            if said.name not in self._told:
                self._told.add(said.name)
                faults += self._not_there(said.only(only), sheets)
            if not only:  # what else there is of these alone is told by their pieces
                faults += _promised(said, sheets, {} if is_short else outcome.found_of)
            if not is_short:
                turned = footers.turned(sheets.pages)
                faults += manifest.of_another_make(said.only(only), sheets.sizes, turned)
        if hints.tile_size is None and (said is None or faults):
            faults += _without_size(sheets)
        for name in sheets.files:
            lists = self._found.manifest_listing(name)
            if lists is not None and lists.game != sheets.game:
                words = f"{name} shows {sheets.game}, but {lists.name} lists it as {lists.game}'s"
                faults.append(Fault("foreign", words, name, is_placed=True))
        foreign = ("foreign", "unclear")
        strange = sum(any(f.kind in foreign for f in p.flaws) for p in sheets.reading.pieces)
        hint = manifest.advice(said, hints.theme) if strange >= _ANOTHER_THEME and faults else ""
        return replace(outcome, faults=in_order(faults), advice=(hint,) if hint else ())

    def _not_there(self, said: Manifest, sheets: SheetSet) -> Iterator[Fault]:
        """Yield that files are not there which a manifest lists: all, or where single files were named sheets."""
        names = set(map(Path, sheets.files))
        if self._found.is_whole(said):
            yield from manifest.lacking(said, names | said.there, None)
        else:
            yield from manifest.lacking(said, names, {path.suffix.lower() for path in names})

    # ------------------------------------------------------------------- what is left over

    def _of_manifests_alone(self) -> Iterator[Outcome]:
        """Yield an outcome for each manifest that was asked for and of whose game there is no sheet."""
        for said in self._found.manifests.values():
            is_asked = self._found.is_whole(said) and self._asked.game in (None, said.game)
            if said.game in self._games or not said.sheets or not is_asked:
                continue
            if self._asked_of(said.game, [one.name for one in said.components], said.name) is None:
                continue
            faults = tuple(manifest.lacking(said, said.there, None))
            hint = "" if faults else manifest.advice(said, self._asked.hints_of(said).theme)
            words = f"{said.name}: nothing on the sheets that it lists is recognised"
            faults = faults or (Fault("missing", words, said.name, is_placed=True),)
            advice = (hint,) if hint else ()
            pieces = sum(one.pieces for one in said.components)
            yield Outcome(said.game, said.name, pieces, 0, faults, (), ("missing",), (), advice)

    def _of_no_game(self, *, is_alone: bool) -> Iterator[Outcome]:
        """Yield the outcome of files that show nothing of any game, and of what is passed over.

        Such a file is a fault where it was named, says that it is a game's, a manifest lists it, or
        there is nothing else; else a note.
        """
        facts, faults = list(self._passed), []
        for name in dict.fromkeys(self._unknown):
            words = f"{name}: nothing on it is of any game"
            is_named = Path(name).parent not in self._found.folders or name in self._claimed
            if is_alone or is_named or self._found.manifest_listing(name):
                faults.append(Fault("foreign", words, name, is_placed=True))
            else:
                facts.append(words)
        if facts or faults:
            subject = inspection.subject_of(fault.file for fault in faults) or "other files"
            advice = (str(self._refused),) if faults and self._refused else ()
            checked = ("foreign",) if faults else ()
            yield Outcome("", subject, 0, 0, tuple(faults), tuple(facts), checked, (), advice)

    # --------------------------------------------------------------------- photographs

    def _of_pictures(self) -> Iterator[Outcome | Unread]:
        """Yield the outcome of one set of photographs, and write what was read in them.

        Raises OSError where a picture cannot be written, OptionError where OpenCV lacks or options
        do not fit.
        """
        try:
            from generator.checking import photo_outlines, photographs
        except ImportError as error:
            words = "photographs need OpenCV: pip install opencv-python-headless"
            raise OptionError(words) from error
        asked = self._asked
        photographs.refuse_lengths(asked.hints_of(None), asked.wanted_of(None))
        shots = [photo_outlines.of_page(page) for page in self._scans]
        names = [page.source for page in self._scans]
        for source in self._found.photographs:
            try:
                shots.append(photo_outlines.load(source))
                names.append(source.name)
            except GameError as error:
                yield Unread(error, source.name)
        if not shots:
            return
        try:
            with answering(asked.game or ""):
                yield self._photographed(shots)
        except photographs.UntoldError as error:
            if not self._games or any(resolved(name) in self._found.named for name in names):
                yield Unread(error, names[0])
            else:
                self._unknown += names
        except OptionError:
            raise
        except GameError as error:
            yield Unread(error, names[0])

    def _photographed(self, shots: Sequence[Photograph]) -> Outcome:
        from generator.checking import photographs

        asked, seen = self._asked, self._asked.seen
        hints, wanted = asked.hints_of(None), asked.wanted_of(None)
        found = photographs.read(shots, asked.game, hints, wanted)
        self._unknown += found.strangers
        for k, picture in enumerate(found.pictures() if seen else (), 1):
            assert seen is not None
            several = seen.with_stem(f"{seen.stem}-{k}")
            files.write(several if len(found.shown) > 1 else seen, picture)
        return found.outcome


def _promised(said: Manifest, sheets: SheetSet, found: Mapping[str, int]) -> Iterator[Fault]:
    """Yield what a manifest lists in its files and of components, and fewer are found."""
    for name in sheets.files:
        pages = sum(page.source == name for page in sheets.pages)
        yield from manifest.short(said, name, pages, sheets.parts_of(name))
    if {Path(name).parent for name in sheets.files} == {said.folder}:
        yield from manifest.fewer(said, found)


def _without_size(sheets: SheetSet) -> Iterator[Fault]:
    """Yield in one fault the SVG sheets whose size is in pixels, but for those that are a standard paper."""
    papers = [sorted((one.width, one.height)) for one in map(paper.find, paper.names())]
    lost = [
        page
        for page in sheets.pages
        if not page.is_sized
        and page.marks
        and all(math.dist(sorted(page.paper), sides) > _ONE_PAPER for sides in papers)
    ]
    if lost:
        more = f", and {len(lost) - 1} more" if len(lost) > 1 else ""
        words = (
            f"{lost[0].title} has no millimetres{more}: its width and height are pixels or missing; "
            'save it with units, such as width="210mm" height="297mm", or name --tile-size'
        )
        yield at("size", words, lost[0])
