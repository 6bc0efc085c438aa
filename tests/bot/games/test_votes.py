"""Votes between the store, the engine and whoever watches the clock, on a screen of paper."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random

import pytest

from bot.client.services import Services
from bot.errors import ConflictError, Problem, UserError
from bot.features.play.service import Votes
from bot.games.games import Games
from bot.match.notes import Counted, Fact, Loaded
from bot.match.session import (
    ChannelId,
    Crowd,
    MessageId,
    Pairing,
    Person,
    Session,
    Terms,
    UserId,
    moves,
)
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Rules, Side
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW
from tests.bot.games.paper import HERE, Clock, Paper, process
from tests.bot.store.statements import statements

ROUND = timedelta(seconds=30)
DORA, EVE = Person(UserId(4), "dora"), Person(UserId(5), "eve")


async def begun(games: Games, paper: Paper) -> Session:
    """A vote of everyone's, with X, led by alice."""
    terms = Terms(Rules(3, 3, 3), Side.X, seconds=30)
    await games.beginnings.begin(paper, Pairing(HERE, None, Crowd(ALICE), KINAROW, terms))
    return await games.turns.live(HERE)


async def test_the_clock_hears_of_every_change_of_a_vote(
    votes: Votes, services: Services, games: Games, paper: Paper, clock: Clock
) -> None:
    """Of the beginning, of each ballot and of the next round, in that order."""
    told: list[Session] = []
    services.turns.polled.add(told.append)
    session = await begun(games, paper)
    await votes.cast(paper, session, BOB.id, 5, MessageId(1))
    clock.now += ROUND
    assert await votes.close(paper, HERE)
    closes = [session.poll.closes for session in told if session.poll]
    assert closes == [clock.now, clock.now, None, clock.now + ROUND]


async def test_a_round_is_not_closed_before_its_time(
    votes: Votes, games: Games, paper: Paper, clock: Clock
) -> None:
    """Whoever comes too early, or twice, changes nothing."""
    session = await begun(games, paper)
    await votes.cast(paper, session, BOB.id, 5, None)
    clock.now += ROUND - timedelta(milliseconds=1)
    assert await votes.close(paper, HERE)
    assert (await games.turns.live(HERE)).position.ply == 0
    clock.now += timedelta(milliseconds=1)
    await asyncio.gather(votes.close(paper, HERE), votes.close(paper, HERE))
    assert (await games.turns.live(HERE)).position.ply == 2
    assert await votes.close(paper, ChannelId(9))


async def test_any_of_the_tied_moves_may_be_played(
    services: Services, store: Store, games: Games, paper: Paper, clock: Clock
) -> None:
    """Chance decides, not which of them came first; a move with fewer votes is not played."""
    played = set()
    for seed in range(12):
        votes = Votes(store, services.turns, Random(seed))
        session = await begun(games, paper)
        for person, move in ((ALICE, 1), (BOB, 5), (CAROL, 9), (DORA, 9), (EVE, 1)):
            session = await votes.cast(paper, session, person.id, move, None)
        clock.now += ROUND
        assert await votes.close(paper, HERE)
        played.add((await games.turns.live(HERE)).position.moves[0])
        await games.resign(paper, HERE, ALICE.id)
    assert played == {1, 9}


async def test_two_processes_count_a_round_once(
    store: Store, thinker: Thinker, votes: Votes, games: Games, paper: Paper, clock: Clock
) -> None:
    """Both see that the time is over; one of them plays, whatever the other does."""
    session = await begun(games, paper)
    await votes.cast(paper, session, BOB.id, 5, None)
    clock.now += ROUND
    others = process(store, thinker, clock)
    results = await asyncio.gather(
        votes.close(paper, HERE), others.votes.close(paper, HERE), return_exceptions=True
    )
    assert all(result is True or isinstance(result, ConflictError) for result in results)
    assert (await games.turns.live(HERE)).position.ply == 2


async def test_a_message_votes_once(votes: Votes, games: Games, paper: Paper) -> None:
    """Delivered again after its author has changed their mind it does not count again."""
    session = await begun(games, paper)
    for move, message in ((5, MessageId(1)), (9, MessageId(2)), (5, MessageId(1))):
        session = await votes.cast(paper, session, BOB.id, move, message)
    assert session.poll is not None
    assert session.poll.ballots == ((BOB.id, 9),)


