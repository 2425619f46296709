"""What holds for every test: property tests try the same cases everywhere, and on no clock.

And how a command line is seen to be refused.
"""

import gc

import pytest
from hypothesis import settings

import generator.checking  # noqa: F401 - before anything imports NumPy: it says how many threads
from generator import cli
from tests.programs import browser, window  # fixtures for all rooms
from tests.readers import forked_readers

__all__ = ["browser", "forked_readers", "window"]

settings.register_profile("tilewright", derandomize=True, deadline=None)
settings.load_profile("tilewright")


def pytest_collection_finish():
    """Leave what thousands of tests are made of out of every search for garbage, and search as the program does."""
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.fixture
def refused(tmp_path, monkeypatch, capsys):
    """Return what runs a command line in an empty folder, sees it refused, and returns the reason."""
    monkeypatch.chdir(tmp_path)

    def said(*words):
        before = sorted(tmp_path.iterdir())
        code = cli.run([str(word) for word in words])
        out, err = capsys.readouterr()
        assert (code, out) == (cli.BAD_INPUT, ""), err
        assert err.startswith("Error: ")
        assert err.count("\n") == 1, err
        assert sorted(tmp_path.iterdir()) == before, "nothing is written"
        return err.removeprefix("Error: ").rstrip("\n")

    return said
