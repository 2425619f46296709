"""What docs/checking.md says of CI: its configurations run, on a repository as it describes."""

from __future__ import annotations

import os
import sys

import pytest
import yaml
from check_jsonschema import main as check_jsonschema
from click.testing import CliRunner

from tests.delivery import runner, sample
from tests.paths import ROOT
from tests.programs import not_on_windows

#: The shells and folders here are those of POSIX.
pytestmark = not_on_windows


@pytest.fixture
def here(tmp_path):
    """Return the environment of a runner that has tilewright, and a pip that notes what it is told."""
    tools = tmp_path / "tools"
    tools.mkdir()
    words = {
        "tilewright": f'exec {sys.executable} -m generator.start "$@"',
        "pip": f'echo "$@" >> {tmp_path}/pip',
    }
    for name, line in words.items():
        (tools / name).write_text(f"#!/bin/sh\n{line}\n")
        (tools / name).chmod(0o755)
    return {"PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize(
    ("key", "schema"),
    [("jobs", "vendor.github-workflows"), ("tilewright", "vendor.gitlab-ci")],
)
def test_the_hosts_schemas(tmp_path, key, schema):
    (found,) = sample.configurations(key)
    said = {"on" if name is True else name: value for name, value in found.items()}
    (tmp_path / "shown.yml").write_text(yaml.safe_dump(said))
    words = ["--builtin-schema", schema, str(tmp_path / "shown.yml")]
    done = CliRunner().invoke(check_jsonschema, words)
    assert done.exit_code == 0, done.output


def test_the_steps_for_github(tmp_path, here, repository):
    (found,) = sample.configurations("jobs")
    steps = [step for job in found["jobs"].values() for step in job["steps"]]
    ours = [step for step in steps if step["uses"].startswith("OWNER/tilewright@")]
    assert [step["with"].get("command", "verify") for step in ours] == ["verify", "check", "figures"]  # fmt: skip
    for step in ours:
        done = runner.run(repository, tmp_path, here, version="installed", **step["with"])
        assert done.code == 0, done
        assert "✅" in done.summary
