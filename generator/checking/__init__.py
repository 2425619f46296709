"""Printed sheets read: files into pages, pages into a game's pieces."""

import os

# Idle threads of NumPy's matrix library spin: on busy cores a kit took ten times as long to read.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
