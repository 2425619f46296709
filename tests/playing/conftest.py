"""A studio that runs for the tests of a module."""

import re
import subprocess
import sys
from typing import NamedTuple

import pytest


class Studio(NamedTuple):
    """A studio: its process, and the address of its page."""

    running: subprocess.Popen
    address: str

    @property
    def port(self):
        return int(re.split(r"[:/]", self.address)[4])


@pytest.fixture(scope="module")
def studio():
    """Return a studio that complains of nothing."""
    code = "from generator.start import main; main()"
    words = [sys.executable, "-c", code, "studio", "--no-browser", "--port", "0"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as running:
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+/", running.stderr.readline())
        yield Studio(running, address)
        running.terminate()
        assert running.stderr.read() == ""
