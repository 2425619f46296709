"""Mutants run: each in a forked process, by the tests that touch it, the fastest first.

A function's code is exchanged in a process that has imported and collected everything; what runs
with the import is mutated while it is imported, in a process that has the libraries only.
"""

from __future__ import annotations

import contextlib
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import NoReturn

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.mutations import Mutant
from tests.mutants.touched import Record, Recorder

#: A test that takes longer than so many seconds, and so many times its own, hangs.
_PATIENCE = 3.0, 8.0

#: Importing and collecting takes a second; it hangs after so many of processor time.
_COLLECTING = 10.0

#: The processes of a mutant may not take more bytes of memory than this.
_MEMORY = 4 * 2**30

_Functions = dict[tuple[str, str, int], list[FunctionType]]
_Exchanges = list[tuple[FunctionType, CodeType]]


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: the test that killed it, "" for none, and processor seconds.

    It is None as long as it has not been run.  ``tests`` is the number of tests that touch it; a mutant that hangs is killed by ``(time)``.
    """

    mutant: Mutant
    killer: str | None
    tests: int
    seconds: float


def recorded(root: Path, sources: list[Path], tests: list[Path], kept: Path) -> Record:
    """Return which tests touch the sources, from what is ``kept`` and by running what is new.

    Tests that fail as it is kill nothing: they are left out.  Raises RuntimeError where no test
    could be run.
    """
    record = Record.read(kept)
    stale = record.stale(root, tests)
    if stale:
        _forked(partial(_record, root, sources, stale, record, kept))
    return Record.read(kept)


def _record(root: Path, sources: list[Path], stale: list[Path], record: Record, to: Path) -> str:
    recorder = Recorder(root, sources, record)
    recorder.start()
    _pytest(root, stale, recorder)
    recorder.finish()
    if not record.tests:
        raise RuntimeError("no test was run")
    record.write(to)
    return ""


def verdicts(
    root: Path, mutants: Sequence[Mutant], record: Record, budget: float
) -> Iterator[Verdict]:
    """Yield what becomes of each mutant: first those no test touches, then those of functions.

    No more tests are begun for one when they have taken ``budget`` seconds of processor.
    """
    with warnings.catch_warnings(action="ignore"):
        for library in record.libraries:
            with contextlib.suppress(Exception):
                importlib.import_module(library)
    late, early = [], []
    for mutant in mutants:
        tests, before = _bearing(mutant, root, record)
        if not tests:
            yield Verdict(mutant, "", 0, 0.0)
        else:
            (early if before else late).append((mutant, tests))
    for verdict in _late(root, late, record, budget):
        if verdict.killer is None:
            early.append((verdict.mutant, _bearing(verdict.mutant, root, record)[0]))
        else:
            yield verdict
    for mutant, tests in early:
        yield _early(root, mutant, tests, record, budget)


def _early(root: Path, mutant: Mutant, tests: list[str], record: Record, budget: float) -> Verdict:
    """Return what becomes of a mutant that runs with the import.

    Collecting tests takes longer than most of them, so the file with most of the fast ones comes
    first, alone.
    """
    fast = Counter(name.split("::")[0] for name in tests[:100])
    first, _ = fast.most_common(1)[0]
    parts = [name for name in tests if name.startswith(f"{first}::")], tests
    seconds = 0.0
    for part in parts:
        killer, used = _forked(partial(_imported, root, mutant, part, record, budget))
        seconds += used
        if killer:
            break
    return Verdict(mutant, killer, len(tests), seconds)


def _bearing(mutant: Mutant, root: Path, record: Record) -> tuple[list[str], bool]:
    """Return the tests that a mutant may fail, and whether it runs before any of them.

    First those that touch it, the fastest first; where it runs early, what it made may be used by
    any test that touches the module, or is in a file with one that touches the folder: first by
    those that touch where it is named.
    """
    path = str(mutant.path.relative_to(root))
    early = not mutant.outer or any(record.early.get(path, 0) >> n & 1 for n in mutant.lines)
    touching = {n for n, test in record.tests.items() if test.touches(path, mutant.lines)}
    order = sorted(touching, key=lambda name: record.tests[name].seconds)
    if not early:
        return order, False
    folder = path.rpartition("/")[0]
    files = {
        name.split("::")[0]
        for name, test in record.tests.items()
        if any(other.startswith(folder) for other in test.lines)
    }
    near = {name for name in record.tests if name.split("::")[0] in files} - touching
    named = mutant.named

    def rank(name: str) -> tuple[bool, float]:
        test = record.tests[name]
        return not test.touches(path, named), test.seconds

    return order + sorted(near, key=rank), True


def _late(
    root: Path, mutants: list[tuple[Mutant, list[str]]], record: Record, budget: float
) -> Iterator[Verdict]:
    """Yield what becomes of mutants of functions, from one process that has collected the tests."""
    if not mutants:
        return
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        paths = _files(root, (name for _, tests in mutants for name in tests))
        _child(
            partial(_pytest, root, paths, _Exchanging(root, mutants, record, budget, writing)),
            writing,
        )
    os.close(writing)
    with os.fdopen(reading) as lines:
        for line in lines:
            number, killer, seconds = json.loads(line)
            mutant, tests = mutants[number]
            yield Verdict(mutant, killer, len(tests), seconds)
    os.waitpid(child, 0)


class _Exchanging:
    """A plugin of pytest: instead of the tests it runs mutants, each in a process forked here.

    A module that is not imported yet is mutated when it is.  Where it is imported and the function
    is not there as it was written, nothing is run, and the answer is None.
    """

    def __init__(
        self,
        root: Path,
        mutants: list[tuple[Mutant, list[str]]],
        record: Record,
        budget: float,
        out: int,
    ) -> None:
        self.root, self.mutants, self.record = root, mutants, record
        self.budget, self.out = budget, out

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run every mutant, and write a line for each."""
        functions = _functions()
        gc.freeze()
        for number, (mutant, tests) in enumerate(self.mutants):
            exchanges = _exchanges(mutant, functions)
            killer, seconds = None, 0.0
            if exchanges or _name(mutant, self.root) not in sys.modules:
                work = partial(self._mutated, session, mutant, tests, exchanges)
                killer, seconds = _forked(work)
            os.write(self.out, (json.dumps([number, killer, seconds]) + "\n").encode())
        return True

    def _mutated(
        self, session: pytest.Session, mutant: Mutant, tests: list[str], exchanges: _Exchanges
    ) -> str:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        for function, code in exchanges:
            function.__code__ = code
        if not exchanges:
            sys.meta_path.insert(0, _Finder(mutant, self.root))
        return _first_failing(session, tests, self.record, self.budget)


