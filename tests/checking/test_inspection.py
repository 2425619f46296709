"""Faults planted in every game's kit: found as planted and no more; a file's own rounding is a note."""

from __future__ import annotations

import io
import os
import random
import re
from collections import Counter
from functools import cache

import pytest
from pypdf import PdfReader, PdfWriter, Transformation

from engine.drawing import scene
from engine.drawing.writers import pdf, svg
from engine.errors import OptionError
from engine.geometry.plane import Transform
from generator.checking import inspection
from generator.checking.faults import ROUNDING, Outcome, Wanted
from generator.checking.readback import Hints, Source
from generator.printing import template
from generator.printing.kit import make
from tests.checking.reading import FEW, read

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"

#: Of every game the component that is looked at, and three of its pieces, each another kind if the
#: component has several.
GAMES = {
    "atreya": ("tiles", "b-bbbbgr", "g-bbbgrr", "r-bbgrbr"),
    "aathenuo": ("tiles", "r1", "g5", "y7"),
    "astralis": ("control", "control-17", "control-40", "control-59"),
    "abstrakto": ("tiles", "blue-solid-2", "orange-line-3", "blue-cross-3"),
}
DOUBLE = ("atreya", "aathenuo", "astralis")


@cache
def scenes(game: str, **options: object) -> tuple[scene.Scene, ...]:
    source = template.load(game, FEW.get(game))
    kit = make(
        source, source.printing.with_options({"tile_size": "fill", **options}), (GAMES[game][0],)
    )
    return tuple(sheet.scene for component in kit.components for sheet in component.sheets)


class Kit:
    """A component's sheets, whose pieces can be changed one by one."""

    def __init__(self, game: str, **options: object) -> None:
        self.game = game
        self.size = options.get("tile_size")
        self.pictures = list(scenes(game, **options))
        #: By their ids, which a later sheet's have a star where they come again.
        self.groups: dict[str, scene.Group] = {}
        for item in (item for picture in self.pictures for item in picture.items):
            if isinstance(item, scene.Group) and item.name == "piece":
                self.groups[f"{item.id}*" if item.id in self.groups else item.id] = item
        self.name_of = {id(group): name for name, group in self.groups.items()}
        self.changed: dict[str, scene.Group | None] = dict(self.groups)

    def names(self, side: str) -> list[str]:
        """Return the ids of all fronts (``piece``) or backs (``back``)."""
        return [name for name in self.groups if name.startswith(f"{side}-")]

    def move(self, name: str, dx: float, dy: float) -> None:
        group = self.changed[name]
        lying = Transform.translation(dx, dy) @ group.transform
        self.changed[name] = group._replace(transform=lying)

    def turn(self, name: str, degrees: float) -> None:
        group = self.changed[name]
        lying = group.transform @ Transform.rotation(degrees)
        self.changed[name] = group._replace(transform=lying)

    def show(self, name: str, other: str) -> None:
        """Draw another's picture in a piece's place."""
        self.changed[name] = self.groups[name]._replace(items=self.groups[other].items)

    def exchange(self, name: str, other: str) -> None:
        self.show(name, other)
        self.show(other, name)

    def remove(self, *names: str) -> None:
        for name in names:
            self.changed[name] = None

    def repaint(self, name: str) -> None:
        """Paint the lowest of a piece's painted shapes violet."""
        self.changed[name] = violet(self.changed[name])

    def scenes(self) -> list[scene.Scene]:
        return [
            picture._replace(
                items=tuple(
                    new
                    for item in picture.items
                    if (new := self.changed.get(self.name_of.get(id(item), ""), item)) is not None
                )
            )
            for picture in self.pictures
        ]

    def pdf(self) -> bytes:
        return pdf.write([pdf.Page(picture) for picture in self.scenes()])

    def outcome(self, kind: str = "pdf", **wanted: object) -> Outcome:
        data = [self.pdf()] if kind == "pdf" else map(svg.write, self.scenes())
        return outcome(self.game, *data, size=self.size, **wanted)


