"""What is served before anything has happened, and waiting for what is under way."""

from __future__ import annotations

import asyncio
import builtins

import aiohttp
import discord
import pytest

from bot import errors
from bot.errors import StoreUnavailable
from bot.monitoring.metrics import KNOWN_ERRORS, InFlight, Metrics


def page(metrics: Metrics) -> list[str]:
    """The lines that Prometheus reads."""
    return metrics.page(games=0, waiting=0, thinking=0, slots=1).decode().splitlines()


def test_known_series_begin_with_nothing() -> None:
    """So that the first error, answer or lost connection is an increase."""
    metrics = Metrics()
    before = page(metrics)
    for kind in KNOWN_ERRORS:
        assert f'kinarow_errors_total{{kind="{kind}"}} 0.0' in before
    assert 'kinarow_gateway_events_total{event="disconnect"} 0.0' in before
    assert 'kinarow_answer_seconds_count{way="slash"} 0.0' in before
    metrics.failed(StoreUnavailable("away"))
    assert 'kinarow_errors_total{kind="StoreUnavailable"} 1.0' in page(metrics)


def test_each_known_error_exists() -> None:
    """They are names of classes: ours, discord.py's, aiohttp's or Python's."""
    for kind in KNOWN_ERRORS:
        found = [vars(module).get(kind) for module in (errors, discord, aiohttp, builtins)]
        assert any(isinstance(one, type) and issubclass(one, Exception) for one in found), kind


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
