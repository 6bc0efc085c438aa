"""The service of training: which position comes next, and what an answer is worth."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Final

from bot.errors import (
    ConflictError,
    EngineUnavailable,
    Problem,
    StoreUnavailable,
    UnreadableGame,
    UserError,
)
from bot.features.train.store import CARD, TrainStore
from bot.features.train.values import (
    WEEKS,
    Card,
    CardAnswer,
    CardId,
    Desk,
    Finding,
    TrainingProgress,
    TrainProblem,
    WinTask,
    studies,
    weeks_until,
)
from bot.games.finished_games import FinishedGames, JudgedGame
from bot.match.session import ChannelId, Person, ScopeId, UserId, read_move
from bot.pool.queue import Asker
from bot.pool.thinker import Thinker
from bot.store import Store
from bot.store.database import Step, nothing
from bot.store.given import Given, GivenAnswers, Stored
from engine import Explanation, Limit, Position, Theme, Verdict, puzzle_collection

log = logging.getLogger(__name__)

LOOKED: Final = 3
"""The most games that are judged at one request: each may take 20 seconds."""
_JUDGING: Final = 1.0
"""The most seconds for judging an answer, as for a move of a game."""
_EXPLAINING: Final = 0.8
"""The most seconds for explaining one, as in a lesson."""
_MOVES: Final = range(2, 4)
"""How many moves it takes to win a position of the engine's collection."""


