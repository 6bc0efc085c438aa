"""Tests of `bot.features.tournament`."""
