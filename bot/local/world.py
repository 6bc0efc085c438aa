"""A small simulated Discord: one server, one channel, a few members, and the bot.

And what can be pressed, chosen or filled in there.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain
from time import monotonic
from typing import Any, Final, NamedTuple

import discord
import simcord
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.client.bot import Kinarow
from bot.features.guide.feature import Greeting
from bot.local.kept import KeptChannel
from bot.local.simcord_internals import Backend, Clock, as_the_bot, backend_of, known_guild
from bot.match.session import BOT_NAME
from bot.show.emoji import EDITION_LENGTH, TILE_EMOJI, TileEmoji

MEMBERS: Final = ("alice", "bob", "carol")
OWNER: Final = MEMBERS[0]
"""The owner of the server, who may change its settings."""
_LONG_AGO: Final = "2020-01-01T00:00:00+00:00"
_CHANNEL: Final = "games"
_EDITION: Final = "0" * EDITION_LENGTH
"""The edition in the names of the emoji, which are drawn anew at each start."""
_SETTLE_SECONDS: Final = 3600.0
"""Seconds that SimCord waits for the bot after each action: longer than it ever thinks, even on a
busy machine."""
_ROUND: Final = 5.0
"""Seconds between two looks at what is due."""

_CODE: Final = "`[^`]+`"
"""Inline code. Names in it are not mentions, in Discord too."""
_START: Final = r"(?<![\w@#/<.-])"
"""What may stand before a name. It excludes `mail@bob` and URLs."""
_END: Final = r"(?![\w-]|\.\w)"
"""What may stand after a name. It excludes `@bobby`, `#games-2` and domains."""


class _WallClock(Clock):
    """The real time. SimCord's own clock stands still until a test advances it."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass
class World:
    """The simulated Discord, its channel and its members."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    members: dict[str, simcord.MemberActor]
    addresses: dict[TileEmoji, str]
    """The URL of each emoji's picture. SimCord does not store the pictures."""
    mentions: Mentions
    """The names that the members' clients turn into mentions."""
    kept: KeptChannel
    """Where all this is kept for the next start."""
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held during an action in the page or a refresh: SimCord does one thing at a time."""
    caught_up: float = field(default_factory=monotonic)
    """The monotonic time up to which the bot's timers have been advanced."""
    looked_after: float = field(default_factory=monotonic)
    """The monotonic time at which the bot last looked at the clocks."""

    def __post_init__(self) -> None:
        self._changed = True
        self.env.backend.subscribers.append(self._on_event)

    def _on_event(self, _event: str, _payload: Mapping[str, Any]) -> None:
        self._changed = True

    @property
    def bot(self) -> Kinarow:
        """The bot that plays."""
        assert isinstance(self.env.bot, Kinarow), "no other is run here"
        return self.env.bot

    async def greet(self) -> None:
        """Let the bot greet the server, as when it is invited: what people see first."""
        with as_the_bot(self.env):
            for guild in self.bot.guilds:
                await self.bot.feature(Greeting).greet(guild)
        await self.env.settle()

    def keep(self, *, now: bool = False) -> None:
        """Keep the channel for the next start, if it has changed."""
        if self._changed:
            self._changed = not self.kept.save(self.env.backend, now=now)

    def permit_files(self, *, permitted: bool) -> None:
        """Give the bot the permission to attach files in the channel, or take it.

        It may open no threads there: neither the page nor the terminal shows them.
        """
        files = discord.Permissions(attach_files=True).value
        threads = discord.Permissions(create_public_threads=True).value
        allowed, denied = (files, threads) if permitted else (0, files | threads)
        backend = self.env.backend
        overwrite = Overwrite(backend.bot_user.id, OverwriteType.MEMBER, allow=allowed, deny=denied)
        backend.set_overwrite(self.channel.id, overwrite)

    async def pass_time(self) -> None:
        """Let due timers of the bot fire: in SimCord they stand still between actions.

        Raises SetupError while another action is running.
        """
        due = self.bot.votes.next_due
        if due is not None and due <= datetime.now(UTC):
            now = monotonic()
            await self.env.advance_time(now - self.caught_up)
            self.caught_up = now
        if (now := monotonic()) - self.looked_after >= _ROUND:
            self.looked_after = now
            with as_the_bot(self.env):
                await self.bot.look_after()
            await self.env.settle()

    async def catch_up(self) -> None:
        """If games wait for the engine to be compiled, wait for that and for the bot's moves.

        Used when input comes from a pipe: its next lines expect that the bot has moved.
        """
        services = self.bot.services
        thinker = services.thinker
        if not thinker.jobs.is_ready and await services.backlog.waiting():
            await thinker.jobs.wait_until_ready()
            await self.env.settle()


