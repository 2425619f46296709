"""The house: data and imports flow one way (the order is in CONTRIBUTING.md)."""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.paths import ROOT

#: Storeys from the bottom; a module may import from storeys below its own, and its own.
STOREYS = (
    ("engine.errors", "engine.words", "engine.resources"),
    ("engine.geometry", "engine.settings"),
    ("engine.drawing",),
    ("engine.play",),
    ("engine.games", "engine.record", "engine.verify", "engine.figure"),
    ("engine",),
    ("generator", "generator.files"),
    ("generator.printing", "generator.replay"),
    ("generator.figures", "generator.checking"),
    ("generator.cli", "generator.commands"),
)

#: Packages whose own modules stand on storeys of their own.
DOORS = ("engine", "generator")

#: Who may use which of the libraries that must not leak.
LEAKS = {
    "click": "generator/cli.py generator/commands/",
    "svgwrite": "engine/drawing/writers/svg.py",
    "reportlab": "engine/drawing/writers/pdf.py",
    "cairosvg": "engine/drawing/writers/png.py",
    "pypdfium2": "engine/drawing/writers/png.py generator/checking/pages/pdfium.py",
    "pypdf": "generator/checking/pages/",
    "defusedxml": "generator/checking/pages/",
    "fontTools": "engine/drawing/fonts.py generator/checking/pages/",
    "ezdxf": "generator/printing/dxf.py",
    "ortools": "engine/games/aathenuo/",
}


def modules() -> list[Path]:
    return sorted([*ROOT.glob("engine/**/*.py"), *ROOT.glob("generator/**/*.py")])


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


def test_there_are_modules():
    assert len(modules()) > 100


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_imports_go_down(path):
    own = dotted(path)
    if own == "engine":
        return  # the package's door puts the storeys together
    for name in imports(path):
        if name.split(".")[0] not in ("engine", "generator"):
            continue
        if name == "engine":
            assert own.startswith("generator"), f"{own} imports the whole package"
            continue
        assert storey(name) <= storey(own), f"{own} imports {name} from a storey above"


def test_no_imports_go_in_a_circle():
    own = {dotted(path) for path in modules()} - {"engine"}
    graph = {dotted(path): imports(path) & own for path in modules() if dotted(path) in own}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_games_stand_alone(path):
    own = dotted(path).split(".")
    for name in imports(path):
        parts = name.split(".")
        if parts[:2] == ["engine", "games"] and len(parts) > 2 and own[:2] == ["engine", "games"]:
            assert parts[2] == own[2], f"{dotted(path)} imports another game, {name}"


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_libraries_do_not_leak(path):
    where = str(path.relative_to(ROOT))
    for name in imports(path):
        allowed = LEAKS.get(name.split(".")[0])
        if allowed is not None:
            assert any(where.startswith(a) for a in allowed.split()), f"{where} imports {name}"


def test_nothing_reads_the_shared_folder():
    for path in [*modules(), *ROOT.glob("tests/**/*.py"), *ROOT.glob("templates/**/*")]:
        if path.is_file() and path.resolve() != Path(__file__).resolve():
            assert "../shared" not in path.read_text("utf-8", errors="replace"), path
