"""What an Abstrakto diagram tells, word for word."""

import pytest

import engine
from engine import figure
from engine.games.abstrakto.places import Kind
from engine.games.abstrakto.sentences import sentences

ABSTRAKTO = engine.game("abstrakto")
EMPTY = "- - b 555/555"
CORNER = "a2,b1 d4 o 355/455"
SHARED = "a2,d5,e3n b1,b2 b 354/355"
ALL = ["areas", "settled", "counts", "main"]
NO_TILE = ["Blue has no tile there.", "Orange has no tile there."]
CORNER_TILES = [
    "Blue has 13 tiles left and 2 on the board: Solids on a2 and b1.",
    "Orange has 14 tiles left and 1 on the board: a Solid on d4.",
]


def corner(x, y):
    return x < 2 and y < 2


@pytest.mark.parametrize(
    ("position", "show", "kinds", "seen", "told"),
    [
        (
            EMPTY,
            [],
            (),
            None,
            [
                "Blue has no tile on the board and 15 left.",
                "Orange has no tile on the board and 15 left.",
                "The only area belongs to nobody.",
            ],
        ),
        # 49 Solids less three; 36 Crosses less the seven on the corners of the tiles (rule 3.2).
        (
            CORNER,
            ALL,
            (Kind.SOLID, Kind.CROSS),
            None,
            [
                *CORNER_TILES,
                "Orange has 46 places for a Solid and 29 places for a Cross.",
                "2 areas are shown: a1 and c1 for blue.",
                "No area is settled.",
                "Blue and orange tiles bound the areas: a1 with 2 and 0; c1 with 2 and 1.",
                "The main area at c1 is blue's, bounded by 3 tiles.",
            ],
        ),
        (CORNER, [], (), None, CORNER_TILES),
        (
            "a2 b1,b2 b 455/355",
            [],
            (),
            None,
            [
                "Blue has 14 tiles left and 1 on the board: a Solid on a2.",
                "Orange has 13 tiles left and 2 on the board: Solids on b1 and b2.",
                "1 of 2 areas belongs to nobody.",
            ],
        ),
        # Two Lines fit the corner, along the board's edge; the main area is not seen.
        (
            SHARED,
            ALL,
            (Kind.LINE,),
            corner,
            [
                *NO_TILE,
                "Blue has 2 places for a Line.",
                "1 area is shown: a1 for nobody.",
                "No area there is settled.",
                "Blue and orange tiles bound the area: a1 with 1 and 1.",
            ],
        ),
        # Where no area is seen nothing is said of areas.
        (SHARED, ALL, (), lambda x, y: (x, y) == (1, 3), ["Blue has a Solid on a2.", NO_TILE[1]]),
        # An area goes by a cell of it that is seen.
        (
            SHARED,
            ["areas", "main", "counts"],
            (),
            lambda x, y: x > 12 and y > 12,
            [
                *NO_TILE,
                "1 area is shown: g7 for blue.",
                "Blue and orange tiles bound the area: g7 with 3 and 2.",
                "The main area at g7 is blue's, bounded by 5 tiles.",
            ],
        ),
        # Of an area it is enough to see the middle of one quarter-cell.
        (
            SHARED,
            ["areas"],
            (),
            lambda x, y: (x, y) == (13.5, 0.5),
            [*NO_TILE, "1 area is shown: g1 for blue."],
        ),
        (SHARED, [], (), lambda x, y: x > 12, NO_TILE),
        (
            SHARED,
            [],
            (),
            lambda x, y: (x, y) in {(1, 3), (7, 9)},
            ["Blue has Solids on a2 and d5.", "Orange has no tile there."],
        ),
    ],
)
def test_sentences(position, show, kinds, seen, told):
    found = sentences(ABSTRAKTO.parse(position), frozenset(show), kinds, seen)
    assert list(map(str, found)) == told


def test_settled_areas_are_told_with_their_owners():
    """Rule 4.4: with all tiles played every area is settled."""
    ended = (
        "a1,a3e,a7,b2,b3ne,b4ne,c3ne,c5e,c6,c7,e4ne,e6ne,f7n,g2n,g6n "
        "a2,a4,a5e,b1,b6,c2ne,d2ne,d4e,d5e,d6ne,e3ne,f3ne,f5n,g5,g7n b 000/000"
    )
    found = list(map(str, sentences(ABSTRAKTO.parse(ended), frozenset(["settled"]), ())))
    assert found[0] == (
        "Blue has no tile left and 15 on the board: Solids on a1, a7, b2, c6 and c7; Lines on "
        "a3e, c5e, f7n, g2n and g6n; Crosses on b3ne, b4ne, c3ne, e4ne and e6ne."
    )
    assert found[2:] == [
        "12 areas are settled: b4, c4, b5, e5, f6 and b7 for blue; "
        "c1, a3, d3, g3, a5 and g6 for orange."
    ]


@pytest.mark.parametrize(
    ("crop", "told"),
    [
        ("d4", "Blue has a Solid on d4. Orange has no tile there."),
        # The area's numbers are not in the corner.
        ("g7", " ".join([*NO_TILE, "1 area is shown: g7 for nobody."])),
        (
            "c4 d5",
            "1 area is shown: c4 for nobody. "
            "Blue and orange tiles bound the area: c4 with 3 and 3.",
        ),
    ],
)
def test_of_a_part_only_what_is_seen_is_told(crop, told):
    position = ABSTRAKTO.parse("d4,b2n,f3 e5ne,c6,d2e b 444/444")
    made = figure.of(position, show=["areas", "counts"], crop=crop)
    assert made.description.endswith(told)
