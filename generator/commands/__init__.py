"""The commands that have no function in Python, and what all commands share: exit codes, ``--quiet``."""

from __future__ import annotations

from typing import Any

import click

#: Exit codes (the contract): in order; the thing checked is not in order; bad input or usage.
OK, NOT_IN_ORDER, BAD_INPUT = 0, 1, 2

#: The key of whether a command prints results and errors only.
_QUIET = "tilewright.quiet"
#: The key of a sentence on the file that sets options, for errors.
FROM_FILE = "tilewright.file"


def quiet_option() -> click.Option:
    """Return ``--quiet``, which stands before a command or after it."""

    def heed(context: click.Context, _: click.Parameter, value: bool) -> None:
        if value:
            context.meta[_QUIET] = True

    words = "Print results and errors only, no notes."
    flag: dict[str, Any] = {"is_flag": True, "is_eager": True, "expose_value": False}
    return click.Option(["-q", "--quiet"], callback=heed, help=words, **flag)


def is_quiet() -> bool:
    """Tell whether only results and errors are printed."""
    context = click.get_current_context(silent=True)
    return bool(context and context.meta.get(_QUIET))
