"""The house drawn from its imports: ``python -m tests.house.plan [FOLDER]``.

For every room its modules and lines, and from which rooms it takes; a room that takes from one above
it, or two rooms that take from each other, are marked.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from pathlib import Path

from tests.paths import ROOT


def dotted(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def taken(path: Path, root: Path) -> set[str]:
    """Return the project's modules that a file imports, in functions and for types too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name != "engine"}
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                place = root / whole.replace(".", "/")
                is_module = place.with_suffix(".py").exists() or place.is_dir()
                found.add(whole if is_module else str(node.module))
    return {name for name in found if name.split(".")[0] in ("engine", "generator")}


def room(module: str) -> str:
    """Return the room of a module: its package; what stands free in the two houses is its own."""
    package = module.rpartition(".")[0]
    return package if "." in package else module


def main(root: Path) -> None:
    """Print the rooms."""
    files = sorted([*root.glob("engine/**/*.py"), *root.glob("generator/**/*.py")])
    lines: dict[str, dict[str, int]] = defaultdict(dict)
    arrows: dict[str, set[str]] = defaultdict(set)
    for path in files:
        name = dotted(path, root)
        own = name if path.name == "__init__.py" else room(name)
        lines[own][path.name] = len(path.read_text("utf-8").splitlines())
        for other in taken(path, root):
            package = (root / other.replace(".", "/")).is_dir()
            if other != "engine":  # the door of all, for those above
                arrows[own].add(other if package else room(other))
    for own in sorted(lines):
        modules = lines[own]
        others = sorted(arrows[own] - {own})
        marks = [f"{o}{' (!)' if own in arrows[o] else ''}" for o in others]
        longest = max(modules, key=modules.__getitem__)
        print(
            f"{own:38} {len(modules):3} modules {sum(modules.values()):6} lines, "
            f"longest {longest} {modules[longest]}\n{'':40}takes from {', '.join(marks) or 'none'}"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
