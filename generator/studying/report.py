"""The answers of a study, each a number with its interval, and its files: data, a page, the games behind."""

from __future__ import annotations

import csv
import io
import math
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from statistics import fmean, mode
from string import Template
from typing import Any

import numpy as np
from numpy.typing import NDArray

import engine
from engine import figure
from engine.drawing.parts import kind_of
from engine.drawing.theme import load
from engine.drawing.writers import svg
from engine.errors import GameError, OptionError
from engine.play.players import ByPositions, quick_of
from engine.play.position import Position
from engine.resources import templates
from generator import answers, files
from generator.replaying import page as replaying
from generator.studying.games import Counts, GameRow, Study, record, wilson

RESAMPLES = 1000

#: Dots of the heat map, from seldom to often: darker and larger.
_HEAT = ("#fde0c5", "#facba6", "#f2a484", "#eb7f86", "#ce5a89", "#9b3d87", "#5d2671")


def write(folder: Path, study: Study, rows: Sequence[GameRow], counts: Counts) -> dict[str, Any]:
    """Write a study's files, and return what ``study --json`` answers; raise OptionError, OSError."""
    game = engine.game(study.game)
    settings = "".join(f", {name} {value}" for name, value in study.settings)
    answer = {
        "title": f"{game.title}{settings}: {study.games} games of {study.player}",
        **study._asdict(),
        "settings": dict(study.settings),
        "claims": [*_claims(study, rows)],
        **{kind: dict(sorted(times.items())) for kind, times in counts.items()},
        "unused_events": sorted({*game.event_kinds} - {*counts["events"]}),
        "unused_pieces": sorted({*map(kind_of, game.tiles())} - {*counts["pieces"]}),
    }
    cited = {int(Path(page).stem) for claim in answer["claims"] for page in claim["pages"]}
    records = {number: record(study, number) for number in sorted(cited)}
    *_, longest_end = max(records.values(), key=lambda one: len(one.moves)).positions()
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows((GameRow._fields, *rows))
    texts = {
        "index.html": page(
            [answer], _charts(rows[: study.games], answer, [study.start(0), longest_end])
        ),
        "study.json": answers.written("study", answer),
        "games.csv": table.getvalue(),
        "games.txt": engine.record.format_all([*records.values()]),
        **{f"games/{number}.html": replaying.page(one) for number, one in records.items()},
    }
    for name, text in texts.items():
        files.write(folder / name, text.encode())
    return answer


def _claims(study: Study, rows: Sequence[GameRow]) -> Iterator[dict[str, Any]]:
    """Yield the answers; their pages are the games of the largest value and of the smallest."""
    start = study.start(0)
    has_points = start.has_margin and type(quick_of(start)) is not ByPositions
    players = start.players

    def credit(row: GameRow, seat: int) -> float:
        winners = row.winners or players
        return (players[seat] in winners) / len(winners)

    measures: dict[str, Callable[[GameRow], float | None]] = {
        "first": lambda row: credit(row, 0),
        "margin": lambda row: row.margin,
        "balance": lambda row: row.margin if len(players) == 2 else None,
        "draws": lambda row: float(not row.winners),
        "turns": lambda row: row.turns,
        "legal": lambda row: row.legal,
        "lead_changes": lambda row: row.lead_changes,
        "skill": lambda row: credit(row, (row.game - 1) % len(players)),
    }
    for name, question in tomllib.loads((templates() / "study.toml").read_text("utf-8")).items():
        games = rows[study.games :] if name == "skill" else rows[: study.games]
        values = {row.game: value for row in games if (value := measures[name](row)) is not None}
        if not values or (question["unit"] == "points" and not has_points):
            continue
        samples = np.array([*values.values()])
        value = fmean(samples)
        if name == "balance":
            value = balance(*np.unique(samples, return_counts=True))
            low, high = bootstrap(samples, balance)
        elif question["unit"] == "share":
            low, high = wilson(value, len(values))
        else:
            low, high = bootstrap(samples, lambda v, n: float(v @ n / n.sum()))
        picks = (max, min) if any(samples) else ()  # no game shows what never happened
        pages = dict.fromkeys(
            f"games/{pick(values, key=values.__getitem__)}.html" for pick in picks
        )
        answer = {"name": name, "value": value, "low": low, "high": high}
        yield {**answer, "games": len(values), **question, "pages": [*pages]}


def balance(margins: NDArray[Any], counts: NDArray[Any]) -> float:
    """Return the points, a multiple of a half, that leave the first player's share nearest to a half.

    ``counts`` says how many games had each of the ``margins``, which ascend.
    """
    points = np.arange(2 * math.floor(margins[0]), 2 * math.ceil(margins[-1]) + 1) / 2
    wins = np.abs(np.sign(margins - points[:, np.newaxis]) @ counts)
    return float(min(points[wins == wins.min()], key=abs))


