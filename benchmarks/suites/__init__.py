"""Positions of gomoku that are always the same, and what a search makes of them."""
