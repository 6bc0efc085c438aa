"""Tests of engine/solvers."""
