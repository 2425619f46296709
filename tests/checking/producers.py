"""Our kits as other programs write them: rewritten, converted, imposed, turned, printed.

Each producer takes a game's files and gives files that show the same sheets.  Run as
``python -m tests.checking.producers [GAME …]`` it prints what verify says of every producer's files.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pypdf import PageObject, PdfReader, PdfWriter, Transformation
from pypdf.generic import RectangleObject

import engine
from engine.drawing import theme
from engine.drawing.writers import svg
from generator.printing import output, template
from generator.printing.kit import Kit, make
from tests.checking.rewriting import cropped, turned
from tests.checking.verifying import USUAL, Verdict, verify

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

    def convert(file: Path, path: Path) -> None:
        always = ("-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite")
        call("gs", *always, *options, f"-sOutputFile={path}", file)

    return Producer("gs", each(convert))


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
    import cairosvg

    cairosvg.svg2pdf(url=str(file), write_to=str(path))


def changed(change: Callable[[PdfWriter], None]) -> Producer:
    """Return a producer that changes every file by pypdf."""

    def convert(file: Path, path: Path) -> None:
        writer = PdfWriter(clone_from=PdfReader(file))
        change(writer)
        writer.write(path)

    return Producer("", each(convert))


def moved_origin(writer: PdfWriter) -> None:
    """Shift the whole page, its boxes too, far from the origin."""
    for page in writer.pages:
        page.add_transformation(Transformation().translate(333.3, -77.7))
        for name in ("mediabox", "cropbox", "trimbox", "bleedbox"):
            left, bottom, right, top = map(float, getattr(page, name))
            box = (left + 333.3, bottom - 77.7, right + 333.3, top - 77.7)
            setattr(page, name, RectangleObject(box))


def joined(files: Sequence[Path], folder: Path) -> list[Path]:
    """Join all files of a kit into one."""
    writer = PdfWriter()
    for file in files:
        writer.append(PdfReader(file))
    writer.write(folder / "joined.pdf")
    return [folder / "joined.pdf"]


def two_up(files: Sequence[Path], folder: Path) -> list[Path]:
    """Lay two pages side by side on a sheet of twice the width: fronts two and two, then backs.

    Sheets of one side follow each other; the backs of two sheets change places, as turning the
    larger sheet over the long edge puts the left one behind the right.
    """
    made = []
    for file in files:
        pages = list(PdfReader(file).pages)
        writer = PdfWriter()
        double = len(pages) > 1 and "back" in pages[1].extract_text()
        fronts, backs = (pages[::2], pages[1::2]) if double else (pages, [])
        for k in range(0, len(fronts), 2):
            side_by_side(writer, [*fronts[k : k + 2]])
            if backs:
                side_by_side(writer, [*backs[k : k + 2]][::-1], last=len(backs[k : k + 2]) == 1)
        made.append(folder / file.name)
        writer.write(made[-1])
    return made


def in_order_two_up(files: Sequence[Path], folder: Path) -> list[Path]:
    """Lay two pages side by side as they come, as printers do that know of no backs."""
    made = []
    for file in files:
        pages, writer = list(PdfReader(file).pages), PdfWriter()
        for k in range(0, len(pages), 2):
            side_by_side(writer, pages[k : k + 2])
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
    "turned by 90": changed(lambda writer: turned(writer, 90)),
    "turned by 180": changed(lambda writer: turned(writer, 180)),
    "turned by 270": changed(lambda writer: turned(writer, 270)),
    "cropped": changed(cropped),
    "moved origin": changed(moved_origin),
    "joined": Producer("", joined),
    "two-up": Producer("", two_up),
    "two-up in order": Producer("", in_order_two_up),
}


def kit_of(game: str, look: str, file: str | None = None) -> Kit:
    """Return a game's kit in a theme, of its usual template or of another."""
    source = template.load(game, file)
    return make(source, source.printing.with_options({**USUAL, "theme": look}))


def written(kit: Kit, kind: str, folder: Path) -> list[Path]:
    """Write a kit's PDF or SVG files into a folder."""
    folder.mkdir(exist_ok=True, parents=True)
    if kind == "pdf":
        files = output.save(output.planned(kit, ("pdf",), (), 100.0), folder)
        return [path for path in files if path.suffix == ".pdf"]
    made = []
    for component in kit.components:
        for k, sheet in enumerate(component.sheets):
            made.append(folder / f"{component.name}-{k:02}.svg")
            made[-1].write_bytes(svg.write(sheet.scene))
    return made


def verdict(name: str, kit: Kit, folder: Path, *arguments: str) -> Verdict:
    """Return what verify says of a kit's files by a producer.

    Raises CalledProcessError or FileNotFoundError where the producer fails or is not there.
    """
    producer = PRODUCERS[name]
    files = written(kit, producer.source, folder / "written")
    return verify(kit.game, *producer.produce(files, folder), *arguments)


def table(games: Sequence[str]) -> Iterator[tuple[str, str, str, Verdict]]:
    """Yield producer, game, theme, and what verify says, for all of them."""
    for name in PRODUCERS:
        for game in games:
            for look in theme.names():
                with tempfile.TemporaryDirectory() as folder:
                    yield name, game, look, verdict(name, kit_of(game, look), Path(folder))


def main(words: Sequence[str]) -> None:
    """Print the table, a line each."""
    for name, game, look, said in table(words or engine.names()):
        print(f"{name:20} {game:10} {look:11} {said}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
