"""Small faults, pasted windows, sheets of two themes: found as planted and no more."""

import random

import pytest
from pypdf import PdfReader, PdfWriter

from engine.drawing import scene
from engine.geometry.plane import Transform, bounds
from tests.checking.damage import (
    Print,
    bleed_of,
    kit_of,
    off_the_page,
    points_of,
    removed,
)
from tests.checking.verifying import verify

#: A colour that no theme has.
PINK = "#ff80c0"
APART: dict[str, object] = {"packing": "separate", "gap": 4.0}


def work_of(game, look="classic", **options):
    """Return a kit about to be printed."""
    chosen = {"theme": look, **options}
    return Print.of(kit_of(game, (*chosen.items(),)), random.Random(1))


def files_of(work, folder, only):
    """Return the files of a component, or of all."""
    return [file for file in work.files(folder) if only in file.stem]


@pytest.mark.parametrize(
    ("look", "off", "wide"),
    [
        ("classic", 0.0, 0.03),
        ("mono", 0.0, 0.06),
        ("ink-saver", 0.37, 0.05),
    ],
)
def test_a_dot_of_a_colour_that_no_tile_has_is_found(tmp_path, look, off, wide):
    work = work_of("atreya", look)
    side = work.spots[5].front
    box = work.box(side)
    width = min(box.width, box.height)
    dot = scene.Circle(box.centre.x + off * width, box.centre.y, wide * width, PINK)
    work[side] = (*work[side], dot)
    (fault,) = verify("atreya", *work.files(tmp_path)).faults
    assert fault["kind"] == "foreign"
    assert f"shows {PINK} instead of" in fault["message"]


@pytest.mark.parametrize(
    ("game", "options", "number", "by", "words"),
    [
        ("atreya", {"theme": "mono"}, 5, 0.99, "tile 6 r:bbbgbr measures 36.04 mm, not 36.4 mm"),
        ("atreya", APART, 5, 1.02, "tile 6 r:bbbgbr measures 41.82 mm, not 41 mm"),
    ],
)
def test_a_piece_that_is_a_little_smaller_or_larger_is_found(
    tmp_path, game, options, number, by, words
):
    work = work_of(game, **options)
    work.change_about(work.spots[number].front, Transform.scaling(by))
    (fault,) = verify(game, *work.files(tmp_path), *bleed_of(options)).faults
    assert fault["message"].startswith(words)


@pytest.mark.parametrize("game", ["atreya", "aathenuo"])
def test_a_tile_that_lies_askew_is_turned_not_missing(tmp_path, game):
    work = work_of(game)
    work.change_about(work.spots[5].front, Transform.rotation(5.0))
    (fault,) = verify(game, *work.files(tmp_path)).faults
    assert fault["kind"] == "mirror"
    assert "is turned or deformed by" in fault["message"]


def test_a_tile_drawn_over_by_itself_a_little_aside_is_not_as_it_should_be(tmp_path):
    work = work_of("atreya")
    side = work.spots[5].front
    box = work.box(side)
    again = scene.Group(work[side], Transform.translation(0.4, 0.3))
    work[side] = (*work[side], scene.Group((again,), clip=scene.disc(0.56 * box.width, box.centre)))
    (fault,) = verify("atreya", *work.files(tmp_path)).faults
    assert (fault["kind"], fault["number"]) == ("unclear", 6)


def test_a_piece_that_reaches_beyond_the_page_is_told(tmp_path):
    work = work_of("abstrakto")
    expected = off_the_page(work, work.spots[5])
    said = verify("abstrakto", *files_of(work, tmp_path, "tiles"), "--only", "tiles")
    assert expected.judged(said.kinds) == "as planted", said


def test_a_back_that_lies_off_on_its_own_is_one_fault(tmp_path):
    work = work_of("aathenuo", **APART)
    work.move(work.spots[5].back, Transform.translation(0.7, 0.3))
    (fault,) = verify("aathenuo", *files_of(work, tmp_path, "tiles"), "--only", "tiles").faults
    assert fault["kind"] == "back"
    assert " lies off its front by 0.70 mm right and 0.30 mm down (" in fault["message"]


