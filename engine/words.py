"""Counts, lists and plurals in English, and texts made short and safe to print."""

from __future__ import annotations

import re
from collections.abc import Iterable

#: The most characters of a message.
MOST_CHARACTERS = 480


def plural(number: float, noun: str, many: str = "") -> str:
    """Return the noun that fits a number: ``many``, or the noun with an s, unless it is one."""
    return noun if number == 1 else many or f"{noun}s"


def count(number: int, noun: str, many: str = "") -> str:
    """Return a number of things: ``1 tile``, ``2 tiles``, ``3 hexes``."""
    return f"{number} {plural(number, noun, many)}"


def out_of_range(what: str, value: float, low: float, high: float) -> str:
    """Return the sentence for a value that is not from ``low`` to ``high``."""
    return f"{what} {value:g} is out of range; it can be {low:g} to {high:g}"


def with_minus(text: str) -> str:
    """Return a text with the minus sign before its negative numbers; hyphens in words stay."""
    return _NEGATIVE.sub("\N{MINUS SIGN}", text)


_NEGATIVE = re.compile(r"(?<![\w)\]}.-])-(?=[0-9])")


def with_article(words: str) -> str:
    """Return words after their article: ``a tile``, ``an orange Line``."""
    return f"{'an' if words[:1].lower() in tuple('aeiou') else 'a'} {words}"


def times(number: int) -> str:
    """Return how often something happens: ``once``, ``twice``, ``3 times``."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def listed(words: Iterable[str], joiner: str = "and") -> str:
    """Return words as in speech: ``a``, ``a and b``, ``a, b and c``; nothing for none."""
    *first, last = [*words] or [""]
    return f"{', '.join(first)} {joiner} {last}" if first else last


def meant(word: str, known: Iterable[str]) -> str:
    """Return the question whether the known word nearest to another was meant, "" if none is near."""
    from difflib import get_close_matches

    near = get_close_matches(word, known, n=1)
    return f"did you mean '{near[0]}'?" if near else ""


def first_upper(words: str) -> str:
    """Return words with a capital letter first, all else as it was."""
    return words[:1].upper() + words[1:]


def shortened(text: str, most: int = 40) -> str:
    """Return a text, or the beginning of one of more than ``most`` characters, with dots."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def visible(text: str) -> str:
    """Return a text without characters that act on a terminal: ``\\x1b`` for an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def one_line(text: str) -> str:
    """Return a message as one printable line of under 500 characters."""
    line = visible(" ".join(text.split()))
    kept = MOST_CHARACTERS * 3 // 4
    if len(line) <= MOST_CHARACTERS:
        return line
    return f"{line[: kept - 5]} ... {line[kept - MOST_CHARACTERS :]}"
