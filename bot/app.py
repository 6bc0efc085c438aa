"""The composition: settings, store, thinker, games, bot."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands
from yarl import URL

from bot import emoji, grammar, text
from bot.cogs.answer import GameBot
from bot.cogs.care import CareCog
from bot.cogs.languages import Languages, SlashTranslator
from bot.cogs.line import LineCog
from bot.cogs.old_boards import OldBoardsCog
from bot.cogs.people import PeopleCog
from bot.cogs.places import scope_at
from bot.cogs.puzzles import PuzzleCog
from bot.cogs.raw import Payload, guard, open_shard, sift
from bot.cogs.recovery import RecoveryCog
from bot.cogs.sending import UNSENT
from bot.cogs.servers import ServersCog
from bot.cogs.slash import SlashCog
from bot.cogs.speech import is_speech
from bot.cogs.table import TableCog
from bot.cogs.ttt import TttCog
from bot.cogs.typed import TypedCog
from bot.cogs.votes import VotesCog
from bot.config import Settings
from bot.connection import LONGEST_PAUSE, stay_connected, until_reached
from bot.customs import Customs
from bot.errors import KinarowError
from bot.games import Games, House
from bot.metrics import Metrics
from bot.once import Once
from bot.shards import WHOLE
from bot.store import Store
from bot.thinker import Thinker
from bot.upload import listed, upload
from bot.views import BUTTONS
from bot.web import serve_http
from engine import Limit

log = logging.getLogger(__name__)

_GROUP: Final = "ttt"
_ROUND: Final = 20.0
"""Seconds between two looks at what waits."""
_GARBAGE: Final = 50_000
"""Objects, some megabytes, after which the youngest are looked through; 700 to 2,000 in Python."""
_REMEMBERED: Final = 10_000
"""How many messages and presses are remembered, to know one that is delivered twice."""
_OF_A_CONNECTION: Final = frozenset(("connect", "disconnect", "ready", "resumed"))
"""The events that discord.py tells of each shard where there are several."""
_INTENT_OFF: Final = (
    "The Message Content Intent is off in the Discord developer portal: "
    "people play by slash commands, buttons and mentions"
)


class _Tree(app_commands.CommandTree["Kinarow"]):
    """The slash commands; one that Discord delivers twice is used once."""

    def __init__(self, client: Kinarow) -> None:
        super().__init__(client)
        self._uses = Once(_REMEMBERED)

    async def interaction_check(self, interaction: discord.Interaction[Kinarow], /) -> bool:
        """Whether to go on with a command."""
        return self._uses.is_new(interaction.id)


class Kinarow(GameBot):
    """The bot: real discord.py around the games.

    With `typed` it asks Discord for everything that people type, which has to be allowed
    in the developer portal; else for direct messages and what mentions it alone.
    """

    def __init__(
        self, settings: Settings, games: Games, *, typed: bool = True, **connection: Any
    ) -> None:
        intents = discord.Intents.default()
        intents.message_content = typed
        super().__init__(
            _prefixes,
            help_command=None,
            intents=intents,
            case_insensitive=True,
            strip_after_prefix=True,
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=_Tree,
            max_ratelimit_timeout=LONGEST_PAUSE,
            max_messages=None,
            **connection,
        )
        self.settings = settings
        self.games = games
        self.languages = Languages(settings.language, games.servers)
        self.people = PeopleCog(self, games)
        self.votes = VotesCog(self, games)
        self.table = TableCog(self, games, self.people, self.votes)
        self.puzzles = PuzzleCog(self, games)
        self.typed = TypedCog(self, games, self.votes, self.puzzles)
        self.care = CareCog(self, games)
        seats = self.people, self.votes, self.puzzles
        ttt = TttCog(self, games, *seats)
        self.old_boards = OldBoardsCog(self, games)
        self.recovery = RecoveryCog(self, games, self.typed, self.votes, self.old_boards)
        ends = ServersCog(self, games), LineCog(games.metrics)
        edges = (self.people, self.votes, self.table, self.puzzles, self.care, *ends)
        self._cogs_to_add = (*edges, self.typed, ttt, self.old_boards, self.recovery)
        self._messages = Once(_REMEMBERED)
        sift(self, self._is_news)
        guard(self, self._lose)

    async def setup_hook(self) -> None:
        """Add what listens, and see which emoji there are."""
        await asyncio.to_thread(text.load_languages)
        await self.games.servers.load()
        await self._find_emoji()
        for cog in self._cogs_to_add:
            await self.add_cog(cog)
        self.add_dynamic_items(*BUTTONS)
        await self.tree.set_translator(SlashTranslator())
        if self.settings.shards.first:  # once for all processes, and with the commands of all cogs
            await self.add_cog(SlashCog(self))

    async def _find_emoji(self) -> None:
        """Boards are drawn with what the application owns; without it there is Unicode."""
        try:
            self.owned = emoji.owned(await listed(self))
        except UNSENT as error:
            log.warning("boards are drawn without emoji of their own: %r", error)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Hand an event on, but not that there was one, of which nobody wants to hear.

        What befalls the one connection of a bot without shards befalls its shard 0.
        """
        if event != "socket_event_type":
            super().dispatch(event, *args, **kwargs)
        if event in _OF_A_CONNECTION and self.shard_count is None:
            super().dispatch(f"shard_{event}", 0)

    def _is_news(self, message: Payload) -> bool:
        """Whether somebody may have said something to the bot that was not delivered before.

        What bots say is talk.
        """
        author = message["author"]
        if author.get("bot"):
            if self.user is not None and int(author["id"]) == self.user.id:
                self.own.note(message)
            return False
        concerns = grammar.may_concern(message["content"], _GROUP)
        return concerns and self._messages.is_new(int(message["id"]))

    def _lose(self, event: str, error: Exception) -> None:
        """Pass over an event that cannot be read."""
        log.warning(
            "an event of Discord's, %s, cannot be read and is passed over: %r", event, error
        )
        log.debug("how %s was read", event, exc_info=error)
        self.games.metrics.failed(error)

    async def on_message(self, message: discord.Message) -> None:
        """Play the bare move in a message, or run its command."""
        if not is_speech(message):
            return
        if (move := grammar.move_text(message.content)) is not None:
            await self.typed.hear(message, move)
            return
        context = await self.get_context(message)
        if context.command is not None:
            await self.invoke(context)
            # Its arguments name the context itself: a circle that only the collector would undo.
            context.args.clear()

    async def get_context(self, origin: Any, /, **kwargs: Any) -> Any:
        """The command in a message or an interaction; a mention of the bot stands for `!ttt`."""
        if isinstance(origin, discord.Message):
            origin = self._readdressed(origin)
        return await super().get_context(origin, **kwargs)

    def prefix_of(self, message: discord.Message) -> str:
        """What commands begin with where somebody speaks."""
        return self.games.servers.customs(scope_at(message)).prefix

    def _readdressed(self, message: discord.Message) -> discord.Message:
        """The message as if a mention at its beginning were the prefix and the group's name.

        People pick the role of the same name nearly as often as the bot itself.
        """
        assert self.user is not None, "messages come after the login"
        mentions = [f"<@{self.user.id}>", f"<@!{self.user.id}>"]
        if message.guild is not None and (role := message.guild.self_role) is not None:
            mentions.append(role.mention)
        for mention in mentions:
            if message.content.startswith(mention):
                words = message.content.removeprefix(mention).split(maxsplit=1)
                group = [] if words and words[0].lower() == _GROUP else [_GROUP]
                message = copy(message)
                message.content = self.prefix_of(message) + " ".join([*group, *words])
        return message


