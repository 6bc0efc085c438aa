"""The ratings of people who solve puzzles, and of the puzzles: one scale for both."""
