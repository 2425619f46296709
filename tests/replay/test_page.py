"""The page to walk through a game: what stands in it, what it weighs, and what it keeps out."""

import re
from base64 import b64encode
from collections import Counter
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

import engine
from engine.errors import NotationError, OptionError, RecordError
from engine.record import Record
from generator import cli
from generator.replaying import page as replay
from tests import records
from tests.cases import some

#: All samples, and those that are light enough to be drawn many times over.
NAMES = tuple(records.FILES)
LIGHT = [n for n in NAMES if n not in ("dom-game.txt", "sum-game.txt", "dom-ending.txt")]


@cache
def made(name: str) -> str:
    return replay.page(records.named(name))


def example(**changes) -> Record:
    """Return a short game of Abstrakto with other tags, moves or comments."""
    given = {"tags": {"Game": "abstrakto"}, "moves": ("d6n", "c5ne"), "comments": ((), (), ())}
    return Record(**(given | changes))


class Read(HTMLParser):
    """A page as a browser without JavaScript reads it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data):
        if self._open:
            self.texts.setdefault(self._open[-1], []).append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def test_there_are_records_of_all_games():
    assert {records.named(name).tags["Game"] for name in NAMES} == set(engine.names())


# ---------------------------------------------------------------------------------- the page


@pytest.mark.parametrize("name", NAMES)
def test_every_position_and_move_stands_in_the_page(name):
    read, moves = Read(made(name)), records.named(name).moves
    positions = [a for a in read.all("section") if a.get("class") == "position"]
    assert [a["id"] for a in positions] == [str(k) for k in range(len(moves) + 1)]
    links = [a["href"] for a in read.all("a")]
    assert links == [f"#{k}" for k in range(len(moves) + 1)]
    assert [text for text in read.texts["a"] if text.strip()] == ["Start", *moves]
    boards = [a for a in read.all("svg") if a.get("class") == "picture"]
    assert len(boards) == len(moves) + 1
    assert all(a["role"] == "img" and len(a["aria-label"]) > 20 for a in boards)


@pytest.mark.parametrize("name", NAMES)
def test_every_id_is_used_once_and_every_reference_is_met(name):
    read = Read(made(name))
    ids = Counter(a["id"] for _, a in read.elements if "id" in a)
    assert max(ids.values()) == 1
    named = {a["href"][1:] for _, a in read.elements if a.get("href", "").startswith("#")}
    cut = {a["clip-path"][5:-1] for _, a in read.elements if "clip-path" in a}
    assert len(named) > 10
    assert named | cut <= set(ids)


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


def test_the_record_can_be_copied_to_play_on():
    game = records.named("max-game.txt")
    (written,) = Read(replay.page(game)).texts["pre"]
    copied = engine.record.loads(written)
    assert (copied.moves, dict(copied.tags)) == (game.moves, dict(game.tags))


@pytest.mark.parametrize("name", LIGHT)
def test_the_style_of_the_page_leaves_the_pictures_alone(name):
    page = made(name)
    style = page.partition("<style>")[2].partition("</style>")[0]
    styled = set(re.findall(r"\.([a-z][a-z-]*)", style))
    definitions = page.split("<defs>")[2].partition("</defs>")[0]
    bodies = re.findall(r'<svg class="picture".*?</svg>', page, re.S)
    assert len(bodies) == len(records.named(name).moves) + 1
    drawn = {
        word
        for text in (definitions, *(body.partition(">")[2] for body in bodies))
        for words in re.findall(r'class="([^"]*)"', text)
        for word in words.split()
    }
    assert {"position", "picture"} <= styled
    assert {"panel", "marks"} <= drawn
    assert styled & drawn == set()


def test_a_long_game_stays_small():
    names = ("dom-game.txt", "sum-game.txt")
    for name in some(names):
        assert len(records.named(name).moves) > 165
        assert len(made(name).encode()) < 1_000_000


@pytest.mark.parametrize("game", engine.names())
def test_the_same_record_gives_the_same_bytes(game):
    first = replay.page(records.of(game))
    replay.page(records.of(game), theme="mono")
    assert replay.page(records.of(game)) == first


def test_two_themes_follow_the_page():
    """One page has both palettes, in a style that its policy allows."""
    text = replay.page(example(), theme="classic/dark")
    style = text.partition("<style>")[2].partition("</style>")[0]
    assert "prefers-color-scheme:dark){:root{--" in style
    used = set(re.findall(r"(?:fill|stroke)-[0-9a-f]{6}-[0-9a-f]{6}", text))
    assert all(f".{name}{{" in style for name in some(used))
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in text
    assert "prefers-color-scheme:dark){:root{--" not in replay.page(example())


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


def test_records_without_names_or_moves_have_a_page():
    read = Read(replay.page(example(moves=(), comments=((),))))
    assert len([a for a in read.all("section") if a.get("class") == "position"]) == 1
    assert "Abstrakto" in read.texts["title"][0]


def test_marks_in_comments_are_drawn_and_not_told():
    comments = ((), ("so [%mark dot:white d4,d5] it", "goes [%mark ring a1]"), ())
    text = replay.page(example(comments=comments))
    plain = replay.page(example())
    assert "mark mark-dot" in text
    assert "mark mark-ring" in text
    assert "mark mark-dot" not in plain
    assert "%mark" not in text
    assert "so it goes" in text
    assert "white dot on d4 and d5" in text, "the alternative text has the marks"


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


def test_settings_reach_the_pictures():
    plain, sized = replay.page(example()), replay.page(example(), size=50)
    assert 'width="50mm"' in sized
    assert 'class="fixed"' in sized
    assert 'class="fluid"' in plain
    assert replay.page(example(), theme="mono") != plain
    areas = next(iter(engine.game("abstrakto").overlays))
    assert replay.page(example(), show=[areas]) != plain


def test_games_too_long_and_illegal_moves_are_refused():
    with pytest.raises(OptionError, match="2001 moves"):
        replay.page(Record({"Game": "abstrakto"}, ("d6n",) * 2001))
    with pytest.raises(RecordError, match=r"line \d+, column \d+"):
        replay.page(Record({"Game": "abstrakto"}, ("d6n", "d6n")))


# ---------------------------------------------------------------------------------- strangers

EVIL = (
    "<script>alert(1)</script>",
    "</noscript><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<!-- <style> ]]> &lt; ${title} $title",
    "\x00\x1b\x9f",
)


@pytest.mark.parametrize("text", EVIL)
def test_names_and_comments_cannot_leave_their_places(text):
    word = text.replace("}", "").strip() or "x"
    tags = {"Game": "abstrakto", "Blue": text, "Orange": text, "Event": text, "Annotator": text}
    page = replay.page(example(tags=tags, comments=((word,), (word,), ())))
    read, plain = Read(page), Read(replay.page(example()))
    count = Counter(tag for tag, _ in read.elements)
    usual = Counter(tag for tag, _ in plain.elements)
    for tag in ("script", "style", "img", "noscript", "svg", "section", "use"):
        assert count[tag] == usual[tag], tag
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", page)
    if text.isprintable():
        assert any(text in told for told in read.texts["title"])


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


def test_standard_input_gives_standard_output(two, capsysbinary, monkeypatch):
    with two.open() as file:
        monkeypatch.setattr("sys.stdin", file)
        assert cli.run(["replay", "-", "--game", "2"]) == 0
    page = capsysbinary.readouterr().out.decode()
    assert page.startswith("<!DOCTYPE html>")
    assert "Bea" in page
    assert cli.run(["replay", str(two), "--game", "2", "-o", "-"]) == 0
    assert capsysbinary.readouterr().out.decode() == page


def test_an_illegal_move_is_one_line_and_exit_code_1(tmp_path, capsys):
    path = tmp_path / "game.txt"
    path.write_text(GAMES.replace("c5ne", "d6n"), "utf-8")
    assert cli.run(["replay", str(path)]) == 1
    told = f"Error: {path}:4:8: illegal move 'd6n'"
    assert told in capsys.readouterr().err
    early = ["--format", "svg", "--frames", "1", "-o", str(tmp_path / "a.svg")]
    assert cli.run(["replay", str(path), *early]) == 1, "whatever is drawn of it"
    assert told in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["game.txt"]


@pytest.mark.parametrize(
    ("text", "options", "told"),
    [
        (GAMES, ["--game", "3"], "2 games"),
        (GAMES, ["--game", "0"], "--game"),
        (GAMES, ["--theme", "nope"], "no theme"),
        (GAMES, ["--size", "nan"], "wide"),
        (GAMES, ["--show", "nope"], "cannot show"),
        (GAMES, ["-o", "{record}"], "does not end in"),
        ("", [], "no games"),
        ("1. d6n", [], "game.txt:1:1: "),
        (GAMES.replace("c5ne", "c5ne {[%mark dot z9]}"), [], "after c5ne"),
    ],
)
def test_what_is_wrong_is_one_line_and_exit_code_2(tmp_path, capsys, text, options, told):
    path = tmp_path / "game.txt"
    path.write_text(text, "utf-8")
    words = [option.replace("{record}", str(path)) for option in options]
    assert cli.run(["replay", str(path), *words]) == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("Error")]
    assert len(lines) == 1
    assert told in lines[0]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["game.txt"]
    assert path.read_text("utf-8") == text
