"""Builds the four chapters beside it in every tool for authors that is there, to be looked at.

``python -m tests.authors.chapters.build FOLDER``
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.paths import ROOT

GAMES = ("atreya", "abstrakto", "astralis", "aathenuo")
HERE = Path(__file__).parent
_BLOCK = re.compile(r"^```tilewright(.*)\n((?:.*\n)*?)^```$", re.MULTILINE)


def text(game: str) -> str:
    """Return a chapter in Markdown, whose files are named by their whole paths."""
    return (HERE / f"{game}.md").read_text("utf-8").replace("templates/", f"{ROOT}/templates/")


def rst(game: str) -> str:
    """Return a chapter for Sphinx."""

    def directive(found: re.Match[str]) -> str:
        lines = "\n".join(f"   {line}" for line in found[2].splitlines())
        return f".. tilewright::{found[1]}\n\n{lines}"

    found = _BLOCK.sub(directive, text(game)).replace("**two**", "two")
    found = re.sub(r"\[\]\(#([\w-]+)\)", r":numref:`\1`", found)
    return re.sub(
        r"^# (.*)$", lambda title: f"{title[1]}\n{'=' * len(title[1])}", found, flags=re.M
    )


def notebook() -> str:
    """Return a notebook of all chapters."""

    def cell(kind: str, source: str) -> dict[str, object]:
        code = {"outputs": [], "execution_count": None} if kind == "code" else {}
        return {"cell_type": kind, "id": f"c{abs(hash(source)) % 10**8}", "metadata": {},
                "source": source, **code}  # fmt: skip

    cells = [cell("code", "%load_ext generator.notebook")]
    for game in GAMES:
        parts = _BLOCK.split(text(game))
        for words, named, block in zip(
            parts[::3], [*parts[1::3], ""], [*parts[2::3], ""], strict=True
        ):
            cells.append(cell("markdown", words))
            if block:
                cells.append(cell("code", f"%%tilewright{named}\n{block}"))
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


def build(out: Path) -> None:
    """Build all chapters in a folder."""
    bin_folder = Path(sys.executable).parent
    env = {**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}

    def run(*words: object) -> None:
        done = subprocess.run(
            list(map(str, words)),
            cwd=out,
            env=env,
            text=True,
            capture_output=True,
            check=False,
        )
        print(words[0], words[-1], done.returncode, (done.stdout + done.stderr)[-1500:].strip())

    (out / "mkdocs").mkdir(parents=True)
    (out / "sphinx").mkdir()
    for game in GAMES:
        (out / "mkdocs" / f"{game}.md").write_text(text(game), "utf-8")
        (out / "sphinx" / f"{game}.rst").write_text(rst(game), "utf-8")
    (out / "mkdocs.yml").write_text(
        "site_name: Rules\ndocs_dir: mkdocs\nsite_dir: mkdocs-site\nuse_directory_urls: false\n"
        "theme:\n  name: material\n  font: false\n  palette:\n    - media: '(prefers-color-scheme: light)'\n"
        "      scheme: default\n    - media: '(prefers-color-scheme: dark)'\n      scheme: slate\n"
        "markdown_extensions:\n  - tilewright\nplugins: []\n", "utf-8")  # fmt: skip
    shutil.copy(out / "mkdocs" / "atreya.md", out / "mkdocs" / "index.md")
    run(sys.executable, "-m", "mkdocs", "build", "-q", "--strict")
    (out / "sphinx" / "conf.py").write_text(
        'project = "Rules"\nextensions = ["generator.sphinx"]\nnumfig = True\nlanguage = "en"\n'
    )
    names = "\n   ".join(GAMES)
    (out / "sphinx" / "index.rst").write_text(f"Rules\n=====\n\n.. toctree::\n\n   {names}\n")
    for builder in ("html", "epub", "latex"):
        run(sys.executable, "-m", "sphinx", "-qWb", builder, "sphinx", f"sphinx-{builder}")
    for game in GAMES:
        braced = re.sub(
            r"^```tilewright (\w+)$", r"```{.tilewright game=\1}", text(game), flags=re.M
        )
        (out / f"{game}.md").write_text(braced, "utf-8")
        for form in ("html", "latex", "typst"):
            to = f"pandoc-{game}.{form.replace('latex', 'tex').replace('typst', 'typ')}"
            run("pandoc", "-s", "--filter", "tilewright-pandoc", "-t", form, f"{game}.md", "-o", to)
    (out / "rules.ipynb").write_text(notebook(), "utf-8")
    snippets = ["--snippets", "latex,typst", "--fresh"]
    body: dict[str, list[str]] = {"tex": [], "typ": []}
    for game in GAMES:
        spec = (ROOT / "templates" / "examples" / f"{game}.toml").read_text("utf-8")
        spec = re.sub(r"^captions.*\n", "", spec, flags=re.M).replace(
            "out  ", 'captions = "text"\nout  '
        )
        (out / f"{game}.toml").write_text(re.sub(r"^size.*\n", "", spec, flags=re.M), "utf-8")
        record = ROOT / "templates" / "examples" / f"{game}-game.txt"
        shutil.copy(record, out)
        run(sys.executable, "-m", "tilewright", "figures", f"{game}.toml", *snippets)
        for suffix, lines in body.items():
            for path in sorted((out / "figures" / game).glob(f"*.{suffix}")):
                name = path.relative_to(out).with_suffix("")
                lines.append(rf"\input{{{name}}}" if suffix == "tex" else f'#include "{name}.typ"')
    tex = "\n".join((r"\documentclass{article}\usepackage{graphicx}\begin{document}",
                     *(f"{line}\n\\clearpage" for line in body["tex"]), r"\end{document}"))  # fmt: skip
    (out / "rules.tex").write_text(tex, "utf-8")
    (out / "rules.typ").write_text("\n".join(body["typ"]), "utf-8")
    if shutil.which("pdflatex"):
        run("pdflatex", "-interaction=nonstopmode", "rules.tex")


if __name__ == "__main__":
    build(Path(sys.argv[1]).resolve())
