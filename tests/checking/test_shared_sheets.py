"""Sheets that components share read back: what is there, what is missing, and faults as planted."""

from functools import cache, partial

import pytest

import engine
from engine.drawing import scene
from engine.drawing.writers import pdf, svg
from engine.geometry.plane import Transform
from generator.checking import inspection, readback
from generator.checking.faults import Wanted
from generator.checking.readback import Hints, Source
from generator.checking.recognise import looks
from generator.cli import run
from generator.printing import template
from generator.printing.kit import make
from tests.sister_parts import with_stars_apart

SMALL = ("contested", "planets", "ships", "standees", "card")


@cache
def sheets(game, *only, **options):
    source = template.load(game)
    made = make(source, source.printing.with_options(options), only)
    return tuple(s for component in made.components for s in component.sheets)


def seen(game, pictures, suffix="pdf", **wanted):
    """The outcome of verifying sheets."""
    if suffix == "pdf":
        sources = [Source("sheets.pdf", pdf.write([pdf.Page(one) for one in pictures]))]
    else:
        sources = [Source(f"{k}.svg", svg.write(one)) for k, one in enumerate(pictures)]
    return inspection.sheets(readback.read(sources, Hints(), game), Wanted(**wanted))


def without(picture, identity):
    """A sheet with the piece of an identity left out."""
    kept = tuple(i for i in picture.items if getattr(i, "id", "") != identity)
    assert len(kept) == len(picture.items) - 1
    return picture._replace(items=kept)


def exchanged(picture, one, other):
    """A sheet with two pieces in each other's places."""
    places = {i.id: i.transform for i in picture.items if getattr(i, "id", "") in (one, other)}
    turned = {one: places[other], other: places[one]}
    items = tuple(
        i._replace(transform=turned[i.id]) if getattr(i, "id", "") in turned else i
        for i in picture.items
    )
    return picture._replace(items=items)


@pytest.mark.parametrize("suffix", ["pdf", "svg"])
@pytest.mark.parametrize(
    ("game", "only", "found"), [("astralis", SMALL, 125), ("abstrakto", ("tiles", "markers"), 66)]
)
def test_what_shares_sheets_is_counted_by_component(game, only, found, suffix):
    outcome = seen(game, [s.scene for s in sheets(game, *only)], suffix, only=only)
    assert not outcome.faults
    assert (outcome.found, outcome.expected) == (found, found)


@pytest.mark.parametrize(
    ("options", "copies"),
    [
        ({"theme": "mono"}, 1),
        ({"theme": "dark", "paper": "letter"}, 1),
        ({"paper": "a5"}, 1),
        ({"marks": "crop", "bleed": 2.0}, 1),
        ({"copies": 3, "labels": True}, 3),
        ({"packing": "separate", "paper": "a3", "preset": "silhouette"}, 1),
    ],
)
def test_sheets_of_any_kind_are_read(options, copies):
    pictures = [s.scene for s in sheets("astralis", *SMALL, **options)]
    outcome = seen("astralis", pictures, only=SMALL, copies=copies)
    assert [fault.message for fault in outcome.faults] == []
    assert outcome.found == 125 * copies


def test_the_rest_of_the_kit_is_missed():
    outcome = seen("astralis", [s.scene for s in sheets("astralis", *SMALL)])
    missing = {fault.tile: fault.kind for fault in outcome.faults}
    assert missing == {"board": "missing", "control": "missing"}


@pytest.mark.parametrize(
    ("identity", "message"),
    [
        ("piece-ship-cyan", "cyan ship: 0 of 1, 1 missing"),
        ("piece-standee-yellow", "yellow fold-up ship: 0 of 1, 1 missing"),
        ("piece-contested-7", "contested tile: 59 of 60, 1 missing"),
        ("piece-planet-cyan-30", "cyan planet: 29 of 30, 1 missing"),
    ],
)
def test_a_piece_left_out_is_missed(identity, message):
    (sheet,) = sheets("astralis", *SMALL)
    (fault,) = seen("astralis", [without(sheet.scene, identity)], only=SMALL).faults
    assert (fault.kind, fault.message) == ("missing", message)


