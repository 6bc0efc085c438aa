"""Where exploring begins, what is known of a position, and what may not be looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.client.services import GamesConfig, Services
from bot.errors import AnyProblem, UserError
from bot.features.explore.feature import Explorer
from bot.features.explore.store import ExploreStore
from bot.features.explore.values import Exploration, ExploreProblem, Trail, trail_of
from bot.match.opening import Swap2
from bot.match.results import Tally
from bot.match.session import Bot, ChannelId, FixtureId, Session, UserId, offers, scope_of
from bot.pool.queue import NOBODY, Asker
from bot.pool.thinker import Thinker
from bot.pool.worker import NOTHING_KNOWN, analyse_and_explain
from bot.store import Store
from engine import Analysis, Explanation, Level, Limit, Position, Rules, Verdict, analyse
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, NOON, position, session

HERE = ChannelId(7)
ELSEWHERE = ChannelId(8)
USUAL = Rules.parse("4x4")
ADAPTIVE = Bot(Level.ADAPTIVE)


class Limited(Thinker):
    """An engine that notes how long it may think."""

    def __init__(self) -> None:
        self.limits: list[Limit] = []

    async def explain(
        self,
        position: Position,
        limit: Limit,
        *,
        known: Mapping[int, Verdict] = NOTHING_KNOWN,
        asker: Asker = NOBODY,
    ) -> tuple[Analysis, Explanation]:
        """The engine's analysis and reasons, here."""
        self.limits.append(limit)
        return analyse_and_explain(position, limit, known)


def explorer_with(store: Store, thinker: Thinker, think: Limit) -> Explorer:
    """The explorer of a bot."""
    made = Services.of(store, thinker, GamesConfig(think), lambda: NOON, Random(7))
    return Explorer(store, ExploreStore(store.database), made.games, made.coaching, thinker, think)


@pytest.fixture
def explorer(store: Store, thinker: Thinker) -> Explorer:
    """It asks the real engine."""
    return explorer_with(store, thinker, Limit(seconds=0.05))


@contextmanager
def refused(problem: AnyProblem) -> Iterator[None]:
    """Looking would be cheating."""
    with pytest.raises(UserError) as error:
        yield
    assert error.value.problem is problem
    assert not error.value.facts


async def explore(
    explorer: Explorer, now: Position, *, channel: ChannelId = ELSEWHERE, user: UserId = CAROL.id
) -> Exploration:
    """Somebody looks at a position, in another channel unless said otherwise."""
    return await explorer.explore(scope_of(HERE, None), channel, user, now)


async def kept(store: Store, played: Session) -> Session:
    """A game that is in the store, with its result if it is over."""
    start = replace(played, position=Position.start(played.rules), ending=None, winner=None)
    first = await store.create(start)
    return await store.save(first, replace(played, game=first.game))


async def test_a_position_is_told_with_values_and_counts(explorer: Explorer, store: Store) -> None:
    """All that the engine proves, and what people did."""
    await kept(store, session([1, 4, 2, 5, 3]))
    now = position("3x3", [1, 4])
    explored = await explore(explorer, now)
    assert explored.position == now
    assert explored.hint is not None
    assert explored.hint.analysis.exact
    assert explored.hint.analysis.verdicts == analyse(now).verdicts
    assert explored.played == {2: Tally(1, 0, 0)}


async def test_a_game_that_is_over_needs_no_engine(explorer: Explorer) -> None:
    """There are no moves to judge."""
    over = position("3x3", [1, 4, 2, 5, 3])
    assert await explore(explorer, over) == Exploration(over)


@pytest.mark.parametrize("think, seconds", [(Limit(seconds=60), 1.0), (Limit(seconds=0.2), 0.2)])
async def test_it_thinks_for_a_second_at_most(store: Store, think: Limit, seconds: float) -> None:
    """And no longer than about a move."""
    engine = Limited()
    await explore(explorer_with(store, engine, think), position("3x3"))
    assert engine.limits == [Limit(seconds=seconds)]


