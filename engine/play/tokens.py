"""The words, comments and tag pairs of a record's text, each with where it stands.

This module knows the marks of the form and nothing of games, moves or their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.errors import RecordError
from engine.reading import Spot


def error_at(reason: str, spot: Spot) -> RecordError:
    """Return the error that something at ``spot`` is wrong."""
    return RecordError(reason, line=spot.line, column=spot.column)


class Token(NamedTuple):
    """A word, a comment or a tag pair; ``gap`` tells of a blank line (or nothing) before it."""

    kind: str
    text: str
    spot: Spot
    gap: bool
    value: str = ""


TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

_TOKEN = re.compile(r"(?P<space>\s+)|(?P<tag>\[)|(?P<comment>\{[^}]*\}?|;[^\n]*)|(?P<word>[^\s{]+)")
_TAG = re.compile(r'\[\s*([^\s"\]]+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]')


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text.

    Raises RecordError at a tag pair or comment that is not well formed.
    """
    at, spot, gap = 0, Spot(), True
    while at < len(text):
        found = _TOKEN.match(text, at)
        assert found is not None, "every character begins a token"
        end = found.end()
        kind = found.lastgroup
        if kind == "space":
            gap = gap or found[0].count("\n") > 1
        elif kind == "tag":
            tag = _TAG.match(text, at)
            if tag is None or not TAG_NAME.fullmatch(tag[1]):
                raise error_at('not a tag pair; expected [Name "value"]', spot)
            end = tag.end()
            yield Token("tag", tag[1], spot, gap, _unescaped(tag[2], spot))
        elif kind == "comment":
            yield Token("comment", _comment_text(found[0], spot), spot, gap)
        else:
            yield Token("word", found[0], spot, gap)
        if kind in ("tag", "word"):  # a comment may stand between the blank line and the tags
            gap = False
        at, spot = end, spot.after(text[at:end])


def _unescaped(value: str, spot: Spot) -> str:
    if re.sub(r'\\["\\]', "", value).count("\\"):
        raise error_at('a backslash in a tag may only stand before " or \\', spot)
    return re.sub(r'\\(["\\])', r"\1", value)


def _comment_text(written: str, spot: Spot) -> str:
    if written[0] == "{" and not written.endswith("}"):
        raise error_at("this comment is never closed; expected }", spot)
    inner = written[1:-1] if written[0] == "{" else written[1:]
    return inner.strip()
