"""Which tests touch which lines: recorded once by coverage.py, kept until a source changes.

A line that a fixture of a whole module or a cached function of the tests runs counts for every
test that asks for it, whoever came first; caches of the sources are emptied before each test.
Lines that run with the import, or while tests are collected, are told apart: what they made is
there before any test.
"""

from __future__ import annotations

import functools
import hashlib
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import coverage
import pytest

#: Packages whose caches are emptied; those of the tests are told who asked.
_SOURCES = ("engine.", "generator.")

_EARLY = "early"


@dataclass
class Test:
    """A test: its processor time in seconds, and the lines it touches as bits of a number."""

    seconds: float
    lines: dict[str, int]

    def touches(self, path: str, lines: Iterable[int]) -> bool:
        """Tell whether the test runs one of the lines of a file."""
        return any(self.lines.get(path, 0) >> line & 1 for line in lines)


@dataclass
class Record:
    """What a run of tests touched; ``early`` are the lines run before any test."""

    sources: str = ""
    files: dict[str, str] = field(default_factory=dict)
    tests: dict[str, Test] = field(default_factory=dict)
    early: dict[str, int] = field(default_factory=dict)
    libraries: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> Record:
        """Return the record kept in a file, an empty one where there is none."""
        if not path.exists():
            return cls()
        kept = json.loads(path.read_text("utf-8"))
        kept["tests"] = {name: Test(**test) for name, test in kept["tests"].items()}
        return cls(**kept)

    def write(self, path: Path) -> None:
        """Keep the record in a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(self)), "utf-8")

    def stale(self, root: Path, tests: list[Path]) -> list[Path]:
        """Forget what is out of date, and return the files of tests to record."""
        sources = _digest(sorted(_sources_of(root)))
        if sources != self.sources:
            self.__init__(sources=sources)  # type: ignore[misc]
        now = {str(path.relative_to(root)): _digest([path]) for path in tests}
        changed = {name for name in now if self.files.get(name) != now[name]}
        self.tests = {
            name: test
            for name, test in self.tests.items()
            if name.split("::")[0] in now.keys() - changed
        }
        self.files = now
        return [root / name for name in sorted(changed)]


def _sources_of(root: Path) -> Iterator[Path]:
    """Yield what tests may depend on, but for their own files."""
    for room in ("engine", "generator", "templates", "tests"):
        for path in (root / room).rglob("*"):
            test = path.name.startswith("test_") or path.parent.name == "mutants"
            if not test and path.suffix in {".py", ".toml", ".txt"}:
                yield path


def _digest(paths: list[Path]) -> str:
    digest = hashlib.sha256(sys.version.encode())
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()


class Recorder:
    """A plugin of pytest that records which lines of some files each test touches."""

    def __init__(self, root: Path, paths: list[Path], record: Record) -> None:
        self.root, self.paths, self.record = root, paths, record
        self.coverage = coverage.Coverage(
            data_file=None, config_file=False, include=[str(path) for path in paths]
        )
        self.context = _EARLY
        self.asked: defaultdict[str, set[str]] = defaultdict(set)
        self.seconds: dict[str, float] = {}
        self.caches: list[Any] = []
        self.failed: set[str] = set()

    def start(self) -> None:
        """Record from now on: before anything of the project is imported."""
        self._watch_caches()
        self.coverage.start()
        self.coverage.switch_context(_EARLY)

    def _watch_caches(self) -> None:
        kept = functools.lru_cache

        def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
            if callable(maxsize):
                return self._cached(kept(), maxsize)
            return lambda function: self._cached(kept(maxsize, typed), function)

        functools.lru_cache = lru_cache  # type: ignore[assignment]

    def _cached(self, kept: Callable[[Any], Any], function: Callable[..., Any]) -> Any:
        name = f"{function.__module__}.{function.__qualname__}"
        if name.startswith(_SOURCES):
            self.caches.append(kept(function))
            return self.caches[-1]
        if not name.startswith("tests.") or name.startswith("tests.reference."):
            return kept(function)

        @kept
        def made(*args: Any, **named: Any) -> Any:
            with _Within(self, f"cache {name}"):
                return function(*args, **named)

        @functools.wraps(function)
        def asked(*args: Any, **named: Any) -> Any:
            self.asked[self.context].add(f"cache {name}")
            return made(*args, **named)

        asked.cache_clear = made.cache_clear  # type: ignore[attr-defined]
        return asked

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        for cache in self.caches:
            cache.cache_clear()
        began = time.process_time()
        with _Within(self, item.nodeid):
            yield
        self.seconds[item.nodeid] = time.process_time() - began
        for definitions in item._fixtureinfo.name2fixturedefs.values():  # type: ignore[attr-defined]
            self.asked[item.nodeid].update(map(_fixture, definitions))
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        with _Within(self, _fixture(fixturedef)):
            return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or report.skipped:
            self.failed.add(report.nodeid)

    def finish(self) -> None:
        """Put what was recorded into the record."""
        self.coverage.stop()
        touched: defaultdict[str, dict[str, int]] = defaultdict(dict)
        data = self.coverage.get_data()
        for path in self.paths:
            name = str(path.relative_to(self.root))
            for line, contexts in data.contexts_by_lineno(str(path)).items():
                for context in contexts:
                    touched[context][name] = touched[context].get(name, 0) | 1 << line
        for name, seconds in self.seconds.items():
            if name in self.failed:
                continue
            self.record.tests[name] = Test(seconds, _united(touched[c] for c in self._all(name)))
        self.record.early = _united([self.record.early, touched[_EARLY]])
        self.record.libraries = [
            name
            for name, module in sys.modules.items()
            if not (getattr(module, "__file__", None) or "").startswith(str(self.root))
        ]

    def _all(self, context: str) -> set[str]:
        """Return a context with all that it asked for, directly or not."""
        found, new = set(), {context}
        while new:
            found |= new
            new = {one for context in new for one in self.asked[context]} - found
        return found


class _Within:
    """What runs meanwhile is another context's."""

    def __init__(self, recorder: Recorder, context: str) -> None:
        self.recorder, self.context = recorder, context

    def __enter__(self) -> None:
        self.before = self.recorder.context
        self._switch(self.context)

    def __exit__(self, *_: object) -> None:
        self._switch(self.before)

    def _switch(self, context: str) -> None:
        self.recorder.context = context
        self.recorder.coverage.switch_context(context)


def _fixture(definition: Any) -> str:
    return f"fixture {definition.baseid} {definition.argname}"


def _united(several: Iterable[dict[str, int]]) -> dict[str, int]:
    united: dict[str, int] = {}
    for lines in several:
        for path, bits in lines.items():
            united[path] = united.get(path, 0) | bits
    return united
