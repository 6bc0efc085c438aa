"""What the moves and commands that people type do in a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import discord

from bot.edge.act import Act
from bot.edge.door import Door
from bot.edge.recent import RecentIds
from bot.errors import Problem, UserError
from bot.features.play.voting import Voting
from bot.features.start.challenge_feature import Challenging
from bot.games.games import Games
from bot.match import grammar
from bot.match.players import EASIER, HARDER
from bot.match.session import GameId, Session, UserId, moves, offers, seats
from bot.pool.bounds import Cost

_ACTS: Final[Mapping[str, Callable[[Session, UserId, str], Session]]] = {
    "play": lambda session, user, word: moves.play(session, user, word),
    "swap": lambda session, user, _: moves.take_over(session, user),
    "undo": lambda session, user, _: offers.undo(session, user),
    "draw": lambda session, user, _: offers.draw(session, user),
    "accept": lambda session, user, _: offers.accept(session, user),
    "decline": lambda session, user, _: offers.decline(session, user),
    "resign": lambda session, user, _: offers.resign(session, user),
    "stop": lambda session, user, _: offers.stop(session, user, may_manage=False),
    "easier": lambda session, user, _: seats.at_level(session, user, EASIER),
    "harder": lambda session, user, _: seats.at_level(session, user, HARDER),
}
"""What each command does in a game that one or two people play, as `asked_act` names them."""
_ANSWERS: Final = frozenset(("accept", "decline"))
"""What answers an offer in a game, else a challenge."""
_REMEMBERED: Final = 1_000
"""The number of remembered people who typed out of turn: each is told only once a turn."""
_UNREAD: Final = -1
"""Stands for a ply, for what somebody is told once in a game."""


class Typed:
    """Plays messages that are exactly a move, if the author plays in that channel."""

    def __init__(
        self,
        games: Games,
        voting: Voting,
        challenging: Challenging,
        door: Door,
    ) -> None:
        self._games = games
        self._voting = voting
        self._door = door
        self._challenging = challenging
        self._told = RecentIds(_REMEMBERED)

    async def hear(self, act: Act, word: str) -> None:
        """Take a new message that is exactly a move."""
        await self._take(act, await self._games.load(act.channel), word)

    async def hear_choice(self, act: Act, word: str) -> None:
        """Take a new message that is exactly a choice of an opening, if one is to be made."""
        session = await self._games.find(act.channel)
        if session is not None and session.choices:
            await self._take(act, session, word)

    async def hear_mended(self, act: Act, word: str) -> None:
        """Take a message that became a move, if the board has not changed since it was written.

        What was played stays, whatever becomes of the message.
        """
        session = await self._games.find(act.channel)
        if session is None or _message(act).created_at < session.touched:
            return
        if grammar.choice_text(word) is not None and not session.choices:
            return  # conversation
        if not await self._games.was_played(act.id):
            await self._take(act, session, word)

    async def hear_withheld(self, act: Act) -> None:
        """Tell a player whose reply to the board cannot be read how to move, once in a game."""
        session, reference = await self._games.find(act.channel), _message(act).reference
        replied = None if reference is None else reference.message_id
        if session is None or session.ending is not None or replied is None:
            return
        user = act.person.id
        if await self._games.board_message(session.game) != replied:
            return
        if (session.voting or _plays(session, user)) and self._is_news(session, _UNREAD, user):
            raise UserError(Problem.UNREAD_REPLY)

    async def _take(self, act: Act, session: Session | None, word: str) -> None:
        """Play the move in a message if its author has a game or a vote in that channel.

        Raises UserError if the person should be told why the move was not played.
        """
        if session is not None and session.voting:
            act.charge(Cost.PRESS)
            await self._voting.take_typed(act, session, word)
            return
        user = act.person.id
        if session is None or not _plays(session, user):
            return
        try:
            await self._games.move(act.screen, session, user, word, act.id)
        except UserError as error:
            self._refuse(session, user, error)

    async def replay(
        self, act: Act, command: str, word: str, game: GameId | None
    ) -> Session | None:
        """Carry out a message that was read back, if that game is on, and show nothing yet.

        An answer to a challenge counts in any case, and shows the game that it begins.

        Returns the game afterwards, or None if nothing was done. A reply to something else is
        ignored. Raises UserError for what cannot be done.
        """
        if self._door.takes(_message(act)):
            return None
        session, user = await self._games.find(act.channel), act.person.id
        asked = session is not None and session.offer is not None and session.is_played_by(user)
        if command in _ANSWERS and not asked:
            await self._challenging.answer_waiting(act, yes=command == "accept")
            return None
        if session is None or session.game != game:
            return None
        if command == "count":
            await self._voting.count(act)
        elif session.voting and command in {"play", "vote"}:
            await self._voting.take_typed(act, session, word)
        elif (does := _ACTS.get(command)) is not None:
            return await self._games.replay(
                act.screen, session, lambda before: does(before, user, word), act.id
            )
        return None

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
        return self._told.meet((session.game, ply, user))


def _plays(session: Session, user: UserId) -> bool:
    return any(person.id == user for person in session.people)


def _message(act: Act) -> discord.Message:
    assert isinstance(act.source, discord.Message), "it was typed"
    return act.source
