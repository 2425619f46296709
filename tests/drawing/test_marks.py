"""The mark language: what it reads, what it refuses and where, and that it reads what it writes."""

import contextlib
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drawing import marks
from engine.drawing.marks import LONGEST_TEXT, VERBS, Mark, MarkError
from engine.drawing.theme import ROLES, SLOTS

READ = [
    ("dot d4", "dot d4"),
    ("dot:white d4,d5", "dot:white d4 d5"),
    ("dot:white d4 , d5", "dot:white d4 d5"),
    ("dot:#AAbb01 d4", "dot:#aabb01 d4"),
    ("label:red a d4", "label:red a d4"),
    ('label "x 2" d4', 'label "x 2" d4'),
    ('label "a" d4', "label a d4"),
    (r'label "\u005b\"\\" d4', r'label "\u005b\"\\" d4'),
    ('label "a}" d4', r'label "a\u007d" d4'),
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


@settings(max_examples=30)
@given(st.lists(a_mark(), max_size=5))
def test_what_is_written_is_read_back(some):
    assert marks.parse(written_in_a_line(some)) == tuple(some)
    assert marks.parse("\n".join(map(str, some))) == tuple(some)
    comment = " ".join(f"[%mark {mark}]" for mark in some)
    assert marks.parse_comment(f"so: {comment} ok") == tuple(some)


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
