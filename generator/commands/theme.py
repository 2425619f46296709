"""``tilewright theme``: list the themes, or copy one out."""

from __future__ import annotations

from engine.drawing import theme
from engine.resources import templates
from generator.commands._shipped import Shipped, copier, first_comment


def _found() -> list[Shipped]:
    folder = templates() / "themes"
    files = {name: folder / f"{name}.toml" for name in (*theme.names(), *theme.former_names())}
    return [Shipped(name, first_comment(file), file) for name, file in files.items()]


command = copier(
    "theme",
    "give a theme, or a file of your own, with: tilewright kit GAME --theme NAME.",
    _found,
)
