"""The mark language: what it reads, what it refuses and where, and that it reads what it writes."""

import contextlib
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drawing import marks
from engine.drawing.marks import LONGEST_TEXT, VERBS, Mark, MarkError
from engine.drawing.theme import ROLES, SLOTS
from engine.errors import NotationError

READ = [
    ("dot d4", "dot d4"),
    ("dot:white d4,d5", "dot:white d4 d5"),
    ("dot:white d4 , d5", "dot:white d4 d5"),
    ("dot:#AAbb01 d4", "dot:#aabb01 d4"),
    ("label:red a d4", "label:red a d4"),
    ('label "x 2" d4', 'label "x 2" d4'),
    ('label "a" d4', "label a d4"),
    (r'label "\u005b\"\\" d4', r'label "\u005b\"\\" d4'),
    ("label 1,2 d4", "label 1,2 d4"),
    ("label dy=-0.3 × d4", "label dy=-0.3 × d4"),
    ("label × d4 dy=-0.3", "label dy=-0.3 × d4"),
    ("number d4 d5 from=12", "number from=12 d4 d5"),
    ("arrow d4 d7", "arrow d4 d7"),
    ("arrow:mark bend=0.30 d4,d7", "arrow:mark bend=0.3 d4 d7"),
    ("outline:last d4,d5,e5", "outline:last d4 d5 e5"),
    ("dot 2,-1", "dot 2,-1"),
    ("dot 2,-1,3,0", "dot 2,-1 3,0"),
    ("dot 2,-1/E,3,0.ne 4,4/E-NE", "dot 2,-1/E 3,0.ne 4,4/E-NE"),
    ("dot d4n,d4ne", "dot d4n d4ne"),
    ("fill opacity=1 d4; fade d5\n\n;ring d6;", "fill opacity=1 d4; fade d5; ring d6"),
    ("cross size=2 dx=0.1 d4", "cross dx=0.1 size=2 d4"),
    ("", ""),
    (" ;\n ", ""),
]


def written_in_a_line(marks):
    return "; ".join(map(str, marks))


@pytest.mark.parametrize(("text", "written"), READ)
def test_reading(text, written):
    read = marks.parse(text)
    assert written_in_a_line(read) == written
    assert marks.parse(written) == read


REFUSED = [
    ("dott d4", 1, "no mark 'dott'; expected one of dot, ring, cross"),
    ("dot", 1, "dot names no place; expected a place"),
    ("dot:pink d4", 5, "no colour 'pink'; expected one of red, green"),
    ("dot: d4", 5, "no colour ':'"),
    ("arrow d4", 1, "arrow names 1 place; expected 2 places"),
    ("line d4", 1, "line names 1 place; expected at least 2 places"),
    ("label a", 1, "label names no place; expected a text and a place"),
    ('label "a d4', 7, "quotes do not end"),
    ('label "a\\x" d4', 7, "quotes do not end"),
    ('label "" d4', 7, "label needs a text"),
    ('label "\\u0007" d4', 7, "label needs a text"),
    (f"label {'x' * 25} d4", 7, "a text of 25 characters is too long"),
    ("dot size=9 d4", 5, "size cannot be 9.0; expected"),
    ("dot size=0.1234 d4", 5, "size cannot be '0.1234'; expected a number"),
    ("dot size= d4", 5, "size cannot be ''"),
    ("dot d4 size=1 size=2", 15, "size stands twice"),
    ("dot bend=0.1 d4", 5, "dot has no option 'bend'; expected one of size, dx, dy"),
    ("number from=1.5 d4", 8, "from cannot be 1.5; expected a whole number from 0 to 999"),
    ("dot d4,", 7, "a comma at the end; expected a place after it"),
    ("dot d4,,d5", 8, "',' has no meaning here"),
    ("dot [", 5, "'[' has no meaning here"),
    ("dot d4 }", 8, "'}' has no meaning here"),
    ("dot zz", 5, "no place 'zz'; expected d4 or 2,-1"),
    ("dot 2,-1,zz", 10, "no place 'zz'"),
]


