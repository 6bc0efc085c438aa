"""Begins games for commands, and for the button that ends one's own game first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import discord
from discord import ui
from discord.ext import commands

from bot.edge.buttons import PressedButton, view_of
from bot.edge.cog import GameBot, GameCog, replies_to_errors
from bot.edge.places import (
    Context,
    Interaction,
    check_untimed,
    guild_at,
    guild_id_at,
    has_threads,
    is_hidden,
    may_write,
    missing,
    player,
    press_at,
)
from bot.edge.screens import ChannelScreen, PressScreen
from bot.edge.sending import UNSENT, acknowledge, post_answer
from bot.errors import Problem, UserError
from bot.features.challenge.buttons import ChallengeCog
from bot.features.start import text as start_text
from bot.features.start.values import bot_of, terms_of
from bot.games.games import Games
from bot.match import grammar
from bot.match.levels import level_word
from bot.match.notes import OnlyYou
from bot.match.session import ChannelId, GameId, Pairing, Person, Terms, UserId
from bot.show import text

_MOST_THREADS: Final = 5
_WHILE: Final = 600.0
"""Seconds in which one person may open so many threads."""
_LONGEST_ID: Final = 100
"""The most characters of a button's id."""
_DAY: Final = 1_440
"""Minutes after which Discord puts a thread away in which nobody writes."""
_IN_THREADS: Final = ("view_channel", "create_public_threads", "send_messages_in_threads")
"""The permissions that the bot needs to begin a game in a thread, the most important first."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where a game begins: a channel, and how to write there in answer to who asks."""

    channel: discord.abc.MessageableChannel
    source: Context | Interaction
    asker: discord.User | discord.Member
    screen: ChannelScreen | PressScreen
    send: Callable[..., Awaitable[discord.Message]]

    @property
    def id(self) -> ChannelId:
        """The id of the channel."""
        return ChannelId(self.channel.id)


@dataclass(frozen=True, slots=True)
class Wish:
    """A request that was read: with whom a person wants to play what, and where."""

    request: grammar.StartRequest
    terms: Terms
    opponent: Person | None
    meets: bool = False
    """Whether the other person has asked for the same game there, which it accepts."""

    @property
    def is_challenge(self) -> bool:
        """Whether another person has to agree."""
        return self.request.open or self.opponent is not None


