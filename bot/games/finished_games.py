"""Finds finished games and judges them: each move, and more closely each mistake.

What is judged is shown, and asked again in training.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from bot.errors import Problem, UserError
from bot.games.judging import Judges, Told
from bot.match.accuracy import mistakes, turning_point
from bot.match.session import ChannelId, GameId, Session
from bot.pool.bounded import BoundedDict
from bot.pool.queue import Asker
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Explanation, Judgement, Limit, Position, Rules, Verdict

REMEMBERED: Final = 200
"""How many judged games, and how many lessons, are remembered."""
_LESSON: Final = 0.8
"""The most seconds for each of the two searches of a lesson. Explaining their best moves takes half
as long again."""

PlayedGame = tuple[Rules, tuple[int, ...]]
"""What judgements depend on: the rules of a game and its moves."""
OnJudged = Callable[["JudgedGame"], Awaitable[None]]
"""A callback that gets each game when it has been judged."""


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """A finished game with a judgement of each of its moves, in the order of the game."""

    session: Session
    judgements: tuple[Judgement, ...]

    @property
    def played(self) -> tuple[Judgement, ...]:
        """The judgements of the moves that belong to one of the players (`shared_plies`)."""
        return tuple(j for j in self.judgements if j.ply > self.session.shared_plies)

    @property
    def mistakes(self) -> tuple[Judgement, ...]:
        """The mistakes of both players, in the order of the game."""
        return mistakes(self.played)

    @property
    def turning_point(self) -> Judgement | None:
        """The mistake that decided the game; None if there was no mistake."""
        return turning_point(self.played)

    def nearest(self, ply: int) -> Judgement | None:
        """The first mistake at `ply` or after it, else the last one; None if there is none.

        A game that is judged again, after a restart, may have slightly different mistakes: where
        nothing is proved they depend on how far the engine got in its time.
        """
        made = self.mistakes
        return next((judged for judged in made if judged.ply >= ply), made[-1] if made else None)

    def before(self, judged: Judgement) -> Position:
        """The position in which a judged move was made."""
        return position_before(self.session, judged.ply)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the engine found at a mistake: in the position before it, and in the one after it.

    `answer` is None if the move ended the game.
    """

    judged: Judgement
    best: Explanation
    answer: Explanation | None

    @property
    def best_move(self) -> int:
        """The move to tell about: the one that is explained if it is proved to be as good.

        Else it is the move that the judgement names.
        """
        before, found = self.judged.before, self.best.verdict
        as_good = before.value is not None and (found.value, found.plies) == (
            before.value,
            before.plies,
        )
        return self.best.move if as_good else self.judged.best


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
            if last is None:
                raise UserError(Problem.NO_FINISHED_GAME)
            return last
        session = await self._store.find(game)
        if session is None or not session.position.moves or not may_see(session):
            raise UserError(Problem.UNKNOWN_GAME, number=game)
        if session.ending is None:
            raise UserError(Problem.STILL_ON, number=game)
        return session

    async def judge(self, asker: Asker, session: Session, told: Told) -> JudgedGame:
        """Judge every move of a finished game, unless that is remembered.

        `told` is called with the number of judged moves. Raises UserError if the channel already
        waits for one, and EngineUnavailable.
        """
        key = _moves(session)
        judgements = self._judged.recall(key)
        if judgements is None:
            with self._one_at_a_time(asker.channel or asker.person):
                judged = await self._judges.judge(session.position, asker, told)
            judgements = self._judged[key] = judged
            if self._on_judged is not None:
                await self._on_judged(JudgedGame(session, judgements))
        return JudgedGame(session, judgements)

    async def lesson(self, asker: Asker, game: JudgedGame, judged: Judgement) -> Lesson:
        """Return what the engine finds at a mistake: why the best move was best, and the answer.

        The two searches begin with what is proved of the game, so that they do not know less.
        Raises EngineUnavailable.
        """
        key = _moves(game.session), judged.ply
        lesson = self._lessons.recall(key)
        if lesson is None or lesson.judged != judged:
            before = game.before(judged)
            after = before.play(judged.move)
            best, answer = await asyncio.gather(
                self._explain(asker, before, judged),
                self._explain(asker, after, _next(game, judged)),
            )
            assert best is not None, "a move was made, so the game was not over"
            lesson = self._lessons[key] = Lesson(judged, best, answer)
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
        seconds = min(_LESSON, self._think.seconds or _LESSON)
        limit = replace(self._think, seconds=seconds)
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


def _moves(session: Session) -> PlayedGame:
    return session.rules, session.position.moves


def _next(game: JudgedGame, judged: Judgement) -> Judgement | None:
    """The judgement of the move that followed in the game."""
    return next((later for later in game.judgements if later.ply == judged.ply + 1), None)
