"""Matches: who plays, from which openings, and what the results tell."""
