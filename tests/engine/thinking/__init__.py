"""Tests of engine/thinking."""
