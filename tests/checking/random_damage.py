"""Kits damaged at random, pieces and whole pages, with what must be found of it.

``python -m tests.checking.random_damage FIRST LAST`` prints the cases of those seeds in which what
is found is not what was planted, and a table of all.  Pieces are damaged by
:mod:`tests.checking.damage`; here pages of the finished files are.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pypdf import PageObject, PdfReader, PdfWriter, Transformation

import engine
from engine.drawing import theme
from engine.errors import OptionError
from generator.printing import output
from generator.printing.kit import Kit
from generator.printing.sheet import Sheet
from tests.checking.damage import (
    IMPOSSIBLE,
    KINDS,
    Case,
    as_arguments,
    key_of,
    kit_of,
    random_options,
    run_case,
)
from tests.checking.verifying import Verdict, verify

#: So many faults at most, where pieces of another theme or size may be told in groups.
FEW = 12


class Leaf(NamedTuple):
    """One page of a file: what is on it (None for nothing), and of which component."""

    page: PageObject
    sheet: Sheet | None
    component: str = ""

    @property
    def is_board(self) -> bool:
        """Whether it shows a board or a part of one."""
        return self.sheet is not None and not self.sheet.placements

    def is_side_of(self, other: Leaf) -> bool:
        """Whether the two are both sides of one sheet."""
        one, two = self.sheet, other.sheet
        if one is None or two is None or self.component != other.component:
            return False
        return one.index == two.index and {one.side, two.side} == {"front", "back"}


class Found(NamedTuple):
    """What must be found: one of some kinds of fault at least, and no more than so many in all."""

    kinds: tuple[str, ...] = ()
    most: int = 0
    #: Kinds that may be there besides, one of each.
    besides: tuple[str, ...] = ()

    def judged(self, verdict: Verdict) -> str:
        """Return "as planted", or what was found instead."""
        if verdict.code == 2:
            return "exit 2"
        found = verdict.kinds
        own = sum(found[kind] for kind in self.kinds)
        if not self.kinds:
            return "as planted" if verdict.code == 0 else f"more {'+'.join(sorted(found))}"
        if not own:
            return f"not found {'|'.join(self.kinds)}" + " (in order)" * (verdict.code == 0)
        strange = [kind for kind in found if kind not in (*self.kinds, *self.besides)]
        if strange:
            return f"more {'+'.join(sorted(strange))}"
        return "as planted" if found.total() <= self.most + len(self.besides) else "too many"


class File:
    """A PDF file of a kit as its pages, to be damaged."""

    def __init__(self, kit: Kit, path: Path, components: Sequence[str]) -> None:
        """Take a file with the kit's components that are in it."""
        pages = list(PdfReader(path).pages)
        sheets = [(s, c.name) for c in kit.components if c.name in components for s in c.sheets]
        is_padded = len(pages) > len(sheets)
        self.game = kit.game
        self.path = path
        self.leaves: list[Leaf] = []
        for sheet, name in sheets:
            self.leaves.append(Leaf(pages[len(self.leaves)], sheet, name))
            if is_padded and sheet.side == "single":
                self.leaves.append(Leaf(pages[len(self.leaves)], None))

    def write(self) -> None:
        """Write the pages as they are now."""
        writer = PdfWriter()
        for leaf in self.leaves:
            writer.add_page(leaf.page)
        writer.write(self.path)

    def on_paper(self) -> Found:
        """Return what must be found of the order of the pages alone."""
        leaves = self.leaves
        two_sided = [leaf for leaf in leaves if leaf.sheet and leaf.sheet.side in ("front", "back")]
        if not any(leaf.sheet is None for leaf in leaves):
            leaves = two_sided
        half = (len(leaves) + 1) // 2
        ways = ([*zip(leaves[::2], leaves[1::2])], [*zip(leaves[:half], leaves[half:])])  # noqa: B905
        wrong = [[1 for a, b in way if a.sheet and b.sheet and not a.is_side_of(b)] for way in ways]
        return Found(("back",), 1) if all(wrong) else Found()

    def lost(self, leaf: Leaf) -> Found:
        """Return what must be found where a page is not there."""
        if leaf.sheet is None:
            return self.on_paper()
        if leaf.is_board:  # and whatever came after it lies on other papers now
            return Found(("missing",), 2, self.on_paper().kinds)
        keys = {key_of(self.game, place.piece.id) for place in leaf.sheet.placements}
        is_side = leaf.sheet.side in ("front", "back")
        return Found(("missing", "no-back") if is_side else ("missing",), max(1, len(keys)))


