"""Boards small enough to be solved: proofs of who wins, and how soon."""
