"""Tests of `bot.match`."""
