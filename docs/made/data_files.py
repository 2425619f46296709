"""References of files for programs and lists: records, inventories, manifests.

What a manifest holds is read off manifests made for it, so that a field nobody has described is told.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markup import code, codes, listing, table

import engine
import generator
from engine.play import finding
from engine.resources import templates
from generator.checking import inventory
from generator.checking.inventory import COUNT_HEADINGS, TILE_HEADINGS

#: What each field of a manifest says; ``[]`` is any item of a list.
MANIFEST = {
    "tilewright": "the version that made it",
    "game": "the game",
    "settings": "how it was printed: the keys of [`[print]`](templates.md#print-of-every-game), and the preset",
    "template": "of a template of your own: what `verify` needs of it",
    "template.file": "where it was",
    "template.text": "the whole of it",
    "units": "what lengths are measured in, and from where",
    "picture": "of single faces: the pictures' format, resolution, pixels and shape",
    "files": "every file beside the manifest",
    "files[].file": "its name",
    "files[].component": "the component, or what shares its sheets",
    "files[].components": "the components on its sheets",
    "files[].sheets": "the names of its sheets",
    "files[].cut": "of a cut file: what a machine has to do",
    "files[].cut.length": "how much it cuts, mm",
    "files[].cut.folds": "how much it folds, mm",
    "files[].cut.area": "how much is cut out, mm²",
    "files[].cut.sheets-alike": "how many sheets it serves",
    "components": "every component",
    "components[].name": "its name, as `--only` takes it",
    "components[].title": "its name in words",
    "components[].count": "how many pieces it has",
    "components[].size": "a piece's size, mm: flat to flat, edge or diameter",
    "components[].shares": "whose sheets it lies on, with other components",
    "components[].sheets": "its sheets; of single faces, a picture each",
    "components[].sheets[].name": "the sheet's name",
    "components[].sheets[].side": "`front`, `back`, or `single` where there is no other",
    "components[].sheets[].paper": "the paper",
    "components[].sheets[].width": "its width, mm",
    "components[].sheets[].height": "its height, mm",
    "components[].sheets[].tiles": "the pieces on it",
    "components[].sheets[].tiles[].id": "the piece, as the game writes it",
    "components[].sheets[].tiles[].title": "the piece in words",
    "components[].sheets[].tiles[].side": "`front` or `back`",
    "components[].sheets[].tiles[].x": "where its centre is, mm from the left",
    "components[].sheets[].tiles[].y": "mm from the top",
    "cut": "with cut files: what is cut in the whole kit, as of a file",
    "cut.length": "mm",
    "cut.folds": "mm",
    "cut.area": "mm²",
}


def fields(value: Any, under: str = "") -> Iterator[str]:
    """Yield the paths of all fields of a JSON value, but for those of settings and of a picture."""
    if isinstance(value, list):
        for item in value:
            yield from fields(item, f"{under}[]")
    elif isinstance(value, dict):
        for key, inner in value.items():
            path = f"{under}.{key}".lstrip(".")
            yield path
            if path not in ("settings", "picture"):
                yield from fields(inner, path)


def _made() -> Iterator[dict[str, Any]]:
    """Yield manifests of every kind: of all games with cut files, and of single faces."""
    with tempfile.TemporaryDirectory() as folder:
        for name in finding.shipped():
            generator.kit(name, cut="svg", out=folder)
            yield json.loads((Path(folder) / f"{name}.json").read_text("utf-8"))
        name = finding.shipped()[-1]
        own = Path(folder) / "own.toml"
        own.write_text(engine.game(name).template.read_text("utf-8") + "\n# mine\n", "utf-8")
        generator.kit(name, template=own, out=folder)
        yield json.loads((Path(folder) / f"{name}.json").read_text("utf-8"))
        generator.kit(name, per_piece="svg", out=folder)
        yield json.loads((Path(folder) / f"{name}.json").read_text("utf-8"))


def manifests() -> str:
    """Return the page of manifests.

    Raises ValueError for a field that nobody has described, and for one that there is not.
    """
    found = {path for manifest in _made() for path in fields(manifest)}
    if unlike := found ^ MANIFEST.keys():
        raise ValueError(
            f"fields of manifests that are not described, or not there: {sorted(unlike)}"
        )
    return "\n".join(
        [
            "# Manifests\n",
            "`tilewright kit` writes `<game>.json` beside the sheets; [`verify`](../checking.md) reads it. Name it to verify all "
            "that it lists.\n",
            table(["field", "says"], ((code(path), says) for path, says in MANIFEST.items())),
        ]
    )


def inventories() -> str:
    """Return the page of inventories."""
    rows = (
        (engine.game(name).title, codes(engine.game(name).tiles()[:3]))
        for name in finding.shipped()
    )
    tiles = engine.game(finding.shipped()[-1]).tiles()[:2]
    return "\n".join(
        [
            "# Inventories\n",
            "A list of what you have: `tilewright verify GAME my-tiles.csv` says what is missing, doubled or no piece of the game.\n",
            "**CSV** in UTF-8, separated by commas, semicolons, tabs or bars; lines that begin with `# ` are remarks. Headings may be "
            "left out; known are:\n",
            table(
                ["column", "headings, the best first"],
                [("the piece", codes(TILE_HEADINGS)), ("how many", codes(COUNT_HEADINGS))],
            ),
            listing("tile,count\n" + "".join(f"{tile},1\n" for tile in tiles), "csv"),
            "**JSON**: a list; or an object with `tiles` or `pieces`, and `game` if it says. An item is a text, "
            "a number, or an object with the headings above.\n",
            listing(json.dumps({"game": finding.shipped()[-1], "tiles": [*tiles]}), "json"),
            f"At most {inventory.MOST_ROWS:,} rows, {inventory.MOST_PIECES:,} pieces and {inventory.MOST_BYTES // 2**20} MiB are read.\n",
            "## How pieces are written\n",
            "A piece of which there are several alike may stand without its number (`blue-solid`, 6 of them).\n",
            table(["game", "the first pieces"], rows),
        ]
    )


def records() -> str:
    """Return the page of records: their form, and each game's tags."""
    parts = [
        "# Records\n",
        "A game as text: tags, then moves. `tilewright check` replays it, `tilewright replay` shows it, `record` in a "
        "[figure file](figures.md) takes positions from it.\n",
        listing(
            '[Game "NAME"]\n[Result "*"]\n\n1. MOVE MOVE {a comment} 2. MOVE ; to the end of the line'
        ),
        "- Tags come first: `Game`, the game's settings, `Position` for a start other than the usual one, `Result`, and any others "
        "(`Date`, players' names).\n"
        "- `Result`: the winners with their margin (`c+4.5`), `draw`, or `*` while the game is on.\n"
        "- Numbers of moves may be left out; where they stand, before the first move of a round, they must be right.\n"
        "- A comment is in braces, or from `;`, where a word would begin, to the end of the line. [Marks](marks.md) in comments are drawn in figures.\n"
        "- UTF-8; a blank line stands before the next game's tags.\n",
    ]
    for name in finding.shipped():
        game = engine.game(name)
        rows = ((code(one.name.capitalize()), one.help) for one in game.options)
        text = (templates() / "examples" / f"{name}-game.txt").read_text("utf-8")
        parts += [f"## {game.title}\n", table(["tag", "says"], rows), listing(text)]
    return "\n".join(parts)
