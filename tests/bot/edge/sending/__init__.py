"""Tests of the one place that sends."""
