"""The same targets led by what lines of the program an input reaches, where atheris is installed.

``pip install atheris``, then ``python -m tests.fuzz.guided spec 600``: a target, and seconds; exit
code 1 where an input is wrong.  Not part of ``make fuzz``, which asks for nothing that has to be built.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path


def main() -> None:
    """Lead a target by atheris for so many seconds, and end the process: its loop never returns."""
    import atheris

    with atheris.instrument_imports(include=["engine", "generator"]):
        from tests.fuzz import corpus
        from tests.fuzz.__main__ import told
        from tests.fuzz.fuzzing import Session
        from tests.fuzz.targets import TARGETS

    name, seconds = sys.argv[1], float(sys.argv[2] if len(sys.argv) > 2 else 60)
    target = next(one for one in TARGETS if one.name == name)
    session, begun = Session(target), time.monotonic()
    seeds = Path(tempfile.mkdtemp())

    def one(data: bytes) -> None:
        session.try_one(data)
        if time.monotonic() - begun > seconds:
            shutil.rmtree(seeds)
            os._exit(told(session, seconds, Path("tests/fuzz/found")))

    for number, data in enumerate([*target.seeds(), *corpus.load(name)]):
        (seeds / str(number)).write_bytes(data)
    bounds = [f"-max_len={target.most}", "-rss_limit_mb=0", "-timeout=600", "-verbosity=0"]
    atheris.Setup([sys.argv[0], str(seeds), *bounds], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
