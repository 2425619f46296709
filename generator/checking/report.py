"""Reports of what was checked: for people, as Markdown, JSON, JUnit XML, GitHub workflow commands."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path, PurePath
from typing import Any, ClassVar, NamedTuple

from engine.words import count, visible
from generator import answers
from generator.checking import grouped
from generator.checking.faults import FEW, KINDS, Counted, Fault, Outcome, amiss
from generator.files import INPUT

#: GitHub shows so many annotations of a step.
MOST_ANNOTATIONS = 10


class Case(NamedTuple):
    """One thing that was looked at, and what is wrong with it."""

    group: str
    name: str
    faults: tuple[Fault, ...] = ()


class Suite(NamedTuple):
    """What was checked together: its cases, and every fault once."""

    name: str
    cases: tuple[Case, ...]
    faults: tuple[Fault, ...]
    verdict: str
    #: Sentences for the report.
    facts: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What was checked, and reports of the first few faults of each kind, or of ``all``."""

    _tool: ClassVar[str]

    #: Why files could not be read.
    errors: tuple[Fault, ...] = ()
    #: Sentences for the maker.
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all is in order."""
        return not self.errors and not any(suite.faults for suite in self._suites())

    @property
    def is_bad_input(self) -> bool:
        """Whether something cannot be read."""
        return bool(self.errors)

    @property
    def messages(self) -> tuple[str, ...]:
        """What goes to standard error, a sentence each."""
        return tuple(one.message for one in self.errors)

    def printed(self, *, all: bool = False) -> str:
        """Return the report for people without the messages."""
        lines: list[str] = []
        for one in self._suites():
            lines += [one.name, *(f"  {fact}" for fact in one.facts)]
            lines += [f"  - {words}" for words in _summarised(one.faults, whole=all)]
            lines += [f"  {words}" for words in (*one.advice, one.verdict)]
        return lined(lines)

    def text(self, *, all: bool = False) -> str:
        """Return the report for people."""
        return self.printed(all=all) + lined(f"Error: {words}" for words in self.messages)

    def junit(self) -> str:
        """Return JUnit XML: a test suite for each suite, a test case for each case."""
        from xml.etree.ElementTree import Element, SubElement, indent, tostring

        whole = Element("testsuites", name=self._tool)
        unread = tuple(
            Case(self._tool, f"{one.file or 'The files'} can be read", (one,))
            for one in self.errors
        )
        suites = [(one.name, one.cases) for one in self._suites()]
        suites += [(self._tool, unread)] if unread else []
        for title, cases in suites:
            suite = SubElement(whole, "testsuite", name=visible(title))
            for group, name, faults in cases:
                # Readers expect a time, which is 0: the same run, the same bytes.
                names = {"classname": visible(group), "name": visible(name), "time": "0"}
                case = SubElement(suite, "testcase", names)
                if words := [visible(placed(fault)) for fault in faults]:
                    message = words[0] if len(words) == 1 else count(len(words), "fault")
                    tag = "error" if faults[0] in self.errors else "failure"
                    failure = SubElement(case, tag, message=message, type=faults[0].kind)
                    failure.text = "\n".join(words)
        for element in (*whole, whole):
            for name, path in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
                element.set(name, str(sum(1 for _ in element.iter(path))))
            element.set("time", "0")
        indent(whole, " ")
        return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(whole, "unicode")}\n'

    def github(self, *, all: bool = False) -> str:
        """Return GitHub's workflow commands: the first errors, or ``all``, and the verdicts."""
        faults = (fault for one in self._suites() for fault in one.faults)
        lines = [_annotation(one, self._tool) for one in (*self.errors, *faults)]
        if not all and len(lines) > MOST_ANNOTATIONS:
            more = len(lines) - MOST_ANNOTATIONS + 1
            words = f"{len(lines)} errors in all, {more} more than are shown here"
            lines[-more:] = [f"::error title={_property(self._tool)}::{_data(words)}"]
        for one in self._suites():
            # Faults are annotated above: their verdict is a plain line of the log.
            title = "" if one.faults else f"::notice title={_property(self._tool)}::"
            lines.append(f"{title}{_data(f'{one.name}: {one.verdict}')}")
        return "\n".join(lines) + "\n"

    def markdown(self, *, all: bool = False) -> str:
        """Return Markdown: a table of verdicts, then the first faults of each suite, or ``all``."""
        blocks = [f"### {self._tool}", *(f"❌ {_escaped(one.message)}" for one in self.errors)]
        suites = self._suites()
        if suites:
            rows = ["| | what was checked |", "|---|---|"]
            for one in suites:
                sign = "❌" if one.faults else "✅"
                rows.append(f"| {sign} | {_escaped(f'{one.name}: {one.verdict}')} |")
            blocks.append("\n".join(rows))
        for one in suites:
            if one.faults:
                faults = (f"- {_escaped(words)}" for words in _summarised(one.faults, whole=all))
                blocks += [f"**{_escaped(one.name)}**", "\n".join(faults)]
        return "\n\n".join(blocks) + "\n"

    def _suites(self) -> tuple[Suite, ...]:
        raise NotImplementedError


# ---------------------------------------------------------------------------------- outcomes


def lined(lines: Iterable[str]) -> str:
    """Return lines as a text, "" for none; control characters, which act on a terminal, are made visible."""
    return "".join(f"{visible(line)}\n" for line in lines)


