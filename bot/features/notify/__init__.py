"""Tells people when it is their turn, and ends games by time."""
