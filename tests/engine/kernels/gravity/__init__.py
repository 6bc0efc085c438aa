"""Tests of engine/kernels/gravity."""