@pytest.mark.parametrize(
    ("game", "looks"), [("atreya", ("mono", "dark")), ("aathenuo", ("dark", "classic"))]
)
def test_a_page_in_another_theme_is_foreign(tmp_path, game, looks):
    files = []
    for look in looks:
        (tmp_path / look).mkdir()
        files.append(work_of(game, look).files(tmp_path / look))
    (one,), (other,) = ([f for f in some if "tiles" in f.name] for some in files)
    writer = PdfWriter()
    pages = list(PdfReader(one).pages)
    swapped = 0 if game == "atreya" else 1
    pages[swapped] = PdfReader(other).pages[swapped]
    for page in pages:
        writer.add_page(page)
    writer.write(one)
    assert set(verify(game, *files[0]).kinds) == {"foreign"}


#: Kits that are in order: a game, its component if one is looked at alone, and what verify is told.
READ = [
    ("aathenuo", "", {"tile_size": 10.0, "paper": "a4"}, ()),
    ("astralis", "control", {"packing": "rows", "bleed": 3.0}, ()),
    ("atreya", "", {"paper": "a3", "packing": "rows", "orientation": "flat", "bleed": 3.0}, ()),
    ("abstrakto", "board", {"paper": "a5"}, ()),
    ("aathenuo", "racks", {"marks": "none", "bleed": 3.0}, ()),
    ("abstrakto", "tiles", {"marks": "none", "bleed": 3.0}, ()),
    ("abstrakto", "", APART | {"bleed": 2.0, "marks": "crop"}, ()),
    ("astralis", "", APART | {"theme": "mono", "tile_size": 13.0, "marks": "none"}, ()),
    ("aathenuo", "tiles", APART | {"theme": "mono", "paper": "a3", "marks": "crop", "duplex": "fold", "labels": True}, ()),
    ("atreya", "", APART | {"paper": "legal", "orientation": "flat", "bleed": 3.0, "tile_size": 27.0}, ()),
    ("aathenuo", "racks", {"theme": "dark", "paper": "a3", "preset": "silhouette", "bleed": 1.0}, ()),
    ("abstrakto", "", {"theme": "mono", "paper": "a3", "copies": 4, "tile_size": 15.0, "sheets": "combined"}, ("--copies", "4")),
    ("aathenuo", "racks", {"tile_size": 32.0, "paper": "a3"}, ("--tile-size", "32")),
    ("aathenuo", "tiles", {"theme": "mono", "back_scale": (100.4, 99.7)}, ("--back-scale", "100.4,99.7")),
]  # fmt: skip


@pytest.mark.parametrize(("game", "only", "options", "arguments"), READ)
def test_kits_of_other_options_are_read(tmp_path, game, only, options, arguments):
    files = files_of(work_of(game, **options), tmp_path, only)
    asked = [*(("--only", only) if only else ()), *bleed_of(options)]
    assert str(verify(game, *files, *asked, *arguments)) == "ok"


@pytest.mark.parametrize(("options", "kind"), [(APART, "slip"), ({"marks": "none"}, "overlap")])
def test_a_tile_that_is_shifted_with_its_back_is_one_fault(tmp_path, options, kind):
    work = work_of("atreya", **options)
    spot = work.spots[22]
    work.move(spot.front, Transform.translation(0.7, 0.3))
    work.move(spot.back, Transform.translation(-0.7, 0.3))
    assert verify("atreya", *work.files(tmp_path)).kinds == {kind: 1}