def violet(item: scene.Item) -> scene.Item:
    """Return an item with the first of its painted shapes violet."""
    if not isinstance(item, scene.Group):
        return item._replace(fill="#8a4fa8")
    k = next(
        k for k, one in enumerate(item.items) if getattr(one, "items", getattr(one, "fill", None))
    )
    return item._replace(items=(*item.items[:k], violet(item.items[k]), *item.items[k + 1 :]))


def outcome(game: str, *data: bytes, size: float | None = None, **wanted: object) -> Outcome:
    sources = [Source(f"sheet-{k}", d) for k, d in enumerate(data, 1)]
    hints = Hints(template=FEW.get(game), tile_size=size)
    return inspection.sheets(read(sources, hints, game), Wanted(only=(GAMES[game][0],), **wanted))


def faults(kit: Kit, kind: str = "pdf", **wanted: object) -> tuple[Counter[str], str]:
    """Return how many faults of each kind there are, and their words."""
    found = kit.outcome(kind, **wanted).faults
    return Counter(fault.kind for fault in found), " | ".join(f.message for f in found)


# ------------------------------------------------------------------------ as planted, no more

#: What a back of another tile is called: Astralis's are all alike, Abstrakto's tiles have none.
UNLIKE = {"atreya": "mirror", "aathenuo": "colour"}


@pytest.mark.parametrize("kind", ["pdf", "svg"])
@pytest.mark.parametrize("game", GAMES)
def test_two_fronts_exchanged_are_two_faults(game, kind):
    kit = Kit(game)
    kit.exchange(f"piece-{GAMES[game][1]}", f"piece-{GAMES[game][2]}")
    found, told = faults(kit, kind)
    assert found == (Counter({UNLIKE[game]: 2}) if game in UNLIKE else Counter()), told


@pytest.mark.parametrize("game", UNLIKE)
def test_two_backs_exchanged_are_two_faults(game):
    kit = Kit(game)
    kit.exchange(f"back-{GAMES[game][1]}", f"back-{GAMES[game][2]}")
    assert faults(kit)[0] == {UNLIKE[game]: 2}


#: How far one side of a piece is shifted, and what is told of it.
SHIFTS = {
    (0.5, 0.0): "0.50 mm ",
    (0.0, -0.5): "0.50 mm ",
    (-0.12, 0.0): "0.12 mm ",
    (2.0, 0.0): "2.00 mm ",
}


@pytest.mark.parametrize("side", ["piece", "back"])
@pytest.mark.parametrize("game", DOUBLE)
def test_one_side_shifted_is_one_fault(game, side):
    kit = Kit(game)
    for name, by in zip(kit.names(side)[3::7], SHIFTS, strict=False):
        kit.move(name, *by)
    found, told = faults(kit)
    assert found == {"back": len(SHIFTS)}, told
    assert sorted(re.findall(r"by ([0-9.]+ mm )", told)) == sorted(SHIFTS.values())


@pytest.mark.parametrize("game", DOUBLE)
def test_one_back_far_off_is_still_its_fronts(game):
    kit = Kit(game, packing="separate", gap=10.0)
    kit.move(f"back-{GAMES[game][3]}", 6.0, 0.0)
    found, told = faults(kit)
    assert found == {"back": 1}, told
    assert "6.00 mm right" in told


@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("game", ["atreya", "aathenuo", "abstrakto"])
def test_one_tile_drawn_twice_is_two_faults(game, both):
    kit = Kit(game)
    _, there, twice, _ = GAMES[game]
    kit.show(f"piece-{there}", f"piece-{twice}")
    if both and game in DOUBLE:
        kit.show(f"back-{there}", f"back-{twice}")
    found, told = faults(kit)
    assert found == {"missing": 1, "duplicated": 1}, told


def test_the_tile_in_anothers_place_is_named_last():
    """Whose back is the missing tile's is there once too often, wherever it lies."""
    kit = Kit("atreya")
    kit.show("piece-b-bbbbgr", "piece-g-bbbgrr")
    (fault,) = [fault for fault in kit.outcome().faults if fault.kind == "duplicated"]
    at = kit.groups["piece-b-bbbbgr"].transform
    assert (fault.x, fault.y) == pytest.approx((at.e, at.f), abs=0.01)
    assert fault.tile == "g:bbbgrr"


