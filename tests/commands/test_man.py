"""The manual pages: as the command line is now, and read by man without a warning."""

import subprocess

from generator.cli import COMMANDS
from tests.commands import man_pages
from tests.programs import program


def test_pages_are_as_the_command_line_is():
    found = {path.name: path.read_bytes().decode("ascii") for path in man_pages.FOLDER.iterdir()}
    assert found == man_pages.pages(), "run make man"
    assert len(found) == len(COMMANDS) + 1


def test_pages_are_read_without_a_warning():
    files = sorted(map(str, man_pages.FOLDER.glob("*.1")))
    words = [program("groff"), "-man", "-ww", "-rCHECKSTYLE=3", "-P-c", "-Tascii", *files]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.count("Bad input or usage") == len(files)
