"""The plainest use of reportlab: seven polygons a face, no merging, no labels, no marks."""

import json
import sys
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas


def main() -> None:
    """Draw the pages that the benchmark has put into a JSON file."""
    pages = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    canvas = Canvas(sys.argv[2], pagesize=(595.2756, 841.8898))
    cm = 72 / 2.54
    for page in pages:
        for colour, points in page:
            path = canvas.beginPath()
            path.moveTo(points[0][0] * cm, points[0][1] * cm)
            for x, y in points[1:]:
                path.lineTo(x * cm, y * cm)
            path.close()
            canvas.setFillColor(HexColor(colour))
            canvas.drawPath(path, stroke=1, fill=1)
        canvas.showPage()
    canvas.save()


main()
