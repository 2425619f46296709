"""The games; each folder here is one, found by :func:`engine.play.game.names`."""
