"""The start of the command ``tilewright``: interrupts, and streams that are closed or lack characters.

Only modules that Python has loaded already are imported at first, so that an interrupt gives one
line from the first instruction on.
"""

import gc
import os
import sys


def main() -> None:
    """Run the command line and exit; when interrupted, with 130."""
    try:
        # Imports make little garbage; looking for it takes a fifth of the time.
        gc.set_threshold(50_000)
        sys.unraisablehook = _unraisable
        _prepare_streams()
        from generator.cli import INTERRUPTED, run

        code = run()
        if code != INTERRUPTED:
            gc.freeze()
            sys.exit(code)
    except (KeyboardInterrupt, RuntimeError) as error:
        # In a class body, Python 3.11 raises RuntimeError because of the interrupt.
        if not isinstance(error.__cause__ or error, KeyboardInterrupt):
            raise
        os.write(2, b"Error: interrupted\n")
    os._exit(130)  # Python itself might end by the signal


def _unraisable(error: "sys.UnraisableHookArgs") -> None:
    """End at an interrupt in a finalizer, such as PDFium's, where Python would go on."""
    if issubclass(error.exc_type, KeyboardInterrupt):
        os.write(2, b"Error: interrupted\n")
        os._exit(130)
    sys.__unraisablehook__(error)


def _prepare_streams() -> None:
    """Escape characters that an encoding lacks, and let closed streams be empty."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115, PTH123
        elif mode == "w":
            getattr(sys, name).reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
