"""A small simulated Discord: one server, a few members, and Kinarow among them."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import discord
import simcord
from simcord import ChannelHandle, InteractionResult, MemberActor
from simcord.backend.serializers import role_payload

from bot.client.bot import Kinarow
from bot.edge.discord_internals.answers import words_in
from bot.errors import AnyProblem, Problem, UserError
from bot.local.simcord_internals import as_the_bot
from bot.match.session import BOT_NAME, ChannelId, Session
from bot.show import text
from bot.show.text.match import QUIET
from bot.show.text.words import ACCEPT
from bot.store import Store
from tests.simcord_internals import attach, detach, messages, without_waiting
from tests.soon import PATIENCE

_LINE: Final = re.compile(r"(?:(?P<speaker>alice|bob|carol|moderator|steward): )?(?P<words>.*)")


class World:
    """What a test does and sees there. Where no channel is given, it is `channel`."""

    def __init__(self, env: simcord.Env, store: Store, new_bot: Callable[[], Kinarow]) -> None:
        self.env = env
        self.store = store
        self._new_bot = new_bot
        self.invited = timedelta(days=100)
        """How long ago the servers have invited the bot."""
        env.backend.subscribers.insert(0, self._speak)
        env.backend.edit_bot_profile(BOT_NAME)
        self.guild = env.create_guild("Club")
        self.channel = self.guild.create_text_channel("games")
        may_manage = discord.Permissions(manage_messages=True)
        moderators = self.guild.create_role("Moderators", permissions=may_manage)
        self.alice, self.bob, self.carol = (
            self.guild.add_member(env.create_user(name)) for name in ("alice", "bob", "carol")
        )
        may_set = discord.Permissions(manage_guild=True)
        owners = self.guild.create_role("Owners", permissions=may_set)
        self.steward = self.guild.add_member(env.create_user("steward"), roles=[owners])
        self.moderator = self.guild.add_member(env.create_user("moderator"), roles=[moderators])
        self.role_mention = f"<@&{self._own_role()}>"
        self.client_locale = "en-US"
        """The language of the clients from which commands and presses come."""
        self._words: dict[int, str] = {}
        self._said: list[tuple[int, str]] = []
        """What Kinarow has posted or changed, and where, but for the lines left of boards."""
        env.backend.subscribers.append(self._listen)

    def _speak(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            payload["locale"] = self.client_locale
        own = [payload["member"]] if event == "MESSAGE_CREATE" and payload.get("member") else []
        for member in payload["members"] if event == "GUILD_CREATE" else own:
            when = datetime.fromisoformat(member["joined_at"]) - self.invited
            member["joined_at"] = when.isoformat()

    def _listen(self, event: str, payload: Mapping[str, Any]) -> None:
        if event not in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
            return
        number, words = int(payload["id"]), words_of(payload)
        own = int(payload["author"]["id"]) == self.env.backend.bot_user.id
        changed = event == "MESSAGE_CREATE" or self._words.get(number) != words
        self._words[number] = words
        if own and changed and not words.startswith(QUIET):
            self._said.append((int(payload["channel_id"]), words))

    def _own_role(self) -> int:
        """The bot's role, which SimCord makes without saying whose it is."""
        backend = self.env.backend
        roles = backend.guilds[self.guild.id].roles.values()
        own = role_payload(next(role for role in roles if role.managed))
        tagged = {**own, "tags": {"bot_id": str(backend.bot_user.id)}}
        backend.emit("GUILD_ROLE_UPDATE", {"guild_id": str(self.guild.id), "role": tagged})
        return int(own["id"])

    # What people do. Each returns what Kinarow has said to it, in messages new or changed.

    async def say(self, *lines: str, channel: ChannelHandle | None = None) -> list[str]:
        """Speak, one after the other: `bob: 5` is bob's, a line without a name alice's."""
        channel = channel or self.channel
        before = len(self.said(channel))
        for line in lines:
            speaker, words = self._spoken(line)
            await speaker.send(channel, words)
        return self.said(channel)[before:]

    async def say_at_once(self, *lines: str, channel: ChannelHandle | None = None) -> list[str]:
        """Speak, all in the same moment."""
        channel = channel or self.channel
        before = len(self.said(channel))
        self.post(*lines, channel=channel)
        await self.env.settle()
        return self.said(channel)[before:]

    async def say_and_wait(self, line: str, *, seconds: float = 60.0) -> list[str]:
        """Speak, and let time pass for Kinarow to try again what fails."""
        with self.in_the_same_moment():
            before = len(self.said())
            await self.say(line)
        await self.env.advance_time(seconds)
        return self.said()[before:]

    def post(self, *lines: str, channel: ChannelHandle | None = None) -> None:
        """Speak without waiting for an answer."""
        for line in lines:
            speaker, words = self._spoken(line)
            self.env.backend.create_message((channel or self.channel).id, speaker.id, words)

    async def slash(
        self,
        command: str,
        *,
        by: MemberActor | None = None,
        channel: ChannelHandle | None = None,
        **options: Any,
    ) -> list[str]:
        """Use a slash command."""
        result = await (by or self.alice).slash(channel or self.channel, command, **options)
        return list(said(result).values())

    async def press(self, member: MemberActor, label: str) -> list[str]:
        """Press the newest button of that label."""
        message = self.newest(label)
        result = await member.click(message, label=label)
        return [words for answer, words in said(result).items() if answer != message.id]

    async def pair(self, words: str = "") -> None:
        """Begin a game of alice, who plays X, and bob."""
        await self.say(f"!ttt start @bob x {words}")
        await self.press(self.bob, ACCEPT)

    @contextmanager
    def in_the_same_moment(self) -> Iterator[None]:
        """Presses and slash commands in the block do not wait for each other."""
        with without_waiting(self.env):
            yield

    # What they see.

    def shown(self, channel: ChannelHandle | None = None) -> list[str]:
        """Everything Kinarow has said in a channel, oldest first."""
        me = self.env.backend.bot_user.id
        found = messages(self.env, (channel or self.channel).id, author=me)
        return [words_in(message) for message in found][::-1]

    def said(self, channel: ChannelHandle | None = None) -> list[str]:
        """The same as it came: a board that has changed in place is there once for each change."""
        where = (channel or self.channel).id
        return [words for place, words in self._said if place == where]

    @property
    def last(self) -> str:
        """What Kinarow said last."""
        return self.said()[-1]

    def told(self, member: MemberActor) -> list[str]:
        """What Kinarow has said to a member by direct message."""
        return self.shown(member.user.dm_channel)

    def newest(self, label: str) -> discord.Message:
        """The newest message with a button of that label."""
        for message in messages(self.env, self.channel.id):
            if label in labels(message):
                return message
        raise AssertionError(f"no button {label}")

    def link(self, board: discord.Message) -> str:
        """What somebody who presses an old board is told, while the game is on at this one."""
        url = f"https://discord.com/channels/{self.guild.id}/{self.channel.id}/{board.id}"
        return sentence(Problem.OLD_BOARD, url=url)

    # What is behind it.

    async def session(self, channel: ChannelHandle | None = None) -> Session:
        """The newest game of a channel as it is stored, live or ended."""
        session = await self.store.last(ChannelId((channel or self.channel).id))
        assert session is not None, "a game was begun"
        return session

    async def moves(self, channel: ChannelHandle | None = None) -> tuple[int, ...]:
        """The stored moves of a channel's newest game."""
        return (await self.session(channel)).position.moves

    async def until_played(self, plies: int, channel: ChannelHandle | None = None) -> None:
        """Wait for a move to be stored, which the engine may not have answered yet."""
        async with asyncio.timeout(PATIENCE):
            while len(await self.moves(channel)) < plies:
                pass  # reading the store lets the bot go on

    async def go_down(self) -> None:
        """The bot is gone at once, whatever it was doing."""
        await detach(self.env)
        await self.env.bot.close()

    async def come_up(self) -> None:
        """Another process takes over, which knows of the games what the store does."""
        await attach(self.env, self._new_bot())
        await self.env.settle()

    async def restart(self, *meanwhile: str) -> list[str]:
        """The bot goes down, people speak, and it comes up again; what it says then."""
        before = len(self.said())
        await self.go_down()
        self.post(*meanwhile)
        await self.come_up()
        return self.said()[before:]

    @contextmanager
    def edits_refused(self) -> Iterator[None]:
        """Discord refuses every edit in the channel, so that old boards keep their buttons."""
        path = f"/channels/{self.channel.id}/messages/*"
        for method in ("PATCH", "DELETE"):
            self.env.inject_error(method, path, status=403, times=None)
        yield
        self.env.backend.faults.clear()

    def take_no_buttons(self) -> None:
        """The bot has learnt that the server takes no buttons."""
        bot = self.env.bot
        assert isinstance(bot, Kinarow)
        while bot.taken_buttons.taken:
            bot.taken_buttons.refused(self.channel.id)

    def take_no_layouts(self) -> None:
        """The bot has learnt that the server takes no messages that are all components."""
        bot = self.env.bot
        assert isinstance(bot, Kinarow)
        while bot.taken_layouts.may_try:
            bot.taken_layouts.refused(bot.taken_layouts.has_taken and object())

    @contextmanager
    def as_the_bot(self) -> Iterator[None]:
        """What the block starts is the bot's own work, for which SimCord waits."""
        with as_the_bot(self.env):
            yield

    async def look_after(self, *, seconds: float = 60.0) -> list[str]:
        """After a while the bot looks at what waits, as it does now and then; what it says."""
        bot = self.env.bot
        assert isinstance(bot, Kinarow)
        before = len(self.said())
        await self.env.advance_time(seconds)
        with self.as_the_bot():
            await bot.recovery.look_after()
        await self.env.settle()
        return self.said()[before:]

    async def retry(self, *, seconds: float = 1.0) -> list[str]:
        """A moment later the bot retries what failed, as it does each second; what it says."""
        bot = self.env.bot
        assert isinstance(bot, Kinarow)
        before = len(self.said())
        await self.env.advance_time(seconds)
        with self.as_the_bot():
            await bot.recovery.retry_due()
        await self.env.settle()
        return self.said()[before:]

    def _spoken(self, line: str) -> tuple[MemberActor, str]:
        match = _LINE.fullmatch(line)
        assert match is not None, f"one line: {line!r}"
        speaker: MemberActor = getattr(self, match["speaker"] or "alice")
        return speaker, self._with_mentions(match["words"])

    def _with_mentions(self, words: str) -> str:
        """`@bob` and `@Kinarow` as a client sends them."""
        for member in (self.alice, self.bob, self.carol, self.moderator, self.steward):
            words = words.replace(f"@{member.name}", member.mention)
        return words.replace(f"@{BOT_NAME}", f"<@{self.env.backend.bot_user.id}>")


def said(result: InteractionResult) -> dict[int, str]:
    """The messages that answer an interaction, by id; a press may have changed its own one."""
    answers = (result.response, *result.followups)
    return {
        answer.id: words_of({"content": answer.content, "components": answer.components})
        for answer in answers
        if answer is not None
    }


def words_of(message: Mapping[str, Any]) -> str:
    """What a message of SimCord says: its content, or the texts among its components."""
    parts = message.get("components") or ()
    texts = (part.get("content") or words_of(part) for part in parts)
    return message.get("content") or "\n".join(filter(None, texts))


def sentence(problem: AnyProblem, **facts: str | int) -> str:
    """What a person reads who gets something wrong."""
    return text.problem(UserError(problem, **facts), "!")


def labels(message: discord.Message) -> list[str]:
    """The buttons under a message."""
    rows = (row for row in message.components if isinstance(row, discord.ActionRow))
    buttons = (item for row in rows for item in row.children if isinstance(item, discord.Button))
    return [button.label or "" for button in buttons]


def alter(database: Path, statement: str) -> None:
    """Change an SQLite file behind the bot's back."""
    with closing(sqlite3.connect(database)) as file, file:
        file.execute(statement)
