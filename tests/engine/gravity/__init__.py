"""Tests of engine/gravity."""
