"""What the benchmark compares with: ``python peers.py NAME [PAGES OUT]``, in an environment that has it.

``chess`` prints the seconds of one warm SVG of a board; ``protograf`` and ``reportlab`` draw pages of
coloured polygons, whose points are in centimetres.
"""

import json
import sys
import time
from pathlib import Path


def board() -> None:
    """Print the fastest of some hundred drawings of a board."""
    import chess.svg

    board = chess.Board()
    best = 9.0
    for _ in range(200):
        begin = time.perf_counter()
        chess.svg.board(board)
        best = min(best, time.perf_counter() - begin)
    print(best)


def protograf(pages: Path, out: str) -> None:
    """Draw the pages; protograf reads the command line itself."""
    sys.argv[1:] = []
    from protograf import Create, PageBreak, Polyshape, Save

    Create(filename=out, paper="A4", margin=0.5)
    for count, page in enumerate(json.loads(pages.read_text("utf-8"))):
        if count:
            PageBreak()
        for colour, points in page:
            corners = [tuple(point) for point in points]
            Polyshape(points=corners, fill=colour, stroke="#111111", stroke_width=0.5)
    Save()


def reportlab(pages: Path, out: str) -> None:
    """Draw the pages as plainly as can be: no merging, no labels, no marks."""
    from reportlab.lib.colors import HexColor
    from reportlab.pdfgen.canvas import Canvas

    canvas, cm = Canvas(out, pagesize=(595.2756, 841.8898)), 72 / 2.54
    for page in json.loads(pages.read_text("utf-8")):
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


if __name__ == "__main__":
    name, *files = sys.argv[1:]
    if name == "chess":
        board()
    else:
        {"protograf": protograf, "reportlab": reportlab}[name](Path(files[0]), files[1])
