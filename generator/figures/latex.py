"""Figures as LaTeX: a snippet that shows a picture file with caption and label."""

from __future__ import annotations

import re

from engine.drawing.scene import Scene
from engine.errors import OptionError
from engine.geometry.plane import number
from generator.figures.spec import FigureSpec

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{character: f"\\{character}" for character in "{}$&#_%"},
}

_SPECIAL = re.compile(r"[\\~^<>|{}$&#_%]|-(?=-)|(?<=[?!])`")


def escaped(text: str) -> str:
    """Return a text as LaTeX shows it, also runs of hyphens, which would become dashes."""
    return _SPECIAL.sub(lambda found: _ESCAPES.get(found[0], f"{{}}{found[0]}{{}}"), text)


def figure(folder: str, picture: Scene, caption: str, spec: FigureSpec) -> str:
    """Return the snippet of a figure whose files lie in ``folder``, seen from the main document.

    Raises OptionError where there is neither PDF nor PNG, or the folder's name has characters
    that LaTeX cannot read in a path.
    """
    suffix = next((s for s in ("pdf", "png") if s in spec.formats), None)
    if suffix is None:
        raise OptionError(
            f'{spec.where}: LaTeX shows pdf or png; expected one of them in formats, like ["svg", "pdf"]'
        )
    path = f"{folder.rstrip('/')}/{spec.name}.{suffix}"
    if not re.fullmatch(r"[A-Za-z0-9/._ +-]+", path):
        raise OptionError(
            f"{spec.where}: LaTeX cannot read the path '{path}'; name the folder in plain letters"
        )
    lines = [
        "% Made by tilewright figures; changes are lost.",
        *(f"% {line}" for line in [f"Alternative text: {picture.description}"]),
        r"\begin{figure}[htbp]",
        r"  \centering",
        rf"  \includegraphics[width={number(picture.width)}mm]{{{path}}}",
        rf"  \caption{{{escaped(caption)}}}" if caption else "",
        rf"  \label{{{spec.label}}}",
        r"\end{figure}",
    ]
    return "\n".join(line for line in lines if line) + "\n"
