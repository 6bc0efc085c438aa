"""Tests of `bot.features.review`."""