@pytest.mark.parametrize("kind", ["pdf", "svg"])
@pytest.mark.parametrize("game", GAMES)
def test_one_tile_removed_is_one_fault(game, kind):
    kit = Kit(game)
    kit.remove(f"piece-{GAMES[game][2]}", f"back-{GAMES[game][2]}")
    assert faults(kit, kind)[0] == {"missing": 1}


@pytest.mark.parametrize("game", DOUBLE)
def test_one_side_removed(game):
    kit = Kit(game)
    kit.remove(f"back-{GAMES[game][2]}")
    assert faults(kit)[0] == {"no-back": 1}
    kit = Kit(game)
    kit.remove(f"piece-{GAMES[game][2]}")
    found, told = faults(kit)
    assert found == {"missing": 1}
    assert "its back is there (sheet-1 page " in told


@pytest.mark.parametrize("degrees", [3, 60, 180])
def test_one_back_turned_is_one_fault(degrees):
    kit = Kit("atreya")
    kit.turn("back-g-bbbgrr", degrees)
    found, told = faults(kit)
    assert found == {"mirror": 1}, told


@pytest.mark.parametrize(
    ("game", "side", "kinds"),
    [
        ("atreya", "piece", {"foreign": 1}),
        ("atreya", "back", {"foreign": 1}),
        ("aathenuo", "piece", {"foreign": 1}),
        ("aathenuo", "back", {"foreign": 1}),
        ("astralis", "piece", {"foreign": 1}),
        ("astralis", "back", {"foreign": 1}),
        ("abstrakto", "piece", {"foreign": 1}),
    ],
)
def test_one_side_repainted(game, side, kinds):
    kit = Kit(game)
    kit.repaint(f"{side}-{GAMES[game][1]}")
    found, told = faults(kit)
    assert found == kinds, told
    assert re.search("#8[9ab]4[c-f]a[2-9]", told), "violet, as pixels show it"


@pytest.mark.parametrize("options", [{"duplex": "short"}, {"packing": "separate", "gap": 4.0}])
@pytest.mark.parametrize("game", DOUBLE)
def test_other_ways_to_print(game, options):
    _, a, b, c = GAMES[game]
    kit = Kit(game, **options)
    kit.exchange(f"piece-{a}", f"piece-{b}")
    kit.move(f"back-{c}", 0.5, 0.0)
    found, told = faults(kit)
    assert found == Counter({UNLIKE[game]: 2} if game in UNLIKE else {}) + Counter(back=1), told


def planted(kit: Kit, chance: random.Random, names: list[str]) -> Counter[str]:
    """Plant a fault at random in pieces not yet touched, and return what must be found."""
    a, b = names.pop(), names.pop()
    way = chance.choice(["shifted", "removed", "no back", "twice", "exchanged"])
    if way == "shifted":
        by = chance.choice([-1, 1]) * chance.uniform(0.15, 2.0)
        kit.move(f"{chance.choice(['piece', 'back'])}-{a}", by, chance.uniform(-0.5, 0.5))
        return Counter(back=1)
    if way == "removed":
        kit.remove(f"piece-{a}", f"back-{a}")
        return Counter(missing=1)
    if way == "no back":
        kit.remove(f"back-{a}")
        return Counter({"no-back": 1})
    if way == "twice":
        kit.show(f"piece-{a}", f"piece-{b}")
        return Counter(missing=1, duplicated=1)
    side = chance.choice(["piece", "back"])
    kit.exchange(f"{side}-{a}", f"{side}-{b}")
    return Counter(mirror=2)


@pytest.mark.parametrize("seed", range(100 if DEEP else 8))
def test_faults_at_random_are_found_as_planted(seed):
    chance = random.Random(seed)
    kit = Kit("atreya")
    names = [name.partition("-")[2] for name in kit.names("piece")]
    chance.shuffle(names)
    expected: Counter[str] = Counter()
    for _ in range(chance.randint(1, 5)):
        expected += planted(kit, chance, names)
    found, told = faults(kit)
    assert found == expected, told


# ---------------------------------------------------------------------------- pages and shifts


