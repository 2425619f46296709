"""What sheets of ours say of themselves at their foot, or a file by its name: game, sheet, sides.

Words only; the printing room writes them.  Sheets of others say nothing, and are judged by what
is drawn alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

from generator.checking.pages import Page

_FOOT = re.compile(
    r"^(?P<game>[^·\r\n]+) · (?P<part>[^·\r\n]+)"
    r" · (?P<number>sheet \d+/\d+|page [A-Z]+\d+, \d+/\d+|print at 100 %)"
    r"(?: · (?P<side>front(?! and)|back))?",
    re.MULTILINE,
)
_TURN = re.compile(r"(?:flip on|turn over the) (long|short) edge")
#: How a kit names the file of a sheet that has two sides.
_NAME = re.compile(r"-\d+-(front|back)$")


class Footer(NamedTuple):
    """What a sheet says: each "" where it says nothing.

    ``side`` is ``front`` or ``back``, ``turned`` the edge (``long``, ``short``) to turn it over.
    """

    game: str = ""
    part: str = ""
    number: str = ""
    side: str = ""
    turned: str = ""

    @property
    def has_two_sides(self) -> bool:
        """Whether there is another side to it."""
        # A kit names files after a side alone where there are two.
        return bool(self.turned or self.side == "back" or (self.side and not self.game))

    @property
    def sheet(self) -> tuple[str, ...]:
        """Which sheet it is of all sheets of a kit, () where it does not say."""
        return self[:4] if self.game else ()


def of_page(page: Page) -> Footer:
    """Return what a page says of itself."""
    foot, turn = _FOOT.search(page.text), _TURN.search(page.text)
    turned = turn[1] if turn else ""
    if foot:
        return Footer(foot["game"], foot["part"], foot["number"], foot["side"] or "", turned)
    name = _NAME.search(PurePath(page.source).stem)
    return Footer(side=name[1], turned=turned) if name and not page.text else Footer(turned=turned)


def turned(pages: Iterable[Page]) -> str:
    """Return the edge over which most of the pages that say one are to be turned, else ""."""
    said = Counter(found for page in pages if (found := of_page(page).turned))
    return max(said, key=said.__getitem__, default="")


def of_others(pages: Sequence[Page], game: str, titles: Mapping[str, str]) -> dict[int, str]:
    """Return the pages that say they are another game's, and whose, by their indices.

    Of ``titles`` of games to their names.  Where no page says that it is the ``game``'s, others may
    be: games may share their pieces.
    """
    said = {k: titles.get(of_page(page).game, "") for k, page in enumerate(pages)}
    others = {k: name for k, name in said.items() if name not in ("", game)}
    return others if game in said.values() else {}
