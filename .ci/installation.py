"""Print what an installed environment depends on, as one word: if it differs, install again.

It knows pyproject.toml's tables, this Python and where the checkout lies, and nothing of the
times of files, which every checkout changes, or of the version, which is read from the sources.
"""

import hashlib
import json
import sys
import tomllib
from pathlib import Path

#: The parts of [project] that an installation follows.
KEYS = ("dependencies", "optional-dependencies", "requires-python", "scripts", "entry-points")


def installation(root: Path, *extras: str) -> str:
    """Return the word for an environment with some extras."""
    table = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    project = {key: table["project"].get(key) for key in KEYS}
    parts = [
        project,
        table["build-system"],
        table["tool"]["hatch"],
        extras,
        sys.version_info[:2],
        str(root.resolve()),
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


if __name__ == "__main__":
    print(installation(Path(), *sys.argv[1:]))
