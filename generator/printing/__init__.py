"""Kits on paper: a game's parts laid out on sheets, and the sheets written to files."""
