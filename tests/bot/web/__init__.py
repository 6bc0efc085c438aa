"""Tests of the pages of boards."""
