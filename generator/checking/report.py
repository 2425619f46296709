"""Reports of what was checked: for people, as Markdown, JSON, JUnit XML, GitHub workflow commands.

Returns texts; printing them is the command's.  Markdown, JUnit and GitHub know nothing but suites
of cases, which other commands have too.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.words import count, listed, visible
from generator import answers
from generator.checking.faults import KINDS, Counted, Fault, Outcome, Unread
from generator.files import INPUT

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

#: Of a kind of fault with more of them so many are listed.
FIRST = 5
#: GitHub shows so many annotations of a step, one of them is the summary.
MOST_ANNOTATIONS = 10


class Case(NamedTuple):
    """One thing that was looked at, and what is wrong with it."""

    group: str
    name: str
    faults: tuple[Fault, ...] = ()


class Suite(NamedTuple):
    """What was checked together: its cases, every fault once, and the verdict."""

    name: str
    cases: tuple[Case, ...]
    faults: tuple[Fault, ...]
    verdict: str


class CheckRun(NamedTuple):
    """What a command checked, and what it could not read."""

    tool: str
    suites: tuple[Suite, ...]
    errors: tuple[Unread, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Reported:
    """What was checked, and the reports of it.

    Reports list the first few faults of each kind, or with ``all`` every fault.
    """

    #: The files that could not be read.
    errors: tuple[Unread, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all is in order."""
        return not self.errors and not any(suite.faults for suite in self._run().suites)

    def text(self, *, all: bool = False) -> str:
        """Return the report for people."""
        raise NotImplementedError

    def json(self) -> str:
        """Return the report for programs."""
        raise NotImplementedError

    def junit(self) -> str:
        """Return the report as JUnit XML."""
        return junit(self._run())

    def github(self, *, all: bool = False) -> str:
        """Return the report as GitHub's workflow commands."""
        return github(self._run(), whole=all)

    def markdown(self, *, all: bool = False) -> str:
        """Return the report as Markdown, for the page of a job or a comment."""
        return markdown(self._run(), whole=all)

    def _run(self) -> CheckRun:
        raise NotImplementedError


# ---------------------------------------------------------------------------------- outcomes


def text(outcomes: Sequence[Outcome], errors: Sequence[Unread] = (), *, whole: bool = False) -> str:
    """Return outcomes for people: what was found, the faults, the verdict; then what is unread.

    Of a kind of fault that is frequent only the first are listed, or the ``whole`` list.
    """
    lines: list[str] = []
    for outcome in outcomes:
        lines.append(_title(outcome))
        lines += [f"  {fact}" for fact in outcome.facts]
        lines += [f"  - {words}" for words in _summarised(outcome.faults, whole=whole)]
        lines += [f"  {advice}" for advice in outcome.advice]
        lines.append(f"  {_verdict(outcome)}")
    return lined([*lines, *(error_line(error) for error in errors)])


def error_line(error: Unread) -> str:
    """Return the line for people of what could not be read."""
    return f"Error: {error.message}"


def lined(lines: Iterable[str]) -> str:
    """Return lines for people as a text, "" for none; whatever acts on a terminal is made visible."""
    return "".join(f"{visible(line)}\n" for line in lines)


def _summarised(faults: Sequence[Fault], *, whole: bool) -> Iterator[str]:
    for _, group in groupby(faults, key=lambda fault: fault.kind):
        alike = [placed(fault) for fault in group]
        some = alike if whole or len(alike) <= FIRST + 1 else alike[:FIRST]
        yield from some
        if len(some) < len(alike):
            yield f"and {len(alike) - len(some)} more of this kind; --all lists them"


def _title(outcome: Outcome) -> str:
    return f"{outcome.game}: {outcome.subject}" if outcome.game else outcome.subject


def _verdict(outcome: Outcome) -> str:
    if not outcome.ok:
        return f"not in order: {count(len(outcome.faults), 'fault')}"
    return f"in order: {outcome.found} of {outcome.expected}" if outcome.game else "passed over"


def placed(fault: Fault) -> str:
    """Return a fault's sentence after its file, line and column, where it does not name these itself."""
    if not fault.file or fault.is_placed:
        return fault.message
    # Where a line alone is known, as of inventories, the sentence begins with it.
    where = f":{fault.line}:{fault.column}" if fault.column else ""
    return f"{fault.file}{where}: {fault.message}"


def unread_fields(errors: Sequence[Unread]) -> dict[str, Any]:
    """Return what could not be read for programs: nothing, or one sentence and each error's fields."""
    if not errors:
        return {}
    sentences = "; ".join(error.message for error in errors)
    return {"error": sentences, "errors": [error.fields() for error in errors]}


