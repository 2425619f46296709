"""References made of the code's own tables: commands, templates, themes, presets, figure files, marks.

Each function returns a page as Markdown; ``PAGES`` has them by name, with those of :mod:`data_files`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import data_files
from markup import code, codes, figure, folded, listing, side_by_side, table

import engine
from engine.drawing import mark_verbs, theme
from engine.play import finding
from engine.resources import templates
from generator import cli
from generator.illustrating import spec_keys
from generator.illustrating.spec_keys import SpecKey
from generator.printing import paper, presets, template
from generator.printing.cutfiles import CutStyle
from generator.printing.labelsheets import LabelGrid
from generator.printing.paper import Profile


def _commands() -> dict[str, click.Command]:
    context = click.Context(cli.tilewright, resilient_parsing=True)
    found = {name: cli.tilewright.get_command(context, name) for name in cli.COMMANDS}
    return {name: command for name, command in found.items() if command}


# -------------------------------------------------------------------------------- commands


def commands() -> str:
    """Return the page of all commands with their arguments and options."""
    parts = [
        "# Commands\n",
        "Exit codes: 0, in order; 1, what was checked is not in order; 2, bad input or usage. `-` reads standard input wherever a file or "
        "position is expected. Any option may also stand in [a project's settings](../checking.md#settings-of-a-project). Every "
        "command takes `-q`, `--quiet` (results and errors only) and `-v`, `--verbose` (which settings count, and what is "
        "read).\n",
    ]
    for name, command in _commands().items():
        usage = " ".join(command.collect_usage_pieces(click.Context(command, info_name=name)))
        parts += [
            f"## {name}\n",
            f"{cli.COMMANDS[name]}\n",
            listing(f"tilewright {name} {usage}", "console"),
            table(["option", "says"], _options(command)),
        ]
    return "\n".join(parts)


def _options(command: click.Command) -> Iterator[tuple[str, str]]:
    """Yield each option with what it takes, and what it says; those of every command are told once."""
    for option in command.params:
        if isinstance(option, click.Option) and not _LOUDNESS.intersection(option.opts):
            names = codes((*option.opts, *option.secondary_opts))
            value = "" if option.is_flag else _value(option)
            default = option.default if isinstance(option.default, (str, int, float)) else ""
            left_out = "" if option.is_flag or default == "" else f" If left out: {code(default)}."
            yield f"{names} {value}".strip(), f"{_escaped(option.help or '')}{left_out}"


#: Options that every command has.
_LOUDNESS = {"--quiet", "--verbose"}


def _escaped(words: str) -> str:
    """Return words in which options and names of colours stand as code, and brackets link nowhere."""
    words = re.sub(r"(?<![\w`])--[a-z][a-z-]*", lambda found: code(found[0]), words)
    return words.replace("[", "\\[").replace("*", "\\*")


def _value(option: click.Option) -> str:
    """Return what an option takes: its choices, or the kind of value."""
    if isinstance(option.type, click.Choice):
        return "one of " + codes(option.type.choices)
    kind = option.metavar or option.type.name.upper()
    return "NUMBER" if kind.startswith(("FLOAT", "INTEGER")) else kind


# ------------------------------------------------------------------------- templates, presets


def printing_keys() -> Iterator[tuple[str, str, str]]:
    """Yield each key of ``[print]``: its name, what it says and can be, and if left out."""
    said = {p.name: p.help or "" for p in _commands()["kit"].params if isinstance(p, click.Option)}
    for field in fields(template.PrintSettings):
        if field.name == "preset":
            continue
        # What is left out has a column of its own.
        words = re.sub(r" *\[default:[^]]*\]", "", said.get(field.name, ""))
        yield (
            code(field.name.replace("_", "-")),
            f"{_escaped(words)} {_limits(field.name)}".strip(),
            code(_toml(field.default)),
        )


def _limits(name: str) -> str:
    if name in template.CHOICES:
        return f"({codes(template.CHOICES[name])})"
    if name in template.LIMITS:
        low, high = template.LIMITS[name]
        return f"({low:g} to {high:g})"
    return ""


def _toml(value: Any) -> str:
    """Return a value as TOML has it, "" for None and an empty text."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"


