"""Files and folders of any mixture verified: a set for each game, format and manifest, and its outcome.

It brings reading, judging and manifests together; each does its work in its own module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import engine
from engine.drawing import theme
from engine.errors import GameError, OptionError
from engine.words import listed
from generator import files
from generator.checking import collecting, inventory, judge, manifest, papers, readback, scale
from generator.checking.component import components
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
from generator.checking.manifest import Manifest
from generator.checking.pages.files import Source
from generator.checking.readback import SheetSet

if TYPE_CHECKING:
    from generator.checking.photographs.loading import Photograph

NONE_SEEN = "-o shows what was read in photographs and scans; there are none"


@dataclass(frozen=True)
class Asked:
    """What was asked for: options by the names of :class:`Wanted`, those that were given only."""

    names: tuple[str, ...]
    game: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    #: Where pictures of what was read in photographs go.
    seen: Path | None = None
    #: Patterns of files that are passed over.
    exclude: tuple[str, ...] = ()

    def wanted(self, said: Manifest | None) -> Wanted:
        """Return what the sheets should be, by options, else by the kit's manifest."""
        return Wanted(**{**(said.wishes if said else {}), **self.options})


def findings(asked: Asked) -> Iterator[Outcome | Unread]:
    """Yield the outcome of every set that files and folders hold, and of what is of no game.

    What cannot be read is yielded among them, and does not stop the others.

    Raises GameError where nothing is recognised, OptionError for options that do not fit.
    """
    if "theme" in asked.options:
        theme.load(asked.options["theme"])
    yield from _Verifying(asked).outcomes()


