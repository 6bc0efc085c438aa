"""Tests of `bot.features.personal.coach`."""
