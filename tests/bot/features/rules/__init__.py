"""Tests of `bot.features.rules`."""
