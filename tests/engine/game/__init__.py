"""Tests of engine/game."""
