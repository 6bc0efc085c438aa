"""The service for finished games: finds and judges them. It does not use Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from bot.errors import Problem, UserError
from bot.features.review.judging import Judges, Told
from bot.features.review.lru import LruCache
from bot.features.review.values import Lesson, Reviewed
from bot.match.session import ChannelId, GameId, Session
from bot.pool.asker import Asker
from bot.pool.thinker import Thinker
from bot.pool.worker import WorkerLost
from bot.store import Store
from engine import EngineError, Explanation, Judgement, Limit, Position, Rules, Verdict

REMEMBERED: Final = 200
"""How many reviews, and how many lessons, are remembered."""
_LESSON: Final = 0.8
"""The most seconds for each of the two searches of a lesson. What explains their best moves takes
half as long again."""

PlayedGame = tuple[Rules, tuple[int, ...]]
"""What judgements depend on: the rules of a game and its moves."""
OnReview = Callable[[Reviewed], Awaitable[None]]
"""A callback that gets each game when it has been judged."""


class FinishedGames:
    """Finds finished games, and reviews them. Remembers the newest reviews.

    What is remembered are judgements of moves, by the moves. Who played them is always read from
    the store: so nothing remains here of a game or a name that was erased there.
    """

    def __init__(
        self, store: Store, thinker: Thinker, think: Limit, on_review: OnReview | None = None
    ) -> None:
        self._store = store
        self._thinker = thinker
        self._think = think
        self._on_review = on_review
        self._judges = Judges(thinker, think)
        self._reviewed: set[int | None] = set()
        """The channels that wait for a review, and the people who wait for one of their own."""
        self._reviews: LruCache[PlayedGame, tuple[Judgement, ...]] = LruCache(REMEMBERED)
        self._lessons: LruCache[tuple[PlayedGame, int], Lesson] = LruCache(REMEMBERED)

    async def find(
        self, channel: ChannelId, game: GameId | None, may_see: Callable[[Session], bool]
    ) -> Session:
        """Return a finished game with moves. Without a number it is the last one of the channel.

        Raises UserError. The error is the same for a game that does not exist and for one that
        the person may not see.
        """
        if game is None:
            last = await self._store.last_finished(channel)
            if last is None:
                raise UserError(Problem.NO_FINISHED_GAME)
            return last
        session = await self._store.find(game)
        if session is None or not session.position.moves or not may_see(session):
            raise UserError(Problem.UNKNOWN_GAME, number=game)
        if session.ending is None:
            raise UserError(Problem.STILL_ON, number=game)
        return session

    async def read(self, asker: Asker, text: str) -> Position:
        """Read the game in a file, in a worker. Raises UserError, and EngineUnavailable."""
        try:
            return await self._thinker.read_record(text, asker=asker)
        except (EngineError, WorkerLost) as error:
            raise UserError(Problem.NOT_A_RECORD) from error

    async def review(self, asker: Asker, session: Session, told: Told) -> Reviewed:
        """Judge every move of a finished game, unless that is remembered.

        `told` is called with the number of judged moves. Raises UserError if the channel already
        waits for a review, and EngineUnavailable.
        """
        key = _moves(session)
        judgements = self._reviews.get(key)
        if judgements is None:
            with self._one_at_a_time(asker.channel or asker.person):
                judged = await self._judges.judge(session.position, asker, told)
            judgements = self._reviews.keep(key, judged)
            if self._on_review is not None:
                await self._on_review(Reviewed(session, judgements))
        return Reviewed(session, judgements)

    async def lesson(self, asker: Asker, reviewed: Reviewed, judged: Judgement) -> Lesson:
        """Return what the engine finds at a mistake: why the best move was best, and the answer.

        What the review has proved the two searches begin with, so that they do not tell less.
        Raises EngineUnavailable.
        """
        key = _moves(reviewed.session), judged.ply
        lesson = self._lessons.get(key)
        if lesson is None or lesson.judged != judged:
            before = reviewed.before(judged)
            after = before.play(judged.move)
            best, answer = await asyncio.gather(
                self._explain(asker, before, judged),
                self._explain(asker, after, _next(reviewed, judged)),
            )
            assert best is not None, "a move was made, so the game was not over"
            lesson = self._lessons.keep(key, Lesson(judged, best, answer))
        return lesson

    async def _explain(
        self, asker: Asker, position: Position, judged: Judgement | None
    ) -> Explanation | None:
        """Explain a position, of which a judgement of the move that followed may tell something."""
        if position.outcome is not None:
            return None
        known: dict[int, Verdict] = {}
        if judged is not None and judged.before.value is not None:
            known[judged.best] = judged.before
        seconds = min(_LESSON, self._think.seconds or _LESSON)
        limit = replace(self._think, seconds=seconds)
        _, explanation = await self._thinker.explain(position, limit, known=known, asker=asker)
        return explanation

    @contextmanager
    def _one_at_a_time(self, place: int | None) -> Iterator[None]:
        if place in self._reviewed:
            raise UserError(Problem.REVIEWING)
        self._reviewed.add(place)
        try:
            yield
        finally:
            self._reviewed.remove(place)


def _moves(session: Session) -> PlayedGame:
    return session.rules, session.position.moves


def _next(reviewed: Reviewed, judged: Judgement) -> Judgement | None:
    """The judgement of the move that followed in the game."""
    return next((later for later in reviewed.judgements if later.ply == judged.ply + 1), None)