def _functions() -> _Functions:
    """Return every function that there is by file, name and line."""
    found: _Functions = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType):
            code = one.__code__
            key = code.co_filename, code.co_qualname, code.co_firstlineno
            found.setdefault(key, []).append(one)
    return found


def _exchanges(mutant: Mutant, functions: _Functions) -> _Exchanges:
    """Return the functions that a mutant changes, each with its mutated code."""
    return [
        (function, code)
        for code in _codes(mutant.code())
        if code.co_qualname == mutant.outer
        for function in functions.get((str(mutant.path), mutant.outer, code.co_firstlineno), [])
    ]


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _imported(root: Path, mutant: Mutant, tests: list[str], record: Record, budget: float) -> str:
    """Run tests that import a mutated module; return the one that fails, or ``(import)``."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    sys.meta_path.insert(0, _Finder(mutant, root))
    signal.setitimer(signal.ITIMER_PROF, _COLLECTING)
    running = _Running(tests, record, budget)
    _pytest(root, _files(root, tests), running)
    return running.killer


class _Running:
    """A plugin of pytest that runs given tests up to the first failing one."""

    def __init__(self, tests: list[str], record: Record, budget: float) -> None:
        self.tests, self.record, self.budget = tests, record, budget
        self.killer = "(import)"

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests; where some could not be collected, there is nothing to run."""
        if not session.testsfailed:
            self.killer = _first_failing(session, self.tests, self.record, self.budget)
        return True


def _name(mutant: Mutant, root: Path) -> str:
    """Return the name of a mutant's module."""
    parts = mutant.path.relative_to(root).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


class _Finder(importlib.abc.MetaPathFinder):
    """What imports one module with a mutation."""

    def __init__(self, mutant: Mutant, root: Path) -> None:
        self.mutant = mutant
        self.name = _name(mutant, root)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return how the module is loaded, None for all others."""
        if fullname != self.name:
            return None
        loader = _Loader(self.mutant, fullname)
        return importlib.util.spec_from_file_location(fullname, loader.path, loader=loader)


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, mutant: Mutant, name: str) -> None:
        super().__init__(name, str(mutant.path))
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        return self.mutant.code()


def _first_failing(session: pytest.Session, tests: list[str], record: Record, budget: float) -> str:
    """Run tests until one fails, and return its name; "" where none does within the budget."""
    began = time.process_time()
    items = {item.nodeid: item for item in session.items}
    for name in tests:
        if name not in items:
            return "(collection)"
        if time.process_time() - began > budget:
            return ""
        limit = _PATIENCE[0] + _PATIENCE[1] * record.tests[name].seconds
        signal.setitimer(signal.ITIMER_PROF, limit)
        signal.setitimer(signal.ITIMER_REAL, 20 * limit)
        if any(report.failed for report in runtestprotocol(items[name], log=False)):
            return name
    return ""


def _files(root: Path, tests: Iterable[str]) -> list[Path]:
    """Return the files that tests are in."""
    return sorted({root / name.split("::")[0] for name in tests})


def _pytest(root: Path, paths: Sequence[Path], plugin: object) -> str:
    """Run pytest with a plugin, tests named as seen from the root, its words and its cache nowhere."""
    options = ["-p", "no:xdist", "-p", "no:cacheprovider", "--capture=no", "--assert=plain"]
    options += ["--import-mode=importlib", f"--rootdir={root}"]
    with tempfile.TemporaryDirectory() as folder:
        pytest.main([*options, f"--basetemp={folder}/t", *map(str, paths)], plugins=[plugin])
    return ""


def _forked(work: Callable[[], str]) -> tuple[str, float]:
    """Run some work in a forked process; return what it answers and its processor seconds.

    One that is ended by the clock answers ``(time)``, by another signal the signal's name.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _child(work, writing)
    os.close(writing)
    with os.fdopen(reading) as answers:
        said = answers.read()
    _, status, used = os.wait4(child, 0)
    if os.WIFSIGNALED(status):
        number = signal.Signals(os.WTERMSIG(status))
        said = "(time)" if number in {signal.SIGPROF, signal.SIGALRM} else f"({number.name})"
    elif os.WEXITSTATUS(status):
        raise RuntimeError("the process of a mutant did not end as it should")
    return said, used.ru_utime + used.ru_stime


def _child(work: Callable[[], str], writing: int) -> NoReturn:
    """Do some work with nothing to read and nowhere to write but the answer, and end."""
    code = 1
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        answer = work()
        os.write(writing, answer.encode())
        code = 0
    finally:
        os._exit(code)
