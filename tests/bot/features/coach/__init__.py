"""Tests of `bot.features.coach`."""
