"""The house: data and imports flow one way (the order is in CONTRIBUTING.md)."""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.cases import ROOT, some

#: Storeys from the bottom; a module may import from storeys below its own, and its own.
STOREYS = (
    ("engine.errors", "engine.words", "engine.reading", "engine.resources"),
    ("engine.messages",),
    ("engine.geometry", "engine.settings"),
    ("engine.drawing",),
    ("engine.play",),
    ("engine.games", "engine.record", "engine.verify", "engine.figure"),
    ("engine",),
    ("generator.files", "generator.answers"),
    ("generator.printing", "generator.replaying"),
    ("generator.illustrating", "generator.checking", "generator.tabletops", "generator.solids"),
    ("generator.documents", "generator.sphinx", "generator.notebook"),
    ("generator.studying",),
    ("generator.api",),
    ("generator",),
    ("generator.playing",),
    ("generator.cli", "generator.start", "generator.commands"),
    ("tilewright", "tilewright.__main__"),
)

#: Packages whose own modules stand on storeys of their own.
DOORS = ("engine", "generator", "tilewright")

#: Who may use which of the libraries that must not leak.
LEAKS = {
    "svgwrite": "generator/printing/cutfiles.py",
    "click": "generator/cli.py generator/commands/",
    "reportlab": "engine/drawing/writers/pdf.py engine/drawing/writers/pdfx.py",
    "pypdfium2": "engine/drawing/writers/png.py generator/checking/",
    "numpy": "generator/checking/ generator/studying/report.py generator/solids/",
    "defusedxml": "generator/checking/pages/",
    "fontTools": "engine/drawing/writers/pdf.py engine/drawing/ownfonts.py"
    " generator/checking/pages/",
    "cv2": "generator/checking/photographs/",
    "PIL": "engine/drawing/writers/press.py engine/drawing/writers/png.py generator/checking/photographs/"
    " generator/checking/recognise/ generator/tabletops/pictures.py"
    " generator/replaying/animation.py",
    "ezdxf": "generator/printing/cutfiles.py",
    "ortools": "engine/games/aathenuo/",
    "shapely": "generator/printing/engraving.py generator/solids/ generator/checking/judge.py generator/checking/pages/ generator/checking/recognise/",
    "markdown": "generator/documents/markdown.py",
    "sphinx": "generator/sphinx.py",
    "docutils": "generator/sphinx.py",
    "IPython": "generator/notebook.py",
    "matplotlib": "generator/studying/report.py",
    "distributed": "generator/studying/games.py",
    "gettext": "engine/messages.py",
}


def modules() -> list[Path]:
    return sorted(path for door in DOORS for path in (ROOT / door).rglob("*.py"))


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def storey(name: str) -> int:
    best = max(
        (
            (len(part), level)
            for level, parts in enumerate(STOREYS)
            for part in parts
            if name == part or (part not in DOORS and name.startswith(part + "."))
        ),
        default=None,
    )
    assert best is not None, f"{name} stands on no storey; add it to STOREYS"
    return best[1]


@cache
def imports(path: Path) -> frozenset[str]:
    """Every module imported anywhere in a file, in functions and for types too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                is_module = (ROOT / (whole.replace(".", "/") + ".py")).exists() or (
                    ROOT / whole.replace(".", "/")
                ).is_dir()
                found.add(whole if is_module else str(node.module))
    return frozenset(found)


def test_imports_go_down():
    for path in some(modules()):
        own = dotted(path)
        if own == "engine":
            continue  # the package's door puts the storeys together
        ours = {name for name in imports(path) if name.split(".")[0] in DOORS}
        whole = own.startswith(("generator.", "tilewright"))  # these may import the whole of engine
        above = {n for n in ours if not (whole if n == "engine" else storey(n) <= storey(own))}
        assert above == set(), f"{own} imports from a storey above"


def test_no_imports_go_in_a_circle():
    own = {dotted(path) for path in modules()} - {"engine"}
    graph = {dotted(path): imports(path) & own for path in modules() if dotted(path) in own}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle = " imports ".join(reversed(error.args[1]))
        pytest.fail(circle)
    assert len(graph) > 100


def game_of(name: str) -> str | None:
    """Return the game whose folder a module lies in."""
    parts = name.split(".")
    return parts[2] if parts[:2] == ["engine", "games"] and len(parts) > 2 else None


def test_games_stand_alone():
    for path in some(modules()):
        own = game_of(dotted(path))
        games = {game_of(name) for name in imports(path)} - {None}
        assert own is None or games <= {own}, f"{own} imports another game"


def test_libraries_do_not_leak():
    for path in some(modules()):
        where = path.relative_to(ROOT).as_posix()
        libraries = {name.split(".")[0] for name in imports(path)} & LEAKS.keys()
        leaked = [name for name in libraries if not where.startswith(tuple(LEAKS[name].split()))]
        assert leaked == [], where
