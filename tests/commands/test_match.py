"""Matches between players, the best turns of a position, and records with comments on bad turns."""

from __future__ import annotations

import json

import engine
from engine.record import format_all, load_all
from generator import cli
from generator.studying.games import wilson

SMALL = ["match", "astralis", "-s", "side=3", "--players", "random,greedy", "--seed", "7"]


def run(capsys, *words):
    code = cli.run([str(word) for word in words])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_match_is_counted_and_is_the_same_however_it_is_shared_out(tmp_path, capsys):
    code, alone, _ = run(capsys, *SMALL, "--games", "6", "--jobs", "1", "--json")
    assert (code, run(capsys, *SMALL, "--games", "6", "--jobs", "2", "--json")[1]) == (0, alone)
    found = json.loads(alone)
    assert found["players"] == list(found["score"]) == ["random", "greedy"]
    assert sum(found["score"].values()) == found["games"] == 6
    for name, points in found["score"].items():
        assert tuple(found["intervals"][name]) == wilson(points / 6, 6)
    _, other, _ = run(capsys, *SMALL, "--games", "6", "--jobs", "1", "--json", "--seed", "8")
    assert json.loads(other) != found


def test_a_match_goes_on_from_its_records(tmp_path, capsys):
    whole, part = tmp_path / "whole.txt", tmp_path / "part.txt"
    words = [*SMALL, "--games", "5", "--jobs", "1", "--json", "--records"]
    _, said, _ = run(capsys, *words, whole)
    records = load_all(whole.read_text())
    assert [record.tags["Yellow"] for record in records] == ["random", "greedy"] * 2 + ["random"]
    assert engine.record.check(records[4]) == []
    part.write_text(format_all(records[:2]))
    _, again, _ = run(capsys, *words, part)
    assert part.read_text() == whole.read_text()
    assert again.replace("part.txt", "whole.txt") == said


# ---------------------------------------------------------------------------------- suggest


def test_the_best_turns_are_found_again_and_drawn(tmp_path, capsys):
    words = ["suggest", "abstrakto", "start", "--player", "uct:20", "--seed", "3"]
    code, said, _ = run(capsys, *words, "--json", "-o", tmp_path / "turns.svg")
    assert (code, run(capsys, *words, "--json", "-o", tmp_path / "turns.svg")[1]) == (0, said)
    turns = json.loads(said)["turns"]
    assert all(turn["line"][0] == turn["move"] and 0 <= turn["value"] <= 1 for turn in turns)
    assert len(turns) > 3
    figure = (tmp_path / "turns.svg").read_text()
    assert f"uct:20: {turns[0]['move']} {turns[0]['value']:.0%}" in figure
    assert figure.count('class="mark mark-label"') == 2
    lines = run(capsys, *words)[1].splitlines()
    assert [line.split()[2] for line in lines] == [turn["move"] for turn in turns]


# --------------------------------------------------------------------------------- annotate


def test_turns_that_lost_much_have_comments_and_marks(tmp_path, capsys):
    file, out = tmp_path / "game.txt", tmp_path / "annotated.txt"
    now, moves = engine.game("astralis").start(side=3), []
    for choice in (*[max] * 5, min):  # the last gives its planets away
        lead = {str(m): now.play(m).scores()[now.turn] for m in now.legal_moves()}
        moves.append(choice(lead, key=lead.__getitem__))
        now = now.play(moves[-1])
    comments = (("A short one.",), *[()] * 5, ("why",))
    file.write_text(str(engine.record.Record({"Game": "astralis", "Side": "3"}, moves, comments)))
    code, said, err = run(capsys, "check", file, "--annotate", "greedy", "-o", out)
    assert (code, err) == (0, "1 turn lost much in the eyes of greedy\n")
    assert said.endswith("6 moves, in order\n")
    before, after = (load_all(path.read_text())[0] for path in (file, out))
    assert (after.tags, after.moves) == (before.tags, before.moves)
    assert after.comments[:6] == before.comments[:6]
    why, comment = after.comments[6]
    assert why == "why"
    assert comment.startswith(f"{moves[-1]} gives away ")
    assert " was better, " in comment
    assert "[%mark outline " in comment
    assert run(capsys, "check", file, "--annotate", "greedy")[1] == out.read_text()
    assert run(capsys, "replay", out, "-o", tmp_path / "game.html")[0] == 0
