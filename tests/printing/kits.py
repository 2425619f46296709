"""Kits for the tests of printing, made from a game's own template."""

from generator import cli
from generator.printing import template
from generator.printing.kit import make


def printed(game, *only, **options):
    """Return a kit, or components of it, with options of print."""
    source = template.load(game)
    return make(source, source.printing.with_options(options), only)


def sheets(game, *only, **options):
    """Return the sheets of a kit's first component."""
    return printed(game, *only, **options).components[0].sheets


def run(capsys, *words):
    """Return the exit code of a command line, its output and its notes."""
    code = cli.run([str(word) for word in words])
    return code, *capsys.readouterr()
