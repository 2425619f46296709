"""The house on other systems: what only one kind of system has is used nowhere without a look first.

``make types`` asks mypy the same of Windows' library; here sources are read, the tests' too, and
commands are run without what Windows lacks.  No test of ours has run on Windows itself.
"""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys

import pytest

from generator import cli, files
from generator.checking import pdfium
from tests.cases import some
from tests.paths import ROOT

#: Modules that some systems lack.
MODULES = frozenset(
    ("crypt", "curses", "fcntl", "grp", "msvcrt", "nis", "ossaudiodev", "posix", "pty", "pwd", "readline",
     "resource", "spwd", "syslog", "termios", "tty", "winreg", "winsound")
)  # fmt: skip
#: What modules have on some systems only, besides signals.
NAMES = {
    "os": frozenset(
        ("O_NOFOLLOW", "O_NONBLOCK", "chown", "chroot", "confstr", "fchmod", "fork", "forkpty", "getegid", "geteuid",
         "getgid", "getgroups", "getloadavg", "getpgid", "getuid", "killpg", "lchown", "mkfifo", "mknod", "nice",
         "openpty", "pipe2", "posix_spawn", "sched_getaffinity", "set_blocking", "setsid", "setuid", "statvfs",
         "startfile", "sync", "sysconf", "uname", "wait", "wait3", "wait4", "waitid")
    ),
    "signal": frozenset(
        ("alarm", "getitimer", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "sigwait")
    ),
    "time": frozenset(("tzset", "clock_gettime")),
    "socket": frozenset(("AF_UNIX",)),
}  # fmt: skip
#: The signals that every system has.
SIGNALS = frozenset(("SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM"))
#: What make runs, where there is make: the measuring of time and memory; and what is tried on Linux alone.
MEASURING = (
    "tests/bench/__main__.py",
    "tests/bench/cold.py",
    "tests/commands/injuring.py",
    "tests/studies/test_study.py",
)
SOURCES = sorted(path for room in ("engine", "generator", "tests", ".ci") for path in (ROOT / room).rglob("*.py"))  # fmt: skip


def of_some_systems(tree: ast.AST):
    """Yield what a source uses that some systems lack, without having looked: lines and names."""
    for node in ast.walk(tree):
        for name in used(node):
            if not looked(tree, node):
                yield node.lineno, name


def used(node):
    """Yield the names of what a node uses that some systems lack."""
    match node:
        case ast.Import(names=names):
            yield from (one.name for one in names if one.name in MODULES)
        case ast.ImportFrom(module=str(module), names=names):
            yield from ([module] if module in MODULES else [])
            yield from (f"{module}.{one.name}" for one in names if lacks(module, one.name))
        case ast.Attribute(value=ast.Name(id=module), attr=name) if lacks(module, name):
            yield f"{module}.{name}"


def lacks(module, name):
    if module == "signal" and name.startswith("SIG"):
        return name not in SIGNALS and name.isupper()
    return name in NAMES.get(module, ())


def looked(tree, node):
    """Tell whether a source looks which system it is on before a node.

    By ``sys.platform`` in an ``if`` around it, or one that returns before it in its function; by a
    ``try`` around it; or, in tests, by a mark of tests.programs on its function or file, or by
    ``importorskip`` of a module at the top.
    """
    if skipped(tree.body, node):
        return True
    for outer in ast.walk(tree):
        body = getattr(outer, "body", None)
        if not isinstance(body, list) or not any(node in ast.walk(one) for one in body):
            continue
        if isinstance(outer, ast.If) and "platform" in ast.dump(outer.test):
            return True
        if isinstance(outer, ast.Try):
            return True
        if isinstance(outer, ast.FunctionDef) and (
            any(is_mark(one) for one in outer.decorator_list) or returned(body, node)
        ):
            return True
    return False


def is_mark(node):
    """Tell whether a decorator, or a value, is one of the marks for tests of some systems."""
    names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return bool(names & {"not_on_windows", "on_linux"})


def skipped(body, node):
    """Tell whether a file of tests says before a node that it is not for all systems."""
    for statement in body:
        said = ast.dump(statement)
        if "importorskip" in said and any(f"'{name}'" in said for name in MODULES):
            return True
        if isinstance(statement, ast.Assign) and "pytestmark" in said and is_mark(statement.value):
            return True
        if statement.lineno >= node.lineno:
            return False
    return False


def returned(body, node):
    """Tell whether an ``if`` about the system ends a function before a node."""
    return any(
        isinstance(one, ast.If)
        and "platform" in ast.dump(one.test)
        and isinstance(one.body[-1], ast.Return)
        and one.lineno < node.lineno
        for one in body
    )


