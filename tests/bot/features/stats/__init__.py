"""Tests of `bot.features.stats`."""
