"""Positions explored move by move: what each move is worth, and how often it was played here."""
