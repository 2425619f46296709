"""The same work in protograf: 168 tiles, two faces, seven areas, 40 mm, 25 to an A4 page.

Run by the benchmark in an environment of its own; protograf reads the command line itself, so the
files are named by environment variables.
"""

import json
import os
from pathlib import Path

from protograf import Create, PageBreak, Polyshape, Save


def main() -> None:
    """Draw the pages that the benchmark has put into a JSON file."""
    pages = json.loads(Path(os.environ["BENCH_PAGES"]).read_text("utf-8"))
    Create(filename=os.environ["BENCH_OUT"], paper="A4", margin=0.5)
    for count, page in enumerate(pages):
        if count:
            PageBreak()
        for colour, points in page:
            Polyshape(
                points=[tuple(p) for p in points], fill=colour, stroke="#111111", stroke_width=0.5
            )
    Save()


main()
