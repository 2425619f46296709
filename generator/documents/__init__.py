"""Figures within texts: where authors write, a block of text becomes a figure."""
