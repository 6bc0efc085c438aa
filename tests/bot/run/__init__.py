"""Tests of `bot.run`."""
