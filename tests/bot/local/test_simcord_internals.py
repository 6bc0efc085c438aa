"""The private names of SimCord are there, in the version that they were read in."""

from __future__ import annotations

import tomllib
from importlib.metadata import version
from pathlib import Path

import simcord
from simcord.preview import _action_plans, _snapshot

from bot.client.services import Services
from bot.local.simcord_internals import PageServer
from tests.bot.local.browser import opened

PROJECT = Path(__file__).parents[3] / "pyproject.toml"
PATH = "bot/local/simcord_internals.py"


async def test_the_private_names_are_there(services: Services) -> None:
    """Of each that is gone it is said which library has changed, and who used it.

    Those that are imported by name say so themselves.
    """
    async with opened(services) as (world, page, _):
        tab = next(iter(page._pages.values()))
        used = (
            (page, "_media_worker _server _action _publish _python _get_page"),
            (simcord.Preview, "_initial_target"),
            (PageServer, "_static"),
            (world.env, "_bot_scope"),
            (world.env.backend.cdn, "_blobs"),
            (world.env.backend, "application_emojis dm_channels messages"),
            (tab, "window_end_id revision target_id navigation_query"),
            (_action_plans, "HISTORY_WINDOW_SIZE HISTORY_STEP"),
            (_snapshot, "HISTORY_WINDOW_SIZE can_access_message"),
        )
        gone = [name for owner, names in used for name in names.split() if not hasattr(owner, name)]
    assert not gone, f"{PATH} wants what SimCord {version('simcord')} lacks: {gone}"


def test_no_other_simcord_is_installed_than_was_tried() -> None:
    """Any version may change private names, so the next one is let in after these tests."""
    extras = tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"]
    wanted = [line for lines in extras.values() for line in lines if line.startswith("simcord")]
    assert wanted
    assert all(line.endswith(f"=={version('simcord')}") for line in wanted), wanted
