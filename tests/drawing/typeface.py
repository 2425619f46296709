"""The letters' table that figures are drawn with, made from the typeface's own files.

``python -m tests.drawing.typeface`` writes ``templates/typeface/vera.json`` anew.
"""

import json

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

from engine.drawing import fonts
from tests.paths import ROOT

TABLE = ROOT / "templates" / "typeface" / "vera.json"


class Relative(SVGPathPen):
    """Writes an outline in whole font units from its first point on, each step from the last, y down."""

    def __init__(self, glyphs):
        super().__init__(glyphs)
        self.first = None
        self.at = self.begin = (0, 0)
        self.words = []

    def step(self, letter, *points):
        points = [(round(x), round(y)) for x, y in points]  # implied points lie between units
        told = [(x - self.at[0], self.at[1] - y) for x, y in points]
        self.words.append(letter + " ".join(f"{x} {y}" for x, y in told).replace(" -", "-"))
        self.at = points[-1]

    def _moveTo(self, pt):
        if self.first is None:
            self.first = self.at = pt
        else:
            self.step("m", pt)
        self.begin = pt

    def _lineTo(self, pt):
        if pt[1] == self.at[1]:
            self.words.append(f"h{pt[0] - self.at[0]}")
        elif pt[0] == self.at[0]:
            self.words.append(f"v{self.at[1] - pt[1]}")
        else:
            self.step("l", pt)
            return
        self.at = pt

    def _qCurveToOne(self, pt1, pt2):
        self.step("q", pt1, pt2)

    def _closePath(self):
        self.words.append("z")
        self.at = self.begin

    def _endPath(self):
        self._closePath()


def face(bold):
    """Return a face's letters: character -> advance, the first point, the rest of the outline."""
    font = TTFont(fonts.file(bold))
    glyphs, found = font.getGlyphSet(), {}
    for code, name in sorted(font.getBestCmap().items()):
        pen = Relative(glyphs)
        glyphs[name].draw(pen)
        x, y = pen.first or (0, 0)
        found[chr(code)] = [font["hmtx"][name][0], x, -y, "".join(pen.words)]
    return found


def table():
    """Return the text of the table, a line for each letter."""
    faces = []
    for bold in (False, True):
        lines = (
            f"{json.dumps(k)}:{json.dumps(v, separators=(',', ':'))}" for k, v in face(bold).items()
        )
        faces.append("{" + ",\n".join(lines) + "}")
    return "[" + ",\n".join(faces) + "]\n"


if __name__ == "__main__":
    TABLE.write_text(table(), "utf-8")