def as_json(outcomes: Sequence[Outcome], errors: Sequence[Unread] = ()) -> str:
    """Return outcomes for programs: one object, faults with all their fields."""
    is_ok = not errors and all(outcome.ok for outcome in outcomes)
    answer: dict[str, Any] = {"ok": is_ok, **unread_fields(errors)}
    answer["outcomes"] = [
        {
            "game": outcome.game or None,
            "subject": outcome.subject,
            "ok": outcome.ok,
            "expected": outcome.expected,
            "found": outcome.found,
            "facts": list(outcome.facts),
            "advice": list(outcome.advice),
            "checked": list(outcome.checked),
            "pieces": [one._asdict() for one in outcome.counted],
            "faults": [fields(fault) for fault in outcome.faults],
        }
        for outcome in outcomes
    ]
    return answers.written("verify", answer) + "\n"


def fields(fault: Fault) -> dict[str, object]:
    """Return a fault's fields, without those that are empty."""
    said = fault._asdict()
    del said["is_placed"]
    for name in ("page", "line", "column"):
        if not said[name]:
            del said[name]
    return {key: value for key, value in said.items() if value not in ("", None)}


def suites(outcomes: Sequence[Outcome]) -> tuple[Suite, ...]:
    """Return outcomes as suites; where there are several sets of a game their cases name their files."""
    often = Counter(outcome.game for outcome in outcomes)
    return tuple(_suite(one, f" {one.subject}" if often[one.game] > 1 else "") for one in outcomes)


def _suite(outcome: Outcome, of: str) -> Suite:
    """Return an outcome as a suite: a case for reading, each kind of piece, and what else was looked for."""
    kinds = {one.kind for one in outcome.counted}
    by_piece: dict[str, list[Fault]] = {}
    by_kind: dict[str, list[Fault]] = {kind: [] for kind in outcome.checked}
    for fault in outcome.faults:
        if fault.tile in kinds:
            by_piece.setdefault(fault.tile, []).append(fault)
        else:
            by_kind.setdefault(fault.kind, []).append(fault)
    game = f"{outcome.game or 'files'}{of}"
    cases = [
        Case(f"{game}.{one.part}", one.title, _of_piece(one, by_piece.get(one.kind, ())))
        for one in outcome.counted
    ]
    cases += [Case(game, KINDS[kind], tuple(faults)) for kind, faults in by_kind.items()]
    title = _title(outcome)
    return Suite(title, tuple(cases), outcome.faults, f"{title}: {_verdict(outcome)}")


def _of_piece(one: Counted, faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return the faults of a kind of piece; one that is told with its component's has one, too."""
    found = tuple(faults)
    if found or one.found == one.expected:
        return found
    kind = "missing" if one.found < one.expected else "duplicated"
    return (Fault(kind, f"{one.title}: {one.found} of {one.expected}", tile=one.kind),)


def to_print_again(outcomes: Sequence[Outcome]) -> str:
    """Return the pieces to print again, a line each, as ``kit --pieces @FILE`` reads them.

    These are what is missing, and what is there and damaged.  Boards are no pieces.  Of several
    games each line begins with its game.
    """
    lines = []
    several = len({outcome.game for outcome in outcomes}) > 1
    for outcome in outcomes:
        of_game = f"{outcome.game} " * several
        damaged = Counter(f.tile for f in outcome.faults if f.kind not in ("missing", "duplicated"))
        for one in outcome.counted:
            # A board is a whole component, of which damage is told of no piece.
            missing = 0 if one.kind == one.part else one.expected - one.found
            again = max(missing, min(damaged[one.kind], one.expected))
            if again > 0:
                lines.append(f"{of_game}{one.kind}*{again}\n")
    return "".join(lines)


# ------------------------------------------------------------------------------------- JUnit


def junit(run: CheckRun) -> str:
    """Return a run as JUnit XML: a test suite for each suite, a test case for each case."""
    from xml.etree.ElementTree import Element, SubElement, indent, tostring

    def case(suite: Element, group: str, name: str, failure: str, words: str, **said: str) -> None:
        """Add a case to a suite; readers expect a time, which is 0: the same run, the same bytes."""
        names = {"classname": _printable(group), "name": _printable(name), "time": "0"}
        found = SubElement(suite, "testcase", names)
        if failure:
            SubElement(found, failure, said).text = _printable(words)

    whole = Element("testsuites", name=_printable(run.tool))
    for one in run.suites:
        suite = SubElement(whole, "testsuite", name=_printable(one.name))
        for group, name, faults in one.cases:
            number, kind = count(len(faults), "fault"), faults[0].kind if faults else ""
            words = "\n".join(map(placed, faults))
            case(suite, group, name, "failure" * bool(faults), words, message=number, type=kind)
    if run.errors:
        suite = SubElement(whole, "testsuite", name=_printable(run.tool))
        for error in run.errors:
            name, words = f"{error.file or 'The files'} can be read", _printable(error.message)
            case(suite, run.tool, name, "error", words, message=words, type="bad input")
    for suite in (*whole, whole):
        for name, path in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
            suite.set(name, str(sum(1 for _ in suite.iter(path))))
        suite.set("time", "0")
    indent(whole, " ")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(whole, "unicode")}\n'


