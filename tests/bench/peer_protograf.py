"""The same work in protograf: 168 tiles, two faces, seven areas, 40 mm, 25 to an A4 page.

Run by the benchmark in an environment of its own; not part of the package.
"""

import json
import sys
from pathlib import Path

from protograf import Create, PageBreak, Polyshape, Save


def main() -> None:
    """Draw the pages that the benchmark has put into a JSON file."""
    pages = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    Create(filename=sys.argv[2], paper="A4", margin=0.5)
    for count, page in enumerate(pages):
        if count:
            PageBreak()
        for colour, points in page:
            Polyshape(
                points=[tuple(p) for p in points], fill=colour, stroke="#111111", stroke_width=0.5
            )
    Save()


main()
