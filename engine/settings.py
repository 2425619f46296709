"""Tables of settings read strictly: every value checked, every unknown key refused.

Templates, themes and figure files are TOML; this module turns a table of it into typed values
and says in one sentence, beginning with where the table stands, what is wrong.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import OptionError, placed
from engine.words import shortened

#: The most texts where one or more may be given, such as moves.
MOST_TEXTS = 5_000
#: The most characters of a TOML text; tomllib takes a second for as many.
MOST_CHARACTERS = 2**20

#: The most parts of a dotted key: tomllib's time and memory grow with their square.
MOST_PARTS = 32

#: The most tables of a TOML text: each takes a hundred times its bytes.
MOST_TABLES = 20_000

#: And the most commas: half a million values take two seconds and 330 MiB.
MOST_COMMAS = 150_000

#: More bits than any number of ours has, and too few for Python to refuse to write it.
_MOST_BITS = 8192

_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_MORE = rf"[ \t]*+\.[ \t]*+{_PART}"
#: A text up to its first key of too many parts, each letter looked at once: comments, texts of
#: several lines, keys or texts, texts that nobody closes, and signs between them.
_SHALLOW = re.compile(
    r"""(?:[^"'#\w-]++|#[^\n]*+"""
    r'|"""(?:[^"\\]|\\[\s\S]|""?(?!"))*+(?:"{3,5}+|\Z)'
    r"|'''(?:[^']|''?(?!'))*+(?:'{3,5}+|\Z)"
    rf"|{_PART}(?:{_MORE}){{0,{MOST_PARTS - 1}}}+(?!{_MORE})"
    r'|"(?:[^"\\\n]|\\.)*+(?!")|\'[^\'\n]*+(?!\'))*+'
)


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
    read = _SHALLOW.match(text)
    if read and read.end() < len(text):
        line = text.count("\n", 0, read.end()) + 1
        key = shortened(text[read.end() : read.end() + 200])
        words = f"a key has more than {MOST_PARTS} parts, {key}"
        raise placed(OptionError(f"{source}: line {line}: {words}"), line)
    if len(re.findall(r"^[ \t]*\[", text, re.MULTILINE)) > MOST_TABLES:
        raise OptionError(f"{source} has more than {MOST_TABLES:,} tables, the most that are read")
    if text.count(",") > MOST_COMMAS:
        raise OptionError(f"{source} has more than {MOST_COMMAS:,} commas, the most that are read")
    text = text.removeprefix("\ufeff")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError, or a number of 5,000 digits
        raise placed(OptionError(f"{source}: {error}"), *_spot(str(error), text)) from error
    _see_values(table, source)
    return table


def _see_values(table: dict[str, Any], source: str) -> None:
    """See that no value is one that Python reads but nothing else takes.

    Raises OptionError for a text with the sign NUL, or a number of thousands of digits.
    """
    waiting: list[Any] = [table]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str) and "\0" in value:
            raise OptionError(
                f"{source}: '{shortened(value)}' holds the sign NUL, which is refused"
            )
        elif isinstance(value, int) and value.bit_length() > _MOST_BITS:
            raise OptionError(f"{source}: a number of thousands of digits is refused")


def _spot(words: str, text: str) -> tuple[int, int]:
    """Return line and column that tomllib's words tell of a text, 0 and 0 where they tell none."""
    if found := re.search(r"\(at line (\d+), column (\d+)\)$", words):
        return int(found[1]), int(found[2])
    return (text.rstrip().count("\n") + 1, 0) if words.endswith("(at end of document)") else (0, 0)


