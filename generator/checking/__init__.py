"""Tile sets, inventories and printed sheets checked: what is there, and every fault."""

import os

# Idle threads of NumPy's matrix library spin: on busy cores a kit took ten times as long to read.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
