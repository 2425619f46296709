"""Where the command ``tilewright`` starts: interrupts, and streams that are closed or lack signs.

Nothing is imported here at first but what Python has loaded already, so that an interrupt is told
in one line from the first instruction on.
"""

import codecs
import gc
import os
import sys

#: What stands for signs of our sentences where a terminal's encoding lacks them.
_PLAIN = {"…": "...", "×": "x", "–": "-", "’": "'", "“": '"', "”": '"', "°": " deg"}


#: After so many new things Python looks for garbage.  What is imported is none, and looking through
#: it again and again takes a fifth of the time of a short command.
_SELDOM = 50_000


def main() -> None:
    """Run the command line and exit; when interrupted, with 130."""
    gc.set_threshold(_SELDOM)
    try:
        _prepare_streams()
        from generator.cli import INTERRUPTED, run

        code = run()
        if code != INTERRUPTED:
            gc.freeze()  # at the end too, where all goes anyway
            sys.exit(code)
    except (KeyboardInterrupt, RuntimeError) as error:
        # While a class is made, Python up to 3.11 raises the one because of the other.
        if not isinstance(error.__cause__ or error, KeyboardInterrupt):
            raise
        os.write(2, b"Error: interrupted\n")
    # Python would end by the signal, where it came while a text was evaluated (as in a namedtuple).
    os._exit(130)


def _prepare_streams() -> None:
    """Let signs that an encoding lacks be written plainly, and closed streams be empty ones."""
    codecs.register_error("tilewright", _plainly)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115, PTH123
        elif mode == "w":
            getattr(sys, name).reconfigure(errors="tilewright")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_PLAIN.get(c, f"\\u{ord(c):04x}") for c in lacking), error.end


if __name__ == "__main__":
    main()
