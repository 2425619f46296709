"""What an Astralis diagram tells, word for word."""

import pytest

import engine
from engine.games.astralis.sentences import sentences

ASTRALIS = engine.game("astralis")
PAIR = "4/5/6/1Y1C3/6/5/y1c1"
EMPTY = "4/5/6/7/6/5/4"
PIECES = [
    "Yellow has the ship on a1 and a planet on d2.",
    "Cyan has the ship on a3 and a planet on d4.",
]
BEES = [
    "Yellow has the bee on a1 and a flower on d2.",
    "Cyan has the bee on a3 and a flower on d4.",
]
DICE = [
    "Yellow has the ship on a1 and a die on d2 with 5 pips.",
    "Cyan has the ship on a3 and a die on d4 with 5 pips.",
]
CONTROL = "Yellow controls 6 hexes and cyan 6; 1 hex is contested."
NONE = {"ship-moves": (), "placements": (), "unusable": (), "changes": (), "threats y": ()}
SOME = {
    **{"ship-moves": ("a1",), "placements": ("a1", "b2"), "unusable": ("c1",)},
    **{"changes": ("a1", "b1", "c1"), "threats y": ("a1", "a2"), "threats c": ()},
}


def told(text, show=(), shown=(), part=None):
    position = ASTRALIS.parse(text)
    found = sentences(position, frozenset(show), dict(shown), part and frozenset(part))
    first, *rest = map(str, found)
    board = f"The board is a hexagon of side 4; the variant is {text.split()[2]}."
    assert first == board
    return rest


@pytest.mark.parametrize(
    ("position", "show", "shown", "part", "rest"),
    [
        (f"{PAIR} y standard", [], {}, None, [*PIECES, CONTROL]),
        # Rule 6.1: without tiles on the board, unless they are asked for.
        (f"{PAIR} y simplified", [], {}, None, PIECES),
        (f"{PAIR} y dice", [], {}, None, DICE),
        (f"{PAIR} y dice", ["control"], {}, None, [*DICE, CONTROL]),
        (f"{PAIR} c beeline", [], {}, None, BEES),
        (
            "4/5/6/1Y1Y3/6/5/y1c1 y standard",
            [],
            {},
            None,
            [
                "Yellow has the ship on a1 and 2 planets on d2 and d4.",
                "Cyan has the ship on a3.",
                "Yellow controls 13 hexes and cyan 0.",
            ],
        ),
        (
            f"{PAIR} y standard",
            [],
            {},
            ["d2", "c3"],
            [
                "Yellow has a planet on d2.",
                "Cyan has nothing in this part.",
                "Yellow controls 1 hex and cyan 1.",
            ],
        ),
        (
            f"{PAIR} y standard",
            [],
            {},
            ["a1"],
            ["Yellow has the ship on a1.", "Cyan has nothing in this part."],
        ),
        # A part without pieces is told apart from a board without any.
        (f"{PAIR} y simplified", [], {}, ["a4"], ["No piece is in this part."]),
        (
            f"{EMPTY} y standard",
            [],
            {"start-rows": (), **NONE},
            None,
            [
                "No piece is on it.",
                "The rows where the ships are set up are highlighted in their colours.",
                "Yellow's ship can go to no hex.",
                "Yellow has nothing on the board that planets are put round.",
                "The last move changed no hex.",
                "With one more planet yellow gains no hex.",
            ],
        ),
        (
            f"{EMPTY} y beeline",
            [],
            {"start-rows": (), "ship-moves": ()},
            None,
            [
                "No piece is on it.",
                "The rows where the bees are set up are highlighted in their colours.",
                "Yellow's bee can go to no hex.",
            ],
        ),
        (
            f"{PAIR} y beeline",
            [],
            {"placements": (), "unusable": ()},
            None,
            [*BEES, "Next to the bee yellow can put a flower on no hex."],
        ),
        (
            f"{PAIR} c beeline",
            [],
            {"ship-moves": ("a1", "b2")},
            None,
            [*BEES, "Cyan's bee can go to 2 hexes: a1 and b2."],
        ),
        (
            f"{PAIR} y standard",
            [],
            NONE,
            None,
            [
                *(*PIECES, CONTROL),
                "Yellow's ship can go to no hex.",
                "Next to the ship yellow can put a planet on no hex.",
                "The last move changed no hex.",
                "With one more planet yellow gains no hex.",
            ],
        ),
        (
            f"{PAIR} c standard",
            [],
            SOME,
            None,
            [
                *(*PIECES, CONTROL),
                "Cyan's ship can go to a1.",
                "Next to the ship cyan can put a planet on 2 hexes: a1 and b2.",
                "Hex c1 is explored or taken and cannot be used.",
                "The last move changed 3 hexes: a1, b1 and c1.",
                "With one more planet yellow gains 2 hexes: a1 and a2.",
                "With one more planet cyan gains no hex.",
            ],
        ),
    ],
)
def test_sentences(position, show, shown, part, rest):
    assert told(position, show, shown, part) == rest
