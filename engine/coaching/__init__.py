"""Thinking for people: levels, reviews of games, puzzles."""
