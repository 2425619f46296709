"""Parts of a game made otherwise, for tests of what several components share."""

from collections.abc import Callable
from dataclasses import replace


def with_stars_apart(usual: Callable, **changed: object) -> Callable:
    """Return Aathenuo's parts with its stars as a component of their own, ``changed`` as said."""

    def parts(request):
        tiles, *others = usual(request)
        stars = tuple(p for p in tiles.pieces if p.id.endswith("*"))
        numbers = tuple(p for p in tiles.pieces if p not in stars)
        named = replace(tiles, name="stars", title="stars", pieces=stars)
        drawn = {name: change(tiles) for name, change in changed.items()}
        return (replace(tiles, pieces=numbers), replace(named, **drawn), *others)

    return parts
