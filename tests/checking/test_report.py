"""Reports: text, JSON, JUnit and GitHub's commands, each read as its readers do."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest

from generator.checking import report
from generator.checking.faults import KINDS, Fault, Outcome
from generator.commands.verify import REPORTS

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
)


def test_the_formats_are_those_of_the_command():
    assert tuple(report.FORMATS) == REPORTS


@pytest.mark.parametrize("name", REPORTS)
def test_every_format_ends_its_last_line(name):
    for outcomes in ([GOOD], [BAD], [GOOD, BAD]):
        text = report.FORMATS[name](outcomes)
        assert text.endswith("\n")
        assert not text.endswith("\n\n")


def test_text():
    assert report.text([GOOD]) == (
        "atreya: atreya.pdf\n  168 tiles of 40 mm\n  in order: 168 of 168\n"
    )
    text = report.text([BAD])
    assert "  - tile 17 g:bbbgrr is missing\n" in text
    assert "  - a,b:c.pdf: another\n" in text
    assert text.endswith("  not in order: 3 faults\n")


def test_json():
    answer = json.loads(report.as_json([GOOD, BAD]))
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


def test_junit():
    root = ET.fromstring(report.junit([GOOD, BAD]))
    assert (root.tag, root.get("tests"), root.get("failures")) == ("testsuites", "5", "2")
    good, bad = root
    assert [case.find("failure") for case in good] == [None, None]
    cases = {case.get("name"): case.find("failure") for case in bad}
    assert list(cases) == [KINDS[kind] for kind in BAD.checked]
    assert cases[KINDS["size"]] is None
    failure = cases[KINDS["back"]]
    assert failure is not None
    assert failure.get("message") == "2 faults"
    assert failure.text is not None
    assert '<tile> & "co", 100 %\N{REPLACEMENT CHARACTER}\nnext: ::error::' in failure.text
    assert "another" in failure.text


def test_github():
    lines = report.github([GOOD, BAD]).splitlines()
    assert lines[0].startswith("::notice title=tilewright verify::")
    assert len(lines) == 5
    assert lines[1] == "::error title=tilewright verify%3A missing::tile 17 g:bbbgrr is missing"
    assert lines[2].startswith("::error file=a%2Cb%3Ac.pdf,title=")
    assert "100 %25" in lines[2]
    assert "%0Anext" in lines[2]
    assert lines[4].startswith("::error title=tilewright verify::")
