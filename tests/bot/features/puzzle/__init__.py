"""Tests of `bot.features.puzzle`."""
