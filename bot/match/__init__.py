"""Matches between players: pure values and their rules."""
