"""Sheets of other designers', and ours as other programs write them, are in order; no fault is lost."""

import os

import pytest

import engine
from engine.drawing import theme
from tests.checking import foreign, producers
from tests.checking.verifying import FEW, verify

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"

TILES = engine.game("atreya").tiles()

#: A sheet of tiles of every kind, and the first style on all of them; all with TILEWRIGHT_DEEP=1.
SOME = TILES[:: len(TILES) // (foreign.A4.columns * foreign.A4.rows) + 1]

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
    tiles = TILES if DEEP or style == "seven_polygons" else SOME
    said = verdict(tmp_path, tiles, style, paint)
    assert (said.found, said.expected) == (len(tiles), 168)
    missing = [(fault["kind"], fault["tile"]) for fault in said.faults]
    assert missing == [("missing", tile) for tile in TILES if tile not in tiles]


@pytest.mark.parametrize("style", foreign.STYLES if DEEP else ["filled_boundaries"])
def test_flat_tops_and_forms_in_forms_are_in_order(tmp_path, style):
    said = verdict(tmp_path, SOME, style, "rgb", turn=30.0, nested=True)
    assert said.found == len(SOME)
    assert set(said.kinds) == {"missing"}


def test_backs_all_off_are_named_and_nothing_else(tmp_path):
    """42 flat-topped tiles a Letter page in pure colours, clipped fills in forms two deep."""
    said = verdict(
        tmp_path, TILES, "clipped", "pure",
        layout=foreign.LETTER, turn=30.0, off=(1.65, 0.0), nested=True,
    )  # fmt: skip
    assert said.found == 168
    (fault,) = said.faults
    assert fault["kind"] == "back"
    assert fault["message"].startswith("all 168 backs of 4 pages (first ")
    assert fault["message"].endswith(" lies off its front by 1.65 mm right")


def test_a_tile_missing_and_one_twice_are_named(tmp_path):
    tiles = [*TILES[:20], *TILES[21:], TILES[40]]
    said = verdict(tmp_path, tiles, "under_strokes", "lab")
    assert [(f["kind"], f["tile"]) for f in said.faults] == [
        ("missing", TILES[20]),
        ("duplicated", TILES[40]),
    ]


#: Which games' files of a producer are read (all where it is not named).
READ = {
    "mutool convert": ("atreya", "abstrakto", "astralis"),
    # All sheets in one file: a board before tiles of two sides parts fronts and backs.
    "chromium of SVG": ("atreya", "abstrakto", "aathenuo"),
}
#: The themes that a kit is printed in.
LOOKS = [look for look in theme.names() if look != "dark"]
#: The programs that ``make system`` installs are in every run, the others with TILEWRIGHT_DEEP=1.
INSTALLED = ("", "pdftocairo", "chromium")


def cases():
    """Yield every producer with one of its games and themes in turn, or with all of them."""
    for number, (name, producer) in enumerate(producers.PRODUCERS.items()):
        games = READ.get(name, engine.names())
        if DEEP:
            yield from ((name, game, look) for game in games for look in LOOKS)
        elif producer.program in INSTALLED:
            # Atreya's files, which take longest, come as they were written.
            game = games[(number + 1) % 3] if number else "atreya"
            turn = number + number // len(LOOKS)
            yield name, game, LOOKS[turn % len(LOOKS)]


@pytest.mark.parametrize(("name", "game", "look"), list(cases()))
def test_a_kit_is_in_order_whoever_wrote_it(tmp_path, name, game, look):
    template = () if DEEP or game not in FEW else ("--template", FEW[game])
    said = producers.verdict(name, game, look, tmp_path, *template)
    assert str(said) == "ok"
    assert said.found == said.expected > 0
