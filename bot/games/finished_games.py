"""Finds finished games and judges them: each move, and more closely each mistake.

Reviews show the judgements, and training asks for the right move in place of each mistake.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from bot.errors import Problem, UserError
from bot.games.judging import Judges, Progress
from bot.games.slips import Slip, shown_slips, turning_point
from bot.match.accuracy import mover
from bot.match.notes import as_named
from bot.match.players import FIRST_STEP
from bot.match.session import Bot, ChannelId, Ending, GameId, Person, Session
from bot.pool.bounds import BoundedDict
from bot.pool.queue import Asker
from bot.pool.thinker import Thinker
from engine import Explanation, Judgement, Limit, Position, Rules, Side, Verdict, horizon, strength

if TYPE_CHECKING:  # what draws their pages opens no database
    from bot.store import Store

REMEMBERED: Final = 200
"""How many judged games, and how many lessons, are remembered."""
_LESSON: Final = 0.8
"""The most seconds for each of the two searches of a lesson. Explaining their best moves takes half
as long again."""

_STEP: Final = 50
"""The strength of a person is rounded to so many points, so that one game more changes no page."""

PlayedGame = tuple[Rules, tuple[int, ...]]
"""What judgements depend on: the rules of a game and its moves."""
WeighedGame = tuple[PlayedGame, int, tuple[float, ...], frozenset[tuple[int, int]]]
"""What the costs depend on: that, how many plies belong to nobody, how strong the sides are, and
which moves were named to them."""
OnJudged = Callable[["JudgedGame"], Awaitable[None]]
"""A callback that gets each game when it has been judged."""


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """A finished game with a judgement of each of its moves, in the order of the game.

    `weighed` are the moves that may be mistakes of its players, with what they cost; `horizons` is
    how many plies each side sees ahead.
    """

    session: Session
    judgements: tuple[Judgement, ...]
    weighed: tuple[Slip, ...] = ()
    horizons: Mapping[Side, int] = field(default_factory=dict)

    @property
    def played(self) -> tuple[Judgement, ...]:
        """The judgements of the moves that belong to one of the players (`shared_plies`)."""
        return _played(self.session, self.judgements)

    @property
    def slips(self) -> dict[Side, tuple[Slip, ...]]:
        """The mistakes of each side that are shown, the costliest first."""
        lost = None
        if self.session.ending is Ending.LINE and self.session.winner is not None:
            lost = self.session.winner.other
        return {side: shown_slips(self.weighed, side, lost=side is lost) for side in Side}

    @property
    def resigned_at(self) -> Verdict | None:
        """What a player gave up who resigned without a loss in sight; else None."""
        winner = self.session.winner
        if self.session.ending is not Ending.RESIGNED or winner is None or not self.played:
            return None
        last = self.played[-1]
        resigned, standing = winner.other, last.after
        if mover(last) is winner:
            standing = replace(standing.one_ply_earlier(), plies=None)
        soon = standing.within is not None and standing.within <= self.horizons[resigned] + 1
        return None if standing.value == "loss" and soon else standing

    @property
    def turning_point(self) -> Slip | None:
        """The mistake that decided the game; None if none did."""
        winner = self.session.winner
        if self.resigned_at is not None:
            return None
        return turning_point(self.slips, winner.other if winner else None)

    def first(self, side: Side | None) -> Slip | None:
        """The mistake to begin with: the costliest of a side, or of the loser.

        None if there is none, or if the game was lost by resigning it.
        """
        winner = self.session.winner
        asked = side or (winner.other if winner else Side.X)
        given_up = self.resigned_at is not None and winner is asked.other
        return None if given_up else next(iter(self.slips[asked]), None)

    def nearest(self, ply: int) -> Slip | None:
        """The shown mistake at a ply, else the nearest of the same side, or of the other.

        A game that is judged again, after a restart, may have slightly different mistakes: where
        nothing is proved they depend on how far the engine got in its time.
        """
        side = Side.X if ply % 2 else Side.O
        made = self.slips[side] or self.slips[side.other]
        return min(made, key=lambda slip: abs(slip.ply - ply), default=None)

    def before(self, judged: Judgement) -> Position:
        """The position in which a judged move was made."""
        return position_before(self.session, judged.ply)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the engine found at a mistake: in the position before it, and in the one after it.

    `answer` is None if the move ended the game.
    """

    slip: Slip
    best: Explanation
    answer: Explanation | None

    @property
    def best_move(self) -> int:
        """The move to tell about, the same as in the overview of the review."""
        return self.slip.cost.better


