"""Files written whole wherever they lie, and inputs of any size that are read or refused."""

import os
import stat
from pathlib import Path

import pytest

from generator import cli, files
from tests.programs import not_on_windows, on_linux

FIGURE = ["diagram", "abstrakto", "start", "-o"]


def left_over(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


@on_linux
@pytest.mark.parametrize("words", [FIGURE, ["theme", "classic", "--out"]])
def test_devices_are_written_through(words, tmp_path, capsys):
    for name in ("null", "full"):
        (tmp_path / f"{name}.svg").symlink_to(f"/dev/{name}")
    assert cli.run([*FIGURE, str(tmp_path / "null.svg")]) == 0
    capsys.readouterr()
    assert cli.run([*words, str(tmp_path / "full.svg")]) == 2
    message = f"Error: {tmp_path / 'full.svg'}: No space left on device\n"
    assert capsys.readouterr().err == message
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)  # noqa: PTH116


def test_a_write_that_fails_leaves_nothing(tmp_path, monkeypatch, capsys):
    path = tmp_path / "a.svg"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "/some/temporary")

    monkeypatch.setattr(Path, "replace", full)
    assert cli.run([*FIGURE, str(path)]) == 2
    assert capsys.readouterr().err == f"Error: {path}: No space left on device\n"
    assert (path.read_bytes(), left_over(tmp_path)) == (b"old", [])


@pytest.mark.parametrize("name", ["x" * 252 + ".svg", "file/b.svg"])
def test_places_that_cannot_be_written_are_named(name, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert cli.run([*FIGURE, str(tmp_path / name)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"Error: {tmp_path}/")
    assert (err.count("\n"), left_over(tmp_path)) == (1, [])


# ------------------------------------------------------------------------------------- inputs


@not_on_windows
@pytest.mark.parametrize(
    "words",
    ["kit atreya --theme {}.toml", "figures {}.toml", "verify atreya {}", "moves astralis -"],
)  # fmt: skip
def test_endless_files_are_refused(words, tmp_path, capsys, monkeypatch):
    for name in ("zero", "zero.toml"):
        (tmp_path / name).symlink_to("/dev/zero")
    with open("/dev/zero", encoding="latin-1") as zero:  # noqa: PTH123
        monkeypatch.setattr("sys.stdin", zero)
        code = cli.run(words.format(tmp_path / "zero").split())
    assert (code, "larger than" in capsys.readouterr().err) == (2, True)


def test_a_file_keeps_its_mode_and_a_link_its_target(tmp_path):
    path, link = tmp_path / "a", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    assert files.write(link, b"new")
    assert not files.write(link, b"new")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o640)
    assert link.is_symlink()
