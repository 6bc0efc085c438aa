"""Tests of `bot.features.challenge`."""
