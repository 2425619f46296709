"""Every game and variant that a page plays, and games played by picks as a page does it."""

from __future__ import annotations

from random import Random
from typing import Any

from generator.playing import answer

#: Games with their settings; boards are small where all may be.
GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("aathenuo", {"players": "2", "seed": "7"}),
    ("aathenuo", {"hands": "r2r3r4y4/b1b2b3y1"}),
    ("abstrakto", {}),
    ("abstrakto", {"seed": "5"}),
    *(("astralis", {"side": "4", "variant": v}) for v in ("standard", "simplified", "dice")),
    ("astralis", {"side": "4", "variant": "beeline"}),
    ("astralis", {"side": "3", "variant": "dispersed-go"}),
    ("atreya", {"mode": "max", "players": "rgb"}),
    ("atreya", {"mode": "sum"}),
    ("atreya", {"mode": "dom", "players": "gb"}),
)

#: A turn of free rearranging that is not found in so many picks is given up.
_PICKS = 8


def asked(game: str, settings: dict[str, str], **more: Any) -> dict[str, Any]:
    """Return a question about a game."""
    return {"game": game, "settings": [list(pair) for pair in settings.items()], **more}


def names(shown: dict[str, Any]) -> list[str]:
    """Return what an answer lets one pick."""
    return [one["at"] for one in shown["places"]] + [
        one["at"] for one in shown["pieces"] if one["enabled"]
    ]


def played(game: str, settings: dict[str, str], seed: int, moves: int) -> dict[str, Any]:
    """Return the answer after a game of picks by chance, so many moves long at most."""
    rng = Random(seed)
    shown = answer(asked(game, settings))
    while not shown["over"] and len(shown["moves"]) < moves:
        picks, typed = shown["picks"], ""
        if shown["move"] and (not names(shown) or rng.random() < 0.7):
            typed = shown["move"]
        elif len(picks) >= _PICKS:
            picks = ["draw"]
        else:
            picks = [*picks, rng.choice(names(shown))]
        shown = answer(asked(game, settings, moves=shown["moves"], picks=picks, typed=typed))
        assert "error" not in shown, shown
    return shown
