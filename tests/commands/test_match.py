"""Matches between players, also by processes that are spawned, and the best turns of a position."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import engine
from engine.record import load_all
from generator import cli
from generator.studying.games import wilson
from tests.cases import ROOT

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


def test_a_match_writes_its_records(tmp_path, capsys):
    file = tmp_path / "games.txt"
    run(capsys, *SMALL, "--games", "5", "--jobs", "1", "--records", file)
    records = load_all(file.read_text())
    assert [record.tags["Yellow"] for record in records] == ["random", "greedy"] * 2 + ["random"]
    assert engine.record.check(records[4]) == []


def test_processes_that_are_spawned(tmp_path):
    """As on macOS and Windows: games are played by processes that know nothing of their parent."""
    (tmp_path / "start.py").write_text(
        "import multiprocessing\nif __name__ == '__main__':\n"
        "    multiprocessing.set_start_method('spawn')\n"
        "    from generator.start import main\n    main()\n"
    )
    words = "match abstrakto --players random,random --games 4 --jobs 2 --records games.txt"
    program, env = [sys.executable, "start.py"], {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([*program, *words.split()], cwd=tmp_path, env=env, check=True)
    assert (tmp_path / "games.txt").read_text("utf-8").count("[Game ") == 4


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