_UNPRINTABLE = re.compile(
    "[^\t\n -~\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)


def _printable(value: str) -> str:
    """Return a text without the characters XML cannot hold (XML 1.0, 2.2), or that act on a terminal."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", value)


# ------------------------------------------------------------------------------------ GitHub


def github(run: CheckRun, *, whole: bool = False) -> str:
    """Return a run as GitHub workflow commands: an error for each fault, a line for each suite.

    GitHub shows ten annotations of a step, so what is unread and the first faults are annotated and
    the rest summed up in one more, or the ``whole`` list is written.
    """
    faults = [fault for one in run.suites for fault in one.faults]
    lines = [
        *(_annotation(one, run.tool, one.message) for one in run.errors),
        *(_annotation(one, f"{run.tool}: {one.kind}", placed(one)) for one in faults),
    ]
    if not whole and len(lines) > MOST_ANNOTATIONS:
        more = len(lines) - MOST_ANNOTATIONS + 1
        number = count(len(faults), "fault") if faults else ""
        unread = count(len(run.errors), "file") + " not read" if run.errors else ""
        words = f"{listed(filter(None, (number, unread)))} in all, {more} more than are shown here"
        lines[-more:] = [f"::error title={_property(run.tool)}::{_data(words)}"]
    for one in run.suites:
        # What is not in order is annotated above; its sum stands in the log.
        title = "" if one.faults else f"::notice title={_property(run.tool)}::"
        lines.append(f"{title}{_data(one.verdict)}")
    return "\n".join(lines) + "\n"


def _annotation(at: Fault | Unread, title: str, words: str) -> str:
    """Return an annotation of a file, and of its line where it has one."""
    places = {
        "file": _in_workspace(at.file) if at.file not in ("", INPUT) else "",
        "line": at.line or "",
        "col": at.column or "",
    }
    where = "".join(f"{key}={_property(str(value))}," for key, value in places.items() if value)
    return f"::error {where}title={_property(title)}::{_data(words)}"


def _in_workspace(file: str) -> str:
    """Return a file's path as annotations want it: from the top of the repository that a runner checks."""
    top = os.environ.get("GITHUB_WORKSPACE")
    whole = Path(file).absolute()
    if top and whole.is_relative_to(top):
        return whole.relative_to(top).as_posix()
    return PurePath(file).as_posix()


def _data(value: str) -> str:
    return visible(value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


# ---------------------------------------------------------------------------------- Markdown

#: Signs that Markdown, the HTML in it, or a host of repositories would read as its own.
_MARKUP = re.compile(r"[\\`*_\[\]<>#|&~@]|^[-+]")


def markdown(run: CheckRun, *, whole: bool = False) -> str:
    """Return a run as Markdown: a table of verdicts, then the faults of each suite.

    Of a kind of fault that is frequent only the first are listed, or the ``whole`` list.
    """
    lines = [f"### {_escaped(run.tool)}", ""]
    if run.errors:
        lines += [line for one in run.errors for line in (f"❌ {_escaped(one.message)}", "")]
    if run.suites:
        rows = [f"| {'❌' if s.faults else '✅'} | {_escaped(s.verdict)} |" for s in run.suites]
        lines += ["| | what was checked |", "|---|---|", *rows, ""]
    for one in run.suites:
        if one.faults:
            faults = _summarised(one.faults, whole=whole)
            lines += [f"**{_escaped(one.name)}**", "", *(f"- {_escaped(f)}" for f in faults), ""]
    return "\n".join(lines[:-1]) + "\n"


def _escaped(value: str) -> str:
    """Return a text on one line that Markdown shows as it is."""
    return _MARKUP.sub(lambda sign: f"&#{ord(sign[0])};", visible(value))
