"""The figures of a rulebook, from a file that says which."""
