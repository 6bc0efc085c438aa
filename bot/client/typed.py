"""Moves that people type as a message of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import discord
from discord.ext import commands

from bot.client.commands.prefixes import GROUP
from bot.client.commands.speech import bare_word
from bot.client.votes import VotesCog
from bot.edge.cog import GameBot, GameCog, replying
from bot.edge.door import Door
from bot.edge.recent import RecentIds
from bot.edge.screens import ChannelScreen
from bot.errors import Problem, UserError
from bot.games.games import Games
from bot.match import grammar
from bot.match.players import EASIER, HARDER
from bot.match.session import ChannelId, GameId, MessageId, Session, UserId
from bot.pool.cooldowns import Cost

_ACTS: Final[Mapping[str, Callable[[Session, UserId, str], Session]]] = {
    "play": lambda session, user, word: session.play(user, word),
    "swap": lambda session, user, _: session.take_over(user),
    "undo": lambda session, user, _: session.undo(user),
    "draw": lambda session, user, _: session.draw(user),
    "accept": lambda session, user, _: session.accept(user),
    "decline": lambda session, user, _: session.decline(user),
    "resign": lambda session, user, _: session.resign(user),
    "stop": lambda session, user, _: session.stop(user, may_manage=False),
    "easier": lambda session, user, _: session.at_level(user, EASIER),
    "harder": lambda session, user, _: session.at_level(user, HARDER),
}
"""What each command does in a game that one or two people play, as `asked_act` names them."""
_REMEMBERED: Final = 1_000
"""The number of people remembered who typed out of turn: each is told only once a turn."""
_UNREAD: Final = -1
"""In place of a ply, for what somebody is told once in a game."""


class TypedCog(GameCog):
    """Plays messages that are exactly a move, if the author plays in that channel."""

    def __init__(
        self,
        bot: GameBot,
        games: Games,
        votes: VotesCog,
        door: Door,
    ) -> None:
        super().__init__(bot)
        self._games = games
        self._votes = votes
        self._door = door
        self._told = RecentIds(_REMEMBERED)

    async def hear(self, message: discord.Message, word: str) -> None:
        """Handle a new message that is exactly a move, here or in reply to something else."""
        if not await self._door.hear(message, word):
            await self._hear(message, word)

    @replying(Cost.FREE)
    async def _hear(self, message: discord.Message, word: str) -> None:
        await self.take(message, word)

    @replying(Cost.FREE)
    async def hear_choice(self, message: discord.Message, word: str) -> None:
        """Handle a new message that is exactly a choice of an opening, if one is to be made."""
        session = await self._games.find(ChannelId(message.channel.id))
        if session is not None and session.choices:
            await self.take(message, word)

    @replying(Cost.FREE)
    async def hear_mended(self, message: discord.Message, word: str) -> None:
        """Handle a message that became a move, if the board has not changed since it was written.

        What was played stays, whatever becomes of the message.
        """
        session = await self._games.find(ChannelId(message.channel.id))
        if session is None or message.created_at < session.touched:
            return
        if grammar.choice_text(word) is not None and not session.choices:
            return  # conversation
        if not await self._games.was_played(MessageId(message.id)):
            await self.take(message, word)

    @replying(Cost.FREE)
    async def hear_withheld(self, message: discord.Message) -> None:
        """Tell a player whose reply to the board cannot be read how to move, once in a game."""
        session = await self._games.find(ChannelId(message.channel.id))
        replied = message.reference.message_id if message.reference is not None else None
        if session is None or session.ending is not None or replied is None:
            return
        user = UserId(message.author.id)
        if await self._games.board_message(session.game) != replied:
            return
        if (session.voting or _plays(session, user)) and self._is_news(session, _UNREAD, user):
            raise UserError(Problem.UNREAD_REPLY)

    async def act_in(self, message: discord.Message) -> tuple[str, str] | None:
        """What a message does in a game that is on, bare or in a command, as `asked_act` tells."""
        if (word := bare_word(message, self.bot.user)) is not None:
            return "play", word
        asked: commands.Context[Any] = await self.bot.get_context(message)
        group = self.bot.get_command(GROUP)
        return grammar.asked_act(asked.view.read_rest()) if asked.command is group else None

    async def take(self, message: discord.Message, word: str) -> None:
        """Play the move in a message if its author has a game or a vote in that channel.

        Raises UserError if the person should be told why the move was not played.
        """
        session = await self._games.load(ChannelId(message.channel.id))
        user = UserId(message.author.id)
        if session is not None and session.voting:
            self.charge(message, Cost.PRESS)
            await self._votes.take_typed(message, session, word)
            return
        if session is None or not _plays(session, user):
            return
        try:
            await self._games.move(
                self._screen(message), session, user, word, MessageId(message.id)
            )
        except UserError as error:
            self._refuse(session, user, error)

    async def replay(
        self, message: discord.Message, command: str, word: str, game: GameId
    ) -> Session | None:
        """Do what a message that was read back does, if that game is on, and show nothing yet.

        Returns the game afterwards, or None if nothing was done. A reply to something else is
        passed over. Raises UserError for what cannot be done.
        """
        if self._door.takes(message):
            return None
        session = await self._games.find(ChannelId(message.channel.id))
        if session is None or session.game != game:
            return None
        if command == "count":
            await self._votes.count_read_back(message)
        elif session.voting and command in {"play", "vote"}:
            await self._votes.take_typed(message, session, word)
        elif (act := _ACTS.get(command)) is not None:
            user, screen = UserId(message.author.id), self._screen(message)
            return await self._games.replay(
                screen, session, lambda before: act(before, user, word), MessageId(message.id)
            )
        return None

    def _screen(self, message: discord.Message) -> ChannelScreen:
        return ChannelScreen(message.channel, self.screen_options(message))

    def _refuse(self, session: Session, user: UserId, error: UserError) -> None:
        """Raise the error if the person does not know it yet.

        A person who moves too early is told once in a turn, and so is one who was overtaken.
        """
        if error.problem is Problem.NOT_A_MOVE:
            return
        once = error.problem in {Problem.NOT_YOUR_TURN, Problem.MOVED_ON}
        if not once or self._is_news(session, session.position.ply, user):
            raise error

    def _is_news(self, session: Session, ply: int, user: UserId) -> bool:
        """Whether a person has not been told yet at this ply. Remembers that they are told now."""
        return self._told.is_new((session.game, ply, user))


def _plays(session: Session, user: UserId) -> bool:
    return any(person.id == user for person in session.people)