class InsteadButton(PressedButton, template=r"ttt:instead:(?P<game>[0-9]+):(?P<words>(?s:.*))"):
    """Ends the game that is on, and starts the one that was asked for."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        game, words = GameId(self.number("game")), self.match["words"]
        await StartCog.of(interaction).instead(interaction, game, words)


def instead_view(game: GameId, words: str) -> ui.View | None:
    """The button that starts a game in place of another; None if the words are too many for it."""
    custom_id = f"ttt:instead:{game}:{' '.join(words.split())}"
    if len(custom_id) > _LONGEST_ID:
        return None
    label, danger = text.said(start_text.INSTEAD), discord.ButtonStyle.danger
    return view_of([ui.Button(label=label, style=danger, custom_id=custom_id)])


class StartCog(GameCog):
    """Begins games, in the channel of who asks or in a thread of it."""

    def __init__(self, bot: GameBot, games: Games, challenges: ChallengeCog) -> None:
        super().__init__(bot)
        self._games = games
        self._challenges = challenges
        self._threads: commands.CooldownMapping[discord.User | discord.Member] = (
            commands.CooldownMapping.from_cooldown(_MOST_THREADS, _WHILE, lambda user: user.id)
        )

    async def by_command(self, ctx: Context, words: str) -> None:
        """Begin the game that words ask for. Who plays here already may end that game first."""
        screen = ChannelScreen(ctx, self.screen_options(ctx))
        room = Room(ctx.channel, ctx, ctx.author, screen, ctx.send)
        try:
            wish = await self._read(room, words)
            await self._begin(await self._place(room, wish), wish)
        except UserError as error:
            if error.problem is not Problem.GAME_ON or not await self._offer(ctx, words, error):
                raise

    @replies_to_errors
    async def instead(self, press: Interaction, game: GameId, words: str) -> None:
        """End a game of the person who presses, and begin the one that words ask for.

        Where the other player has to agree to the end, that is all for now.
        """
        await self.check_channel(press)
        screen = PressScreen(press, self.screen_options(press))
        assert isinstance(press.channel, discord.abc.Messageable), "a message was pressed"
        room = Room(press.channel, press, press.user, screen, partial(post_answer, press))
        wish, user = await self._read(room, words), UserId(press.user.id)
        session = await self._games.find(room.id)
        if session is not None and session.game == game:
            session.side_of(user)  # it is nobody else's to end
            await self._games.stop(screen, room.id, user, may_manage=False)
            if await self._games.find(room.id) is not None:
                return
        await self._games.check_free(room.id, user)
        await acknowledge(press)
        with suppress(*UNSENT):
            await press.edit_original_response(view=None)
        await self._begin(room, wish)

    async def by_menu(self, press: Interaction, user: UserId) -> None:
        """Begin the usual game with the person in whose menu somebody has pressed."""
        assert isinstance(press.channel, discord.abc.Messageable), "people are seen in channels"
        screen = PressScreen(press, self.screen_options(press))
        room = Room(press.channel, press, press.user, screen, partial(post_answer, press))
        wish = await self._read(room, f"<@{user}>")
        await self._games.check_free(room.id, UserId(press.user.id))
        if not wish.is_challenge:  # the engine may have to think
            await acknowledge(press, thinking=True)
        await self._begin(await self._place(room, wish), wish)

    async def _offer(self, ctx: Context, words: str, error: UserError) -> bool:
        """Tell that a game is on, with the button that ends it. False if there is none to end."""
        session = await self._games.find(ChannelId(ctx.channel.id))
        view = None if session is None else instead_view(session.game, words)
        if view is None:
            return False
        with text.privately():
            await ctx.send(text.problem(error, self.prefix(ctx)), view=view, ephemeral=True)
        return True

    async def _read(self, room: Room, words: str) -> Wish:
        """Read what a person asks for. Raises UserError if that cannot be."""
        settings = self.guild_settings(room.channel)
        request = grammar.parse_start(words, settings.game)
        opponent = await self._challenges.opponent(room.source, request.opponent)
        usual = await self.style_of(room.channel, UserId(room.asker.id))
        wish = Wish(request, terms_of(request, usual), opponent)
        check_untimed(room.source, timed=request.move_time is not None)
        if wish.is_challenge:
            if request.level is not None:  # people have none, and it would be passed over
                first, second = "open" if request.open else "@name", level_word(request.level)
                raise UserError(Problem.TWO_GAMES, first=first, second=second)
            asker, where = player(room.asker), (room.source, room.id)
            meets = await self._challenges.check(*where, asker, opponent, wish.terms)
            return replace(wish, meets=meets)
        return wish

    async def _place(self, room: Room, wish: Wish) -> Room:
        """Where a game begins: here, or in a new thread if that is asked for or usual.

        One that the other person has asked for here begins here.
        """
        if wish.meets:
            return room
        forks = has_threads(room.source)
        usual = forks and self.guild_settings(room.channel).threads
        if not (usual if wish.request.thread is None else wish.request.thread):
            return room
        if not forks:
            raise UserError(Problem.NO_THREADS)
        thread = await self._opened(room, wish)
        if press_at(room.source) is not None:  # a typed command has the thread under it
            await room.send(start_text.begun_in(ChannelId(thread.id)))
        with suppress(*UNSENT):
            await thread.add_user(room.asker)
        screen = ChannelScreen(thread, self.screen_options(thread))
        return Room(thread, room.source, room.asker, screen, thread.send)

    async def _opened(self, room: Room, wish: Wish) -> discord.Thread:
        """Open a thread for a game. Raises UserError for whoever opens too many of them."""
        channel = room.channel
        assert isinstance(channel, discord.TextChannel), "it has threads"
        allowed = channel.permissions_for(channel.guild.me)
        for permission in _IN_THREADS:
            if not getattr(allowed, permission):
                raise missing(permission, channel)
        bucket = self._threads.get_bucket(room.asker)
        if bucket is not None and (delay := bucket.update_rate_limit()):
            when = int(discord.utils.utcnow().timestamp() + delay) + 1
            raise UserError(Problem.TOO_MANY_THREADS, when=when)
        other = wish.opponent.name if wish.opponent else None if wish.is_challenge else ""
        name = start_text.thread_name(room.asker.display_name, other, wish.terms.rules)
        if isinstance(room.source, commands.Context) and room.source.interaction is None:
            return await room.source.message.create_thread(name=name, auto_archive_duration=_DAY)
        kinds = discord.ChannelType
        kind = kinds.news_thread if channel.is_news() else kinds.public_thread
        return await channel.create_thread(name=name, type=kind, auto_archive_duration=_DAY)

    async def _begin(self, room: Room, wish: Wish) -> None:
        guild, asker = guild_at(room.source), player(room.asker)
        if guild is not None:
            may_write(room.channel, guild.me)
        if wish.is_challenge:
            await self._games.check_free(room.id, asker.id)
            how, where = (room.screen, room.send), (room.source, room.id)
            await self._challenges.post(*how, *where, asker, wish.opponent, wish.terms)
            return
        bot, notes = bot_of(wish.request, self.guild_settings(room.channel))
        match = Pairing(room.id, guild_id_at(room.source), asker, bot, wish.terms)
        hidden = [OnlyYou()] if is_hidden(room.source) else []
        await self._games.begin(room.screen, match, notes=[*notes, *hidden])
