"""Second implementations of games: slow and obvious, written from the rules alone.

They import nothing of the engine, so that each can be held against the other, as ``comparing`` does.
"""
