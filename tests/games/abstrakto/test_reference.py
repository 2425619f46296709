"""Abstrakto's engine against the slow reference, over games of many styles and spoilt texts.

The same seeds give the same games; TILEWRIGHT_DEEP=1 plays many more of them.
"""

import os
import random
import re
from collections.abc import Callable

import pytest

import engine
from tests.cases import some
from tests.reference import abstrakto as reference
from tests.reference.texts import NotationFault, spoilt, verdict

DEEP = bool(os.environ.get("TILEWRIGHT_DEEP"))
GAMES = 100 if DEEP else 4
TEXTS = 30_000 if DEEP else 1_200

ABSTRAKTO = engine.game("abstrakto")
HANDS = [f"{s}{n}{15 - s - n}" for s in range(3, 7) for n in range(3, 7) if 3 <= 15 - s - n <= 6]


Style = Callable[[random.Random, reference.State, list[str]], str]


def anywhere(rng: random.Random, state: reference.State, moves: list[str]) -> str:
    return rng.choice(moves)


def nearest_to(rng: random.Random, moves: list[str], score: Callable[[str], float]) -> str:
    """Choose one of the few moves with the lowest score."""
    if moves == [reference.PASS]:
        return reference.PASS
    return rng.choice(sorted(moves, key=lambda move: (score(move), rng.random()))[:3])


def distance(one: str, other: str) -> int:
    pairs = [(a, b) for a in reference.quarters(one) for b in reference.quarters(other)]
    return min(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairs)


def clustered(rng: random.Random, state: reference.State, moves: list[str]) -> str:
    lying = [*state.tiles[0], *state.tiles[1]] or ["d4"]
    return nearest_to(rng, moves, lambda move: sum(sorted(distance(move, o) for o in lying)[:2]))


def spread(rng: random.Random, state: reference.State, moves: list[str]) -> str:
    lying = [*state.tiles[0], *state.tiles[1]] or ["d4"]
    return nearest_to(rng, moves, lambda move: -min(distance(move, other) for other in lying))


def edges(rng: random.Random, state: reference.State, moves: list[str]) -> str:
    return nearest_to(rng, moves, _to_edge)


def middle(rng: random.Random, state: reference.State, moves: list[str]) -> str:
    return nearest_to(rng, moves, lambda move: -_to_edge(move))


def _to_edge(move: str) -> int:
    return min(min(x, y, 13 - x, 13 - y) for x, y in reference.quarters(move))


def closing(rng: random.Random, state: reference.State, moves: list[str]) -> str:
    """Choose, of a few moves, one that leaves the most areas."""
    few = rng.sample(moves, min(6, len(moves)))
    return max(few, key=lambda move: len(reference.areas(reference.play(state, move))))


def of_type(kind: int) -> Style:
    """Choose anywhere, tiles of one type first."""

    def choose(rng: random.Random, state: reference.State, moves: list[str]) -> str:
        fitting = [m for m in moves if m != reference.PASS and reference.type_of(m) == kind]
        return rng.choice(fitting or moves)

    return choose


STYLES: dict[str, Style] = {
    "anywhere": anywhere,
    "clustered": clustered,
    "spread": spread,
    "edges": edges,
    "middle": middle,
    "closing": closing,
    "solids-first": of_type(0),
    "lines-first": of_type(1),
    "crosses-first": of_type(2),
}


def assert_agreement(position: engine.Position, state: reference.State) -> None:
    """Compare all that both say of a position."""
    text = reference.format(state)
    assert str(position) == text
    moves = [str(move) for move in position.legal_moves()]
    assert len(set(moves)) == len(moves), text
    assert set(moves) == reference.legal_moves(state), text
    assert position.turn == state.turn, text
    assert position.is_over == reference.is_over(state), text
    assert position.scores() == reference.scores(state), text
    assert position.winners() == reference.winners(state), text
    assert_same_areas(position, state)
    assert ABSTRAKTO.parse(text) == position
    assert hash(ABSTRAKTO.parse(text)) == hash(position)