def kit_templates() -> str:
    """Return the page of templates: the keys of printing, each game's own, papers."""
    sizes = tomllib.loads((templates() / "papers.toml").read_text("utf-8"))["papers"]
    parts = [
        "# Templates\n",
        "What a kit is made with, as a TOML file. `tilewright template NAME --out mine.toml` copies one out, "
        "`tilewright kit GAME --template mine.toml` uses it; options win over it. A key that is left out has its usual value.\n",
        "## `[print]`, of every game\n",
        "A key is an option of [`kit`](commands.md#kit) without its hyphens in front.\n",
        table(["key", "says", "if left out"], printing_keys()),
        "## Papers\n",
        table(
            ["`paper`", "width × height, mm"],
            ((code(name), "{:g} × {:g}".format(*sizes[name])) for name in paper.names()),
        ),
        "Any other is `WxHmm`, like `330x482mm`.\n",
    ]
    for name in finding.shipped():
        text = (templates() / f"{name}.toml").read_text("utf-8")
        parts += [f"## {engine.game(name).title}\n", listing(text, "toml")]
    return "\n".join(parts)


#: A preset's tables beside ``[print]``, and the values they are read into.
PRESET_TABLES: Mapping[str, tuple[str, ...]] = {
    "per-piece": presets.FacePicture._fields,
    "labels": LabelGrid._fields,
    "marks": tuple(field.name for field in fields(Profile) if field.name not in ("name", "marks")),
    "cut": CutStyle._fields,
}


def preset_page() -> str:
    """Return the page of presets."""
    found = [presets.load(name) for name in presets.names()]
    rows = (
        (code(p.name), p.title, "yes" if p.confirmed else "measure first", p.source) for p in found
    )
    tables = ((code(f"[{name}]"), codes(keys)) for name, keys in PRESET_TABLES.items())
    parts = [
        "# Presets\n",
        "`tilewright kit GAME --preset NAME` or `--preset mine.toml`.\n",
        table(["name", "for", "confirmed", "measures from"], rows),
        "## Keys\n",
        "`title`, `confirmed` and `source` say what it is; `[print]` takes all keys of [a template's](templates.md#print-of-every-game). "
        "[A preset with comments](../printing.md#presets) shows the rest:\n",
        table(["table", "keys"], tables),
        "## As shipped\n",
    ]
    shipped = ((p, presets.file_of(p.name)) for p in found)
    return "\n".join(
        [*parts, *(folded(p.name, listing(file.read_text("utf-8"), "toml")) for p, file in shipped)]
    )


# ---------------------------------------------------------------------------------- themes


def themes() -> str:
    """Return the page of themes: each drawn and its colours, and the keys."""
    parts = [
        "# Themes\n",
        "`--theme NAME` or `--theme mine.toml`; how to make one is told in [Colours](../printing.md#a-theme-of-your-own).\n",
        table(["name", "is"], ((code(name), theme.load(name).title) for name in theme.names())),
        "## Slots\n",
        "The colours of pieces, `[slots]`: " + codes(theme.SLOTS) + ". Of each:\n",
        table(["key", "says"], ((code(key), says) for key, says in theme.SLOT_KEYS.items())),
        "## Roles\n",
        "The neutral parts of drawings, `[roles]`, a colour `#rrggbb` each:\n",
        table(["role", "is for"], ((code(role), says) for role, says in theme.ROLES.items())),
        "`boundary` and `hairline`, above the tables, are the widths of lines between areas of different and of like colours, shares of a "
        "tile's width; `title` names the theme, `base` the one that it builds on, `font` its fonts.\n",
    ]
    for name in theme.names():
        drawn = (
            figure(
                game, f"record: templates/examples/{game}-game.txt", f"theme: {name}", "caption:"
            )
            for game in finding.shipped()
        )
        parts += [f"## {name}\n", _swatches(theme.load(name)), side_by_side(drawn)]
    return "\n".join(parts)


def _swatches(look: theme.Theme) -> str:
    colours = {**{name: slot.fill for name, slot in look.slots.items()}, **look.roles}
    shown = (
        f'<span class="swatch" style="background:{colour}"></span>{name} `{colour}`'
        for name, colour in colours.items()
    )
    return " · ".join(shown) + "\n"


# --------------------------------------------------------------------------- figures, marks


