"""What the benchmark compares with: ``python plain.py PAGES OUT`` draws pages of coloured polygons.

Their points are in centimetres.  reportlab draws them as plainly as can be: no merging, no labels, no marks.
"""

import json
import sys
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

CM = 72 / 2.54

if __name__ == "__main__":
    pages, out = sys.argv[1:]
    canvas = Canvas(out, pagesize=(595.2756, 841.8898))
    for page in json.loads(Path(pages).read_text("utf-8")):
        for colour, points in page:
            path = canvas.beginPath()
            path.moveTo(points[0][0] * CM, points[0][1] * CM)
            for x, y in points[1:]:
                path.lineTo(x * CM, y * CM)
            path.close()
            canvas.setFillColor(HexColor(colour))
            canvas.drawPath(path, stroke=1, fill=1)
        canvas.showPage()
    canvas.save()