@pytest.mark.parametrize("by", [0.2, 0.26, 0.5, 5.0])
def test_all_backs_shifted_on_an_exact_page_are_a_fault(by):
    """Nothing but the backs is off: no program's rounding explains that."""
    kit = Kit("atreya")
    for name in kit.names("back"):
        kit.move(name, -by, 0.0)
    found, told = faults(kit)
    assert found == {"back": 1}
    lie_off = f"lie off their fronts by {by:.2f} mm left"
    assert f"all 168 backs of 4 pages, first sheet-1 page 2, {lie_off}" in told


@pytest.mark.parametrize("game", DOUBLE)
def test_one_back_shifted_more_than_the_others_is_one_fault_more(game):
    kit = Kit(game)
    for name in kit.names("back"):
        kit.move(name, 0.5, 0.0)
    sheets = faults(kit)[0]["back"]
    kit.move(f"back-{GAMES[game][1]}", 0.0, 0.5)
    found, told = faults(kit)
    assert found == {"back": sheets + 1}
    assert "lies off its front by 0.50 mm down more than the others" in told


@pytest.mark.parametrize("lost", [0, 1, 2, 5])
def test_a_page_lost_leaves_the_others_in_order(lost):
    kit = Kit("atreya")
    del kit.pictures[lost]
    found, told = faults(kit)
    assert found == {"no-back": 1}
    assert f"none of the 42 tiles of sheet-1 page {lost // 2 * 2 + 1} has a back" in told


def test_a_page_lost_of_fronts_that_are_told_from_backs():
    kit = Kit("astralis", tile_size=40.0)
    del kit.pictures[2]
    found, told = faults(kit)
    assert found == {"missing": 1}
    assert "28 missing; 28 backs are there, the first on sheet-1 page 3 at" in told


def test_pages_of_told_sides_may_come_in_any_order():
    for order in (lambda p: p[::-1], lambda p: p[::2] + p[1::2], lambda p: p[1::2] + p[::2]):
        kit = Kit("aathenuo", tile_size=40.0)
        kit.pictures = order(kit.pictures)
        assert faults(kit) == ({}, "")


@pytest.mark.parametrize("game", DOUBLE)
def test_all_backs_far_off_are_told_once(game):
    """Also where a whole row of other backs lies nearer."""
    kit = Kit(game)
    for name in kit.names("back"):
        kit.move(name, 7.0, 5.0)
    found, told = faults(kit)
    assert found["back"] == 1
    assert found["no-back"] == found["colour"] == found["mirror"] == 0
    assert "lie off their fronts by 7.00 mm right and 5.00 mm down" in told


def test_backs_that_lie_behind_nothing_are_told_once():
    kit = Kit("aathenuo")
    for name in kit.names("back"):
        kit.move(name, 11.0, 11.0)
    found, told = faults(kit)
    assert found["no-back"] == 1
    assert "30 pieces show another side and lie behind none" in told


#: The order of Atreya's eight pages, what is at fault, and words of the one fault.
ORDERS = {
    (0, 3, 2, 1, 4, 5, 6, 7): ("back", "page 2 is the back of sheet-1 page 3 and sheet-1 page 4"),
    (0, 3, 2, 5, 4, 7, 6, 1): ("back", "page 2 is the back of sheet-1 page 3, sheet-1 page 4 is"),
    (0, 1, 0, 1, 2, 3, 4, 5, 6, 7): (
        "duplicated", "page 3 and sheet-1 page 4 show once more what sheet-1 page 1 and",
    ),
    (0, 0, 1, 2, 3, 4, 5, 6, 7): ("duplicated", "page 2 shows once more what sheet-1 page 1 shows"),
    (0, 1, 1, 2, 3, 4, 5, 6, 7): ("duplicated", "page 3 shows once more what sheet-1 page 2 shows"),
}  # fmt: skip


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_pages_in_the_wrong_place_are_one_fault(order):
    kit = Kit("atreya")
    kit.pictures = [kit.pictures[k] for k in order]
    found, told = faults(kit)
    kind, words = ORDERS[order]
    assert found == {kind: 1}
    assert words in told


@pytest.mark.parametrize("game", GAMES)
def test_sheets_twice_are_one_fault_and_two_copies_none(game):
    kit = Kit(game)
    kit.pictures *= 2
    found, told = faults(kit)
    assert found == {"duplicated": 1}, told
    assert faults(kit, copies=2) == ({}, "")


