"""Studies of a game by self-play: games by the thousand, what they say of it, and a page of that."""
