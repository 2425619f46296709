"""Scans and photographs of pieces laid apart: found, set upright, and told by the game's pictures."""
