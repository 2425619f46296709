"""A runner of GitHub Actions, as far as a composite action needs it.

It evaluates ``${{ inputs.x }}`` and ``${{ steps.x.outputs.y }}`` in the environment of steps and in
outputs, several with ``||`` between them, nothing else, and runs steps as `runners do <https://docs.github.com/actions>`_:
``bash --noprofile --norc -eo pipefail FILE`` at the top of the repository.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.cases import ROOT

#: What a runner understands in a script's place of an expression: nothing, as scripts must have none.
_EXPRESSION = re.compile(r"\$\{\{ *((?:[a-z]+\.[a-z.-]+)(?: \|\| [a-z]+\.[a-z.-]+)*) *\}\}")


class JobStep(NamedTuple):
    """What came of an action: its exit code, output lines, errors, summary, and outputs by name."""

    code: int
    lines: list[str]
    errors: str
    summary: str
    outputs: dict[str, str]

    @property
    def annotations(self) -> list[str]:
        """The errors that the page of the job shows beside files."""
        return [line for line in self.lines if line.startswith("::error ")]


def action() -> dict[str, Any]:
    """Return the action of this repository."""
    return yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))


def run(workspace: Path, temporary: Path, libraries: dict[str, str], **given: str) -> JobStep:
    """Run the action in a repository with inputs, where "_" stands for "-" in their names.

    ``libraries`` is the environment in which pip finds what tilewright needs.
    """
    made = action()
    inputs = {name: str(one.get("default", "")) for name, one in made["inputs"].items()}
    told = {name.replace("_", "-"): value for name, value in given.items()}
    assert set(told) <= set(inputs), "inputs that the action does not have"
    steps: dict[str, dict[str, str]] = {}
    code, out, errors, summary = 0, "", "", ""
    for k, step in enumerate(made["runs"]["steps"]):
        places = {name: temporary / f"{name}-{k}" for name in ("OUTPUT", "STEP_SUMMARY", "ENV")}
        for place in places.values():
            place.write_text("")
        script = temporary / f"step-{k}.sh"
        script.write_text(step["run"], "utf-8")
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(temporary),
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_WORKSPACE": str(workspace),
            "RUNNER_TEMP": str(temporary),
            **{f"GITHUB_{name}": str(place) for name, place in places.items()},
            **libraries,
            **{key: _value(text, told | inputs | told, steps) for key, text in step["env"].items()},
        }
        assert step["shell"] == "bash"
        words = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)]
        done = subprocess.run(
            words, cwd=workspace, env=environment, capture_output=True, text=True, check=False
        )
        out, errors, code = out + done.stdout, errors + done.stderr, done.returncode
        pairs = (line.split("=", 1) for line in places["OUTPUT"].read_text("utf-8").splitlines())
        steps[step["id"]] = dict(pairs)
        summary += places["STEP_SUMMARY"].read_text("utf-8")
        if code:
            break
    outputs = {name: _value(one["value"], {}, steps) for name, one in made["outputs"].items()}
    return JobStep(code, out.splitlines(), errors, summary, outputs)


def _value(text: str, inputs: dict[str, str], steps: dict[str, dict[str, str]]) -> str:
    """Return a text with its expressions evaluated; an output that was not set is empty."""

    def evaluated(match: re.Match[str]) -> str:
        return next(filter(None, map(of, match[1].split(" || "))), "")

    def of(said: str) -> str:
        kind, _, name = said.partition(".")
        if kind == "inputs":
            return inputs[name]
        assert kind == "steps", f"an expression that no step of ours needs: {said}"
        step, _, output = name.partition(".outputs.")
        return steps.get(step, {}).get(output, "")

    return _EXPRESSION.sub(evaluated, text)
