"""The look of sheets told by their pieces: theme, size, settings, labels, hues; pages of another look; what is none."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType, SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest

from engine.drawing import scene, theme
from engine.drawing.parts import BoardPart, Cutout, Part, Piece, Pieces, Stance
from engine.drawing.writers import svg
from engine.errors import GameError, OptionError
from engine.geometry.hexgrid import SQRT3, centre, hexhex
from engine.geometry.plane import Box, Point, Transform, regular_polygon
from generator.checking.pages import files
from generator.checking.pages.paint import Page
from generator.checking.readback import Source
from generator.checking.recognise import hex_kit, looks, models, outlines, pieces, square_kit
from generator.checking.recognise.outlines import Candidate
from generator.checking.recognise.results import Hints, kinds_of
from tests.cases import some

#: What cards show.
CARDS = {
    "card-one": ("red", "green", "blue"),
    "card-two": ("green", "blue", "red"),
    "card-three": ("blue", "red", "red"),
}
NONE = MappingProxyType({})


def tried(
    look: looks.Look | None,
    exact: float = 0.0,
    off: float = 1.0,
    *,
    value: float = 0.0,
    share: float = 0.0,
) -> looks._Tried:
    """Return a look and how well it is said to fit."""
    return looks._Tried(look, value, share, exact, off, is_nothing=False)


def draw(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
    """Return a card: a ground and two colours below, a bar in ink, a label, a back of its own."""
    x, y = stance.size / 2, stance.size * 0.75
    by = stance.bleed
    slots = [stance.theme.slot(name).fill for name in CARDS[piece.id]]
    if stance.back:
        slots = slots[::-1]

    def box(left: float, top: float, right: float, bottom: float, paint: str) -> scene.Item:
        return scene.Path(scene.rectangle(Box(left, top, right, bottom)), paint)

    items = [
        box(-x - by, -y - by, x + by, y + by, slots[0]),
        box(-x - by, 0.3 * y, 0, y + by, slots[1]),
        box(0, 0.3 * y, x + by, y + by, slots[2]),
        box(3 - x, 3 - y, 11 - x, 6 - y, stance.theme.role("ink")),  # however large the card
    ]
    if stance.labels:
        items.append(box(0.3 * x, 0.5 * y, 0.7 * x, 0.7 * y, "#ffffff"))
    return tuple(items)


def cards(size: float, **of: object) -> Pieces:
    """Return the component of cards."""
    known = tuple(Piece(name, f"the {name}") for name in CARDS)
    made = Pieces(
        "cards", "cards", lambda wide: Cutout("rectangle", wide, 1.5 * wide), size, known, draw
    )
    return replace(made, **of)


class Game:
    """A game of three cards, 20 mm wide, in one look or two."""

    name = "abstrakto"
    piece_colours = MappingProxyType({"r": "red", "g": "green", "b": "blue"})
    looks = (NONE, MappingProxyType({"dotted": True}))

    def parts(self, request) -> tuple[Pieces, ...]:
        """Return the cards as they are asked for."""
        dotted = request.settings.flag("dotted", False)

        def own(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
            dot = scene.Path(scene.rectangle(Box(5, -9, 7.5, -7)), "#ffffff")
            return (*draw(piece, stance), *([dot] if dotted else []))

        return (replace(cards(request.tile_size or 20.0), draw=own),)

    def tiles(self) -> tuple[str, ...]:
        """Return the tiles that are told apart: none."""
        return ()


class Colourless(Game):
    """A game whose pieces have colours that no hue tells."""

    piece_colours = NONE


PLACES = ((25, 30), (60, 30), (95, 30), (25, 75), (60, 75), (95, 75))


def sheet(
    look: theme.Theme | str = "classic",
    size: float = 20.0,
    *,
    names: tuple[str, ...] = (*CARDS, *CARDS),
    bleed: float = 0.0,
    labels: bool = False,
    over: scene.Item | None = None,
):
    """Return a drawn page of cards; where they bleed no cut line is drawn."""
    chosen = theme.load(look) if isinstance(look, str) else look
    laid: list[scene.Item] = []
    for name, (x, y) in zip(names, PLACES, strict=False):
        items = draw(Piece(name, name), Stance(chosen, size, bleed=bleed, labels=labels))
        items += (over,) if over is not None else ()
        if not bleed:
            outline = cards(size).shape(size).outline(Stance(chosen, size).orientation)
            items += (scene.Path(outline, None, scene.Stroke("#000000", 0.1)),)
        laid.append(scene.Group(items, Transform.translation(x, y)))
    data = svg.write(scene.Scene(120, 110, tuple(laid)))
    (page,) = files.pages([Source("x.svg", data)], (100.0, 100.0), drawn=True)
    return page


def chosen(*pages, game=None, hints=None, may_be_none=False):
    """Return the look that is chosen for pages."""
    found = [outlines.candidates(k, page) for k, page in enumerate(pages)]
    return looks.choose(pages, found, game or Game(), {}, hints or Hints(), may_be_none=may_be_none)


@pytest.mark.parametrize("name", ["classic", "dark", "colorblind", "ink-saver"])
def test_the_theme_is_told_by_what_is_painted(name):
    found = chosen(sheet(name))
    assert found.look.theme.name == name
    assert found.look.told_by == f"theme {name}"
    assert (found.look.labels, found.look.tile_size, found.look.sizes) == (False, None, ())
    assert not found.look.is_foreign
    assert not found.is_misnamed
    assert [one.title for one in found.seeker.models.faces] == [f"the {card}" for card in CARDS]


@pytest.mark.parametrize("size", [16.0, 20.0, 21.0, 26.0])
def test_the_size_is_that_of_most_pieces(size):
    found = chosen(sheet(size=size))
    drawn = found.seeker.models.faces[0].cut.width
    assert drawn == (20.0 if size in (20.0, 21.0) else size)
    assert (found.look.tile_size is None) is (size in (20.0, 21.0))


def test_labels_and_settings_are_told_by_what_fits():
    assert chosen(sheet(labels=True)).look.labels
    dot = scene.Path(scene.rectangle(Box(5, -9, 7.5, -7)), "#ffffff")
    dotted = chosen(sheet(over=dot)).look
    assert (dotted.settings, dotted.labels) == ((("dotted", True),), False)


@pytest.mark.parametrize("bleed", [1.0, 2.0])
def test_pieces_that_bleed_are_read_within(bleed):
    found = chosen(sheet(bleed=bleed))
    assert found.look.theme.name == "classic"
    assert found.look.tile_size is None
    first = found.candidates[0][0].outlines
    assert (first[0].width, first[0].is_guess) == (pytest.approx(20 + 2 * bleed), False)
    assert [round(one.width, 3) for one in first[1:4]] == [
        19 + 2 * bleed,
        18 + 2 * bleed,
        17 + 2 * bleed,
    ]
    assert all(one.is_guess for one in some(first[1:]))
    told = pieces.find([sheet(bleed=bleed)], Game(), Hints())
    assert [one.kind for one in told.pieces] == [*CARDS] * 2
    assert {round(one.size / 1.0, 1) for one in told.pieces} == {20.0}


def painted(red: str, green: str, blue: str) -> theme.Theme:
    """Return the classic theme in other colours."""
    classic = theme.load("classic")
    own = {"red": red, "green": green, "blue": blue}
    slots = {n: s._replace(fill=own.get(n, s.fill)) for n, s in classic.slots.items()}
    return replace(classic, slots=slots)


STRANGE = ("#ff9999", "#007700", "#99aaff")


def test_colours_of_no_theme_are_told_by_hue():
    page = sheet(painted(*STRANGE))
    found = chosen(page)
    assert (found.look.told_by, found.look.is_foreign) == ("hue", True)
    assert [found.look.theme.slot(n).fill for n in ("red", "green", "blue")] != [*STRANGE][::-1]
    with pytest.raises(
        GameError, match="no theme of ours paints the pieces as they are; say by --t"
    ):
        chosen(page, game=Colourless())
    told = pieces.find([page], Game(), Hints(colours=STRANGE))
    assert told.colours == "the colours given"
    assert [one.kind for one in told.pieces] == [*CARDS] * 2


def test_a_theme_that_is_named_is_taken_and_may_be_the_wrong_one():
    right = chosen(sheet("dark"), hints=Hints(theme="dark"))
    assert (right.look.theme.name, right.is_misnamed) == ("dark", False)
    wrong = chosen(sheet("colorblind"), hints=Hints(theme="classic"))
    assert (wrong.look.theme.name, wrong.is_misnamed) == ("classic", True)
    other = chosen(sheet(painted(*STRANGE)), hints=Hints(theme="classic"))
    assert (other.look.theme.name, other.is_misnamed) == ("classic", False)


def test_where_nothing_of_the_game_is_there():
    blank = sheet(names=())
    assert chosen(blank) is None
    with pytest.raises(OptionError, match="no theme 'nosuch'"):
        chosen(blank, hints=Hints(theme="nosuch"))
    assert chosen() is None
    assert chosen(sheet(), may_be_none=True) is not None
    told = pieces.find([blank], Game(), Hints())
    assert (told.pieces, told.colours) == ((), "no theme: there are no pieces")
    assert [(kind.name, kind.amount, kind.size) for kind in told.kinds] == [
        (name, 1, None) for name in CARDS
    ]


def test_a_page_in_another_theme_is_told():
    told = pieces.find([sheet(), sheet("colorblind"), sheet()], Game(), Hints())
    assert [(one.kind, one.words, one.page) for one in told.troubles] == [
        ("foreign", "the page is in theme colorblind, others are in theme classic", 1)
    ]
    assert sorted(one.page for one in told.pieces) == [0] * 6 + [1] * 6 + [2] * 6
    assert not any(one.flaws for one in told.pieces)
    assert pieces.find([sheet(), sheet()], Game(), Hints()).troubles == ()


def trials(*pages: Page) -> looks._Trials:
    """Return trials of looks on pages, for their colours alone."""
    return looks._Trials(pages, [()] * len(pages), Game(), "{}")


def in_themes() -> list[looks.Look]:
    """Return the usual look in every theme."""
    return [*looks._in_themes([], Game(), Hints())]


@pytest.mark.parametrize(
    ("pages", "likely"),
    [
        (["classic"], ["classic"]),
        (["dark"], ["classic", "dark"]),
        (["mono"], ["classic", "mono"]),
        (["dark", "colorblind"], [*theme.names()]),  # none paints nearly all
        (["classic"] * 9 + ["dark"], ["classic"]),
        ([painted(*STRANGE)], [*theme.names()]),
    ],
)
def test_themes_that_paint_far_less_than_another_are_not_tried(pages, likely):
    found = trials(*(sheet(look, bleed=1.0) for look in pages)).likely(in_themes())
    assert [one.theme.name for one in found] == likely


@pytest.mark.parametrize(("look", "more"), [("classic", []), ("dark", ["dark"])])
def test_of_one_page_themes_are_tried_that_paint_more_of_it(look, more):
    usual, *_ = in_themes()
    classic, page = (sheet(one, bleed=1.0) for one in ("classic", look))
    found = trials(*[classic] * 9, page).painting_more(in_themes(), page, usual)
    assert [one.theme.name for one in found] == ["classic", *more]
    # Where the usual look does not paint nearly all, colours tell nothing.
    found = trials(page, *[sheet(painted(*STRANGE))] * 9).painting_more(in_themes(), page, usual)
    assert [one.theme.name for one in found] == ["classic", *theme.names()]


@pytest.mark.parametrize(
    ("exact", "off", "other_exact", "other_off", "told"),
    [
        (0.0, 0.1, 1.0, 0.03, True),
        # In a conversion's colours another theme comes near, but not twice as near.
        (0.0, 0.1, 1.0, 0.06, False),
        # What is half in the theme of the others, or hardly in another, is in that of the others.
        (0.5, 0.1, 1.0, 0.03, False),
        (0.4, 0.1, 1.0, 0.03, True),
        (0.0, 0.1, 0.8, 0.03, False),
        (0.0, 0.1, 0.9, 0.03, True),
    ],
)
def test_how_much_nearer_another_theme_is_for_a_page_of_its_own(
    monkeypatch, exact, off, other_exact, other_off, told
):
    usual = chosen(sheet())
    other = usual.look._replace(told_by="another")

    class Trials:
        """What fits the first page, and the second."""

        def __init__(self, _: object, candidates: list[list[Candidate]], *__: object) -> None:
            self.is_second = bool(candidates[1])

        def fit(self, look: looks.Look) -> looks._Tried:
            """Return how the chosen look fits."""
            (at, much) = (off, exact) if self.is_second else (0.0, 1.0)
            return tried(look, much, at)

        def in_theme(self, _: object) -> looks._Tried:
            """Return how another fits."""
            return tried(other, other_exact, other_off)

        def painting_more(self, themes: object, *_: object) -> object:
            """Return all themes."""
            return themes

        def seeker(self, _: object) -> object:
            """Return what looks for pictures."""
            return usual.seeker

    monkeypatch.setattr(looks, "_Trials", Trials)
    two = usual._replace(candidates=[*usual.candidates] * 2)
    found = [*looks.of_single_pages([sheet()] * 2, two, Game(), {})]
    assert [(one.look.told_by, one.is_misnamed) for one in found] == [("another", False)] * told
    # Where the look of all is no theme's or not the one named, no page is compared with it.
    foreign = two._replace(look=two.look._replace(is_foreign=True))
    for one in (foreign, two._replace(is_misnamed=True)):
        assert not [*looks.of_single_pages([sheet()] * 2, one, Game(), {})]


@pytest.mark.parametrize(
    ("game", "share", "exact", "told_by"),
    [
        (Game(), 0.5, 0.0, "theme classic"),
        (Game(), 0.49, 0.0, "hue"),
        (Game(), 0.0, 0.9, "theme classic"),
        (Game(), 0.0, 0.89, "hue"),
        # Where hues tell nothing, a sheet in another look is still in some theme.
        (Colourless(), 0.25, 0.0, "theme classic"),
        (Colourless(), 0.24, 0.0, "hue"),
    ],
)
def test_how_many_pictures_must_be_as_painted_for_a_theme(monkeypatch, game, share, exact, told_by):
    classic = looks.Look(theme.load("classic"), "theme classic")
    found = tried(classic, exact, value=1.0, share=share)
    monkeypatch.setattr(looks._Trials, "in_theme", lambda *_: found)
    monkeypatch.setattr(looks._Trials, "by_hue", lambda _, look: look._replace(told_by="hue"))
    assert chosen(sheet(), game=game).look.told_by == told_by


@pytest.mark.parametrize(("said", "sizes"), [(None, [None]), (32.0, [32.0, None])])
def test_tiles_are_tried_as_wide_as_is_said_and_as_usual(said, sizes):
    for hints in (
        Hints(tile_size=said, theme="dark"),
        Hints(tile_size=said, colours=("#ff0000",) * len(Game.piece_colours)),
    ):
        tried_looks = [*looks._in_themes([sheet()], Game(), hints)]
        assert [look.tile_size for look in tried_looks] == sizes


def test_a_look_that_surely_fits_gives_way_to_one_that_fits_better(monkeypatch):
    def fit(_, look):
        value = 1.0 + look.labels + 2 * bool(look.settings) + 4 * (look.tile_size is not None)
        return tried(look, 1.0, value=value, share=1.0)

    monkeypatch.setattr(looks._Trials, "fit", fit)
    found = chosen(sheet(size=26)).look
    assert (found.labels, found.settings, found.tile_size) == (True, (("dotted", True),), 26.0)


def test_sizes_are_told_to_a_tenth_of_a_millimetre(monkeypatch):
    cut = Cutout("rectangle", 20.0, 30.0)
    matches = [
        SimpleNamespace(
            face=SimpleNamespace(cut=cut, part="cards"),
            candidate=Candidate(0, ()),
            outline=outlines.Outline("rectangle", Point(0, 0), width, 1.5 * width),
        )
        for width in (20.0, 26.06, 26.12, 20.0, 26.14)
    ]
    seeker = SimpleNamespace(matches=lambda _: matches)
    monkeypatch.setattr(looks._Trials, "seeker", lambda *_: seeker)
    trials = looks._Trials([sheet()], [[]], Game(), "{}")
    look = looks.Look(theme.load("classic"), "")
    assert trials._sizes(look) == {"cards": 26.1}
    trials._scales = {0: 0.5}  # the page is drawn at half its size
    assert trials._sizes(look) == {"cards": 40.0}


def test_pieces_of_a_sheet():
    told = pieces.find([sheet()], Game(), Hints())
    assert [one.kind for one in told.pieces] == [*CARDS] * 2
    assert [(round(one.centre.x), round(one.centre.y)) for one in told.pieces] == [*PLACES]
    assert all(one.sizes == pytest.approx((20, 20), abs=0.01) for one in some(told.pieces))
    assert (told.colours, told.notes, told.troubles) == ("theme classic", (), ())
    asked = pieces.find([sheet()], Game(), Hints(tile_size=20.0))
    assert {kind.size for kind in asked.kinds} == {20.0}


def test_what_lies_elsewhere_is_no_piece():
    def right(page: int, at) -> bool:
        return at.x > 50

    told = pieces.find([sheet()], Game(), Hints(), elsewhere=right)
    assert [one.kind for one in told.pieces] == ["card-one"] * 2
    assert pieces.find([sheet()], Game(), Hints(), elsewhere=lambda *_: True).pieces == ()


# ------------------------------------------------------------------------- the pictures


def test_pictures_are_drawn_as_the_kit_draws_them():
    made = models.draw([cards(20.0, double_sided=True)], theme.load("classic"))
    assert [(f.kind, f.title, f.back, f.two_sided, f.folded) for f in made.faces] == [
        (name, f"the {name}", back, True, False) for name in CARDS for back in (False, True)
    ]
    assert {(f.part, f.parts, f.cut) for f in made.faces} == {
        ("cards", "cards", Cutout("rectangle", 20.0, 30.0))
    }
    assert made.shapes == (Cutout("rectangle", 20.0, 30.0),)
    assert made.count("cards") == 3
    shown = made.views([0, 1, 0], [0.0, 0.0, 180.0], 10)
    assert shown.shape == (3, 10, 10, 3)
    fills = {
        n: tuple(bytes.fromhex(theme.load("classic").slot(n).fill[1:]))
        for n in ("red", "green", "blue")
    }
    for k, corners in enumerate(
        (("red", "red", "green", "blue"), ("blue", "blue", "green", "red"))
    ):
        for (row, column), name in zip(((0, 0), (0, 9), (9, 0), (9, 9)), corners, strict=True):
            assert shown[k, row, column] == pytest.approx(fills[name], abs=2)
    assert shown[2] == pytest.approx(shown[0][::-1, ::-1], abs=3)


def test_pictures_that_another_look_leaves_alike_are_not_drawn_again():
    classic = theme.load("classic")
    plain = models.draw([cards(20.0)], classic)
    assert models.draw([cards(20.0)], classic, base=plain) is plain

    def other(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
        return draw(piece, stance._replace(theme=theme.load("dark")))[
            : 4 - (piece.id == "card-one")
        ]

    parts = [cards(20.0, draw=other)]
    apart, again = (models.draw(parts, classic, base=base) for base in (None, plain))
    assert np.array_equal(
        again.views([0, 1, 2], [0.0] * 3, 9), apart.views([0, 1, 2], [0.0] * 3, 9)
    )
    half = [cards(20.0, draw=lambda p, s: (draw if p.id == "card-two" else other)(p, s))]
    shown = models.draw(half, classic, base=plain).views([0, 1, 2], [0.0, 180.0, 0.0], 9)
    assert np.array_equal(shown[1], plain.views([1], [180.0], 9)[0])
    assert np.array_equal(shown[0], again.views([0], [0.0], 9)[0])
    more = [cards(20.0), cards(20.0, name="others")]
    assert len(models.draw(more, classic, base=plain).faces) == 6


def test_a_large_picture_is_drawn_smaller_and_rows_below_one_another():
    many = tuple(Piece(name, name) for name in CARDS)
    dark = theme.load("dark")
    large = models.draw([cards(90.0)], dark).views([0], [0.0], 9)
    near = models.draw([cards(40.0)], dark).views([0], [0.0], 9)
    assert large[:, 3:] == pytest.approx(near[:, 3:], abs=5)  # below the bar
    folded = models.draw([cards(20.0, folds=scene.rectangle(Box(0, 0, 1, 1)))], dark)
    assert all(one.folded for one in some(folded.faces))
    wide = models.draw(
        [cards(60.0, pieces=many, title=str(k), name=str(k)) for k in range(4)], theme.load("dark")
    )
    shown = wide.views([0, 3, 6, 9], [0.0] * 4, 20)
    assert abs(shown - shown[0]).mean() < 1


@pytest.mark.parametrize(("size", "bleed"), [(40.0, 2.0), (60.0, 2.0), (200.0, 2.0), (320.0, 2.4)])
def test_pictures_bleed_as_far_however_large_they_are_drawn(size, bleed):
    """Two millimetres on the page that is drawn, on which no side is longer than 400 mm."""
    stances = []

    def seen(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
        stances.append(stance)
        return draw(piece, stance)

    models.draw([cards(size, draw=seen)], theme.load("classic"))
    assert len(stances) == len(CARDS)
    assert {round(stance.bleed, 6) for stance in stances} == {bleed}


def test_labels_are_drawn_where_they_are_asked_for():
    plain, labelled = (
        models.draw([cards(20.0)], theme.load("classic"), labels=one).views([0], [0.0], 10)
        for one in (False, True)
    )
    off = abs(plain - labelled).max(axis=-1)[0]
    assert {(y > 4, x > 4) for y in range(10) for x in range(10) if off[y, x] > 9} == {(True, True)}


@pytest.mark.parametrize(("width", "height"), [(8, 3), (10, 3), (9, 4), (3, 8), (40, 3)])
def test_flat_bars_have_no_outline_within_them_that_is_flat(width, height):
    bars = scene.rectangle(Box(10, 10, 10 + width, 10 + height))
    data = svg.write(scene.Scene(120, 110, (scene.Path(bars, "#b61a2d"),)))
    (page,) = files.pages([Source("x.svg", data)], (100.0, 100.0), drawn=True)
    assert pieces.find([page], Game(), Hints()).pieces == ()


# ------------------------------------------------------------------------- with a board


class Boarded(Game):
    """A game of three cards that has a board of four by four squares, or hexagons of side 3 or 4."""

    board_sides: ClassVar[range] = range(4, 5)
    options = (
        SimpleNamespace(name="other", default="7"),
        SimpleNamespace(name="side", default="3"),
    )

    def parts(self, request) -> tuple[Part, ...]:
        """Return the cards and the board; those of boards of side 3 are there twice."""
        asked = super().parts(request)
        board = BoardPart("board", "board", Box(0, 0, 40, 40), (), 10.0)
        twice = request.settings.whole("side", 0, 0, 9) == 3
        return (board, *(part.times(1 + twice) for part in asked))


def with_board(board: tuple[scene.Item, ...], names=(*CARDS,)):
    """Return a drawn page of three cards above a board."""
    chosen = theme.load("classic")
    laid = list(board)
    for name, (x, y) in zip(names, PLACES, strict=False):
        items = draw(Piece(name, name), Stance(chosen, 20.0))
        outline = cards(20.0).shape(20.0).outline(Stance(chosen, 20.0).orientation)
        items += (scene.Path(outline, None, scene.Stroke("#000000", 0.1)),)
        laid.append(scene.Group(items, Transform.translation(x, y)))
    data = svg.write(scene.Scene(120, 170, tuple(laid)))
    (page,) = files.pages([Source("x.svg", data)], (100.0, 100.0), drawn=True)
    return page


GRID = tuple(
    scene.Path(scene.polyline(ends), None, scene.Stroke("#000000", 0.5))
    for k in range(5)
    for ends in (
        ((40, 110 + 10 * k), (80, 110 + 10 * k)),
        ((40 + 10 * k, 110), (40 + 10 * k, 150)),
    )
)


def test_a_kit_with_a_board_of_squares():
    found = square_kit.find([with_board(GRID)], Boarded(), Hints())
    assert [one.kind for one in found.pieces] == [*CARDS]
    assert found.notes == ("board of 4 × 4 cells of 10 mm",)
    assert (found.whole, found.board_pages) == (("board",), (0,))
    assert [kind.name for kind in found.kinds] == ["board", *CARDS]
    without = square_kit.find([sheet()], Boarded(), Hints())
    assert (without.whole, tuple(without.board_pages), without.notes) == ((), (), ())
    assert [kind.name for kind in without.kinds] == ["board", *CARDS]
    (fault,) = square_kit.find([with_board(GRID)], Boarded(), Hints(tile_size=11.0)).troubles
    assert fault.words == "the board's cells measure 10 mm, not 11 mm as the tiles"
    alone = square_kit.find([with_board(GRID, ())], Boarded(), Hints())
    assert (alone.pieces, alone.whole) == ((), ("board",))


class OfHexagons(Boarded):
    """The same with a board of hexagons."""

    board_sides = range(3, 5)

    def board_cells(self, side: int) -> frozenset:
        """Return the cells of a board."""
        return frozenset(hexhex(side))

    def cell_label(self, cell, side: int) -> str:
        """Return a cell's name."""
        return f"{cell[0]},{cell[1]}"


