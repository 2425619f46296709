"""Benchmarks: whole processes and warm calls, each beside a reference run in the same minute."""