def assert_same_areas(position: engine.Position, state: reference.State) -> None:
    expected = reference.areas(state)
    areas = {frozenset(area.quarters): area for area in position.areas()}
    assert set(areas) == set(expected), str(position)
    for region, area in areas.items():
        names = tuple(frozenset(p.name for p in tiles) for tiles in (area.blue, area.orange))
        same = reference.Area(region, names, area.controller, area.settled)
        assert same == expected[region], str(position)
    mains = reference.main_areas(state)
    main = position.main_area()
    if main is None:
        assert len({area.controller for area in mains}) != 1, str(position)
    else:
        assert len({area.controller for area in mains}) == 1, str(position)
        assert frozenset(main.quarters) in {area.quarters for area in mains}, str(position)


def assert_same_verdict(position: engine.Position, state: reference.State, move: str) -> None:
    expected = verdict(lambda text: reference.format(reference.play(state, text)), move)
    actual = verdict(position.play, move)
    if expected[0] == "notation":  # a place off the board may count as either
        assert actual[0] in ("notation", "illegal"), (str(position), move)
    else:
        assert actual == expected, (str(position), move)
    if expected[0] == "read":
        assert position.written(move) == reference.written(state, move)


def any_name(rng: random.Random, place: str) -> str:
    """Return one of the names that are read for a place."""
    return rng.choice([name for name, written in reference.READ.items() if written == place])


@pytest.mark.parametrize("style", STYLES)
def test_games_agree(style):
    endings = set()
    for seed in range(GAMES):
        rng = random.Random(f"{style} {seed}")
        hands = f"{rng.choice(HANDS)}/{rng.choice(HANDS)}"
        state, position = reference.start(hands), ABSTRAKTO.start(hands=hands)
        assert_agreement(position, state)
        while moves := sorted(reference.legal_moves(state)):
            move = STYLES[style](rng, state, moves)
            for wrong in some(rng.choices([*reference.PLACES, reference.PASS], k=4)):
                assert_same_verdict(position, state, wrong)
            assert_same_verdict(position, state, spoilt(rng, move, "abdg147nsew- ,x"))
            name = move if move == reference.PASS else any_name(rng, move)
            assert position.written(name) == move
            position, state = position.play(name), reference.play(state, move)
            assert_agreement(position, state)
        for move in (reference.PASS, *rng.sample(reference.PLACES, 5)):
            assert_same_verdict(position, state, move)
        endings.add(position.winners())
    assert len(endings) > 1


@pytest.mark.parametrize(
    ("board", "scores", "winners"),
    [
        pytest.param(
            "a3,a6,b1,b3e,b4e,b5ne,b7,c2ne,c3ne,c4ne,d1n,d6n,e3ne,e7,g2 "
            "a2,a4e,a5e,b2,c7,d3e,d4ne,d5n,e1,e2ne,e4ne,e5ne,f1n,f6n,g7",
            {"b": 5, "o": 5},
            (),
            id="both-own-a-largest-area",
        ),
        pytest.param(
            "a1,a4ne,a5ne,a6ne,b1ne,b3ne,b5e,b6ne,c2n,c4e,d1e,e3,e5,f4,g4 "
            "a2ne,a3ne,c1ne,c1s,c5ne,d7,e1ne,f3,f5,f6n,g1,g2n,g5,g6,g7n",
            {"b": 3, "o": 3},
            ("b",),
            id="blue-owns-all-largest-areas",
        ),
        pytest.param(
            "a1w,a5ne,a5w,a6w,b1ne,b7,c7,d1,e2ne,e4ne,e6ne,f2ne,f7n,g4,g7 "
            "a2,a3w,a4,a7n,b4ne,b5ne,c2ne,d7,e1,e7n,f1,g1e,g2e,g3e,g5",
            {"b": 0, "o": 0},
            (),
            id="nobody-owns-an-area",
        ),
    ],
)
def test_rare_ends_agree(board, scores, winners):
    state = reference.parse(f"{board} b 000/000")
    assert (reference.scores(state), reference.winners(state)) == (scores, winners)
    assert_agreement(ABSTRAKTO.parse(f"{board} b 000/000"), state)


