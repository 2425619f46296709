"""The letters' tables that figures are drawn with, made from the typefaces' own files.

``python -m tests.drawing.typeface`` writes ``templates/typeface/*.txt`` anew.
"""

from pathlib import Path

from fontTools.ttLib import TTFont

from engine.drawing import fonts, ownfonts
from tests.cases import ROOT

FOLDER = ROOT / "templates" / "typeface"

#: Where Debian's fonts-dejavu-core has its files.
DEJAVU = Path("/usr/share/fonts/truetype/dejavu")

#: What is taken of DejaVu, first and last: Latin and its marks, Greek, Cyrillic, Armenian and
#: Georgian, then signs: punctuation, fractions, arrows, mathematics, shapes, chess, cards, dice.
TAKEN = (
    *((0x100, 0x24F), (0x2B0, 0x36F), (0x370, 0x3FF), (0x400, 0x52F), (0x530, 0x58F)),
    *((0x10A0, 0x10FF), (0x1E00, 0x1EFF), (0x2000, 0x2027), (0x2030, 0x205E), (0x2070, 0x209F)),
    *((0x20A0, 0x20CF), (0x2113, 0x2122), (0x2150, 0x218F), (0x2190, 0x21FF), (0x2200, 0x2293)),
    *((0x2500, 0x25FF), (0x2605, 0x2606), (0x2610, 0x2612), (0x2640, 0x2642), (0x2654, 0x2667)),
    *((0x2680, 0x2685), (0x2713, 0x2718), (0xFB00, 0xFB04)),
)


def sources():
    """Return what each table is made of: the font's file, and the characters that it gives."""
    found = {}
    for bold in (False, True):
        vera, dejavu = fonts.VERA[bold].name, fonts.DEJAVU[bold].name
        codes = set(TTFont(fonts.file(bold)).getBestCmap())
        found[vera] = (fonts.file(bold), codes)
        more = {code for first, last in TAKEN for code in range(first, last + 1)} - codes
        found[dejavu] = (DEJAVU / f"{dejavu}.ttf", more)
    return found


def table(file, codes):
    """Return the text of a table: a character, its advance, the first point, the rest of the outline."""
    face, lines = ownfonts.FontFile(Path(file)).face(ownfonts.REGULAR), []
    for code in sorted(codes):
        shape = face.letter(chr(code))
        if shape:
            lines.append(" ".join(map(str, (chr(code), *shape))) + "\n")
    return "".join(lines)


if __name__ == "__main__":
    for name, source in sources().items():
        (FOLDER / f"{name}.txt").write_bytes(table(*source).encode())
