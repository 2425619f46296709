"""Fixtures: a folder where packages are installed, of which the games are known."""

import pytest

from tests.plugins import packages


@pytest.fixture
def site(tmp_path, monkeypatch):
    """Return a folder on the path of imports; what is installed there is found after ``forget``."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    packages.forget()
    yield folder
    packages.forget_modules(tmp_path)
    monkeypatch.undo()
    packages.forget()
