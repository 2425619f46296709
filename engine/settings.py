"""Tables of settings in TOML read strictly: every value is checked, every unknown key is an error."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, TypeVar

from engine.errors import OptionError
from engine.words import meant, out_of_range, shortened

T = TypeVar("T")


def parse_toml(text: str, source: str) -> Settings:
    """Return the settings of a TOML text; raise OptionError naming ``source`` and the line."""
    text = text.removeprefix("\ufeff")
    try:
        table = tomllib.loads(text)
        if r"\x00" in repr(table):  # which raises ValueError for numbers of thousands of digits
            raise ValueError("a text cannot hold the character 0")
        return Settings(table, source)
    except (ValueError, RecursionError) as error:
        at = re.search(r"\(at line (\d+), column (\d+)\)$", str(error))
        line, column = map(int, at.groups()) if at else (text.rstrip().count("\n") + 1, 0)
        raise OptionError(f"{source}: {error}", line=line, column=column) from error


def _is_number(value: Any, low: float, high: float) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high


def _is_list(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(one, kind) for one in value)


@dataclass(frozen=True)
class Settings:
    """A table of settings; its getters raise OptionError for a value of another kind than theirs."""

    values: Mapping[str, Any]
    where: str
    #: Keys that it may have, and that are read elsewhere.
    elsewhere: tuple[str, ...] = ()

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def names(self) -> tuple[str, ...]:
        return tuple(self.values)

    def _get(self, key: str, default: Any, fits: Callable[[Any], bool], expected: str) -> Any:
        value = self.values.get(key)
        if value is None:
            return default
        if not fits(value):
            raise self._wrong(key, expected)
        return value

    def _wrong(self, key: str, expected: str) -> OptionError:
        value = shortened(repr(self.values.get(key)), 80)
        words = f"{self.where}: {key} = {value} is not right; expected {expected}"
        return OptionError(words, setting=key)

    def number(self, key: str, low: float, high: float, default: float = 0.0) -> float:
        expected = f"a number from {low:g} to {high:g}"
        return float(self._get(key, default, lambda v: _is_number(v, low, high), expected))

    def whole(self, key: str, low: int, high: int) -> int:
        def fits(value: Any) -> bool:
            return isinstance(value, int) and _is_number(value, low, high)

        return int(self._get(key, low, fits, f"a whole number from {low} to {high}"))

    def pair(self, key: str, low: float, high: float) -> tuple[float, float]:
        def fits(value: Any) -> bool:
            is_pair = isinstance(value, list) and len(value) == 2
            return is_pair and all(_is_number(one, low, high) for one in value)

        x, y = self._get(key, (0.0, 0.0), fits, f"2 numbers from {low:g} to {high:g}")
        return float(x), float(y)

    def flag(self, key: str, default: bool = False) -> bool:
        return bool(self._get(key, default, lambda v: isinstance(v, bool), "true or false"))

    def text(self, key: str, default: str = "") -> str:
        return str(self._get(key, default, lambda v: isinstance(v, str), "a text in quotes"))

    def choice(self, key: str, choices: Sequence[str]) -> str:
        value = self.text(key)
        if value not in choices:
            raise self._wrong(key, f"one of {', '.join(choices)}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(self._get(key, (), lambda v: _is_list(v, str), "a list of texts"))

    def one_or_more(self, key: str) -> tuple[str, ...]:
        """Return a list of texts; a single text is a list of one."""
        is_one = isinstance(self.values.get(key), str)
        return (self.text(key),) if is_one else self.texts(key)

    def text_of(self, key: str) -> str:
        """Return a text, number or truth value as the text it would be on the command line."""
        expected = "a text, a number, true or false"
        value = self._get(key, "", lambda v: isinstance(v, (str, bool, int, float)), expected)
        return str(value).lower() if isinstance(value, bool) else str(value)

    def flag_or_text(self, key: str) -> bool | str:
        expected = "true, false or a text in quotes"
        value: bool | str = self._get(key, False, lambda v: isinstance(v, (bool, str)), expected)
        return value

    def tables(self, key: str) -> tuple[Settings, ...]:
        expected = f"a list of tables, like {key} = [{{ … }}, {{ … }}]"
        tables = self._get(key, (), lambda v: _is_list(v, dict), expected)
        return tuple(Settings(one, f"{self.where} {key}[{k}]") for k, one in enumerate(tables, 1))

    def table(self, key: str) -> Settings:
        """Return a table within this one, empty without one."""
        value = self._get(key, {}, lambda v: isinstance(v, dict), f"a table, [{key}]")
        is_within = self.where.endswith("]")
        return Settings(
            value, f"{self.where[:-1]}.{key}]" if is_within else f"{self.where} [{key}]"
        )

    def see_names(self, names: Iterable[str]) -> None:
        """See that it has keys of these names only; raise OptionError for the first unknown one."""
        known = sorted({*names, *self.elsewhere})
        for key in self.values:
            if key not in known:
                right = meant(key, known) or f"known are {', '.join(known)}"
                raise OptionError(f"{self.where}: unknown setting '{key}'; {right}", setting=key)


# ------------------------------------------------------------------- tables declared as dataclasses


def setting(
    default: Any = MISSING,
    limits: tuple[float, float] | None = None,
    choices: tuple[str, ...] = (),
    words: str = "",
    *,
    colour: bool = False,
    key: str = "",
) -> Any:
    """Declare a setting; without a default it is required, and a choice is the first.

    A number with limits may be one of the words among its choices instead.  ``key`` is its name in
    files where that is not the field's; ``tiles.size`` is ``size`` in the table ``tiles``.
    """
    if choices and default is MISSING:
        default = choices[0]
    about = {"limits": limits, "choices": choices, "words": words, "colour": colour, "key": key}
    return field(default=default, metadata=about)


def checked(made: T) -> T:
    """Return a table of settings; raise OptionError for a value that is out of range or no choice."""
    for one in fields(made):  # type: ignore[arg-type]
        key, value = one.name.replace("_", "-"), getattr(made, one.name)
        limits, choices = one.metadata.get("limits"), one.metadata.get("choices", ())
        for part in value if isinstance(value, tuple) else (value,):
            if part is None or part == one.default:
                continue
            if limits and part not in choices and not limits[0] <= part <= limits[1]:
                raise OptionError(out_of_range(key, part, *limits))
            if choices and not limits and part not in choices:
                raise OptionError(f"no {key} '{part}'; it can be {', '.join(choices)}")
            if one.metadata.get("colour"):
                colour(part, key)
    return made


def colour(value: object, where: str) -> str:
    """Return a colour ``#rrggbb`` in lower case; raise OptionError, naming ``where``, for no colour."""
    if not isinstance(value, str) or not re.fullmatch(r"#[0-9A-Fa-f]{6}", value):
        raise OptionError(f"{where}: {value!r} is not a colour; expected #rrggbb")
    return value.lower()