class Settings:
    """A table of settings being read; :meth:`done` refuses what nobody asked for."""

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

    def _get(self, key: str) -> Any:
        self._asked.add(key)
        return self._table.get(key)

    def _wrong(self, key: str, expected: str) -> OptionError:
        try:
            shown = repr(self._table.get(key))
        except ValueError:  # Python does not write numbers of thousands of digits
            shown = "a number of thousands of digits"
        words = f"{self.where}: {key} = {shortened(shown, 80)} is not right; expected {expected}"
        return OptionError(words, setting=key)

    def number(self, key: str, default: float, low: float, high: float) -> float:
        """Return a number from ``low`` to ``high``.

        Raises OptionError for anything else.
        """
        value = self._get(key)
        if value is None:
            return default
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, float))
            or not low <= value <= high
        ):
            raise self._wrong(key, f"a number from {low:g} to {high:g}")
        return float(value)

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``.

        Raises OptionError for anything else.
        """
        value = self._get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._wrong(key, f"a whole number from {low} to {high}")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false.

        Raises OptionError for anything else.
        """
        value = self._get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false")
        return value

    def text(self, key: str, default: str = "") -> str:
        """Return a text.

        Raises OptionError for anything else.
        """
        value = self._get(key)
        if value is None:
            return default
        if not isinstance(value, str):
            raise self._wrong(key, "a text in quotes")
        return value

    def choice(self, key: str, default: str, choices: Sequence[str]) -> str:
        """Return one of ``choices``.

        Raises OptionError for anything else.
        """
        value = self.text(key, default)
        if value not in choices:
            raise self._wrong(key, f"one of {', '.join(choices)}")
        return value

    def numbers(
        self, key: str, default: tuple[float, ...], low: float, high: float
    ) -> tuple[float, ...]:
        """Return as many numbers as ``default`` has, each from ``low`` to ``high``.

        Raises OptionError for anything else.
        """
        value = self._get(key)
        if value is None:
            return default
        right = isinstance(value, list) and len(value) == len(default)
        if not right or not all(
            isinstance(v, (int, float)) and not isinstance(v, bool) and low <= v <= high
            for v in value
        ):
            raise self._wrong(key, f"{len(default)} numbers from {low:g} to {high:g}")
        return tuple(float(v) for v in value)

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return a list of texts.

        Raises OptionError for anything else.
        """
        value = self._get(key)
        if value is None:
            return default
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise self._wrong(key, "a list of texts")
        return tuple(value)

    def one_or_more(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, where a single text stands for a list of one; () without it.

        Raises OptionError for anything else.
        """
        value = self._get(key)
        if value is None or isinstance(value, list):
            if value is not None and len(value) > MOST_TEXTS:
                raise self._wrong(key, f"at most {MOST_TEXTS:,} texts")
            return self.texts(key)
        if not isinstance(value, str):
            raise self._wrong(key, "a text or a list of texts")
        return (value,)

    def text_of(self, key: str) -> str:
        """Return a text, number or truth value as the text it would be on the command line.

        Raises OptionError for anything else.
        """
        value = self._get(key)
        if isinstance(value, bool):
            return str(value).lower()
        if not isinstance(value, (str, int, float)) or (
            isinstance(value, int) and abs(value) > 10**15
        ):
            raise self._wrong(key, "a text, a number, true or false")
        return str(value)

    def flag_or_text(self, key: str) -> bool | str:
        """Return true, false or a text; false without it.

        Raises OptionError for anything else.
        """
        value = self._get(key)
        if value is None:
            return False
        if not isinstance(value, (bool, str)):
            raise self._wrong(key, "true, false or a text in quotes")
        return value

    def tables(self, key: str) -> tuple[Settings, ...]:
        """Return a list of tables, empty where there is none.

        Raises OptionError where the key holds something else.
        """
        value = self._get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            raise self._wrong(key, f"a list of tables, like {key} = [{{ … }}, {{ … }}]")
        return tuple(Settings(v, f"{self.where} {key}[{k}]") for k, v in enumerate(value, 1))

    def table(self, key: str) -> Settings:
        """Return a table within this one, empty where there is none.

        Raises OptionError where the key holds something else.
        """
        value = self._get(key)
        if value is not None and not isinstance(value, dict):
            raise self._wrong(key, f"a table, [{key}]")
        inside = (
            f"{self.where[:-1]}.{key}]" if self.where.endswith("]") else f"{self.where} [{key}]"
        )
        return Settings(value or {}, inside)

    def names(self) -> tuple[str, ...]:
        """Return the keys that are there."""
        return tuple(self._table)

    def expect(self, *keys: str) -> None:
        """Let keys be there that are read elsewhere or only in some cases."""
        self._asked.update(keys)

    def done(self) -> None:
        """See that every key was asked for.

        Raises OptionError naming the first that was not, and those that would be right.
        """
        for key in self._table:
            if key not in self._asked:
                known = ", ".join(sorted(self._asked))
                words = f"{self.where}: unknown setting '{key}'; known are {known}"
                raise OptionError(words, setting=key)
