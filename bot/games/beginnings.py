"""How a game begins: who plays which side, with which coach, style and time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from bot.errors import Problem, UserError
from bot.games.opponent import Opponent
from bot.games.screen import Screen
from bot.games.turns import Turns
from bot.match.notes import CoachSwitched, Fact, Introduction, Loaded, Note
from bot.match.opening import Swap2
from bot.match.players import ChosenStyle
from bot.match.series import LONGEST_BREAK
from bot.match.session import (
    BoardStyle,
    Bot,
    ChannelId,
    Coach,
    Crowd,
    Ending,
    GameId,
    GuildId,
    Pairing,
    Person,
    Player,
    Seat,
    Session,
    UserId,
    matches,
    offers,
    scope_of,
    seats,
)
from bot.match.timing import NO_CLOCK, Poll, TurnClock
from bot.monitoring.logs import set_log_context
from bot.store import Store
from bot.store.database import Step
from bot.store.guild_settings import GuildSettingsCache
from engine import Level, Position, Side

ChosenCoach = Callable[[UserId], Awaitable[Coach]]
"""Finds the coach that a person has chosen for games against the engine."""


@dataclass(frozen=True, slots=True)
class Beginnings:
    """Begins new games in channels that are free."""

    store: Store
    turns: Turns
    opponent: Opponent
    guild_settings: GuildSettingsCache
    seating: Seating

    async def check_free(self, channel: ChannelId, user: UserId) -> Session | None:
        """Raise UserError if a game is on in the channel that may not be replaced.

        The error says whether it is a game of this person, who wants to begin another. Returns the
        idle game that is there, if any.
        """
        session = await self.turns.find(channel)
        if session is not None and not self.may_be_replaced(session):
            own = session.is_played_by(user)
            if own and session.fixture is not None:
                raise UserError(Problem.FIXTURE_HERE)
            problem = Problem.GAME_ON if own else Problem.GAME_OF_OTHERS
            raise UserError(problem, x=session.x.name, o=session.o.name)
        return session

    def may_be_replaced(self, session: Session) -> bool:
        """Whether a game has been idle for as long as its server has chosen.

        If a player's time is running, the game ends by itself, and so does a fixture.
        """
        timed = session.clock is not None and session.clock.ends is not None
        if timed or session.fixture is not None:
            return False
        idle = self.guild_settings.of(session.scope).idle
        return session.is_idle(self.turns.clock(), idle)

    async def begin(
        self,
        screen: Screen,
        match: Pairing,
        notes: Iterable[Note] = (),
        also: Step | None = None,
    ) -> None:
        """Start a game, from the position that its terms name, with notes under its first board.

        An idle game is replaced. `also` runs in the commit that stores the game. Raises UserError
        if the channel has a game that is not idle, and whatever `also` raises.
        """
        assert (match.terms.seconds is not None) is isinstance(match.asker, Crowd)
        assert match.terms.start is None or not match.terms.swap, "nobody made its first move"
        async with self.turns.lock(match.channel, screen):
            if (old := await self.check_free(match.channel, match.begun_by)) is not None:
                await self.turns.save(old, old.ended(Ending.IDLE))
            seated = await self.seating.first(match, outside=screen.outside)
            first = (*notes, *self.seating.first_notes(seated))
            session = await self.turns.create(self.opponent.answer_at_once(seated), also)
            screen.acknowledge()
            self.turns.count_moves(seated, session)
            set_log_context(session.channel, session.game)
            await self.turns.carry_on(screen, session, *first)

    async def rematch(
        self, channel: ChannelId, user: UserId, game: GameId | None = None
    ) -> Pairing:
        """Return the pairing for a rematch of a game of the channel, by default of its last one.

        In a match of several games that goes on, it is for the next one. Raises UserError if there
        is no such game, or if the channel is not free.
        """
        await self.check_free(channel, user)
        return await self.again(channel, user, game)

    async def again_with(
        self, guild: GuildId | None, channel: ChannelId, user: UserId, other: UserId
    ) -> Pairing | None:
        """Return the pairing for a rematch of the last game of two people; None without one."""
        last = await self.store.last_between(guild, channel, user, other)
        return None if last is None else offers.rematch(last, user)

    async def again(self, channel: ChannelId, user: UserId, game: GameId | None) -> Pairing:
        """The same, whatever is on in the channel."""
        last = await (self.store.last(channel) if game is None else self.store.find(game))
        if last is None or last.channel != channel:
            raise UserError(Problem.NO_REMATCH)
        if not matches.goes_on(last) or self.turns.clock() - last.touched > LONGEST_BREAK:
            return offers.rematch(last, user)
        if await self.store.is_followed(last.game):
            raise UserError(Problem.MOVED_ON)
        return matches.next_game(last, user)


@dataclass(frozen=True, slots=True)
class Seating:
    """Turns what people have agreed on into the first session of their game."""

    store: Store
    guild_settings: GuildSettingsCache
    chosen_coach: ChosenCoach
    chosen_style: ChosenStyle
    clock: Callable[[], datetime]
    rng: Random

    async def first(self, match: Pairing, *, outside: bool) -> Session:
        """The first session of a match.

        With `outside`, which is not a server of the bot, no clock runs.
        """
        coach = await self._coach(match)
        match = replace(match, other=await self._adapted(match))
        seated = replace(self._seated(match, coach), outside=outside)
        if outside:
            seated = replace(seated, clock=None, poll=seated.poll and Poll(NO_CLOCK))
        session = await self._looking(seated, match)
        return replace(session, newcomer=await self._is_newcomer(session))

    def first_notes(self, session: Session) -> list[Note]:
        """The notes under the first board of a game."""
        notes: list[Note] = [Loaded(session.position), Fact.WANTED_ROW]
        if session.newcomer and session.bot is not None:
            notes.append(Introduction(session.bot.step))
        if session.swap or session.swap2 is not None:
            notes.append(Fact.SWAP_RULE)
        if (coach := _coach_of_duel(session)) is not Coach.OFF:
            notes.append(CoachSwitched(coach))
        if session.outside and session.poll is not None:
            notes.append(Fact.COUNTED_BY_HAND)
        return notes

    async def _adapted(self, match: Pairing) -> Player:
        """The opponent in a match. The adaptive level takes the step that suits the person."""
        other = match.other
        if not isinstance(other, Bot) or other.level is not Level.ADAPTIVE:
            return other
        if not isinstance(match.asker, Person):
            return other.at(other.step)
        return other.at((await self.store.skills.of(match.asker.id, match.terms.rules)).step)

    async def _is_newcomer(self, session: Session) -> bool:
        """Whether the opponent of the engine has never played before."""
        return session.duel is not None and await self.store.skills.is_new(session.duel[0].id)

    async def _coach(self, match: Pairing) -> Coach:
        """The coach of the people in a match.

        A choice for all games counts only against the engine: a coach makes a game unrated, and
        both people of a challenge should have read that in it.
        """
        settings = self.guild_settings.of(scope_of(match.channel, match.guild))
        if match.terms.strict or (settings.strict and isinstance(match.other, Person)):
            return Coach.OFF
        if match.terms.coach is not None:
            return match.terms.coach
        if isinstance(match.asker, Person) and isinstance(match.other, Bot):
            return await self.chosen_coach(match.asker.id)
        return Coach.OFF

    def _seated(self, match: Pairing, coach: Coach) -> Session:
        """The first session of a match. Sides are random if nobody chose one."""
        terms = match.terms
        start = terms.start or Position.start(terms.rules)
        settings = self.guild_settings.of(scope_of(match.channel, match.guild))
        side = terms.side or self.rng.choice(list(Side))
        x, o = (match.asker, match.other) if side is Side.X else (match.other, match.asker)
        points = match.points if side is Side.X else match.points[::-1]
        between_people = isinstance(x, Person) and isinstance(o, Person)
        return Session(
            match.channel,
            match.guild,
            Seat(x, Coach.OFF if isinstance(x, Bot) else coach, points=points[0]),
            Seat(o, Coach.OFF if isinstance(o, Bot) else coach, points=points[1]),
            start,
            self.clock(),
            terms.style,
            assisted=coach is not Coach.OFF or start.ply > 0,
            begun=start.ply,
            swap=terms.swap,
            swap2=Swap2() if terms.swap2 else None,
            poll=None if terms.seconds is None else Poll(terms.seconds),
            fixture=match.fixture,
            casual=terms.casual,
            strict=terms.strict or (settings.strict and between_people),
            series=terms.series,
            follows=match.follows,
            clock=_clock(match, settings.idle),
        )

    async def _looking(self, session: Session, match: Pairing) -> Session:
        """The session with what its players see: words for whoever wants them, or a picture.

        The terms hold what the asker wants to see.
        """
        if match.fixture is not None:  # no player has chosen the terms
            for person in session.people:
                chosen = await self.chosen_style(person.id)
                session = seats.with_words(session, person, words=chosen is BoardStyle.TEXT)
            return session
        text = match.terms.style is BoardStyle.TEXT
        session = seats.with_words(session, match.asker, words=text)
        if not isinstance(match.other, Person):
            if text and isinstance(match.asker, Crowd):
                return replace(session, style=self.guild_settings.of(session.scope).style)
            return session
        theirs = await self.chosen_style(match.other.id)
        session = seats.with_words(session, match.other, words=theirs is BoardStyle.TEXT)
        if not text:
            return session
        usual = self.guild_settings.of(session.scope).style
        picture = usual if theirs is None or theirs is BoardStyle.TEXT else theirs
        return replace(session, style=picture)


def _coach_of_duel(session: Session) -> Coach:
    """The coach of a player against the engine. In a challenge both have read about theirs."""
    if session.duel is None:
        return Coach.OFF
    return session.seats[session.side_of(session.duel[0].id)].coach


def _clock(match: Pairing, idle: timedelta) -> TurnClock | None:
    """The time for a move: from the terms, or between people the idle time of the server."""
    if match.fixture is not None:
        return None  # a fixture has its own times
    if match.terms.move_time is not None:
        return TurnClock(match.terms.move_time)
    between_people = isinstance(match.asker, Person) and isinstance(match.other, Person)
    return TurnClock(idle, agreed=False) if between_people else None
