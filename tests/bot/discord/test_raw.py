"""What is done past discord.py's promises is still what it would do, and what we want of it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import discord
import pytest
from discord import app_commands
from discord.gateway import DiscordWebSocket

from bot.edge import discord_internals as raw
from bot.edge.board_buttons import resign_view
from bot.edge.buttons import BoardRef
from tests.bot.discord.world import World

NOT_NEEDED = {"attachments", "embeds", "tts"}
"""What discord.py sends where nothing is wanted."""

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of the messages of which discord.py has made objects."""
    found: list[str] = []

    class Counted(discord.Message):
        def __init__(self, *, state: Any, channel: Any, data: Any) -> None:
            super().__init__(state=state, channel=channel, data=data)
            found.append(self.content)

    monkeypatch.setattr(discord.state, "Message", Counted)
    return found


async def test_only_what_concerns_the_bot_is_made_into_an_object(
    world: World, made: list[str]
) -> None:
    """Of a game it is what people play: neither talk nor the boards, posted and heard back."""
    with world.edits_refused():  # the answer to an edit is made into one
        await world.say("!ttt start x", "what a board!", "5")
    assert made == ["!ttt start x", "5"]


async def test_what_is_posted_is_what_the_library_would_post(world: World) -> None:
    """A text with buttons is the same request as by a channel's `send`."""
    channel = world.env.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await world.say("!ttt start x")
    view = resign_view(BoardRef.of(await world.session()))
    parts = {"content": "Sure?", "components": view.to_components()}
    number = await raw.post(channel, "one", parts)
    message = await channel.send("Sure?", view=view, nonce="two", embeds=[])
    assert await channel.fetch_message(number) != message
    asked = [request.json for request in world.env.http_requests if isinstance(request.json, dict)]
    ours, theirs = (dict(sent) for sent in asked if sent.get("content") == "Sure?")
    assert (ours.pop("nonce"), theirs.pop("nonce")) == ("one", "two")
    assert ours == {key: value for key, value in theirs.items() if key not in NOT_NEEDED}


async def test_the_bot_remembers_what_it_has_posted(world: World) -> None:
    """Its own messages are noted with their place and words, those of others are not."""
    (board,) = await world.say("!ttt start x")
    await world.say("5 is my favourite")
    own = world.env.bot.own.newest_first()  # type: ignore[attr-defined] # it is ours
    assert [(posted.channel, posted.content) for posted in own] == [(world.channel.id, board)]


T = TypeVar("T", bound=discord.shard.Shard)


def shard_of(client: discord.AutoShardedClient, kind: type[T]) -> T:
    """A shard that has no connection yet."""
    client._reconnect = True  # as its `connect` does
    none: Any = None
    return kind(none, client, lambda _item: None)


def test_a_shard_is_tried_again_within_about_a_minute() -> None:
    """However often it has failed."""
    client = discord.AutoShardedClient(intents=discord.Intents.none(), shard_ids=[0], shard_count=1)
    backoff = shard_of(client, raw.PersistentShard)._backoff
    assert max(backoff.delay() for _ in range(200)) <= 64


async def test_the_private_names_are_there() -> None:
    """Of each that is gone it is said which library has changed, and who used it."""
    client = discord.AutoShardedClient(intents=discord.Intents.none(), shard_ids=[0], shard_count=1)
    await client._async_setup_hook()
    opened = shard_of(client, discord.shard.Shard)
    used = {
        client: ("_connection", "_AutoShardedClient__shards", "_AutoShardedClient__queue"),
        client._connection: ("parsers",),
        client.http: ("_HTTPClient__session", "connector", "send_message"),
        discord.http.HTTPClient: ("get_global_commands", "bulk_upsert_global_commands"),
        app_commands.Group: ("get_translated_payload",),
        discord.abc.Messageable: ("_get_channel",),
        discord.TextChannel: ("_state",),
        DiscordWebSocket: ("from_client",),
        discord.shard.Shard: ("launch",),
        opened: ("_handled_exceptions", "_backoff"),
        opened._backoff: ("_max",),
    }
    gone = [name for holder, names in used.items() for name in names if not hasattr(holder, name)]
    assert not gone, (
        f"bot/edge/discord_internals.py wants what discord.py {discord.__version__} lacks: {gone}"
    )


def test_only_an_event_without_a_session_is_not_passed_over() -> None:
    """What cannot be read is told with its name; READY alone raises, as it does in the library."""
    client = discord.Client(intents=discord.Intents.none())
    lost: list[tuple[str, type[Exception]]] = []
    raw.guard(client, lambda event, error: lost.append((event, type(error))))
    parsers = client._connection.parsers
    parsers["CHANNEL_DELETE"]({"guild_id": "1"})
    parsers["MESSAGE_CREATE"]({})
    assert lost == [("CHANNEL_DELETE", KeyError), ("MESSAGE_CREATE", KeyError)]
    with pytest.raises(KeyError):
        parsers["READY"]({})


def test_no_other_discord_py_is_installed_than_was_tried() -> None:
    """A minor version may change private names, so the next one is let in after these tests."""
    wanted = tomllib.loads(PROJECT.read_text())["project"]["dependencies"]
    (bound,) = (line for line in wanted if line.startswith("discord.py"))
    found = re.search(r"<(\d+)\.(\d+)$", bound)
    assert found is not None, bound
    tried = discord.version_info
    assert (tried.major, tried.minor + 1) == tuple(map(int, found.groups()))