async def test_it_begins_with_the_last_game(explorer: Explorer, store: Store) -> None:
    """Of the channel; where there is none, with the empty board of the usual game."""
    empty = Trail(Position.start(USUAL))
    assert await explorer.latest(HERE, USUAL) == empty
    ended = await kept(store, session([1, 4, 2, 5, 3]))
    assert await explorer.latest(HERE, USUAL) == trail_of(ended)
    assert await explorer.latest(ELSEWHERE, USUAL) == empty


async def test_a_live_game_against_the_engine_comes_first(explorer: Explorer, store: Store) -> None:
    """As it stands, with its moves alone: they may be taken back."""
    await kept(store, session([1, 4, 2, 5, 3]))
    live = await store.create(session([5], o=ADAPTIVE))
    assert await explorer.latest(HERE, USUAL) == Trail(live.position)


@pytest.mark.parametrize("live", [session([5]), session([5], o=KINAROW)])
async def test_a_game_that_counts_is_not_looked_at(
    explorer: Explorer, store: Store, live: Session
) -> None:
    """Between people, or rated: what came before its position may be, what may follow not."""
    await store.create(live)
    await explore(explorer, position("3x3"), channel=HERE)
    for moves in (live.position.moves, [5], [5, 1]):
        with refused(ExploreProblem.UNAIDED):
            await explore(explorer, position("3x3", moves), channel=HERE)
        with refused(ExploreProblem.HERE):  # who plays is told of hints
            await explore(explorer, position("3x3", moves), channel=HERE, user=ALICE.id)
    await explore(explorer, position("3x3", [1]), channel=HERE)


@pytest.mark.parametrize(
    "live",
    [
        replace(session([5]), strict=True),
        replace(session([5]), fixture=FixtureId(1)),
        replace(session([113], rules="gomoku"), swap2=Swap2()),
    ],
    ids=["strict", "tournament", "laying"],
)
async def test_no_hint_is_recommended_where_there_is_none(
    explorer: Explorer, store: Store, live: Session
) -> None:
    """In a game without help, and while the first stones are laid."""
    await store.create(live)
    with refused(ExploreProblem.UNAIDED):
        await explore(explorer, live.position, channel=HERE, user=ALICE.id)


async def test_players_may_not_look_anywhere_and_others_may(
    explorer: Explorer, store: Store
) -> None:
    """Neither at a turned board; after the game it is free."""
    live = await store.create(session([1]))
    for user in (ALICE.id, BOB.id):
        with refused(ExploreProblem.ELSEWHERE):
            await explore(explorer, position("3x3", [9, 5]), user=user)
    await explore(explorer, position("3x3", [9, 5]))
    await store.save(live, offers.resign(live, ALICE.id))
    await explore(explorer, position("3x3", [9, 5]), user=ALICE.id)


async def test_a_game_that_was_left_alone_keeps_nobody_from_looking(
    explorer: Explorer, store: Store
) -> None:
    """As soon as another may begin in its channel; a player who goes on has had help."""
    old = await store.create(replace(session([1]), touched=NOON - timedelta(days=2)))
    await explore(explorer, position("3x3", [1]), user=ALICE.id)
    helped = await store.find(old.game)
    assert helped is not None
    assert [person.id for person in helped.people if person in helped.aided] == [ALICE.id]


async def test_looking_at_a_game_against_the_engine_is_a_hint(
    explorer: Explorer, store: Store
) -> None:
    """It counts as helped from then on, and not before."""
    live = await store.create(session([5], o=ADAPTIVE))
    await explore(explorer, position("3x3", [1]), user=ALICE.id)
    assert await store.find(live.game) == live
    await explore(explorer, live.position, user=ALICE.id)
    helped = await store.find(live.game)
    assert helped is not None
    assert helped.assisted
    await explore(explorer, live.position, user=ALICE.id)
    assert await store.find(live.game) == helped
