"""A channel that the bot cannot see for a while: what is typed there counts once it can again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Final

import pytest
import pytest_asyncio

from tests.wire.payloads import ME, PERMISSIONS, Payload, guild, member
from tests.wire.rooms import GUILD, SEND_MESSAGES, VIEW_CHANNEL, Room
from tests.wire.test_gateway import goes_on
from tests.wire.world import World, open_world

pytestmark = pytest.mark.asyncio(loop_scope="module")

READ_HISTORY: Final = 1 << 16
ROLE: Final = str(GUILD + 1)
"""A role without which the bot sees no channel, where it is needed."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """A bot that is connected, and looks around as rarely as on Discord."""
    async with open_world(tmp_path_factory.mktemp("wire")) as world:
        await world.connect()
        yield world


Change = Callable[[World, Room], None]


def deny(permissions: int) -> Change:
    """Permissions are denied in the channel."""

    def change(world: World, room: Room) -> None:
        room.denied = permissions
        world.discord.gateway.dispatch("CHANNEL_UPDATE", room.payload)

    return change


def everyone(permissions: int) -> Change:
    """The role of all members has other permissions."""

    def change(world: World, _room: Room) -> None:
        (role,) = guild(GUILD, [])["roles"]
        told = {"guild_id": str(GUILD), "role": {**role, "permissions": str(permissions)}}
        world.discord.gateway.dispatch("GUILD_ROLE_UPDATE", told)

    return change


def own_roles(*roles: str) -> Change:
    """The bot has these roles."""

    def change(world: World, _room: Room) -> None:
        told = {**member(), "user": ME, "roles": [*roles], "guild_id": str(GUILD)}
        world.discord.gateway.dispatch("GUILD_MEMBER_UPDATE", told)

    return change


def needs_role(world: World, room: Room) -> None:
    """Only a role of the bot's own lets it see the channel."""
    (role,) = guild(GUILD, [])["roles"]
    own = {**role, "id": ROLE, "name": "Kinarow", "position": 1}
    dispatch = world.discord.gateway.dispatch
    dispatch("GUILD_ROLE_CREATE", {"guild_id": str(GUILD), "role": own})
    own_roles(ROLE)(world, room)
    overwrites = [
        {"id": str(GUILD), "type": 0, "allow": "0", "deny": str(VIEW_CHANNEL)},
        {"id": ROLE, "type": 0, "allow": str(VIEW_CHANNEL), "deny": "0"},
    ]
    dispatch("CHANNEL_UPDATE", {**room.payload, "permission_overwrites": overwrites})


def nothing(_world: World, _room: Room) -> None:
    """All is as it was."""


def out_of_order(world: World, _room: Room) -> None:
    """The server is unavailable."""
    world.discord.gateway.dispatch("GUILD_DELETE", {"id": str(GUILD), "unavailable": True})


def in_order(world: World, _room: Room) -> None:
    """The server is available again."""
    told: list[Payload] = [one for one in world.discord._announced() if one["id"] == str(GUILD)]
    world.discord.gateway.dispatch("GUILD_CREATE", told[0])


WAYS = {
    "hidden": (nothing, deny(VIEW_CHANNEL), deny(0)),
    "hidden and not to be read": (nothing, deny(VIEW_CHANNEL | READ_HISTORY), deny(0)),
    "hidden and not to be written in": (nothing, deny(VIEW_CHANNEL | SEND_MESSAGES), deny(0)),
    "hidden from all": (nothing, everyone(0), everyone(PERMISSIONS)),
    "hidden by a role that is taken": (needs_role, own_roles(), own_roles(ROLE)),
    "out of order": (nothing, out_of_order, in_order),
}


@pytest.mark.parametrize("prepare, hide, show", WAYS.values(), ids=WAYS)
async def test_a_move_in_a_hidden_channel_counts_once_it_is_seen(
    world: World, prepare: Change, hide: Change, show: Change
) -> None:
    """The move is read at once, answered on one board, and the game goes on."""
    room, gateway = await world.game(), world.discord.gateway
    elsewhere = world.discord.mailbox()
    prepare(world, room)
    hide(world, room)
    await world.say(elsewhere, "!ttt games")  # it has heard what came before
    gateway.deaf = True
    world.discord.say(room, "hello")
    world.discord.say(room, "5")
    gateway.deaf = False
    show(world, room)
    await world.until_played(room, 2)
    await world.until_shown(room)
    await goes_on(world, room)


async def test_a_channel_that_was_seen_all_the_time_is_not_read(world: World) -> None:
    """Other changes of a channel, or of the bot, cost no request."""
    room = await world.game()
    asked = world.discord.requests["GET /channels/*/messages"]
    for change in (deny(1 << 6), deny(0), own_roles(), everyone(PERMISSIONS)):
        change(world, room)
    await goes_on(world, room)
    assert world.discord.requests["GET /channels/*/messages"] == asked
