"""PDF path operators as shapes, each read once however often it is drawn (ISO 32000-1, 8.5.2)."""

from __future__ import annotations

from generator.checking.pages.shapes import Budget, Shape, Tracer


class Paths:
    """Reads path operators; the same operators give the same shape."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._shapes: dict[bytes, Shape] = {}

    def shape(self, path: bytes) -> Shape:
        """Return the shape of path operators that begin with a move or a rectangle."""
        known = self._shapes.get(path)
        if known is None:
            tracer = Tracer()
            self.trace(path, tracer)
            known = self._shapes[path] = tracer.shape()
        return known

    def trace(self, path: bytes, tracer: Tracer) -> None:
        """Follow path operators."""
        words = path.split()
        self._budget.spend(len(words))
        numbers: list[float] = []
        for word in words:
            if word[-1] < 0x40:  # digits and signs come before letters
                numbers.append(float(word))
                continue
            _follow(word, numbers, tracer)
            numbers.clear()


def _follow(operator: bytes, n: list[float], tracer: Tracer) -> None:
    """Follow one path operator; one with the wrong count of numbers is passed over."""
    count = len(n)
    if operator == b"l" and count == 2:
        tracer.line(n[0], n[1])
    elif operator == b"m" and count == 2:
        tracer.move(n[0], n[1])
    elif operator == b"h":
        tracer.close()
    elif operator == b"c" and count == 6:
        tracer.curve(n[0], n[1], n[2], n[3], n[4], n[5])
    elif operator == b"re" and count == 4:
        tracer.rectangle(n[0], n[1], n[2], n[3])
    elif operator == b"v" and count == 4:
        x, y = tracer.here
        tracer.curve(x, y, n[0], n[1], n[2], n[3])
    elif operator == b"y" and count == 4:
        tracer.curve(n[0], n[1], n[2], n[3], n[2], n[3])


def begins(path: bytes) -> bool:
    """Tell whether path operators begin with a move or a rectangle."""
    words = path.split(None, 5)
    return (len(words) > 2 and words[2] == b"m") or (len(words) > 4 and words[4] == b"re")


def retrace(shape: Shape, tracer: Tracer) -> None:
    """Trace a shape again, its last part left open where it was."""
    for part in shape.parts:
        first, *rest = part.points
        tracer.move(*first)
        for point in rest:
            tracer.line(*point)
        if part.closed:
            tracer.close()


def closed(shape: Shape) -> Shape:
    """Return a shape with its last part closed."""
    if not shape.parts or shape.parts[-1].closed:
        return shape
    known = shape.memo.get("closed")
    if not isinstance(known, Shape):
        known = Shape((*shape.parts[:-1], shape.parts[-1]._replace(closed=True)))
        shape.memo["closed"] = known
    return known
