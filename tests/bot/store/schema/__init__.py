"""Tests of `bot.store.schema`."""
