"""What making or checking figures found, told as it goes or in reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.words import count
from generator import answers
from generator.api.rulebooks import FigureFile
from generator.checking import report
from generator.checking.faults import Fault
from generator.checking.report import Case, CheckRun, Suite
from generator.commands import _reports, _telling


@dataclass
class FiguresTold:
    """The files of a specification: those written, how many stood so already, and what is wrong."""

    spec: str
    wishes: Sequence[_reports.Wish]
    written: list[str] = field(default_factory=list)
    unchanged: int = 0
    faults: list[tuple[str, Fault]] = field(default_factory=list)

    @property
    def is_text(self) -> bool:
        """Whether people read what is printed, so that each file is told when it is done."""
        return any(wish == _reports.Wish("text", None) for wish in self.wishes)

    def hear(self, file: FigureFile) -> None:
        """Tell of a file that was written, or is wrong."""
        if file.wrong:
            self.add(file.path, f"{file.path} {file.wrong}", file.line)
        else:
            self.written.append(file.path)
        if self.is_text:
            _telling.result(f"{file.path} {file.wrong}" if file.wrong else file.path)

    def add(self, path: str, message: str, line: int = 0, column: int = 0) -> None:
        """Add to the reports what is wrong with a file, at a place in the specification."""
        fault = Fault("figure", message, self.spec, line=line, column=column, is_placed=True)
        self.faults.append((path, fault))

    def forms(self, error: str = "") -> dict[str, Callable[[], str]]:
        """Return how each report is made, or that of an error."""
        return {
            # Printed line by line already.
            "text": lambda: "",
            "json": lambda: self._json(error),
            "junit": lambda: report.junit(self._run(error)),
            "github": lambda: report.github(self._run(error)),
            "markdown": lambda: report.markdown(self._run(error)),
        }

    def _json(self, error: str) -> str:
        answer: dict[str, Any] = {"ok": not error and not self.faults}
        if error:
            answer["error"] = error
        faults = [
            {"file": path, "message": fault.message}
            | {name: at for name in ("line", "column") if (at := getattr(fault, name))}
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
