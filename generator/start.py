"""Where the command ``tilewright`` starts: interrupts and closed or narrow streams, before the rest.

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
        _open_closed()
        _widen()
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


def _open_closed() -> None:
    """Give closed streams (``>&-``) a place where reading or writing fails; errors go nowhere."""
    for number, name, mode, flags in (
        (0, "stdin", "r", os.O_WRONLY),
        (1, "stdout", "w", os.O_RDONLY),
        (2, "stderr", "w", os.O_WRONLY),
    ):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, flags)
            if opened != number:
                os.dup2(opened, number)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def _widen() -> None:
    """Let signs that a stream's encoding lacks be written plainly, not raise an error."""
    codecs.register_error("tilewright", _plainly)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="tilewright")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_PLAIN.get(c, f"\\u{ord(c):04x}") for c in lacking), error.end


if __name__ == "__main__":
    main()
