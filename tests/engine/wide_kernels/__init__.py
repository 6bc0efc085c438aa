"""Tests of engine/wide_kernels."""
