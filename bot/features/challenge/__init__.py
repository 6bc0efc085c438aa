"""Challenges: a member asks another member, or anyone, for a game."""
