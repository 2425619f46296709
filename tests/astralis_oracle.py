"""Astralis once more, slowly: sets of hexes and the rules' own words, to check the engine against.

Nothing here uses the engine.  A hex is a pair (letter, number) counted from 0, so sorting
hexes sorts them by letter and number.
"""

from __future__ import annotations

import random
from functools import cache
from string import ascii_lowercase

STEPS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]
OTHER = {"y": "c", "c": "y"}
VARIANTS = ["standard", "simplified", "dice", "beeline", "dispersed-go"]


@cache
def hexes(side):
    """Rule 1.2: |q|, |r|, |q + r| <= n - 1 with r = i - (n - 1) and q = j - i."""
    n = side - 1
    span = range(2 * side - 1)
    return frozenset((i, j) for i in span for j in span if abs(j - i) <= n and abs(j - n) <= n)


@cache
def neighbours(side):
    board = hexes(side)
    return {(i, j): [(i + a, j + b) for a, b in STEPS if (i + a, j + b) in board] for i, j in board}


def label(hex_):
    return ascii_lowercase[hex_[0]] + str(hex_[1] + 1)


def unlabel(text):
    return ascii_lowercase.index(text[0]), int(text[1:]) - 1


class Slow:
    """A position; ``stones`` maps hexes to players, ``ships`` players to hexes."""

    def __init__(self, side, variant, stones=(), ships=(), turn="y", passes=0, before=None):
        self.side = side
        self.variant = variant
        self.stones = dict(stones)
        self.ships = dict(ships)
        self.turn = turn
        self.passes = passes
        self.before = before
        self.near = neighbours(side)

    def __str__(self):
        rows = []
        for i in reversed(range(2 * self.side - 1)):
            row = ""
            for hex_ in sorted(h for h in self.near if h[0] == i):
                sign = self.stones.get(hex_, "").upper()
                sign += "".join(p for p, h in self.ships.items() if h == hex_)
                row += sign or "."
            for count in range(len(row), 0, -1):
                row = row.replace("." * count, str(count))
            rows.append(row)
        return f"{'/'.join(rows)} {self.turn} {self.variant}"

    # ------------------------------------------------------------------------------- terms (2)

    def players_beside(self, hex_):
        return {self.stones[h] for h in self.near[hex_] if h in self.stones}

    def is_explored(self, hex_):
        return hex_ in self.stones or bool(self.players_beside(hex_))

    def controls(self, player, hex_):
        if hex_ in self.stones:
            return self.stones[hex_] == player
        return self.players_beside(hex_) == {player}

    def is_contested(self, hex_):
        return self.players_beside(hex_) == {"y", "c"}

    def encloses(self, player, hex_):
        return not self.is_explored(hex_) and all(self.controls(player, h) for h in self.near[hex_])

    # ------------------------------------------------------------------------------- ships (4)

    def copy(self):
        return Slow(
            self.side,
            self.variant,
            self.stones,
            self.ships,
            self.turn,
            self.passes,
            self.before,
        )

    def flights(self):
        """Yield where the ship can fly, with the step that led there."""
        me, you = self.turn, OTHER[self.turn]
        for step in STEPS:
            i, j = self.ships[me]
            while True:
                i, j = i + step[0], j + step[1]
                if (i, j) not in self.near or (i, j) == self.ships[you]:
                    break
                if (i, j) in self.stones:
                    if self.variant == "beeline" or self.stones[i, j] == you:
                        break
                    continue
                yield (i, j), step

    def cascade(self):
        """Do rules 4.4 and 4.5, all bonuses, then all extractions, until nothing changes."""
        me, you = self.turn, OTHER[self.turn]
        bonuses, extractions = set(), set()
        while True:
            bonus = [h for h in self.near if h != self.ships[you] and self.encloses(me, h)]
            for hex_ in bonus:
                assert hex_ != self.ships[me]
                self.stones[hex_] = me
            taken = [
                h
                for h, owner in self.stones.items()
                if owner == you and all(self.is_contested(n) for n in self.near[h])
            ]
            for hex_ in taken:
                self.stones[hex_] = me
            if not bonus and not taken:
                return sorted(bonuses), sorted(extractions)
            bonuses |= set(bonus)
            extractions |= set(taken)

    def turns(self):
        """Yield every turn's full text and what it leads to."""
        me, you = self.turn, OTHER[self.turn]
        start = self.ships[me]
        for target, step in sorted(self.flights()):
            after = self.copy()
            after.ships[me] = target
            text = label(target)
            if self.variant == "beeline":
                yield text, after
                ahead = (target[0] + step[0], target[1] + step[1])
                if ahead in self.near and not self.is_explored(ahead) and ahead != self.ships[you]:
                    after = after.copy()
                    after.stones[ahead] = me
                    yield text + "+", after
                continue
            if self.encloses(you, start):
                after.stones[start] = you
                text += f"(+{label(start)})"
            yield text, after
            for hex_ in sorted(self.near[target]):
                if after.is_explored(hex_) or hex_ == self.ships[you]:
                    continue
                then = after.copy()
                then.stones[hex_] = me
                bonuses, extractions = then.cascade()
                added = "".join("+" + label(h) for h in [hex_, *bonuses])
                yield text + added + "".join("x" + label(h) for h in extractions), then

    # ---------------------------------------------------------------------- dispersed Go (6.4)

    def has_liberty(self, stone):
        return any(sum(n in self.stones for n in self.near[h]) == 1 for h in self.near[stone])

    def group(self, stone):
        found, todo = {stone}, [stone]
        while todo:
            beside = {far for h in self.near[todo.pop()] for far in self.near[h]}
            for far in beside:
                if self.stones.get(far) == self.stones[stone] and far not in found:
                    found.add(far)
                    todo.append(far)
        return found

    def is_alive(self, stone):
        return any(self.has_liberty(member) for member in self.group(stone))

    def placements(self):
        me, you = self.turn, OTHER[self.turn]
        for hex_ in sorted(self.near):
            if self.is_explored(hex_):
                continue
            after = self.copy()
            after.stones[hex_] = me
            dead = [h for h, p in after.stones.items() if p == you and not after.is_alive(h)]
            for stone in dead:
                del after.stones[stone]
            if after.is_alive(hex_) and after.stones != self.before:
                after.passes = 0
                yield label(hex_), after
        after = self.copy()
        after.passes += 1
        yield "--", after

    # ------------------------------------------------------------------------------------ game

    def moves(self):
        """Return the full text of every legal move with the position after it."""
        if self.is_over():
            return {}
        if self.variant == "dispersed-go":
            found = list(self.placements())
        elif len(self.ships) < 2:
            i = 0 if self.turn == "y" else 2 * self.side - 2
            found = []
            for hex_ in sorted(h for h in self.near if h[0] == i)[1:-1]:
                after = self.copy()
                after.ships[self.turn] = hex_
                found.append((label(hex_), after))
        else:
            found = list(self.turns()) or [("--", self.copy())]
        for _, after in found:
            after.before = self.stones
            after.turn = OTHER[self.turn]
        assert len(dict(found)) == len(found)
        return dict(found)

    def is_over(self):
        if self.variant == "dispersed-go":
            return self.passes == 2
        return all(self.is_explored(h) for h in self.near)

    def scores(self):
        def points(player):
            own = [h for h, p in self.stones.items() if p == player]
            if self.variant == "beeline":
                return len(own)
            if self.variant == "dice":
                return sum(not self.is_contested(n) for h in own for n in self.near[h])
            return sum(self.controls(player, h) for h in self.near)

        komi = 0.5 if self.variant == "beeline" else 3.5
        return {"y": points("y"), "c": points("c") + komi}


def random_position(rng: random.Random, side, variant):
    """Return a position with stones strewn about, many of them in what play rarely reaches."""
    near = neighbours(side)
    stones = {}
    share = rng.choice([0.2, 0.6, 1.0])
    bias = rng.choice([0.1, 0.5, 0.9])
    for hex_ in rng.sample(sorted(near), k=round(len(near) * share)):
        if not any(n in stones for n in near[hex_]):
            stones[hex_] = "y" if rng.random() < bias else "c"
    if rng.random() < 0.5 and stones:  # leave room again
        for hex_ in rng.sample(sorted(stones), k=rng.randrange(min(4, len(stones) + 1))):
            del stones[hex_]
    ships = {}
    if variant != "dispersed-go":
        free = sorted(set(near) - set(stones))
        unexplored = [h for h in free if not any(n in stones for n in near[h])]
        ships["y"], ships["c"] = rng.sample(free, k=2)
        if unexplored and rng.random() < 0.5:
            player = rng.choice("yc")
            ships[player] = rng.choice(unexplored)
            if ships["y"] == ships["c"]:
                del ships[OTHER[player]]
                ships[OTHER[player]] = rng.choice([h for h in free if h != ships[player]])
    return Slow(side, variant, stones, ships, rng.choice("yc"))
