"""Boards on which discs fall: an exact solver and an opening book."""
