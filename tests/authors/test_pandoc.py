"""Figures by pandoc's filter, in the real pandoc; snippets of Typst in the real Typst."""

import io
import os
import re
import subprocess
import sys

import pypdfium2
import pytest

from generator.documents import pandoc as filtering
from tests.cases import ROOT

TEXT = """# Rules

See [the start](#fig:opening).

```{.tilewright game=atreya #fig:opening size=60}
start
caption: The start, 100 % of it
```

- ```astralis
  start
  options: side=4
  caption: Second
  ```

```python
print("start")
```
"""


@pytest.fixture
def pandoc(tmp_path):
    """Return a function that runs pandoc with the filter and returns its exit code and output."""
    pypandoc = pytest.importorskip("pypandoc")
    program = pypandoc.get_pandoc_path()
    (tmp_path / "filter.py").write_text("from generator.documents.pandoc import main\nmain()\n")
    places = [os.path.dirname(sys.executable), os.environ["PATH"]]  # noqa: PTH120
    clean = {**os.environ, "PATH": os.pathsep.join(places), "PYTHONPATH": str(ROOT)}

    def run(*words, text=TEXT):
        done = subprocess.run(
            [program, "--filter", "./filter.py", *words],
            input=text, cwd=tmp_path, env=clean, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"meta": {}}', '{"blocks": 1}', "[" * 100_000, "\ufeff{}"]
)
def test_what_is_no_document_is_told_in_one_line(text, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert filtering.run("html") == 2
    assert capsys.readouterr().err == (
        "Error: standard input is not a document of pandoc; "
        "expected to be run by pandoc --filter tilewright-pandoc\n"
    )


def test_figures_in_html(pandoc):
    code, out, err = pandoc("-t", "html")
    assert (code, err) == (0, "")
    found = re.sub(r"<svg.*?</svg>", "SVG", out)
    assert (
        '<figure id="fig:opening" class="tilewright">\nSVG\n<figcaption>The start, 100\u00a0% of it'
        in found
    )
    assert found.count("SVG") == 2
    assert "<code" in found, "other code is left"


def test_figures_in_latex(pandoc, tmp_path):
    code, out, _ = pandoc("-t", "latex")
    assert code == 0
    words, name = re.search(r"\\includegraphics\[(width=60mm.*?)\]\{(.*?)\}", out).groups()
    assert "alt={It is red\\textquotesingle s turn." in words
    assert r"\caption{The start, 100~\% of it}\label{fig:opening}" in out
    assert (tmp_path / name).read_bytes().startswith(b"%PDF-1.5")


def test_figures_in_typst(pandoc, tmp_path):
    typst = pytest.importorskip("typst")
    assert pandoc("-s", "-t", "typst", "-o", "a.typ")[0] == 0
    assert ", alt: \"It is red's turn. The scores are red 0" in (tmp_path / "a.typ").read_text(
        "utf-8"
    )
    words = text_of(typst.compile(str(tmp_path / "a.typ")))
    assert "Figure 1: The start, 100 % of it" in words.replace("\u00a0", " ")
    assert "Figure 2: Second" in words


def test_faults_stop_pandoc(pandoc):
    code, out, err = pandoc("-t", "html", text="```atreya\na b\n```\n\n```astralis\nsize: 5\n```")
    assert (code, out) == (83, "")
    errors = [line for line in err.splitlines() if line.startswith("Error: ")]
    assert len(errors) == 2
    assert "five fields" in errors[0]
    assert "no position" in errors[1]


def text_of(pdf):
    document = pypdfium2.PdfDocument(pdf)
    words = "\n".join(page.get_textpage().get_text_range() for page in document)
    return words.replace("\xa0", " ").replace("\r\n", "\n")
