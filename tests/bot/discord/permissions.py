"""A member, or the bot, without a permission."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.bot.discord.world import World


@contextmanager
def denied(world: World, member: int, permission: str) -> Iterator[None]:
    """A member, or the bot, is without a permission in the channel."""
    value = discord.Permissions(**{permission: True}).value
    overwrite = Overwrite(member, OverwriteType.MEMBER, allow=0, deny=value)
    world.env.backend.set_overwrite(world.channel.id, overwrite)
    yield
    overwrite = Overwrite(member, OverwriteType.MEMBER, allow=value, deny=0)
    world.env.backend.set_overwrite(world.channel.id, overwrite)