def test_nothing_is_used_that_a_system_lacks():
    assert len(SOURCES) > 300
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in SOURCES
        if path.relative_to(ROOT).as_posix() not in MEASURING
        for line, name in of_some_systems(ast.parse(path.read_text("utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("import resource", [1]),
        ("from fcntl import flock", [1]),
        ("from os import mkfifo, path", [1]),
        ("import os\nos.killpg(1, 2)", [2]),
        ("import signal\nsignal.SIGINT, signal.SIGKILL, signal.Signals", [2]),
        ("import sys\nif sys.platform != 'win32':\n    import resource", []),
        ("def f():\n    if sys.platform == 'win32':\n        return\n    import resource", []),
        ("def f():\n    import resource\n    if sys.platform == 'win32':\n        return", [2]),
        ("try:\n    import pwd\nexcept ImportError:\n    pwd = None", []),
        ("pytest.importorskip('resource')\nimport resource", []),
        ("import resource\npytest.importorskip('resource')", [1]),
        ("@not_on_windows\ndef test():\n    os.mkfifo('x')", []),
        ("pytestmark = not_on_windows\ndef test():\n    os.mkfifo('x')", []),
    ],
)
def test_what_is_found(source, lines):
    assert [line for line, _ in of_some_systems(ast.parse(source))] == lines


# ------------------------------------------------------------------------ as on Windows


@pytest.fixture
def as_on_windows(monkeypatch):
    """Return what takes away here what Windows lacks; libraries are loaded as on this system."""

    def take():
        for name in MODULES - {"msvcrt", "winreg", "winsound", "posix"}:
            monkeypatch.setitem(sys.modules, name, None)
        for name in NAMES["os"] - {"posix_spawn"}:  # by which subprocess starts what it is asked to
            monkeypatch.delattr(os, name, raising=False)
        for name in {one.name for one in signal.Signals} - SIGNALS:
            monkeypatch.delattr(signal, name)
        monkeypatch.setattr(os.path, "relpath", other_drive)
        monkeypatch.setattr(sys, "platform", "win32")

    return take


def other_drive(*_):
    raise ValueError("path is on mount 'D:', start on mount 'C:'")


COMMANDS = (
    ("kit", "abstrakto", "--only", "board", "--format", "pdf,svg,png", "--out", "made"),
    ("verify", "made/abstrakto-board.pdf", "--only", "board"),
    ("figures", "figures.toml", "--out", "made"),
    ("figures", "figures.toml", "--out", "made", "--check"),
)
FIGURES = 'game = "abstrakto"\nformats = ["svg"]\n[figures.start]\nposition = "start"\n'


def test_commands_without_what_windows_lacks(tmp_path, monkeypatch, capsys, as_on_windows):
    made = []
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        monkeypatch.chdir(tmp_path / folder)
        (tmp_path / folder / "figures.toml").write_text(FIGURES)
        if folder == "there":
            as_on_windows()
        for words in some(COMMANDS):
            assert cli.run([*words]) == 0, capsys.readouterr().err
        made.append({p.name: p.read_bytes() for p in sorted((tmp_path / folder / "made").iterdir())})  # fmt: skip
    assert len(made[0]) >= 5
    assert made[0] == made[1]


def test_paths_on_another_drive(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert files.relative(tmp_path / "a" / "b", tmp_path / "c") == os.path.join("..", "a", "b")  # noqa: PTH118
    assert files.shown(tmp_path / "a") == "a"
    monkeypatch.setattr(os.path, "relpath", other_drive)
    assert files.relative(tmp_path / "a", tmp_path / "c") == str(tmp_path / "a")
    assert files.shown(tmp_path / "a") == str(tmp_path / "a")


def test_limits_are_left_out_where_there_are_none(as_on_windows):
    as_on_windows()
    assert pdfium.bound_memory(1) is None
    assert pdfium.end_after(1.0) is None


def test_processes_that_are_spawned(tmp_path):
    """As on macOS and Windows: figures are made by processes that know nothing of their parent."""
    (tmp_path / "start.py").write_text(
        "import multiprocessing\nif __name__ == '__main__':\n"
        "    multiprocessing.set_start_method('spawn')\n"
        "    from generator.start import main\n    main()\n"
    )
    head = 'game = "abstrakto"\nformats = ["svg"]\n'
    eight = "".join(f'[figures.n{k}]\nposition = "start"\nsize = {40 + k}\n' for k in range(8))
    (tmp_path / "eight.toml").write_text(head + eight)
    words = [sys.executable, "start.py", "figures", "eight.toml", "--jobs", "2"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "8 written, 0 unchanged\n")
