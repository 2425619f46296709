"""Sheets of other designers' are in order, however they are drawn, and no fault of theirs is lost."""

import os

import pytest

import engine
from tests.checking import foreign
from tests.checking.verifying import verify

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"

TILES = engine.game("atreya").tiles()

#: Styles and paints; each style once and each paint once, all pairs with TILEWRIGHT_DEEP=1.
WAYS = [
    (style, paint)
    for s, style in enumerate(foreign.STYLES)
    for p, paint in enumerate(foreign.PAINTS)
    if DEEP or p == s % len(foreign.PAINTS) or (s == 0 and p >= len(foreign.STYLES))
]


def verdict(tmp_path, tiles, style, paint, **layout):
    file = tmp_path / "sheets.pdf"
    file.write_bytes(foreign.sheets(tiles, foreign.STYLES[style], foreign.PAINTS[paint], **layout))
    return verify("atreya", file)


@pytest.mark.parametrize(("style", "paint"), WAYS)
def test_sheets_drawn_otherwise_are_in_order(tmp_path, style, paint):
    said = verdict(tmp_path, TILES, style, paint)
    assert str(said) == "ok"
    assert said.found == said.expected == 168


@pytest.mark.parametrize("style", foreign.STYLES if DEEP else ["filled_boundaries"])
def test_flat_tops_and_forms_in_forms_are_in_order(tmp_path, style):
    assert str(verdict(tmp_path, TILES, style, "rgb", turn=30.0, nested=True)) == "ok"


def test_backs_all_off_are_named_and_nothing_else(tmp_path):
    """42 flat-topped tiles a Letter page in pure colours, clipped fills in forms two deep."""
    said = verdict(
        tmp_path, TILES, "clipped", "pure",
        layout=foreign.LETTER, turn=30.0, off=(1.65, 0.0), nested=True,
    )  # fmt: skip
    assert said.found == 168
    (fault,) = said.faults
    assert fault["kind"] == "back"
    assert fault["message"].startswith("all 168 backs of 4 pages, first ")
    assert fault["message"].endswith("page 2, lie off their fronts by 1.65 mm right")


@pytest.mark.parametrize("paint", ["cmyk", "lab"])
def test_a_tile_missing_and_one_twice_are_named(tmp_path, paint):
    tiles = [*TILES[:20], *TILES[21:], TILES[40]]
    said = verdict(tmp_path, tiles, "under_strokes", paint)
    assert [(f["kind"], f["tile"]) for f in said.faults] == [
        ("missing", TILES[20]),
        ("duplicated", TILES[40]),
    ]
