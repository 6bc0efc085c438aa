"""Tests of what the weights of the engine are learnt with."""
