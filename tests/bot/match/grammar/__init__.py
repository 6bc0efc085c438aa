"""Tests of `bot.match.grammar`."""
