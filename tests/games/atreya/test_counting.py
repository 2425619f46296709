"""Why Atreya's set is complete, told and checked; each statement fails of a list that breaks it."""

from engine.games.atreya import tiles

#: Rules 1.2 and 1.3: 3 × 56 = 168 tiles, 273 if reflections were told apart, 63 their own mirror
#: image, 105 in mirror pairs.
SENTENCES = [
    "every tile shows all three colours among its six half-pieces (rule 1.2)",
    "every tile is written as its identity: the smallest of its 12 images (rule 2.3)",
    "no two tiles are the same",
    "the tiles are numbered in the order of ring and centre (rule 2.3)",
    "168 tiles are listed; Burnside's lemma over the 6 turns and 6 reflections of the ring gives "
    "56 rings, with any of 3 centres 168",
    "273 tiles if reflections were told apart; Burnside's lemma over the 6 turns alone gives "
    "3 × 91 = 273",
    "63 tiles are their own mirror image; 2 × 168 - 273 = 63",
    "105 tiles come in mirror pairs; 273 - 168 = 105",
]


def test_every_statement_holds():
    assert [check.sentence for check in tiles.checks()] == SENTENCES
    assert all(check.holds for check in tiles.checks())
