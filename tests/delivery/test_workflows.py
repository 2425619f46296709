"""Files for hosts of repositories: each by the host's own schema, workflows by an auditor too."""

from __future__ import annotations

import importlib.util
import re

import pytest
import yaml
from check_jsonschema import main as check_jsonschema
from click.testing import CliRunner

from tests.cases import ROOT, some

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


# -------------------------------------------------------------------------------- releases


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
