"""Colour is never alone: in every theme each game's colours are told apart by every eye."""

from itertools import combinations

import pytest
from coloraide import Color

import engine
from engine.drawing import theme
from engine.drawing.theme import Slot, contrast
from engine.games.aathenuo import drawing as aathenuo
from tests.cases import some
from tests.drawing import colour_table
from tests.drawing.colour_table import LEAST, colours, differences, patterns_differ, rows, seen
from tests.paths import DATA

# ------------------------------------------------------------------------- what measures


def pairs() -> list[list[float]]:
    lines = (DATA / "colours" / "ciede2000.txt").read_text("utf-8").splitlines()
    return [[float(word) for word in line.split()] for line in lines if line[0] != "#"]


def test_differences_are_those_of_the_published_pairs():
    assert len(pairs()) == 34
    for *lab, published in some(pairs()):
        one, other = Color("lab-d65", lab[:3]), Color("lab-d65", lab[3:])
        assert one.delta_e(other, method="2000") == pytest.approx(published, abs=5.1e-5)


#: Severity 1.0 of Machado, Oliveira and Fernandes 2009: rows of red, green and blue.
PUBLISHED = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@pytest.mark.parametrize("way", PUBLISHED)
@pytest.mark.parametrize("colour", ["#806f60", "#557788", "#9a8a7a"])
def test_eyes_that_lack_cones_see_by_the_published_matrices(way, colour):
    linear = Color(colour).convert("srgb-linear").coords()
    expected = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in PUBLISHED[way]]
    assert seen(colour, way).convert("srgb-linear").coords() == pytest.approx(expected, abs=1e-6)


def test_grey_keeps_the_luminance():
    for colour in ("#b61a2d", "#457fca", "#ffffff"):
        grey = seen(colour, "grey").convert("srgb").to_string(hex=True)
        assert theme.luminance(grey) == pytest.approx(theme.luminance(colour), abs=0.005)


def test_a_direction_is_no_pattern_as_pieces_turn():
    lines = Slot("#ffffff", "#000000", "#000000", "#000000", "hatch", angle=45.0)
    assert not patterns_differ(lines, lines._replace(angle=135.0))
    assert not patterns_differ(lines._replace(pattern="solid"), lines._replace(pattern="solid"))
    assert patterns_differ(lines, lines._replace(pitch=2 * lines.pitch))
    assert patterns_differ(lines, lines._replace(pattern="cross"))
    assert not patterns_differ(lines, lines._replace(pattern="cross", ink="#f4f4f4"))


# ------------------------------------------------------------------------- games and themes

#: The pairs that nothing but colour tells apart; of other colours pieces have other forms.
NEEDED = {
    "aathenuo": set(),
    "abstrakto": {("blue", "orange")},
    "astralis": set(),
    "atreya": {("red", "green"), ("red", "blue"), ("green", "blue")},
}
USED = {
    "aathenuo": {"red", "yellow", "green", "blue", "purple", "orange"},
    "abstrakto": {"blue", "orange", "grey"},
    "astralis": {"yellow", "cyan", "red"},
    "atreya": {"red", "green", "blue"},
}


@pytest.mark.parametrize("game", engine.names())
def test_which_colours_need_telling_apart_is_found_from_the_pieces(game):
    found = colours(game)
    assert set(found.used) == USED[game]
    assert found.needed == NEEDED[game]


def test_a_form_that_goes_is_missed(monkeypatch):
    monkeypatch.setitem(aathenuo.SHAPES, "p", aathenuo.SHAPES["b"])
    aathenuo.face.cache_clear()
    found = colour_table.needed_colours.of_game(engine.game("aathenuo"), {"colours": 6})
    aathenuo.face.cache_clear()
    assert found.needed == {("blue", "purple")}


@pytest.mark.parametrize("look", theme.names())
@pytest.mark.parametrize("game", engine.names())
def test_all_colours_of_a_game_are_told_apart_by_every_eye(game, look):
    for row in some(rows(game, look)):
        assert row.told_by, f"{row.pair}: {row.differences}"


#: Colours that plain themes tell apart without a pattern, also where a form would tell.
STEPS = [("red", "green", "blue"), ("blue", "orange", "grey"), ("yellow", "cyan", "red")]


@pytest.mark.parametrize(
    ("look", "group"),
    [(look, group) for look in ("classic", "dark") for group in STEPS]
    + [("classic", ("red", "yellow", "green", "blue"))],
)
def test_plain_themes_have_steps_of_lightness(look, group):
    slots = [theme.load(look).slots[name] for name in group]
    for a, b in some(combinations(slots, 2)):
        assert a.pattern == b.pattern == "solid"
        assert min(differences(a.fill, b.fill)) >= LEAST, (a, b)


@pytest.mark.parametrize("look", theme.names())
def test_what_should_be_seen_on_both_is(look):
    """Dots where something may be put, and where not; both are marks of figures."""
    of = theme.load(look)
    assert min(differences(of.role("good"), of.role("bad"))) >= LEAST


# ------------------------------------------------------------------------- words and signs


@pytest.mark.parametrize("look", theme.names())
def test_words_and_signs_can_be_read_on_their_ground(look):
    of = theme.load(look)
    for slot in some(of.slots.values()):
        assert contrast(slot.label, slot.fill) >= theme.READABLE
        assert contrast(slot.deep, "#ffffff") >= theme.READABLE
    for role, ground, least in (
        ("ink", "paper", theme.READABLE),
        ("ink", "board", theme.READABLE),
        ("muted", "paper", theme.READABLE),
        ("muted", "board", theme.READABLE),
        ("muted", "board-edge", theme.VISIBLE),
    ):
        assert contrast(of.role(role), of.role(ground)) >= least, (role, ground)


@pytest.mark.parametrize("look", ["classic", "dark"])
def test_signs_stand_out_from_their_ground(look):
    for slot in some(theme.load(look).slots.values()):
        assert contrast(slot.ink, slot.fill) >= theme.VISIBLE


@pytest.mark.parametrize("look", [name for name in theme.names() if name != "mono"])
def test_numbers_keep_the_difference_of_their_colours(look):
    """As one sees who sees all colours: eyes that do not are helped by shapes."""
    slots = theme.load(look).slots
    deep = [slots[name].deep for name in ("red", "yellow", "green", "blue", "purple", "orange")]
    for one, other in some(combinations(deep, 2)):
        assert differences(one, other)[0] >= LEAST


def test_a_colour_is_deepened_no_further_than_needed():
    assert theme.legible("#777777", "#ffffff", 1.0) == "#777777"
    assert theme.legible("#ffee00", "#ffffff", 4.5) == "#807700"
    assert theme.legible("#457fca", "#457fca", 21.0) == "#000000"
