"""The search behind a hint: counting sets, laying them out, and an exact model of the grid.

Tiles have no places here until the end; only kinds and numbers of tiles count.
"""
