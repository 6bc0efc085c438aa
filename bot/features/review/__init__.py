"""Finished games: review, replay, and loading a code."""
