"""Solvers: exact answers for boards small enough, from tables, a book, search and proofs."""
