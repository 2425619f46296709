"""``tilewright hint``: the best turn, in games that give hints."""

from __future__ import annotations

import click

import engine
from engine.errors import OptionError
from engine.play.hinting import Hinting
from engine.words import listed
from generator import answers
from generator.commands import _asking, _telling


@click.command(cls=_asking.Command)
@click.argument("words", nargs=-1, metavar="[GAME] POSITION")
@_asking.settings_option
@click.option(
    "--seconds",
    type=_asking.Finite(0.1, 3600),
    default=10.0,
    show_default=True,
    help="Stop after so long with the best turn found.",
)
@_asking.json_option
def command(
    words: tuple[str, ...], settings: tuple[str, ...], seconds: float, as_json: bool
) -> None:
    """Find a turn that plays as many tiles as possible, or the proof that none can be.

    POSITION is "start" with -s, a written position, or "-" for standard input. GAME may be left
    out where one game gives hints. Any rearrangement of the table is considered.
    """
    game, text = _game_and_position(words)
    now = _asking.ask(game, text, settings)
    if now.is_over:
        raise OptionError("the game is over: nobody has a turn to look for")
    assert isinstance(now, Hinting), f"{game} gives hints, but its positions do not"
    with _telling.working("looking for a turn"):
        found = now.hint(seconds=seconds)
    if as_json:
        answer = {
            "game": game,
            "position": str(now),
            "move": found.move,
            "tiles": found.tiles,
            "bound": found.bound,
            "status": found.status,
        }
        click.echo(answers.written("hint", answer))
    else:
        click.echo(found.sentence())


def _game_and_position(words: tuple[str, ...]) -> tuple[str, str]:
    """Return the game's name and the position's text.

    Raises OptionError for a game that gives no hints, or where none is named and several do.
    """
    if not words or words in {(name,) for name in engine.names()}:
        raise click.UsageError("Missing argument 'POSITION'.")
    *names, text = words
    if len(names) > 1:
        raise click.UsageError(f"Got unexpected extra argument ({text})")
    giving = [name for name in engine.names() if engine.game(name).gives_hints]
    if names:
        if not engine.game(names[0]).gives_hints:
            raise OptionError(
                f"{names[0]} gives no hints; games that do: {listed(giving) or 'none'}"
            )
        return names[0], text
    if len(giving) != 1:
        raise OptionError(f"name the game; games that give hints: {listed(giving) or 'none'}")
    return giving[0], text
