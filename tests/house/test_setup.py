"""Set-up: what is installed is installed again when that changes, and only then."""

import importlib.util
import shutil

import pytest

from tests.paths import ROOT


def installation(root, *extras):
    spec = importlib.util.spec_from_file_location("installation", ROOT / ".ci" / "installation.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.installation(root, *extras)


@pytest.fixture
def checkout(tmp_path):
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def changed(checkout, old, new):
    """Return whether a change of pyproject.toml calls for another installation."""
    before = installation(checkout, "dev")
    file = checkout / "pyproject.toml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    return installation(checkout, "dev") != before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("click>=8.1", "click>=8.2"),
        ("ezdxf>=1.3", "ezdxf>=1.4"),
        ('tilewright = "generator', 'tw = "generator'),
        ('dev-mode-dirs = ["."]', 'dev-mode-dirs = ["..", "."]'),
        ("hatchling>=1.25", "hatchling>=1.26"),
    ],
)
def test_what_calls_for_another_installation(checkout, old, new):
    assert changed(checkout, old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# the command line", "# commands"),
        ("line-length = 100", "line-length = 99"),
        ("Printable components", "Printed components"),
        ("strict = true", "strict = false"),
    ],
)
def test_what_calls_for_none(checkout, old, new):
    assert not changed(checkout, old, new)


def test_other_extras_and_another_place_call_for_another_installation(checkout):
    assert installation(checkout, "dev") == installation(checkout, "dev")
    assert installation(checkout, "dev") != installation(checkout, "dev,dxf")
    assert installation(checkout, "dev") != installation(ROOT, "dev")