def figure_files() -> str:
    """Return the page of the keys of figure files and blocks."""
    tables: dict[str, Mapping[str, SpecKey]] = {
        "Of the file": spec_keys.OF_FILES,
        "Of the file, and of a figure where it differs": spec_keys.USUAL,
        "Where a position comes from": spec_keys.SOURCES,
        "Of a figure, or of each of its panels": spec_keys.PICTURES,
        "Of a figure": spec_keys.FIGURES,
    }
    parts = [
        "# Figure files\n",
        "TOML for `tilewright figures SPEC.toml`; [blocks in texts](../authors.md) have the same keys, and so have the "
        "[options of `diagram`](../figures.md). A text may stand for a list of one.\n",
    ]
    for title, keys in tables.items():
        rows = ((code(name), key.value, key.help) for name, key in keys.items())
        parts += [f"## {title}\n", table(["key", "takes", "says"], rows)]
    parts.append(f"A panel takes {codes(spec_keys.OF_PANELS_TOO)}, too.\n")
    parts.append(
        "## As shipped\n\nThe figures of these files are in the [gallery](../gallery.md).\n"
    )
    for name in finding.shipped():
        text = (templates() / "examples" / f"{name}.toml").read_text("utf-8")
        parts.append(folded(f"tilewright example {name}.toml", listing(text, "toml")))
    return "\n".join(parts)


def marks() -> str:
    """Return the page of marks: verbs, their options, colours."""
    rows = (
        (code(name), verb.help, code(verb.colour), _places(verb), codes(verb.options))
        for name, verb in mark_verbs.VERBS.items()
    )
    options = {
        (name, option)
        for verb in mark_verbs.VERBS.values()
        for name, option in verb.options.items()
    }
    return "\n".join(
        [
            "# Marks\n",
            "`--mark`, `marks` and comments of records say them as `VERB:COLOUR OPTION=NUMBER [TEXT] PLACES…`, several separated by `;` or "
            "line ends. Places are the game's own ([notation](../notation/index.md)). Every one is drawn in the "
            "[cookbook](../cookbook.md#marks).\n",
            table(["mark", "draws", "colour if left out", "places", "options"], rows),
            "## Options\n",
            table(
                ["option", "says", "from", "to", "if left out"],
                (
                    (code(name), o.help, f"{o.low:g}", f"{o.high:g}", f"{o.default:g}")
                    for name, o in sorted(options)
                ),
            ),
            "## Colours\n",
            f"`#rrggbb`, a [theme's](themes.md) slot ({codes(theme.SLOTS)}) or role ({codes(theme.ROLES)}).\n",
            f"A text has at most {mark_verbs.LONGEST_TEXT} characters, a mark at most {mark_verbs.MOST_PLACES} places.\n",
        ]
    )


def _places(verb: mark_verbs.Verb) -> str:
    if verb.least == verb.most:
        return str(verb.least)
    return f"{'a text, ' if verb.has_text else ''}{verb.least} or more"


def gallery(root: Path) -> str:
    """Return the page of all figures of the shipped figure files."""
    parts = [
        "# Gallery\n",
        "Every figure of the figure files that are shipped: `tilewright example NAME.toml` copies one out, `tilewright figures NAME.toml` draws "
        "it. [How each is written](reference/figures.md#as-shipped).\n",
    ]
    for name in finding.shipped():
        file = templates() / "examples" / f"{name}.toml"
        names = tomllib.loads(file.read_text("utf-8"))["figures"]
        where = file.relative_to(root).as_posix()
        drawn = (f"**{one}**\n\n" + figure("", f"@{one} of {where}") for one in names)
        parts += [f"## {engine.game(name).title}\n", side_by_side(drawn)]
    return "\n".join(parts)


def notations() -> str:
    """Return the page that leads to the games' notations."""
    rows = (
        (f"[{engine.game(n).title}]({n}.md)", f"`tilewright help notation {n}`")
        for n in finding.shipped()
    )
    return "# Notation\n\nHow pieces, places, moves and positions are written.\n\n" + table(
        ["game", "on the command line"], rows
    )


PAGES: dict[str, Callable[[], str]] = {
    "commands": commands,
    "templates": kit_templates,
    "themes": themes,
    "presets": preset_page,
    "figures": figure_files,
    "marks": marks,
    "records": data_files.records,
    "inventories": data_files.inventories,
    "manifests": data_files.manifests,
}
