"""Atreya's set of 168 tiles: writing, identity, numbering, and counting without listing.

A written tile is ``c:dddddd``: the centre's colour, then the six half-pieces in ring order,
counter-clockwise from east (rule 2.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import gcd
from types import MappingProxyType

from engine.errors import NotationError
from engine.messages import Messages
from engine.play.game import Check
from engine.words import listed

say = Messages(__name__)

COLOURS = "rgb"
COLOUR_NAMES: Mapping[str, str] = MappingProxyType(
    {"r": say("red"), "g": say("green"), "b": say("blue")}
)


def images(ring: str) -> tuple[str, ...]:
    """Return the 12 images of a ring: six rotations, then each of them reversed (rule 2.3)."""
    turned = tuple(ring[k:] + ring[:k] for k in range(6))
    return turned + tuple(image[::-1] for image in turned)


#: ring as written -> ring of its identity, for the 540 rings of three colours (rule 1.2).
CANONICAL_RING = MappingProxyType(
    {
        ring: min(images(ring))
        for ring in map("".join, product(sorted(COLOURS), repeat=6))
        if len(set(ring)) == 3
    }
)

#: The set, as identities in order of number: by ring, then centre (rule 2.3).
TILES: tuple[str, ...] = tuple(
    f"{centre}:{ring}"
    for ring, centre in product(sorted(set(CANONICAL_RING.values())), sorted(COLOURS))
)

_NUMBERS: Mapping[str, int] = MappingProxyType({tile: k for k, tile in enumerate(TILES, 1)})


def is_written(text: str) -> bool:
    """Tell whether ``text`` has the form ``c:dddddd``, whether or not the set has the tile."""
    return len(text) == 8 and text[1] == ":" and all(c in COLOURS for c in text[0] + text[2:])


def why_no_tile(text: str) -> str:
    """Return which colours a written tile lacks among its half-pieces, "" if none (rule 1.2)."""
    missing = [COLOUR_NAMES[c] for c in COLOURS if c not in text[2:]]
    return f"no half-piece is {listed(missing, 'or')}" if missing else ""


def identity(text: str) -> str:
    """Return the identity of a written tile (rule 2.3); raise NotationError for any other text."""
    ring = CANONICAL_RING.get(text[2:])
    if ring is None or text[1:2] != ":" or text[0] not in COLOURS:
        what, expected = "not a written tile", "c:dddddd in letters r, g, b, like b:brgbbb"
        if is_written(text):
            what = f"not a tile of the set: {why_no_tile(text)}"
            expected = "all three colours among the six half-pieces (rule 1.2)"
        raise NotationError(what, text=text, expected=expected)
    return f"{text[0]}:{ring}"


def named(text: str) -> str:
    """Return the identity of a tile as written or by number, ``17`` or ``#17``; raise NotationError."""
    digits = text.removeprefix("#")
    if not (digits.isascii() and digits.isdigit()):
        return identity(text)
    if len(digits) > 3 or digits[0] == "0" or int(digits) > len(TILES):
        raise NotationError("no tile has the number", text=text, expected=f"1 to {len(TILES)}")
    return TILES[int(digits) - 1]


def number(text: str) -> int:
    """Return a written tile's number, 1 to 168 (rule 2.3); raise NotationError as :func:`identity`."""
    return _NUMBERS[identity(text)]


def mirrored(text: str) -> str:
    """Return what the back shows when the tile is flipped left to right (rule 1.3)."""
    ring = text[2:]
    return f"{text[:2]}{ring[3]}{ring[2]}{ring[1]}{ring[0]}{ring[5]}{ring[4]}"


# -------------------------------------------------------------------------- why the set is complete


def checks() -> tuple[Check, ...]:
    """Return the statements that together prove the set complete, each checked on the list.

    Burnside's lemma counts without listing: a symmetry of the ring fixes the colourings constant on
    its cycles, of c cycles 3^c - 3·2^c + 3·1^c in all three colours.  A turn by k sixths has
    gcd(k, 6) cycles; of the reflections three have 4 and three 3.
    """
    rings_in = {cycles: 3**cycles - 3 * 2**cycles + 3 for cycles in range(1, 7)}
    turns = sum(rings_in[gcd(k, 6)] for k in range(6))
    tiles, turned = 3 * (turns + 3 * rings_in[4] + 3 * rings_in[3]) // 12, 3 * turns // 6
    own_mirror = 2 * tiles - turned
    rings = [tile[2:] for tile in TILES]
    number, own = len(rings), sum(ring[::-1] in images(ring)[:6] for ring in rings)
    sentences = {
        "every tile shows all three colours among its six half-pieces (rule 1.2)": all(
            set(ring) == set(COLOURS) for ring in rings
        ),
        "every tile is written as its identity: the smallest of its 12 images (rule 2.3)": all(
            ring == min(images(ring)) for ring in rings
        ),
        "no two tiles are the same": len(set(TILES)) == number,
        "the tiles are numbered in the order of ring and centre (rule 2.3)": list(TILES)
        == sorted(TILES, key=lambda tile: (tile[2:], tile[0])),
        f"{number} tiles are listed; Burnside's lemma over the 6 turns and 6 reflections "
        f"of the ring gives {tiles // 3} rings, with any of 3 centres {tiles}": number == tiles,
        f"{2 * number - own} tiles if reflections were told apart; Burnside's lemma over "
        f"the 6 turns alone gives 3 × {turned // 3} = {turned}": 2 * number - own == turned,
        f"{own} tiles are their own mirror image; 2 × {tiles} - {turned} = {own_mirror}": own
        == own_mirror,
        f"{number - own} tiles come in mirror pairs; {turned} - {tiles} = {turned - tiles}": number
        - own
        == turned - tiles,
    }
    return tuple(Check(sentence, holds) for sentence, holds in sentences.items())
