"""Presses that name what belongs to another server: they show nothing of it, and change nothing."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import ChannelHandle

from bot.features.start.store import ChallengeStore
from bot.features.tournament.store import TournamentStore
from bot.match.players import ChallengeId
from bot.match.session import ChannelId, GameId
from bot.show.text.words import ACCEPT
from tests.bot.discord.test_forged import BUTTON_KINDS, forged_by, pressed
from tests.bot.discord.world import World, said
from tests.thorough import few

NAMES = ("dora", "emil")
"""Players of the other server, about whom nothing may be shown. Emil is in both."""


class Elsewhere:
    """Another server, with a game between people and one by votes, ended ones, and what is open."""

    def __init__(self, world: World) -> None:
        self._world = world
        guild = world.env.create_guild("Elsewhere")
        self._channels = self.played, self.voted, self.open = [
            guild.create_text_channel(name) for name in ("played", "voted", "open")
        ]
        may_manage = discord.Permissions(manage_messages=True)
        leaders = guild.create_role("Leaders", permissions=may_manage)
        self.dora = guild.add_member(world.env.create_user(NAMES[0]))
        self.emil = guild.add_member(world.env.create_user(NAMES[1]), roles=[leaders])
        self.member = guild.add_member(world.moderator.user)
        """A moderator of the first server, who plays here too."""
        world.guild.add_member(self.emil.user)
        self.games: list[GameId] = []

    async def begin(self) -> None:
        """Let all of that be there."""
        for channel in (self.played, self.voted):
            for words in ("!ttt start x", "5", "!ttt resign"):
                await self.dora.send(channel, words)
            await self._note(channel)
        await self.member.send(self.played, f"!ttt start {self.dora.mention} x")
        await self.dora.click(self.played.history()[-1], label=ACCEPT)
        await self.dora.send(self.voted, "!ttt vote gomoku")
        for channel in (self.played, self.voted):
            await self._note(channel)
        await self.emil.send(self.open, "!ttt start open")
        await self.emil.send(self.open, "!ttt tournament arena")

    async def _note(self, channel: ChannelHandle) -> None:
        self.games.append((await self._world.session(channel)).game)

    def messages(self) -> list[str]:
        """The ids of all messages there."""
        return [str(one.id) for channel in self._channels for one in channel.history()]

    async def state(self) -> list[Any]:
        """All that is stored and shown there."""
        store = self._world.store
        challenges, tournaments = ChallengeStore(store.database), TournamentStore(store.database)
        return [
            *[await store.last(ChannelId(channel.id)) for channel in self._channels],
            *[await challenges.find(ChallengeId(number)) for number in (1, 2)],
            await tournaments.newest(ChannelId(self.open.id)),
            *[self._world.shown(channel) for channel in self._channels],
        ]


NAMING = [kind for kind in BUTTON_KINDS if "{" in kind]
"""The kinds of buttons whose ids name something."""


@pytest.mark.parametrize("part", few(1, range(4)))
async def test_a_press_reaches_nothing_of_another_server(world: World, part: int) -> None:
    """Though whoever presses here is a player there, and leads tournaments here."""
    elsewhere = Elsewhere(world)
    await world.env.settle()
    await elsewhere.begin()
    before, secrets = await elsewhere.state(), [*NAMES, *elsewhere.messages()]
    assert sum(part is not None for part in before[:6]) == 4
    for kind in NAMING[part::4]:
        for custom_id in forged_by(kind, elsewhere.games):
            result = await pressed(world, custom_id, by=world.moderator)
            answers = " ".join(said(result).values())
            assert not [secret for secret in secrets if secret in answers], custom_id
            if await world.store.load(ChannelId(world.channel.id)):
                await world.say("moderator: !ttt stop")
        assert await elsewhere.state() == before, kind
    shown = " ".join(world.shown())
    assert not [secret for secret in secrets if secret in shown]