def honeycomb(side: int, width: float = 8.0) -> tuple[scene.Item, ...]:
    """Return a board of hexagons as one outline."""
    cells = [
        scene.polygon(
            p.moved(*centre(cell, width)).moved(60, 130)
            for p in regular_polygon(6, width / SQRT3, first=30.0)
        )
        for cell in hexhex(side)
    ]
    return (scene.Path(scene.joined(cells), "#f2efe9", scene.Stroke("#000000", 0.2)),)


@pytest.mark.parametrize(("side", "amount"), [(3, 2), (4, 1)])
def test_a_kit_with_a_board_of_hexagons_has_as_many_pieces_as_its_side_asks_for(side, amount):
    found = hex_kit.find([with_board(honeycomb(side)), sheet()], OfHexagons(), Hints())
    assert [one.kind for one in found.pieces if one.page == 1] == [*CARDS] * 2
    cells = {3: 19, 4: 37}[side]
    assert found.notes == (f"board of side {side}: {cells} cells of 8 mm, on 1 page",)
    assert (found.whole, found.board_pages, found.troubles) == (("board",), (0,), ())
    assert [(kind.name, kind.amount) for kind in found.kinds] == [
        ("board", 1),
        *((name, amount) for name in CARDS),
    ]
    # What lies on the board's page is the board's.
    assert all(one.page == 1 for one in some(found.pieces))


