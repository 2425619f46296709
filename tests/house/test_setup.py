"""Set-up: a change of what is installed installs again, and only that does."""

import importlib.util
import shutil

import pytest

from tests.paths import ROOT


def installation(root, *extras):
    spec = importlib.util.spec_from_file_location("installation", ROOT / ".ci" / "installation.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.installation(root, *extras)


#: A change of pyproject.toml, and whether it calls for another installation.
CHANGES = [
    ("click>=8.2", "click>=8.3", True),
    ('tilewright = "generator', 'tw = "generator', True),
    ("hatchling>=1.25", "hatchling>=1.26", True),
    ("# the command line", "# commands", False),
    ("line-length = 100", "line-length = 99", False),
]


@pytest.mark.parametrize(("old", "new", "again"), CHANGES)
def test_changes_of_the_project(tmp_path, old, new, again):
    file = tmp_path / "pyproject.toml"
    shutil.copy(ROOT / "pyproject.toml", file)
    before = installation(tmp_path, "dev")
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    assert (installation(tmp_path, "dev") != before) == again
    assert installation(tmp_path, "dev") != installation(tmp_path, "dev,dxf")
