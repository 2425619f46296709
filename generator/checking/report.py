"""Reports of what was checked: for people, as Markdown, JSON, JUnit XML, GitHub workflow commands.

Returns texts; printing them is the command's.  Markdown, JUnit and GitHub know nothing but suites
of cases, which other commands have too.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import PurePath
from typing import Any, NamedTuple

from engine.words import count, visible
from generator import answers
from generator.checking.faults import KINDS, Counted, Fault, Outcome

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
    """What was checked together: its cases, every fault once, the verdict, and how long it took."""

    name: str
    cases: tuple[Case, ...]
    faults: tuple[Fault, ...]
    verdict: str
    seconds: float = 0.0


class CheckRun(NamedTuple):
    """What a command checked, or in a sentence why it could not."""

    tool: str
    suites: tuple[Suite, ...]
    error: str = ""


# ---------------------------------------------------------------------------------- outcomes


def text(outcomes: Sequence[Outcome], *, whole: bool = False) -> str:
    """Return outcomes for people: what was found, the faults, the verdict.

    Of a kind of fault that is frequent only the first are listed, or the ``whole`` list.
    """
    lines: list[str] = []
    for outcome in outcomes:
        lines.append(_title(outcome))
        lines += [f"  {fact}" for fact in outcome.facts]
        lines += [f"  - {words}" for words in _summarised(outcome.faults, whole=whole)]
        lines += [f"  {advice}" for advice in outcome.advice]
        lines.append(f"  {_verdict(outcome)}")
    return "\n".join(map(visible, lines)) + "\n"


def _summarised(faults: Sequence[Fault], *, whole: bool) -> Iterator[str]:
    for _, group in groupby(faults, key=lambda fault: fault.kind):
        alike = [_placed(fault) for fault in group]
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


def _placed(fault: Fault) -> str:
    """Return a fault's sentence, with its file where the sentence does not name it."""
    if fault.file and not fault.is_placed:
        return f"{fault.file}: {fault.message}"
    return fault.message


def as_json(outcomes: Sequence[Outcome], error: str = "") -> str:
    """Return outcomes for programs: one object, faults with all their fields."""
    answer: dict[str, Any] = {"ok": not error and all(outcome.ok for outcome in outcomes)}
    if error:
        answer["error"] = error
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


def suite(outcome: Outcome, seconds: float = 0.0) -> Suite:
    """Return an outcome as a suite: a case for reading, each kind of piece, and what else was looked for."""
    kinds = {one.kind for one in outcome.counted}
    by_piece: dict[str, list[Fault]] = {}
    by_kind: dict[str, list[Fault]] = {kind: [] for kind in outcome.checked}
    for fault in outcome.faults:
        if fault.tile in kinds:
            by_piece.setdefault(fault.tile, []).append(fault)
        else:
            by_kind.setdefault(fault.kind, []).append(fault)
    game = outcome.game or "files"
    cases = [
        Case(f"{game}.{one.part}", one.title, _of_piece(one, by_piece.get(one.kind, ())))
        for one in outcome.counted
    ]
    cases += [Case(game, KINDS[kind], tuple(faults)) for kind, faults in by_kind.items()]
    title = _title(outcome)
    return Suite(title, tuple(cases), outcome.faults, f"{title}: {_verdict(outcome)}", seconds)


