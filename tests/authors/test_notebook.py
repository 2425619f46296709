"""Figures in notebooks: what shows itself, and the magics, in the real IPython."""

import pytest

import engine
from engine import figure

pytest.importorskip("IPython", reason="pip install ipython")


@pytest.fixture(scope="module")
def shell():
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance()
    shell.run_line_magic("load_ext", "generator.notebook")
    yield shell
    InteractiveShell.clear_instance()


def shown(shell, cell):
    """Return the kinds in which a cell's value is shown."""
    result = shell.run_cell(cell)
    assert result.error_in_exec is None
    return shell.display_formatter.format(result.result)[0]


@pytest.mark.parametrize("name", engine.names())
def test_figures_show_themselves(shell, name):
    shell.user_ns["made"] = figure.of(
        engine.game(name).begin({"seed": "7"} if name == "aathenuo" else {})
    )
    kinds = shown(shell, "made")
    assert set(kinds) == {"text/plain", "image/svg+xml"}
    assert kinds["image/svg+xml"].startswith("<?xml")
    assert len(kinds["text/plain"]) < 100
    assert kinds["text/plain"].startswith(f"<Figure: {name.title()}: ")


@pytest.mark.parametrize("magic", ["%%tilewright atreya", "%%atreya"])
def test_a_cell_is_a_figure(shell, magic):
    kinds = shown(shell, f"{magic}\nstart\nshow: cells\ncaption: The <start>\n")
    assert kinds["text/html"].startswith('<figure class="tilewright"><svg style=')
    assert kinds["text/html"].endswith("<figcaption>The &lt;start&gt;</figcaption></figure>")
    assert kinds["text/plain"] == "<Figure: Atreya: red to move>"


def test_a_cell_that_is_wrong_is_told_in_one_line(shell, capsys):
    result = shell.run_cell("%%atreya\nrubbish\n")
    assert "no position 'rubbish'" in str(result.error_in_exec)
    assert capsys.readouterr().err.count("\n") == 1
