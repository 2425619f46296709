"""Components of kits, each damaged in several places at once: all that is found of it, and nothing else."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from engine.drawing import scene
from engine.geometry.plane import Box, Transform
from tests.checking.damage import (
    FOREIGN,
    Print,
    Spot,
    copied,
    exchanged,
    half_covered,
    kit_of,
    removed,
)
from tests.checking.verifying import verify


def dotted(work: Print, spot: Spot) -> None:
    """Put a dot of a foreign colour on a front, right of its middle."""
    box = work.box(spot.front)
    width = min(box.width, box.height)
    dot = scene.Circle(box.centre.x + 0.1 * width, box.centre.y, 0.2 * width, FOREIGN)
    work[spot.front] = (*work[spot.front], dot)


def aside(work: Print, spot: Spot) -> None:
    """Move a front by half a millimetre to the right."""
    work.move(spot.front, Transform.translation(0.5, 0.0))


def behind(work: Print, spot: Spot) -> None:
    """Move a back by half a millimetre down."""
    assert spot.back is not None
    work.move(spot.back, Transform.translation(0.0, 0.5))


def larger(work: Print, spot: Spot) -> None:
    """Draw a front three per cent larger."""
    work.change_about(spot.front, Transform.scaling(1.03))


def askew(work: Print, spot: Spot) -> None:
    """Turn a front by seven degrees."""
    work.change_about(spot.front, Transform.rotation(7.0))


def without_back(work: Print, spot: Spot) -> None:
    """Cut a back out."""
    assert spot.back is not None
    work[spot.back] = ()


def covered(work: Print) -> None:
    """Cover a part of the board, about the middle of its first page."""
    number = [c.name for c in work.kit.components].index("board")
    paper = work.kit.components[number].sheets[0].paper
    box = Box(0.45 * paper.width, 0.45 * paper.height, 0.55 * paper.width, 0.55 * paper.height)
    work.slots[number][0].append((scene.Path(scene.rectangle(box), "#ffffff"),))


def without_second_page(work: Print) -> None:
    """Leave out the second sheet of the board."""
    number = [c.name for c in work.kit.components].index("board")
    del work.order[number][1]


class Damage(NamedTuple):
    """A component of a game's kit, the kit's options, and what is done to which of its pieces."""

    game: str
    component: str
    options: dict[str, object]
    changes: tuple[tuple[Callable[..., object], *tuple[int, ...]], ...] = ()

    def found(self, tmp_path) -> list[tuple[str, str]]:
        """Return the faults that are found, their places by file name."""
        work = Print.of(kit_of(self.game, tuple(self.options.items())), random.Random(1))
        number = [c.name for c in work.kit.components].index(self.component)
        spots = [spot for spot in work.spots if spot.front.component == number]
        for change, *which in self.changes:
            change(work, *(spots[k] for k in which))
        files = [path for path in work.files(tmp_path) if self.component in path.name]
        said = verify(self.game, *files, "--only", self.component)
        place = re.compile(re.escape(f"{tmp_path}/{self.game}-{self.component}.pdf "))
        return [(fault["kind"], place.sub("", fault["message"])) for fault in said.faults]


#: Damage -> what is found, with the page and where on it.
CASES: tuple[tuple[Damage, list[tuple[str, str]]], ...] = (
    (
        Damage(
            "atreya",
            "tiles",
            {},
            (
                (dotted, 3),
                (aside, 20),
                (larger, 50),
                (askew, 60),
                (exchanged, 70, 90),
                (without_back, 100),
                (half_covered, 120),
            ),
        ),
        [
            (
                "foreign",
                "tile 4 b:bbbgbr is not as it should be: the centre is of more than one colour; #ff66cc shows on it as on hardly another tile (page 1 at 120.8, 45.4 mm)",
            ),
            (
                "foreign",
                "tile 121 b:bgrbrg is not as it should be: the areas NE and SE are #ffffff, which is neither red, green nor blue; the areas N and S and the centre are of more than one colour (page 5 at 26.2, 245.6 mm)",
            ),
            ("size", "tile 51 r:bbgrrg measures 37.49 mm, not 36.4 mm (page 3 at 89.2, 63.6 mm)"),
            ("no-back", "tile 101 g:bgggrr has no back (page 5 at 152.3, 100.0 mm)"),
            (
                "back",
                "the back of tile 21 r:bbgbbr lies off its front by 0.50 mm right (page 2 at 120.8, 136.4 mm)",
            ),
            (
                "mirror",
                "the back of tile 61 b:bbrgrr is turned or deformed by 2.57 mm at its corners (page 4 at 183.8, 136.4 mm)",
            ),
            (
                "mirror",
                "the back of tile 91 b:bgggbr does not show its mirror image but tile 71 g:bgbgrg: it differs in the areas N, SE, S, centre (page 4 at 57.7, 172.8 mm)",
            ),
            (
                "mirror",
                "the back of tile 71 g:bgbgrg does not show its mirror image but tile 91 b:bgggbr: it differs in the areas N, SE, S, centre (page 6 at 183.8, 63.6 mm)",
            ),
        ],
    ),
    (
        Damage(
            "atreya",
            "tiles",
            {"theme": "mono"},
            ((removed, 3), (behind, 20), (larger, 50), (copied, 60, 61)),
        ),
        [
            ("missing", "tile 4 b:bbbgbr is missing"),
            ("missing", "tile 61 b:bbrgrr is missing"),
            (
                "duplicated",
                "tile 62 g:bbrgrr is there once too often: page 3 at 26.2, 136.4 mm and page 3 at 57.7, 154.6 mm",
            ),
            ("size", "tile 51 r:bbgrrg measures 37.49 mm, not 36.4 mm (page 3 at 89.2, 63.6 mm)"),
            (
                "back",
                "the back of tile 21 r:bbgbbr lies off its front by 0.50 mm down (page 2 at 120.8, 136.9 mm)",
            ),
        ],
    ),
    (
        Damage(
            "abstrakto",
            "tiles",
            {},
            (
                (removed, 3),
                (aside, 8),
                (larger, 12),
                (askew, 15),
                (exchanged, 20, 21),
                (half_covered, 25),
            ),
        ),
        [
            ("missing", "blue Solid: 5 of 6, 1 missing"),
            (
                "foreign",
                "an orange Line is not as it should be: it shows #ffffff instead of #f28c3c on the right (page 1 at 45.0, 97.5 mm)",
            ),
            ("size", "a blue Cross measures 24.72 mm, not 24 mm (page 1 at 117.0, 49.5 mm)"),
            (
                "overlap",
                "a blue Cross overlaps 3 others, by up to 1.37 mm (page 1 at 189.0, 49.5 mm)",
            ),
            (
                "slip",
                "the art of a blue Line lies off its outline by 0.50 mm right (page 1 at 21.5, 49.5 mm)",
            ),
        ],
    ),
    (
        Damage(
            "abstrakto",
            "tiles",
            {
                "theme": "ink-saver",
                "bleed": 2.0,
                "packing": "separate",
                "gap": 4.0,
                "marks": "crop",
            },
            ((aside, 8), (dotted, 12), (copied, 20, 24), (larger, 30)),
        ),
        [
            ("missing", "orange Solid: 5 of 6, 1 missing"),
            (
                "duplicated",
                "orange Line: 7 of 6, 1 too many; the last lies here (page 1 at 171.6, 134.5 mm)",
            ),
            (
                "foreign",
                "a blue Cross is not as it should be: it shows #ff66cc instead of #d0e1f7 in the middle (page 1 at 31.6, 78.5 mm)",
            ),
            ("size", "an orange Cross measures 24.84 mm, not 24 mm (page 1 at 31.6, 162.5 mm)"),
        ],
    ),
    (
        Damage("abstrakto", "board", {}, ((covered,),)),
        [
            (
                "missing",
                "2 of the board's 49 cells are covered, or lack lines: column 4 and rows 4 to 5 from the top left (page 1)",
            )
        ],
    ),
    (
        Damage(
            "abstrakto", "board", {"tile_size": 40.0, "theme": "dark"}, ((without_second_page,),)
        ),
        [("missing", "the board is not whole: 22% of it is on no page (page 1)")],
    ),
    (
        Damage(
            "abstrakto",
            "markers",
            {"bleed": 1.0},
            ((removed, 3), (aside, 8), (larger, 12), (dotted, 15)),
        ),
        [
            ("missing", "blue marker: 9 of 10, 1 missing"),
            (
                "foreign",
                "an orange marker is not as it should be: it shows #ff66cc instead of #f28c3c in the middle (page 1 at 18.6, 23.6 mm)",
            ),
            (
                "size",
                "an orange marker measures 10.8 to 11.18 mm, not 10.8 mm (page 1 at 165.8, 12.5 mm)",
            ),
            (
                "slip",
                "the art of a blue marker lies off its outline by 0.50 mm right (page 1 at 114.6, 12.5 mm)",
            ),
        ],
    ),
    (Damage("aathenuo", "racks", {"bleed": 3.0}), []),
    (
        Damage(
            "aathenuo",
            "tiles",
            {"paper": "a3"},
            (
                (removed, 3),
                (aside, 8),
                (larger, 12),
                (exchanged, 20, 60),
                (half_covered, 30),
                (dotted, 70),
            ),
        ),
        [
            ("missing", "tile r1 is missing"),
            (
                "foreign",
                "tile y1 is not as it should be: it shows #ffffff instead of #8b732a in the middle (page 1 at 104.5, 64.0 mm)",
            ),
            (
                "foreign",
                "tile g6 is not as it should be: it shows #ff66cc instead of #fafbfa in the middle (page 1 at 126.5, 130.0 mm)",
            ),
            ("size", "tile r4 measures 22.66 mm, not 22 mm (page 1 at 280.5, 20.0 mm)"),
            (
                "back",
                "the back of tile r3 lies off its front by 0.50 mm right (page 2 at 104.5, 20.0 mm)",
            ),
            (
                "colour",
                "the back of tile g3 shows red, its front is green (page 2 at 126.5, 42.0 mm)",
            ),
            (
                "colour",
                "the back of tile r7 shows green, its front is red (page 2 at 104.5, 108.0 mm)",
            ),
        ],
    ),
    (
        Damage("astralis", "board", {}, ((covered,),)),
        [
            (
                "missing",
                "6 of the board's 169 cells are covered, or lack lines: g3, g4, h4, h5, i4, i5 (page 1)",
            )
        ],
    ),
    (
        Damage("astralis", "board", {"theme": "mono"}, ((without_second_page,),)),
        [
            (
                "missing",
                "73 of the board's 169 cells are missing: a6, a7, a8, b6, b7, b8, b9, c7, c8, c9, c10, d7 and 61 more (page 1)",
            ),
            (
                "missing",
                "15 of the board's 169 cells are not whole on any page: a5, b5, c6, d6, e7, f7, g8, h8, i9, j9, k10, l10 and 3 more (page 1)",
            ),
        ],
    ),
    (
        Damage("astralis", "planets", {}, ((removed, 1), (aside, 2), (dotted, 3))),
        [
            ("missing", "yellow planet: 29 of 30, 1 missing"),
            (
                "foreign",
                "a yellow planet is not as it should be: it shows #ff66cc instead of #fdd14c in the middle (page 1 at 57.3, 13.0 mm)",
            ),
            (
                "slip",
                "the art of a yellow planet lies off its outline by 0.50 mm right (page 1 at 42.9, 13.0 mm)",
            ),
        ],
    ),
    (
        Damage(
            "astralis",
            "contested",
            {"theme": "ink-saver", "bleed": 2.0},
            ((removed, 1), (aside, 2), (larger, 4)),
        ),
        [
            ("size", "a contested tile measures 17.82 mm, not 17.3 mm (page 1 at 87.7, 18.2 mm)"),
            (
                "slip",
                "the art of a contested tile lies off its outline by 0.50 mm right (page 1 at 53.6, 18.2 mm)",
            ),
        ],
    ),
)


@pytest.mark.parametrize(
    ("damage", "found"),
    CASES,
    ids=lambda case: f"{case.game} {case.component}" if isinstance(case, Damage) else "",
)
def test_all_that_is_wrong_and_nothing_else(tmp_path, damage, found):
    assert damage.found(tmp_path) == found
