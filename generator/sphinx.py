"""An extension of Sphinx: directives whose block is a figure.

The directive ``tilewright GAME``, or a game's name, has a figure file's keys as options or as lines
of its block; its ``:name:`` or ``label`` is what ``:numref:`` and ``:ref:`` refer to, and ``:align:``,
``:width:``, ``:target:``, ``:class:`` and ``:figclass:`` are those of Sphinx's own figures.  In HTML
pictures stand inline as SVG, in EPUB as SVG files, in LaTeX as PDF files; elsewhere their words stand for
them.  Paths count from the document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.parsers.rst.directives import images
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.latex import rstdim_to_latexdim

import engine
from engine.drawing import writers
from engine.errors import GameError
from engine.geometry.plane import number
from engine.messages import shipped_code
from engine.resources import digest
from engine.words import one_line
from generator import files
from generator.documents import block, html
from generator.illustrating.rulebook import Made
from generator.illustrating.snippets import escaped
from generator.illustrating.spec_keys import COMMON


class _Source(NamedTuple):
    """All that makes a figure, small enough to be kept with a document."""

    text: str
    game: str
    extra: tuple[tuple[str, str], ...]
    folder: str
    lang: str

    @property
    def block(self) -> block.FigureBlock:
        return block.parse(self.text, self.game, self.extra, self.lang)


@lru_cache(maxsize=256)
def _made(source: _Source, *, printed: bool = False) -> Made:
    return block.made(source.block, Path(source.folder), printed=printed)


def _source(
    env: BuildEnvironment, game: str, text: str, extra: tuple[tuple[str, str], ...]
) -> _Source:
    """Return the source of a figure of the document in hand.

    The document is read again when a file that the figure names changes.
    """
    folder = Path(env.doc2path(env.docname)).parent
    source = _Source(text, game, extra, str(folder), shipped_code(env.config.language))
    read = source.block
    spec = read.position.partition(" of ")[2] if read.position.startswith("@") else ""
    for name in (spec, read.settings.get("record"), read.settings.get("theme")):
        if isinstance(name, str) and "." in name:
            env.note_dependency(str(folder / name))
    return source


class TilewrightPicture(nodes.General, nodes.Inline, nodes.Element):
    """A picture in a document; ``source`` makes it, ``width`` is its own."""


#: The options of Sphinx's own figures; all others are settings of the block.
_OF_FIGURES = {
    name: (images.Figure.option_spec or {})[name]
    for name in ("name", "class", "figclass", "align", "width", "target")
}


class _AnyOption(dict[str, Any]):
    """Options of any name: which are known, figures tell."""

    def __missing__(self, name: str) -> Any:
        return directives.unchanged


class TilewrightDirective(images.Figure, SphinxDirective):
    """Turns a block into a figure with a caption, to which one can refer."""

    required_arguments = 0
    optional_arguments = 1
    option_spec = _AnyOption(_OF_FIGURES)

    def run(self) -> list[nodes.Node]:
        """Return the figure's node: docutils' own, with the picture in the place of its image."""
        ours = {key: text for key, text in self.options.items() if key not in _OF_FIGURES}
        game = self.arguments[0] if self.arguments else self.name
        extra = tuple((key, text or _alone(key)) for key, text in ours.items())
        try:
            named = "" if game == block.WORD else game
            source = _source(self.env, named, "\n".join(self.content), extra)
            made = _made(source)
        except (GameError, OSError) as error:
            raise self.error(f"{self.name}: {one_line(str(error))}") from error
        self.options = {key: text for key, text in self.options.items() if key not in ours}
        name, classes = self.options.pop("name", ""), self.options.pop("class", [])
        self.arguments, self.content = ["figure"], StringList()
        figure, *_ = super().run()
        if not isinstance(figure, nodes.figure):  # what is wrong with its options
            return [figure]
        width, alt = self.options.get("width", ""), made.scene.description
        picture = TilewrightPicture("", source=source, width=width, alt=alt)
        for image in list(figure.findall(nodes.image)):
            image.replace_self(picture)
        if isinstance(link := picture.parent, nodes.reference):
            figure[0] = nodes.inline("", "", link)  # links stand in lines
            link["classes"].append("image-reference")
        figure["classes"] = ["tilewright", *classes, *figure["classes"]]
        if made.left_to_text:
            figure += nodes.caption("", "", *_caption(made))
        if name := name or block.label(source.block, made):
            self.options["name"] = name
        self.add_name(figure)
        return [figure]


def _alone(key: str) -> str:
    """Return what an option without a text says, which usually sets a flag."""
    known = COMMON.get(key)
    return "true" if known and known.value == "true or false" else ""


def _caption(made: Made) -> Iterator[nodes.Node]:
    for row, line in enumerate(made.left_to_text):
        if row:  # the blank serves what knows no line ends in captions
            yield nodes.Text(" ")
            yield nodes.raw("", "<br>", format="html")
        for span in line:
            yield nodes.strong("", span.words) if span.bold else nodes.Text(span.words)


# --------------------------------------------------------------------------------------- writing


def _write_html(writer: Any, node: TilewrightPicture) -> None:
    made, width = _made(node["source"]), node["width"]
    style = html.FITTING
    if width:
        style = f"width:{width}{'' if width.strip('0123456789.') else 'px'};{style}"
    if writer.builder.name == "epub":  # whose pages would have to declare SVG within them
        name = _file(Path(writer.builder.outdir) / "_images", made, ".svg")
        alt, path = escape(node["alt"]), f"{writer.builder.imgpath}/{name}"
        writer.body.append(f'<img src="{path}" alt="{alt}" style="{style}"/>')
    else:
        writer.body.append(html.picture(made, style))
    raise nodes.SkipNode


def _write_latex(writer: Any, node: TilewrightPicture) -> None:
    made = _made(node["source"], printed=not node["width"])
    name = _file(Path(writer.builder.outdir), made, ".pdf")
    size = f"width={number(made.scene.width)}mm"
    if node["width"] and (width := rstdim_to_latexdim(node["width"])):
        size = f"width={width}"
    alt = escaped(node["alt"])
    writer.body.append(rf"\includegraphics[{size}, alt={{{alt}}}]{{{name}}}")
    raise nodes.SkipNode


def _file(folder: Path, made: Made, suffix: str) -> str:
    data = writers.write(made.scene, suffix)
    name = f"tilewright-{digest(data, 8)}{suffix}"
    files.write(folder / name, data)
    return name


def _write_words(writer: Any, node: TilewrightPicture) -> None:
    words = nodes.Text(f"[{node['alt']}] ")
    words.parent = node.parent
    writer.visit_Text(words)
    raise nodes.SkipNode


_WORDS = dict.fromkeys(("text", "man", "texinfo"), _write_words)
_WRITERS: Mapping[str, Any] = {"html": _write_html, "latex": _write_latex, **_WORDS}


def _declare_minus(_: Sphinx, config: Config) -> None:
    if config.latex_engine == "pdflatex":
        sign = r"\DeclareUnicodeCharacter{2212}{\ensuremath{-}}"
        config.latex_elements["preamble"] = f"{sign}\n{config.latex_elements.get('preamble', '')}"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Enter the directives and the picture; Sphinx looks for this name."""
    app.add_node(TilewrightPicture, **{name: (write, None) for name, write in _WRITERS.items()})  # type: ignore[arg-type]
    for name in (block.WORD, *engine.names()):
        app.add_directive(name, TilewrightDirective)
    # A process may build several times, and files be saved meanwhile.
    app.connect("builder-inited", lambda _: _made.cache_clear())
    app.connect("config-inited", _declare_minus)
    return {
        "version": engine.__version__,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
