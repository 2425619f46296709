"""Outcomes of verification as text, JSON, JUnit XML or GitHub workflow commands.

Returns texts; printing them is the command's.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping, Sequence

from engine.words import count
from generator.checking.faults import KINDS, Fault, Outcome


def text(outcomes: Sequence[Outcome]) -> str:
    """Return outcomes for people: what was found, every fault, and the verdict."""
    lines: list[str] = []
    for outcome in outcomes:
        lines.append(f"{outcome.game}: {outcome.subject}")
        lines += [f"  {fact}" for fact in outcome.facts]
        lines += [f"  - {_placed(fault)}" for fault in outcome.faults]
        lines.append(f"  {_verdict(outcome)}")
    return "\n".join(lines) + "\n"


def _verdict(outcome: Outcome) -> str:
    if outcome.ok:
        return f"in order: {outcome.found} of {outcome.expected}"
    return f"not in order: {count(len(outcome.faults), 'fault')}"


def _placed(fault: Fault) -> str:
    """Return a fault's sentence, with its file where the sentence does not name it."""
    if fault.file and not fault.is_placed:
        return f"{fault.file}: {fault.message}"
    return fault.message


def as_json(outcomes: Sequence[Outcome]) -> str:
    """Return outcomes for programs: one object, faults with all their fields."""
    answer = {
        "ok": all(outcome.ok for outcome in outcomes),
        "outcomes": [
            {
                "game": outcome.game,
                "subject": outcome.subject,
                "ok": outcome.ok,
                "expected": outcome.expected,
                "found": outcome.found,
                "facts": list(outcome.facts),
                "checked": list(outcome.checked),
                "faults": [_fields(fault) for fault in outcome.faults],
            }
            for outcome in outcomes
        ],
    }
    return json.dumps(answer, indent=2, ensure_ascii=False) + "\n"


def _fields(fault: Fault) -> dict[str, object]:
    """Return a fault's fields, without those that are empty."""
    said = fault._asdict()
    del said["is_placed"]
    if not fault.page:
        del said["page"]
    return {key: value for key, value in said.items() if value not in ("", None)}


def junit(outcomes: Sequence[Outcome]) -> str:
    """Return outcomes as JUnit XML: a suite for each, a test case for each kind of fault."""
    suites = [_suite(outcome) for outcome in outcomes]
    tests = sum(len(outcome.checked) for outcome in outcomes)
    failures = sum(len({f.kind for f in outcome.faults}) for outcome in outcomes)
    head = f'<testsuites name="tilewright verify" tests="{tests}" failures="{failures}">'
    return "\n".join(['<?xml version="1.0" encoding="utf-8"?>', head, *suites, "</testsuites>", ""])


def _suite(outcome: Outcome) -> str:
    by_kind: dict[str, list[Fault]] = {kind: [] for kind in outcome.checked}
    for fault in outcome.faults:
        by_kind.setdefault(fault.kind, []).append(fault)
    failures = sum(bool(faults) for faults in by_kind.values())
    name = _attribute(f"{outcome.game}: {outcome.subject}")
    lines = [f' <testsuite name={name} tests="{len(by_kind)}" failures="{failures}">']
    for kind, faults in by_kind.items():
        case = f"  <testcase classname={_attribute(outcome.game)} name={_attribute(KINDS[kind])}"
        if not faults:
            lines.append(f"{case}/>")
            continue
        number = count(len(faults), "fault")
        words = html.escape(_printable("\n".join(_placed(fault) for fault in faults)))
        failure = f"<failure message={_attribute(number)} type={_attribute(kind)}>{words}</failure>"
        lines += [f"{case}>", f"   {failure}", "  </testcase>"]
    lines.append(" </testsuite>")
    return "\n".join(lines)


def _attribute(value: str) -> str:
    return f'"{html.escape(_printable(value))}"'


_UNPRINTABLE = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _printable(value: str) -> str:
    """Return a text without the characters XML cannot hold (XML 1.0, 2.2)."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", value)


def github(outcomes: Sequence[Outcome]) -> str:
    """Return outcomes as GitHub workflow commands: an error for each fault, a notice for the rest."""
    lines = []
    for outcome in outcomes:
        for fault in outcome.faults:
            title = _property(f"tilewright verify: {fault.kind}")
            file = f"file={_property(fault.file)}," if fault.file else ""
            lines.append(f"::error {file}title={title}::{_data(_placed(fault))}")
        verdict = f"{outcome.game}, {outcome.subject}: {_verdict(outcome)}"
        lines.append(
            f"::{'notice' if outcome.ok else 'error'} title=tilewright verify::{_data(verdict)}"
        )
    return "\n".join(lines) + "\n"


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


#: What can be asked for.
FORMATS: Mapping[str, Callable[[Sequence[Outcome]], str]] = {
    "text": text,
    "json": as_json,
    "junit": junit,
    "github": github,
}
