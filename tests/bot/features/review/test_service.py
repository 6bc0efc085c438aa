"""Finding finished games and judging them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.errors import EngineUnavailable, Problem, UserError
from bot.features.review.service import FinishedGames
from bot.match.session import ChannelId, GameId, Session
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Judgement, Limit, Position, Rules, review
from tests.bot.builders import ALICE, crowded, session

HERE = ChannelId(7)
ELSEWHERE = ChannelId(8)
WON = [1, 4, 2, 5, 3]


class Patient(Thinker):
    """An engine that finds nothing wrong, one judgement whenever it is let, and counts."""

    def __init__(self) -> None:
        self.let = asyncio.Semaphore(0)
        self.limits: list[Limit] = []
        self.busy = self.busiest = 0
        self.down = False

    async def judge(
        self,
        position: Position,
        move: int,
        limit: Limit,
        later: Judgement | None,
        *,
        channel: ChannelId | None = None,
    ) -> Judgement:
        """The judgement of the engine, which takes no time on 3x3."""
        self.limits.append(limit)
        self.busy += 1
        self.busiest = max(self.busiest, self.busy)
        await self.let.acquire()
        self.busy -= 1
        if self.down:
            raise EngineUnavailable("it is down")
        return review(position.rules, (*position.moves, move))[-1]


@pytest.fixture
def finished_games(store: Store, thinker: Thinker) -> FinishedGames:
    """Judges with the real engine."""
    return FinishedGames(store, thinker, Limit(seconds=0.05))


async def keep(store: Store, played: Session) -> Session:
    """A game that is in the store."""
    return await store.create(played)


def anyone(session: Session) -> bool:
    """Every game may be seen."""
    return True


def no_one(session: Session) -> bool:
    """No game may be seen."""
    return False


async def told(done: int) -> None:
    """Nobody listens."""


async def test_without_a_number_it_is_the_last_finished_game(
    finished_games: FinishedGames, store: Store
) -> None:
    """Not one that is still on, not one of another channel, not one without a move."""
    await keep(store, session(WON))
    last = await keep(store, session([5]).resign(ALICE.id))
    await keep(store, session().resign(ALICE.id))
    await keep(store, session([1]))
    await keep(store, replace(session(WON), channel=ELSEWHERE))
    assert await finished_games.find(HERE, None, anyone) == last


async def test_a_game_is_found_by_its_number_from_anywhere(
    finished_games: FinishedGames, store: Store
) -> None:
    """An older game, and one of another channel, if it may be seen."""
    first = await keep(store, session(WON))
    await keep(store, session([5]).resign(ALICE.id))
    assert await finished_games.find(ELSEWHERE, first.game, anyone) == first


@pytest.mark.parametrize("number", [None, GameId(1)])
async def test_a_game_that_is_on_is_not_looked_back_at(
    finished_games: FinishedGames, store: Store, number: GameId | None
) -> None:
    """A review would be a hint for both players."""
    await keep(store, session([5]))
    with pytest.raises(UserError) as refused:
        await finished_games.find(HERE, number, anyone)
    wanted = Problem.NO_FINISHED_GAME if number is None else Problem.STILL_ON
    assert refused.value.problem is wanted


@pytest.mark.parametrize("played", [session(WON), session([5])])
async def test_a_hidden_game_is_refused_as_an_unknown_one(
    finished_games: FinishedGames, store: Store, played: Session
) -> None:
    """Who may not see a game does not learn that it exists, nor whether it is on."""
    hidden = await keep(store, played)
    answers = []
    for number in (hidden.game, GameId(999)):
        with pytest.raises(UserError) as refused:
            await finished_games.find(HERE, number, no_one)
        answers.append((refused.value.problem, set(refused.value.facts)))
    assert answers == [(Problem.UNKNOWN_GAME, {"number"})] * 2


async def test_a_game_without_moves_is_unknown(finished_games: FinishedGames, store: Store) -> None:
    """There is nothing to show of it."""
    empty = await keep(store, session().resign(ALICE.id))
    with pytest.raises(UserError) as refused:
        await finished_games.find(HERE, empty.game, anyone)
    assert refused.value.problem is Problem.UNKNOWN_GAME


@pytest.mark.parametrize("moves", [WON, [5], [1, 2, 4, 7, 6, 5, 9]])
async def test_a_review_is_the_engine_s(finished_games: FinishedGames, moves: list[int]) -> None:
    """Move by move or in one piece, the judgements are the same, and progress is told."""
    heard: list[int] = []

    async def hear(done: int) -> None:
        heard.append(done)

    judgements = await finished_games.review(HERE, session(moves), hear)
    assert judgements == review(Rules(3, 3, 3), moves)
    assert heard == list(range(1, len(moves) + 1))


@pytest.mark.parametrize("name, plies", [("3x3", 5), ("15x15x15", 60), ("19x19x19", 361)])
@pytest.mark.parametrize("think", [Limit(seconds=60), Limit(seconds=0.05), Limit(nodes=500)])
async def test_no_job_is_long_and_no_review_takes_for_ever(
    store: Store, name: str, plies: int, think: Limit
) -> None:
    """At most 2 seconds a move and 30 a game, and no longer than the engine thinks in play."""
    engine = Patient()
    moves = crowded(Rules.parse(name)).moves[:plies]
    match = replace(session(), position=Position.from_moves(Rules.parse(name), moves))
    reviewing = asyncio.create_task(FinishedGames(store, engine, think).review(HERE, match, told))
    await asyncio.sleep(0)
    reviewing.cancel()
    (limit,) = engine.limits
    assert limit.seconds is not None
    assert limit.seconds <= min(2, 30 / plies, think.seconds or 2)
    assert limit.nodes == think.nodes


async def test_reviews_keep_one_worker_busy(store: Store) -> None:
    """However many channels look back at once, the other workers are free for play."""
    engine = Patient()
    finished_games = FinishedGames(store, engine, Limit(seconds=1))
    reviews = [
        asyncio.create_task(finished_games.review(ChannelId(channel), session(WON), told))
        for channel in range(4)
    ]
    for _ in range(4 * len(WON)):
        engine.let.release()
    await asyncio.gather(*reviews)
    assert engine.busiest == 1


async def test_a_channel_has_one_review_at_a_time(store: Store) -> None:
    """Whoever asks again meanwhile is told so; afterwards, also after a failure, it is free."""
    engine = Patient()
    finished_games = FinishedGames(store, engine, Limit(seconds=1))
    first = asyncio.create_task(finished_games.review(HERE, session(WON), told))
    await asyncio.sleep(0)
    with pytest.raises(UserError) as refused:
        await finished_games.review(HERE, session([5]), told)
    assert refused.value.problem is Problem.REVIEWING
    engine.down = True
    engine.let.release()
    with pytest.raises(EngineUnavailable):
        await first
    engine.down = False
    for _ in WON:
        engine.let.release()
    assert len(await finished_games.review(HERE, session(WON), told)) == len(WON)
