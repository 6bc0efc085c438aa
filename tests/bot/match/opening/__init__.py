"""Tests of `bot.match.opening`."""
