"""The reports that all checking commands have, made from suites and cases."""

from __future__ import annotations

from dataclasses import dataclass

from generator.checking import report
from generator.checking.faults import Unread
from generator.checking.report import CheckRun


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
        raise NotImplementedError

    def text(self, *, all: bool = False) -> str:
        """Return the report for people."""
        raise NotImplementedError

    def json(self) -> str:
        """Return the report for programs."""
        raise NotImplementedError

    def junit(self) -> str:
        """Return the report as JUnit XML."""
        return report.junit(self._run())

    def github(self, *, all: bool = False) -> str:
        """Return the report as GitHub's workflow commands."""
        return report.github(self._run(), whole=all)

    def markdown(self, *, all: bool = False) -> str:
        """Return the report as Markdown, for the page of a job or a comment."""
        return report.markdown(self._run(), whole=all)

    def _run(self) -> CheckRun:
        raise NotImplementedError
