"""The page to walk through a game: what stands in it, its weight, what it keeps out; games as moving pictures."""

import html
import io
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from engine.errors import NotationError
from engine.record import Record
from generator import cli
from generator.replaying import animation
from generator.replaying import page as replay
from tests import records

#: A game of each kind; games of Atreya that go on to the last tile take long to draw.
NAMES = tuple(name for name in records.FILES if name not in ("sum-game.txt", "dom-game.txt"))


@cache
def made(name: str) -> str:
    return replay.page(records.named(name))


def example(**changes) -> Record:
    """Return a short game of Abstrakto with other tags, moves or comments."""
    given = {"tags": {"Game": "abstrakto"}, "moves": ("d6n", "c5ne"), "comments": ((), (), ())}
    return Record(**(given | changes))


class Read(HTMLParser):
    """The elements of a page as a browser without JavaScript reads it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


# ---------------------------------------------------------------------------------- the page


@pytest.mark.parametrize("name", NAMES)
def test_every_position_and_move_stands_in_the_page(name):
    read, moves = Read(made(name)), records.named(name).moves
    positions = [a for a in read.all("section") if a.get("class") == "position"]
    assert [a["id"] for a in positions] == [str(k) for k in range(len(moves) + 1)]
    links = [a["href"] for a in read.all("a")]
    assert links == [f"#{k}" for k in range(len(moves) + 1)]
    texts = re.findall(r"<a [^>]*>([^<]+)</a>", made(name))
    assert list(map(html.unescape, texts)) == ["Start", *moves]
    boards = [a for a in read.all("svg") if a.get("class") == "picture"]
    assert len(boards) == len(moves) + 1
    assert all(a["role"] == "img" and len(a["aria-label"]) > 20 for a in boards)


@pytest.mark.parametrize("name", NAMES)
def test_the_page_needs_nothing_else_and_obeys_its_own_policy(name):
    read = Read(made(name))
    assert not [a for _, a in read.elements if "src" in a or "style" in a]
    assert not [key for _, a in read.elements for key in a if key.startswith("on")]
    assert all(a["href"].startswith("#") for _, a in read.elements if "href" in a)
    assert not {"link", "img", "iframe", "object", "base", "form"} & {t for t, _ in read.elements}
    assert len(read.all("script")) == len(read.all("style")) == 1
    policy = next(a["content"] for a in read.all("meta") if "http-equiv" in a)
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy


def test_the_page_tells_players_scores_events_and_comments():
    game = records.of("abstrakto")
    tags = game.tags | {"Blue": "Ann", "Orange": "Bo", "Date": "2026.11.20", "Result": "b+2"}
    comments = (("to begin",), ("first", "second"), *[()] * (len(game.moves) - 1))
    page = replay.page(Record(tags, game.moves, comments))
    last = list(game.positions())[-1]
    assert "<title>Abstrakto: Ann – Bo</title>" in page
    assert "2026.11.20 · Result b+2" in page
    for text in ("to begin", "first second"):
        assert page.count(f">{text}<") == 2, "beside the board and in the list of moves"
    sections = page.split("<section ")[1:]
    assert "Blue puts" in sections[1]
    assert "Orange to move" in sections[1]
    assert "<li class=turn>" in sections[1]
    for player, name in (("b", "Ann"), ("o", "Bo")):
        assert f"<bdi>{name}</bdi> <b>{last.scores()[player]}</b>" in sections[-1]
    assert last.is_over
    assert "<li class=turn>" not in sections[-1], "nobody is to move when the game is over"


@pytest.mark.parametrize(
    ("comments", "told"),
    [
        (((), ("[%mark dot z9]",), ()), "after d6n"),
        (((), (), ("[%mark dto a1]",)), "after c5ne"),
        ((("[%mark dot a1",), (), ()), "first comment"),
    ],
)
def test_a_wrong_mark_is_named_with_its_move(comments, told):
    with pytest.raises(NotationError, match=told):
        replay.page(example(comments=comments))


# ------------------------------------------------------------------------------- the command

GAMES = """[Game "abstrakto"]
[Blue "Ann"]

1. d6n c5ne

[Game "abstrakto"]
[Blue "Bea"]

1. e2
"""


@pytest.fixture
def two(tmp_path) -> Path:
    path = tmp_path / "two.games.txt"
    path.write_text(GAMES, "utf-8")
    return path


def test_the_page_goes_beside_the_record(two, capsys):
    assert cli.run(["replay", str(two)]) == 0
    page = two.with_name("two.games.html").read_text("utf-8")
    told = capsys.readouterr()
    assert "Ann" in page
    assert "Bea" not in page
    assert told.out == ""
    assert "2 games" in told.err
    assert "--game" in told.err
    assert cli.run(["replay", str(two), "--game", "2"]) == 0
    assert "Bea" in two.with_name("two.games-2.html").read_text("utf-8")


def test_an_illegal_move_is_one_line_and_exit_code_1(tmp_path, capsys):
    path = tmp_path / "game.txt"
    path.write_text(GAMES.replace("c5ne", "d6n"), "utf-8")
    assert cli.run(["replay", str(path)]) == 1
    told = f"Error: {path}:4:8: illegal move 'd6n'"
    assert told in capsys.readouterr().err
    early = ["--format", "pdf", "--frames", "1", "-o", str(tmp_path / "a.pdf")]
    assert cli.run(["replay", str(path), *early]) == 1, "whatever is drawn of it"
    assert told in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["game.txt"]


LOOK = {"size": 40, "frames": (0, 3)}


def test_frames_are_the_positions():
    picture = Image.open(io.BytesIO(animation.gif(records.of("atreya"), seconds=0.5, **LOOK)))
    assert (picture.n_frames, picture.info["loop"]) == (4, 0)
    pages = pypdfium2.PdfDocument(animation.pdf(records.of("atreya"), **LOOK))
    drawn = [page.render(scale=96 / 72).to_pil().convert("RGB") for page in pages]
    for index in range(4):
        picture.seek(index)
        assert round(picture.info["duration"]) == (1500 if index == 3 else 500)
        shown = picture.convert("RGB")
        differences = [
            sum(ImageStat.Stat(ImageChops.difference(shown, page.crop((0, 0, *shown.size)))).sum)
            for page in drawn
        ]
        assert differences.index(min(differences)) == index
        assert shown.getpixel((0, 0)) == (255, 255, 255)


def test_a_pdf_has_a_page_for_each_position():
    pages = pypdfium2.PdfDocument(animation.pdf(records.of("atreya"), **LOOK))
    texts = [page.get_textpage().get_text_bounded().splitlines() for page in pages]
    assert texts[0][-1] == "Start. Green to move."
    assert texts[2][-1].endswith("Red to move.")
    assert len(texts) == 4
    assert len({page.get_width() for page in pages}) == 1