def bootstrap(
    values: NDArray[Any], statistic: Callable[[NDArray[Any], NDArray[Any]], float]
) -> tuple[float, float]:
    """Return the middle 95 % of a statistic of resamples, which takes values and their counts."""
    levels, counts = np.unique(values, return_counts=True)
    draws = np.random.default_rng(1).multinomial(len(values), counts / len(values), RESAMPLES)
    low, high = np.quantile([statistic(levels, draw) for draw in draws], (0.025, 0.975))
    return float(low), float(high)


def page(studies: Sequence[Mapping[str, Any]], below: str = "") -> str:
    """Return the page of the answers of studies, side by side."""
    titles = [escape(study["title"]) for study in studies]
    columns = [{claim["name"]: claim for claim in study["claims"]} for study in studies]
    claims = {claim["name"]: claim for study in studies for claim in study["claims"]}
    rows = []
    for name, claim in claims.items():
        head = f"{escape(claim['question'])}<small>{escape(claim['definition'])}</small>"
        cells = "".join(f"<td>{_cell(column.get(name))}</td>" for column in columns)
        rows.append(f'<tr><th scope="row">{head}</th>{cells}</tr>')
    return Template((templates() / "study.html").read_text("utf-8")).substitute(
        title=" and ".join(titles),
        heads="".join(f'<th scope="col">{title}</th>' for title in titles),
        rows="\n".join(rows),
        below=below,
    )


def _cell(claim: Mapping[str, Any] | None) -> str:
    if claim is None:
        return ""
    pages = map(escape, claim["pages"])
    links = ", ".join(f'<a href="{page}">game {Path(page).stem}</a>' for page in pages)
    value, interval = in_words(claim)
    games = f"{claim['games']} games{'; ' if links else ''}{links}"
    return f"<b>{value}</b> {interval}<small>{games}</small>"


def in_words(claim: Mapping[str, Any]) -> tuple[str, str]:
    """Return a claim's value and interval as they are read: shares in percent, a real minus sign."""
    form = "{:.1%}" if claim["unit"] == "share" else "{:.2f}"
    value, low, high = (
        form.format(claim[key]).replace("%", " %").replace("-", "\u2212")
        for key in ("value", "low", "high")
    )
    return value, f"({low} to {high})"


def _charts(
    rows: Sequence[GameRow], answer: Mapping[str, Any], positions: Sequence[Position]
) -> str:
    return f"""\
<h2>Spread</h2><div class="charts">
{_histogram([row.margin for row in rows], "lead of the first player at the end")}
{_histogram([row.turns for row in rows], "turns of a game")}
</div><h2>Where turns are played</h2>
{_heat_map(positions, answer["places"])}
<h2>What never came up</h2>
<p>Events of the game: {escape(", ".join(answer["unused_events"]) or "none")}.</p>
<p>Pieces: {escape(", ".join(answer["unused_pieces"]) or "none")}.</p>"""


def _histogram(values: Sequence[float], label: str) -> str:
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as error:
        message = "the charts of a study need matplotlib: pip install matplotlib"
        raise OptionError(message) from error
    with rc_context({"svg.hashsalt": "tilewright", "svg.fonttype": "none"}):
        chart, drawn = Figure(figsize=(6, 2.6), layout="constrained"), io.StringIO()
        axes = chart.subplots()
        axes.hist(values, bins=min(40, len(set(values))), color="#7d8fa9", edgecolor="#222")
        axes.set(xlabel=label, ylabel="games")
        axes.spines[["top", "right"]].set_visible(False)
        undated = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        chart.savefig(drawn, format="svg", metadata=undated)
    common = f"most often {mode(values):g}, {values.count(mode(values))} times"
    alt = f"{label}: from {min(values):g} to {max(values):g}; {common}."
    text = drawn.getvalue()
    return f'<figure role="img" aria-label="{escape(alt)}">{text[text.index("<svg") :]}</figure>'


def _heat_map(positions: Sequence[Position], counts: Mapping[str, int]) -> str:
    """Draw the position whose drawing has most of the places."""
    boards: list[tuple[dict[str, int], Position]] = []
    for position in positions:
        drawing = engine.game(position.game).draw(position, theme=load("classic"), show=frozenset())
        places = {}
        for place, times in counts.items():
            with suppress(GameError):
                drawing.place(place)
                places[place] = times
        boards.append((places, position))
    places, position = max(boards, key=lambda board: sum(board[0].values()))
    most = max(places.values(), default=0)
    drawn = figure.of(
        position,
        marks=[
            f"dot:{_HEAT[min(6, 7 * times // most)]} size={0.5 + times / most:.2f} {place}"
            for place, times in sorted(places.items())
        ],
        caption="",
        size=110,
        title="Where turns are played",
        description="Larger and darker dots are places that turns touch more often.",
    )
    return svg.write_text(drawn.scene())
