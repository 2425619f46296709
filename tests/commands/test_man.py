"""The manual pages: as the command line is now, and read by man without a warning."""

import subprocess

import pytest

from generator.cli import COMMANDS
from tests.cases import some
from tests.commands import man_pages
from tests.programs import program


def test_pages_are_as_the_command_line_is():
    found = {path.name: path.read_bytes().decode("ascii") for path in man_pages.FOLDER.iterdir()}
    assert found == man_pages.pages(), "run make man"
    assert len(found) == len(COMMANDS) + 1


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (".SH of a request", "\\&.SH of a request"),
        ("'list' lists them", "\\&'list' lists them"),
        ("--out  FILE\nhere", "\\-\\-out FILE here"),
        ("C:\\tiles", "C:\\etiles"),
        ("FILE… of 7 × 7", "FILE... of 7 \\[u00D7] 7"),
    ],
)
def test_words_are_words_to_man(words, line):
    assert man_pages.text(words) == line


def test_a_page_tells_all_of_a_command():
    page = man_pages.pages()["tilewright-moves.1"].replace("\\-", "-")
    for told in some(["tilewright moves", "-h, --help", "--limit N", "Bad input"]):
        assert told in page


def test_pages_are_read_without_a_warning():
    files = sorted(map(str, man_pages.FOLDER.glob("*.1")))
    words = [program("groff"), "-man", "-ww", "-rCHECKSTYLE=3", "-P-c", "-Tascii", *files]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.count("Bad input or usage") == len(files)
