"""Atreya: tiles of three colours that close shapes, for two or three players."""
