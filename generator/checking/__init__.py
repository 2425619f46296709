"""Tile sets, inventories and printed sheets checked: what is there, and every fault."""
