"""Why Atreya's set is complete: the listed tiles against Burnside's count (rule 1.3).

The listing and the count share no code, so that an error in one shows.
"""

from __future__ import annotations

from engine.games.atreya import tiles
from engine.play.game import Check


def checks() -> tuple[Check, ...]:
    """Return the statements that together prove the set complete, each checked on the list."""
    return (*_listed(), *_counted())


def _listed() -> tuple[Check, ...]:
    """Return what must hold of the list itself: form, colours, identities, order (rule 2.3)."""
    listed = tiles.TILES
    return (
        Check(
            "every tile shows all three colours among its six half-pieces (rule 1.2)",
            all(set(tile[2:]) == set(tiles.COLOURS) for tile in listed),
        ),
        Check(
            "every tile is written as its identity: the smallest of its 12 images (rule 2.3)",
            all(tile[2:] == min(tiles.images(tile[2:])) for tile in listed),
        ),
        Check("no two tiles are the same", len(set(listed)) == len(listed)),
        Check(
            "the tiles are numbered in the order of ring and centre (rule 2.3)",
            list(listed) == sorted(listed, key=lambda tile: (tile[2:], tile[0])),
        ),
    )


def _counted() -> tuple[Check, ...]:
    """Return the four counts of the list, each against the count by Burnside's lemma."""
    listed, counted = _of_list(), tiles.counts()
    per_centre = counted.tiles // 3
    return (
        Check(
            f"{listed.tiles} tiles are listed; Burnside's lemma over the 6 turns and 6 reflections "
            f"of the ring gives {per_centre} rings, with any of 3 centres {counted.tiles}",
            listed.tiles == counted.tiles,
        ),
        Check(
            f"{listed.rotations_only} tiles if reflections were told apart; Burnside's lemma over "
            f"the 6 turns alone gives 3 × {counted.rotations_only // 3} = {counted.rotations_only}",
            listed.rotations_only == counted.rotations_only,
        ),
        Check(
            f"{listed.own_mirror} tiles are their own mirror image; "
            f"2 × {counted.tiles} - {counted.rotations_only} = {counted.own_mirror}",
            listed.own_mirror == counted.own_mirror,
        ),
        Check(
            f"{listed.mirror_pairs} tiles come in mirror pairs; "
            f"{counted.rotations_only} - {counted.tiles} = {counted.mirror_pairs}",
            listed.mirror_pairs == counted.mirror_pairs,
        ),
    )


def _of_list() -> tiles.Counts:
    rings = [tile[2:] for tile in tiles.TILES]
    own = sum(ring[::-1] in {ring[k:] + ring[:k] for k in range(6)} for ring in rings)
    return tiles.Counts(len(rings), 2 * len(rings) - own, own, len(rings) - own)
