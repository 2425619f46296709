"""References of files for programs and lists: records, inventories, manifests.

What a manifest holds is read off manifests made for it, so that a field nobody has described is told.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markup import code, codes, listing, options, table

import engine
import generator
from engine.play import plugins
from generator.checking import inventory
from generator.checking.inventory import COUNT_HEADINGS, TILE_HEADINGS

#: What each field of a manifest holds; ``[]`` is any item of a list.
MANIFEST = {
    "tilewright": "the version that made it",
    "game": "the game",
    "settings": "how it was printed: the keys of [`[print]`](templates.md#the-table-print), and the preset",
    "units": "the unit of lengths, and their origin",
    "picture": "for single faces: format, resolution, pixels and shape",
    "files": "every file beside the manifest",
    "files[].file": "its name",
    "files[].component": "the component, or the name of shared sheets",
    "files[].components": "the components on its sheets",
    "files[].sheets": "the names of its sheets",
    "files[].cut": "for a cut file: the machine's work",
    "files[].cut.length": "length of its cuts, mm",
    "files[].cut.folds": "length of its folds, mm",
    "files[].cut.area": "area cut out, mm²",
    "files[].cut.sheets-alike": "number of sheets it serves",
    "components": "every component",
    "components[].name": "its name, as `--only` takes it",
    "components[].title": "its name in words",
    "components[].count": "how many pieces it has",
    "components[].size": "a piece's size, mm: flat to flat, edge or diameter",
    "components[].shares": "the name of the sheets it shares",
    "components[].sheets": "its sheets; for single faces, a picture each",
    "components[].sheets[].name": "the sheet's name",
    "components[].sheets[].side": "`front`, `back`, or `single` for a sheet without a back",
    "components[].sheets[].paper": "the paper",
    "components[].sheets[].width": "its width, mm",
    "components[].sheets[].height": "its height, mm",
    "components[].sheets[].tiles": "the pieces on it",
    "components[].sheets[].tiles[].id": "the piece, as the game writes it",
    "components[].sheets[].tiles[].title": "the piece in words",
    "components[].sheets[].tiles[].side": "`front` or `back`",
    "components[].sheets[].tiles[].x": "its centre, mm from the left",
    "components[].sheets[].tiles[].y": "its centre, mm from the top",
    "cut": "with cut files: the same for the whole kit",
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
        for name in plugins.shipped():
            generator.kit(name, cut="svg", out=folder)
            yield json.loads((Path(folder) / f"{name}.json").read_text("utf-8"))
        name = plugins.shipped()[-1]
        generator.kit(name, format="faces,svg", out=folder)
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
            "`tilewright kit` writes a manifest, `<game>.json`, beside the sheets. [`verify`](../verify.md) reads it.\n",
            options(
                ["Field", "Description"], ((code(path), says) for path, says in MANIFEST.items())
            ),
        ]
    )


def inventories() -> str:
    """Return the page of inventories."""
    rows = (
        (engine.game(name).title, codes(engine.game(name).tiles()[:3]))
        for name in plugins.shipped()
    )
    tiles = engine.game(plugins.shipped()[-1]).tiles()[:2]
    return "\n".join(
        [
            "# Inventories\n",
            "An inventory is a list of the pieces you own. `tilewright verify GAME my-tiles.csv` names what is missing, doubled or foreign.\n",
            "**CSV** is UTF-8, separated by commas, semicolons, tabs or bars. Lines that begin with `# ` are remarks. Headings are "
            "optional:\n",
            table(
                ["Column", "Headings"],
                [("the piece", codes(TILE_HEADINGS)), ("how many", codes(COUNT_HEADINGS))],
            ),
            listing("tile,count\n" + "".join(f"{tile},1\n" for tile in tiles), "csv"),
            "**JSON** is a list, or an object with `tiles` or `pieces` and perhaps `game`. An item is a text, a number, or an object "
            "with the headings above.\n",
            listing(json.dumps({"game": plugins.shipped()[-1], "tiles": [*tiles]}), "json"),
            f"At most {inventory.MOST_PIECES:,} pieces and {inventory.MOST_BYTES // 2**20} MiB are read.\n",
            "## Names of pieces\n",
            "Pieces that look alike may stand without their numbers, such as 6 of `blue-solid`.\n",
            table(["Game", "The first pieces"], rows),
        ]
    )


def records() -> str:
    """Return the page of records: their form, and each game's tags."""
    parts = [
        "# Records\n",
        "A record is a game as text: tags, then moves. `tilewright check` replays it, and `tilewright replay` shows it. `record` in a "
        "[figure file](../figures.md) takes positions from it.\n",
        listing(
            '[Game "NAME"]\n[Result "*"]\n\n1. MOVE MOVE {a comment} 2. MOVE ; to the end of the line'
        ),
        "- Tags come first: `Game`, the game's settings, `Position` for an unusual start, `Result`, and any others such as `Date`.\n"
        "- `Result` is the winners with their margin (`c+4.5`), `draw`, or `*` while the game is on. A game without scores has no margin.\n"
        "- Numbers of moves are optional. If they are there, before the first move of a round, they must be right.\n"
        "- A comment is in braces, or runs from `;` to the end of the line. It begins where a word would. Figures draw "
        "[marks](../figures.md#marks) in comments.\n"
        "- The file is UTF-8. A blank line stands before the next game's tags.\n",
    ]
    for name in plugins.shipped():
        game = engine.game(name)
        rows = ((code(one.name.capitalize()), one.help) for one in game.options)
        parts += [f"## Tags of {game.title}\n", table(["Tag", "Description"], rows)]
        parts.append(f"[A recorded game](../rules/{name}.md#a-recorded-game)\n")
    return "\n".join(parts)
