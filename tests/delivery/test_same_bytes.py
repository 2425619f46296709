"""What is made is the same bytes whatever the clock, the place and the language."""

import io
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.delivery.same_bytes import OTHERWISE, USUAL, differing, digests
from tests.paths import ROOT


def test_all_otherwise_at_once_gives_the_same_bytes(tmp_path):
    usual = digests(USUAL)
    kinds = {Path(name).suffix for name in usual}
    assert kinds >= {".pdf", ".svg", ".png", ".dxf", ".3mf", ".html", ".gif", ".vtt", ".json"}
    assert differing(usual, digests(OTHERWISE._replace(folder=str(tmp_path)))) == []


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
