"""Tests of how a person sees boards."""
