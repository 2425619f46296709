"""What stones make of a board: explored, controlled and contested hexes, and what follows from a stone.

Sets are bitboards; ``mine`` and ``theirs`` are the stones of a player and of the other.
Ships matter here only as a hex where no stone may be put; variants are not known.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.games.astralis.board import Board, each


def explored(board: Board, stones: int) -> int:
    """Return the hexes that hold a stone or neighbour one (rule 2.1)."""
    return stones | board.near(stones)


def controlled(board: Board, mine: int, theirs: int) -> int:
    """Return the hexes that hold my stone or have only mine next to them (rule 2.1).

    No two stones are adjacent (rule 4.3), so the neighbours of my stones hold none of theirs.
    """
    return (mine | board.near(mine)) & ~board.near(theirs)


def contested(board: Board, mine: int, theirs: int) -> int:
    """Return the hexes next to stones of both players (rule 2.1)."""
    return board.near(mine) & board.near(theirs)


def enclosed(board: Board, mine: int, theirs: int) -> int:
    """Return the unexplored hexes surrounded by hexes I control (rules 4.2 and 4.4)."""
    return board.surrounded(controlled(board, mine, theirs)) & ~explored(board, mine | theirs)


class Gains(NamedTuple):
    """What follows from a stone: bonuses, extractions, and the bonuses these make possible."""

    bonus: int = 0
    extracted: int = 0
    late_bonus: int = 0


def gains(board: Board, mine: int, theirs: int, ship: int) -> Gains:
    """Return what I gain once my stone lies on the board (rules 4.4 and 4.5).

    ``ship`` is the hex of the opponent's ship.

    The rules repeat bonuses and extractions until nothing changes; one round of extractions
    and one of bonuses after it come to the same:

    - A bonus stone's neighbours were all controlled by me, so next to none of theirs and next
      to one of mine already.  It changes no hex but its own, and makes nothing possible.
    - An extracted stone's neighbours were all contested, so next to one of mine already.  No
      other stone comes to be surrounded by contested hexes; and one that is stays so, as its
      neighbours are next to itself.  Hence neither order nor simultaneity matters.
    - What I control only grows, and the neighbours of an enclosed hex are explored, so two
      bonus hexes are never adjacent: a bonus once possible stays so until it is awarded.

    My own ship never stands on a bonus hex: the stone was put next to it, so its hex is explored.
    So no ship ever shares a hex with a stone, which the written form could not show.
    """
    extracted = theirs & board.surrounded(board.near(mine))
    bonus = enclosed(board, mine, theirs) & ~ship
    if not extracted:
        return Gains(bonus)
    late = enclosed(board, mine | extracted, theirs & ~extracted) & ~ship
    return Gains(bonus, extracted, late & ~bonus)


def promising(board: Board, mine: int, theirs: int, ship: int) -> int:
    """Return a set that holds every hex where a stone of mine would gain more than itself.

    It holds a few others, which :func:`gains` rules out.  What a stone completes is a ring
    of six or fewer hexes around one that is not next to it; two such hexes have at most two
    neighbours in common.  So a ring with three hexes missing is not completed, nor one more than
    two steps away.  Bonuses that need an extraction are found with the extraction.
    """
    near_mine, near_theirs = board.near(mine), board.near(theirs)
    rings = board.tally(board.full & ~near_mine)
    candidates = theirs & ~rings.three
    complete = candidates & ~rings.one
    rings = board.tally(board.full & ~(near_mine & ~near_theirs))
    unexplored = board.full & ~(mine | theirs | near_mine | near_theirs | ship)
    candidates |= unexplored & ~rings.three
    complete |= unexplored & ~rings.one
    # What should have been awarded before (in a position set up by hand) comes with any stone.
    return board.full if complete else board.near(board.near(candidates))


def pips(board: Board, mine: int, theirs: int) -> int:
    """Return the sum of the pips on my dice (rule 6.2).

    A die shows its neighbours on the board less the contested ones ([reading] at the edge).
    """
    free = ~board.near(theirs)
    return sum((board.near_one(stone) & free).bit_count() for stone in each(mine))


# --------------------------------------------------------------------------- dispersed-go (rule 6.4)


def liberties(board: Board, stones: int) -> int:
    """Return the hexes next to exactly one stone; as no two stones are adjacent, they are empty."""
    counted = board.tally(stones)
    return counted.one & ~counted.two


def connected(board: Board, seeds: int, stones: int) -> int:
    """Return the stones in the groups of ``seeds``.

    Stones are connected when some hex neighbours both, so when they are two steps apart.
    """
    group = 0
    grown = seeds
    while grown != group:
        group = grown
        grown |= board.near(board.near(group)) & stones
    return group
