"""What shells need beside click's own completion: ``--option=value``, and values with spaces.

It knows how bash, zsh and fish take words apart, and nothing of what is offered.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

#: What does not stand for itself in a word of bash, and what does; its script reads backslashes.
_ACTING, _ESCAPED = re.compile(r"([^\w%+=:,./@-])"), r"\\\\\1"


def _asked(found: Callable[[], tuple[list[str], str]]) -> tuple[list[str], str]:
    """Return the words before the one to complete, and that one; none where no shell's script asks."""
    try:
        return found()
    except (KeyError, ValueError):
        return [], ""


class _Bash(BashComplete):
    """Bash takes words apart at "=", and puts what it is given on the line as it is."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one to complete, and that one, joined at "=" again."""
        words, incomplete = _asked(super().get_completion_args)
        whole: list[str] = []
        for word in [*words, incomplete]:
            if whole and (word == "=" or whole[-1].endswith("=")) and whole[-1].startswith("--"):
                whole[-1] += word
            else:
                whole.append(word)
        return whole[:-1], whole[-1]

    def format_completion(self, item: CompletionItem) -> str:
        """Return a line for the script."""
        return f"{item.type},{_ACTING.sub(_ESCAPED, item.value)}"


class _Whole(ShellComplete):
    """Zsh and fish put a whole word in the place of ``--option=val``."""

    before = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one to complete, and that one."""
        words, incomplete = _asked(super().get_completion_args)
        name, equals, _ = incomplete.partition("=")
        self.before = name + equals if equals and name.startswith("--") else ""
        return words, incomplete

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """Return what there is, files by their names where the shell would not find them."""
        found = super().get_completions(args, incomplete)
        if not self.before:
            return found
        values = [one.value for one in found if one.type == "plain"]
        if len(values) < len(found):
            values += _files(incomplete.removeprefix(self.before))
        return [CompletionItem(self.before + one) for one in values]


class _Zsh(_Whole, ZshComplete):
    """Zsh."""


class _Fish(_Whole, FishComplete):
    """Fish, whose script of click's takes values apart at commas as well."""

    source_template = FishComplete.source_template.replace('split ","', 'split --max 1 ","')


def _files(start: str) -> list[str]:
    """Return the files and folders whose paths begin so."""
    folder, _, name = start.rpartition("/")
    place = f"{folder}/" if folder or start.startswith("/") else ""
    try:
        inside = sorted(Path(place or ".").iterdir())
    except OSError:
        return []
    return [f"{place}{one.name}{'/' * one.is_dir()}" for one in inside if one.name.startswith(name)]


def register() -> None:
    """Let these complete in the place of click's own."""
    for kind in (_Bash, _Zsh, _Fish):
        add_completion_class(kind)
