"""Pages into a game's pieces: where each lies, what it shows, what is wrong with it."""
