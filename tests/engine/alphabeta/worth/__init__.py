"""Tests of engine/alphabeta."""
