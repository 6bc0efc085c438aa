"""Tests of `bot.features.start`."""
