"""``tilewright preset``: list the presets of shops and machines, or copy one out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator import answers, files
from generator.printing import presets


@click.command()
@click.argument("name", required=False)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to copy it into."
)
@click.option("--json", "as_json", is_flag=True, help="List the presets as JSON.")
def command(name: str | None, out: Path | None, as_json: bool) -> None:
    """List the presets, or print the one called NAME to change it.

    Give a preset, or a file of your own, with: tilewright kit GAME --preset NAME.
    """
    if name is None:
        if out is not None:
            raise click.UsageError("--out copies a preset; name one")
        _list(as_json)
        return
    if as_json:
        raise click.UsageError("--json lists the presets; a single one is TOML")
    presets.load(name)
    text = presets.text_of(name)
    if out is None:
        click.echo(text, nl=False)
    else:
        files.write(out, text.encode())
        click.echo(out)


def _list(as_json: bool) -> None:
    found = [presets.load(name) for name in presets.names()]
    if as_json:
        listed: list[dict[str, Any]] = [
            {"name": p.name, "title": p.title, "confirmed": p.confirmed, "source": p.source}
            for p in found
        ]
        click.echo(answers.written("preset", {"presets": listed}))
        return
    width = max(len(preset.name) for preset in found)
    for preset in found:
        doubt = "" if preset.confirmed else " (measures not confirmed)"
        click.echo(f"{preset.name:<{width}}  {preset.title}{doubt}")
