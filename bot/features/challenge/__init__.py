"""Challenges: one member asks another, or anyone, for a game."""
