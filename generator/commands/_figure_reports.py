"""What making or checking figures found, told as it goes or in reports."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from engine.words import count
from generator import answers
from generator.checking import report
from generator.checking.faults import Fault
from generator.checking.report import Case, CheckRun, Suite
from generator.commands import _reports


@dataclass
class FiguresTold:
    """The files of a specification: those written, how many stood so already, and what is wrong."""

    spec: str
    wishes: Sequence[_reports.Wish]
    #: The specification's text, for the lines of its figures.
    text: str = ""
    written: list[str] = field(default_factory=list)
    unchanged: int = 0
    faults: list[tuple[str, Fault]] = field(default_factory=list)

    @property
    def is_text(self) -> bool:
        """Whether people read what is printed, so that each file is told when it is done."""
        return any(wish == _reports.Wish("text", None) for wish in self.wishes)

    def wrote(self, path: str) -> None:
        """Tell of a file that was written."""
        self.written.append(path)
        if self.is_text:
            click.echo(path)

    def stands(self, amount: int = 1) -> None:
        """Count files that are right already."""
        self.unchanged += amount

    def wrong(self, path: str, words: str, figure: str = "") -> None:
        """Tell of a file that is not as the specification gives it."""
        line = _line_of(self.text, figure)
        fault = Fault("figure", f"{path} {words}", self.spec, line=line, is_placed=True)
        self.faults.append((path, fault))
        if self.is_text:
            click.echo(f"{path} {words}")

    def forms(self, error: str = "") -> dict[str, Callable[[], str]]:
        """Return how each report is made, or that of an error."""
        return {
            # Printed line by line already.
            "text": lambda: "",
            "json": lambda: self._json(error),
            "junit": lambda: report.junit(self._run(error)),
            "github": lambda: report.github(self._run(error)),
        }

    def _json(self, error: str) -> str:
        answer: dict[str, Any] = {"ok": not error and not self.faults}
        if error:
            answer["error"] = error
        faults = [
            {"file": path, "message": fault.message} | ({"line": fault.line} if fault.line else {})
            for path, fault in self.faults
        ]
        whole = answer | {"written": self.written, "unchanged": self.unchanged, "faults": faults}
        return answers.written("figures", whole) + "\n"

    def _run(self, error: str) -> CheckRun:
        """Return the specification as a suite with a case for each file that is wrong, and the rest."""
        faults = tuple(fault for _, fault in self.faults)
        cases = [Case(self.spec, path, (fault,)) for path, fault in self.faults]
        if self.unchanged:
            words = count(self.unchanged, "file is", "files are")
            cases.append(Case(self.spec, f"{words} as the specification gives them"))
        total = self.unchanged + len(faults)
        verdict = f"{self.spec}: {self.unchanged} of {count(total, 'file')} in order"
        suite = Suite(self.spec, tuple(cases), faults, verdict)
        return CheckRun("tilewright figures", () if error else (suite,), error)


def _line_of(text: str, figure: str) -> int:
    """Return the line of a specification that names a figure, 0 where none does."""
    table = rf"^\s*\[\s*figures\s*\.\s*([\"']?){re.escape(figure)}\1\s*\]"
    found = re.search(table, text, re.MULTILINE) if figure else None
    return 1 + text.count("\n", 0, found.end()) if found else 0