def _of_piece(one: Counted, faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return the faults of a kind of piece; one that is told with its component's has one, too."""
    found = tuple(faults)
    if found or one.found == one.expected:
        return found
    kind = "missing" if one.found < one.expected else "duplicated"
    return (Fault(kind, f"{one.title}: {one.found} of {one.expected}", tile=one.kind),)


# ------------------------------------------------------------------------------------- JUnit


def junit(run: CheckRun) -> str:
    """Return a run as JUnit XML: a test suite for each suite, a test case for each case."""
    suites = [*map(_suite, run.suites), *([_error(run)] if run.error else [])]
    tests = sum(len(one.cases) for one in run.suites) + bool(run.error)
    failures = sum(bool(case.faults) for one in run.suites for case in one.cases)
    seconds = sum(one.seconds for one in run.suites)
    head = (
        f'<testsuites name={_attribute(run.tool)} tests="{tests}" failures="{failures}" '
        f'errors="{int(bool(run.error))}" time="{seconds:.3f}">'
    )
    return "\n".join(['<?xml version="1.0" encoding="utf-8"?>', head, *suites, "</testsuites>", ""])


def _error(run: CheckRun) -> str:
    """Return the suite of a run that could not go on."""
    said = _attribute(run.error)
    return (
        f' <testsuite name={_attribute(run.tool)} tests="1" failures="0" errors="1" time="0.000">\n'
        f'  <testcase classname={_attribute(run.tool)} name="The files can be read" time="0.000">\n'
        f'   <error message={said} type="bad input">{html.escape(_printable(run.error))}</error>\n'
        "  </testcase>\n </testsuite>"
    )


def _suite(one: Suite) -> str:
    failures = sum(bool(case.faults) for case in one.cases)
    lines = [
        f' <testsuite name={_attribute(one.name)} tests="{len(one.cases)}" '
        f'failures="{failures}" errors="0" time="{one.seconds:.3f}">'
    ]
    each = one.seconds / max(len(one.cases), 1)
    for case in one.cases:
        head = (
            f"  <testcase classname={_attribute(case.group)} name={_attribute(case.name)} "
            f'time="{each:.3f}"'
        )
        if not case.faults:
            lines.append(f"{head}/>")
            continue
        number = _attribute(count(len(case.faults), "fault"))
        kind = _attribute(case.faults[0].kind)
        words = html.escape(_printable("\n".join(map(_placed, case.faults))))
        failure = f"<failure message={number} type={kind}>{words}</failure>"
        lines += [f"{head}>", f"   {failure}", "  </testcase>"]
    return "\n".join([*lines, " </testsuite>"])


def _attribute(value: str) -> str:
    return f'"{html.escape(_printable(value))}"'


_UNPRINTABLE = re.compile(
    "[^\t\n -~\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)


def _printable(value: str) -> str:
    """Return a text without the characters XML cannot hold (XML 1.0, 2.2), or that act on a terminal."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", value)


# ------------------------------------------------------------------------------------ GitHub


def github(run: CheckRun, *, whole: bool = False) -> str:
    """Return a run as GitHub workflow commands: an error for each fault, a line for each suite.

    GitHub shows ten annotations of a step, so the first faults are annotated and the rest summed
    up in one more, or the ``whole`` list is written.
    """
    title = _property(run.tool)
    faults = [fault for one in run.suites for fault in one.faults]
    shown = faults if whole or len(faults) <= MOST_ANNOTATIONS else faults[: MOST_ANNOTATIONS - 1]
    lines = [_annotation(run.tool, fault) for fault in shown]
    if len(shown) < len(faults):
        more = len(faults) - len(shown)
        words = f"{count(len(faults), 'fault')} in all, {more} more than are shown here"
        lines.append(f"::error title={title}::{_data(words)}")
    if run.error:
        lines.append(f"::error title={title}::{_data(run.error)}")
    for one in run.suites:
        # What is not in order is annotated above; its sum stands in the log.
        lines.append(
            _data(one.verdict) if one.faults else f"::notice title={title}::{_data(one.verdict)}"
        )
    return "\n".join(lines) + "\n"


def _annotation(tool: str, fault: Fault) -> str:
    """Return a fault as an annotation of its file, and of its line where it has one."""
    places = {
        "file": PurePath(fault.file).as_posix() if fault.file else "",
        "line": fault.line or "",
        "col": fault.column or "",
    }
    where = "".join(f"{key}={_property(str(value))}," for key, value in places.items() if value)
    return f"::error {where}title={_property(f'{tool}: {fault.kind}')}::{_data(_placed(fault))}"


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
    if run.error:
        lines += [f"❌ {_escaped(run.error)}", ""]
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
