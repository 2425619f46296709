"""Files for hosts of repositories: each by the host's own schema, workflows by an auditor too."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from check_jsonschema import main as check_jsonschema
from click.testing import CliRunner

import engine
from tests.cases import some
from tests.paths import ROOT

#: The schemas that check-jsonschema brings, and the files that they are for.
SCHEMAS = {
    "vendor.github-workflows": ".github/workflows/*.yml",
    "custom.github-workflows-require-timeout": ".github/workflows/[!r]*.yml",
    "vendor.github-actions": "action.yml",
    "vendor.dependabot": ".github/dependabot.yml",
    "vendor.github-issue-config": ".github/ISSUE_TEMPLATE/config.yml",
    "vendor.github-issue-forms": ".github/ISSUE_TEMPLATE/[!c]*.yml",
    "vendor.citation-file-format": "CITATION.cff",
}
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SYSTEMS = ("ubuntu-latest", "macos-latest", "windows-latest")


def read(path):
    # YAML 1.1 reads the key "on" as true.
    said = yaml.safe_load(path.read_text("utf-8"))
    return {"on" if key is True else key: value for key, value in said.items()}


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_hosts_schemas(schema):
    files = [str(path) for path in sorted(ROOT.glob(SCHEMAS[schema]))]
    assert files
    words = ["--builtin-schema", schema, "--default-filetype", "yaml", *files]
    found = CliRunner().invoke(check_jsonschema, words)
    assert found.exit_code == 0, found.output


def test_the_auditor_finds_nothing(tmp_path):
    """Pinned actions, least rights, no credentials left behind, no input read as a script."""
    words = [Path(sys.executable).with_name("zizmor"), "--offline", "--no-progress", "--format", "json", "--min-severity", "medium"]  # fmt: skip
    run = subprocess.run(
        [*words, str(ROOT)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (run.returncode, json.loads(run.stdout)) == (0, []), run.stderr


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_rights_and_pins(path):
    made = read(path)
    assert made["permissions"] == {"contents": "read"}
    assert "group" in made["concurrency"]
    text = path.read_text("utf-8")
    used = re.findall(r"uses: (\S+)(.*)", text)
    assert used
    for name, comment in used:
        is_ours = name.startswith("./")
        pinned = re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", name) and re.fullmatch(
            r" # v\d+\.\d+\.\d+", comment
        )
        assert is_ours or pinned, name


def test_every_system_and_python():
    jobs = read(ROOT / ".github/workflows/tests.yml")["jobs"]
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pythons = [c.rpartition(" ")[2] for c in table["classifiers"] if "Python :: 3." in c]
    assert pythons[0] == table["requires-python"].removeprefix(">=")
    assert jobs["gate"]["strategy"]["matrix"]["python"] == pythons
    assert jobs["systems"]["strategy"]["matrix"]["python"] == pythons
    assert [*jobs["systems"]["strategy"]["matrix"]["system"], "ubuntu-latest"] == [*SYSTEMS[1:], SYSTEMS[0]]  # fmt: skip
    assert jobs["commands"]["strategy"]["matrix"]["system"] == [*SYSTEMS]
    extras = next(s["run"] for s in jobs["systems"]["steps"] if "--editable" in s.get("run", ""))
    assert set(re.findall(r"\w+", extras.partition("[")[2])) == set(table["optional-dependencies"])


# -------------------------------------------------------------------------------- releases


@pytest.fixture
def release():
    """Return the module that reads the changelog for a release."""
    spec = importlib.util.spec_from_file_location("release", ROOT / ".ci" / "release.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def sources(tmp_path, release):
    """Return a folder with the files that say a version, at 1.2.3."""
    for name in release.PLACES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        text = (ROOT / name).read_text("utf-8").replace(engine.__version__, "1.2.3")
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_the_notes_of_a_release(release, sources):
    assert release.notes(sources, "v1.2.3").startswith("- ")
    changes = sources / "CHANGELOG.md"
    changes.write_text("# Changelog\n\n## 1.2.3\n\n- New.\n\n## 1.2.2\n\n- Old.\n")
    assert release.notes(sources, "v1.2.3") == "- New.\n"


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("engine/__init__.py", '= "1.2.3"', '= "1.2.4"', "version 1.2.4"),
        ("CITATION.cff", "version: 1.2.3", "version: 1.2", "version 1.2"),
        ("CHANGELOG.md", "## 1.2.3", "## Unreleased", "version Unreleased"),
        ("CHANGELOG.md", "## ", "", "version none"),
    ],
)
def test_a_tag_that_does_not_fit(release, sources, name, old, new, says):
    path = sources / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(ValueError, match=f"^{name} says {says}, and the tag is v1.2.3$"):
        release.notes(sources, "v1.2.3")


def test_the_readme_of_the_index_has_whole_links():
    spec = importlib.util.spec_from_file_location("readme", ROOT / ".ci" / "readme.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    whole = module.whole((ROOT / "README.md").read_text("utf-8"), "https://host/o/t", "v1.2.3")
    links = re.findall(r"(!?)\[[^\]]+\]\(([^)\s]+)\)", whole)
    assert sum(picture == "!" for picture, _ in links) == 2
    for picture, link in some(links):
        start = f"https://host/o/t/{'raw' if picture else 'blob'}/v1.2.3/"
        assert link.startswith(start)
        assert (ROOT / link.removeprefix(start)).is_file()
