"""Tests of `bot.monitoring`."""
