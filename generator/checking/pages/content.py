"""A PDF page's drawing operators, read as marks on a page (ISO 32000-1, 8 and annex A).

Takes decoded content and a way to look up resources; knows nothing of files.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

from engine.geometry.plane import Transform
from generator.checking.pages.device import Space, cmyk, gray, rgb
from generator.checking.pages.paint import Clip, Page
from generator.checking.pages.pathops import Paths, begins, closed, retrace
from generator.checking.pages.shapes import Shape, Tracer
from generator.checking.pages.tokens import TOKEN, image_end, name, string_end

#: Forms within forms deeper than this are not entered: a form that draws itself ends here.
DEEPEST = 16
#: More states saved than this are no drawing.
MOST_SAVED = 256

Operand = float | str
#: More operands than this no operator has.
_MOST_OPERANDS = 64


class FormXObject(Protocol):
    """A drawing within a drawing."""

    @property
    def content(self) -> bytes:
        """The form's own operators, decoded."""

    @property
    def matrix(self) -> Transform:
        """From the form's space to its user's."""

    @property
    def box(self) -> tuple[float, float, float, float] | None:
        """What the form is cut to, in its own space: two opposite corners."""

    @property
    def resources(self) -> Resources:
        """Where the form's names are looked up."""


class Resources(Protocol):
    """What a content stream's names mean."""

    def form(self, name: str) -> FormXObject | str | None:
        """Return a form, "image", or None for what draws nothing."""

    def space(self, name: str) -> Space:
        """Return what turns components of a colour space into a colour."""

    def alpha(self, name: str) -> tuple[float | None, float | None]:
        """Return a graphics state's opacity of fills and of strokes, None where it says nothing."""

    def line_width(self, name: str) -> float | None:
        """Return a graphics state's line width, None where it says nothing."""

    def hidden(self, name: str) -> bool:
        """Tell whether a layer is not shown."""


class State:
    """The graphics state, as far as it shows in fills and lines; saving it copies it."""

    __slots__ = (
        "clips",
        "ctm",
        "fill",
        "fill_alpha",
        "fill_space",
        "stroke",
        "stroke_alpha",
        "stroke_space",
        "width",
    )

    def __init__(self, ctm: Transform) -> None:
        self.ctm = ctm
        self.fill = self.stroke = "#000000"
        self.fill_space: Space = gray
        self.stroke_space: Space = gray
        self.fill_alpha = self.stroke_alpha = self.width = 1.0
        self.clips: tuple[Clip, ...] = ()

    def copy(self) -> State:
        """Return a state equal to this one."""
        other = State(self.ctm)
        other.fill, other.stroke = self.fill, self.stroke
        other.fill_space, other.stroke_space = self.fill_space, self.stroke_space
        other.fill_alpha, other.stroke_alpha = self.fill_alpha, self.stroke_alpha
        other.width, other.clips = self.width, self.clips
        return other


