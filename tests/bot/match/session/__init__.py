"""Tests of `bot.match.session`."""
