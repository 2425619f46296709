"""Astralis drawn: what lies where, the overlays, the words, and both players told apart."""

from __future__ import annotations

import pytest

import engine
from engine import figure
from engine.drawing import scene
from engine.drawing import theme as themes
from engine.drawing.writers import svg
from engine.games.astralis import drawing
from engine.games.astralis.diagram import OVERLAYS, WIDTH
from tests.cases import some
from tests.reference import astralis as slow

GAME = engine.game("astralis")
CLASSIC = themes.load("classic")
MIDDLE = "3Y1/2C2Y/C6/2Y5/Y5Cy1/1C5Y/5Y1/1C1Y2/4c c"


def drawn(position, *show, theme=CLASSIC):
    return GAME.draw(position, theme=theme, show=frozenset(show))


def named(items, name):
    """Return everything drawn with a class name."""
    return [item for item in scene.walk(items) if name in getattr(item, "name", "").split()]


def hexes_of(uses, side):
    """Return the labels of the hexes where symbols lie."""
    places = {
        (round(x, 3), round(y, 3)): slow.label(side, cell)
        for cell in slow.cells(side)
        for x, y in [drawing.centre(cell, WIDTH)]
    }
    return {places[round(use.transform.e, 3), round(use.transform.f, 3)] for use in uses}


def of_kind(uses, key):
    return [use for use in uses if use.symbol.key == f"astralis-{key}"]


@pytest.mark.parametrize("theme", themes.names())
@pytest.mark.parametrize("variant", slow.VARIANTS)
def test_every_variant_in_every_theme(theme, variant):
    text = f"{MIDDLE} {variant}"
    if variant == "dispersed-go":
        text = text.replace("y1/", "2/").replace("4c ", "5 ")
    position = GAME.parse(text)
    without = {"beeline": {"control", "threats"}, "dispersed-go": {"threats"}}
    show = set(OVERLAYS) - without.get(variant, set())
    figured = figure.of(position, theme=theme, show=show)
    text = svg.write_text(figured.scene())
    assert 'class="stone"' in text
    assert ('class="pawn"' in text) == (variant != "dispersed-go")
    assert svg.write_text(figured.scene()) == text


def test_tiles_lie_on_explored_hexes():
    position = GAME.parse(f"{MIDDLE} standard")
    tiles = named(drawn(position).board, "tile")
    for player, colour in (("y", "yellow"), ("c", "cyan")):
        assert hexes_of(of_kind(tiles, f"control-{colour}"), 5) == position.controlled(player)
    assert hexes_of(of_kind(tiles, "contested-red"), 5) == position.contested
    assert len(tiles) == len(position.explored)


def test_stones_and_ships_lie_on_their_hexes():
    position = GAME.parse(f"{MIDDLE} standard")
    pieces = drawn(position).pieces
    stones, ships = named(pieces, "stone"), named(pieces, "pawn")
    assert hexes_of(of_kind(stones, "planet-yellow"), 5) == position.stones("y")
    assert hexes_of(of_kind(stones, "planet-cyan"), 5) == position.stones("c")
    assert hexes_of(of_kind(ships, "ship-yellow"), 5) == {position.ship("y")}
    assert hexes_of(of_kind(ships, "ship-cyan"), 5) == {position.ship("c")}


# ------------------------------------------------------------------------------------- places


def test_places_are_hexes():
    position = GAME.parse(f"{MIDDLE} standard")
    picture = drawn(position)
    for cell in some(slow.cells(5)):
        name = slow.label(5, cell)
        place = picture.place(name)
        assert (place.name, place.kind, len(place.outline)) == (name, "cell", 6)
        assert place.centre == drawing.centre(cell, WIDTH)
        assert picture.box.holds(scene.bounds(place.outline))
    assert picture.place("c5").piece == 0
    assert picture.place("a5").piece > 0
    for name in ("a6", "j1", "", "d7+e8", "5,5"):
        with pytest.raises(engine.NotationError, match="expected a hex from a1 to i9, like a1"):
            picture.place(name)
