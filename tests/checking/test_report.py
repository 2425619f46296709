"""Reports: text, JSON, JUnit and GitHub's commands, each read as its readers do."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree as ET

import markdown as python_markdown
import pytest

from engine.errors import GameError
from generator import Fault, Outcome, Verification
from generator.checking.faults import KINDS, Counted, Unread

GOOD = Outcome("atreya", "atreya.pdf", 168, 168, (), ("168 tiles of 40 mm",), ("missing", "size"))
NASTY = '<tile> & "co", 100 %\x07\nnext: ::error::'
BAD = Outcome(
    "atreya",
    "a,b:c.pdf",
    168,
    167,
    (
        Fault("missing", "tile 17 g:bbbgrr is missing", tile="g:bbbgrr", number=17),
        Fault("back", NASTY, "a,b:c.pdf", 2, 52.0, 81.25),
        Fault("back", "another", "a,b:c.pdf", 2),
    ),
    ("167 tiles",),
    ("missing", "size", "back"),
    (
        Counted("tiles", "g:bbbgrr", "tile 17 g:bbbgrr", 1, 0),
        Counted("tiles", "r:bbbgrr", "tile 18 r:bbbgrr", 1, 1),
        Counted("tiles", "b:bbbgrr", "tile 19 b:bbbgrr", 1, 2),
    ),
    ("try --theme",),
)
#: As many faults of a kind as no list is meant to hold.
MANY = replace(
    GOOD, faults=tuple(Fault("foreign", f"area {k}", "x.csv", line=k) for k in range(1, 31))
)


def of(*outcomes, errors=()):
    return Verification(outcomes=outcomes, errors=errors)


def unread(words, file="", line=0, column=0):
    return Unread(GameError(words, line=line, column=column), file).fault


def test_text():
    assert of(GOOD).text() == ("atreya: atreya.pdf\n  168 tiles of 40 mm\n  in order: 168 of 168\n")
    text = of(BAD).text()
    assert "  - tile 17 g:bbbgrr is missing\n" in text
    assert "  - a,b:c.pdf: another\n" in text
    assert text.endswith("  try --theme\n  not in order: 3 faults\n")


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault("foreign", "not a move", "games/bad game.txt", line=4, column=5),
         "games/bad game.txt:4:5: not a move"),
        (Fault("foreign", "line 3: no tile", "a.csv", line=3), "a.csv: line 3: no tile"),
        (Fault("foreign", "a.toml line 4, column 1: bad", "a.toml", is_placed=True, line=4, column=1),
         "a.toml line 4, column 1: bad"),
    ],
)  # fmt: skip
def test_every_format_for_people_tells_where_a_fault_is(fault, words):
    run = of(replace(GOOD, faults=(fault,)))
    assert f"  - {words}\n" in run.text()
    assert ET.fromstring(run.junit()).findtext(".//failure") == words
    assert shown(run.markdown())[1] == [words]
    assert run.github().splitlines()[0].endswith(f"::{words}")


def test_long_lists_are_summed_up_by_kind():
    lines = of(replace(MANY, faults=(*BAD.faults, *MANY.faults))).text().splitlines()
    assert [line for line in lines if "area" in line] == [
        f"  - x.csv: area {k}" for k in range(1, 6)
    ]
    assert lines[-2] == "  - and 25 more of this kind; --all lists them"
    assert lines[-1] == "  not in order: 33 faults"
    assert of(MANY).text(all=True).count("area") == 30
    six = replace(GOOD, faults=MANY.faults[:6])
    assert of(six).text().count("area") == 6


def test_json():
    answer = json.loads(of(GOOD, BAD).json())
    assert answer["schema"] == "verify/1"
    assert answer["ok"] is False
    good, bad = answer["outcomes"]
    assert good["ok"] is True
    assert good["faults"] == []
    assert bad["faults"][0] == {
        "kind": "missing",
        "message": "tile 17 g:bbbgrr is missing",
        "tile": "g:bbbgrr",
        "number": 17,
    }
    assert bad["faults"][1]["message"] == NASTY
    assert (bad["faults"][1]["x"], bad["faults"][1]["page"]) == (52.0, 2)
    assert bad["pieces"][0] == {
        "part": "tiles",
        "kind": "g:bbbgrr",
        "title": "tile 17 g:bbbgrr",
        "expected": 1,
        "found": 0,
    }
    assert json.loads(of(replace(GOOD, game="")).json())["outcomes"][0]["game"] is None


def test_json_of_an_error():
    errors = [unread("x.pdf is empty", "x.pdf"), unread("no tile", "a.csv", 3)]
    assert json.loads(of(errors=errors).json()) == {
        "schema": "verify/1",
        "ok": False,
        "error": "x.pdf is empty; a.csv: no tile",
        "errors": [
            {"message": "x.pdf is empty", "file": "x.pdf"},
            {"message": "a.csv: no tile", "file": "a.csv", "line": 3},
        ],
        "outcomes": [],
    }


def test_junit_has_a_case_for_each_kind_of_piece():
    root = ET.fromstring(of(GOOD, BAD).junit())
    counts = {key: root.get(key) for key in ("tests", "failures", "errors", "time")}
    assert counts == {"tests": "8", "failures": "3", "errors": "0", "time": "0"}
    good, bad = root
    assert [case.find("failure") for case in good] == [None, None]
    cases = {case.get("name"): case for case in bad}
    pieces = [one.title for one in BAD.counted]
    assert list(cases) == [*pieces, *(KINDS[kind] for kind in BAD.checked)]
    assert {cases[name].get("classname") for name in pieces} == {"atreya a,b:c.pdf.tiles"}
    said = {name: case.findtext("failure") for name, case in cases.items()}
    assert said[pieces[0]] == "tile 17 g:bbbgrr is missing"
    assert said[pieces[1]] is None
    assert said[pieces[2]] == "tile 19 b:bbbgrr: 2 instead of 1"
    assert said[KINDS["missing"]] is None
    assert said[KINDS["size"]] is None
    back = said[KINDS["back"]]
    assert back is not None
    assert '<tile> & "co", 100 %\\x07\\nnext: ::error::' in back
    assert "another" in back


def test_junit_of_an_error():
    errors = (unread('no <file> "x"\x07'), unread("x.pdf is empty", "x.pdf"))
    root = ET.fromstring(of(GOOD, errors=errors).junit())
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("4", "0", "2")
    said = {case.get("name"): case.find("error").get("message") for case in root[-1]}
    assert said == {
        "The files can be read": 'no <file> "x"\\x07',
        "x.pdf can be read": "x.pdf is empty",
    }


def test_github():
    lines = of(GOOD, BAD).github().splitlines()
    assert len(lines) == 5
    assert lines[0] == "::error title=tilewright verify%3A missing::tile 17 g:bbbgrr is missing"
    assert lines[1].startswith("::error file=a%2Cb%3Ac.pdf,title=")
    assert "100 %25" in lines[1]
    assert "%0Anext" in lines[1]
    assert lines[3] == (
        "::notice title=tilewright verify::atreya: atreya.pdf: in order: 168 of 168"
    )
    assert not lines[4].startswith("::")


def test_github_has_lines_and_an_end():
    lines = of(MANY).github().splitlines()
    errors = [line for line in lines if line.startswith("::error")]
    assert len(errors) == 10
    assert (
        errors[2] == "::error file=x.csv,line=3,title=tilewright verify%3A foreign::x.csv: area 3"
    )
    assert errors[-1].endswith("::30 errors in all, 21 more than are shown here")
    assert of(MANY).github(all=True).count("::error ") == 30
    errors = unread("x.pdf is 50 % empty"), unread("no tile", "lists/a.csv", 3, 4)
    assert of(MANY, errors=errors).github().splitlines()[:2] == [
        "::error title=tilewright verify%3A bad input::x.pdf is 50 %25 empty",
        "::error file=lists/a.csv,line=3,col=4,title=tilewright verify%3A bad input::lists/a.csv: no tile",
    ]
    (last,) = (line for line in of(MANY, errors=errors).github().splitlines() if "all" in line)
    assert last.endswith("::32 errors in all, 23 more than are shown here")


def shown(text):
    """Return Markdown as its reader shows it: the cells of tables, and what else stands there."""
    made = ET.fromstring(f"<div>{python_markdown.markdown(text, extensions=['tables'])}</div>")
    cells = [["".join(cell.itertext()) for cell in row] for row in made.iter("tr")]
    return cells, ["".join(item.itertext()) for item in made.iter("li")], made


def test_markdown():
    cells, faults, made = shown(of(GOOD, BAD).markdown())
    assert cells == [
        ["", "what was checked"],
        ["✅", "atreya: atreya.pdf: in order: 168 of 168"],
        ["❌", "atreya: a,b:c.pdf: not in order: 3 faults"],
    ]
    nasty = "a,b:c.pdf: " + NASTY.replace("\x07", "\\x07").replace("\n", "\\n")
    assert faults == ["tile 17 g:bbbgrr is missing", nasty, "a,b:c.pdf: another"]
    assert [made.findtext("h3"), made.findtext("p/strong")] == [
        "tilewright verify",
        "atreya: a,b:c.pdf",
    ]


def test_markdown_sums_up_and_tells_errors():
    assert shown(of(MANY).markdown())[1][-1] == "and 25 more of this kind; --all lists them"
    assert len(shown(of(MANY).markdown(all=True))[1]) == 30
    assert of(errors=(unread("no | such_file"), unread("b"))).markdown() == (
        "### tilewright verify\n\n❌ no &#124; such&#95;file\n\n❌ b\n"
    )
