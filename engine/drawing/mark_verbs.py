"""What marks there are: the verbs of their language, what each may say, and its limits.

:mod:`engine.drawing.marks` reads and writes the language; this module only knows what is allowed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine import words
from engine.drawing.theme import ROLES, SLOTS
from engine.errors import NotationError
from engine.words import shortened

#: More places and longer texts are refused: no figure can show them.
MOST_PLACES = 2_000
LONGEST_TEXT = 24


class MarkOption(NamedTuple):
    """A number a mark may be given: its limits, its default, and what it does."""

    low: float
    high: float
    default: float
    help: str


_SIZE = MarkOption(0.2, 4.0, 1.0, "times the usual size or thickness")
_SHIFT = {
    "dx": MarkOption(-2.0, 2.0, 0.0, "shift to the right, in widths of a cell"),
    "dy": MarkOption(-2.0, 2.0, 0.0, "shift downwards, in widths of a cell"),
}
_SPOT = {"size": _SIZE, **_SHIFT}


class Verb(NamedTuple):
    """A kind of mark: its default colour, how many places it takes, and its options."""

    help: str
    colour: str
    options: dict[str, MarkOption]
    least: int = 1
    most: int = MOST_PLACES
    has_text: bool = False


VERBS: dict[str, Verb] = {
    "dot": Verb("a disc on each place", "mark", _SPOT),
    "ring": Verb("a circle round each place", "mark", _SPOT),
    "cross": Verb("a diagonal cross on each place", "bad", _SPOT),
    "label": Verb("a short text on a plate on each place", "white", _SPOT, has_text=True),
    "number": Verb(
        "1, 2, 3 and so on, on plates, in the order of the places",
        "white",
        {**_SPOT, "from": MarkOption(0, 999, 1, "the first number")},
    ),
    "arrow": Verb(
        "an arrow from one place to another, stopping short of pieces",
        "mark",
        {
            "size": _SIZE,
            "bend": MarkOption(
                -0.5, 0.5, 0.0, "how far it bends to its left, as a share of its length"
            ),
        },
        least=2,
        most=2,
    ),
    "line": Verb("a line through the places", "mark", {"size": _SIZE}, least=2),
    "outline": Verb("one border round all the places", "mark", {"size": _SIZE}),
    "fill": Verb(
        "the places painted over",
        "last",
        {"opacity": MarkOption(0.05, 1.0, 0.5, "from 0.05, hardly there, to 1, covering")},
    ),
    "fade": Verb(
        "the places paled",
        "paper",
        {"opacity": MarkOption(0.05, 1.0, 0.7, "from 0.05, hardly there, to 1, covering")},
    ),
}


# ---------------------------------------------------------------------------------- checking

_COLOUR = re.compile(r"#[0-9a-f]{6}")


def check_verb(verb: str) -> None:
    """See that there is such a mark; raise NotationError if not."""
    if verb not in VERBS:
        raise NotationError(f"no mark '{shortened(verb)}'", expected=f"one of {', '.join(VERBS)}")


def check_colour(colour: str) -> None:
    """See that a colour is "", a slot, a role or ``#rrggbb``; raise NotationError if not."""
    if colour and colour not in SLOTS and colour not in ROLES and not _COLOUR.fullmatch(colour):
        raise NotationError(
            f"no colour '{shortened(colour)}'",
            expected=f"one of {', '.join((*SLOTS, *ROLES))}, or #rrggbb",
        )


def check_text(verb: str, text: str) -> None:
    """See that a mark has the text it needs, and no other; raise NotationError if not."""
    if not VERBS[verb].has_text:
        if text:
            raise NotationError(f"{verb} cannot have a text", text=shortened(text))
    elif not text.strip() or not text.isprintable():
        raise NotationError(f"{verb} needs a text", expected="one that can be printed, like a")
    elif len(text) > LONGEST_TEXT:
        raise NotationError(
            f"a text of {len(text)} characters is too long for a mark",
            expected=f"at most {LONGEST_TEXT}",
        )


def check_count(verb: str, count: int) -> None:
    """See that a mark may name so many places; raise NotationError if not."""
    least, most = VERBS[verb].least, VERBS[verb].most
    if least <= count <= most:
        return
    if most == least:
        expected = f"{least} places"
    elif count < least:
        expected = "a place" if least == 1 else f"at least {least} places"
        if VERBS[verb].has_text:
            expected = f"a text and a place, like {verb} a d4"
    else:
        expected = f"at most {most} places"
    said = words.count(count, "place") if count else "no place"
    raise NotationError(f"{verb} names {said}", expected=expected)


def check_option(verb: str, name: str, value: float) -> None:
    """See that a mark may be given this number; raise NotationError if not."""
    known = VERBS[verb].options
    if name not in known:
        raise NotationError(
            f"{verb} has no option '{shortened(name)}'", expected=f"one of {', '.join(known)}"
        )
    low, high, default, _ = known[name]
    whole = isinstance(default, int)
    if not low <= value <= high or round(value, 0 if whole else 3) != value:
        kind = "a whole number" if whole else "a number of at most three decimals"
        raise NotationError(
            f"{name} cannot be {value!r}", expected=f"{kind} from {low:g} to {high:g}"
        )
