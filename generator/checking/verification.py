"""Files and folders of any mixture verified: sets of sheets, inventories and photographs, and their outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
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
from generator.checking.manifest import Listed, Manifest
from generator.checking.pages.files import Source
from generator.checking.readback import SheetSet

if TYPE_CHECKING:
    from generator.checking.photographs.loading import Photograph


def findings(
    names: Sequence[str],
    game: str | None,
    options: Mapping[str, Any],
    views_file: Path | None,
    exclude: Sequence[str],
) -> tuple[list[Outcome], list[Unread]]:
    """Return the outcome of every set that files and folders hold, and what cannot be read.

    ``options`` are those of :class:`Wanted` that were given.  What was read in photographs is drawn
    into ``views_file``.

    Raises GameError where nothing is recognised, OptionError for options that do not fit.
    """
    if "theme" in options:
        theme.load(options["theme"])
    run = _Verifying(names, game, options, exclude)
    run.take_lists()
    run.take_sheets()
    run.take_pictures(views_file)
    run.take_lost()
    run.take_rest()
    return run.outcomes, run.unread


class _Verifying:
    """One run: what was asked for and collected, and the outcomes so far."""

    def __init__(
        self,
        names: Sequence[str],
        game: str | None,
        options: Mapping[str, Any],
        exclude: Sequence[str],
    ) -> None:
        self.outcomes: list[Outcome] = []
        self._game = game
        self._options = options
        self._only: Sequence[str] = options.get("only", ())
        self._found = collecting.Collected(names, game, exclude)
        self.unread = self._found.unread
        #: Files that show nothing of any game, and why the likeliest game refused them.
        self._unknown: list[str] = []
        self._refused: GameError | None = None
        #: Lost files that are named already.
        self._lost: set[Listed] = set()
        #: The components of each game of which there are sheets.
        self._components: dict[str, Sequence[str]] = {}

    def _wanted(self, said: Manifest | None = None) -> Wanted:
        """Return what the sheets should be, by options, else by the kit's manifest."""
        return Wanted(**{**(said.wishes if said else {}), **self._options})

    @contextmanager
    def _reading(self, file: str) -> Iterator[None]:
        """Let an error end what is done with a file, but for options that do not fit."""
        try:
            yield
        except OptionError:
            raise
        except GameError as error:
            self.unread.append(Unread(error, file))

    # ----------------------------------------------------------------------------- lists

    def take_lists(self) -> None:
        """Judge the inventories of each game, with the pieces that were printed again."""
        lists: list[inventory.Inventory] = []
        for source in self._found.lists:
            with self._reading(source.name):
                lists.append(inventory.read(*source, self._game))
        for game, own in grouped(lists, lambda one: one.game).items():
            picked = [m for m in self._found.manifests if m.game == game and m.is_picked]
            again = [p for one in picked if not one.lost(()) for p in one.pieces.elements()]
            self.outcomes.append(judge.inventories(own, self._wanted().copies, again))

    # --------------------------------------------------------------------------- sheets

    def take_sheets(self) -> None:
        """Judge sheets by the folder of their manifests, else by the only one with a whole kit's, and scale of print."""
        manifests = self._found.manifests
        folders = {one.folder for one in manifests}
        whole = {one.folder for one in manifests if not one.is_picked}

        def place(source: Source) -> tuple[Path, tuple[float, float]]:
            beside = Path(source.name).parent
            own = beside if beside in folders or len(whole) != 1 else next(iter(whole))
            said = next((one for one in manifests if one.lists(source.name)), None)
            return own, self._wanted(said).print_scale

        for (folder, by), sources in grouped(self._found.sheets, place).items():
            there = [one for one in manifests if one.folder == folder]
            there = [one for one in there if self._wanted(one).print_scale == by]
            names = [one.name for one in sources]
            used = [one for one in there if one.is_whole or any(map(one.lists, names))]
            known = {one.game: one for one in there} | manifest.by_game(used)
            hints = {game: self._wanted(known.get(game)) for game in engine.names()}
            with self._reading(names[0]):
                found = readback.Sorted(sources, by, hints, self._game)
                self.unread.extend(Unread(fault, name) for name, fault in found.faults.items())
                self._found.photographs += [one for one in sources if one.name in found.scans]
                self._unknown += found.unknown
                self._refused = self._refused or found.refused
                for one in found.sets:
                    own = [said for said in there if said.game == one.game]
                    self._take_set(one, known.get(one.game), own)

    def _take_set(
        self, sheets: SheetSet, said: Manifest | None, manifests: Sequence[Manifest]
    ) -> None:
        self._components[sheets.game] = sheets.components
        only = tuple(name for name in self._only if name in sheets.components)
        if self._only and not only:
            words = f"{subject_of(sheets.files)}: {sheets.game} has no {listed(self._only, 'or')}"
            self._found.passed.append(words)
            return
        wanted = replace(self._wanted(said), only=only)
        if not all(map(self._found.listing, sheets.files)):
            # Of two runs one has lost its manifest.
            wanted = replace(wanted, duplex=self._wanted().duplex)
        formats = {Path(name).suffix.lower() for name in sheets.files}
        lost = [file for one in manifests for file in one.lost(only) if file.format in formats]
        self._lost.update(lost)
        gone = {component for file in lost for component in file.components}
        with self._reading(sheets.files[0]):
            outcome = judge.sheets(sheets, wanted)
            faults = [
                one for one in outcome.faults if one.kind != "missing" or one.tile not in gone
            ]
            faults += [*manifest.lacking(lost), *self._unlike(said, sheets, only)]
            if wanted.tile_size is None and (said is None or faults):
                faults += scale.unsized(sheets.pages)
            self.outcomes.append(replace(outcome, faults=in_order(faults)))

    def _unlike(
        self, said: Manifest | None, sheets: SheetSet, only: Sequence[str]
    ) -> Iterator[Fault]:
        """Yield in what a set is not as manifests say: the edge to turn it over, what its files hold."""
        edge, turned = said.settings.get("duplex") if said else "", papers.turned(sheets.pages)
        if said and {edge, turned} == {"long", "short"}:
            words = f"the sheets are for turning over the {turned} edge, {said.name} lists {edge}"
            yield Fault("back", words, said.name, is_placed=True)
        for name in sheets.files:
            listing = self._found.listing(name)
            if listing and listing.game != sheets.game:
                words = f"{name} shows {sheets.game}, but {listing.manifest} lists it as"
                yield Fault("foreign", f"{words} {listing.game}'s", name, is_placed=True)
            elif listing and listing.is_sheet and not only:
                pages = sum(page.source == name for page in sheets.pages)
                yield from manifest.short(listing, name, pages, sheets.parts_of([name]))

    def take_lost(self) -> None:
        """Judge manifests that were asked for and list sheets that are not there and no set lacks."""
        for said in self._found.manifests:
            lost = [one for one in said.lost(self._only) if one not in self._lost]
            if lost and said.is_whole and self._game in (None, said.game):
                amounts, faults = (said.pieces.total(), 0), tuple(manifest.lacking(lost))
                outcome = Outcome(said.game, said.name, *amounts, faults, (), ("missing",))
                self.outcomes.append(outcome)

    # --------------------------------------------------------------------- photographs

    def take_pictures(self, views_file: Path | None) -> None:
        """Judge photographs as one set, and draw what was read in them into a file, or one for each."""
        if not self._found.photographs:
            if views_file is not None and not self.unread:
                raise OptionError("-o shows what was read in photographs and scans; there are none")
            return
        try:
            from generator.checking.photographs import loading, reading
        except ImportError as error:
            words = "photographs need OpenCV: pip install opencv-python-headless"
            raise OptionError(words) from error
        good: list[Photograph] = []
        for source in self._found.photographs:
            with self._reading(source.name):
                good += loading.load(source)
        if not good:
            return
        try:
            with self._reading(good[0].name):
                outcome, views = reading.read(good, self._game, self._wanted())
                if views_file is not None:
                    for k, view in enumerate(views, 1):
                        several = views_file.with_stem(f"{views_file.stem}-{k}")
                        files.write(several if views[1:] else views_file, view.picture())
                self.outcomes.append(outcome)
        except UntoldGameError:
            is_promised = any(self._found.listing(one.name) for one in self._found.photographs)
            if is_promised or not (self._components or self._found.lists):
                raise
            names = dict.fromkeys(one.name for one in good)
            self._found.passed += [f"{name}: a picture that shows no pieces" for name in names]

    # ------------------------------------------------------------------- what is left over

    def take_rest(self) -> None:
        """Judge the files that show nothing of any game: faults; passed over, facts."""
        known = [*dict.fromkeys(name for names in self._components.values() for name in names)]
        for name in self._only if known else ():
            if name not in known:
                words = f"{listed(self._components, 'or')} has no component '{name}'"
                raise OptionError(f"{words}; there are {', '.join(known)}")
        game, subject = self._game or "any game", subject_of(self._unknown)
        facts = tuple(self._found.passed)
        if not (self.outcomes or self.unread or self._components):
            if not self._unknown:
                raise OptionError(f"there is nothing to verify: {'; '.join(facts)}")
            words = f"{subject}: no tiles were found: nothing drawn is a piece of {game}"
            more = "; if there are some, say their right width by --tile-size"
            raise self._refused or GameError(words + more)
        faults = tuple(
            Fault("foreign", f"{name}: nothing on it is of {game}", name, is_placed=True)
            for name in self._unknown
        )
        advice = (str(self._refused),) if faults and self._refused else ()
        checked = ("foreign",) if faults else ()
        if faults or facts:
            rest = Outcome("", subject or "other files", 0, 0, faults, facts, checked, (), advice)
            self.outcomes.append(rest)
