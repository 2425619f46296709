"""Files and folders of any mixture verified: taken apart, and judged as sets of sheets, inventories and photographs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import engine
from engine.drawing import theme
from engine.errors import GameError, OptionError
from engine.words import count, listed, shortened
from generator import files
from generator.checking import grouped, inventory, judge, manifest, readback, whole_pages
from generator.checking.faults import Fault, Outcome, Unread, Wanted, in_order, subject_of
from generator.checking.inventory import Inventory
from generator.checking.manifest import CALLED, Listed, Manifest
from generator.checking.pages.files import Source, kind_of
from generator.checking.readback import SheetSet
from generator.printing import testpage


def findings(
    names: Sequence[str],
    game: str | None,
    options: Mapping[str, Any],
    views_file: Path | None,
    exclude: Sequence[str],
) -> tuple[list[Outcome], list[Unread]]:
    """Return the outcome of every set that files and folders hold, and what cannot be read.

    ``options`` are fields of :class:`Wanted`; pictures of what photographs show go into ``views_file``.
    """
    if "theme" in options:
        theme.load(options["theme"])
    run = _Run(game, options, options.get("only", ()), exclude)
    run.collect(names)
    run.take_lists()
    run.take_sheets()
    run.take_pictures(views_file)
    run.take_lost()
    run.take_rest()
    return run.outcomes, run.unread


@dataclass
class _Run:
    """One run: what there is to verify, by kinds, and the outcomes so far."""

    game: str | None
    options: Mapping[str, Any]
    only: Sequence[str]
    exclude: Sequence[str]
    drawings: list[Source] = field(default_factory=list)
    photographs: list[Source] = field(default_factory=list)
    lists: list[Inventory] = field(default_factory=list)
    manifests: list[Manifest] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    #: What is passed over, in sentences.
    passed: list[str] = field(default_factory=list)
    #: Files that show nothing of any game.
    unknown: list[str] = field(default_factory=list)
    #: Why the first game that refused pages did so.
    refused: GameError | None = None
    #: Every file that was added or passed over.
    known: set[Path] = field(default_factory=set)
    #: Files that manifests list and that are missing, as far as a set has reported them.
    lost: set[Listed] = field(default_factory=set)
    #: The components of each game that there are sheets of.
    components: dict[str, Sequence[str]] = field(default_factory=dict)

    def _wanted(self, kit: Manifest | None = None) -> Wanted:
        """Return what the sheets should be: by options first, else by the kit's manifest."""
        return Wanted(**{**(kit.wishes if kit else {}), **self.options})

    def _listing(self, name: str) -> Listed | None:
        return next(filter(None, (one.listing(name) for one in self.manifests)), None)

    @contextmanager
    def _reading(self, file: str) -> Iterator[None]:
        """Keep an error as what is unread: it ends only what is done with this file."""
        try:
            yield
        except (GameError, OSError) as error:
            # Its traceback would keep in memory what was read.
            self.unread.append(Unread(error.with_traceback(None), file))

    # ------------------------------------------------------------------- files taken apart

    def collect(self, names: Sequence[str]) -> None:
        """Add files and folders, the sheets that manifests list, and the manifests that lie beside sheets."""
        for name in names:
            self._add(name)
        whole = [file for kit in self.manifests if kit.is_whole for file in kit.files]
        for path in (file.path for file in whole if file.is_sheet and file.path.is_file()):
            self._add(str(path), is_asked=False)
        for folder in sorted({Path(one.name).parent for one in self.drawings}):
            for path in sorted(folder.glob("*.json")):
                if manifest.is_called_so(path.stem):
                    self._add(str(path), is_asked=False)
        listings = {one.name: self._listing(one.name) for one in self.drawings}
        kits = {one.manifest for one in listings.values() if one and one.is_sheet}
        previews = [(name, one) for name, one in listings.items() if one and not one.is_sheet]
        # A preview is looked at only if it is named, and no sheet of its kit is there.
        dropped = [name for name, one in previews if one.manifest in kits or name not in names]
        if dropped:
            words = "previews, single faces or for cutting, not looked at"
            self.passed.append(f"{subject_of(dropped)}: {words}")
        self.drawings = [one for one in self.drawings if one.name not in dropped]

    def _add(self, name: str, *, is_asked: bool = True) -> None:
        """Add a folder or a file; a manifest that ``is_asked`` for, itself or by its folder, promises all its files."""
        path = Path(name)
        if path.absolute() in self.known:
            return
        self.known.add(path.absolute())
        if any(fnmatch(path.name, one) or fnmatch(name, one) for one in self.exclude):
            if is_asked:
                self.passed.append(f"{name}: excluded")
            return
        with self._reading(files.named(name)):
            if name.isalpha() and not path.exists():
                games = ", ".join(engine.names())
                raise OptionError(f"'{name}' is neither a file nor a game; the games are {games}")
            if name and path.is_dir():
                self._add_folder(path)
            else:
                self._sort(Source(files.named(name), files.read(name)), is_asked)

    def _sort(self, source: Source, is_asked: bool) -> None:
        name, data = source
        if kind_of(data) != "text":
            self.drawings.append(source)
        elif called := CALLED.get(Path(name).suffix.lower()):
            raise GameError(f"{name} is not {called}, although its name says so")
        elif kit := manifest.read(name, data):
            self.manifests.append(kit._replace(is_whole=is_asked))
        elif is_asked and (tiles := inventory.read(name, data, self.game)):
            self.lists.append(tiles)
        elif is_asked:
            self.passed.append(f"{name}: not an inventory")

    def _add_folder(self, folder: Path) -> None:
        def is_taken(path: Path) -> bool:
            game = path.stem.partition("-")[0]
            is_of_other = self.game not in (None, game) and game in engine.names()
            # The printer's test page has no pieces.
            is_test = path.stem in (testpage.NAME, f"{testpage.NAME}-{testpage.PAGE}")
            is_called_so = path.is_file() and path.suffix.lower() in CALLED
            return is_called_so and not (is_of_other or is_test)

        inside = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
        groups = grouped(inside, is_taken)
        others = [path.name + "/" * path.is_dir() for path in groups.get(False, ())]
        if True not in groups:
            within = [str(path) for path in inside if path.is_dir()]
            advice = f"; name the folders within: {', '.join(within[:5])}" if within else ""
            endings = ", ".join(ending[1:] for ending in CALLED)
            raise OptionError(f"{folder} has no files to verify ({endings}){advice}")
        for path in groups[True]:
            self._add(str(path))
        if others:
            self.passed.append(f"{folder}: {shortened(', '.join(others), 120)}: not looked at")

    # -------------------------------------------------------------------------- sets judged

    def take_lists(self) -> None:
        for game, own in grouped(self.lists, lambda one: one.game).items():
            picked = [kit for kit in self.manifests if kit.game == game and kit.is_picked]
            again = [piece for kit in picked if not kit.lost(()) for piece in kit.pieces.elements()]
            self.outcomes.append(judge.inventories(own, self._wanted().copies, again))

    def take_sheets(self) -> None:
        """Judge sheets together that have their manifests in the same folder, and the same scale of print."""
        folders = {one.folder for one in self.manifests}
        whole = {one.folder for one in self.manifests if not one.is_picked}

        def place(source: Source) -> tuple[Path, tuple[float, float]]:
            folder = Path(source.name).parent
            if folder not in folders and len(whole) == 1:
                (folder,) = whole  # sheets without a manifest belong to the only whole kit
            kit = next((one for one in self.manifests if one.listing(source.name)), None)
            return folder, self._wanted(kit).print_scale

        self.photographs = [one for one in self.drawings if kind_of(one.data) == "image"]
        sheets = [one for one in self.drawings if one not in self.photographs]
        # Sheet 10 comes after sheet 9.
        sheets.sort(key=lambda one: re.sub(r"\d+", lambda run: run[0].zfill(9), one.name))
        for (folder, print_scale), sources in grouped(sheets, place).items():
            there = [one for one in self.manifests if one.folder == folder]
            names = [one.name for one in sources]
            used = [one for one in there if one.is_whole or any(map(one.listing, names))]
            kits = manifest.by_game(there) | manifest.by_game(used)
            hints = {game: self._wanted(kits.get(game)) for game in engine.names()}
            with self._reading(names[0]):
                found = readback.SortedPages(sources, print_scale, hints, self.game)
                self.unread += found.unread
                self.photographs += [one for one in sources if one.name in found.scans]
                self.unknown += found.unknown
                self.refused = self.refused or found.refused
                for one in found.sets:
                    self._take_set(one, kits.get(one.game), there)

    def _take_set(self, sheets: SheetSet, kit: Manifest | None, there: Sequence[Manifest]) -> None:
        """Judge sheets by the manifest of their kit, if there is one; ``there`` are all of the folder."""
        game, components = sheets.game, [kind.part for kind in sheets.reading.kinds]
        self.components[game] = components
        only = tuple(name for name in self.only if name in components)
        if self.only and not only:
            words = f"{subject_of(sheets.files)}: {game} has no {listed(self.only, 'or')}"
            self.passed.append(words)
            return
        wanted = replace(self._wanted(kit), only=only)
        if not all(map(self._listing, sheets.files)):
            # The manifest of a second run, perhaps the backs', is missing.
            wanted = replace(wanted, duplex=self._wanted().duplex)
        formats = {Path(name).suffix.lower() for name in sheets.files}
        absent = [file for one in there if one.game == game for file in one.lost(only)]
        lost = [file for file in absent if file.path.suffix.lower() in formats]
        self.lost.update(lost)
        # A component is not reported as missing if its file is.
        gone = {component for file in lost for component in file.components}
        outcome = judge.sheets(sheets, wanted)
        faults = [one for one in outcome.faults if one.kind != "missing" or one.tile not in gone]
        faults += [*manifest.lacking(lost), *self._unlike(kit, sheets)]
        if wanted.tile_size is None and (kit is None or faults):
            faults += whole_pages.unsized(sheets.pages)
        advice: tuple[str, ...] = ()
        if faults and kit and kit.theme_files and wanted.theme is None:
            words = f"the theme of {kit.name}, {kit.settings.theme}, is not there"
            advice = (f"{words}; name its file by --theme",)
        self.outcomes.append(replace(outcome, faults=in_order(faults), advice=advice))

    def _unlike(self, kit: Manifest | None, sheets: SheetSet) -> Iterator[Fault]:
        """Yield where a set differs from manifests: in the edge to turn it over, in what its files hold."""
        edge, turned = kit.settings.duplex if kit else "", whole_pages.turned(sheets.pages)
        if kit and {edge, turned} == {"long", "short"}:
            words = f"the sheets are for turning over the {turned} edge, {kit.name} lists {edge}"
            yield Fault("back", words, kit.name, is_placed=True)
        listings = {name: one for name in sheets.files if (one := self._listing(name))}
        for name, listing in listings.items():
            pages = sum(page.source == name for page in sheets.pages)
            parts = sheets.parts_of([name])
            is_other = parts and parts.isdisjoint(listing.components)
            if listing.game != sheets.game or is_other:
                words = f"{name} shows {sheets.game}'s {listed(sorted(parts)) or 'paper'}, but"
                words += f" {listing.manifest} lists {listing.game}'s {listed(listing.components)}"
                yield Fault("foreign", words, name, is_placed=True)
            elif pages < listing.sheets and not self.only:
                words = f"{name} has {count(pages, 'page')}, {listing.manifest} lists"
                yield Fault("missing", f"{words} {listing.sheets}", name, is_placed=True)

    def take_lost(self) -> None:
        """Report the missing files of manifests that were asked for, unless a set has reported them."""
        for kit in self.manifests:
            lost = [one for one in kit.lost(self.only) if one not in self.lost]
            if lost and kit.is_whole and self.game in (None, kit.game):
                total, faults = kit.pieces.total(), tuple(manifest.lacking(lost))
                outcome = Outcome(kit.game, kit.name, total, 0, faults, (), ("missing",))
                self.outcomes.append(outcome)

    def take_pictures(self, views_file: Path | None) -> None:
        if not self.photographs:
            if views_file is not None and not self.unread:
                raise OptionError("-o shows what was read in photographs and scans; there are none")
            return
        try:
            from generator.checking.photographs import reading
        except ImportError as error:
            words = "photographs need OpenCV: pip install opencv-python-headless"
            raise OptionError(words) from error
        good: list[reading.Photograph] = []
        for source in self.photographs:
            with self._reading(source.name):
                good += reading.load(source)
        if not good:
            return
        with self._reading(good[0].name):
            try:
                outcome, views = reading.read(good, self.game, self._wanted())
            except reading.UntoldGameError:
                is_listed = any(self._listing(one.name) for one in self.photographs)
                if is_listed or not (self.components or self.lists):
                    raise
                names = subject_of(one.name for one in good)
                self.passed.append(f"{names}: a picture that shows no pieces")
                return
            self.outcomes.append(outcome)
            if views_file is not None:
                for k, view in enumerate(views, 1):
                    several = views_file.with_stem(f"{views_file.stem}-{k}")
                    files.write(several if views[1:] else views_file, view.picture())

    def take_rest(self) -> None:
        """Report the files that show nothing of any game as faults, and those passed over as facts."""
        known = [*dict.fromkeys(name for names in self.components.values() for name in names)]
        for name in self.only if known else ():
            if name not in known:
                words = f"{listed(self.components, 'or')} has no component '{name}'"
                raise OptionError(f"{words}; there are {', '.join(known)}")
        game, subject = self.game or "any game", subject_of(self.unknown)
        facts = tuple(self.passed)
        if not (self.outcomes or self.unread or self.components):
            if not self.unknown:
                raise OptionError(f"there is nothing to verify: {'; '.join(facts)}")
            words = f"{subject}: no tiles were found: nothing drawn is a piece of {game}"
            advice = "; if there are some, say their right width by --tile-size"
            raise self.refused or GameError(words + advice)
        faults = tuple(
            Fault("foreign", f"{name}: nothing on it is of {game}", name, is_placed=True)
            for name in self.unknown
        )
        if faults or facts:
            reasons = (str(self.refused),) if faults and self.refused else ()
            checked = ("foreign",) if faults else ()
            rest = Outcome("", subject or "other files", 0, 0, faults, facts, checked, (), reasons)
            self.outcomes.append(rest)
