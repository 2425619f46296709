"""The options of ``tilewright kit`` for print shops and cutting machines, and what they exclude."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from engine.errors import OptionError
from engine.words import listed, plural
from generator.printing import template

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--color", help=f"{' or '.join(template.COLORS)}: ink for a press, in the PDF."),
    click.option("--pdfx", help="With --color cmyk: PDF/X-4, or 1a for old presses. [default: 4]"),
    click.option(
        "--icc", metavar="FILE", help="With --color cmyk: your shop's profile. [default: coated]"
    ),
)


def options(command: F) -> F:
    """Add the options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def see_formats(printing: template.PrintSettings, formats: Sequence[str]) -> None:
    """See that what is asked for a press is written as what a press takes.

    Raises OptionError.
    """
    other = [name.upper() for name in formats if name != "pdf"]
    if printing.color == "cmyk" and other:
        has = plural(len(other), "has", "have")
        words = f"{listed(other)} {has} no inks"
        raise OptionError(f"{words}; --color cmyk goes with --format pdf")
