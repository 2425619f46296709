"""The ink of finished sheets, read back from the PDF by PDFium: what lies where it must not.

The file's content is taken apart at its own ``q`` and ``Q`` operators, each part is drawn alone on
paper of a colour that nothing has, on a page 20 mm larger all round, and its pixels are compared
with outlines reckoned here from the pieces' places.  Of our scene only the order and names of the
parts are believed.  Lengths are millimetres, y down.
"""

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, RectangleObject, StreamObject

from engine.drawing import scene
from engine.geometry.plane import Box
from generator.printing import duplex, output
from generator.printing.kit import Kit, PrintedPart
from generator.printing.sheet import Placement, Sheet
from generator.printing.template import PrintSettings

MM = 72 / 25.4
#: The paper's rim on pages drawn for measuring.
RIM = 20.0
#: A pixel that ink touches has its middle no farther off than this many pixels' widths; PDFium
#: fits upright rectangles to whole pixels.
PIXEL = 1.25
PAPER = (255, 0, 254)

Mask = NDArray[np.bool_]


class Part(NamedTuple):
    """A part of a page's content: its operators, what our scene calls it, and its piece."""

    code: bytes
    name: str
    piece: int = -1


class Fault(NamedTuple):
    """Ink where it must not be: on which sheet, and what."""

    sheet: str
    words: str


def faults(kit: Kit, per_mm: float = 3.0, most: int = 1000) -> list[Fault]:
    """Return what is wrong with the ink of a kit as it is written; of ``most`` sheets a component.

    The sheets of a component are alike; looked at are the first ones and the last ones.
    """
    return [fault for c in kit.components for fault in _of_component(kit, c, per_mm, most)]


def _of_component(kit: Kit, component: PrintedPart, per_mm: float, most: int) -> Iterator[Fault]:
    component = few(component, most)
    data = output.pdf_of(kit, component)
    reader = PdfReader(io.BytesIO(data))
    for k, sheet in enumerate(component.sheets):
        layers = _layers(reader, k, sheet)
        masks = _drawn(reader, k, sheet, layers, per_mm)
        page = _Page(sheet, kit, per_mm, masks)
        for words in page.faults(component):
            yield Fault(f"{component.name} {sheet.title}", words)


