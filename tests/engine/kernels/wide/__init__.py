"""Tests of engine/kernels/wide."""
