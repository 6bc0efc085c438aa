"""Tests of engine/puzzles."""
