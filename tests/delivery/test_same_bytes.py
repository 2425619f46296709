"""What is made is the same bytes whatever the clock, the place and the language; ``make same`` tries each alone."""

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
import zlib
from pathlib import Path

import pytest

from tests.delivery import same_bytes
from tests.delivery.same_bytes import OTHERWISE, USUAL, Condition, differing, digests
from tests.paths import ROOT


def test_all_otherwise_at_once_gives_the_same_bytes(tmp_path):
    usual = digests(USUAL)
    kinds = {Path(name).suffix for name in usual}
    assert kinds >= {".pdf", ".svg", ".png", ".dxf", ".3mf", ".html", ".gif", ".vtt", ".json"}
    assert differing(usual, digests(OTHERWISE._replace(folder=str(tmp_path)))) == []


def test_each_condition_has_a_name_of_its_own():
    names = [one.name for one in same_bytes.conditions(["/usr/bin/python3.12"])]
    assert len(names) == len(set(names)) > 25
    assert "by /usr/bin/python3.12" in names


def test_another_clock_is_another_clock(tmp_path):
    program = (
        "import datetime, time; print(datetime.datetime.now().year - 10, time.gmtime().tm_year)"
    )
    words = [sys.executable, "-c", same_bytes._ELSEWHEN + program]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    assert int(said[1]) - int(said[0]) in (9, 10, 11)


def packed(level):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo("a.json"), b"text " * 99, zipfile.ZIP_DEFLATED, level)
    return buffer.getvalue()


def sheet(level):
    stream = zlib.compress(b"0 0 m 1 1 l " * 99, level)
    return b"%%PDF-1.6\n1 0 obj <</Length %d>> stream\n%s\nendstream endobj\nstartxref\n%d\n%%%%EOF" % (
        len(stream), stream, len(stream) + 50,
    )  # fmt: skip


@pytest.mark.parametrize("make", [packed, sheet])
def test_packed_in_another_way_is_the_same_to_other_machines(make):
    one, other = make(1), make(9)
    assert one != other
    assert same_bytes._unpacked(one) == same_bytes._unpacked(other)


@pytest.mark.parametrize(("more", "code", "said"), [({}, 0, "2 files alike"), ({"a": "0"}, 1, "a")])
def test_machines_are_compared(more, code, said, tmp_path, monkeypatch, capsys):
    told = {"a": "1", "b": "2"}
    for name, its in (("linux.json", told), ("mac.json", {**told, **more})):
        (tmp_path / name).write_text(json.dumps(its))
    files = [str(tmp_path / name) for name in ("linux.json", "mac.json")]
    monkeypatch.setattr(sys, "argv", ["same_bytes", "--compare", *files])
    assert same_bytes.main() == code
    assert capsys.readouterr().out == f"mac.json: {said}\n"


def test_a_command_that_fails_is_told(tmp_path):
    with pytest.raises(subprocess.CalledProcessError):
        same_bytes._run(Condition("bad"), ["kit nothing"], tmp_path)


# ------------------------------------------------------------------------- wheel and source


def built(folder, umask, **environment):
    """Build wheel and source from a copy of the sources, and return their bytes by name."""
    sources, out = folder / "sources", folder / "dist"
    with Umask(umask):
        for name in ("engine", "generator", "tilewright", "templates", "docs", ".ci", ".github"):
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(
                ROOT / name, sources / name, ignore=ignored, copy_function=shutil.copyfile
            )
        for path in ROOT.iterdir():
            if path.is_file() and path.name != ".git":
                shutil.copyfile(path, sources / path.name)
        words = ["-m", "build", "--no-isolation", "--outdir", str(out), str(sources)]
        clean = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", **environment}
        subprocess.run([sys.executable, *words], env=clean, check=True, capture_output=True)
    return {path.name: path.read_bytes() for path in out.iterdir()}


class Umask:
    """Within it, files are made with these rights left out."""

    def __init__(self, mask):
        self.mask = mask

    def __enter__(self):
        self.mask = os.umask(self.mask)

    def __exit__(self, *_):
        os.umask(self.mask)


@pytest.mark.skipif(sys.platform == "win32", reason="rights of files are POSIX's")
def test_wheel_and_source_are_the_same_bytes(tmp_path):
    pytest.importorskip("hatchling")
    (tmp_path / "a").mkdir()
    (tmp_path / "another place é").mkdir()
    one = built(tmp_path / "a", 0o022, TZ="UTC", PYTHONHASHSEED="0")
    other = built(tmp_path / "another place é", 0o077, TZ="Asia/Kathmandu", PYTHONHASHSEED="1")
    assert [name.rpartition(".")[2] for name in sorted(one)] == ["whl", "gz"]
    assert [name for name in one if one[name] != other[name]] == []
    (wheel,) = (data for name, data in one.items() if name.endswith(".whl"))
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2023, 11, 14, 22, 13, 20)}
    (source,) = (data for name, data in one.items() if name.endswith(".gz"))
    with tarfile.open(fileobj=io.BytesIO(source)) as archive:
        assert {(entry.mtime, entry.uid, entry.uname) for entry in archive} == {(1700000000, 0, "")}
