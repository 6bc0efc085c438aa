"""Tests of `bot.features.train`."""
