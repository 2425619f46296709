"""Limits of time and memory that a process sets itself.  Knows not what it does within them."""

from __future__ import annotations

import signal
import sys


def bound_memory(mebibytes: int) -> None:
    """Bound this process's memory, and let it leave no image of it, where the system can."""
    if sys.platform == "win32":  # the parent's clock alone
        return
    import resource

    wanted = [(resource.RLIMIT_CORE, 0)]
    if sys.platform != "darwin":  # which counts what all processes share
        wanted.append((resource.RLIMIT_AS, mebibytes * 2**20))
    for kind, most in wanted:
        _, hard = resource.getrlimit(kind)
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.setrlimit(kind, (most, hard))


def end_after(seconds: float) -> None:
    """End this process after so many seconds of processor time from now, where the system can."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)
