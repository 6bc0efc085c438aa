"""Tests of `bot.show`."""