@asynccontextmanager
async def open_world(bot: Kinarow, kept: KeptChannel | None = None) -> AsyncIterator[World]:
    """Connect the bot to a simulated Discord, while the block lasts.

    It goes on from what was `kept`, and keeps it at the end.
    """
    kept = kept or KeptChannel()
    bot.traffic.most = sys.maxsize  # it limits nothing
    running = simcord.run(bot, settle_timeout=_SETTLE_SECONDS, check_errors=False)
    backend = backend_of(running)
    backend.clock = _WallClock()
    goes_on = kept.restore(backend)
    if not goes_on:
        backend.edit_bot_profile(BOT_NAME)
    emoji = _emoji(backend)
    addresses = {tile: f"{CDN_BASE}/emojis/{number}.png" for tile, number in emoji.items()}

    def speak(event: str, payload: Mapping[str, Any]) -> None:
        """Set the language of the members' clients, which is always American English in SimCord."""
        if event == "INTERACTION_CREATE" and isinstance(payload, dict):
            payload["locale"] = bot.settings.language

    backend.subscribers.insert(0, speak)
    async with running as env:
        guild, members = known_guild(env) if goes_on else _new_guild(env)
        channel = guild.channels[_CHANNEL]
        await env.settle()
        mentions = Mentions(
            {f"@{name}": f"<@{member.id}>" for name, member in members.items()}
            | {f"@{BOT_NAME}": f"<@{backend.bot_user.id}>"}
            | {f"#{channel.name}": f"<#{channel.id}>"}
        )
        world = World(env, channel, members, addresses, mentions, kept)
        world.permit_files(permitted=True)  # a kept channel may come from the terminal
        try:
            yield world
        finally:
            world.keep(now=True)


def _emoji(backend: Backend) -> dict[TileEmoji, int]:
    """Return the id of each emoji, creating those that are missing."""
    known = {found.name: found.id for found in backend.application_emojis.values()}
    names = {tile: tile.name(_EDITION) for tile in TILE_EMOJI}
    return {
        tile: known.get(name) or backend.create_application_emoji(name).id
        for tile, name in names.items()
    }


def _new_guild(env: simcord.Env) -> tuple[simcord.GuildHandle, dict[str, simcord.MemberActor]]:
    users = {name: env.create_user(name) for name in MEMBERS}
    guild = env.create_guild("Kinarow", owner=users[OWNER])
    own = env.backend.get_guild(guild.id).members[env.backend.bot_user.id]
    own.joined_at = _LONG_AGO  # where it goes on, the bot would greet a new server by itself
    topic = "!ttt start, then type a number"
    guild.create_text_channel(_CHANNEL, topic=topic)
    return guild, {name: guild.add_member(user) for name, user in users.items()}


class Mentions:
    """Maps names as people type them (`@bob`) to mentions as Discord sends them (`<@7>`)."""

    def __init__(self, sent: Mapping[str, str]) -> None:
        self._sent = {name.casefold(): mention for name, mention in sent.items()}
        self._names = {mention: name for name, mention in sent.items()}
        longest_first = sorted(sent, key=len, reverse=True)
        names = "|".join(map(re.escape, longest_first))
        self._typed = re.compile(f"{_CODE}|{_START}(?:{names}){_END}", re.IGNORECASE)

    def typed(self, words: str) -> str:
        """Replace typed names by mentions."""
        return self._typed.sub(lambda found: self._sent.get(found[0].casefold(), found[0]), words)

    def shown(self, content: str) -> str:
        """Replace mentions by the names that people read."""
        for mention, name in self._names.items():
            content = content.replace(mention, name)
        return content


class Choice(NamedTuple):
    """A button, or with a value an option of a menu."""

    label: str
    custom_id: str
    value: str | None = None


def choices_under(message: Any) -> list[Choice]:
    """The buttons that can be pressed, and the options that can be chosen."""
    items = chain.from_iterable(getattr(row, "children", ()) for row in message.components)
    live = (item for item in items if getattr(item, "custom_id", None) and not item.disabled)
    return [choice for item in live for choice in _choices_of(item)]


def _choices_of(item: Any) -> Iterator[Choice]:
    if hasattr(item, "options"):
        yield from (Choice(one.label, item.custom_id, one.value) for one in item.options)
    else:
        yield Choice(str(item.label or item.emoji), item.custom_id)


def fields_of(box: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The fields of a box or a form by their ids."""
    inner = [part.get("component", part) for part in box["components"]]
    return {str(field["custom_id"]): field for field in inner if "custom_id" in field}


def usual_in(field: Mapping[str, Any]) -> str:
    """What is chosen in a field of a form that opens; "" if nothing is."""
    options = field.get("options") or ()
    return next((str(option["value"]) for option in options if option.get("default")), "")
