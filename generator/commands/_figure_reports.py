"""What making or checking figures found, told as it goes or in reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.words import count
from generator import answers
from generator.checking import report
from generator.checking.faults import Fault
from generator.checking.report import Case, CheckRun, Suite
from generator.commands import _reports, _telling
from generator.illustrating import places


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
            _telling.result(path)

    def stands(self, amount: int = 1) -> None:
        """Count files that are right already."""
        self.unchanged += amount

    def wrong(self, path: str, words: str, figure: str = "") -> None:
        """Tell of a file that is not as the specification gives it."""
        line = places.find(self.text, ("figures", figure)).line if figure else 0
        self.add(path, f"{path} {words}", line)
        if self.is_text:
            _telling.result(f"{path} {words}")

    def add(self, path: str, message: str, line: int = 0) -> None:
        """Add to the reports what is wrong with a file, at a line of the specification."""
        fault = Fault("figure", message, self.spec, line=line, is_placed=True)
        self.faults.append((path, fault))

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