def only_two_places(name):
    if name not in ("d4", "2,-1"):
        raise NotationError(f"no place '{name}'", expected="d4 or 2,-1")


@pytest.mark.parametrize(("text", "column", "message"), REFUSED)
@pytest.mark.parametrize("before", ["", "ring d4; ", "ring d4\n  "])
def test_refusing(text, column, message, before):
    with pytest.raises(MarkError) as caught:
        marks.parse(before + text, place=only_two_places)
    line = before.count("\n") + 1
    shift = len(before.rpartition("\n")[2])
    assert (caught.value.line, caught.value.column) == (line, column + shift)
    assert f"line {line}, column {column + shift}: " in str(caught.value)
    said, _, expected = message.partition("; expected")
    assert said in str(caught.value)
    assert expected.strip() in str(caught.value)


# -------------------------------------------------------------------------------- comments


def test_comments_hold_marks_among_words():
    comment = 'good [%mark dot:white d4,\n d5; ring d6] better [%mark label "\\u005d" d4][%clk 1]'
    read = marks.parse_comment(comment)
    assert [str(mark) for mark in read] == ["dot:white d4 d5", "ring d6", r'label "\u005d" d4']
    assert marks.parse_comment("no marks, [%marker] neither") == ()


# ------------------------------------------------------------------------------ round trips

places = st.one_of(
    st.from_regex(r"[a-o][0-9]{1,2}(n|e|ne)?", fullmatch=True),
    st.from_regex(r"-?[0-9]{1,3},-?[0-9]{1,3}(/E|/E-NE|\.c|\.ne)?", fullmatch=True),
)
colours = st.one_of(
    st.just(""), st.sampled_from((*SLOTS, *ROLES)), st.from_regex("#[0-9a-f]{6}", fullmatch=True)
)
texts = st.text(min_size=1, max_size=LONGEST_TEXT).filter(lambda t: t.isprintable() and t.strip())


@st.composite
def a_mark(draw):
    verb = draw(st.sampled_from(sorted(VERBS)))
    kind = VERBS[verb]
    options = {}
    for name, option in kind.options.items():
        if draw(st.booleans()):
            low, high = round(option.low * 1000), round(option.high * 1000)
            step = 1000 if isinstance(option.default, int) else 1
            options[name] = draw(st.integers(low // step, high // step)) * step / 1000
    return Mark(
        verb,
        tuple(draw(st.lists(places, min_size=kind.least, max_size=min(kind.most, 6)))),
        draw(colours),
        draw(texts) if kind.has_text else "",
        tuple(sorted(options.items())),
    )


@settings(max_examples=150)
@given(st.lists(a_mark(), max_size=5))
def test_what_is_written_is_read_back(some):
    assert marks.parse(written_in_a_line(some)) == tuple(some)
    assert marks.parse("\n".join(map(str, some))) == tuple(some)
    assert marks.parse_comment(f"so: {marks.format_comment(some)} ok") == tuple(some)


def test_any_text_is_read_or_refused():
    read = Counter()
    letters = st.text(alphabet='dot:labelr ,;="\\[]{}%mark\n24-1.u', max_size=60)
    words = ["dot", "label", "arrow", ":red", " ", " ", "d4", "2,-1", ",", ";", "[%mark ", "]"]

    @settings(max_examples=300)
    @given(letters | st.lists(st.sampled_from(words), max_size=12).map("".join))
    def check(text):
        for reader in (marks.parse, marks.parse_comment):
            with contextlib.suppress(MarkError):
                found = reader(text)
                assert marks.parse(written_in_a_line(found)) == found
                read[reader.__name__] += 1
        with contextlib.suppress(MarkError):
            marks.parse_places(text)
            read["parse_places"] += 1

    check()
    assert min(read[name] for name in ("parse", "parse_comment", "parse_places")) > 9, read