def random_position(rng: random.Random) -> reference.State:
    """Return a position from some game, perhaps with the turn against the count."""
    state = reference.start(f"{rng.choice(HANDS)}/{rng.choice(HANDS)}")
    for _ in range(rng.choice([0, 1, 3, 8, 20, 40])):
        moves = sorted(reference.legal_moves(state))
        if not moves:
            break
        state = reference.play(state, rng.choice(moves))
    return state._replace(turn=rng.choice("bo"))


def changed(rng: random.Random, text: str) -> str:
    """Return the position with a place or a count changed, readable still."""
    fields = text.split(" ")
    at = rng.choice([0, 1, 3])
    if at == 3:
        digit = rng.choice([0, 1, 2, 4, 5, 6])
        new = str(rng.randrange(10) if rng.random() < 0.5 else abs(int(fields[3][digit]) - 1))
        fields[3] = fields[3][:digit] + new + fields[3][digit + 1 :]
        return " ".join(fields)
    places = [] if fields[at] == "-" else fields[at].split(",")
    if places and rng.random() < 0.6:
        places.remove(rng.choice(places))
    if rng.random() < 0.6:
        places.append(any_name(rng, rng.choice(reference.PLACES)))
    if places and rng.random() < 0.2:
        places.append(rng.choice(places))
    rng.shuffle(places)
    fields[at] = ",".join(places) or "-"
    return " ".join(fields)


def names_off_the_board(text: str) -> bool:
    """Tell whether the text has something of a place's form that is none.

    Of cells off the board and of corners on its edge the rules do not say whether they cannot be
    read, or can but not occur.
    """
    names = [name for field in text.split(" ")[:2] for name in field.split(",")]
    form = re.compile(r"[a-z][0-9]+(n|s|e|w|ne|nw|se|sw)?")
    return any(form.fullmatch(name) and name not in reference.READ for name in names)


@pytest.mark.parametrize("way", ["changed", "spoilt", "both"])
def test_positions_agree(way):
    verdicts = set()
    rng = random.Random(f"abstrakto positions {way}")
    for _ in range(TEXTS // 3):
        text = reference.format(random_position(rng))
        if way != "spoilt":
            for _ in range(rng.choice([1, 1, 2])):
                text = changed(rng, text)
        if way != "changed":
            text = spoilt(rng, text, "abcdefg1234567nsew-,/ 0569bo")
        expected = verdict(lambda text: reference.format(reference.parse(text)), text)
        actual = verdict(ABSTRAKTO.parse, text)
        if expected[0] == "notation" and names_off_the_board(text):
            assert actual[0] in ("notation", "impossible"), text
        else:
            assert actual == expected, text
        verdicts.add(expected[0])
        if actual[0] == "impossible":
            assert_every_fault(text)
    assert len(verdicts) == (2 if way == "changed" else 3)


def assert_every_fault(text: str) -> None:
    """Check that each of the reference's faults is among those the engine names."""
    with pytest.raises(engine.InvalidPositionError) as caught:
        ABSTRAKTO.parse(text)
    known = caught.value.faults
    try:
        state = reference.read(text)
    except NotationFault:
        return
    for fault in reference.faults(state):
        kind, *about = fault.split(" ")
        if kind == "overlap":
            assert any(all(place in words for place in about) for words in known), (text, fault)
        else:
            colour = {"b": "blue", "o": "orange"}[about[0]]
            type_name = about[1].lower() if kind == "type" else ""
            assert any(colour in w.lower() and type_name in w.lower() for w in known), (
                text,
                fault,
            )
