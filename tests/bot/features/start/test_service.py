"""Challenges from asking to answering, in the store."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.errors import AnyProblem, ConflictError, UserError
from bot.features.start.service import Challenges
from bot.features.start.store import ChallengeStore, accepting
from bot.features.start.values import COOLDOWN, EXPIRY, Challenge, Refusal, StartProblem
from bot.match.players import ChallengeId
from bot.match.session import BoardStyle, ChannelId, Coach, MessageId, ScopeId, Terms, UserId
from bot.store import Store
from engine import Rules, Side
from tests.bot.builders import ALICE, BOB, CAROL, NOON, session

CLUB, GAMES, DAVE = ScopeId(1), ChannelId(7), UserId(4)
TERMS = Terms(
    Rules.parse("5x5x4 misere"), Side.O, coach=Coach.AFTER, style=BoardStyle.TEXT, swap=True
)
MOMENT = timedelta(seconds=1)


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        """What time it is."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """Noon."""
    return Clock()


@pytest.fixture
def challenges(store: Store, clock: Clock) -> Challenges:
    """The challenges of one process."""
    return Challenges(store.database, clock)


async def ask(
    challenges: Challenges, by: UserId = ALICE.id, to: UserId | None = BOB.id
) -> Challenge:
    """A challenge in the same server."""
    return await challenges.ask(CLUB, GAMES, by, to, TERMS)


async def problem(challenges: Challenges, challenge: Challenge) -> AnyProblem:
    """Why a challenge cannot be answered."""
    with pytest.raises(UserError) as caught:
        await challenges.find(challenge.number)
    return caught.value.problem


async def test_a_challenge_is_kept_whole(challenges: Challenges) -> None:
    """What comes back is what was asked, with its number, and later with its message."""
    asked = await ask(challenges)
    assert await challenges.find(asked.number) == asked
    assert asked.terms == TERMS
    await challenges.posted(asked, MessageId(5))
    assert (await challenges.find(asked.number)).message == MessageId(5)
    assert await challenges.waiting(CLUB, ALICE.id) == await challenges.find(asked.number)


async def test_one_waits_in_a_server(challenges: Challenges) -> None:
    """Another server, and another person, are free; the one that waits stays as it is."""
    asked = await ask(challenges)
    with pytest.raises(UserError):
        await ask(challenges, to=None)
    assert await challenges.find(asked.number) == asked
    await ask(challenges, by=BOB.id)
    await challenges.ask(ScopeId(2), GAMES, ALICE.id, BOB.id, TERMS)


async def test_two_processes_keep_one(store: Store, challenges: Challenges) -> None:
    """Of two that ask for the same person in the same moment one is refused."""
    results = await asyncio.gather(
        ask(challenges), ask(challenges, to=CAROL.id), return_exceptions=True
    )
    assert {type(result) for result in results} == {Challenge, UserError}
    with pytest.raises(ConflictError):
        await ChallengeStore(store.database).add(
            Challenge(CLUB, GAMES, ALICE.id, None, TERMS, NOON)
        )


async def test_a_challenge_is_accepted_once(store: Store, challenges: Challenges) -> None:
    """Of two who press in the same moment one plays; the challenger may ask again at once."""
    asked = await ask(challenges, to=None)
    rooms = [replace(session(), channel=channel) for channel in (GAMES, ChannelId(8))]
    results = await asyncio.gather(
        *(store.create(game, accepting(asked.number)) for game in rooms), return_exceptions=True
    )
    assert [type(result) for result in results].count(UserError) == 1
    assert len(await store.live_games()) == 1
    assert await problem(challenges, asked) is StartProblem.CHALLENGE_GONE
    await ask(challenges)


async def test_a_challenge_that_was_accepted_in_vain_waits(
    store: Store, challenges: Challenges
) -> None:
    """Where another game is on none begins, and the challenge can be accepted later."""
    asked = await ask(challenges)
    await challenges.posted(asked, MessageId(5))
    before = await challenges.find(asked.number)
    await store.create(session())
    with pytest.raises(ConflictError):
        await store.create(session(), accepting(asked.number))
    assert await challenges.find(asked.number) == before


@pytest.mark.parametrize("refusal", Refusal)
async def test_a_declined_challenge_cannot_be_answered(
    store: Store, challenges: Challenges, refusal: Refusal
) -> None:
    """Declined and taken back alike, also by a press that comes a moment later."""
    asked = await ask(challenges)
    await challenges.refuse(asked, refusal)
    assert await problem(challenges, asked) is StartProblem.CHALLENGE_GONE
    assert await challenges.waiting(CLUB, ALICE.id) is None
    for late in Refusal:
        with pytest.raises(UserError):
            await challenges.refuse(asked, late)
    with pytest.raises(UserError):
        await store.create(session(), accepting(asked.number))


async def test_an_expired_challenge_cannot_be_answered(
    challenges: Challenges, clock: Clock
) -> None:
    """It does not keep its challenger from asking again, which forgets it."""
    asked = await ask(challenges)
    clock.now += EXPIRY
    assert await problem(challenges, asked) is StartProblem.CHALLENGE_EXPIRED
    assert await challenges.waiting(CLUB, ALICE.id) is None
    again = await ask(challenges)
    assert await problem(challenges, asked) is StartProblem.CHALLENGE_GONE
    assert again.number > asked.number


async def test_a_challenge_that_crosses_another_is_found(
    challenges: Challenges, clock: Clock
) -> None:
    """One by the person they ask, to them or to anyone, in the same server, while it waits."""
    direct = await ask(challenges)
    assert await challenges.crossing(CLUB, BOB.id, ALICE.id) == direct
    assert await challenges.crossing(ScopeId(2), BOB.id, ALICE.id) is None
    assert await challenges.crossing(CLUB, CAROL.id, ALICE.id) is None
    assert await challenges.crossing(CLUB, ALICE.id, BOB.id) is None
    await challenges.refuse(direct, Refusal.WITHDRAWN)
    assert await challenges.crossing(CLUB, BOB.id, ALICE.id) is None
    anyone = await ask(challenges, to=None)
    assert await challenges.crossing(CLUB, CAROL.id, ALICE.id) == anyone
    clock.now += EXPIRY
    assert await challenges.crossing(CLUB, CAROL.id, ALICE.id) is None


async def test_the_newest_challenge_to_a_person_is_answered(challenges: Challenges) -> None:
    """Before any that everybody may accept, which are accepted alone; never one's own."""
    first, second = await ask(challenges), await ask(challenges, by=CAROL.id)
    await ask(challenges, by=DAVE, to=None)
    assert first.number < second.number
    for anyone in (False, True):
        assert await challenges.asked(CLUB, GAMES, BOB.id, anyone=anyone) == second
    await challenges.refuse(second, Refusal.WITHDRAWN)
    assert await challenges.asked(CLUB, GAMES, BOB.id, anyone=True) == first
    assert await challenges.asked(CLUB, GAMES, CAROL.id, anyone=False) is None
    found = await challenges.asked(CLUB, GAMES, CAROL.id, anyone=True)
    assert found is not None
    assert found.challenger == DAVE
    assert await challenges.asked(CLUB, GAMES, DAVE, anyone=True) is None
    assert await challenges.asked(CLUB, ChannelId(8), BOB.id, anyone=True) is None


