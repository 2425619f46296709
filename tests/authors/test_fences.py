"""Fences found in lines, beside a slow, obvious second way that reads on from each opening line."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

fences = pytest.importorskip("generator.documents.markdown").fences

_LINES = st.lists(
    st.tuples(
        st.sampled_from(["", "> ", ">", "> > ", "  "]),
        st.sampled_from(
            ["", "```", "````", "`````", "~~~", "~~~~", "- ```", "``` a", "x", "  ```"]
        ),
    ).map("".join),
    max_size=14,
)


def _slow(lines):
    """Yield first and last line of each fence: what opens one, and the next line that closes it."""
    begin = 0
    while begin < len(lines):
        end = _end(lines, begin)
        if end is not None:
            yield begin, end
        begin = begin + 1 if end is None else end + 1


def _end(lines, begin):
    opened = re.fullmatch(r"((?:[ \t]*>)*)[ \t]*(?:[-*+][ \t]+)?(`{3,}|~{3,})[^`]*", lines[begin])
    if opened is None:
        return None
    deep = opened[1].count(">")
    for k in range(begin + 1, len(lines)):
        quoted = re.match(rf"(?:[ \t]*>){{{deep}}}", lines[k])
        if quoted is None:
            return None
        rest = lines[k][quoted.end() :].strip()
        if len(rest) >= len(opened[2]) and not rest.strip(opened[2][0]):
            return k
    return None


@given(_LINES)
def test_fences_are_those_that_reading_on_from_each_line_finds(lines):
    found = [(one.begin, one.begin + len(one.lines) - 1) for one in fences(lines)]
    assert found == list(_slow(lines))
