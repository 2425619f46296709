"""Programs of the system that tests need: where one is missing, a machine of ours has failed."""

import os
import shutil

import pytest


def program(name: str) -> str:
    """The path of a program; without it the test is skipped, and fails in CI."""
    path = shutil.which(name)
    if path is None and os.environ.get("CI"):
        pytest.fail(f"no {name} here; make setup installs it")
    if path is None:
        pytest.skip(f"no {name} here")
    return path