async def test_a_message_ends_one_round(votes: Votes, games: Games, paper: Paper) -> None:
    """Delivered again in the next one it does not cut that short."""
    session = await begun(games, paper)
    await votes.cast(paper, session, BOB.id, 5, None)
    await votes.count(paper, HERE, ALICE.id, None, MessageId(1), may_manage=False)
    session = await votes.voting(HERE)
    session = await votes.cast(paper, session, BOB.id, session.position.legal[0], None)
    await votes.count(paper, HERE, ALICE.id, None, MessageId(1), may_manage=False)
    assert await votes.voting(HERE) == session


async def test_a_ballot_for_an_older_board_is_refused(
    votes: Votes, games: Games, paper: Paper, clock: Clock
) -> None:
    """Whoever saw the board before the count did not vote on the next one."""
    session = await begun(games, paper)
    await votes.cast(paper, session, BOB.id, 5, None)
    await votes.count(paper, HERE, ALICE.id, may_manage=False)
    with pytest.raises(UserError) as caught:
        await votes.cast(paper, session, CAROL.id, 1, None)
    assert caught.value.problem is Problem.MOVED_ON


async def test_a_count_for_an_older_board_ends_no_later_round(
    votes: Votes, games: Games, paper: Paper
) -> None:
    """Whoever pressed while the round before was counted had not seen these ballots."""
    seen = await votes.cast(paper, await begun(games, paper), BOB.id, 5, None)
    await votes.count(paper, HERE, ALICE.id, seen, may_manage=False)
    session = await votes.voting(HERE)
    voted = await votes.cast(paper, session, BOB.id, session.position.legal[0], None)
    with pytest.raises(UserError) as caught:
        await votes.count(paper, HERE, ALICE.id, seen, may_manage=False)
    assert caught.value.problem is Problem.MOVED_ON
    assert await votes.voting(HERE) == voted
    await votes.count(paper, HERE, ALICE.id, voted, may_manage=False)
    assert (await games.turns.live(HERE)).position.ply > voted.position.ply


async def test_a_board_is_shown_again_only_while_a_round_is_on(
    votes: Votes, games: Games, paper: Paper, store: Store
) -> None:
    """Not while the engine is to move: the board with its answer follows."""
    voted = await votes.cast(paper, await begun(games, paper), BOB.id, 5, None)
    played = await store.save(voted, moves.at(moves.play_vote(voted, 5), voted.touched))
    assert not played.voting
    before = len(paper.shown)
    await votes.refresh(paper, HERE)
    assert len(paper.shown) == before


async def test_a_board_that_is_shown_again_keeps_its_note(
    votes: Votes, games: Games, paper: Paper
) -> None:
    """What was decided stays to be read while the next round goes on."""
    session = await begun(games, paper)
    first = (Loaded(session.position), Fact.WANTED_ROW)
    assert paper.notes[-1] == first
    await votes.cast(paper, session, BOB.id, 5, None)
    await votes.refresh(paper, HERE)
    assert paper.notes[-1] == first
    assert paper.shown[-1].poll == (await games.turns.live(HERE)).poll
    await votes.count(paper, HERE, CAROL.id, may_manage=True)
    decided = paper.notes[-1]
    assert [note.move for note in decided if isinstance(note, Counted)] == [5]
    await votes.refresh(paper, HERE)
    assert paper.notes[-1] == decided
    await games.resign(paper, HERE, ALICE.id)
    before = len(paper.shown)
    await votes.refresh(paper, HERE)
    assert len(paper.shown) == before


async def test_a_ballot_is_one_commit(
    votes: Votes, games: Games, store: Store, paper: Paper
) -> None:
    """It counts from then on, and waits for a board that shows it."""
    session = await begun(games, paper)
    with statements(store) as made:
        session = await votes.cast(paper, session, BOB.id, 5, MessageId(1))
    assert made.count("COMMIT") == 1
    assert not await store.boards.is_shown(session)
    await votes.refresh(paper, HERE)
    assert await store.boards.is_shown(session)
