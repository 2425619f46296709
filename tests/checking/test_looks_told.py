"""The look of sheets told by their pieces: theme, size, settings, labels, hues; pages of another look; what is none."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from engine.drawing import scene, theme
from engine.drawing.parts import Cutout, Piece, Pieces, Stance
from engine.drawing.writers import svg
from engine.errors import GameError
from engine.geometry.plane import Box, Transform
from generator.checking.pages import files
from generator.checking.readback import Source
from generator.checking.recognise import looks, models, outlines, pieces
from generator.checking.recognise.results import Hints
from tests.cases import some

#: What cards show.
CARDS = {
    "card-one": ("red", "green", "blue"),
    "card-two": ("green", "blue", "red"),
    "card-three": ("blue", "red", "red"),
}
NONE = MappingProxyType({})


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


def test_a_large_picture_is_drawn_smaller_and_rows_below_one_another():
    many = tuple(Piece(name, name) for name in CARDS)
    dark = theme.load("dark")
    large = models.draw([cards(90.0)], dark).views([0], [0.0], 9)
    near = models.draw([cards(40.0)], dark).views([0], [0.0], 9)
    assert large[:, 3:] == pytest.approx(near[:, 3:], abs=3)  # below the bar
    folded = models.draw([cards(20.0, folds=scene.rectangle(Box(0, 0, 1, 1)))], dark)
    assert all(one.folded for one in some(folded.faces))
    wide = models.draw(
        [cards(60.0, pieces=many, title=str(k), name=str(k)) for k in range(4)], theme.load("dark")
    )
    shown = wide.views([0, 3, 6, 9], [0.0] * 4, 20)
    assert abs(shown - shown[0]).mean() < 1


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