def test_a_page_in_another_theme_is_not_a_fault_for_every_tile():
    kit = Kit("atreya")
    kit.pictures[:2] = scenes("atreya", theme="dark")[:2]
    found, told = faults(kit)
    assert found == {"missing": 1, "foreign": 2}
    assert "42 tiles are missing, or among 42 that cannot be told" in told
    assert "42 of 42 tiles of sheet-1 page 1 cannot be told" in told


# ----------------------------------------------------------------------------- own rounding


def drawn_smaller(writer: PdfWriter) -> None:
    """Fit pages into paper as pdftocairo does, which takes them for whole points."""
    for page in writer.pages:
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        share = width / (int(width) + 1)
        up = (height - share * (int(height) + 1)) / 2 + share * (int(height) + 1 - height)
        page.add_transformation(Transformation().scale(share).translate(0, up))


def cut_narrower(writer: PdfWriter) -> None:
    """Make pages as wide as Chromium does: whole parts of 1/300 inch."""
    for page in writer.pages:
        page.mediabox.right = int(float(page.mediabox.right) / 0.24 - 1) * 0.24
        page.cropbox = page.trimbox = page.bleedbox = page.artbox = page.mediabox


def rounded(data: bytes, way) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    way(writer)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def drawn_on_narrower(writer: PdfWriter) -> None:
    """Do both, as Chromium does of pictures and Ghostscript of PostScript by pdftocairo."""
    drawn_smaller(writer)
    cut_narrower(writer)


WAYS = {
    drawn_smaller: ("0.26 mm left", 0.2),
    cut_narrower: ("0.11 mm right", 0.1),
    drawn_on_narrower: ("0.14 mm left", 0.1),
}


#: Each way with one game in turn; with all of them with TILEWRIGHT_DEEP=1.
ROUNDED = [
    pytest.param(game, way, id=f"{game} {way.__name__}")
    for k, way in enumerate(WAYS)
    for n, game in enumerate(DOUBLE)
    if DEEP or k % len(DOUBLE) == n
]


@pytest.mark.parametrize(("game", "way"), ROUNDED)
def test_a_files_own_rounding_is_one_note(game, way):
    words, less = WAYS[way]
    kit = Kit(game)
    data = rounded(kit.pdf(), way)
    found = outcome(game, data)
    assert found.ok, [fault.message for fault in found.faults]
    (note,) = [fact for fact in found.facts if "own rounding" in fact]
    assert f"{len(kit.names('back'))} backs lie off by {words}" in note
    assert {f.kind for f in outcome(game, data, tolerance=less).faults} == {"back"}
    assert outcome(game, data, tolerance=0.3).ok
    kit.move(f"back-{GAMES[game][1]}", 0.5, 0.0)
    found = outcome(game, rounded(kit.pdf(), way))
    assert [fault.kind for fault in found.faults] == ["back"]
    assert "lies off its front by 0.50 mm right more than the others" in found.faults[0].message
    for name in kit.names("back"):
        kit.move(name, 0.0, 0.2)
    assert "back" in {fault.kind for fault in outcome(game, rounded(kit.pdf(), way)).faults}


def test_rounding_makes_no_piece_too_small():
    data = rounded(Kit("atreya", tile_size=60.0).pdf(), drawn_smaller)
    assert outcome("atreya", data, tile_size=60.0).ok
    assert outcome("atreya", data).ok
    assert "size" in {f.kind for f in outcome("atreya", data, tile_size=60.2).faults}
    assert "size" in {
        f.kind for f in outcome("atreya", data, tile_size=60.0, tolerance=0.05).faults
    }


def test_rounding_explains_no_more_than_a_point():
    assert 25.4 / 72 < ROUNDING < 0.4


# -------------------------------------------------------------------------------- components


def test_a_set_of_tiles_is_a_component_like_others():
    with pytest.raises(OptionError, match="atreya has no component 'ships'; it has tiles"):
        inspection.sheets(
            read([Source("k.pdf", Kit("atreya").pdf())], None, "atreya"),
            Wanted(only=("ships",)),
        )
    with pytest.raises(OptionError, match="expected 1 or more"):
        Kit("abstrakto").outcome(copies=0)
