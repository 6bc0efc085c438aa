"""Tests of the copy of what is stored of a person."""
