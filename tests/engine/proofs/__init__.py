"""Tests of engine/proofs."""
