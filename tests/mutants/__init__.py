"""Mutation testing: small faults planted in the sources, which the tests must find."""
