"""Judging the moves of a game in several workers at once."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import EngineUnavailable
from bot.games.judging import MOVE, WHOLE, Judges
from bot.match.session import ChannelId, UserId
from bot.pool.queue import Asker
from bot.pool.thinker import Thinker
from engine import Judgement, Limit, Mistake, Position, Rules, Verdict, review
from tests.bot.builders import crowded
from tests.bot.games.patience import PatientThinker

HERE = Asker(UserId(1), None, ChannelId(7))
UNKNOWN = Verdict(None, None, 0.0)
LONG = Position.from_moves(Rules.parse("19x19x19"), range(1, 25))
"""A game of 24 moves that proves nothing."""


async def told(done: int) -> None:
    """Nobody listens."""


class Discovery(PatientThinker):
    """An engine that finds a game lost from some ply on, if it knows what follows.

    On its own it finds that only at the last move.
    """

    def __init__(self, slots: int, lost_from: int, last: int) -> None:
        super().__init__(slots)
        self._lost_from = lost_from
        self._last = last

    def judgement(self, position: Position, move: int) -> Judgement:
        """Proved where the later judgement is proved, or at the last move."""
        ply = position.ply + 1
        later = next(later for asked, later in reversed(self.asked) if asked == ply)
        is_known = ply == self._last or (later is not None and later.before.value is not None)
        after = Verdict.draw(None) if is_known else UNKNOWN
        before = after if ply >= self._lost_from else UNKNOWN
        return Judgement(ply, move, before, after, move, Mistake.NONE)


def let_all(engine: PatientThinker) -> None:
    """Let the engine answer whatever is asked."""
    for _ in range(1_000):
        engine.let.release()


@pytest.mark.parametrize("slots", [1, 2, 3, 9])
async def test_several_workers_judge_one_game(slots: int) -> None:
    """As many positions at a time as one person may have workers, at most four."""
    engine = PatientThinker(slots)
    judging = asyncio.create_task(Judges(engine, Limit(nodes=1)).judge(LONG, HERE, told))
    for _ in range(20):
        await asyncio.sleep(0)
    assert engine.busy == min((slots + 1) // 2, 4)
    judging.cancel()


async def test_a_game_that_is_cut_is_judged_as_a_whole(thinker: Thinker) -> None:
    """Move by move the judgements of two workers are those of one, and progress is told."""
    end = Position.from_moves(Rules.parse("5x6x4g"), [1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1, 1, 3])
    heard: list[int] = []

    async def hear(done: int) -> None:
        heard.append(done)

    class Two(Judges):
        """Cuts every game in two, however many workers there are."""

        def _parts(self, moves: int) -> list[range]:
            return [range(moves // 2), range(moves // 2, moves)]

    found = await Two(thinker, Limit(nodes=200_000)).judge(end, HERE, hear)
    whole = review(end.rules, end.moves, Limit(nodes=200_000))
    assert [(j.ply, j.before.value, j.after.value, j.mistake) for j in found] == [
        (j.ply, j.before.value, j.after.value, j.mistake) for j in whole
    ]
    assert heard == list(range(1, end.ply + 1))


@pytest.mark.parametrize("lost_from", [3, 8, 20])
async def test_a_proof_is_carried_from_one_part_into_the_other(lost_from: int) -> None:
    """Cut or not, what is proved at the end is known as far back as it reaches."""
    found = []
    for slots in (1, 2, 4):
        engine = Discovery(slots, lost_from, LONG.ply)
        let_all(engine)
        found.append(await Judges(engine, Limit(seconds=1)).judge(LONG, HERE, told))
    assert found[0] == found[1] == found[2]
    assert [judged.ply for judged in found[0] if judged.before.value] == list(
        range(lost_from, LONG.ply + 1)
    )


async def test_only_what_the_proof_changes_is_judged_again() -> None:
    """A proof that ends within the last part costs nothing more."""
    engine = Discovery(2, 20, LONG.ply)
    let_all(engine)
    await Judges(engine, Limit(seconds=1)).judge(LONG, HERE, told)
    assert len(engine.asked) == LONG.ply


@pytest.mark.parametrize("name, plies", [("3x3", 5), ("15x15x15", 60), ("19x19x19", 361)])
@pytest.mark.parametrize("slots", [1, 2])
@pytest.mark.parametrize("think", [Limit(seconds=60), Limit(seconds=0.05), Limit(nodes=500)])
async def test_no_job_is_long_and_no_review_takes_for_ever(
    name: str, plies: int, slots: int, think: Limit
) -> None:
    """All searches together fit the time for a game, and none is longer than in play."""
    engine = PatientThinker(slots)
    end = Position.from_moves(Rules.parse(name), crowded(Rules.parse(name)).moves[:plies])
    judging = asyncio.create_task(Judges(engine, think).judge(end, HERE, told))
    for _ in range(20):
        await asyncio.sleep(0)
    judging.cancel()
    limit = engine.limits[0]
    assert limit.seconds is not None
    assert limit.seconds <= min(MOVE, think.seconds or MOVE)
    assert limit.seconds * (plies + engine.busiest) / engine.busiest < 0.8 * WHOLE
    assert limit.nodes == think.nodes


async def test_second_looks_take_from_the_moves_that_are_left() -> None:
    """Where each move takes many searches, those of the others get shorter, but never none."""

    now = 0.0

    class Slow(PatientThinker):
        """An engine that takes as long for a move as five searches."""

        def judgement(self, position: Position, move: int) -> Judgement:
            """Once the clock has gone on."""
            nonlocal now
            now += 5 * (self.limits[-1].seconds or 0.0)
            return super().judgement(position, move)

    engine = Slow(1)
    let_all(engine)
    await Judges(engine, Limit(seconds=1), lambda: now).judge(LONG, HERE, told)
    seconds = [limit.seconds or 0.0 for limit in engine.limits]
    assert seconds == sorted(seconds, reverse=True)
    assert 0 < seconds[-1] < seconds[0] / 10
    assert now < WHOLE


async def test_all_reviews_together_leave_the_queue_to_live_games() -> None:
    """However many channels look back at once, no more jobs run than there are workers."""
    engine = PatientThinker(2)
    judges = Judges(engine, Limit(seconds=1))
    work = [asyncio.create_task(judges.judge(LONG, Asker(UserId(n)), told)) for n in range(5)]
    for _ in range(50):
        await asyncio.sleep(0)
    assert engine.busy == 2
    let_all(engine)
    await asyncio.gather(*work)
    assert engine.busiest == 2


async def test_after_a_failure_nothing_goes_on() -> None:
    """The other parts stop, and the next review has all workers."""
    engine = PatientThinker(2)
    judges = Judges(engine, Limit(seconds=1))
    engine.down = True
    let_all(engine)
    with pytest.raises(EngineUnavailable):
        await judges.judge(LONG, HERE, told)
    assert engine.busy == 0
    engine.down = False
    assert len(await judges.judge(LONG, HERE, told)) == LONG.ply
