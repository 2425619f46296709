"""References made of the code's own tables: commands, templates, themes, presets, figure files, marks.

Each function returns a page as Markdown, or a part of one. ``PAGES`` has the pages by name, with those of
:mod:`data_files`; ``PARTS`` has the parts by the comment that asks for them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, fields
from typing import Any

import click
import data_files
from markup import code, codes, figure, folded, listing, options, side_by_side, table

import engine
from engine.drawing import marks as mark_language
from engine.drawing import theme
from engine.play import plugins
from engine.resources import templates
from generator import cli
from generator.illustrating import spec_keys
from generator.illustrating.spec_keys import SpecKey
from generator.printing import paper, presets, template


def _commands() -> dict[str, click.Command]:
    context = click.Context(cli.tilewright, resilient_parsing=True)
    found = {name: cli.tilewright.get_command(context, name) for name in cli.COMMANDS}
    return {name: command for name, command in found.items() if command}


# -------------------------------------------------------------------------------- commands


def commands() -> str:
    """Return the page of all commands with their arguments and options."""
    parts = [
        "# Commands\n",
        "Every command with its options, written from the program itself.\n",
        table(
            ["Exit code", "Meaning"],
            [
                ("0", "Everything is in order."),
                ("1", "Something that was checked is not in order."),
                ("2", "The input or the usage is wrong."),
            ],
        ),
        "`-` stands for standard input wherever a file or a position is expected. Options you always use can stand in [a project's "
        "settings](../start.md#settings-of-a-project). Every command takes `-q`, `--quiet` (results and errors only).\n",
    ]
    for name, command in _commands().items():
        usage = " ".join(command.collect_usage_pieces(click.Context(command, info_name=name)))
        parts += [
            f"## {name}\n",
            f"{cli.COMMANDS[name]}\n",
            listing(f"tilewright {name} {usage}", "console"),
            options(["Option", "Description", "Default"], _options(command)),
        ]
    return "\n".join(parts)


_DEFAULT = re.compile(r" *\[default: ([^]]*)\]")


def _options(command: click.Command) -> Iterator[tuple[str, str, str]]:
    """Yield each option with its value, its description and its default, but for those of every command."""
    for option in command.params:
        if isinstance(option, click.Option) and "--quiet" not in option.opts:
            names = codes((*option.opts, *option.secondary_opts))
            value = "" if option.is_flag else _value(option)
            default = option.default if isinstance(option.default, (str, int, float)) else ""
            words = option.help or ""
            if found := _DEFAULT.search(words):
                default, words = found[1], _DEFAULT.sub("", words)
            usual = "" if option.is_flag else str(default)
            yield f"{names} {value}".strip(), _escaped(words), _escaped(usual)


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
    """Yield each key of ``[print]``: its name, its description with its limits, its default."""
    said = {p.name: p.help or "" for p in _commands()["kit"].params if isinstance(p, click.Option)}
    for field in fields(template.PrintSettings):
        if field.name == "preset":
            continue
        words = _DEFAULT.sub("", said.get(field.name) or field.metadata.get("words", ""))
        yield (
            code(field.name.replace("_", "-")),
            f"{_escaped(words)} {_limits(field)}".strip(),
            code(_toml(field.default)),
        )


def _limits(setting: Field[Any]) -> str:
    if limits := setting.metadata.get("limits"):
        return f"({limits[0]:g} to {limits[1]:g})"
    choices = setting.metadata.get("choices")
    return f"({codes(choices)})" if choices else ""


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
        "A template holds the settings of a game's kit, as a TOML file. `tilewright template NAME --out mine.toml` copies one out, and "
        "`tilewright kit GAME --template mine.toml` uses it. Options override it.\n",
        "## The table `[print]`\n",
        "Every game has it. A key is an option of [`kit`](commands.md#kit) without its hyphens.\n",
        options(["Key", "Description", "Default"], printing_keys()),
        "## Papers\n",
        table(
            ["`paper`", "Width × height, mm"],
            ((code(name), "{:g} × {:g}".format(*sizes[name])) for name in paper.names()),
        ),
        "Any other paper is written `WxHmm`, such as `330x482mm`.\n",
    ]
    for name in plugins.shipped():
        text = (templates() / f"{name}.toml").read_text("utf-8")
        parts += [f"## The template of {engine.game(name).title}\n", listing(text, "toml")]
    return "\n".join(parts)


def preset_page() -> str:
    """Return the page of presets."""
    found = [presets.load(name) for name in presets.names()]
    rows = (
        (code(p.name), p.title, "yes" if p.confirmed else "measure first", p.source) for p in found
    )
    tables = (
        (code(f"[{name}]"), codes(field.name for field in fields(kind)))
        for name, (_, kind) in presets.TABLES.items()
    )
    parts = [
        "# Presets\n",
        "A preset adapts a kit to a shop, a label sheet or a machine: `tilewright kit GAME --preset NAME`, or `--preset mine.toml`.\n",
        options(["Preset", "For", "Confirmed", "Source of its measures"], rows),
        "## Tables and keys\n",
        "`title`, `confirmed` and `source` describe the preset. `[print]` takes all keys of [a template](templates.md#the-table-print). "
        "[A preset with comments](../shops.md#a-preset-of-your-own) explains the rest:\n",
        table(["Table", "Keys"], tables),
        "## The shipped files\n",
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
        "A theme holds the colours of pieces and drawings: `--theme NAME`, or `--theme mine.toml` for [your "
        "own](../printing.md#a-theme-of-your-own).\n",
        table(["Theme", "Look"], ((code(name), theme.load(name).title) for name in theme.names())),
    ]
    for name in theme.names():
        drawn = (
            figure(
                game,
                f"record: templates/examples/{game}-game.txt",
                f"theme: {name}",
                f"caption: {engine.game(game).title} in the theme {name}.",
            )
            for game in plugins.shipped()
        )
        parts += [f"## {name}\n", side_by_side(drawn), _swatches(theme.load(name))]
    parts += [
        "## Slots\n",
        "The table `[slots]` has the colours of pieces: "
        + codes(theme.SLOTS)
        + ". Each has these keys:\n",
        options(
            ["Key", "Description"], ((code(key), says) for key, says in theme.SLOT_KEYS.items())
        ),
        "## Roles\n",
        "The table `[roles]` has the neutral colours of drawings, `#rrggbb` each:\n",
        options(["Role", "For"], ((code(role), says) for role, says in theme.ROLES.items())),
        "Above the tables, `boundary` and `hairline` are the widths of lines between areas of different and of equal colours, as shares of a "
        "tile's width. `title` names the theme, `base` the theme it builds on, and `font` its fonts.\n",
    ]
    return "\n".join(parts)


def _swatches(look: theme.Theme) -> str:
    colours = {**{name: slot.fill for name, slot in look.slots.items()}, **look.roles}
    shown = (
        f'<span class="swatch" style="background:{colour}"></span>{name} `{colour}`'
        for name, colour in colours.items()
    )
    return " · ".join(shown) + "\n"


# --------------------------------------------------------------------------- figures, marks


def figure_keys() -> str:
    """Return the tables of the keys of figure files and blocks."""
    tables: dict[str, Mapping[str, SpecKey]] = {
        "Keys of the file": spec_keys.OF_FILES,
        "Keys of the file, and of a figure that differs": spec_keys.COMMON,
        "Keys of a position": spec_keys.SOURCES,
        "Keys of a figure or a panel": spec_keys.PICTURES,
        "Keys of a figure": spec_keys.FIGURES,
    }
    parts = ["A text may stand for a list of one.\n"]
    for title, keys in tables.items():
        rows = ((code(name), key.value, key.help) for name, key in keys.items())
        parts += [f"### {title}\n", options(["Key", "Value", "Description"], rows)]
    parts.append(f"A panel also takes {codes(spec_keys.OF_PANELS_TOO)}.\n")
    return "\n".join(parts)


def marks() -> str:
    """Return the tables of marks: verbs, their options, colours."""
    rows = (
        (code(name), verb.help, code(verb.colour), _places(verb), codes(verb.options))
        for name, verb in mark_language.VERBS.items()
    )
    numbers = {
        (name, option)
        for verb in mark_language.VERBS.values()
        for name, option in verb.options.items()
    }
    return "\n".join(
        [
            "A mark is written `VERB:COLOUR OPTION=NUMBER [TEXT] PLACES…`. Separate several by `;` or line ends. Places are the game's own. "
            "Comments of records hold marks too. The [cookbook](cookbook.md#marks) draws each of them.\n",
            options(["Mark", "Draws", "Colour by default", "Places", "Options"], rows),
            options(
                ["Option", "Description", "From", "To", "Default"],
                (
                    (code(name), o.help, f"{o.low:g}", f"{o.high:g}", f"{o.default:g}")
                    for name, o in sorted(numbers)
                ),
            ),
            f"A colour is `#rrggbb`, a [theme's](reference/themes.md) slot ({codes(theme.SLOTS)}) or role ({codes(theme.ROLES)}).\n",
            f"A text has at most {mark_language.LONGEST_TEXT} characters, a mark at most {mark_language.MOST_PLACES} places.\n",
        ]
    )


def _places(verb: mark_language.Verb) -> str:
    if verb.least == verb.most:
        return str(verb.least)
    return f"{'a text, ' if verb.has_text else ''}{verb.least} or more"


def gallery() -> str:
    """Return every figure of the shipped figure files, each with its source."""
    parts = []
    for name in plugins.shipped():
        text = (templates() / "examples" / f"{name}.toml").read_text("utf-8")
        drawn = (_with_source(name, one, text) for one in tomllib.loads(text)["figures"])
        parts += [
            f"### Figures of {engine.game(name).title} {{ data-search-exclude }}\n",
            side_by_side(drawn),
        ]
    return "\n".join(parts)


def _with_source(game: str, name: str, text: str) -> str:
    """Return a figure of a shipped file, and its table folded below it."""
    source = text.partition(f"[figures.{name}]")[2]
    source = re.split(r"^\[|^# -", source, maxsplit=1, flags=re.M)[0]
    drawn = figure("", f"@{name} of templates/examples/{game}.toml", "captions: text")
    return f"{drawn}\n{folded(name, listing(f'[figures.{name}]{source}', 'toml'))}"


def index() -> str:
    """Return the page that leads to all references."""
    rows = (
        (f"[{title}]({place})", words)
        for title, place, words in (
            ("Commands", "commands.md", "every command, every option, exit codes"),
            ("Templates", "templates.md", "the settings of each game's kit, and the papers"),
            ("Themes", "themes.md", "every theme on every game, and the keys of your own"),
            ("Presets", "presets.md", "shops, label sheets, machines"),
            ("Figures", "../figures.md", "keys of figure files, marks, captions, fonts"),
            ("Records", "records.md", "how games are written down"),
            ("Inventories", "inventories.md", "lists of what you own"),
            ("Manifests", "manifests.md", "what `kit` writes beside its sheets"),
            ("JSON answers", "../json.md", "what `--json` prints"),
            ("The package engine", "../api/engine.md", "Python: games, positions, records, sets"),
            ("The package generator", "../api/generator.md", "Python: kits, checks, figures"),
            ("Changes", "../project/changelog.md", "what each version brings"),
            ("Contributing", "../project/contributing.md", "how tilewright is built and tested"),
            ("Credits", "../project/credits.md", "whose games these are, and which licences apply"),
        )
    )
    return "\n".join(
        [
            "# Reference\n",
            "These pages are written from the program's own tables.\n",
            table(["Page", "What it holds"], rows),
        ]
    )


PAGES: dict[str, Callable[[], str]] = {
    "index": index,
    "commands": commands,
    "templates": kit_templates,
    "themes": themes,
    "presets": preset_page,
    "records": data_files.records,
    "inventories": data_files.inventories,
    "manifests": data_files.manifests,
}

#: What a line ``<!-- NAME -->`` of a page by hand asks for.
PARTS: dict[str, Callable[[], str]] = {
    "figure keys": figure_keys,
    "marks": marks,
    "gallery": gallery,
}
