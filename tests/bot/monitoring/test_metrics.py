"""Waiting for what is under way."""

from __future__ import annotations

import asyncio

import pytest

from bot.monitoring.metrics import InFlight


async def test_rest_comes_when_the_last_act_has_ended() -> None:
    """However acts overlap, and however they end."""
    acts = InFlight()
    await acts.rest()
    with acts:
        rest = asyncio.create_task(acts.rest())
        with pytest.raises(OSError, match="torn"), acts:
            raise OSError("torn")
        await asyncio.sleep(0)
        assert not rest.done()
    await rest