# ------------------------------------------------------------------------ damage to whole pages


def page_removed(file: File, k: int, chance: random.Random) -> Found | None:
    """Take a page out."""
    if len(file.leaves) < 2:
        return None
    return file.lost(file.leaves.pop(k))


def page_doubled(file: File, k: int, chance: random.Random) -> Found | None:
    """Put a page in twice, next to itself or last."""
    leaf = file.leaves[k]
    file.leaves.insert(chance.choice((k, len(file.leaves))), leaf)
    return Found(("duplicated",), 1) if leaf.sheet else file.on_paper()


def page_blank(file: File, k: int, chance: random.Random) -> Found | None:
    """Put an empty page in the place of one."""
    leaf = file.leaves[k]
    box = leaf.page.mediabox
    empty = PageObject.create_blank_page(width=float(box.width), height=float(box.height))
    file.leaves[k] = Leaf(empty, None)
    return file.lost(leaf) if leaf.sheet else Found()


def pages_swapped(file: File, k: int, chance: random.Random) -> Found | None:
    """Put two pages in each other's places."""
    n = chance.randrange(len(file.leaves))
    if n == k:
        return None
    file.leaves[k], file.leaves[n] = file.leaves[n], file.leaves[k]
    return file.on_paper()


def page_turned(file: File, k: int, chance: random.Random) -> Found | None:
    """Turn a page upside down, as viewers do or as it is drawn."""
    leaf = file.leaves[k]
    page = PdfWriter().add_page(leaf.page)
    width, height = float(page.mediabox.width), float(page.mediabox.height)
    if leaf.is_board or chance.random() < 0.5:
        page.rotate(180)
    else:
        page.add_transformation(Transformation((-1, 0, 0, -1, width, height)))
    file.leaves[k] = leaf._replace(page=page)
    if leaf.sheet is None or leaf.sheet.side not in ("front", "back"):
        return Found()
    return Found() if _is_symmetric(file.game, leaf.sheet) else Found(("back",), 1)


def _is_symmetric(game: str, sheet: Sheet) -> bool:
    """Tell whether a sheet's pieces lie alike when it is turned upside down, as far as backs tell."""

    def told(identity: str) -> str:
        return identity[0] if game == "aathenuo" else identity if game == "atreya" else ""

    lie = {(round(p.transform.e), round(p.transform.f), told(p.piece.id)) for p in sheet.placements}
    width, height = sheet.paper.width, sheet.paper.height
    return all(
        any(abs(width - x - u) <= 1 and abs(height - y - v) <= 1 and a == b for u, v, b in lie)
        for x, y, a in lie
    )


def page_smaller(file: File, k: int, chance: random.Random) -> Found | None:
    """Print a page at 98 %, about its middle or a corner."""
    leaf = file.leaves[k]
    if leaf.sheet is None:
        return None
    page = PdfWriter().add_page(leaf.page)
    by = chance.choice((0.0, 0.01))
    move = by * float(page.mediabox.width), by * float(page.mediabox.height)
    page.add_transformation(Transformation((0.98, 0, 0, 0.98, *move)))
    file.leaves[k] = leaf._replace(page=page)
    return Found(("size",), 1)


PAGES = {
    f.__name__: f
    for f in (page_removed, page_doubled, page_blank, pages_swapped, page_turned, page_smaller)
}
#: Those that need a page of another kit: of another game, or in another theme.
EXCHANGED = ("page_of_another_game", "another_game_besides", "page_in_another_theme")
#: Those of :mod:`tests.checking.damage` that damage pieces.
PIECES = tuple(kind for kind in KINDS if "page" not in kind and "sheet" not in kind)


def exchanged(file: File, k: int, kind: str, other: Leaf) -> Found | None:
    """Put a page of another kit in the place of one, or last."""
    leaf = file.leaves[k]
    if other.sheet is None:
        return None
    if kind == "another_game_besides":
        file.leaves.append(other)
        return Found(("foreign",), 1)
    file.leaves[k] = other
    if kind == "page_of_another_game":
        lost = file.lost(leaf) if leaf.sheet else Found((), 0)
        return Found(("foreign", *lost.kinds), 1 + lost.most)
    if leaf.is_board or leaf.sheet is None or file.game == "abstrakto":
        return None  # boards are told by their lines and cells; all other pieces are on one page
    # What is on it may be there already, and behind other fronts be of other colours.
    return Found(("foreign", "unclear", "missing", "no-back", "duplicated", "colour"), FEW)


