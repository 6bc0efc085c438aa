"""Tests of `bot.features.privacy`."""
