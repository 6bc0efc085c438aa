"""What is done past discord.py's promises is still what it would do, and what we want of it."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.cogs import raw
from bot.views import resign_view
from bot.views.parts import Moment
from tests.bot.discord.world import World

NOT_NEEDED = {"attachments", "embeds", "tts"}
"""What discord.py sends where nothing is wanted."""


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
    view = resign_view(Moment.of(await world.session()))
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