class Training:
    """Asks people for the positions in which they went wrong. It does not use Discord."""

    def __init__(
        self,
        store: Store,
        finished_games: FinishedGames,
        thinker: Thinker,
        think: Limit,
        clock: Callable[[], datetime],
    ) -> None:
        self._store = TrainStore(store.database)
        self._answers = GivenAnswers(store.database)
        self._games = store
        self._finished_games = finished_games
        self._thinker = thinker
        self._think = think
        self._clock = clock
        finished_games.when_judged(self.collect)

    async def collect(self, game: JudgedGame) -> None:
        """Store the mistakes of all players of a judged game, once, whoever asked for that.

        If that fails the game is shown all the same, and looked at again when one of its players
        trains.
        """
        now = self._clock()
        try:
            for study in studies(game, now):
                await self._store.keep(study, now)
        except (ConflictError, StoreUnavailable) as error:
            log.warning("the mistakes of game %s are not kept: %s", game.session.game, error)

    async def next(self, user: UserId) -> Desk:
        """Return a person's next position.

        If none waits, some of their latest games that were not looked at yet are. Raises UserError
        if that is being done for them already, and EngineUnavailable.
        """
        await self._store.settle(user, self._clock())
        looked = 0
        while True:
            card, waiting = await self._store.waiting(user, self._clock())
            unseen = await self._store.unstudied(user, 1)
            if card is not None or not unseen or looked == LOOKED:
                next_at = await self._store.next_at(user)
                return Desk(card, waiting, next_at, looked, bool(unseen))
            looked += 1
            try:
                session = await self._games.find(unseen[0])
            except UnreadableGame:
                await self._store.pass_over(user, unseen[0])
                continue
            if session is not None:  # it may be pruned meanwhile
                judged = await self._finished_games.judge(Asker(user), session, _ignored)
                await self.collect(judged)

    async def find(self, user: UserId, number: CardId) -> Card:
        """Return a card of a person. Raises UserError if they have none of that number."""
        return _found(await self._store.find(user, number))

    async def answer(
        self,
        person: Person,
        number: CardId,
        word: str,
        place: tuple[ScopeId, ChannelId],
        stored: Stored,
    ) -> CardAnswer:
        """Take an answer. Every move that keeps what the position is worth is right.

        Raises UserError if it is no legal move, and EngineUnavailable; then nothing is stored.
        """
        user = person.id
        card = await self.find(user, number)
        move = read_move(card.position, word)
        if move is None:
            raise UserError(Problem.NOT_A_MOVE, text=word)
        given = Given(person, *place, f"{CARD} {number}", move, self._clock())
        finding, after = await self._judged(card, given, stored)
        refutation, best, elo = None, None, await self._elo(user, card)
        with suppress(EngineUnavailable):  # it counts without a word on why
            if finding is Finding.WRONG:
                refutation = await self._explained(user, card.position.play(move))
            elif finding is Finding.RIGHT:
                best = await self._best(user, card)
        return CardAnswer(after, move, finding, refutation, best, elo)

    async def judge_later(self, given: Given) -> None:
        """Judge an answer that was given and kept. Raises UserError if its card is gone."""
        _, number = given.task.split()
        card = await self.find(given.person.id, CardId(int(number)))
        await self._judged(card, given, lambda: None)

    async def _judged(self, card: Card, given: Given, stored: Stored) -> tuple[Finding, Card]:
        """Judge and store an answer; one that takes a search is stored before that."""
        finding = card.known(given.move)
        if finding is None:
            async with self._answers.kept(given, stored) as take:
                finding = await self._finding(given.person.id, card, given.move)
                return finding, await self._answered(card, given, finding, take)
        after = await self._answered(card, given, finding, nothing)
        stored()
        return finding, after

    async def _answered(self, card: Card, given: Given, finding: Finding, also: Step) -> Card:
        """Store what an answer was worth, at the time when it was given."""
        answered = partial(Card.answered, finding=finding, now=given.at)
        return _found(await self._store.act(given.person.id, card.number, answered, also))

    async def hint(self, user: UserId, number: CardId) -> tuple[Card, Explanation | None, float]:
        """Return what the other side plays after the mistake; None if that ended the game.

        Last comes how strong the person is.
        """
        card = await self.find(user, number)
        refutation = await self._explained(user, card.position.play(card.played))
        now = self._clock()
        after = _found(await self._store.act(user, number, lambda c: c.hinted_at(now)))
        return after, refutation, await self._elo(user, card)

    async def solution(
        self, user: UserId, number: CardId, stored: Stored
    ) -> tuple[Card, Explanation | None, float]:
        """Return why the best move is best, as far as it can be explained; it counts as a miss.

        Last comes how strong the person is.
        """
        now, best = self._clock(), None
        after = _found(await self._store.act(user, number, lambda c: c.given_up(now)))
        stored()
        with suppress(EngineUnavailable):
            best = await self._best(user, after)
        return after, best, await self._elo(user, after)

    async def task(self, user: UserId, number: CardId | None) -> WinTask:
        """Return a position to win: that of a card, or of any, or else one of the collection.

        Raises UserError for a card that a person does not have.
        """
        if number is not None:
            return WinTask((await self.find(user, number)).position, number)
        card = await self._store.won_position(user)
        if card is not None:
            return WinTask(card.position, card.number)
        puzzles = puzzle_collection()
        wins = [
            entry.number
            for entry in puzzles.entries
            if entry.theme is Theme.WIN and entry.moves in _MOVES
        ]
        lot = Random(f"{user} {self._clock().isoformat()}")
        return WinTask(puzzles[lot.choice(wins)].puzzle.start)

    async def begun(self, user: UserId, task: WinTask, channel: ChannelId) -> None:
        """Note that a person plays a position, in the newest game of a channel."""
        session = await self._games.last(channel)
        if task.card is None or session is None:
            return
        mine = any(person.id == user for person in session.people)
        shared = session.position.moves[: task.position.ply] == task.position.moves
        if mine and shared and session.begun == task.position.ply:
            game = session.game
            await self._store.act(user, task.card, lambda card: card.tried(game))

    async def progress(self, user: UserId, scope: ScopeId) -> TrainingProgress:
        """Return a person's progress; their rating is that of a scope."""
        now = self._clock()
        await self._store.settle(user, now)
        since = now - timedelta(weeks=WEEKS)
        accuracies = await self._store.accuracies(user, since)
        weeks = weeks_until(now, accuracies, await self._store.solved(user, since))
        rules, ratings = await self._store.ratings(user, scope, since)
        unlearned, learned = await self._store.count(user)
        shown = tuple((when, mu) for when, mu in ratings if when.date() >= weeks[0].start)
        return TrainingProgress(weeks, rules, shown, unlearned, learned)

    async def _finding(self, user: UserId, card: Card, move: int) -> Finding:
        """Judge a move by a search."""
        after = card.position.play(move)
        if (outcome := after.outcome) is not None:
            won = outcome.winner is card.position.side
            lost = outcome.winner is after.side
            return card.finding(
                Verdict.win(1) if won else Verdict.loss(1) if lost else Verdict.draw(1)
            )
        limit = self._think.within(_JUDGING)
        analysis = await self._thinker.analyse(after, limit, every=False, asker=Asker(user))
        return card.finding(analysis.verdict.one_ply_earlier())

    async def _explained(self, user: UserId, position: Position) -> Explanation | None:
        if position.outcome is not None:
            return None
        limit = self._think.within(_EXPLAINING)
        _, explanation = await self._thinker.explain(position, limit, asker=Asker(user))
        return explanation

    async def _best(self, user: UserId, card: Card) -> Explanation | None:
        """What is best in the position of a card; None if that is not found in time."""
        best = await self._explained(user, card.position)
        return best if best is not None and best.verdict.value == card.worth else None

    async def _elo(self, user: UserId, card: Card) -> float:
        rules = card.position.rules
        return (await self._games.skills.of(user, rules)).assumed(rules)


def _found(card: Card | None) -> Card:
    if card is None:
        raise UserError(TrainProblem.NO_CARD)
    return card


async def _ignored(_done: int) -> None:
    """Nobody waits for each move."""
