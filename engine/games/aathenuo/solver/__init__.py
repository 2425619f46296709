"""The search behind a hint: sets planned without the grid, laid out on it, and an exact model.

Tiles have no places here until the end; only kinds and numbers of tiles count.
"""
