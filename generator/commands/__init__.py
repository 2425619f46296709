"""The commands, a module each; every module binds its click command to ``command``."""
