"""What the moves and commands that people type do in a game.

A bare message is a move only as the board shows it. Anything else is conversation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import discord

from bot.edge.act import Act
from bot.edge.board_buttons import board_ref
from bot.edge.door import Door
from bot.edge.recent import RecentIds
from bot.errors import Problem, UnreadableGame, UserError
from bot.features.play.voting import Voting
from bot.features.start.challenge_feature import Challenging
from bot.games.games import Games
from bot.match import grammar
from bot.match.players import EASIER, HARDER, Person
from bot.match.session import GameId, MessageId, Session, UserId, matches, moves, offers, seats
from bot.pool.bounds import Cost
from bot.show import text
from bot.show.style import shows_move

_ACTS: Final[Mapping[str, Callable[[Session, UserId, str], Session]]] = {
    "play": lambda session, user, word: moves.play(session, user, word),
    "swap": lambda session, user, _: moves.take_over(session, user),
    "undo": lambda session, user, _: offers.undo(session, user),
    "draw": lambda session, user, _: offers.draw(session, user),
    "accept": lambda session, user, _: offers.accept(session, user),
    "decline": lambda session, user, _: offers.decline(session, user),
    "resign": lambda session, user, _: offers.resign(session, user),
    "resign match": lambda session, user, _: matches.resign_all(session, user),
    "stop": lambda session, user, _: offers.stop(session, user, may_manage=False),
    "easier": lambda session, user, _: seats.at_level(session, user, EASIER),
    "harder": lambda session, user, _: seats.at_level(session, user, HARDER),
}
"""What each command does in a game that one or two people play, as `asked_act` names them."""
ANSWER: Final = "answer"
"""What `replay` takes a bare yes or no for: it answers a challenge, or nothing."""
_REMEMBERED: Final = 1_000
"""How many refusals of bare moves are remembered, so that each is said only once a turn."""


class Typed:
    """Plays messages that are exactly a move, if the author plays in that channel.

    What somebody types by a command, or in reply to the board, may name a tile in either way.
    """

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
        self._refusals = RecentIds(_REMEMBERED)

    async def hear(self, act: Act, word: str) -> None:
        """Take a new message that is exactly a move, or a choice of an opening."""
        try:
            session = await self._games.store.load(act.channel)
        except UnreadableGame as error:
            if self._refusals.meet((error.game, error.problem)):
                raise
        else:
            await self._take(act, session, word)

    async def hear_mended(self, act: Act, word: str) -> None:
        """Take a message that became a move, if the board has not changed since it was written.

        What was played stays, whatever becomes of the message.
        """
        session = await self._games.turns.find(act.channel)
        if session is None or _message(act).created_at < session.touched:
            return
        if not await self._games.store.is_processed(act.id):
            await self._take(act, session, word)

    async def hear_withheld(self, act: Act) -> None:
        """Tell a player whose reply to the board cannot be read how to move, once in a game."""
        session, reference = await self._games.turns.find(act.channel), _message(act).reference
        replied = None if reference is None else reference.message_id
        if session is None or session.ending is not None or replied is None:
            return
        user = act.person.id
        if await self._games.store.boards.newest(session.game) != replied:
            return
        plays = session.voting or _plays(session, user)
        if plays and self._refusals.meet((session.game, user, Problem.UNREAD_REPLY)):
            raise UserError(Problem.UNREAD_REPLY)

    async def hear_answer(self, act: Act) -> None:
        """Take a message that may answer a challenge with yes or no, typed without a command."""
        message, language = _message(act), text.spoken_language()
        said = grammar.answer_text(message.content, language, act.bot.asked, act.settings.game)
        if said is None or act.alone:
            return
        reference = message.reference
        replied = None if reference is None else MessageId(reference.message_id or 0)
        await self._challenging.hear(act, yes=said == "accept", replied=replied)

    async def _take(self, act: Act, session: Session | None, word: str) -> None:
        """Play the move in a message if its author has a game or a vote in that channel.

        Raises UserError if the person should be told why the move was not played.
        """
        user = act.person.id
        if session is None or not (session.voting or _plays(session, user)):
            return
        if not await self._is_move(act, session, word):
            return
        if session.voting:
            act.charge(Cost.PRESS)
            await self._voting.take_typed(act, session, word)
            return
        try:
            await self._games.move(act.screen, session, user, word, act.id)
        except UserError as error:
            facts = tuple(error.facts.items())
            if self._refusals.meet(
                (session.game, session.position.ply, user, error.problem, facts)
            ):
                raise

    async def _is_move(self, act: Act, session: Session, word: str) -> bool:
        """Whether a bare message is a move in a game rather than conversation.

        A word for a choice is one while its author has that choice. A tile is named as the board in
        that channel shows it; only what replies to the board may name it in the other way.
        """
        if grammar.choice_text(word) is not None:
            chooses = session.to_move
            is_theirs = isinstance(chooses, Person) and chooses.id == act.person.id
            return bool(session.choices) and is_theirs
        if shows_move(session.rules, act.styled(session).style, word):
            return True
        reference = _message(act).reference
        if reference is None:
            return False
        replied = reference.resolved
        ref = board_ref(replied) if isinstance(replied, discord.Message) else None
        if ref is not None and ref.game == session.game:
            return True
        return reference.message_id == await self._games.store.boards.newest(session.game)

    async def replay(
        self, act: Act, command: str, word: str, game: GameId | None, *, bare: bool
    ) -> Session | None:
        """Carry out a message that was read back, if that game is on, and show nothing yet.

        A `bare` one is a move only where it would have been one at once.

        An answer to a challenge counts in any case, and shows the game that it begins.

        Returns the game afterwards, or None if nothing was done. A reply to something else is
        ignored. Raises UserError for what cannot be done.
        """
        if command == ANSWER:
            await self.hear_answer(act)
            return None
        if self._door.takes(_message(act)):
            return None
        session, user = await self._games.turns.find(act.channel), act.person.id
        asked = session is not None and session.offer is not None and session.is_played_by(user)
        if command in grammar.ANSWERS and not asked:
            await self._challenging.answer_waiting(act, yes=command == "accept")
            return None
        if session is None or session.game != game:
            return None
        if bare and not await self._is_move(act, session, word):
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


def _plays(session: Session, user: UserId) -> bool:
    return any(person.id == user for person in session.people)


def _message(act: Act) -> discord.Message:
    assert isinstance(act.source, discord.Message), "it was typed"
    return act.source
