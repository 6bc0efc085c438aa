"""A finished game as a moving picture, or as a list of its moves."""

from __future__ import annotations

import pytest

from bot.show import text
from bot.show.render.images import animation
from tests.bot.discord.finished import CODE, OVERVIEW_PAGE, WAYS, file_of, newest, play
from tests.bot.discord.permissions import denied
from tests.bot.discord.ways import Way
from tests.bot.discord.world import World


@pytest.mark.parametrize("way", WAYS)
async def test_a_replay_is_a_moving_picture_and_a_code(world: World, way: Way) -> None:
    """The whole game as a GIF that says in words what it shows."""
    await play(world)
    (answer,) = await way(world, "replay")
    assert answer.splitlines() == [*OVERVIEW_PAGE[1:3], f"Game 1 · `{CODE}`"]
    position = (await world.session()).position
    described = text.replay_alt_text(position)
    assert await file_of(newest(world)) == ("replay.gif", described, animation(position))


@pytest.mark.parametrize("way", WAYS)
async def test_without_leave_to_attach_files_a_replay_is_a_list(world: World, way: Way) -> None:
    """The code and the moves stand in for the picture."""
    await play(world)
    with denied(world, world.env.backend.bot_user.id, "attach_files"):
        (answer,) = await way(world, "replay")
    assert answer.splitlines()[2:] == [
        f"Game 1 · `{CODE}`",
        "Moves, ❌ first: 1, 2, 4, 7, 6, 5, 9, 8",
    ]
    assert not newest(world).attachments
