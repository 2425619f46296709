"""The manual pages in docs/man, written from the command line's own tables; ``make man`` writes them.

It knows click's parameters and how man(7) is written, and nothing of what a command does.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator

import click

import engine
from generator import cli, files
from tests.cases import ROOT

FOLDER = ROOT / "docs" / "man"

_STATUS = (
    ("0", "All is well."),
    ("1", "The thing checked is not in order: a tile is missing, a move is illegal."),
    ("2", "Bad input or usage; one line on standard error says what would be right."),
    ("130", "Interrupted."),
)
_FILES = (
    ("tilewright.toml", "A project's options, a table for each command: [kit] with paper = 'a4'."),
)
_NEAREST = (
    "The nearest such file counts, of this folder and those above it; an option wins over it."
)


def text(words: str) -> str:
    """Return words in ASCII as man(7) takes them, in one line that is no request."""
    line = re.sub(r"\s+", " ", words).strip().replace("\\", "\\e").replace("-", "\\-")
    line = line.replace("…", "...")  # no terminal without Unicode has a dot of that kind
    line = "".join(c if c.isascii() else f"\\[u{ord(c):04X}]" for c in line)
    return f"\\&{line}" if line[:1] in (".", "'") else line


def paragraphs(words: str) -> Iterator[str]:
    """Yield what a docstring says, a paragraph under the other."""
    for number, one in enumerate(inspect.cleandoc(words).split("\n\n")):
        yield from ([".PP"] if number else []) + [text(one)]


def items(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a list of words, what each means indented under it."""
    for word, says in rows:
        yield from (".TP", f".B {text(word)}", text(says))


def section(title: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield a section, nothing where it says nothing."""
    if found := list(lines):
        yield from (f".SH {title}", *found)


def top(name: str, line: str, usage: str, described: str) -> Iterator[str]:
    """Yield a page's head: its title, and the sections that every page has."""
    yield '.\\" Written by "make man" from the command line itself.'
    yield f'.TH {name.upper()} 1 "" "tilewright {engine.__version__}" "tilewright"'
    # Code and options are neither hyphenated nor spread out.
    yield from (".nh", ".ad l")
    yield from section("NAME", [f"{text(name)} \\- {text(line.rstrip('.'))}"])
    command, _, rest = usage.partition(" [")
    yield from section("SYNOPSIS", [f".B {text(command)}", text(f"[{rest}" if rest else "")])
    yield from section("DESCRIPTION", paragraphs(described))


def options(context: click.Context) -> Iterator[tuple[str, str]]:
    """Yield how each option is written, and what its help says."""
    for one in context.command.get_params(context):
        if isinstance(one, click.Option) and (record := one.get_help_record(context)):
            yield record


def _group() -> click.Context:
    return click.Context(cli.tilewright, info_name="tilewright", **cli.tilewright.context_settings)


def of_all() -> str:
    """Return the page of tilewright itself."""
    context = _group()
    described = inspect.cleandoc(cli.tilewright.help or "").partition("\n\nExit codes")[0]
    usage = context.get_usage().removeprefix("Usage: ")
    lines = top("tilewright", "make print-and-play kits of board games", usage, described)
    each = [(f"tilewright-{name}(1)", line) for name, line in cli.COMMANDS.items()]
    found = [
        *lines,
        *section("OPTIONS", items(options(context))),
        *section("COMMANDS", items(each)),
        *section("EXIT STATUS", items(_STATUS)),
        *section("FILES", [*items(_FILES), ".PP", text(_NEAREST)]),
    ]
    return "\n".join(found) + "\n"


def of_command(name: str) -> str:
    """Return the page of a command."""
    group = _group()
    command = cli.tilewright.get_command(group, name)
    assert command is not None, "the table names commands that there are"
    context = click.Context(command, parent=group, info_name=name)
    usage = re.sub(r"\s+", " ", context.get_usage().removeprefix("Usage: "))
    lines = top(f"tilewright-{name}", cli.COMMANDS[name], usage, command.help or "")
    found = [
        *lines,
        *section("OPTIONS", items(options(context))),
        *section("EXIT STATUS", items(_STATUS)),
        *section("SEE ALSO", [".BR tilewright (1)"]),
    ]
    return "\n".join(found) + "\n"


def pages() -> dict[str, str]:
    """Return every page by the name of its file."""
    each = {f"tilewright-{name}.1": of_command(name) for name in cli.COMMANDS}
    return {"tilewright.1": of_all(), **each}


def main() -> None:
    """Write the pages, and remove those of commands that are no longer."""
    found = pages()
    for path in FOLDER.glob("*.1"):
        if path.name not in found:
            path.unlink()
    for name, page in found.items():
        files.write(FOLDER / name, page.encode("ascii"))


if __name__ == "__main__":
    main()
