"""What tests need of the system: its programs, and marks for tests that are not for every system.

Where a program is missing, a machine of ours has failed.
"""

import os
import shutil
import sys

import pytest

not_on_windows = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such thing")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a device")


def program(name: str) -> str:
    """The path of a program; without it the test is skipped, and fails in CI."""
    path = shutil.which(name)
    if path is None and os.environ.get("CI"):
        pytest.fail(f"no {name} here; make setup installs it")
    if path is None:
        pytest.skip(f"no {name} here")
    return path
