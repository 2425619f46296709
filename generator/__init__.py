"""What is made from the games: print sheets, figures, reports, and the command line."""
