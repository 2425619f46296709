"""PDF functions of types 0, 2, 3 and 4 (ISO 32000-1, 7.10): what tints of inks are made of."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

#: From inputs to outputs; None where the inputs are not the function's.
Function = Callable[[Sequence[float]], "list[float] | None"]
Decode = Callable[[Any], bytes]

#: Functions of functions deeper than this are none.
DEEPEST = 6
#: A calculator's words, and what its stack may hold.
MOST_WORDS = 2000
MOST_STACK = 100


def function(found: Any, decode: Decode, depth: int = 0) -> Function | None:
    """Return a function object as a Python function, or None where it cannot be read.

    ``decode`` unpacks a stream.
    """
    table = _value(found)
    if not isinstance(table, dict) or depth > DEEPEST:
        return None
    kind = _value(table.get("/FunctionType"))
    domain = _list(table, "/Domain")
    if not domain or len(domain) % 2:
        return None
    made: Function | None = None
    if kind == 0:
        made = _sampled(table, domain, decode)
    elif kind == 2:
        made = _exponential(table)
    elif kind == 3:
        made = _stitched(table, domain, decode, depth)
    elif kind == 4 and hasattr(table, "_data"):
        made = _calculator(decode(table))
    return _bounded(made, domain, _list(table, "/Range")) if made is not None else None


def _value(thing: Any) -> Any:
    return thing.get_object() if hasattr(thing, "get_object") else thing


def _list(table: Mapping[str, Any], key: str) -> list[float]:
    """Return an array of numbers, empty where there is none."""
    found = _value(table.get(key))
    try:
        values = [float(_value(v)) for v in found] if isinstance(found, list) else []
    except (TypeError, ValueError):
        return []
    return values if all(map(math.isfinite, values)) else []


def _bounded(made: Function, domain: Sequence[float], limits: Sequence[float]) -> Function:
    """Return the function with its inputs and outputs kept in their ranges."""

    def run(inputs: Sequence[float]) -> list[float] | None:
        if len(inputs) != len(domain) // 2:
            return None
        outputs = made(_clamped(inputs, domain))
        return outputs if outputs is None or not limits else _clamped(outputs, limits)

    return run


def _clamped(values: Sequence[float], limits: Sequence[float]) -> list[float]:
    pairs = zip(limits[::2], limits[1::2], strict=False)
    return [min(max(v, low), high) for v, (low, high) in zip(values, pairs, strict=False)]


def _exponential(table: Mapping[str, Any]) -> Function | None:
    """Return a function of type 2: from C0 to C1 by a power."""
    first, last = _list(table, "/C0") or [0.0], _list(table, "/C1") or [1.0]
    power = _value(table.get("/N"))
    if len(first) != len(last) or not isinstance(power, (int, float)) or not 0 <= power < 100:
        return None
    exponent = float(power)

    def run(inputs: Sequence[float]) -> list[float] | None:
        share = max(inputs[0], 0.0) ** exponent
        return [a + (b - a) * share for a, b in zip(first, last, strict=True)]

    return run


def _stitched(
    table: Mapping[str, Any], domain: Sequence[float], decode: Decode, depth: int
) -> Function | None:
    """Return a function of type 3: others, each on a stretch of the domain."""
    listed = _value(table.get("/Functions"))
    if not isinstance(listed, list) or not 1 <= len(listed) <= 64:
        return None
    parts = [function(f, decode, depth + 1) for f in listed]
    bounds, encode = _list(table, "/Bounds"), _list(table, "/Encode")
    if len(bounds) != len(parts) - 1 or len(encode) != 2 * len(parts):
        return None
    edges = [domain[0], *bounds, domain[1]]

    def run(inputs: Sequence[float]) -> list[float] | None:
        x = inputs[0]
        k = sum(x >= bound for bound in bounds)
        part = parts[k]
        span = edges[k + 1] - edges[k]
        share = (x - edges[k]) / span if span else 0.0
        low, high = encode[2 * k], encode[2 * k + 1]
        return part([low + (high - low) * share]) if part is not None else None

    return run


def _sampled(table: Mapping[str, Any], domain: Sequence[float], decode: Decode) -> Function | None:
    """Return a function of type 0 by its nearest sample in each input."""
    sizes, limits = _list(table, "/Size"), _list(table, "/Range")
    bits = _value(table.get("/BitsPerSample"))
    if len(sizes) != len(domain) // 2 or bits not in (8, 16) or not hasattr(table, "_data"):
        return None
    counts = [int(size) for size in sizes]
    outputs, width = len(limits) // 2, bits // 8
    data = decode(table)
    if not outputs or min(counts) < 1 or len(data) < math.prod(counts) * outputs * width:
        return None
    encode = _list(table, "/Encode") or [v for n in counts for v in (0.0, n - 1.0)]
    spread = _list(table, "/Decode") or limits
    if len(encode) != len(domain) or len(spread) != len(limits):
        return None

    def run(inputs: Sequence[float]) -> list[float] | None:
        at, stride = 0, outputs * width
        for k, x in enumerate(inputs):
            low, high = domain[2 * k], domain[2 * k + 1]
            share = (x - low) / (high - low) if high > low else 0.0
            place = encode[2 * k] + share * (encode[2 * k + 1] - encode[2 * k])
            at += min(max(round(place), 0), counts[k] - 1) * stride
            stride *= counts[k]
        result = []
        for j in range(outputs):
            word = int.from_bytes(data[at + j * width : at + (j + 1) * width], "big")
            low, high = spread[2 * j], spread[2 * j + 1]
            result.append(low + word / (256**width - 1) * (high - low))
        return result

    return run


# ----------------------------------------------------------------------- calculators (type 4)

_WORD = re.compile(rb"[{}]|[^\s{}]+")
_UNARY: Mapping[bytes, Callable[[float], float]] = {
    b"abs": abs,
    b"ceiling": math.ceil,
    b"cos": lambda v: math.cos(math.radians(v)),
    b"cvi": int,
    b"cvr": float,
    b"floor": math.floor,
    b"ln": math.log,
    b"log": math.log10,
    b"neg": operator.neg,
    b"not": lambda v: float(not v),
    b"round": lambda v: math.floor(v + 0.5),
    b"sin": lambda v: math.sin(math.radians(v)),
    b"sqrt": math.sqrt,
    b"truncate": math.trunc,
}
_BINARY: Mapping[bytes, Callable[[float, float], float]] = {
    b"add": operator.add,
    b"and": lambda a, b: float(bool(a) and bool(b)),
    b"atan": lambda a, b: math.degrees(math.atan2(a, b)) % 360,
    b"div": operator.truediv,
    b"eq": lambda a, b: float(a == b),
    b"exp": math.pow,
    b"ge": lambda a, b: float(a >= b),
    b"gt": lambda a, b: float(a > b),
    b"idiv": lambda a, b: float(int(a / b)),
    b"le": lambda a, b: float(a <= b),
    b"lt": lambda a, b: float(a < b),
    b"mod": math.fmod,
    b"mul": operator.mul,
    b"ne": lambda a, b: float(a != b),
    b"or": lambda a, b: float(bool(a) or bool(b)),
    b"sub": operator.sub,
}

Block = list[Any]


def _calculator(code: bytes) -> Function | None:
    """Return a PostScript calculator; it has no loops, so its length bounds its work."""
    words = _WORD.findall(code[: 64 * MOST_WORDS])
    if len(words) > MOST_WORDS or words[:1] != [b"{"]:
        return None
    block = _block(iter(words[1:]), 0)
    if block is None:
        return None

    def run(inputs: Sequence[float]) -> list[float] | None:
        stack = list(inputs)
        try:
            _execute(block, stack)
        except (ArithmeticError, IndexError, ValueError):
            return None
        return stack

    return run


def _block(words: Any, depth: int) -> Block | None:
    """Return the words up to the closing brace, blocks within as lists."""
    result: Block = []
    for word in words:
        if word == b"}":
            return result
        if word == b"{":
            inner = _block(words, depth + 1) if depth < DEEPEST else None
            if inner is None:
                return None
            result.append(inner)
        else:
            try:
                result.append(float(word))
            except ValueError:
                result.append(word)
    return None


def _execute(block: Block, stack: list[float]) -> None:
    """Run a block.

    Raises ArithmeticError, IndexError or ValueError for what the words cannot do.
    """
    pending: list[Block] = []
    for word in block:
        if isinstance(word, list):
            pending.append(word)
        elif isinstance(word, float):
            stack.append(word)
        elif word == b"if":
            chosen = pending.pop()
            if stack.pop():
                _execute(chosen, stack)
        elif word == b"ifelse":
            other, chosen = pending.pop(), pending.pop()
            _execute(chosen if stack.pop() else other, stack)
        else:
            _apply(word, stack)
        if len(stack) > MOST_STACK:
            raise ValueError("stack")


def _apply(word: bytes, stack: list[float]) -> None:
    if word in _UNARY:
        stack.append(float(_UNARY[word](stack.pop())))
    elif word in _BINARY:
        b, a = stack.pop(), stack.pop()
        stack.append(float(_BINARY[word](a, b)))
    elif word == b"pop":
        stack.pop()
    elif word == b"dup":
        stack.append(stack[-1])
    elif word == b"exch":
        stack[-1], stack[-2] = stack[-2], stack[-1]
    elif word == b"copy":
        count = _count(stack)
        stack.extend(stack[len(stack) - count :])
    elif word == b"index":
        stack.append(stack[-1 - _count(stack)])
    elif word == b"roll":
        steps, count = int(stack.pop()), _count(stack)
        if count:
            top = stack[-count:]
            steps %= count
            stack[-count:] = top[-steps:] + top[:-steps] if steps else top
    elif word in (b"true", b"false"):
        stack.append(float(word == b"true"))
    else:
        raise ValueError(word)


def _count(stack: list[float]) -> int:
    """Take a count off the stack that the rest of it can serve."""
    count = int(stack.pop())
    if not 0 <= count <= len(stack):
        raise ValueError("count")
    return count