async def test_two_people_have_one_lock(challenges: Challenges) -> None:
    """Whoever of them asks, and for nobody else."""
    lock = challenges.lock(ALICE.id, BOB.id)
    assert challenges.lock(BOB.id, ALICE.id) is lock
    assert challenges.lock(ALICE.id, CAROL.id) is not lock
    assert challenges.lock(ALICE.id, None) is not lock


async def test_a_new_challenge_deletes_those_that_are_over(
    store: Store, challenges: Challenges, clock: Clock
) -> None:
    """With the next challenge of anybody go all rows that nobody needs any more."""
    await challenges.refuse(await ask(challenges), Refusal.DECLINED)
    await ask(challenges, to=CAROL.id)
    clock.now += COOLDOWN
    await ask(challenges, by=BOB.id)
    assert [c.opponent for c in await ChallengeStore(store.database).of(CLUB, ALICE.id)] == [
        CAROL.id
    ]


async def test_a_challenge_nobody_saw_is_dropped(challenges: Challenges) -> None:
    """Where it could not be posted it neither waits nor counts."""
    asked = await ask(challenges)
    await challenges.forget(asked)
    assert await challenges.waiting(CLUB, ALICE.id) is None
    assert await problem(challenges, asked) is StartProblem.CHALLENGE_GONE


async def test_a_number_that_never_was_is_over(challenges: Challenges) -> None:
    """Buttons of a database that is gone answer too."""
    with pytest.raises(UserError):
        await challenges.find(ChallengeId(2**62))
