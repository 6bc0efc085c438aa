"""Tests of numbers as pictures."""