def table_of(table: Settings, kind: type[T]) -> T:
    """Return a table as the dataclass that declares it; raise OptionError for what is wrong in it."""
    own = fields(kind)  # type: ignore[arg-type]
    needed = [one.name for one in own if one.default is MISSING and one.name not in table]
    if needed:
        raise OptionError(f"{table.where}: nothing said for {', '.join(needed)}")
    values = values_in(table, own)
    try:
        return checked(kind(**values))
    except OptionError as error:
        raise OptionError(f"{table.where}: {error}") from error


def values_in(table: Settings, own: Iterable[Field[Any]]) -> dict[str, Any]:
    """Return the values of a table by the names of fields; raise OptionError for unknown or wrong ones."""
    keys: dict[str, list[str]] = {}
    tables, values = {"": table}, {}
    for one in own:
        within, _, key = (one.metadata.get("key") or one.name.replace("_", "-")).rpartition(".")
        if within not in tables:
            tables[within] = table.table(within)
        keys.setdefault(within, []).append(key)
        if key in tables[within]:
            values[one.name] = _value(tables[within], key, one)
    for within in filter(None, tables):
        tables[within].see_names(keys[within])
    table.see_names([*keys.get("", ()), *filter(None, tables)])
    return values


def _value(table: Settings, key: str, one: Field[Any]) -> Any:
    low, high = one.metadata.get("limits") or (0, 0)
    if low != high and str(table.values[key]) in one.metadata.get("choices", ()):
        return table.text(key)
    match str(one.type).partition(" |")[0]:
        case "bool":
            return table.flag(key)
        case "int":
            return table.whole(key, low, high)
        case "str":
            return table.text(key)
        case "tuple[str, ...]":
            return table.texts(key)
        case "tuple[float, float]":
            return table.pair(key, low, high)
        case "tuple[int, int]":
            return tuple(map(round, table.pair(key, low, high)))
        case _:
            return table.number(key, low, high)