def test_a_board_of_hexagons_of_no_side_of_the_game():
    found = hex_kit.find([with_board(honeycomb(5, 6.0))], OfHexagons(), Hints())
    assert [one.words for one in found.troubles] == [
        "cells lie as far apart as on a board of side 5; boards have 3 to 4"
    ]
    without = hex_kit.find([sheet()], OfHexagons(), Hints())
    assert (without.whole, len(without.pieces)) == ((), 6)


def test_kinds_of_parts():
    numbered = replace(
        cards(20.0), pieces=tuple(Piece(f"card-{k}", f"card {k}") for k in (1, 2, 3)), optional=True
    )
    board = BoardPart("plan", "the plan", Box(0, 0, 40, 40), (), 10.0)
    found = [*kinds_of((board, numbered), sized=True, faces=("up", "down"))]
    assert found[0] == (
        "plan",
        "the plan",
        "plan",
        "the plan",
        "board",
        1,
        None,
        (),
        False,
        False,
        False,
    )
    assert found[1:] == [
        ("card", "card", "cards", "cards", "rectangle", 3, 20.0, (), True, False, False),
    ]
    sides = replace(numbered, double_sided=True)
    (two,) = kinds_of((sides,), sized=False, faces=("up", "down"))
    assert (two.size, two.faces) == (None, ("up", "down"))


