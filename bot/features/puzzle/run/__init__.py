"""Runs against the clock: three minutes of puzzles that get harder, until the third miss."""