def _prefixes(bot: Kinarow, message: discord.Message) -> list[str]:
    """The prefix as it was set, and as keyboards write it that put a capital first."""
    prefix = bot.prefix_of(message)
    return list(dict.fromkeys((prefix, prefix.capitalize(), prefix.upper(), prefix.lower())))


class ShardedKinarow(Kinarow, commands.AutoShardedBot):
    """The bot in the servers of some shards, each with a connection of its own."""

    def __init__(self, settings: Settings, games: Games, *, typed: bool = True) -> None:
        shards = settings.shards
        super().__init__(
            settings, games, typed=typed, shard_ids=sorted(shards.ids), shard_count=shards.count
        )
        games.metrics.is_open = self.is_open

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard for the first time, in as many tries as it takes.

        discord.py logs a traceback of each try, and ends in a RecursionError after a thousand.
        """
        await until_reached(partial(open_shard, self, gateway, shard_id, initial=initial))

    def is_open(self, shard: int) -> bool:
        """Whether a shard is connected; discord.py tells of one that is lost when it turns to it.

        It turns to one after the other, and waits a minute for each.
        """
        found = self.get_shard(shard)
        return found is not None and not found.is_closed()


@asynccontextmanager
async def open_bot(settings: Settings) -> AsyncIterator[Kinarow]:
    """The bot with its store and its workers, ready to connect; all are closed behind it.

    By one connection it hears of all servers, whatever the settings say of shards.
    """
    settings = replace(settings, shards=WHOLE)
    async with (
        Store.open(settings.database_url) as store,
        _open_games(settings, store) as games,
        Kinarow(settings, games) as bot,
    ):
        yield bot


@asynccontextmanager
async def _open_games(settings: Settings, store: Store) -> AsyncIterator[Games]:
    metrics = Metrics(settings.shards.ids)
    async with AsyncExitStack() as stack:
        thinker = await stack.enter_async_context(
            Thinker.open(settings.workers, settings.cluster, metrics.thought)
        )
        if settings.http is not None:
            await stack.enter_async_context(serve_http(settings.http, store, thinker, metrics))
            probe = asyncio.create_task(metrics.watch_loop())
            stack.callback(probe.cancel)
        customs = Customs(settings.prefix, level=settings.level, idle=settings.idle)
        house = House(Limit(seconds=settings.move_seconds), customs, settings.shards)
        yield Games(store, thinker, house, _now, Random(), metrics)


async def serve(settings: Settings) -> None:
    """Play on Discord until SIGINT or SIGTERM.

    Raises SettingsError where Discord does not know the token, ConnectionError where it hangs
    up for good or discord.py gives up, ShardTaken where another process plays already.
    """
    token = settings.require_token()
    program = asyncio.create_task(_play(settings, token))
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C ends the program by itself
            asyncio.get_running_loop().add_signal_handler(name, _stop, program)
    try:
        await program
    except asyncio.CancelledError:
        if not program.cancelled():
            raise


async def upload_emoji(settings: Settings, say: Callable[[str], None]) -> None:
    """Upload the emoji of boards that are missing; raises SettingsError and UploadFailed."""
    token = settings.require_token()
    _expect_no_voice()
    with text.speaking(settings.language):
        async with discord.Client(intents=discord.Intents.none()) as client:
            await upload(client, token, say)


def _stop(program: asyncio.Task[None]) -> None:
    """End a program, once: a second signal must not disturb how it ends."""
    if not program.cancelling():
        program.cancel()


async def _play(settings: Settings, token: str) -> None:
    """Play until cancelled, as the only process of its shards.

    Where Discord refuses to hand on what people type, play without that.
    """
    _expect_no_voice()
    log.info("getting ready")
    async with (
        Store.open(settings.database_url) as store,
        store.claim(settings.shards.ids) as check,
        _open_games(settings, store) as games,
    ):
        _collect_seldom()
        log.info("ready to play in %s", settings.shards)
        bot = Kinarow if settings.shards == WHOLE else ShardedKinarow
        try:
            await _connected(bot(settings, games), token, check)
        except discord.PrivilegedIntentsRequired:
            log.warning(_INTENT_OFF)
            await _connected(bot(settings, games, typed=False), token, check)


async def _connected(bot: Kinarow, token: str, check: Callable[[], Awaitable[None]]) -> None:
    """Play until cancelled, and look after what is left undone; the end of one ends both."""
    line = asyncio.create_task(stay_connected(bot, bot.games, token))
    rounds = asyncio.create_task(_go_round(bot, check))
    try:
        ended, _ = await asyncio.wait({line, rounds}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        line.cancel()
        rounds.cancel()
        await asyncio.wait({line, rounds})
    for task in ended:
        task.result()


async def _go_round(bot: Kinarow, check: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(_ROUND)
        await check()
        try:
            await bot.recovery.look_after()
        except KinarowError as error:
            log.warning("what waits is looked after later: %s", error)


def _expect_no_voice() -> None:
    """Keep discord.py from warning that it cannot speak."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def _collect_seldom() -> None:
    """Let the collector of garbage pass over what stays, and look for new garbage less often.

    A move makes some thousand objects and hardly a cycle: Python would look after each of them.
    """
    gc.freeze()
    gc.set_threshold(_GARBAGE)


def _now() -> datetime:
    return datetime.now(UTC)
