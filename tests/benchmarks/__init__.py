"""Tests of what measures the engine."""
