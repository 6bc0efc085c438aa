"""Tests of what a person has chosen for all their games."""
