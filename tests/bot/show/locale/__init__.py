"""Tests of `bot.show.locale`."""
