"""Files written whole wherever they lie, and inputs of any size that are read or refused."""

import os
import stat
import threading
from pathlib import Path

import pytest

from engine import OptionError
from engine.drawing import theme
from engine.settings import MOST_CHARACTERS, parse_toml
from generator import cli, files
from generator.documents import block
from generator.illustrating.manifest import FigureManifest, digest
from tests.programs import not_on_windows, on_linux

FIGURE = ["diagram", "abstrakto", "start", "-o"]


def left_over(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


def test_a_file_keeps_its_mode(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o640)
    assert files.write(path, b"new")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o640)


def test_a_link_keeps_its_target(tmp_path):
    target, link = tmp_path / "a", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    assert files.write(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@pytest.mark.parametrize("length", [250, 255])
def test_the_longest_names(length, tmp_path):
    path = tmp_path / ("x" * length)
    assert files.write(path, b"data")
    assert path.read_bytes() == b"data"
    assert not left_over(tmp_path)


def test_a_name_that_is_too_long_is_named(tmp_path, capsys):
    assert cli.run([*FIGURE, str(tmp_path / ("x" * 252 + ".svg"))]) == 2
    assert "x.svg: File name too long" in capsys.readouterr().err


@not_on_windows
def test_a_device_is_written_through(tmp_path):
    link = tmp_path / "null.svg"
    link.symlink_to("/dev/null")
    assert cli.run([*FIGURE, str(link)]) == 0
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)  # noqa: PTH116
    assert link.is_symlink()


@on_linux
@pytest.mark.parametrize("words", [FIGURE, ["theme", "classic", "--out"]])
def test_a_full_device_names_the_file(words, tmp_path, capsys):
    link = tmp_path / "full.svg"
    link.symlink_to("/dev/full")
    assert cli.run([*words, str(link)]) == 2
    assert capsys.readouterr().err == f"Error: {link}: No space left on device\n"


@not_on_windows
def test_a_pipe_that_somebody_reads(tmp_path):
    pipe = tmp_path / "pipe.svg"
    os.mkfifo(pipe)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    while True:  # until the reader has opened it
        try:
            files.write(pipe, b"x" * 200_000)
            break
        except OSError:
            continue
    reader.join(20)
    assert found == [b"x" * 200_000]


def test_a_write_that_fails_leaves_nothing(tmp_path, monkeypatch, capsys):
    path = tmp_path / "a.svg"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "/some/temporary")

    monkeypatch.setattr(Path, "replace", full)
    assert cli.run([*FIGURE, str(path)]) == 2
    assert capsys.readouterr().err == f"Error: {path}: No space left on device\n"
    assert path.read_bytes() == b"old"
    assert not left_over(tmp_path)


@pytest.mark.parametrize("words", [("kit", "atreya", "--out"), ("replay", "-o")])
def test_a_folder_that_is_a_file(words, tmp_path, capsys):
    (tmp_path / "a").write_text("")
    record = ["-"] if words[0] == "replay" else []
    name = "a/b.html" if record else "a"
    monkey = [*words, str(tmp_path / name), *record]
    assert cli.run(monkey) == 2
    assert capsys.readouterr().err.startswith("Error: ")


# ------------------------------------------------------------------------------------- inputs


@pytest.mark.parametrize(
    "text",
    [
        ".".join(["a"] * 20_000) + " = 1",
        "[" + " . ".join(["a"] * 5_000) + "]",
        'x = { "a".' + ".".join(["b"] * 5_000) + " = 1 }",
        'x = { a = """b"c""", ' + ".".join(["b"] * 5_000) + " = 1 }",
        "x = { a = '''b''''', " + ".".join(["b"] * 5_000) + " = 1 }",
    ],
)
def test_keys_of_many_parts_are_refused_at_once(text):
    with pytest.raises(OptionError, match=r"t: line 2: a key has too many parts, "):
        parse_toml("# mine\n" + text, "t")


@pytest.mark.parametrize(
    "text",
    [
        "[" + ".".join(["a"] * 32) + "]",
        'caption = "1. a4 o11 2. d7+e8 l11 … and so on. Then."',
        "numbers = [" + "1.25, " * 500 + "]",
        "x = '" + "a" * 100_000 + "'",
        "# " + "-" * 100_000,
        # Each sign of these is looked at once, else they take minutes.
        'x = "' + r"\"" * 300_000 + '"',
        "x = '''" + '"' * 500_000 + "'''",
    ],
)
def test_what_only_looks_deep_is_read(text):
    assert parse_toml(text, "t").names() is not None


