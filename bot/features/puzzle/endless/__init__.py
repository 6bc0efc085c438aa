"""Puzzles without end, each about as hard as the person is strong."""
