"""The games of channels: which are on, and how one begins. Knows nothing of Discord."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from bot.errors import Problem, UserError
from bot.games.opponent import Opponent
from bot.games.screen import Screen
from bot.games.seating import ChosenCoach, Seating
from bot.games.turns import Turns
from bot.match.notes import Note
from bot.match.players import ChosenStyle
from bot.match.session import Bot, ChannelId, Crowd, GameId, MessageId, Pairing, Session, UserId
from bot.monitoring.logs import set_log_context
from bot.store import Store
from bot.store.guild_settings import GuildSettingsCache
from engine import Position


class Beginnings:
    """Finds the games of all channels, and begins new ones where none is in the way."""

    def __init__(
        self,
        store: Store,
        turns: Turns,
        opponent: Opponent,
        guild_settings: GuildSettingsCache,
        chosen_coach: ChosenCoach,
        chosen_style: ChosenStyle,
        rng: Random,
    ) -> None:
        self._store = store
        self._turns = turns
        self._opponent = opponent
        self._guild_settings = guild_settings
        self._chosen_style = chosen_style
        self._seating = Seating(store, guild_settings, chosen_coach, chosen_style, turns.clock, rng)

    # Reading.

    async def live(self, channel: ChannelId) -> Session:
        """Return the live game of a channel. Raises UserError if there is none."""
        return await self._turns.live(channel)

    async def find(self, channel: ChannelId) -> Session | None:
        """Return the live game of a channel, or None; also None if it cannot be read."""
        return await self._turns.find(channel)

    async def load(self, channel: ChannelId) -> Session | None:
        """Return the live game of a channel, or None. Raises UserError if it cannot be read."""
        return await self._store.load(channel)

    async def latest(self, channel: ChannelId) -> Session:
        """Return the live game of a channel, or its last one. Raises UserError if it had none."""
        session = await self.find(channel) or await self._store.last_finished(channel)
        if session is None:
            raise UserError(Problem.NO_GAME)
        return session

    async def live_of(self, user: UserId) -> list[Session]:
        """Return the live games of a person in all channels."""
        return await self._store.live_of(user)

    async def by_id(self, game: GameId) -> Session | None:
        """Return a game by its id, live or ended, or None."""
        return await self._store.find(game)

    async def was_played(self, message: MessageId) -> bool:
        """Whether a message or a press has been played or counted as a vote."""
        return await self._store.is_processed(message)

    async def board_message(self, game: GameId) -> MessageId | None:
        """Return the newest message that shows a game's board, or None."""
        return await self._store.boards.newest(game)

    # Beginning.

    async def check_free(self, channel: ChannelId, user: UserId) -> None:
        """Raise UserError if a game is on in the channel that may not be replaced.

        Whether it is a game of this person, who wants to begin another, stands in the error.
        """
        await self._replaceable(channel, user)

    async def _replaceable(self, channel: ChannelId, user: UserId) -> Session | None:
        """Return the idle game of a channel, or None. Raises UserError if the game is not idle."""
        session = await self.find(channel)
        if session is not None and not self.may_be_replaced(session):
            own = session.is_played_by(user)
            if own and session.fixture is not None:
                raise UserError(Problem.GAME_OF_TOURNAMENT)
            problem = Problem.GAME_ON if own else Problem.GAME_OF_OTHERS
            raise UserError(problem, x=session.x_name, o=session.o_name)
        return session

    def may_be_replaced(self, session: Session) -> bool:
        """Whether a game has been idle for as long as its server has chosen.

        Where the time of a player runs, the game ends by itself, and so does one of a tournament.
        """
        timed = session.clock is not None and session.clock.ends is not None
        if timed or session.fixture is not None:
            return False
        idle = self._guild_settings.of(session.scope).idle
        return session.is_idle(self._turns.clock(), idle)

    async def begin(
        self,
        screen: Screen,
        match: Pairing,
        start: Position | None = None,
        notes: Iterable[Note] = (),
    ) -> None:
        """Start a game, on the empty board or from `start`, with notes under its first board.

        An idle game is replaced. Raises UserError if the channel has a game that is not idle.
        """
        assert (match.terms.seconds is not None) is isinstance(match.asker, Crowd)
        if start is not None:
            assert isinstance(match.other, Bot), "the engine goes on from a position"
            assert not match.terms.swap, "its first move was made by nobody"
        async with self._turns.lock(match.channel, screen):
            if (old := await self._replaceable(match.channel, match.begun_by)) is not None:
                await self._turns.save(old, old.abandon())
            start = start or Position.start(match.terms.rules)
            seated = await self._seating.first(match, start, outside=screen.outside)
            first = (*notes, *await self._seating.first_notes(seated))
            session = await self._turns.create(
                self._opponent.answer_at_once(seated), match.challenge
            )
            screen.acknowledge()
            self._turns.count_moves(seated, session)
            set_log_context(session.channel, session.game)
            await self._turns.carry_on(screen, session, *first, opening=True)

    async def rematch(
        self, channel: ChannelId, user: UserId, game: GameId | None = None
    ) -> Pairing:
        """Return the pairing for a rematch of a game of the channel, by default of its last one.

        Raises UserError if there is no such game, or if the channel is not free.
        """
        await self.check_free(channel, user)
        last = await (self._store.last(channel) if game is None else self._store.find(game))
        if last is None or last.channel != channel:
            raise UserError(Problem.NO_REMATCH)
        return last.rematch(user)