# ------------------------------------------------------------------------- which are looked at


def place(x: float, y: float, width: float, height: float, *, cut: bool = False) -> Candidate:
    """Return a candidate of one outline."""
    return Candidate(0, (outlines.Outline("rectangle", Point(x, y), width, height, cut=cut),))


@pytest.mark.parametrize(
    ("candidates", "kept"),
    [
        ([place(30, 30, 20, 30), place(80, 30, 20, 30)], [0, 1]),
        ([place(30, 30, 20, 30), place(30, 30, 10, 10)], [0]),
        ([place(30, 30, 20, 30), place(30, 30, 17, 20)], [0, 1]),
        ([place(30, 30, 20, 30), place(38, 30, 4, 4)], [0]),
        ([place(30, 30, 20, 30), place(39.5, 30, 4, 4)], [0, 1]),
        # A panel is no piece that others lie on.
        ([place(55, 50, 100, 90), place(30, 30, 20, 30)], [0, 1]),
        # Nor is a line that goes round pieces that fill it.
        (
            [place(40, 40, 40, 30, cut=True), place(30, 40, 20, 30), place(50, 40, 20, 30)],
            [0, 1, 2],
        ),
        ([place(40, 40, 40, 30, cut=True), place(30, 40, 16, 30), place(50, 40, 16, 30)], [0]),
        ([place(40, 40, 40, 30), place(30, 40, 20, 30), place(50, 40, 20, 30)], [0]),
        ([place(40, 40, 40, 30, cut=True), place(40, 40, 39, 30)], [0, 1]),
        # One piece, though it is as large, is no several.
        ([place(40, 40, 40, 30, cut=True), place(40, 40, 33, 36)], [0]),
        # As many of the largest as would fill it count, not what lies on them.
        (
            [
                place(40, 40, 40, 30, cut=True),
                *(place(x, 40, 16, 30) for x in (30, 50)),
                *(place(x, y, 10, 6) for x in (30, 50) for y in (35, 45)),
            ],
            [0],
        ),
        (
            [
                place(40, 40, 40, 30, cut=True),
                place(35, 40, 25, 28),
                *(place(50, y, 15, 20) for y in (38, 42)),
            ],
            [0],
        ),
        # The largest holds, wherever it comes; what is a quarter of the page is a panel.
        ([place(30, 30, 10, 10), place(30, 30, 20, 30)], [1]),
        ([place(55, 50, 60, 55), place(55, 50, 20, 30)], [0, 1]),
        ([place(55, 50, 60, 54), place(55, 50, 20, 30)], [0]),
    ],
)
def test_what_lies_in_another_is_not_looked_at_to_tell_the_look(candidates, kept):
    page = Page("x", 1, 120.0, 110.0)
    assert [candidates.index(one) for one in looks._some(page, candidates, 1)] == kept


