"""What games and positions are, and what can be done with any of them: records, counts, words."""
