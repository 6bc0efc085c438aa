"""Tests of `bot.features.explore`."""
