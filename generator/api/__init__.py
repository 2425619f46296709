"""A function for each command that makes or checks files, with the options as keywords."""
