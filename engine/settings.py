"""Tables of settings read strictly: every value checked, every unknown key refused.

Templates, themes and figure files are TOML; this module turns a table of it into typed values
and says in one sentence, beginning with where the table stands, what is wrong.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.errors import OptionError, placed
from engine.words import meant, shortened

#: The most texts where one or more may be given, such as moves.
MOST_TEXTS = 5_000
#: The most characters of a TOML text; tomllib takes a second for as many.
MOST_CHARACTERS = 2**20

#: A dotted key of very many parts, for which tomllib takes a minute.
_DEEP = re.compile(r"(?<![\w\"'-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){64}")


def parse_toml(text: str, source: str) -> Settings:
    """Return the settings of a TOML text.

    Raises OptionError as :func:`toml_table`.
    """
    return Settings(toml_table(text, source), source)


def toml_table(text: str, source: str) -> dict[str, Any]:
    """Return what a TOML text says.

    Raises OptionError naming ``source``; also for a text that would take long to read.
    """
    if len(text) > MOST_CHARACTERS:
        raise OptionError(f"{source} is too long; at most {MOST_CHARACTERS:,} characters are read")
    if deep := _DEEP.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        words = f"{source}: line {line}: a key has too many parts, {shortened(deep[0])}"
        raise placed(OptionError(words), line)
    text = text.removeprefix("\ufeff")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError, or a number of 5,000 digits
        raise placed(OptionError(f"{source}: {error}"), *_spot(str(error), text)) from error


def _spot(words: str, text: str) -> tuple[int, int]:
    """Return line and column that tomllib's words tell of a text, 0 and 0 where they tell none."""
    if found := re.search(r"\(at line (\d+), column (\d+)\)$", words):
        return int(found[1]), int(found[2])
    return (text.rstrip().count("\n") + 1, 0) if words.endswith("(at end of document)") else (0, 0)


def _is_number(value: object, low: float, high: float) -> bool:
    is_one = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_one and low <= value <= high  # type: ignore[operator]


class Settings:
    """A table of settings being read; :meth:`done` refuses what nobody asked for.

    Every getter raises OptionError for a value of another kind, saying which is expected.
    """

    def __init__(self, table: Mapping[str, Any], where: str) -> None:
        self.where = where
        self._table = table
        self._asked: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def written(self, key: str) -> str:
        """Return a value as it would be written on a command line."""
        return str(self._table[key])

    def over(self, values: Mapping[str, Any]) -> Settings:
        """Return the table, to be read afresh, with these values in place of its own."""
        fresh = Settings({**self._table, **values}, self.where)
        fresh._asked |= self._asked
        return fresh

    def _read(self, key: str, default: Any, fits: Callable[[Any], bool], expected: str) -> Any:
        """Return a value that fits, or the default where there is none."""
        self._asked.add(key)
        value = self._table.get(key)
        if value is not None and not fits(value):
            raise self._wrong(key, expected)
        return default if value is None else value

    def _wrong(self, key: str, expected: str) -> OptionError:
        try:
            value = repr(self._table.get(key))
        except ValueError:  # Python does not write numbers of thousands of digits
            value = "a number of thousands of digits"
        words = f"{self.where}: {key} = {shortened(value, 80)} is not right; expected {expected}"
        return OptionError(words, setting=key)

    def number(self, key: str, default: float, low: float, high: float) -> float:
        """Return a number from ``low`` to ``high``."""
        expected = f"a number from {low:g} to {high:g}"
        value = self._read(key, None, lambda v: _is_number(v, low, high), expected)
        return default if value is None else float(value)

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``."""

        def fits(value: Any) -> bool:
            return isinstance(value, int) and _is_number(value, low, high)

        return int(self._read(key, default, fits, f"a whole number from {low} to {high}"))

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        return bool(self._read(key, default, lambda v: isinstance(v, bool), "true or false"))

    def text(self, key: str, default: str = "") -> str:
        """Return a text."""
        return str(self._read(key, default, lambda v: isinstance(v, str), "a text in quotes"))

    def choice(self, key: str, default: str, choices: Sequence[str]) -> str:
        """Return one of ``choices``."""
        value = self.text(key, default)
        if value not in choices:
            raise self._wrong(key, f"one of {', '.join(choices)}")
        return value

    def numbers(
        self, key: str, default: tuple[float, ...], low: float, high: float
    ) -> tuple[float, ...]:
        """Return as many numbers as ``default`` has, each from ``low`` to ``high``."""

        def fits(value: Any) -> bool:
            is_list = isinstance(value, list) and len(value) == len(default)
            return is_list and all(_is_number(one, low, high) for one in value)

        expected = f"{len(default)} numbers from {low:g} to {high:g}"
        return tuple(map(float, self._read(key, default, fits, expected)))

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return a list of texts."""

        def fits(value: Any) -> bool:
            return isinstance(value, list) and all(isinstance(one, str) for one in value)

        return tuple(self._read(key, default, fits, "a list of texts"))

    def one_or_more(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, where a single text stands for a list of one; () without it."""
        value = self._table.get(key)
        if isinstance(value, list) and len(value) > MOST_TEXTS:
            raise self._wrong(key, f"at most {MOST_TEXTS:,} texts")
        if value is None or isinstance(value, list):
            return self.texts(key)
        expected = "a text or a list of texts"
        return (str(self._read(key, "", lambda v: isinstance(v, str), expected)),)

    def text_of(self, key: str) -> str:
        """Return a text, number or truth value as the text it would be on the command line."""

        def fits(value: Any) -> bool:
            return isinstance(value, (str, bool)) or _is_number(value, -(10**15), 10**15)

        value = self._read(key, None, fits, "a text, a number, true or false")
        if value is None:
            raise self._wrong(key, "a text, a number, true or false")
        return str(value).lower() if isinstance(value, bool) else str(value)

    def flag_or_text(self, key: str) -> bool | str:
        """Return true, false or a text; false without it."""
        expected = "true, false or a text in quotes"
        value: bool | str = self._read(key, False, lambda v: isinstance(v, (bool, str)), expected)
        return value

    def tables(self, key: str) -> tuple[Settings, ...]:
        """Return a list of tables, empty where there is none."""

        def fits(value: Any) -> bool:
            return isinstance(value, list) and all(isinstance(one, dict) for one in value)

        tables = self._read(key, (), fits, f"a list of tables, like {key} = [{{ … }}, {{ … }}]")
        return tuple(Settings(one, f"{self.where} {key}[{k}]") for k, one in enumerate(tables, 1))

    def table(self, key: str) -> Settings:
        """Return a table within this one, empty where there is none."""
        value = self._read(key, {}, lambda v: isinstance(v, dict), f"a table, [{key}]")
        is_within = self.where.endswith("]")
        inside = f"{self.where[:-1]}.{key}]" if is_within else f"{self.where} [{key}]"
        return Settings(value, inside)

    def names(self) -> tuple[str, ...]:
        """Return the keys that are there."""
        return tuple(self._table)

    def expect(self, *keys: str) -> None:
        """Let keys be there that are read elsewhere or only in some cases."""
        self._asked.update(keys)

    def done(self) -> None:
        """See that every key was asked for.

        Raises OptionError as :meth:`see_names`.
        """
        self.see_names(self._asked)

    def see_names(self, known: Iterable[str]) -> None:
        """See that every key is known.

        Raises OptionError naming the first that is not, and what would be right.
        """
        known = sorted(known)
        for key in self._table:
            if key not in known:
                right = meant(key, known) or f"known are {', '.join(known)}"
                raise OptionError(f"{self.where}: unknown setting '{key}'; {right}", setting=key)
