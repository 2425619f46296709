"""The page docs/json.md, written from the schemas; ``python -m tests.commands.json_page`` writes it anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from generator import answers, files
from tests.cases import ROOT

HEAD = """# JSON answers

With `--json` a command answers with one JSON object for programs.

Its `schema` names the command and the version of the form. A version may gain fields. If a field disappears or changes its meaning, the
version changes. `verify`, `check` and `figures` also answer if files cannot be read: with `error`, `errors` and exit code 2.

The JSON Schemas (draft 2020-12) are in `templates/schemas/`, in the installed package in `engine/_templates/schemas/`. This page is written
from them. `generator.answers.schema("verify")` returns one.
"""


class Field(NamedTuple):
    """A field of an answer: where it is, what it is, whether it is always there, what it says."""

    path: str
    kind: str
    is_always: bool
    says: str


def fields(schema: Mapping[str, Any], under: str = "") -> Iterator[Field]:
    """Yield the fields of a schema, those of objects within after them."""
    for name, value in schema.get("properties", {}).items():
        path = f"{under}{name}"
        always = name in schema.get("required", ())
        yield Field(path, _kind(value), always, value.get("description", ""))
        yield from fields(value, f"{path}.")
        yield from fields(value.get("items", {}), f"{path}[].")


def _kind(value: Mapping[str, Any]) -> str:
    if "const" in value:
        return f"`{value['const']}`"
    if "enum" in value:
        return " ".join(f"`{one}`" for one in value["enum"])
    kinds = value["type"] if isinstance(value["type"], list) else [value["type"]]
    return " or ".join(kinds)


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for command in sorted(answers.VERSIONS):
        rows = [
            f"| `{f.path}` | {f.kind} | {'always' if f.is_always else 'sometimes'} | {f.says} |"
            for f in fields(answers.schema(command))
        ]
        head = f"## {answers.name_of(command)}\n\n| Field | Type | Present | Description |\n|---|---|---|---|"
        parts.append("\n".join([head, *rows, ""]))
    return "\n".join(parts)


if __name__ == "__main__":
    files.write(ROOT / "docs" / "json.md", page().encode())
