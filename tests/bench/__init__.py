"""Benchmarks: whole processes and warm calls, beside a reference of the same minute."""
