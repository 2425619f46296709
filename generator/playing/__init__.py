"""Games played on a page: a stateless answer to each of its questions, and its server."""

from generator.playing.answer import answer

__all__ = ["answer"]
