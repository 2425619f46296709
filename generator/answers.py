"""Answers for programs: JSON objects that name their schema, and the schemas that are shipped.

Knows which commands answer and the version of each answer's form; what they answer is theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.resources import templates

#: Command -> the version of its answer; a field that goes or changes its meaning makes another.
VERSIONS = {
    name: int(version)
    for file in sorted((templates() / "schemas").iterdir())
    for name, _, version in [file.stem.partition("-")]
}


def name_of(command: str) -> str:
    """Return the name of the schema of a command's answer, as in ``verify/1``."""
    return f"{command}/{VERSIONS[command]}"


def written(command: str, answer: Mapping[str, Any]) -> str:
    """Return a command's answer as a JSON object that names its schema first.

    Paths and positions are texts.  What acts on a terminal is written as JSON escapes it.
    """
    import json

    named = {"schema": name_of(command), **answer}
    text = json.dumps(named, indent=1, ensure_ascii=False, default=str)
    return "".join(
        sign if sign.isprintable() or sign in "\n\u00a0" else json.dumps(sign)[1:-1]
        for sign in text
    )


def schema(command: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a command's answer."""
    import json

    file = templates() / "schemas" / f"{command}-{VERSIONS[command]}.json"
    made: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return made
