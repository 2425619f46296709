"""Figures as LaTeX: a snippet that shows a picture file with alternative text, caption and label."""

from __future__ import annotations

import re

from engine.geometry.plane import number

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "\N{MINUS SIGN}": r"\ensuremath{-}",
    **{character: f"\\{character}" for character in "{}$&#_%"},
}

_SPECIAL = re.compile(r"[\\~^<>|{}$&#_%\N{MINUS SIGN}]|-(?=-)|(?<=[?!])`")


def escaped(text: str) -> str:
    """Return a text as LaTeX shows it, also runs of hyphens, which would become dashes."""
    return _SPECIAL.sub(lambda found: _ESCAPES.get(found[0], f"{{}}{found[0]}{{}}"), text)


def can_read(path: str) -> bool:
    """Tell whether LaTeX can read a path to a picture."""
    return re.fullmatch(r"[A-Za-z0-9/._ +-]+", path) is not None


def figure(path: str, width: float, alt: str, caption: str, label: str, listed: str = "") -> str:
    """Return the snippet that shows the picture at ``path``, seen from the main document.

    The caption is LaTeX already, as is what a list of figures has of it if that is not the same.
    """
    short = f"[{{{listed}}}]" if listed not in ("", caption) else ""
    lines = [
        "% Made by tilewright figures; changes are lost.",
        r"\begin{figure}[htbp]",
        r"  \centering",
        rf"  \includegraphics[width={number(width)}mm, alt={{{escaped(alt)}}}]{{{path}}}",
        rf"  \caption{short}{{{caption}}}" if caption else "",
        rf"  \label{{{label}}}",
        r"\end{figure}",
    ]
    return "\n".join(line for line in lines if line) + "\n"
