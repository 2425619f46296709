"""Games beside their references: positions, moves, turns and texts that both must take alike."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import engine
from tests.reference import IllegalMove, NotationFault, PositionFault

#: Rules whose breach is judged the same way whatever the order of questions.
JUDGED = {"4.2", "4.3", "4.4", "4.5"}

Choose = Callable[[random.Random, Any, list[str]], str]


def altered(rng: random.Random, text: str, other: str) -> str:
    """Return a text with a word or a letter lost, doubled or taken from another text."""
    signs = rng.choice([r"([^\w:*.-]+)", r"([ /;]+)"])
    words, strange = (re.split(signs, one) for one in (text, other))
    at, place = rng.randrange(0, len(words), 2), rng.randrange(len(text) + 1)
    match rng.randrange(5):
        case 0:
            del words[max(0, at - 1) : max(1, at + 1)]
        case 1:
            words[at:at] = [words[at], rng.choice(words[1::2] or [""])]
        case 2 | 3:
            words[at] = rng.choice([word for word in strange if len(word) == len(words[at])] or "-")
        case 4:
            letter = rng.choice(["", rng.choice(text + other)])
            words = [text[:place], letter, text[place + rng.randrange(2) :]]
    return "".join(words)


def taken(act: Callable[[str], Any], text: str) -> tuple[str, Any]:
    """Return how the engine or a reference takes a text, and what it gives or the fault."""
    try:
        return "read", act(text)
    except (engine.InvalidMoveError, engine.NotationError, NotationFault) as fault:
        return "notation", fault
    except (engine.InvalidPositionError, PositionFault) as fault:
        return "impossible", fault
    except (engine.IllegalMoveError, IllegalMove) as fault:
        return "illegal", fault


class Comparison:
    """A game's engine beside its reference.

    ``met`` counts the moves and how texts were taken; ``faults`` are those of the last position.
    """

    def __init__(self, name: str, slow: ModuleType) -> None:
        self.game, self.slow, self.met = engine.game(name), slow, Counter[str]()
        self.faults: tuple[str, ...] = ()

    def same_position(self, position: engine.Position, state: Any) -> None:
        """Compare all that both say of a position."""
        text = self.slow.format(state)
        assert str(position) == text
        assert position.turn == str(state.turn), text
        assert position.scores() == self.slow.scores(state), text
        assert position.is_over == self.slow.is_over(state), text
        assert position.winners() == self.slow.winners(state), text
        again = self.game.parse(text)
        assert (again, hash(again)) == (position, hash(position)), text

    def same_moves(self, position: engine.Position, state: Any) -> list[str]:
        """Compare the legal moves, and return them."""
        moves = sorted(map(str, position.legal_moves()))
        assert moves == sorted(self.slow.legal_moves(state)), self.slow.format(state)
        return moves

    def same_turn(self, position: engine.Position, state: Any, move: str) -> str:
        """Compare what comes of a text as a move, and return how it was taken.

        Of texts that the reference cannot read the engine may say that they are illegal.
        """
        expected, after = taken(lambda text: self.slow.play(state, text), move)
        for act in (position.written, position.play):
            kind, found = taken(act, move)
            assert kind == expected or (expected, kind) == ("notation", "illegal"), (state, move)
        if expected == "read":
            self.same_position(found, after)
            written = position.written(move)
            assert position.written(written) == written, (state, move)
            assert position.play(written) == found, (state, move)
        elif expected == "illegal":
            assert not after.rules or found.rule in after.rules or found.rule not in JUDGED
        self.met[kind] += 1
        return kind

    def same_reading(self, text: str) -> str:
        """Compare how a text is taken as a position, and return it.

        What the reference cannot read may count as impossible.
        """
        expected, state = taken(self.slow.parse, text)
        kind, found = taken(self.game.parse, text)
        assert kind == expected or (expected, kind) == ("notation", "impossible"), text
        if kind == "read":
            self.same_position(found, state)
        self.faults = found.faults if kind == "impossible" else ()
        assert kind != "impossible" or self.faults
        self.met[kind] += 1
        return kind

    def same_game(
        self,
        rng: random.Random,
        state: Any,
        choose: Choose,
        length: int,
        check: Callable[[engine.Position, Any], Iterable[str]],
    ) -> tuple[engine.Position, Any]:
        """Play both from a position to the end of all; ``check`` compares the moves and more."""
        position = self.game.parse(self.slow.format(state))
        for _ in range(length):
            self.same_position(position, state)
            moves = list(check(position, state))
            for text in rng.sample(moves, min(3, len(moves))):
                self.same_turn(position, state, altered(rng, text, rng.choice(moves)))
            if not moves:
                break
            move = choose(rng, state, moves)
            self.met[move] += 1
            assert position.written(move) == move
            position, state = position.play(move), self.slow.play(state, move)
        self.same_position(position, state)
        return position, state
