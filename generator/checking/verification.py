"""Files and folders of any mixture verified: a set for each game, format and manifest, and its outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import engine
from engine.drawing import theme
from engine.errors import GameError, OptionError
from engine.words import listed
from generator import files
from generator.checking import collecting, inventory, judge, manifest, papers, readback, scale
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


def findings(asked: Asked) -> tuple[list[Outcome], list[Unread]]:
    """Return the outcome of every set that files and folders hold, and what cannot be read.

    Raises GameError where nothing is recognised, OptionError for options that do not fit.
    """
    if "theme" in asked.options:
        theme.load(asked.options["theme"])
    run = _Verifying(asked)
    run.take_lists()
    run.take_sheets()
    run.take_pictures()
    run.take_manifests_alone()
    run.take_rest()
    return run.outcomes, run.unread


class _Verifying:
    """One run: what was asked for and collected, and the outcomes so far."""

    def __init__(self, asked: Asked) -> None:
        self.outcomes: list[Outcome] = []
        self._asked = asked
        self._found = collecting.collect(asked.names, asked.game, asked.exclude)
        #: Files that show nothing of any game, and why the likeliest game refused them.
        self._unknown: list[str] = []
        self._refused: GameError | None = None
        #: The games of which there are sheets, and the manifests whose lost files are named already.
        self._games: set[str] = set()
        self._done: set[str] = set()
        #: Where components are asked for: those of each game.
        self._components: dict[str, Sequence[str]] = {}
        self.unread = self._found.unread

    @contextmanager
    def _reading(self, file: str) -> Iterator[None]:
        """Let an error end what is done with a file, but for options that do not fit."""
        try:
            yield
        except OptionError:
            raise
        except GameError as error:
            self.unread.append(Unread(error, file))

    def _only(self, game: str, names: Sequence[str], subject: str) -> tuple[str, ...] | None:
        """Return which of the components that are asked for a game has, () for all, None for none of them."""
        only = self._asked.options.get("only", ())
        if only:
            self._components[game] = names
        own = tuple(name for name in only if name in names)
        if only and not own:
            self._found.passed.append(f"{subject}: {game} has no {listed(only, 'or')}")
            return None
        return own

    # ----------------------------------------------------------------------------- lists

    def take_lists(self) -> None:
        """Judge the inventories of each game, with the pieces that were printed again."""
        lists: list[inventory.Inventory] = []
        for source in self._found.lists:
            with self._reading(source.name):
                lists.append(inventory.read(*source, self._asked.game))
        for game, own in grouped(lists, lambda one: one.game).items():
            picked = (m for m in self._found.manifests if m.game == game and m.is_picked)
            again = [piece for one in picked if one.there for piece in one.pieces.elements()]
            self.outcomes.append(judge.inventories(own, self._asked.wanted(None).copies, again))

    # --------------------------------------------------------------------------- sheets

    def take_sheets(self) -> None:
        """Judge sheets by the folder of their manifests, else by the only one with a whole kit's, and scale of print."""
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
            with self._reading(sources[0].name):
                found = readback.Sorted(sources, by, hints, asked.game)
                self.unread.extend(Unread(fault, name) for name, fault in found.faults.items())
                self._found.photographs += [one for one in sources if one.name in found.scans]
                self._unknown += found.unknown
                self._refused = self._refused or found.refused
                for one in found.sets:
                    self._take_set(one, known.get(one.game))

    def _take_set(self, sheets: SheetSet, said: Manifest | None) -> None:
        self._games.add(sheets.game)
        only = self._only(sheets.game, sheets.components, subject_of(sheets.files))
        if only is None:
            return
        wanted = replace(self._asked.wanted(said), only=only)
        if said is not None and not all(said.lists(Path(name)) for name in sheets.files):
            # Of two runs one has lost its manifest.
            wanted = replace(wanted, duplex=self._asked.wanted(None).duplex)
        with self._reading(sheets.files[0]):
            outcome = judge.sheets(sheets, wanted)
            faults = [*outcome.faults]
            if said is not None:
                faults = [*self._promised(said, only, sheets, faults)]
            for name in sheets.files:
                listing = self._found.listing(name)
                if listing and listing.game != sheets.game:
                    words = f"{name} shows {sheets.game}, but {listing.manifest} lists it as"
                    faults.append(
                        Fault("foreign", f"{words} {listing.game}'s", name, is_placed=True)
                    )
                elif listing and listing.is_sheet and not only:
                    pages = sum(page.source == name for page in sheets.pages)
                    faults += manifest.short(listing, name, pages, sheets.parts_of(name))
            if wanted.tile_size is None and (said is None or faults):
                faults += scale.unsized(sheets.pages)
            self.outcomes.append(replace(outcome, faults=in_order(faults)))

    def _promised(
        self, said: Manifest, only: Sequence[str], sheets: SheetSet, faults: Sequence[Fault]
    ) -> Iterator[Fault]:
        """Yield what a manifest lists and is not there, or otherwise, and the faults that this does not explain."""
        gone: set[str] = set()
        if said.name not in self._done:
            self._done.add(said.name)
            names = {Path(name) for name in sheets.files}
            formats = {path.suffix.lower() for path in names}
            there = said.there if said.is_whole else {Path(one.file) for one in self.unread}
            lost = [
                one
                for one in said.files
                if one.path not in names | there
                and (not only or {*only} & {*one.components})
                and (said.is_whole or (one.is_sheet and one.path.suffix.lower() in formats))
            ]
            gone = {name for one in lost for name in one.components}
            yield from manifest.lacking(lost)
        edge, turned = said.settings.get("duplex"), papers.turned(sheets.pages)
        if {edge, turned} == {"long", "short"}:
            words = f"the sheets are for turning over the {turned} edge, {said.name} lists {edge}"
            yield Fault("back", words, said.name, is_placed=True)
        yield from (one for one in faults if one.kind != "missing" or one.tile not in gone)

    # --------------------------------------------------------------------- photographs

    def take_pictures(self) -> None:
        """Judge photographs as one set, and write what was read in them."""
        asked, pictures = self._asked, self._found.photographs
        if not pictures:
            if asked.seen is not None and not self.unread:
                raise OptionError("-o shows what was read in photographs and scans; there are none")
            return
        try:
            from generator.checking.photographs import loading, reading
        except ImportError as error:
            words = "photographs need OpenCV: pip install opencv-python-headless"
            raise OptionError(words) from error
        good: list[Photograph] = []
        for source in pictures:
            with self._reading(source.name):
                good += loading.load(source)
        if not good:
            return
        try:
            with self._reading(good[0].name):
                outcome, views = reading.read(good, asked.game, asked.wanted(None))
                if seen := asked.seen:
                    for k, view in enumerate(views, 1):
                        several = seen.with_stem(f"{seen.stem}-{k}")
                        files.write(several if views[1:] else seen, view.picture())
                self.outcomes.append(outcome)
        except UntoldGameError:
            if not (self._games or self._found.lists):
                raise
            names = dict.fromkeys(one.name for one in good)
            self._found.passed += [f"{name}: a picture that shows no pieces" for name in names]

    # ------------------------------------------------------------------- what is left over

    def take_manifests_alone(self) -> None:
        """Judge each manifest that was asked for and of whose game there is no sheet, nor one that is not read."""
        unread = {Path(one.file) for one in self.unread}
        for said in self._found.manifests:
            is_asked = said.is_whole and self._asked.game in (None, said.game)
            is_known = said.game in self._games or not unread.isdisjoint(said.sheets)
            if is_known or not said.sheets or not is_asked:
                continue
            if self._only(said.game, [*said.components], said.name) is None:
                continue
            faults = tuple(manifest.lacking([f for f in said.files if f.path not in said.there]))
            words = f"{said.name}: nothing on the sheets that it lists is recognised"
            faults = faults or (Fault("missing", words, said.name, is_placed=True),)
            pieces = said.pieces.total()
            self.outcomes.append(Outcome(said.game, said.name, pieces, 0, faults, (), ("missing",)))

    def take_rest(self) -> None:
        """Judge the files that show nothing of any game: faults; passed over, facts."""
        known = [*dict.fromkeys(name for names in self._components.values() for name in names)]
        for name in self._asked.options.get("only", ()) if known else ():
            if name not in known:
                words = f"{listed(self._components, 'or')} has no component '{name}'"
                raise OptionError(f"{words}; there are {', '.join(known)}")
        game = self._asked.game or "any game"
        if not (self.outcomes or self.unread or self._games):
            if not self._unknown:
                words = f"there is nothing to verify: {'; '.join(self._found.passed)}"
                raise OptionError(words)
            names = ", ".join(self._unknown[:5])
            words = f"{names}: no tiles were found: nothing drawn is a piece of {game}"
            more = "; if there are some, say their right width by --tile-size"
            raise self._refused or GameError(words + more)
        faults = tuple(
            Fault("foreign", f"{name}: nothing on it is of {game}", name, is_placed=True)
            for name in self._unknown
        )
        subject = subject_of(self._unknown) or "other files"
        advice = (str(self._refused),) if faults and self._refused else ()
        checked = ("foreign",) if faults else ()
        if faults or self._found.passed:
            facts = tuple(self._found.passed)
            self.outcomes.append(Outcome("", subject, 0, 0, faults, facts, checked, (), advice))
