"""Our kits as other programs write them: rewritten, converted, imposed, turned, printed.

Each producer takes a game's files and gives files that show the same sheets.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cairosvg
from pypdf import PageObject, PdfReader, PdfWriter, Transformation
from pypdf.generic import RectangleObject

from tests.checking.random_folders import kit
from tests.checking.verifying import Verdict, verify

#: Each component on its own, tiles as large as fill the sheets.
AS_USUAL = ("--sheets", "separate", "--tile-size", "fill")
#: But those of the largest set on fewer sheets.
SMALLER = {"atreya": ("--tile-size", "24")}

#: One file into another, and all of a kit's files into others in a folder.
Convert = Callable[[Path, Path], None]
Produce = Callable[[Sequence[Path], Path], list[Path]]


class Producer(NamedTuple):
    """A way to write a kit anew: the program it needs ("" for none), from PDF or SVG files."""

    program: str
    produce: Produce
    source: str = "pdf"


def call(*words: str | Path) -> None:
    """Run a program.

    Raises CalledProcessError where it fails, FileNotFoundError where it is not there.
    """
    subprocess.run([str(word) for word in words], check=True, capture_output=True, timeout=180)


def each(convert: Convert) -> Produce:
    """Return a producer of one file for every file."""

    def produce(files: Sequence[Path], folder: Path) -> list[Path]:
        made = [folder / f"{file.stem}.pdf" for file in files]
        for file, path in zip(files, made, strict=True):
            convert(file, path)
        return made

    return produce


def as_it_is(files: Sequence[Path], _: Path) -> list[Path]:
    """Leave the files as they are."""
    return list(files)


def program(*words: str) -> Producer:
    """Return a producer by a command line with IN and OUT in it."""

    def convert(file: Path, path: Path) -> None:
        call(*({"IN": file, "OUT": path}.get(word, word) for word in words))

    return Producer(words[0], each(convert))


def ghostscript(*options: str) -> Producer:
    """Return Ghostscript writing PDF."""
    return program(
        "gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", *options, "-o", "OUT", "IN"
    )


def printed_by_chromium(files: Sequence[Path], folder: Path) -> list[Path]:
    """Print SVG files by Chromium, each on a page of its own size."""
    texts = [file.read_text("utf-8") for file in files]
    pages, styles = [], []
    for k, text in enumerate(texts):
        width, height = sizes(text)
        styles.append(f"@page p{k}{{size:{width}mm {height}mm;margin:0}}")
        style = f"page:p{k};break-after:page;line-height:0"
        pages.append(f'<div style="{style}">{text[text.index("<svg") :]}</div>')
    html, path = folder / "sheets.html", folder / "sheets.pdf"
    html.write_text(f"<style>{''.join(styles)}body{{margin:0}}</style>{''.join(pages)}", "utf-8")
    call(
        "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
        "--disable-background-networking", f"--user-data-dir={folder / 'profile'}",
        f"--print-to-pdf={path}", html.as_uri(),
    )  # fmt: skip
    return [path]


def sizes(text: str) -> tuple[str, str]:
    """Return the width and height in millimetres that an SVG file states."""
    head = text[text.index("<svg") : text.index(">", text.index("<svg"))]
    width, height = (re.search(rf'\b{name}="([\d.]+)mm"', head) for name in ("width", "height"))
    assert width
    assert height
    return width[1], height[1]


def by_cairosvg(file: Path, path: Path) -> None:
    """Convert one SVG file by CairoSVG."""
    cairosvg.svg2pdf(url=str(file), write_to=str(path))


def changed(change: Callable[[PdfWriter], None]) -> Producer:
    """Return a producer that changes every file by pypdf."""

    def convert(file: Path, path: Path) -> None:
        writer = PdfWriter(clone_from=PdfReader(file))
        change(writer)
        writer.write(path)

    return Producer("", each(convert))


def turned(degrees: int) -> Producer:
    """Return a producer that turns every page clockwise by /Rotate."""

    def change(writer: PdfWriter) -> None:
        for page in writer.pages:
            page.rotate(degrees)

    return changed(change)


def cropped(writer: PdfWriter) -> None:
    """Give every page a larger sheet, its corner off the origin, cropped to what it was."""
    for page in writer.pages:
        left, bottom, right, top = map(float, page.mediabox)
        page.cropbox = RectangleObject((left, bottom, right, top))
        page.mediabox = RectangleObject((left - 50, bottom - 30, right + 20, top + 10))


def moved_origin(writer: PdfWriter) -> None:
    """Shift the whole page, its boxes too, far from the origin."""
    for page in writer.pages:
        page.add_transformation(Transformation().translate(333.3, -77.7))
        for name in ("mediabox", "cropbox", "trimbox", "bleedbox"):
            left, bottom, right, top = map(float, getattr(page, name))
            box = (left + 333.3, bottom - 77.7, right + 333.3, top - 77.7)
            setattr(page, name, RectangleObject(box))


def joined(files: Sequence[Path], folder: Path) -> list[Path]:
    """Join all files of a kit into one, what has backs first."""
    writer = PdfWriter()
    for file in reversed(files):
        writer.append(PdfReader(file))
    writer.write(folder / "joined.pdf")
    return [folder / "joined.pdf"]


def two_up(files: Sequence[Path], folder: Path, *, in_turn: bool = True) -> list[Path]:
    """Lay two pages side by side on a sheet of twice the width: fronts two and two, then backs.

    Sheets of one side follow each other; the backs of two sheets change places, as turning the
    larger sheet over the long edge puts the left one behind the right.  Or pages as they come, as
    printers do that know of no backs.
    """
    made = []
    for file in files:
        pages, writer = list(PdfReader(file).pages), PdfWriter()
        double = in_turn and len(pages) > 1 and "back" in pages[1].extract_text()
        fronts, backs = (pages[::2], pages[1::2]) if double else (pages, [])
        for k in range(0, len(fronts), 2):
            side_by_side(writer, fronts[k : k + 2])
            if behind := backs[k : k + 2]:
                side_by_side(writer, behind[::-1], last=len(behind) == 1)
        made.append(folder / file.name)
        writer.write(made[-1])
    return made


def side_by_side(writer: PdfWriter, pages: Sequence[PageObject], *, last: bool = False) -> None:
    """Add a page of two pages side by side; a single one to the left, or right if ``last``."""
    width, height = float(pages[0].mediabox.width), float(pages[0].mediabox.height)
    sheet = writer.add_blank_page(2 * width, height)
    for k, page in enumerate(pages):
        sheet.merge_transformed_page(page, Transformation().translate((k + last) * width, 0))


#: All producers, by name.
PRODUCERS = {
    "as written": Producer("", as_it_is),
    "as written, SVG": Producer("", as_it_is, "svg"),
    "gs": ghostscript(),
    "gs CMYK, PDF 1.3": ghostscript("-sColorConversionStrategy=CMYK", "-dCompatibilityLevel=1.3"),
    "gs prepress": ghostscript("-dPDFSETTINGS=/prepress"),
    "mutool clean": program("mutool", "clean", "-gggg", "-z", "IN", "OUT"),
    "mutool convert": program("mutool", "convert", "-o", "OUT", "IN"),
    "qpdf linearized": program("qpdf", "--linearize", "IN", "OUT"),
    "qpdf plain": program("qpdf", "--qdf", "--object-streams=disable", "IN", "OUT"),
    "pdftocairo": program("pdftocairo", "-pdf", "IN", "OUT"),
    "chromium of SVG": Producer("chromium", printed_by_chromium, "svg"),
    "cairosvg": Producer("", each(by_cairosvg), "svg"),
    "turned by 90": turned(90),
    "turned by 180": turned(180),
    "turned by 270": turned(270),
    "cropped": changed(cropped),
    "moved origin": changed(moved_origin),
    "joined": Producer("", joined),
    "two-up": Producer("", two_up),
    "two-up in order": Producer("", partial(two_up, in_turn=False)),
}


def verdict(name: str, game: str, theme: str, folder: Path, *template: str) -> Verdict:
    """Return what verify says of a kit's files by a producer.

    Raises CalledProcessError or FileNotFoundError where the producer fails or is not there.
    """
    producer = PRODUCERS[name]
    options = (*AS_USUAL, *SMALLER.get(game, ()), *template)
    made = kit(game, ("--format", producer.source, "--theme", theme, *options))
    files = sorted(made.glob(f"*.{producer.source}"))
    return verify(game, *producer.produce(files, folder), *template)
