"""A soak of seconds: what hours find is found by `make soak`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine import warm_up
from tests.soak.figures import Figures
from tests.soak.plan import Plan
from tests.soak.soak import soak


@pytest.mark.long
async def test_nothing_is_lost_in_twenty_seconds(tmp_path: Path) -> None:
    """Two processes, blows and broken requests: all moves are played, and all boards are true."""
    warm_up()
    figures = Figures()
    plan = Plan(20.0, processes=2, shards=2, rooms=12, blow=2.0, think=0.5, speed=10.0)
    await soak(plan, tmp_path, figures, asyncio.Event())
    assert figures.wrong == []
    assert figures.moves.total() > 0
    assert figures.blows.total() > 0