class _Verifying:
    """One run: what was asked for and collected, and what is known once parts of it are verified."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._found = collecting.collect(asked.names, asked.game, asked.exclude)
        self._passed = list(self._found.passed)
        self._pictures = list(self._found.photographs)
        #: The files that cannot be read, be it of what they are or what is in them.
        self._unread: set[Path] = set()
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
        known = [*dict.fromkeys(name for names in self._components.values() for name in names)]
        for name in self._asked.options.get("only", ()) if known else ():
            if name not in known:
                words = f"{listed(self._components, 'or')} has no component '{name}'"
                raise OptionError(f"{words}; there are {', '.join(known)}")
        if not is_any and not self._games:
            raise self._nothing()
        if self._unknown or self._passed:
            yield self._of_no_game()

    def _of_all(self) -> Iterator[Outcome | Unread]:
        yield from self._found.unread
        yield from self._of_lists()
        yield from self._of_sheets()
        if self._asked.seen is not None and not (self._pictures or self._found.unread):
            raise OptionError(NONE_SEEN)
        yield from self._of_pictures()
        yield from self._of_manifests_alone()

    def _kept(self, make: Callable[[], Outcome], file: str) -> Iterator[Outcome | Unread]:
        """Yield an outcome, or the error that it ends with, of which the others know nothing.

        Raises OptionError for options that do not fit.
        """
        try:
            outcome: Outcome | Unread = make()
        except OptionError:
            raise
        except GameError as error:
            outcome = Unread(error, file)
        yield outcome

    def _nothing(self) -> GameError:
        """Return the error of files in which nothing was recognised, or of which none is looked at."""
        if not self._unknown:
            return OptionError(f"there is nothing to verify: {'; '.join(self._passed)}")
        game, names = self._asked.game or "any game", ", ".join(self._unknown[:5])
        words = f"{names}: no tiles were found: nothing drawn is a piece of {game}"
        more = "; if there are some, say their right width by --tile-size"
        return self._refused or GameError(words + more)

    def _only(self, game: str, names: Sequence[str], subject: str) -> tuple[str, ...] | None:
        """Return which of the components that are asked for a game has, () for all, None for none of them."""
        only = self._asked.options.get("only", ())
        if only:
            self._components[game] = names
        own = tuple(name for name in only if name in names)
        if only and not own:
            self._passed.append(f"{subject}: {game} has no {listed(only, 'or')}")
            return None
        return own

    # ----------------------------------------------------------------------------- lists

    def _of_lists(self) -> Iterator[Outcome | Unread]:
        """Yield the outcome of the inventories of each game, with the pieces that were printed again."""
        lists: list[tuple[str, inventory.Inventory]] = []
        for source in self._found.lists:
            try:
                lists.append((source.name, inventory.read(*source, self._asked.game)))
            except GameError as error:
                yield Unread(error, source.name)
        for game, own in grouped(lists, lambda one: one[1].game).items():
            picked = (m for m in self._found.manifests if m.game == game and m.is_picked)
            again = [piece for one in picked if one.there for piece in one.pieces.elements()]
            make = partial(judge.inventories, own, self._asked.wanted(None).copies, again)
            yield from self._kept(make, own[0][0])

    # --------------------------------------------------------------------------- sheets

    def _of_sheets(self) -> Iterator[Outcome | Unread]:
        """Yield the outcome of sheets by the folder whose manifests say more, and by scale of print.

        Sheets beside no manifest belong to the only folder that has some of more than lost pieces.
        """
        manifests, asked = self._found.manifests, self._asked
        folders = {one.folder for one in manifests}
        whole = {one.folder for one in manifests if not one.is_picked}

        def place(source: Source) -> tuple[Path, tuple[float, float]]:
            beside = Path(source.name).parent
            own = beside if beside in folders or len(whole) != 1 else next(iter(whole))
            said = self._found.manifest_of(source.name)
            return own, asked.wanted(said).print_scale

        for (folder, by), sources in grouped(self._found.sheets, place).items():
            names = {Path(one.name) for one in sources}
            there = [one for one in manifests if one.folder == folder]
            there = [one for one in there if asked.wanted(one).print_scale == by]
            used = [one for one in there if one.is_whole or names & one.there]
            known = {one.game: one for one in there} | manifest.by_game(used)
            hints = {game: asked.wanted(known.get(game)) for game in engine.names()}
            try:
                found = readback.sort(sources, by, hints, asked.game)
            except OptionError:
                raise
            except GameError as error:
                yield Unread(error, sources[0].name)
                continue
            yield from (Unread(fault, name) for name, fault in found.faults.items())
            self._pictures += [one for one in sources if one.name in found.scans]
            self._unknown += found.unknown
            self._refused = self._refused or found.refused
            for one in found.sets:
                self._games.add(one.game)
                only = self._only(one.game, one.components, subject_of(one.files))
                if only is not None:
                    make = partial(self._outcome, only, known.get(one.game), one)
                    yield from self._kept(make, one.files[0])

    def _outcome(self, only: tuple[str, ...], said: Manifest | None, sheets: SheetSet) -> Outcome:
        wanted = replace(self._asked.wanted(said), only=only)
        if said is not None and not all(said.lists(Path(name)) for name in sheets.files):
            # Of two runs one has lost its manifest.
            wanted = replace(wanted, duplex=self._asked.wanted(None).duplex)
        outcome = judge.sheets(sheets, wanted)
        faults = [*outcome.faults]
        if said is not None:
            faults = self._promised(said, only, sheets, faults)
        for name in sheets.files:
            if (listing := self._found.listing(name)) and listing.game != sheets.game:
                words = f"{name} shows {sheets.game}, but {listing.manifest} lists it as"
                faults.append(Fault("foreign", f"{words} {listing.game}'s", name, is_placed=True))
        if wanted.tile_size is None and (said is None or faults):
            faults += scale.unsized(sheets.pages)
        if not faults and any(piece.spots for piece in sheets.reading.pieces):
            from generator.checking import stray  # it takes NumPy

            # Other faults would show as stray paint, too.
            for part in components(sheets, wanted):
                faults += stray.faults(part, sheets, wanted)
        return replace(outcome, faults=in_order(faults))

    def _promised(
        self, said: Manifest, only: Sequence[str], sheets: SheetSet, faults: Sequence[Fault]
    ) -> list[Fault]:
        """Return the faults of a set with those of what its manifest lists and is not there, or otherwise."""
        missing: list[Fault] = []
        names = {Path(name) for name in sheets.files}
        if said.name not in self._done:
            self._done.add(said.name)
            formats = None if said.is_whole else {path.suffix.lower() for path in names}
            there = names | (said.there if said.is_whole else self._unread)
            lost = [
                one
                for one in said.files
                if one.path not in there
                and (not only or {*only} & {*one.components})
                and (formats is None or (one.is_sheet and one.path.suffix.lower() in formats))
            ]
            gone = {name for one in lost for name in one.components}
            faults = [one for one in faults if one.kind != "missing" or one.tile not in gone]
            missing += manifest.lacking(lost)
        for name in sheets.files if not only else ():
            pages = sum(page.source == name for page in sheets.pages)
            listing = self._found.listing(name)
            if listing and listing.is_sheet and listing.game == sheets.game:
                missing += manifest.short(listing, name, pages, sheets.parts_of(name))
        edge, turned = said.settings.get("duplex"), papers.turned(sheets.pages)
        if {edge, turned} == {"long", "short"}:
            words = f"the sheets are for turning over the {turned} edge, {said.name} lists {edge}"
            missing.append(Fault("back", words, said.name, is_placed=True))
        return [*missing, *faults]

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
            if self._only(said.game, [*said.components], said.name) is None:
                continue
            faults = tuple(manifest.lacking([f for f in said.files if f.path not in said.there]))
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

    def _of_pictures(self) -> Iterator[Outcome | Unread]:
        """Yield the outcome of one set of photographs, and write what was read in them.

        Raises OSError where a picture cannot be written, OptionError where OpenCV lacks or options
        do not fit.
        """
        if not self._pictures:
            return
        try:
            from generator.checking.photographs import loading, reading
        except ImportError as error:
            words = "photographs need OpenCV: pip install opencv-python-headless"
            raise OptionError(words) from error
        wanted, seen = self._asked.wanted(None), self._asked.seen
        good: list[Photograph] = []
        for source in self._pictures:
            try:
                good += loading.load(source)
            except GameError as error:
                yield Unread(error, source.name)

        def read() -> Outcome:
            outcome, views = reading.read(good, self._asked.game, wanted)
            for k, view in enumerate(views, 1):
                if seen is not None:
                    several = seen.with_stem(f"{seen.stem}-{k}")
                    files.write(several if views[1:] else seen, view.picture())
            return outcome

        try:
            yield from self._kept(read, good[0].name) if good else ()
        except UntoldGameError:
            if not (self._games or self._found.lists):
                raise
            names = dict.fromkeys(one.name for one in good)
            self._passed += [f"{name}: a picture that shows no pieces" for name in names]
