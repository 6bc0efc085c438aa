"""Tests of engine/coaching."""
