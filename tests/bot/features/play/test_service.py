"""The ballots of a round, judged by the engine."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.features.play.service import Voters
from bot.features.play.store import VoteScoreStore
from bot.match.session import Crowd, UserId, moves
from bot.match.timing import Poll
from bot.pool.thinker import Thinker
from bot.store import Store
from bot.store.database import SqliteEngine, transaction
from engine import Limit
from tests.bot.builders import ALICE, BOB, KINAROW, NOON, position, session
from tests.bot.waiting import until


async def test_scores_of_a_voter_erased_meanwhile_are_not_stored(
    store: Store, thinker: Thinker
) -> None:
    """Who that is is asked in the commit: the erasure may be done just before it."""
    erased, database = set[UserId](), store.database
    assert isinstance(database, SqliteEngine)
    voters = Voters(VoteScoreStore(database), thinker, Limit(nodes=1_000), lambda: NOON)
    won = position("3x3", (1, 4, 2, 5))
    start = replace(session(x=Crowd(ALICE), o=KINAROW), poll=Poll(30), position=won)
    round_ = await store.create(moves.at(start, NOON))
    for person in (ALICE, BOB):
        round_ = await store.save(round_, moves.vote(round_, person.id, 3, NOON))
    async with transaction(database):
        judging = asyncio.create_task(voters.judge(round_, lambda: erased))
        await until(lambda: "waiters:2" in repr(database._turn))  # the commit, too
        erased.add(ALICE.id)
    await judging
    named = (await voters.of_game(round_.game)).voters
    assert [voter.user for voter in named] == [BOB.id]


async def test_a_turn_that_was_taken_back_is_judged_once(store: Store, thinker: Thinker) -> None:
    """Who votes on it again, knowing the answer, has their first ballot counted alone."""
    voters = Voters(VoteScoreStore(store.database), thinker, Limit(nodes=1_000), lambda: NOON)
    won = position("3x3", (1, 4, 2, 5))
    start = replace(session(x=Crowd(ALICE), o=KINAROW), poll=Poll(30), position=won)
    begun = await store.create(moves.at(start, NOON))
    for move in (7, 3):
        await voters.judge(moves.vote(begun, ALICE.id, move, NOON))
    judged = await voters.of_game(begun.game)
    assert [(turn.ply, turn.right, turn.votes) for turn in judged.turns] == [(4, 0, 1)]
    assert [(voter.user, voter.right, voter.votes) for voter in judged.voters] == [(ALICE.id, 0, 1)]
