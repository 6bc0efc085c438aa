"""Tells people when it is their turn, and ends games on time."""
