"""By whose colours pages may be painted: what marks show, what pictures are painted in, and which themes paint far less."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from engine.drawing import scene, theme
from engine.drawing.parts import Piece, Stance
from engine.geometry.plane import Box, Transform
from generator.checking.recognise import looks, models, painted
from tests.checking.recognise.test_looks_told import cards, in_themes, trials

SQUARE = scene.rectangle(Box(0, 0, 5, 5))
LINE = scene.Stroke("#0000ff", 0.5)
HATCH = scene.Pattern("hatch", "#ffffee", "#113355")


@pytest.mark.parametrize(
    ("item", "colours"),
    [
        (scene.Path(SQUARE, "#ff0000"), {"#ff0000"}),
        (scene.Path(SQUARE, None, LINE), {"#0000ff"}),
        (scene.Path(SQUARE, "#ff0000", LINE), {"#ff0000", "#0000ff"}),
        (scene.Path(SQUARE, HATCH), {"#ffffee", "#113355"}),
        (scene.Path(SQUARE, HATCH, LINE), {"#ffffee", "#113355", "#0000ff"}),
        (scene.Path(SQUARE, None), set()),
        (scene.Group((scene.Path(SQUARE, "#ff0000"),), Transform.translation(1, 1)), {"#ff0000"}),
    ],
)
def test_the_colours_of_what_is_drawn(item, colours):
    parts = [cards(20.0, draw=lambda *_: (item,))]
    assert painted.of_pictures(parts, theme.load("classic")) == colours


def test_both_sides_of_all_pieces_are_painted():
    def own(piece: Piece, stance: Stance) -> tuple[scene.Item, ...]:
        return (scene.Path(SQUARE, f"{piece.id} {'back' if stance.back else 'front'}"),)

    classic = theme.load("classic")
    fronts = {f"card-{name} front" for name in ("one", "two", "three")}
    assert painted.of_pictures([cards(20.0, draw=own)], classic) == fronts
    both = painted.of_pictures([cards(20.0, draw=own, double_sided=True)], classic)
    assert both == fronts | {name.replace("front", "back") for name in fronts}


def page(*marks: tuple[str | None, str | None]) -> SimpleNamespace:
    """Return a page of marks, by fill and stroke, that can be looked at once."""
    shown = (SimpleNamespace(fill=fill, stroke=stroke) for fill, stroke in marks)
    return SimpleNamespace(seen={}, marks=shown)


def test_what_is_painted_is_counted_once_for_each_page():
    pages = [page(("a", "b"), ("a", None)), page((None, "a"), (None, None)), page()]
    for _ in range(2):
        assert painted.on(pages) == {"a": 3, "b": 1}
    assert painted.on(pages[1:]) == {"a": 1}
    assert painted.on([]) == {}


@pytest.mark.parametrize(
    ("shown", "share", "is_told"),
    [
        ({}, 0.0, False),
        ({"other": 1}, 0.0, False),
        ({"a": 1}, 1.0, True),
        ({"a": 3, "b": 3, "other": 2}, 0.75, True),
        ({"a": 74, "other": 26}, 0.74, False),
    ],
)
def test_nearly_all_is_three_quarters(shown, share, is_told):
    assert painted.share(Counter(shown), frozenset("abc")) == share
    assert painted.is_told(Counter(shown), frozenset("abc")) is is_told


def painting(monkeypatch, shown: dict[str, int], *colours: str) -> list[looks.Look]:
    """Return looks that paint in some colours, a letter each; pages show how much of each."""
    some = [
        one._replace(theme=replace(one.theme, name=own))
        for one, own in zip(in_themes(), colours, strict=False)
    ]
    monkeypatch.setattr(looks, "_colours", lambda _, look, __: frozenset(look.theme.name))
    monkeypatch.setattr(painted, "on", lambda _: Counter(shown))
    return some


@pytest.mark.parametrize(
    ("shown", "likely"),
    [
        # Half of what the one paints that paints most, of those that paint nearly all.
        ({"a": 10, "b": 40, "c": 50}, ["c", "bc", "abc"]),
        ({"a": 10, "b": 41, "c": 49}, ["bc", "abc"]),
        # Where none paints nearly all, all are tried.
        ({"a": 10, "b": 14, "c": 49, "d": 27}, ["c", "bc", "abc"]),
        ({"a": 10, "b": 14, "c": 10, "d": 26, "e": 40}, ["c", "bc", "abc"]),
    ],
)
def test_a_theme_paints_far_less_where_it_paints_less_than_half(monkeypatch, shown, likely):
    first, *others = painting(monkeypatch, shown, "", "c", "bc", "abc")
    assert [one.theme.name for one in trials().likely([first, *others])] == ["", *likely]
    # What a press's ink shows is no theme's: it is tried however little it seems to paint.
    inked = others[0]._replace(in_ink=True)
    found = [*trials().likely([first, inked, *others[1:]])]
    assert [one.theme.name for one in found] == ["", "c", "bc", "abc"]


def test_the_usual_pictures_are_drawn_without_labels_and_once(monkeypatch):
    """Nor are those of another setting or with labels drawn where they are as the usual ones."""
    asked = []
    own_draw = models.draw

    def seen(*args: object, labels: bool, base: models.Models | None, **of: object):
        asked.append((labels, base is not None))
        return own_draw(*args, labels=labels, base=base, **of)

    monkeypatch.setattr(models, "draw", seen)
    own, usual = trials(), in_themes()[0]
    looks._seeker.cache_clear()
    own.seeker(usual)
    assert asked == [(False, False)]
    own.seeker(usual._replace(labels=True))
    own.seeker(usual._replace(settings=(("dotted", True),)))
    assert asked == [(False, False), (True, True), (False, True)]
