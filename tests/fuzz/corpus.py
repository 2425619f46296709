"""The inputs that fuzzing has found and kept: a file for each target, short inputs answered in ways of their own."""

from __future__ import annotations

import base64
import json
from pathlib import Path

from tests.fuzz.fuzzing import Session

FOLDER = Path(__file__).parent / "corpus"

#: The longest input that is kept, in bytes, and how many of a target.
LONGEST, MOST = 300, 24


def load(target: str) -> list[bytes]:
    """Return what is kept of a target."""
    path = FOLDER / f"{target}.json"
    return [_data(text) for text in json.loads(path.read_text())] if path.is_file() else []


def grow(session: Session) -> None:
    """Keep the shortest of a session's inputs, and of what was kept those with answers of their own."""
    short = [data for data in session.kept.values() if len(data) <= LONGEST]
    if short:
        FOLDER.mkdir(exist_ok=True)
        texts = [_text(data) for data in sorted(short, key=lambda data: (len(data), data))[:MOST]]
        path = FOLDER / f"{session.target.name}.json"
        path.write_text(json.dumps(texts, indent=0) + "\n")


def _text(data: bytes) -> str:
    """Return an input as it is told: as text where it is some, else in base64."""
    try:
        return "text " + data.decode()
    except UnicodeDecodeError:
        return "base64 " + base64.b64encode(data).decode()


def _data(text: str) -> bytes:
    kind, _, said = text.partition(" ")
    return said.encode() if kind == "text" else base64.b64decode(said)
