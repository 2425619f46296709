"""Files read within limits, and excerpts and spots that know their place in a text."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import IO, NamedTuple, Self

from engine.errors import NotationError, OptionError
from engine.words import listed, meant, shortened, visible

#: Larger inputs are refused.
MOST_BYTES = 100_000_000


def bounded(file: Path | IO[bytes], name: str, most: int = MOST_BYTES) -> bytes:
    """Return the bytes of a file; raise OSError, and OptionError if it has more than ``most``."""
    if isinstance(file, Path):
        with file.open("rb") as opened:
            return bounded(opened, name, most)
    data = file.read(most + 1)
    if len(data) > most:
        raise OptionError(f"{name} is larger than {most // 10**6} MB, the most that is read")
    return data


#: The one written form of a whole number: no +, no leading zeros, no -0.
INTEGER = r"(?:0|-?[1-9][0-9]*)"


class Excerpt(NamedTuple):
    """A part of a text that is read: the part, the whole text, and the offset of the part."""

    text: str
    whole: str
    offset: int = 0

    @classmethod
    def of(cls, whole: str) -> Self:
        """Return a whole text as an excerpt of itself."""
        return cls(whole, whole)

    def cut(self, start: int, end: int | None = None) -> Excerpt:
        """Return the part from one character of the excerpt up to another, or to its end."""
        return Excerpt(self.text[start:end], self.whole, self.offset + start)

    def split(self, separator: str) -> list[Excerpt]:
        """Return the parts between separators, one more than there are of these."""
        parts, start = [], 0
        for text in self.text.split(separator):
            parts.append(Excerpt(text, self.whole, self.offset + start))
            start += len(text) + len(separator)
        return parts

    def error(self, what: str, expected: str = "", *, at: int = 0) -> NotationError:
        """Return the error ``what`` at a character of the excerpt."""
        return NotationError(what, text=self.whole, offset=self.offset + at, expected=expected)

    def one_of(self, choices: Collection[str], what: str) -> str:
        """Return the text; raise NotationError that names ``what`` it is, if it is none of the choices."""
        if self.text not in choices:
            raise self.cannot_be(what, listed(choices, "or"))
        return self.text

    def cannot_be(self, what: str, expected: str) -> NotationError:
        """Return the error that the excerpt is not ``what`` it should be."""
        return self.error(f"{what} cannot be '{shortened(self.text, 20)}'", expected)


def position_fields(text: str, game: str, names: str, example: str, most: int) -> list[Excerpt]:
    """Return the fields of a written position, as many as ``names``; raise NotationError."""
    fields = Excerpt.of(text).split(" ")
    number = len(names.split(" "))
    if len(text) <= most and len(fields) == number and all(field.text for field in fields):
        return fields
    expected = f"{('three', 'four', 'five')[number - 3]} fields, {names}, e.g. {example}"
    title = shortened(visible(text), 80)
    right = meant(title, ("start",)) or f"expected {expected}"
    error = NotationError(f"'{title}' is not a position of {game}: {right}")
    error.text, error.expected = text, expected
    raise error


class Spot(NamedTuple):
    """A place in a text, line and column from 1."""

    line: int = 1
    column: int = 1

    def after(self, text: str) -> Spot:
        """Return the place behind ``text``, which begins here."""
        breaks = text.count("\n")
        if not breaks:
            return Spot(self.line, self.column + len(text))
        return Spot(self.line + breaks, len(text) - text.rindex("\n"))
