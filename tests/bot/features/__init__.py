"""Tests of `bot.features`."""