class FinishedGames:
    """Finds finished games, and judges them. Remembers what it judged last.

    It remembers judgements of moves, by the moves. Who played them is always read from the store,
    so that nothing remains here of a game or a name that was erased there.
    """

    def __init__(self, store: Store, thinker: Thinker, think: Limit) -> None:
        self._store = store
        self._thinker = thinker
        self._think = think
        self._on_judged: OnJudged | None = None
        self._judges = Judges(thinker, think)
        self._waiting: set[int | None] = set()
        """The channels that wait for a game, and the people who wait for one of their own."""
        self._judged: BoundedDict[PlayedGame, tuple[Judgement, ...]] = BoundedDict(REMEMBERED)
        self._weighed: BoundedDict[WeighedGame, tuple[Slip, ...]] = BoundedDict(REMEMBERED)
        self._lessons: BoundedDict[tuple[PlayedGame, int], Lesson] = BoundedDict(REMEMBERED)

    def when_judged(self, hear: OnJudged) -> None:
        """Have a function called with each game that is judged anew."""
        self._on_judged = hear

    async def find(
        self, channel: ChannelId, game: GameId | None, may_see: Callable[[Session], bool]
    ) -> Session:
        """Return a finished game with moves. Without a number it is the last one of the channel.

        Raises UserError. The error is the same for a game that does not exist and for one that
        the person may not see.
        """
        if game is None:
            last = await self._store.last_finished(channel)
            if last is not None:
                return last
            newest = await self._store.last(channel)
            if newest is None or newest.ending is not None:
                raise UserError(Problem.NO_FINISHED_GAME)
            raise UserError(Problem.STILL_ON, number=newest.game)
        session = await self._store.find(game)
        if session is None or not session.position.moves or not may_see(session):
            raise UserError(Problem.UNKNOWN_GAME, number=game)
        if session.ending is None:
            raise UserError(Problem.STILL_ON, number=game)
        return session

    async def judge(self, asker: Asker, session: Session, progress: Progress) -> JudgedGame:
        """Judge every move of a finished game and weigh its mistakes, unless that is remembered.

        `progress` is called with the number of judged moves. Raises UserError if the channel
        already waits for one, and EngineUnavailable.
        """
        played, strengths = _moves(session), await self._strengths(session)
        horizons = {side: horizon(session.rules, elo) for side, elo in strengths.items()}
        named = await self._store.named.of(session.game)
        strong = tuple(strengths.values())
        key = played, session.shared_plies, strong, frozenset(named.items())
        judgements, weighed = self._judged.recall(played), self._weighed.recall(key)
        anew = judgements is None
        if judgements is None or weighed is None:
            with self._one_at_a_time(asker.channel or asker.person):
                if judgements is None:
                    judgements = await self._judges.judge(session.position, asker, progress)
                    self._judged[played] = judgements
                own = _as_named(_played(session, judgements), named)
                for ply, move in named.items():
                    self._thinker.name_again(position_before(session, ply + 1), move)
                weighed = await self._judges.weigh(
                    session.position, own, strengths, horizons, asker
                )
                self._weighed[key] = weighed
                named |= await self._keep_named(session, weighed)
                self._weighed[(*key[:3], frozenset(named.items()))] = weighed
            # a player may have been erased meanwhile
            session = await self._store.find(session.game) or session
        judged = JudgedGame(session, _as_named(judgements, named), weighed, horizons)
        if anew and self._on_judged is not None:
            await self._on_judged(judged)
        return judged

    async def _keep_named(self, session: Session, weighed: Sequence[Slip]) -> dict[int, int]:
        """Store what is named as better than each slip, and return it by the plies before each."""
        named = {slip.ply - 1: slip.cost.better for slip in weighed}
        for ply, move in named.items():
            await self._store.named.keep(session.game, session.position.until(ply), move)
        return named

    async def _strengths(self, session: Session) -> dict[Side, float]:
        """How strong each player is, in Elo; a crowd or a guest counts as somebody new."""
        return {side: await self._strength(session, side) for side in Side}

    async def _strength(self, session: Session, side: Side) -> float:
        player = session.seats[side].player
        if isinstance(player, Person):
            skill = await self._store.skills.of(player.id, session.rules)
            return _STEP * round(skill.assumed(session.rules) / _STEP)
        return strength(session.rules, player.step if isinstance(player, Bot) else FIRST_STEP)

    async def lesson(self, asker: Asker, game: JudgedGame, slip: Slip) -> Lesson:
        """Return what the engine finds at a mistake: why the best move was best, and the answer.

        The two searches begin with what is proved of the game, so that they do not know less.
        Raises EngineUnavailable.
        """
        key, judged = (_moves(game.session), slip.ply), slip.judged
        lesson = self._lessons.recall(key)
        if lesson is None or lesson.slip != slip:
            before = game.before(judged)
            after = before.play(judged.move)
            best, answer = await asyncio.gather(
                self._explain(asker, before, judged),
                self._explain(asker, after, _next(game, judged)),
            )
            assert best is not None, "a move was made, so the game was not over"
            lesson = self._lessons[key] = Lesson(slip, best, answer)
        return lesson

    async def _explain(
        self, asker: Asker, position: Position, judged: Judgement | None
    ) -> Explanation | None:
        """Explain a position, with what a judgement of the move that followed may add."""
        if position.outcome is not None:
            return None
        known: dict[int, Verdict] = {}
        if judged is not None and judged.before.value is not None:
            known[judged.best] = judged.before
        limit = self._think.within(_LESSON)
        _, explanation = await self._thinker.explain(position, limit, known=known, asker=asker)
        return explanation

    @contextmanager
    def _one_at_a_time(self, place: int | None) -> Iterator[None]:
        if place in self._waiting:
            raise UserError(Problem.ONE_AT_A_TIME)
        self._waiting.add(place)
        try:
            yield
        finally:
            self._waiting.remove(place)


def position_before(session: Session, ply: int) -> Position:
    """The position in which the move of a ply was made, or the nearest; plies count from 1."""
    position = session.position
    return position.until(min(max(ply, 1), position.ply) - 1)


def _played(session: Session, judgements: tuple[Judgement, ...]) -> tuple[Judgement, ...]:
    return tuple(judged for judged in judgements if judged.ply > session.shared_plies)


def _as_named(judgements: tuple[Judgement, ...], named: Mapping[int, int]) -> tuple[Judgement, ...]:
    return tuple(as_named(judged, named.get(judged.ply - 1)) for judged in judgements)


def _moves(session: Session) -> PlayedGame:
    return session.rules, session.position.moves


def _next(game: JudgedGame, judged: Judgement) -> Judgement | None:
    """The judgement of the move that followed in the game."""
    return next((later for later in game.judgements if later.ply == judged.ply + 1), None)