def test_of_many_candidates_some_from_all_over_are_looked_at():
    page = Page("x", 1, 500.0, 500.0)
    many = [place(5 + 10 * (k % 40), 5 + 10 * (k // 40), 5, 5) for k in range(640)]
    few = looks._some(page, many, 1)
    assert 20 <= len(few) <= 40
    assert {one.outlines[0].centre.y // 80 for one in few} == {0, 1}
    assert len(looks._some(page, many, 4)) < 12
    assert len(looks._some(page, many[:9], 1)) == 9
    assert len(looks._some(page, many[:9], 32)) >= 1


class OfTiles(Game):
    """A game whose cards are tiles of a set, with backs."""

    def parts(self, request) -> tuple[Pieces, ...]:
        """Return the cards with backs, and cards that are no tiles."""
        (own,) = super().parts(request)
        others = replace(own, name="others", pieces=(Piece("other-1", "an other"),))
        return (replace(own, double_sided=True), replace(others, double_sided=True))

    def tiles(self) -> tuple[str, ...]:
        """Return the tiles that are told apart."""
        return tuple(CARDS)


def test_tiles_of_a_set_are_called_by_their_names():
    kinds = pieces._kinds(OfTiles(), {}, Hints())
    assert [(kind.name, kind.title, kind.is_named, kind.size) for kind in kinds] == [
        ("card-one", "tile 1 card-one", True, None),
        ("card-two", "tile 2 card-two", True, None),
        ("card-three", "tile 3 card-three", True, None),
        ("other", "an other", False, None),
    ]
    assert {kind.faces for kind in kinds} == {("front", "back")}
    sized = pieces._kinds(Game(), {}, Hints(tile_size=22.0))
    assert [(kind.title, kind.size) for kind in sized] == [(f"the {name}", 22.0) for name in CARDS]


@pytest.mark.parametrize(
    ("width", "height", "within"),
    [(60, 90, 12), (24, 36, 11), (25, 36, 12), (20, 30, 9), (30, 20, 9), (2.0, 3.0, 0)],
)
def test_how_far_within_a_ground_a_piece_may_be_cut(width, height, within):
    found = looks._within_bleed(place(50, 50, width, height)).outlines
    assert [one.width for one in found] == pytest.approx([width - k for k in range(within + 1)])
    assert [one.is_guess for one in found] == [False] + [True] * within
    cut = place(50, 50, width, height, cut=True)
    assert looks._within_bleed(cut) is cut
    both = cut._replace(outlines=(*place(50, 50, width, height).outlines, *cut.outlines))
    assert looks._within_bleed(both) is both


def test_what_is_drawn_in_ink_is_told_so():
    """A sheet for a press has a black of black ink alone, which PDFium shows as a dark grey."""
    plain, inked = ((place,) for place in ("#000000", "#231f20"))
    for paints, has in ((plain, False), (inked, True), ((*plain, *inked), True)):
        items = tuple(
            scene.Path(scene.rectangle(Box(10 + 20 * k, 10, 20 + 20 * k, 20)), paint)
            for k, paint in enumerate(paints)
        )
        data = svg.write(scene.Scene(120, 110, items))
        (page,) = files.pages([Source("x.svg", data)], (100.0, 100.0))
        assert looks._has_ink([page]) is has
        told = [(one.theme.name, one.in_ink) for one in looks._in_themes([page], Game(), Hints())]
        names = theme.names()
        assert told == [
            (name, in_ink) for in_ink in ((True, False) if has else (False,)) for name in names
        ]
    (given,) = looks._in_themes([page], Game(), Hints(colours=STRANGE))
    assert (given.is_foreign, given.in_ink) == (True, False)
    one = [*looks._in_themes([page], Game(), Hints(theme="dark"))]
    assert [(look.told_by, look.in_ink) for look in one] == [
        ("theme dark in ink", True),
        ("theme dark", False),
    ]


def test_a_side_that_cannot_be_chosen_is_no_setting():
    class OneSide(OfHexagons):
        board_sides = range(3, 4)

    found = hex_kit.find([with_board(honeycomb(3)), sheet()], OneSide(), Hints())
    assert {kind.amount for kind in found.kinds} == {1}
    assert found.troubles == ()
