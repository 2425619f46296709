"""Pieces as solids that fingers can tell apart, for 3D printers."""
