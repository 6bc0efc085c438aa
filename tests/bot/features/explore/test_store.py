"""How often people here made a move, and with what result."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import pytest

from bot.features.explore import store as explore_store
from bot.features.explore.store import ExploreStore
from bot.match.results import Tally
from bot.match.session import ChannelId, GuildId, Person, Player, ScopeId, Seat, Session, offers
from bot.match.session.moves import play, play_bot
from bot.store import Store
from engine import Position
from tests.bot.builders import ALICE, BOB, KINAROW, NOON, position

HERE = ScopeId(20)
X_WINS = (1, 4, 2, 5, 3)
O_WINS = (1, 4, 2, 5, 9, 6)
DRAW = (5, 1, 3, 7, 4, 6, 2, 8, 9)


@pytest.fixture
async def any_store(any_migrated_url: str) -> AsyncIterator[Store]:
    """An empty store on each kind of database."""
    async with Store.open(any_migrated_url) as store:
        yield store


async def keep(
    store: Store,
    moves: Sequence[int],
    *,
    game: str = "3x3",
    guild: int | None = HERE,
    x: Player = ALICE,
    o: Player = BOB,
    begun: int = 0,
) -> Session:
    """A game to the end of its moves; where nothing is decided there, alice stops or resigns."""
    server = None if guild is None else GuildId(guild)
    start = position(game, moves[:begun])
    first = await store.create(
        Session(ChannelId(7), server, Seat(x), Seat(o), start, NOON, begun=begun)
    )
    live = first
    for move in moves[begun:]:
        mover = live.to_move
        live = play(live, mover.id, move) if isinstance(mover, Person) else play_bot(live, move)
    return await store.save(first, live if live.ending else offers.resign(live, ALICE.id))


async def played(store: Store, now: Position, scope: ScopeId = HERE) -> dict[int, Tally]:
    """What is counted."""
    return await ExploreStore(store.database).played(scope, now)


async def test_games_are_counted_by_their_result(any_store: Store) -> None:
    """For the side to move: what X has won is lost for O."""
    for moves in (X_WINS, X_WINS, O_WINS, DRAW, (1,)):
        await keep(any_store, moves)
    assert await played(any_store, position("3x3")) == {1: Tally(2, 0, 2), 5: Tally(0, 1, 0)}
    assert await played(any_store, position("3x3", [1])) == {2: Tally(1, 0, 2)}
    assert await played(any_store, position("3x3", [1, 4, 2, 5])) == {
        3: Tally(2, 0, 0),
        9: Tally(0, 0, 1),
    }


async def test_a_game_that_ended_at_the_position_has_no_move_there(any_store: Store) -> None:
    """Nor has one that was given up."""
    await keep(any_store, (1,))
    assert await played(any_store, position("3x3", [1])) == {}


async def test_other_orders_and_turned_boards_count(any_store: Store) -> None:
    """The same stones are the same position; the move is told as it is on this board."""
    await keep(any_store, (1, 5, 9, 2))
    await keep(any_store, (9, 5, 1, 8))
    await keep(any_store, (3, 5, 7, 4))
    await keep(any_store, (1, 5, 8, 2))
    assert await played(any_store, position("3x3", [7, 5, 3])) == {2: Tally(3, 0, 0)}


async def test_discs_count_where_they_lie(any_store: Store) -> None:
    """The same columns in another order are no match, though the database cannot tell."""
    await keep(any_store, (3, 3, 4, 4, 1), game="connect4")
    await keep(any_store, (4, 3, 3, 4, 1), game="connect4")
    await keep(any_store, (5, 5, 4, 4, 7), game="connect4")
    now = position("connect4", [4, 4, 3, 3])
    assert await played(any_store, now) == {1: Tally(0, 0, 2)}


async def test_large_boards_are_no_matter(any_store: Store) -> None:
    """Tiles of high numbers, on a board that is nearly half full."""
    tiles = [tile for tile in range(1, 362) if tile % 19 != 10]
    line = [tile for pair in zip(tiles[:-81:-1], tiles[:80], strict=True) for tile in pair]
    await keep(any_store, [*line, 10], game="19x19x19")
    assert await played(any_store, position("19x19x19", line)) == {10: Tally(0, 0, 1)}


async def test_only_games_of_this_server_and_these_rules_count(any_store: Store) -> None:
    """In direct messages it is the channel."""
    await keep(any_store, X_WINS, guild=21)
    await keep(any_store, X_WINS, guild=None)
    await keep(any_store, X_WINS, game="4x4x3")
    await keep(any_store, X_WINS, game="3x3 misere")
    assert await played(any_store, position("3x3")) == {}
    assert await played(any_store, position("3x3"), ScopeId(7)) == {1: Tally(1, 0, 0)}
    assert await played(any_store, position("3x3 misere")) == {1: Tally(0, 0, 1)}


async def test_only_moves_of_people_count(any_store: Store) -> None:
    """What the engine answered is no habit of people here."""
    await keep(any_store, X_WINS, o=KINAROW)
    assert await played(any_store, position("3x3")) == {1: Tally(1, 0, 0)}
    assert await played(any_store, position("3x3", [1])) == {}
    assert await played(any_store, position("3x3", [1, 4])) == {2: Tally(1, 0, 0)}


async def test_games_that_are_no_results_do_not_count(any_store: Store) -> None:
    """Those from a code, those that are on, and those that were stopped."""
    await keep(any_store, X_WINS, begun=2)
    stopped = await any_store.create(
        Session(ChannelId(7), GuildId(HERE), Seat(ALICE), Seat(BOB), position("3x3", [1]), NOON)
    )
    await any_store.save(stopped, offers.stop(stopped, ALICE.id, may_manage=False))
    await any_store.create(replace(stopped, game=type(stopped.game)(0)))
    assert await played(any_store, position("3x3")) == {}


async def test_erased_people_are_nobody(any_store: Store) -> None:
    """A game with somebody else still counts; one against the engine does no more."""
    await keep(any_store, X_WINS)
    await keep(any_store, DRAW, o=KINAROW)
    await any_store.forget(ALICE.id)
    assert await played(any_store, position("3x3")) == {1: Tally(1, 0, 0)}


@pytest.mark.parametrize("batch", [1, 2, 100])
async def test_the_newest_games_are_read_in_batches(
    store: Store, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many one statement reads, each of the newest games is counted once."""
    monkeypatch.setattr(explore_store, "_BATCH", batch)
    for moves in (O_WINS, O_WINS, X_WINS, X_WINS, X_WINS):
        await keep(store, moves)
    searched = ExploreStore(store.database)
    assert await searched.played(HERE, position("3x3")) == {1: Tally(3, 0, 2)}
    assert await searched.played(HERE, position("3x3"), most=4) == {1: Tally(3, 0, 1)}
    assert await searched.played(HERE, position("3x3", [1]), most=3) == {2: Tally(0, 0, 3)}
