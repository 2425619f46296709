"""Make the README's links whole for the package index, whose page has no files beside it.

``python .ci/readme.py https://host/owner/tilewright v0.1.0`` rewrites README.md in the folder it is run in.
"""

import re
import sys
from pathlib import Path

_LINK = re.compile(r"(!?)\[([^\]]+)\]\((?!https?:)([^)\s]+)\)")


def whole(text: str, address: str, tag: str) -> str:
    """Return the text with links to the files of a repository at a tag."""

    def linked(found: re.Match[str]) -> str:
        kind = "raw" if found[1] else "blob"
        return f"{found[1]}[{found[2]}]({address}/{kind}/{tag}/{found[3]})"

    return _LINK.sub(linked, text)


if __name__ == "__main__":
    file = Path("README.md")
    file.write_text(whole(file.read_text("utf-8"), *sys.argv[1:3]), "utf-8")