class Interpreter:
    """Runs content streams and paints what they draw on a page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.paths = Paths(page.budget)

    def run(self, content: bytes, ctm: Transform, resources: Resources) -> None:
        """Paint a page's content; ``ctm`` leads from its user space to millimetres.

        Raises GameError when the budget is used up.
        """
        _Run(self, self._page, State(ctm), resources, 0).run(content)


class _Run:
    """One content stream being run: the states saved, the path begun."""

    def __init__(
        self,
        interpreter: Interpreter,
        page: Page,
        state: State,
        resources: Resources,
        depth: int,
    ) -> None:
        self.interpreter = interpreter
        self.page = page
        self.state = state
        self.resources = resources
        self.depth = depth
        self.saved: list[State] = []
        self.path: Shape | None = None
        self.tracer: Tracer | None = None
        self.clipping: str = ""
        self.operands: list[Operand] = []
        #: For each marked content begun, whether it is hidden.
        self.layers: list[bool] = []

    def run(self, content: bytes) -> None:
        self.page.budget.spend(300 + len(content) // 2)
        at: int | None = 0
        while at is not None:
            at = self.run_from(content, at)

    def run_from(self, content: bytes, at: int) -> int | None:
        """Run until something that is not a token (an inline image, a string in a string).

        Returns where to go on after it, None at the end.
        """
        operands = self.operands
        for token in TOKEN.finditer(content, at):
            kind = token.lastgroup
            if kind == "call":
                operator = token["operator"]
                action = _OPERATORS.get(operator)
                if action is not None:
                    action(self, [*operands, *map(float, token[0].split()[:-1])])
                elif operator == b"ID":
                    return self.inline_image(content, token.end())
                operands.clear()
            elif kind == "path":
                self.extend(token[0])
            elif kind == "name":
                operands.append(name(token[0]))
                del operands[:-_MOST_OPERANDS]
            elif kind == "numbers":
                operands += map(float, token[0].split()[-_MOST_OPERANDS:])
                del operands[:-_MOST_OPERANDS]
            elif token[0] == b"(":
                return string_end(content, token.end())
        return None

    def inline_image(self, content: bytes, at: int) -> int | None:
        """Note an image among the operators and return where it ends."""
        self.operands.clear()
        self.image()
        return image_end(content, at)

    # ------------------------------------------------------------------- paths

    def extend(self, text: bytes) -> None:
        """Begin the current path or go on with it."""
        if self.path is None and self.tracer is None and begins(text):
            self.path = self.interpreter.paths.shape(text)
            return
        if self.tracer is None:
            self.tracer = Tracer()
            if self.path is not None:  # too long for one token
                retrace(self.path, self.tracer)
                self.path = None
        self.interpreter.paths.trace(text, self.tracer)

    def take_path(self) -> Shape | None:
        """Return the current path and forget it."""
        shape = self.path if self.tracer is None else self.tracer.shape()
        self.path = self.tracer = None
        return shape

    def paint(self, *, fill: str = "", stroke: bool = False, close: bool = False) -> None:
        """Paint the current path: ``fill`` by "nonzero" or "evenodd", and clip if that was asked."""
        if close and self.tracer is not None:
            self.tracer.close()
        shape = self.take_path()
        clipping, self.clipping = self.clipping, ""
        if shape is None:
            return
        state = self.state
        if (fill or stroke) and not any(self.layers):
            if close:
                shape = closed(shape)
            self.page.paint(
                shape,
                state.ctm,
                state.clips,
                fill=state.fill if fill else None,
                even_odd=fill == "evenodd",
                stroke=state.stroke if stroke and state.stroke_alpha > 0 else None,
                width=state.width * math.sqrt(abs(state.ctm.determinant)),
                alpha=state.fill_alpha if fill else state.stroke_alpha,
            )
        if clipping:
            self.clip(shape, even_odd=clipping == "evenodd")

    def clip(self, shape: Shape, *, even_odd: bool) -> None:
        clip = Clip(((shape, self.state.ctm),), even_odd)
        self.state.clips = (*self.state.clips[-63:], clip)

    # --------------------------------------------------------------- operators

    def save(self, _: Sequence[Operand]) -> None:
        if len(self.saved) < MOST_SAVED:
            self.saved.append(self.state.copy())

    def restore(self, _: Sequence[Operand]) -> None:
        if self.saved:
            self.state = self.saved.pop()

    def concatenate(self, operands: Sequence[Operand]) -> None:
        n = _numbers(operands)
        if len(n) == 6:
            self.state.ctm @= Transform(*n)

    def set_width(self, operands: Sequence[Operand]) -> None:
        n = _numbers(operands)
        if n:
            self.state.width = abs(n[-1])

    def set_fill(self, space: Space, n: Sequence[float]) -> None:
        self.state.fill_space, self.state.fill = space, space(n) or "unknown"

    def set_stroke(self, space: Space, n: Sequence[float]) -> None:
        self.state.stroke_space, self.state.stroke = space, space(n) or "unknown"

    def fill_space(self, operands: Sequence[Operand]) -> None:
        space = self.space(operands)
        self.state.fill_space, self.state.fill = space, _initial(space)

    def stroke_space(self, operands: Sequence[Operand]) -> None:
        space = self.space(operands)
        self.state.stroke_space, self.state.stroke = space, _initial(space)

    def space(self, operands: Sequence[Operand]) -> Space:
        name = operands[-1] if operands else ""
        return self.resources.space(name) if isinstance(name, str) else gray

    def fill_colour(self, operands: Sequence[Operand]) -> None:
        if operands and isinstance(operands[-1], str):
            self.state.fill = "pattern"
        else:
            self.set_fill(self.state.fill_space, _numbers(operands))

    def stroke_colour(self, operands: Sequence[Operand]) -> None:
        if operands and isinstance(operands[-1], str):
            self.state.stroke = "pattern"
        else:
            self.set_stroke(self.state.stroke_space, _numbers(operands))

    def graphics_state(self, operands: Sequence[Operand]) -> None:
        name = operands[-1] if operands else ""
        if not isinstance(name, str):
            return
        fill, stroke = self.resources.alpha(name)
        width = self.resources.line_width(name)
        state = self.state
        state.fill_alpha = state.fill_alpha if fill is None else fill
        state.stroke_alpha = state.stroke_alpha if stroke is None else stroke
        state.width = state.width if width is None else width

    def shading(self, _: Sequence[Operand]) -> None:
        """Note a shading that fills all of the clip."""
        self.whole_page("shading")

    def whole_page(self, paint: str) -> None:
        tracer = Tracer()
        tracer.rectangle(0.0, 0.0, self.page.width, self.page.height)
        if not any(self.layers):
            self.page.paint(
                tracer.shape(),
                Transform(),
                self.state.clips,
                fill=paint,
                alpha=self.state.fill_alpha,
            )

    def draw(self, operands: Sequence[Operand]) -> None:
        """Draw a form or note an image."""
        name = operands[-1] if operands else ""
        if not isinstance(name, str) or any(self.layers):
            return
        form = self.resources.form(name)
        if form == "image":
            self.image()
        elif form is not None and not isinstance(form, str):
            self.draw_form(form)

    def image(self) -> None:
        self.page.images += 1
        square = self.interpreter.paths.shape(b"0 0 1 1 re")
        state = self.state
        self.page.paint(square, state.ctm, state.clips, fill="image", alpha=state.fill_alpha)

    def draw_form(self, form: FormXObject) -> None:
        if self.depth >= DEEPEST:
            return
        content = form.content
        state = self.state.copy()
        state.ctm @= form.matrix
        inner = _Run(self.interpreter, self.page, state, form.resources, self.depth + 1)
        if form.box is not None:
            x0, y0, x1, y1 = form.box
            tracer = Tracer()
            tracer.rectangle(x0, y0, x1 - x0, y1 - y0)
            inner.clip(tracer.shape(), even_odd=False)
        inner.run(content)

    def begin_marked(self, operands: Sequence[Operand]) -> None:
        hidden = (
            len(operands) == 2
            and operands[0] == "OC"
            and isinstance(operands[1], str)
            and self.resources.hidden(operands[1])
        )
        self.layers.append(hidden)

    def end_marked(self, _: Sequence[Operand]) -> None:
        if self.layers:
            self.layers.pop()


def _set_clipping(rule: str) -> Callable[[_Run, Sequence[Operand]], None]:
    def set_clipping(run: _Run, _: Sequence[Operand]) -> None:
        run.clipping = rule

    return set_clipping


def _painting(
    *, fill: str = "", stroke: bool = False, close: bool = False
) -> Callable[[_Run, Sequence[Operand]], None]:
    def paint(run: _Run, _: Sequence[Operand]) -> None:
        run.paint(fill=fill, stroke=stroke, close=close)

    return paint


def _filling(
    space: Space,
) -> Callable[[_Run, Sequence[Operand]], None]:
    return lambda run, operands: run.set_fill(space, _numbers(operands))


def _stroking(
    space: Space,
) -> Callable[[_Run, Sequence[Operand]], None]:
    return lambda run, operands: run.set_stroke(space, _numbers(operands))


#: The operators that show; all others (text, dashes, marks) are passed over.
_OPERATORS: dict[bytes, Callable[[_Run, Sequence[Operand]], None]] = {
    b"f": _painting(fill="nonzero"),
    b"F": _painting(fill="nonzero"),
    b"f*": _painting(fill="evenodd"),
    b"B": _painting(fill="nonzero", stroke=True),
    b"B*": _painting(fill="evenodd", stroke=True),
    b"b": _painting(fill="nonzero", stroke=True, close=True),
    b"b*": _painting(fill="evenodd", stroke=True, close=True),
    b"S": _painting(stroke=True),
    b"s": _painting(stroke=True, close=True),
    b"n": _painting(),
    b"W": _set_clipping("nonzero"),
    b"W*": _set_clipping("evenodd"),
    b"q": _Run.save,
    b"Q": _Run.restore,
    b"cm": _Run.concatenate,
    b"w": _Run.set_width,
    b"g": _filling(gray),
    b"G": _stroking(gray),
    b"rg": _filling(rgb),
    b"RG": _stroking(rgb),
    b"k": _filling(cmyk),
    b"K": _stroking(cmyk),
    b"cs": _Run.fill_space,
    b"CS": _Run.stroke_space,
    b"sc": _Run.fill_colour,
    b"scn": _Run.fill_colour,
    b"SC": _Run.stroke_colour,
    b"SCN": _Run.stroke_colour,
    b"gs": _Run.graphics_state,
    b"sh": _Run.shading,
    b"Do": _Run.draw,
    b"BDC": _Run.begin_marked,
    b"BMC": _Run.begin_marked,
    b"EMC": _Run.end_marked,
}


def _numbers(operands: Sequence[Operand]) -> list[float]:
    return [v for v in operands if isinstance(v, float)]


def _initial(space: Space) -> str:
    """Return the colour a space begins with: black, or the full tint of a separation."""
    for parts in ((0.0,), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)):
        colour = space(parts)
        if colour is not None:
            return colour
    return "unknown"
