"""Tests of engine/alphabeta/worth."""