def _summarised(faults: Sequence[Fault], *, whole: bool) -> Iterator[str]:
    for _, group in groupby(faults, key=lambda fault: fault.kind):
        alike = [placed(fault) for fault in group]
        # The line that counts the rest would take the place of a single one.
        first = alike if whole or len(alike) <= FEW + 1 else alike[:FEW]
        yield from first
        if len(first) < len(alike):
            yield f"and {len(alike) - len(first)} more of this kind; --all lists them"


def placed(fault: Fault) -> str:
    """Return a fault's sentence after its file, line and column, where it does not name these itself."""
    if not fault.file or fault.is_placed:
        return fault.message
    # If only the line is known, as in inventories, the message itself begins with it.
    where = f":{fault.line}:{fault.column}" if fault.column else ""
    return f"{fault.file}{where}: {fault.message}"


def unread_fields(errors: Sequence[Fault]) -> dict[str, Any]:
    """Return the JSON fields for what could not be read: none, or one sentence and each error's fields."""
    if not errors:
        return {}
    names = ("message", "file", "line", "column")
    fields = [{name: value for name in names if (value := getattr(e, name))} for e in errors]
    return {"error": "; ".join(error.message for error in errors), "errors": fields}


def as_json(outcomes: Sequence[Outcome], errors: Sequence[Fault] = ()) -> str:
    """Return outcomes for programs: one object, faults with all their fields that are not empty."""

    def fields(fault: Fault) -> dict[str, Any]:
        known = {name: value for name, value in fault._asdict().items() if name != "is_placed"}
        return {k: value for k, value in known.items() if value or (k in ("x", "y") and value == 0)}

    own = ("subject", "ok", "expected", "found", "facts", "advice", "checked")
    of_piece = Counted._fields[:5]  # part, kind, title, expected, found
    values = [
        {
            "game": outcome.game or None,
            **{name: getattr(outcome, name) for name in own},
            "pieces": [dict(zip(of_piece, one, strict=False)) for one in outcome.counted],
            "faults": [*map(fields, outcome.faults)],
        }
        for outcome in outcomes
    ]
    is_ok = not errors and all(outcome.ok for outcome in outcomes)
    answer = {"ok": is_ok, **unread_fields(errors), "outcomes": values}
    return answers.written("verify", answer) + "\n"


def suites(outcomes: Sequence[Outcome]) -> tuple[Suite, ...]:
    """Return outcomes as suites: a case for each kind of piece, and for what else was looked for."""
    counts = Counter(outcome.game for outcome in outcomes)
    result = []
    for outcome in outcomes:
        game, subject, faults = outcome.game, outcome.subject, outcome.faults
        group = (game or "files") + (f" {subject}" if counts[game] > 1 else "")
        kinds = {one.kind for one in outcome.counted}
        cases = []
        for one in outcome.counted:
            own = tuple(fault for fault in faults if fault.tile == one.kind)
            # A missing kind may be reported with its whole component only.
            cases.append(Case(f"{group}.{one.part}", one.title, own or tuple(amiss([one]))))
        others = grouped((f for f in faults if f.tile not in kinds), lambda one: one.kind)
        for kind in dict.fromkeys((*outcome.checked, *others)):
            cases.append(Case(group, KINDS[kind], tuple(others.get(kind, ()))))
        if faults:
            verdict = f"not in order: {count(len(faults), 'fault')}"
        elif game:
            verdict = f"in order: {outcome.found} of {outcome.expected}"
        else:
            verdict = "passed over"
        title = f"{game}: {subject}" if game else subject
        result.append(Suite(title, tuple(cases), faults, verdict, outcome.facts, outcome.advice))
    return tuple(result)


def to_print_again(outcomes: Sequence[Outcome]) -> str:
    """Return the pieces that are missing or damaged, a line each, as ``kit --pieces @FILE`` reads them."""
    lines = []
    several = len({outcome.game for outcome in outcomes}) > 1
    for outcome in outcomes:
        damaged = Counter(f.tile for f in outcome.faults if f.kind not in ("missing", "duplicated"))
        for one in outcome.counted:
            missing = 0 if one.is_board else one.expected - one.found
            again = max(missing, min(damaged[one.kind], one.expected))
            game = f"{outcome.game} " if several else ""
            if again > 0:
                lines.append(f"{game}{one.kind}*{again}\n")
    return "".join(lines)


# ------------------------------------------------------------------------------------ GitHub


def _annotation(at: Fault, tool: str) -> str:
    """Return an annotation of a file's line; on a runner the file is named from the top of the repository."""
    file = "" if at.file in ("", INPUT) else PurePath(at.file).as_posix()
    top = os.environ.get("GITHUB_WORKSPACE")
    if file and top and Path(file).absolute().is_relative_to(top):
        file = Path(file).absolute().relative_to(top).as_posix()
    places = {"file": file, "line": at.line, "col": at.column}
    where = "".join(f"{key}={_property(str(value))}," for key, value in places.items() if value)
    return f"::error {where}title={_property(f'{tool}: {at.kind}')}::{_data(placed(at))}"


def _data(value: str) -> str:
    return visible(value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


# ---------------------------------------------------------------------------------- Markdown

#: Signs that mean something in Markdown, in the HTML in it, or to a host of repositories.
_MARKUP = re.compile(r"[\\`*_\[\]<>#|&~@]|^[-+]")


def _escaped(value: str) -> str:
    return _MARKUP.sub(lambda sign: f"&#{ord(sign[0])};", visible(value))
