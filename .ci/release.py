"""Print what the changelog says of a release, after seeing that its tag fits; exit code 1 where not.

``python .ci/release.py v0.1.0``: the tag names the version of the sources, the citation and the
changelog's newest heading.  It reads these three files and changes nothing.
"""

import re
import sys
from pathlib import Path

#: Where a version stands, and how.
PLACES = {
    "engine/__init__.py": r'^__version__ = "(.+)"$',
    "CITATION.cff": r"^version: (.+)$",
    "CHANGELOG.md": r"^## (\S+)",
}


def notes(root: Path, tag: str) -> str:
    """Return the changelog's section of the release that a tag names.

    Raises ValueError saying which file has another version than the tag.
    """
    texts = {name: (root / name).read_text("utf-8") for name in PLACES}
    for name, pattern in PLACES.items():
        found = re.search(pattern, texts[name], re.MULTILINE)
        version = found[1] if found else "none"
        if tag != f"v{version}":
            raise ValueError(f"{name} says version {version}, and the tag is {tag}")
    return texts["CHANGELOG.md"].split("\n## ")[1].partition("\n")[2].strip() + "\n"


if __name__ == "__main__":
    try:
        print(notes(Path(), sys.argv[1]), end="")
    except ValueError as error:
        sys.exit(f"Error: {error}")