@pytest.mark.parametrize("text", ['x = "' + r"\"" * 300_000, '"' + r"\"" * 300_000, "\"'" * 9_000])
def test_texts_that_nobody_closes_are_refused_at_once(text):
    with pytest.raises(OptionError, match=r"^t: "):
        parse_toml(text, "t")


@pytest.mark.parametrize("name", ["x\0.toml", "x\ud800.toml"])
def test_names_that_no_file_can_have(name, tmp_path):
    with pytest.raises(OSError, match="no file can have such a name"):
        files.read(name)
    with pytest.raises(OSError, match="no file can have such a name"):
        files.write(tmp_path / name, b"data")
    with pytest.raises(OptionError, match="no file can have such a name"):
        theme.load(name)


@not_on_windows
@pytest.mark.parametrize(
    "words",
    [
        ("check", "ring"),
        ("verify", "ring"),
        ("figures", "ring"),
    ],
)
def test_rings_of_links_are_told_in_one_line(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("ring").symlink_to("ring")
    assert cli.run([*words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("Error: ")
    assert "ring" in line


def test_keys_of_many_parts_in_a_projects_settings(tmp_path, monkeypatch, capsys):
    (tmp_path / "tilewright.toml").write_text(".".join(["a"] * 5_000) + " = 1")
    monkeypatch.chdir(tmp_path)
    assert cli.run(["games"]) == 2
    assert "tilewright.toml: line 1: a key has too many parts, " in capsys.readouterr().err


def test_keys_of_many_parts_in_a_block_are_a_text():
    text = "[{" + ".".join(["a"] * 5_000) + " = 1}]"
    assert block.parse(f"start\nshow: {text}").settings["show"] == text


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"files": [{"file": 5, "component": "markers"}]}']
)
def test_lists_in_an_output_folder_that_are_not_ours(text, tmp_path):
    for name in ("abstrakto.json", ".tilewright.json"):
        (tmp_path / name).write_text(text)
    assert cli.run(["kit", "abstrakto", "--only", "markers", "--out", str(tmp_path)]) == 0
    assert FigureManifest.read(tmp_path, "book.toml").made == {}


@pytest.mark.parametrize("name", ["/dev/zero", "../zero", "zero.svg", "there.svg"])
def test_nothing_but_figures_is_read_for_a_list_that_names_it(name, tmp_path):
    (tmp_path / "zero.svg").symlink_to("/dev/zero")
    (tmp_path / "there.svg").write_bytes(b"figure")
    found = FigureManifest("book.toml", made={name: digest(b"figure")})
    assert found.stands(tmp_path, name) == (name == "there.svg")


def test_a_way_to_a_file_is_not_in_its_name(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with pytest.raises(IsADirectoryError) as error:
        files.write(tmp_path / "a" / ".." / "b", b"data")
    assert error.value.filename == str(tmp_path / "b")


def test_a_long_text_is_refused():
    with pytest.raises(OptionError, match="t is too long; at most 1,048,576 characters are read"):
        parse_toml("#" * (MOST_CHARACTERS + 1), "t")


@not_on_windows
@pytest.mark.parametrize(
    "words",
    [
        ("kit", "atreya", "--theme", "{}.toml"),
        ("kit", "atreya", "--template", "{}.toml"),
        ("kit", "atreya", "--printer", "{}.toml"),
        ("kit", "atreya", "--preset", "{}.toml"),
        ("figures", "{}.toml"),
        ("check", "{}"),
        ("verify", "atreya", "{}"),
        ("moves", "astralis", "-"),
    ],
)
def test_endless_files_are_refused(words, tmp_path, capsys, monkeypatch):
    for name in ("zero", "zero.toml", "zero.icc"):
        (tmp_path / name).symlink_to("/dev/zero")
    with open("/dev/zero", encoding="latin-1") as zero:  # noqa: PTH123
        monkeypatch.setattr("sys.stdin", zero)
        code = cli.run([word.format(tmp_path / "zero") for word in words])
    assert code == 2
    assert "larger than" in capsys.readouterr().err


def test_a_theme_that_is_no_text(tmp_path):
    path = tmp_path / "t.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(OptionError, match=r"is not UTF-8 text \(byte 1\)"):
        theme.load(str(path))
