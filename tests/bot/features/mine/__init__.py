"""Tests of `bot.features.mine`."""
