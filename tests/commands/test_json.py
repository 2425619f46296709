"""Answers for programs: every command's JSON against its schema, and the page that tells of them."""

from __future__ import annotations

import json
import shlex
from typing import Any

import click
import jsonschema
import pytest

from engine.resources import templates
from generator import answers, cli
from tests.cases import ROOT
from tests.commands import json_page

SPEC = 'game = "astralis"\n[figures.a]\nposition = "start"\n'
GOOD = '[Game "astralis"]\n[Result "*"]\n\n1. a4 o11\n'
BAD = '[Game "astralis"]\n\n1. a4 o11\n2. d7+e9\n'
FILES = {"spec.toml": SPEC, "good.txt": GOOD, "bad.txt": BAD, "list.csv": "tile\n1\n2\n2\nx\n"}

#: A command's words, and its exit code.
CASES = [
    ("games", 0),
    ("doctor", None),
    ("preset", 0),
    ("template", 0),
    ("theme", 0),
    ("example", 0),
    ("kit abstrakto --only markers --out kit", 0),
    ("solid abstrakto --only markers --out solid", 0),
    ("tabletop abstrakto --format vtt --out table", 0),
    ("verify all", 0),
    ("verify atreya list.csv", 1),
    ("verify spec.toml", 2),
    ("check good.txt", 0),
    ("check good.txt bad.txt", 1),
    ("check spec.toml", 2),
    ("moves astralis start", 0),
    ("moves astralis start --count", 0),
    ("play astralis start a4", 0),
    ("score abstrakto start", 0),
    ("perft astralis start 1", 0),
    ("perft astralis start 2 --divide", 0),
    ("suggest abstrakto start --player greedy -o turns.svg", 0),
    ("suggest aathenuo '- 1 r3/r4' --player greedy -o draw.svg", 0),
    ("match astralis -s side=4 --players random,random --games 2 --jobs 1 --records m.txt", 0),
    ("study abstrakto --games 4", 0),
    ("hint aathenuo 'r*,r3,r4 1 r5b1/y3'", 0),
    ("diagram astralis start", 0),
    ("diagram astralis start -o a.png --dpi 30", 0),
    ("diagram astralis start --show list", 0),
    ("replay good.txt", 0),
    ("figures spec.toml", 0),
    ("figures spec.toml --check --out none", 1),
    ("figures bad.txt", 2),
]


def closed(schema: Any) -> Any:
    """Return a schema that allows no field it does not name."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: closed(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and "type" in schema:
        result.setdefault("additionalProperties", False)
    return result


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("answers")
    for name, text in FILES.items():
        (path / name).write_text(text)
    return path


@pytest.mark.parametrize(("words", "code"), CASES, ids=[words for words, _ in CASES])
def test_answers_keep_to_their_schemas(words, code, folder, monkeypatch, capsys):
    command, *rest = shlex.split(words)
    if command == "hint":
        pytest.importorskip("ortools")
    monkeypatch.chdir(folder)
    found = cli.run([command, *rest, "--json"])
    assert code in (found, None)
    answer = json.loads(capsys.readouterr().out)
    assert answer["schema"] == answers.name_of(command)
    jsonschema.validate(answer, closed(answers.schema(command)), jsonschema.Draft202012Validator)


def test_every_command_with_json_has_a_schema_that_is_used():
    made = {
        name
        for name in cli.COMMANDS
        for found in [cli.tilewright.get_command(click.Context(cli.tilewright), name)]
        if found is not None and any("--json" in one.opts for one in found.params)
    }
    assert made == set(answers.VERSIONS)
    assert made == {words.split()[0] for words, _ in CASES}
    files = {path.name for path in (templates() / "schemas").iterdir()}
    assert files == {f"{name}-{version}.json" for name, version in answers.VERSIONS.items()}


def test_the_page_tells_of_every_schema():
    page = (ROOT / "docs" / "json.md").read_text("utf-8")
    assert page == json_page.page(), "run python -m tests.commands.json_page"
