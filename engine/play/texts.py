"""Where a game's texts are: its kit's template, its notation for people, its examples.

They lie beside the game's class, so that a package of its own brings them; the toolkit's own
templates and examples lie together.  What they say is not known here.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import ClassVar, NamedTuple

from engine.resources import templates


class Lesson(NamedTuple):
    """A step of how a game is played: a sentence, and the position or example that shows it.

    The others are as in :func:`engine.figure.of`.
    """

    caption: str
    position: str = ""
    example: str = ""
    show: list[str] = []  # noqa: RUF012 - it is only read
    marks: str = ""
    crop: str = ""


class About(NamedTuple):
    """Who designed a game, where its rules are from, on what terms, and how it is played."""

    designer: str
    source: str = ""
    terms: str = ""
    lessons: tuple[Lesson, ...] = ()


class GameTexts:
    """The texts of the game called ``name``.

    >>> game.template.name == f"{game.name}.toml"
    True
    """

    name: ClassVar[str]
    credit: ClassVar[str]

    @property
    def folder(self) -> Path:
        """Where the texts are: ``NAME.toml``, ``notation.md``, ``examples/``; beside the game's class.

        A game whose texts are elsewhere has a property of its own.
        """
        return Path(str(sys.modules[type(self).__module__].__file__)).parent

    @property
    def template(self) -> Path:
        """The file of the kit's settings: in the :attr:`folder`, or with those of the toolkit."""
        own = self.folder / f"{self.name}.toml"
        return own if own.is_file() else templates() / own.name

    @property
    def examples(self) -> tuple[Path, ...]:
        """Figures and records of its own to begin with: ``examples/NAME*.toml`` and ``….txt``."""
        own = sorted((self.folder / "examples").glob(f"{self.name}*"))
        return tuple(path for path in own if path.suffix in (".toml", ".txt"))

    @property
    def notation(self) -> str:
        """How tiles, moves and positions are written, for people; "" where the game has no page of it."""
        page = self.folder / "notation.md"
        return page.read_text("utf-8") if page.is_file() else ""

    @property
    def about(self) -> About:
        """Whose the game is and how it is played: ``about.toml`` of the :attr:`folder`, else its credit."""
        page = self.folder / "about.toml"
        if not page.is_file():
            return About(self.credit)
        import tomllib

        table = tomllib.loads(page.read_text("utf-8"))
        lessons = tuple(Lesson(**lesson) for lesson in table.pop("lessons", []))
        return About(**table, lessons=lessons)
