"""Atreya's quick states held against the rules, over whole random games.

``python -m tests.players.atreya 1000`` plays so many games in each mode, by two players and by three.
"""

import sys
from random import Random

import engine
from engine.games.atreya.frontier import WIN, located
from engine.games.atreya.moves import AtreyaMove
from engine.games.atreya.quick import quick

ATREYA = engine.game("atreya")
SETTINGS = tuple((mode, players) for mode in ("max", "sum", "dom") for players in (2, 3))
#: How many turns are listed and carried out where a position is looked at closely.
_SOME = 12


def in_full(state):
    """Return all that a state says, whatever numbers its shapes have."""
    forms = {**state.open, **state.closed}
    looks = {
        shape: (form.colour, form.size, *map(_sorted, (form.opens, form.tiles, form.border)))
        for shape, form in forms.items()
    }
    order = sorted(forms, key=looks.__getitem__)
    names = {0: 0} | {shape: k for k, shape in enumerate(order, 1)}
    front = [
        (cell, pattern, tuple(names[shape] for shape in shapes))
        for cell, (pattern, shapes) in state.front.items()
    ]
    shapes = [
        (looks[shape], forms[shape].cell, forms[shape].sides, _sorted(map(names.get, near)))
        for shape in order
        for near in (forms[shape].near,)
    ]
    closed = sorted(map(names.get, state.closed))
    return _sorted(front), shapes, closed, state.pool, state.points, state.turn


def _sorted(entries):
    return tuple(sorted(entries))


def assert_equal(states, state, position, rng):
    """See that a state says what its position does, and lists its turns; return these.

    Some of the states after them are looked at, too.
    """
    where = str(position)
    assert in_full(state) == in_full(states.of(position)), where
    moves = list(position.legal_moves())
    children = states.children(state)
    assert [states.written(state, code) for code, _ in children] == list(map(str, moves)), where
    assert bool(children) != position.is_over, where
    assert_leads(states, state, position)
    lifts = [k for k, move in enumerate(moves) if move.origin]
    for k in {rng.randrange(len(moves)) for _ in range(_SOME if moves else 0)}.union(lifts[:2]):
        after, move = children[k][1], moves[k]
        assert in_full(after) == in_full(states.of(position.play(move))), f"{where}: {move}"
    return children


def assert_leads(states, state, position):
    """See that leads are those of the scores, and in Max those of the winners."""
    points, winners = tuple(position.scores().values()), position.winners()
    if position.mode == "max":
        points = tuple(WIN * (player in (winners or ())) for player in position.players)
    for k, own in enumerate(points):
        assert states.lead(state, k) == own - max(points[:k] + points[k + 1 :]), str(position)
    assert position.players[states.mover(state)] == position.turn


def compare(mode, players, games, every=20):
    """Play random games to the end; return how many turns they had, and how many lifted a tile.

    The state is carried from turn to turn, and looked at closely ``every`` so many turns.
    """
    turns = lifted = 0
    for game in games:
        rng = Random(f"{mode} {players} {game}")
        position = ATREYA.start(mode=mode, players=rng.sample("rgb", players))
        states = quick(position)
        state, k = states.of(position), 0
        while not position.is_over:
            k += 1
            placings = list(states.placings(state))
            if k % every == 0:
                children = assert_equal(states, state, position, rng)
                move, state = rng.choice([turn for turn in children if turn[0].origin] or children)
            elif placings:
                placing = rng.choice(placings)
                move = AtreyaMove(placing.tile, located(placing.cell))
                state = states.laid(state, placing)
            else:
                move = rng.choice(list(position.legal_moves()))
                state = states.of(position.play(move))
            position = position.play(move)
            lifted += bool(move.origin)
        assert_equal(states, state, position, rng)
        turns += k
    return turns, lifted


if __name__ == "__main__":
    for mode, players in SETTINGS:
        turns, lifted = compare(mode, players, range(int(sys.argv[1])))
        print(f"{mode}, {players} players: {turns} turns, {lifted} lifted a tile", flush=True)
