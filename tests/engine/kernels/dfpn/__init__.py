"""Tests of engine/kernels/dfpn."""
