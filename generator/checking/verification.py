"""Files and folders of any mixture verified: sets of sheets, inventories and photographs, and their outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import engine
from engine.drawing import theme
from engine.errors import GameError, OptionError
from engine.words import count, listed
from generator import files
from generator.checking import collecting, inventory, judge, readback, scale
from generator.checking.collecting import Collected, Listed, Manifest
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
from generator.checking.pages.files import Source
from generator.checking.readback import SheetSet


def findings(
    names: Sequence[str],
    game: str | None,
    options: Mapping[str, Any],
    views_file: Path | None,
    exclude: Sequence[str],
) -> tuple[list[Outcome], list[Unread]]:
    """Return the outcome of every set that files and folders hold, and what cannot be read.

    ``options`` are those of :class:`Wanted` that were given; what was read in photographs is drawn
    into ``views_file``.

    Raises GameError where nothing is recognised, OptionError for options that do not fit.
    """
    if "theme" in options:
        theme.load(options["theme"])
    run = _Verifying(game, options, Collected(names, game, exclude))
    run.take_lists()
    run.take_sheets()
    run.take_pictures(views_file)
    run.take_lost()
    run.take_rest()
    return run.outcomes, run.inputs.unread


@dataclass
class _Verifying:
    """One run: what was asked for and collected, and the outcomes so far."""

    game: str | None
    options: Mapping[str, Any]
    inputs: Collected
    outcomes: list[Outcome] = field(default_factory=list)
    #: Files that show nothing of any game, and why the likeliest game refused them.
    unknown: list[str] = field(default_factory=list)
    refused: GameError | None = None
    #: Lost files that are named already.
    lost: set[Listed] = field(default_factory=set)
    #: The components of each game of which there are sheets.
    components: dict[str, Sequence[str]] = field(default_factory=dict)

    @property
    def _only(self) -> Sequence[str]:
        only: Sequence[str] = self.options.get("only", ())
        return only

    def _wanted(self, kit: Manifest | None = None) -> Wanted:
        """Return what the sheets should be, by options, else by the kit's manifest."""
        return Wanted(**{**(kit.wishes if kit else {}), **self.options})

    @contextmanager
    def _reading(self, file: str) -> Iterator[None]:
        """Let an error end what is done with a file, but for options that do not fit."""
        try:
            yield
        except OptionError:
            raise
        except GameError as error:
            self.inputs.unread.append(Unread(error, file))

    # ----------------------------------------------------------------------------- lists

    def take_lists(self) -> None:
        """Judge the inventories of each game, with the pieces that were printed again."""
        lists: list[inventory.Inventory] = []
        for source in self.inputs.lists:
            with self._reading(source.name):
                lists.append(inventory.read(*source, self.game))
        for game, own in grouped(lists, lambda one: one.game).items():
            picked = [m for m in self.inputs.manifests if m.game == game and m.is_picked]
            again = [p for one in picked if not one.lost(()) for p in one.pieces.elements()]
            self.outcomes.append(judge.inventories(own, self._wanted().copies, again))

    # --------------------------------------------------------------------------- sheets

    def take_sheets(self) -> None:
        """Judge sheets by the folder of their manifests, else by the only one with a whole kit's, and scale of print."""
        manifests = self.inputs.manifests
        folders = {one.folder for one in manifests}
        whole = {one.folder for one in manifests if not one.is_picked}

        def place(source: Source) -> tuple[Path, tuple[float, float]]:
            beside = Path(source.name).parent
            own = beside if beside in folders or len(whole) != 1 else next(iter(whole))
            kit = next((one for one in manifests if one.lists(source.name)), None)
            return own, self._wanted(kit).print_scale

        for (folder, by), sources in grouped(self.inputs.sheets, place).items():
            there = [one for one in manifests if one.folder == folder]
            names = [one.name for one in sources]
            used = [one for one in there if one.is_whole or any(map(one.lists, names))]
            known = collecting.by_game(there) | collecting.by_game(used)
            hints = {game: self._wanted(known.get(game)) for game in engine.names()}
            with self._reading(names[0]):
                found = readback.Sorted(sources, by, hints, self.game)
                self.inputs.unread += found.unread
                self.inputs.photographs += [one for one in sources if one.name in found.scans]
                self.unknown += found.unknown
                self.refused = self.refused or found.refused
                for one in found.sets:
                    self._take_set(one, known.get(one.game), there)

    def _take_set(
        self, sheets: SheetSet, kit: Manifest | None, manifests: Sequence[Manifest]
    ) -> None:
        """Judge sheets by the manifest of their kit, if they have one, of all those in the folder."""
        game = sheets.game
        self.components[game] = sheets.components
        only = tuple(name for name in self._only if name in sheets.components)
        if self._only and not only:
            words = f"{subject_of(sheets.files)}: {game} has no {listed(self._only, 'or')}"
            self.inputs.passed.append(words)
            return
        wanted = replace(self._wanted(kit), only=only)
        if not all(map(self.inputs.listing, sheets.files)):
            # Of two runs one has lost its manifest.
            wanted = replace(wanted, duplex=self._wanted().duplex)
        formats = {Path(name).suffix.lower() for name in sheets.files}
        absent = [file for one in manifests if one.game == game for file in one.lost(only)]
        lost = [file for file in absent if file.format in formats]
        self.lost.update(lost)
        gone = {component for file in lost for component in file.components}
        with self._reading(sheets.files[0]):
            outcome = judge.sheets(sheets, wanted)
            faults = [
                one for one in outcome.faults if one.kind != "missing" or one.tile not in gone
            ]
            faults += [*collecting.lacking(lost), *self._unlike(kit, sheets)]
            if wanted.tile_size is None and (kit is None or faults):
                faults += scale.unsized(sheets.pages)
            self.outcomes.append(replace(outcome, faults=in_order(faults)))

    def _unlike(self, kit: Manifest | None, sheets: SheetSet) -> Iterator[Fault]:
        """Yield in what a set is not as manifests say: the edge to turn it over, what its files hold."""
        edge, turned = kit.settings.get("duplex") if kit else "", scale.turned(sheets.pages)
        if kit and {edge, turned} == {"long", "short"}:
            words = f"the sheets are for turning over the {turned} edge, {kit.name} lists {edge}"
            yield Fault("back", words, kit.name, is_placed=True)
        for name, listing in ((one, self.inputs.listing(one)) for one in sheets.files):
            if listing is None:
                continue
            pages = sum(page.source == name for page in sheets.pages)
            parts = sheets.parts_of([name])
            is_other = parts and parts.isdisjoint(listing.components)
            if listing.game != sheets.game or is_other:
                words = f"{name} shows {sheets.game}'s {listed(sorted(parts)) or 'paper'}, but"
                words += f" {listing.manifest} lists {listing.game}'s {listed(listing.components)}"
                yield Fault("foreign", words, name, is_placed=True)
            elif pages < listing.sheets and not self._only:
                words = (
                    f"{name} has {count(pages, 'page')}, {listing.manifest} lists {listing.sheets}"
                )
                yield Fault("missing", words, name, is_placed=True)

    def take_lost(self) -> None:
        """Judge manifests that were asked for and list sheets that are not there and no set lacks."""
        for kit in self.inputs.manifests:
            lost = [one for one in kit.lost(self._only) if one not in self.lost]
            if lost and kit.is_whole and self.game in (None, kit.game):
                amounts, faults = (kit.pieces.total(), 0), tuple(collecting.lacking(lost))
                outcome = Outcome(kit.game, kit.name, *amounts, faults, (), ("missing",))
                self.outcomes.append(outcome)

    # --------------------------------------------------------------------- photographs

    def take_pictures(self, views_file: Path | None) -> None:
        """Judge photographs as one set, and draw what was read in them into a file, or one for each."""
        if not self.inputs.photographs:
            if views_file is not None and not self.inputs.unread:
                raise OptionError("-o shows what was read in photographs and scans; there are none")
            return
        try:
            from generator.checking.photographs import reading
        except ImportError as error:
            words = "photographs need OpenCV: pip install opencv-python-headless"
            raise OptionError(words) from error
        good: list[reading.Photograph] = []
        for source in self.inputs.photographs:
            with self._reading(source.name):
                good += reading.load(source)
        if not good:
            return
        try:
            with self._reading(good[0].name):
                outcome, views = reading.read(good, self.game, self._wanted())
                if views_file is not None:
                    for k, view in enumerate(views, 1):
                        several = views_file.with_stem(f"{views_file.stem}-{k}")
                        files.write(several if views[1:] else views_file, view.picture())
                self.outcomes.append(outcome)
        except UntoldGameError as error:
            names = subject_of(one.name for one in good)
            is_listed = any(self.inputs.listing(one.name) for one in self.inputs.photographs)
            if is_listed or not (self.components or self.inputs.lists):
                self.inputs.unread.append(Unread(error, good[0].name))
            else:
                self.inputs.passed.append(f"{names}: a picture that shows no pieces")

    # ------------------------------------------------------------------- what is left over

    def take_rest(self) -> None:
        """Judge the files that show nothing of any game: faults; passed over, facts."""
        known = [*dict.fromkeys(name for names in self.components.values() for name in names)]
        for name in self._only if known else ():
            if name not in known:
                words = f"{listed(self.components, 'or')} has no component '{name}'"
                raise OptionError(f"{words}; there are {', '.join(known)}")
        game, subject = self.game or "any game", subject_of(self.unknown)
        facts = tuple(self.inputs.passed)
        is_all = not (self.outcomes or self.inputs.unread or self.components)
        if is_all and not self.unknown:
            raise OptionError(f"there is nothing to verify: {'; '.join(facts)}")
        if is_all:
            words = f"{subject}: no tiles were found: nothing drawn is a piece of {game}"
            more = "; if there are some, say their right width by --tile-size"
            raise self.refused or GameError(words + more)
        faults = tuple(
            Fault("foreign", f"{name}: nothing on it is of {game}", name, is_placed=True)
            for name in self.unknown
        )
        advice = (str(self.refused),) if faults and self.refused else ()
        checked = ("foreign",) if faults else ()
        if faults or facts:
            rest = Outcome("", subject or "other files", 0, 0, faults, facts, checked, (), advice)
            self.outcomes.append(rest)
