"""The event loop: the faster one where there is one."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from bot.run.event_loop import run

ROOT = Path(__file__).parents[3]
WITHOUT = """
import sys
sys.modules["uvloop"] = None  # as where it is not installed
import asyncio
from bot.run.event_loop import run

async def where():
    return type(asyncio.get_running_loop()).__module__

print(run(where()))
"""


async def where() -> str:
    """The module of the loop that runs this."""
    return type(asyncio.get_running_loop()).__module__


@pytest.mark.skipif(sys.platform == "win32", reason="uvloop does not exist for Windows")
def test_a_program_runs_in_uvloop() -> None:
    """The loop is uvloop's, and what the program returns is returned."""
    assert run(where()).startswith("uvloop")


def test_a_program_runs_without_uvloop() -> None:
    """Where uvloop is not there, asyncio's own loop does."""
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ended.stdout.startswith("asyncio")
