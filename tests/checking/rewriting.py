"""Changes to PDF files that several tests make: pages turned, cropped, taken as forms."""

from __future__ import annotations

from pypdf import PageObject, PdfWriter
from pypdf.generic import ContentStream, NameObject, RectangleObject, StreamObject


def turned(writer: PdfWriter, degrees: int) -> None:
    """Turn every page clockwise by /Rotate."""
    for page in writer.pages:
        page.rotate(degrees)


def cropped(writer: PdfWriter) -> None:
    """Give every page a larger sheet, its corner off the origin, cropped to what it was."""
    for page in writer.pages:
        left, bottom, right, top = map(float, page.mediabox)
        page.cropbox = RectangleObject((left, bottom, right, top))
        page.mediabox = RectangleObject((left - 50, bottom - 30, right + 20, top + 10))


def form_of(page: PageObject) -> tuple[ContentStream, StreamObject]:
    """Return a page's content, to be changed, and a form that draws what the page does."""
    content = page.get_contents()
    assert content is not None
    form = StreamObject()
    form.set_data(content.get_data())
    form.update(
        {
            NameObject("/Type"): NameObject("/XObject"),
            NameObject("/Subtype"): NameObject("/Form"),
            NameObject("/BBox"): page.mediabox,
            NameObject("/Resources"): page["/Resources"],
        }
    )
    return content, form