# ---------------------------------------------------------------------------------- the cases


class Damaged(NamedTuple):
    """A case: what was done to which kit, how it was judged, and what was said."""

    game: str
    kind: str
    judged: str
    verdict: Verdict
    options: dict[str, object]


def _files(kit: Kit, folder: Path, *, one_pdf: bool) -> list[File]:
    """Write a kit, and return its files."""
    folder.mkdir()
    *paths, manifest = output.planned(kit, ("pdf",), (), 100.0, one_pdf=one_pdf).save(folder)
    manifest.unlink()  # what is drawn is to tell
    result = []
    for path in paths:
        names = [c.name for c in kit.components if one_pdf or path.stem == f"{kit.game}-{c.name}"]
        result.append(File(kit, path, names))
    return result


def _kit(game: str, chance: random.Random, **fixed: object) -> tuple[Kit, dict[str, object]]:
    """Return a kit with options at random that it can be printed with."""
    while True:
        options = random_options(chance, wild=False) | fixed
        try:
            return kit_of(game, tuple(sorted(options.items()))), options
        except OptionError:
            continue


def pages_damaged(seed: int, folder: Path) -> Damaged:
    """Return what becomes of a kit with a page damaged as the seed says."""
    chance = random.Random(f"pages {seed}")
    game = chance.choice(engine.names())
    while True:
        kind = chance.choice([*PAGES, *EXCHANGED])
        one_pdf = chance.random() < 0.6
        kit, options = _kit(game, chance, sheets=chance.choice(("combined", "separate")))
        place = folder / str(len(list(folder.iterdir())))
        files = _files(kit, place, one_pdf=one_pdf)
        file = chance.choice(files)
        k = chance.randrange(len(file.leaves))
        if kind in PAGES:
            found = PAGES[kind](file, k, chance)
        else:
            other = _other(chance, game, kind, options, folder)
            found = exchanged(file, k, kind, other)
        if found is not None:
            break
    file.write()
    verdict = verify(game, *(one.path for one in files), *as_arguments(options))
    words = {"one_pdf": one_pdf, "page": k + 1, "of": file.path.name, **options}
    return Damaged(game, kind, found.judged(verdict), verdict, words)


def _other(
    chance: random.Random, game: str, kind: str, options: dict[str, object], folder: Path
) -> Leaf:
    """Return a page of another game's kit, or of this game's in another theme."""
    if kind == "page_in_another_theme":
        # Print savers paint the same hues paler or darker; these two are told by every pixel.
        look = "mono" if options["theme"] != "mono" else chance.choice(("classic", "dark"))
        kit = kit_of(game, tuple(sorted((options | {"theme": look}).items())))
    else:
        kit, _ = _kit(chance.choice([name for name in engine.names() if name != game]), chance)
    (file, *_) = _files(kit, folder / f"other-{len(list(folder.iterdir()))}", one_pdf=True)
    return chance.choice(file.leaves)


def pieces_damaged(seed: int, folder: Path) -> Damaged:
    """Return what becomes of a kit with a piece or two damaged as the seed says."""
    chance = random.Random(f"pieces {seed}")
    while True:
        game, kind = chance.choice(engine.names()), chance.choice(PIECES)
        if (game, kind) not in IMPOSSIBLE:
            break
    judged, verdict, options, _ = run_case(Case(game, kind, seed), folder)
    return Damaged(game, kind, judged, verdict, options)


def main(first: int, last: int) -> None:
    """Print the cases of seeds that are not found as planted, and how many are of each kind."""
    assert {*theme.names()} >= {"classic", "dark", "mono"}
    tally: Counter[tuple[str, str, str]] = Counter()
    for seed in range(first, last + 1):
        with tempfile.TemporaryDirectory() as folder:
            one = (pieces_damaged if seed % 3 == 2 else pages_damaged)(seed, Path(folder))
        tally[one.kind, one.game, one.judged] += 1
        if one.judged != "as planted":
            print(f"{seed} {one.game} {one.kind}: {one.judged} | {one.verdict} | {one.options}")
            sys.stdout.flush()
    for (kind, game, judged), n in sorted(tally.items()):
        print(f"{kind:24} {game:10} {n:4} {judged}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
