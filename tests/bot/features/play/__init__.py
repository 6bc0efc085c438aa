"""Tests of the votes that the engine judges."""