def few(component: PrintedPart, most: int) -> PrintedPart:
    """Return a component with ``most`` of its sheets, the first ones and the last ones."""
    first = component.sheets[: (most + 1) // 2]
    rest = component.sheets[len(first) :]
    return replace(component, sheets=(*first, *rest[max(0, len(rest) - most // 2) :]))


# ------------------------------------------------------------------------- the file taken apart


def _layers(reader: PdfReader, k: int, sheet: Sheet) -> list[tuple[str, tuple[Part, ...]]]:
    """Return what is drawn together: pieces far from each other at once, all else one by one."""
    contents = reader.pages[k].get_contents()
    assert contents is not None
    found = list(parts(contents.get_data(), sheet))
    rooms = [_room(place) for place in sheet.placements]
    together: list[tuple[str, list[Part]]] = []
    for part in found:
        for name, others in together if part.piece >= 0 else ():
            if name == part.name and not any(
                _meet(rooms[part.piece], rooms[other.piece]) for other in others
            ):
                others.append(part)
                break
        else:
            together.append((part.name, [part]))
    return [(name, tuple(alike)) for name, alike in together]


def _room(place: Placement) -> Box:
    """Return a box about a piece, so wide that what lies in another cannot be its ink."""
    box = place.box()
    return box.grown(0.22 * min(box.width, box.height))


def _meet(a: Box, b: Box) -> bool:
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom


def parts(code: bytes, sheet: Sheet) -> Iterator[Part]:
    """Yield the parts of a page's content with their names in our scene, but for its ground."""
    prefix, groups, loose = _groups(code.split(b"\n"))
    items = list(sheet.scene.items)
    while len(items) == 1 and isinstance(items[0], scene.Group) and len(groups) == 1:
        more, groups, loose = _groups(groups[0])
        prefix += more
        items = list(items[0].items)
    named = [i for i in items if isinstance(i, scene.Group)]
    assert len(named) == len(groups), "the file has other parts than the scene"
    count = {"piece": 0, "bleed": 0}
    for item, lines in zip(named, groups, strict=True):
        name = item.name or item.layer
        piece = count.get(name, -1)
        if name in count:
            count[name] += 1
        whole = b"\n".join([*prefix, b"q", *lines, b"Q"])
        if name == "furniture":
            yield from _words_and_rulers(prefix, lines)
        else:
            yield Part(whole, name, piece)
    if loose:
        yield Part(b"\n".join([*prefix, *loose]), "loose")


def _words_and_rulers(prefix: list[bytes], lines: list[bytes]) -> Iterator[Part]:
    """Yield every line of text of a strip, and all else of it, as parts of their own."""
    words = [k for k, line in enumerate(lines) if line.startswith(b"BT ")]
    for k in words:
        rest = [line for j, line in enumerate(lines) if j not in words or j == k]
        bare = [line for line in rest if _is_setting(line) or line is lines[k]]
        yield Part(b"\n".join([*prefix, b"q", *bare, b"Q"]), "text")
    ruler = [line for j, line in enumerate(lines) if j not in words]
    yield Part(b"\n".join([*prefix, b"q", *ruler, b"Q"]), "ruler")


def _is_setting(line: bytes) -> bool:
    """Tell whether a line paints nothing."""
    return line.endswith((b" cm", b" d", b" RG", b" rg")) or line in (b"q", b"Q")


def _groups(lines: Sequence[bytes]) -> tuple[list[bytes], list[list[bytes]], list[bytes]]:
    """Return what stands before the first group, the groups, and what paints outside of them."""
    prefix: list[bytes] = []
    groups: list[list[bytes]] = []
    loose: list[bytes] = []
    depth = 0
    for line in lines:
        if line == b"Q":
            depth -= 1
        if depth:
            groups[-1].append(line)
        elif line == b"q":
            groups.append([])
        elif line.endswith(b" cm") and not groups:
            prefix.append(line)
        elif line and line != b"Q" and not line.endswith((b"BDC", b"EMC")):
            loose.append(line)
        if line == b"q":
            depth += 1
    ground = next((k for k, line in enumerate(loose) if line.endswith(b"h f")), -1)
    return prefix, groups, [line for line in loose[ground + 1 :] if line.strip()]


class Layer(NamedTuple):
    """Parts drawn together, the page that shows them alone, and the pixels it inks."""

    name: str
    parts: tuple[Part, ...]
    page: pypdfium2.PdfPage
    mask: Mask


def _drawn(
    reader: PdfReader,
    k: int,
    sheet: Sheet,
    layers: list[tuple[str, tuple[Part, ...]]],
    per_mm: float,
) -> list[Layer]:
    """Return which pixels each layer inks."""
    writer = PdfWriter()
    resources = reader.pages[k]["/Resources"].clone(writer)  # type: ignore[attr-defined]
    width, height = sheet.paper.width * MM, sheet.paper.height * MM
    rim = RIM * MM
    across, down = (
        (math.ceil((v / MM + 2 * RIM) * per_mm) - 1e-3) / per_mm * MM for v in (width, height)
    )
    box = RectangleObject((-rim, height + rim - down, across - rim, height + rim))
    for _, parts in layers:
        page = writer.add_blank_page(width, height)
        stream = StreamObject()
        stream.set_data(b"\n".join(b"q\n" + part.code + b"\nQ" for part in parts))
        page[NameObject("/Contents")] = writer._add_object(stream)
        page[NameObject("/Resources")] = resources
        page[NameObject("/MediaBox")] = box
    out = io.BytesIO()
    writer.write(out)
    document = pypdfium2.PdfDocument(out.getvalue())
    return [
        Layer(name, parts, page, _inked(page, per_mm))
        for (name, parts), page in zip(layers, document, strict=True)
    ]


def _inked(page: pypdfium2.PdfPage, per_mm: float) -> Mask:
    """Return which pixels of a page are not its paper."""
    shown = page.render(
        scale=per_mm / MM, fill_color=(*PAPER, 255), rev_byteorder=True, prefer_bgrx=True
    )
    colours = shown.to_numpy().view("<u4")[..., 0] & 0xFFFFFF
    inked: Mask = colours != PAPER[0] + (PAPER[1] << 8) + (PAPER[2] << 16)
    return inked


# ------------------------------------------------------------------------------ where ink may be


class _Page:
    """A page's inked pixels, and how far every pixel lies outside the pieces' outlines."""

    def __init__(self, sheet: Sheet, kit: Kit, per_mm: float, layers: list[Layer]) -> None:
        self.sheet, self.bleed, self.layers = sheet, kit.printing.bleed, layers
        self.crop = kit.printing.marks == "crop"
        self.kit_printing = kit.printing
        self.per_mm = per_mm
        self.slack = PIXEL / per_mm * max(1.0, *(p / 100 for p in kit.printing.print_scale))
        height, width = layers[0].mask.shape
        columns, rows = np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)
        x, y = (columns[None] + 0.5) / per_mm - RIM, (rows[:, None] + 0.5) / per_mm - RIM
        off = np.maximum(
            np.maximum(-x, x - sheet.paper.width), np.maximum(-y, y - sheet.paper.height)
        )
        self.paper = x, y
        self.off_paper = off > self.slack
        # Places are told before the correction for the printer's scale.
        share = kit.printing.print_scale
        middle = sheet.paper.width / 2, sheet.paper.height / 2
        self.x = middle[0] + (x - middle[0]) * share[0] / 100
        self.y = middle[1] + (y - middle[1]) * share[1] / 100
        #: How far pixels lie outside the piece that is nearest.
        self.nearest = np.full(layers[0].mask.shape, np.inf, dtype=np.float32)
        self.places = list(sheet.placements)
        if sheet.side == "back":
            self._undo(kit.printing, middle)

    def _undo(self, printing: PrintSettings, middle: tuple[float, float]) -> None:
        """Undo what was done to all of a back: its shift, its turn, its scale, in this order."""
        (dx, dy), (across, down) = printing.back_shift, printing.back_scale
        turn = math.radians(printing.back_turn)
        cos, sin = math.cos(turn), math.sin(turn)

        def before(x: Any, y: Any) -> tuple[Any, Any]:
            u, v = x - dx - middle[0], y - dy - middle[1]
            u, v = u * cos + v * sin, v * cos - u * sin
            return middle[0] + u * across / 100, middle[1] + v * down / 100

        if turn or (across, down) != (100, 100):
            self.slack *= max(1.0, across / 100, down / 100)
        self.x, self.y = before(self.x + 0 * self.y, self.y + 0 * self.x)
        self.places = []
        for place in self.sheet.placements:
            x, y = before(place.x, place.y)
            self.places.append(place._replace(x=x, y=y))

    def outside(self, place: Placement) -> tuple[tuple[slice, slice], NDArray[np.float32]]:
        """Return a window on the page and how far its pixels lie outside a piece's outline."""
        reach = 0.6 * math.hypot(place.shape.width, place.shape.height) + self.bleed + 3
        near = (abs(self.x - place.x) <= reach) & (abs(self.y - place.y) <= reach)
        rows, columns = np.flatnonzero(near.any(axis=1)), np.flatnonzero(near.any(axis=0))
        window = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
        x, y = (v[window] if v.shape == near.shape else v for v in (self.x, self.y))
        if x.shape[0] == 1:
            x, y = x[:, window[1]], y[window[0]]
        return window, off(place, x - place.x, y - place.y)

    def faults(self, component: PrintedPart) -> Iterator[str]:
        """Yield what is wrong, in words."""
        if not self.sheet.placements:
            yield from self._board()
            return
        art = np.zeros_like(self.layers[0].mask)
        rims = np.zeros_like(art)
        for place in self.places:
            window, off = self.outside(place)
            art[window] |= off <= self.bleed - self.slack
            self.nearest[window] = np.minimum(self.nearest[window], off)
            rims[window] |= abs(off) <= 0.2 + self.slack
        for layer in self.layers:
            if layer.name in ("piece", "bleed"):
                yield from self._pieces(layer.name, layer.parts, layer.mask)
        marks = [layer for layer in self.layers if layer.name not in ("piece", "bleed")]
        yield from self._marks(marks, art, rims)

    def _pieces(self, name: str, parts: tuple[Part, ...], mask: Mask) -> Iterator[str]:
        """Yield pieces that ink beyond their outline and bleed, or leave some of it bare."""
        allowed = np.zeros_like(mask)
        for part in parts:
            window, off = self.outside(self.places[part.piece])
            near = self.nearest[window]  # beside others a bleed is its own piece's, or unseen
            own = (off <= near + 2 * self.slack) | (near <= self.slack)
            allowed[window] |= (off <= self.bleed + self.slack) & own
            bare = (off <= -self.slack) & ~mask[window]
            if bare.any():
                piece = self.sheet.placements[part.piece].piece.id
                yield f"{name} {piece} leaves {bare.sum() / self.per_mm**2:.1f} mm² of its outline bare"
        if (mask & ~allowed).any():
            yield f"{name} among {len(parts)} inks beyond its outline: {self._where(mask & ~allowed)}"
        if (mask & self.off_paper).any():
            yield f"{name} lies off the paper: {self._where(mask & self.off_paper)}"

    def _marks(self, marks: list[Layer], art: Mask, rims: Mask) -> Iterator[str]:
        """Yield strips, rulers, text and marks that lie over art, over each other or off the paper."""
        for name, _, _, mask in marks:
            if not mask.any():
                yield f"{name} shows nothing"
            if (mask & self.off_paper).any():
                yield f"{name} lies off the paper: {self._where(mask & self.off_paper)}"
            inside = mask & art & (~rims if name in ("cut", "halo") else True)
            if name == "halo" or name == "fold":
                continue  # folds of pieces lie on them
            if inside.any():
                yield f"{name} lies over art: {self._where(inside)}"
        alone = [layer for layer in marks if layer.name != "halo"]
        for one, other in itertools.combinations(alone, 2):
            both = one.mask & other.mask & ~art
            if (
                both.any()
                and {one.name, other.name} != {"cut", "fold"}
                and self._meet(one, other, both)
            ):
                yield f"{one.name} lies over {other.name}: {self._where(both)}"

    def _meet(self, one: Layer, other: Layer, both: Mask) -> bool:
        """Tell whether two layers still meet where they seemed to, seen from four times as near."""
        rows, columns = np.nonzero(both)
        left, bottom, _, top = one.page.get_mediabox()
        step = MM / self.per_mm
        window = (
            left + (columns.min() - 1) * step,
            max(bottom, top - (rows.max() + 2) * step),
            left + (columns.max() + 2) * step,
            top - (rows.min() - 1) * step,
        )
        near = []
        for page in (one.page, other.page):
            whole = page.get_mediabox()
            page.set_mediabox(*window)
            near.append(_inked(page, 4 * self.per_mm))
            page.set_mediabox(*whole)
        return bool((near[0] & near[1]).any())

    def _board(self) -> Iterator[str]:
        """Yield what of a board lies beyond its edge, and what lies over it."""
        x, y = self.paper
        (ring,) = scene.flattened(self.sheet.cuts[0])
        by = duplex.of_page(self.sheet.paper, self.kit_printing)
        ring = [by.apply(p) for p in ring]
        off = np.full(np.broadcast(x, y).shape, -np.inf)  # how far beyond the line of the cut
        for (ax, ay), (bx, by_) in zip(ring, [*ring[1:], ring[0]], strict=True):
            length = math.hypot(bx - ax, by_ - ay)
            if length:
                off = np.maximum(off, ((x - ax) * (by_ - ay) - (y - ay) * (bx - ax)) / length)
        for name, _, _, mask in self.layers:
            if (mask & self.off_paper).any():
                yield f"{name} lies off the paper: {self._where(mask & self.off_paper)}"
            own = name not in ("text", "ruler", "furniture", "registration", "map")
            wrong = mask & (off > self.slack + 0.2 if own else off < -self.slack)
            if name == "cut" and self.crop:  # marks beyond the edge, or lines on it
                wrong = mask & (off < -self.slack - 0.2)
            if wrong.any():
                yield f"{name} of a board lies {'beyond its edge' if own else 'over it'}: {self._where(wrong)}"

    def _where(self, mask: Mask) -> str:
        rows, columns = np.nonzero(mask)
        k = len(rows) // 2
        x, y = columns[k] / self.per_mm - RIM, rows[k] / self.per_mm - RIM
        return f"{len(rows) / self.per_mm**2:.2f} mm² about {x:.1f}, {y:.1f} mm"


def off(place: Placement, x: Any, y: Any) -> Any:
    """Return how far places about a piece's middle lie outside its outline, along its sides' normals.

    ``x`` and ``y`` are numbers, or arrays of them.
    """
    shape, flat = place.shape, place.orientation.value == "flat"
    if shape.kind == "disc":
        return np.hypot(x, y) - shape.width / 2
    if shape.kind == "hexagon":
        turn = 30 if flat else 0
        normals = [math.radians(turn + 60 * k) for k in range(6)]
        return (
            np.max([x * math.cos(a) + y * math.sin(a) for a in normals], axis=0) - shape.width / 2
        )
    width, height = (shape.height, shape.width) if flat else (shape.width, shape.height)
    return np.maximum(abs(x) - width / 2, abs(y) - height / 2)