def test_a_component_left_out_is_missed():
    (sheet,) = sheets("astralis", *SMALL)
    (fault,) = seen("astralis", [without(sheet.scene, "piece-card")], only=SMALL).faults
    assert fault.message == "score card: none of 1 are there"


def test_a_piece_out_of_its_place_is_found():
    (sheet,) = sheets("astralis", *SMALL)
    items = tuple(
        i._replace(transform=Transform.translation(3.0, 0.0) @ i.transform)
        if getattr(i, "id", "") == "piece-planet-cyan-30"
        else i
        for i in sheet.scene.items
    )
    (fault,) = seen("astralis", [sheet.scene._replace(items=items)], only=SMALL).faults
    assert fault.message.startswith(
        "the art of a cyan planet lies off its outline by 3.00 mm right"
    )


def test_sheets_printed_smaller_are_told():
    (sheet,) = sheets("astralis", *SMALL)
    smaller = scene.Group(sheet.scene.items, Transform.scaling(0.98))
    found = seen("astralis", [sheet.scene._replace(items=(smaller,))], only=SMALL).faults
    assert any(f.kind == "size" and "drawn at 98.0 % of what" in f.message for f in found)


# ------------------------------------------------------------------------------- both sides


@pytest.fixture
def split(monkeypatch):
    """Aathenuo with its stars as a component of their own, whose backs are another pattern."""
    game = engine.game("aathenuo")
    parts = with_stars_apart(
        game.parts, draw=lambda tiles: partial(tiles.draw.func, backs="pattern")
    )
    monkeypatch.setattr(game, "parts", parts)
    looks._seeker.cache_clear()
    yield
    looks._seeker.cache_clear()  # it knows the pictures of these parts


@pytest.fixture
def both(split):
    source = template.load("aathenuo")
    (printed,) = make(source, source.printing, ("tiles", "stars")).components
    return [s.scene for s in printed.sheets]


def faults(pictures):
    outcome = seen("aathenuo", pictures, only=("tiles", "stars"))
    return {(fault.kind, fault.tile) for fault in outcome.faults}, outcome


def test_two_sided_sheets_are_in_order(both):
    found, outcome = faults(both)
    assert not found
    assert outcome.found == 104


def test_a_shifted_back_is_found_on_shared_sheets(both):
    front, back = both
    moved = scene.Group(back.items, Transform.translation(0.4, 0.0))
    found, outcome = faults([front, back._replace(items=(moved,))])
    assert {kind for kind, _ in found} == {"back"}
    assert {"0.40 mm right" in fault.message for fault in outcome.faults} == {True}


def test_exchanged_tiles_are_found_on_shared_sheets(both):
    front, back = both
    found, _ = faults([exchanged(front, "piece-r1", "piece-bstar"), back])
    assert found


def test_a_star_left_out_is_missed(both):
    front, back = both
    found, _ = faults([without(front, "piece-gstar"), back])
    assert ("missing", "g*") in found


# ----------------------------------------------------------------------------- the command


def test_the_whole_kit_by_its_files_or_as_one(tmp_path, capsys):
    assert run(["kit", "abstrakto", "--out", str(tmp_path)]) == 0
    files = sorted(map(str, tmp_path.glob("*.pdf")))
    assert [path.rpartition("/")[2] for path in files] == [
        "abstrakto-board.pdf",
        "abstrakto-parts.pdf",
    ]
    assert run(["verify", "abstrakto", *files]) == 0
    assert run(["verify", files[1]]) == 1
    said = capsys.readouterr().out
    assert "in order: 69 of 69" in said
    assert "board: none of 1 are there" in said
    assert run(["kit", "abstrakto", "--one-pdf", "--out", str(tmp_path)]) == 0
    assert run(["verify", str(tmp_path / "abstrakto.pdf")]) == 0
    assert "in order: 69 of 69" in capsys.readouterr().out