@pytest.mark.parametrize(
    ("game", "component", "change", "kind", "words"),
    [
        ("aathenuo", "racks", Transform.translation(0, 3), "slip", "by 3.00 mm down"),
        ("aathenuo", "racks", Transform.scaling(1.04, 1), "size", "224 to 232.96 mm, not 224 mm"),
        ("abstrakto", "markers", Transform.scaling(1, 0.95), "size", "measures 10.26 to 10.8 mm"),
        ("astralis", "card", Transform.translation(6, 0), "slip", "by 6.00 mm right"),
    ],
)
def test_art_that_is_shifted_or_stretched_on_its_own_cut_line(
    tmp_path, game, component, change, kind, words
):
    work = work_of(game)
    number = [c.name for c in work.kit.components].index(component)
    slots = work.slots[number][0]
    slot = next(k for k, items in enumerate(slots) if getattr(items[0], "name", "") == "piece")
    x, y = bounds(points_of(slots[slot])).centre
    about = Transform.translation(x, y) @ change @ Transform.translation(-x, -y)
    slots[slot] = (scene.Group(slots[slot], about),)
    asked = ("--only", component)
    said = verify(game, *files_of(work, tmp_path, component), *asked)
    assert kind in said.kinds
    assert any(words in fault["message"] for fault in said.faults)


@pytest.mark.parametrize(("number", "by"), [(0, 0.98), (1, 1.02)])
def test_of_two_pieces_that_is_wrong_which_is_not_as_its_sheet_says(tmp_path, number, by):
    work = work_of("astralis")
    two = [spot for spot in work.spots if spot.key.startswith("standee")]
    assert len(two) == 2
    work.change_about(two[number].front, Transform.scaling(by))
    files = [f for f in work.files(tmp_path) if "standees" in f.name or "board" in f.name]
    (fault,) = verify("astralis", *files, "--only", "standees").faults
    assert (fault["kind"], fault["tile"]) == ("size", two[number].key)


def test_a_sheet_of_which_the_only_piece_is_cut_out_is_one_fault(tmp_path):
    work = work_of("astralis")
    (card,) = (spot for spot in work.spots if spot.key == "card")
    removed(work, card)
    files = [file for name in ("card", "planets") for file in files_of(work, tmp_path, name)]
    (fault,) = verify("astralis", *files, "--only", "card,planets").faults
    assert fault["message"].startswith("score card: none of 1 are there")


BLED = APART | {"bleed": 2.0}


@pytest.mark.parametrize(
    ("game", "options", "pages"),
    [
        ("aathenuo", BLED, (1,)),
        ("astralis", BLED | {"tile_size": 14.0, "theme": "dark"}, (0,)),
        ("aathenuo", {"tile_size": 25.0, "marks": "none"}, ()),
    ],
)
def test_what_is_drawn_at_98_per_cent_is_one_fault(tmp_path, game, options, pages):
    work = work_of(game, **options)
    names = [c.name for c in work.kit.components]
    chosen = [(names.index("control" if game == "astralis" else "tiles"), k) for k in pages]
    drawn_at(0.98, work, chosen)
    (fault,) = verify(game, *work.files(tmp_path), *bleed_of(options)).faults
    assert fault["message"].startswith(
        "drawn at 98.0 % of what the sheet says: a ruler of 99.57 mm"
    )


def test_a_sheet_stretched_one_way_is_one_fault(tmp_path):
    work = work_of("atreya")
    for sheets in work.slots:
        for slots in sheets:
            items = tuple(item for slot in slots for item in slot)
            slots[:] = [(scene.Group(items, Transform(0.99, 0.0, 0.0, 0.97, 0.0, 0.0)),)]
    verdict = verify("atreya", *work.files(tmp_path))
    assert verdict.kinds == {"size": 1}
    assert verdict.found == 168


def drawn_at(share, work, chosen=()):
    """Draw some pages of a kit smaller, of none all, about their upper left corners."""
    every = [(c, k) for c, sheets in enumerate(work.slots) for k in range(len(sheets))]
    for c, k in chosen or every:
        items = tuple(item for slot in work.slots[c][k] for item in slot)
        work.slots[c][k] = [(scene.Group(items, Transform.scaling(share)),)]
