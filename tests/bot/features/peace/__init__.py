"""Tests of who may challenge whom."""
