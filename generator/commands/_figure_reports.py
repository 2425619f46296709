"""What making or checking figures found, told as it goes or in reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator import answers
from generator.api.rulebooks import FigureFile, FiguresMade
from generator.checking import report
from generator.checking.faults import Fault
from generator.checking.report import Case, CheckRun, Suite
from generator.checking.unread import Unread
from generator.commands import _reports, _telling


@dataclass
class FiguresTold:
    """The files of a specification as they come: those that are written, or are wrong."""

    spec: str
    wishes: Sequence[_reports.Wish]
    files: list[FigureFile] = field(default_factory=list)

    def hear(self, file: FigureFile) -> None:
        """Tell of a file that was written, or is wrong."""
        self.files.append(file)
        if _reports.PRINTED in self.wishes:
            _telling.result(_line(file))

    def unread(self, error: Unread) -> _reports.Forms:
        """Return how each report is made of what could not be made, or read."""
        return self.forms(FiguresMade(tuple(self.files)), error)

    def forms(self, made: FiguresMade, *errors: Unread) -> _reports.Forms:
        """Return how each report is made of what was made."""
        run = CheckRun("tilewright figures", () if errors else (self._suite(made),), errors)
        return {
            "printed": lambda: "",  # line by line already
            "text": lambda: report.lined(_lines(made, errors)),
            "json": lambda: _json(made, self.spec, errors),
            "junit": lambda: report.junit(run),
            "github": lambda: report.github(run),
            "markdown": lambda: report.markdown(run),
        }

    def _suite(self, made: FiguresMade) -> Suite:
        """Return the specification as a suite with a case for each figure, and for what is of none."""
        all_wrong = list(_wrong(made, self.spec))
        found: dict[str, list[Fault]] = {name: [] for name in made.seconds}
        for one in all_wrong:
            for name in one.figures or ("",):
                found.setdefault(name, []).append(one.fault)
        if not found:
            found[""] = []
        cases = [
            Case(
                self.spec,
                name or "What is of no figure",
                tuple(faults),
                made.seconds.get(name, 0.0),
            )
            for name, faults in found.items()
        ]
        faults = tuple(one.fault for one in all_wrong)
        verdict = f"{self.spec}: {made.verdict}"
        return Suite(self.spec, tuple(cases), faults, verdict, sum(made.seconds.values()))


class _Wrong(NamedTuple):
    """What is wrong, with a file or in the specification, and the figures that have it."""

    figures: tuple[str, ...]
    path: str
    fault: Fault


def _wrong(made: FiguresMade, spec: str) -> Iterator[_Wrong]:
    """Yield what is wrong."""
    for file in made.wrong:
        fault = Fault("figure", _line(file), spec, line=file.line, is_placed=True)
        yield _Wrong((file.figure,), file.path, fault)
    for error in made.errors:
        fault = Fault("figure", error.message, spec, is_placed=True)
        yield _Wrong(error.figures, spec, fault._replace(line=error.line, column=error.column))


def _line(file: FigureFile) -> str:
    """Return the line for people of a file that was written, or is wrong."""
    return f"{file.path} {file.wrong}" if file.wrong else file.path


def _lines(made: FiguresMade, errors: Sequence[Unread]) -> Iterator[str]:
    """Yield the lines of the report for people."""
    yield from map(_line, made.files)
    yield from (f"Error: {error.message}" for error in made.errors)
    yield from map(report.error_line, errors)
    if not errors:
        yield made.verdict


def _json(made: FiguresMade, spec: str, errors: Sequence[Unread]) -> str:
    """Return the report for programs."""
    answer: dict[str, Any] = {"ok": made.ok and not errors, **report.told(errors)}
    answer["written"] = [str(path) for path in made.written]
    answer["unchanged"] = made.unchanged
    answer["faults"] = [
        {"file": one.path, "message": one.fault.message}
        | {name: at for name in ("line", "column") if (at := getattr(one.fault, name))}
        for one in _wrong(made, spec)
    ]
    return answers.written("figures", answer) + "\n"
