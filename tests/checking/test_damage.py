"""What is damaged at random is found as planted, and no more; what is not damaged is in order."""

import os

import pytest

import engine
from tests.checking.damage import IMPOSSIBLE, KINDS, Case, cases, run_case

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"

ALL = engine.names()

#: Kind of damage -> the games whose kits it is found in as planted, whatever the kit's options.
FOUND = {
    "removed": ALL,
    "front_removed": ALL,
    "back_removed": ALL,
    "gone_off_the_page": ALL,
    "exchanged": ALL,
    "copied": ALL,
    "pasted_in_place": ("abstrakto", "astralis", "atreya"),
    "page_missing": ALL,
    "small_print": ALL,
    "small_print_in_a_corner": ALL,
    "sheets_shuffled": ALL,
    "backs_exchanged": ("atreya",),
    "sheet_twice": ALL,
    "half_covered": ("aathenuo", "abstrakto"),
    "pasted": ("abstrakto", "atreya"),
    "backs_last": ALL,
    "backs_first": ALL,
    "turned": ("abstrakto", "atreya"),
    "unharmed": ALL,
}

#: One game for each kind in turn, those first that are read soon; all games and a dozen seeds with
#: TILEWRIGHT_DEEP=1.
SOONEST = ("abstrakto", "aathenuo", "astralis", "atreya")
CASES = [
    Case(game, kind, seed)
    for k, (kind, games) in enumerate(FOUND.items())
    for possible in ([g for g in SOONEST if g in games and (g, kind) not in IMPOSSIBLE],)
    for game in (possible if DEEP else [possible[:3][k % len(possible[:3])]])
    for seed in range(12 if DEEP else 1)
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game} {case.kind} {case.seed}")
def test_damage_is_found_as_planted(tmp_path, case):
    judged, said, options, expected = run_case(case, tmp_path)
    assert judged == "as planted", (str(said), options, expected)


def test_every_kind_is_tried_in_every_game():
    tried = {(case.game, case.kind) for case in cases(2)}
    assert tried == {(game, kind) for game in ALL for kind in KINDS} - IMPOSSIBLE
    assert set(FOUND) <= set(KINDS)
