"""Tests of `bot.edge`."""
