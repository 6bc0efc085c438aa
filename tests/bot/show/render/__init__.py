"""Tests of the pictures, against files that a person can read."""
