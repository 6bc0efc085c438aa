"""The store on both kinds of database: what is kept, and who wins a race."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta, timezone
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import ConflictError, UserError
from bot.match.guilds import Shards
from bot.match.opening import Swap2
from bot.match.session import (
    BoardStyle,
    Bot,
    Coach,
    Ending,
    GameId,
    GuildId,
    MessageId,
    Offer,
    OfferKind,
    Person,
    Session,
    UserId,
    moves,
    offers,
    seats,
)
from bot.store import Store
from bot.store import store as pages
from bot.store.database import reading
from bot.store.games import GAMES
from engine import Level, Position, Rules, Side
from tests.bot.builders import changed
from tests.bot.store.grown import grow
from tests.bot.store.matches import ALICE, BOB, CHANNEL, NOW, match, play, same, waiting
from tests.soon import PATIENCE


@pytest.fixture
def database_url(any_migrated_url: str) -> str:
    """Every test runs on SQLite and on PostgreSQL."""
    return any_migrated_url


WHOLE_OF_THREE = Shards(3, frozenset(range(3)))


# What is kept.


async def test_a_game_comes_back_as_it_was(store: Store) -> None:
    """Every field of a session survives, as does the order of its moves."""
    session = await store.create(
        match(
            rules="6x7x4g",
            guild=None,
            o=Bot(Level.ADAPTIVE),
            x_coach=Coach.AFTER,
            style=BoardStyle.TEXT,
            offer=Offer(OfferKind.DRAW, Side.O),
            assisted=True,
            x_assisted=True,
            strict=True,
            touched=NOW.astimezone(timezone(timedelta(hours=-3))),
        )
    )
    session = await play(store, session, 4, 4, 3, 5)
    assert session.version == 4
    assert same(await store.load(CHANNEL), session)
    assert same(await store.find(session.game), session)


async def test_a_game_may_begin_in_the_middle(store: Store) -> None:
    """Moves that were made before the game was stored are stored with it."""
    position = Position.from_moves(Rules.parse("3x3 misere"), [5, 1])
    session = await store.create(match(position=position))
    assert same(await store.load(CHANNEL), session)


async def test_games_in_which_the_bot_is_to_move(store: Store) -> None:
    """Of the live games those that wait for the engine, whichever side it has."""
    first = await store.create(match(1, x=Bot(Level.EASY)))
    second = await store.create(match(2, o=Bot(Level.EASY)))
    third = await store.create(match(3))
    fourth = await play(store, await store.create(match(4, o=Bot(Level.EASY))), 5)
    ended = await play(store, await store.create(match(5, o=Bot(Level.EASY))), 5)
    ended = await store.save(ended, offers.resign(ended, ALICE.id))
    for number, session in enumerate((first, second, third, fourth, ended), start=30):
        await store.boards.mark_shown(session, MessageId(number))
    assert await waiting(store) == [first.game, fourth.game]


async def test_each_live_game_has_its_place_and_latest_message(store: Store) -> None:
    """Each live game's place, with the latest message that is known to belong to it."""
    session = await store.create(match(1, guild=None))
    against = await store.create(match(2, o=Bot(Level.EASY)))
    ended = await store.create(match(3))
    await store.save(ended, offers.resign(ended, ALICE.id))
    await store.boards.mark_shown(session, MessageId(100))
    begun, other = await store.live_games()
    assert (begun.game, begun.channel, begun.guild, begun.last) == (session.game, 1, None, 100)
    assert (begun.begun, begun.takes_turns) == (session.touched, False)
    assert (other.game, other.guild, other.last, other.takes_turns) == (
        against.game,
        20,
        None,
        True,
    )
    await store.save(session, moves.play(session, ALICE.id, 5), MessageId(103))
    assert (await store.live_games())[0].last == 103


async def test_stones_that_one_person_lays_are_no_turns_with_the_engine(store: Store) -> None:
    """What they type after the first of them is read too (swap2), until somebody has a colour."""
    laying = await store.create(match(o=Bot(Level.EASY), rules="gomoku", swap2=Swap2()))
    assert [game.takes_turns for game in await store.live_games()] == [False]
    await store.save(laying, replace(laying, swap2=Swap2(settled=True)))
    assert [game.takes_turns for game in await store.live_games()] == [True]


async def test_a_process_reads_the_games_of_its_shards(store: Store) -> None:
    """Page by page, each once; direct messages belong to the first shard."""
    ended, live = 3, 1_100
    await grow(store, ended, live)
    alone = await store.create(match(5_000, guild=None))
    everything = [found.game for found in await store.live_games()]
    assert everything == [*range(ended + 1, ended + live + 1), alone.game]
    for read in (store.live_games, partial(store.waiting, ended_since=NOW)):
        parts = [await read(shards=WHOLE_OF_THREE.only(shard)) for shard in range(3)]
        for shard, part in enumerate(parts):
            assert all(WHOLE_OF_THREE.of(found.guild) == shard for found in part)
        together = sorted(found.game for part in parts for found in part)
        assert together == [found.game for found in await read()]


async def test_a_page_of_games_begins_after_the_last_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In servers by the server and the channel, in direct messages by the channel alone."""
    monkeypatch.setattr(pages, "_PAGE", 2)
    places = [(n, guild) for n, guild in enumerate([20, 20, 20, 21, 21, *[None] * 5], 1)]
    made = [
        (await store.create(match(n, guild=None if guild is None else GuildId(guild)))).game
        for n, guild in places
    ]
    async with asyncio.timeout(PATIENCE):  # a page that begins with the last one never ends
        assert [live.game for live in await store.live_games()] == made


async def test_a_game_that_has_ended_is_not_ended_as_unreadable(store: Store) -> None:
    """Finding it unreadable may come too late: its end stands."""
    won = await play(store, await store.create(match()), 1, 4, 2, 5, 3)
    await store.end_unreadable(won.game, NOW + timedelta(hours=1))
    assert await store.find(won.game) == won
    live = await store.create(match())
    await store.end_unreadable(live.game, NOW + timedelta(hours=1))
    ended = await store.find(live.game)
    assert ended is not None
    assert (ended.ending, ended.version) == (Ending.IDLE, live.version + 1)


async def test_games_that_are_live_in_a_server(store: Store) -> None:
    """And no others."""
    first, _ = await store.create(match(1)), await store.create(match(2, guild=GuildId(21)))
    third = await store.create(match(3))
    await store.save(third, offers.resign(third, ALICE.id))
    assert [live.game for live in await store.live_in(GuildId(20))] == [first.game]


async def test_up_to_which_message_shards_have_heard(store: Store) -> None:
    """Each by itself; nothing is known where one was never up."""
    assert await store.shards.heard_until(0) is None
    await store.shards.mark_heard({0: MessageId(2**62), 1: MessageId(5)})
    await store.shards.mark_heard({1: MessageId(6)})
    found = [await store.shards.heard_until(shard) for shard in (0, 1, 2)]
    assert found == [2**62, 6, None]


async def test_nothing_is_found_where_nothing_is(store: Store) -> None:
    """An unknown channel, game or message is no error."""
    assert await store.load(CHANNEL) is None
    assert await store.last(CHANNEL) is None
    assert await store.last_finished(CHANNEL) is None
    assert await store.find(GameId(1)) is None
    assert await store.boards.newest(GameId(1)) is None
    assert not await store.is_processed(MessageId(1))
    assert await store.live() == []


async def test_live_and_last(store: Store) -> None:
    """`load` and `live` give live games only, `last` the newest of a channel even if ended."""
    first = await store.create(match())
    first = await store.save(first, offers.resign(first, ALICE.id))
    assert await store.load(CHANNEL) is None
    assert await store.last(CHANNEL) == first
    second = await store.create(match())
    third = await store.create(match(channel=11))
    assert await store.last(CHANNEL) == second
    assert await store.live() == [second, third]


async def test_the_versions_of_games_that_are_shown(store: Store) -> None:
    """Those that are asked for, ended or not, and the live ones of some channels."""
    ended = await store.create(match(1))
    ended = await store.save(ended, offers.resign(ended, ALICE.id))
    live = await play(store, await store.create(match(1)), 5)
    await store.create(match(2))
    found = await store.versions((ended.game,), (ended.channel,))
    assert sorted(found) == [(ended.game, 1), (live.game, 1)]
    assert await store.versions((), ()) == []


async def test_a_game_is_one_row_however_long(store: Store) -> None:
    """So what it costs to read its many columns does not grow with its moves."""
    long = Position.from_moves(Rules.parse("gomoku"), range(1, 40, 2))
    stored = await store.create(replace(match(), position=long))
    assert await store.find(stored.game) == stored
    async with reading(store.database) as connection:
        assert len((await connection.execute(GAMES)).all()) == 1


async def test_the_last_finished_game(store: Store) -> None:
    """The newest of a channel that has ended, with at least one move."""
    played = await store.create(moves.play(match(), ALICE.id, 5))
    assert await store.last_finished(CHANNEL) is None
    played = await store.save(played, offers.resign(played, ALICE.id))
    empty = await store.create(match())
    await store.save(empty, offers.resign(empty, ALICE.id))
    await store.create(moves.play(match(), ALICE.id, 5))
    assert await store.last_finished(CHANNEL) == played


async def test_a_channel_has_one_live_game(store: Store) -> None:
    """A second game is refused while one is live, and taken when that has ended."""
    session = await store.create(match())
    with pytest.raises(ConflictError):
        await store.create(match())
    await store.save(session, session.ended(Ending.IDLE))
    assert (await store.create(match())).game > session.game


@pytest.mark.parametrize(
    "change",
    [
        {"x": BOB, "o": ALICE, "swapped": True},
        {"touched": NOW + timedelta(seconds=1)},
        {"swap2": Swap2()},
        {"swap2": Swap2(5), "swapped": True},
        {"swap2": Swap2(5, settled=True)},
        {"x_coach": Coach.BEFORE},
        {"o_coach": Coach.AFTER},
        {"style": BoardStyle.TEXT},
        {"offer": Offer(OfferKind.DRAW, Side.O)},
        {"ending": Ending.RESIGNED, "winner": Side.O},
        {"assisted": True},
        {"x_assisted": True},
        {"o_assisted": True},
    ],
)
async def test_each_part_of_a_game_that_changes_alone_is_stored(
    store: Store, change: dict[str, Any]
) -> None:
    """Whatever may change in a game is stored, also by itself, and changes nothing else."""
    before = await store.create(match())
    after = await store.save(before, changed(before, **change))
    assert same(await store.find(before.game), after)
    assert after == changed(before, **change, version=1)


async def test_undone_moves_are_gone(store: Store) -> None:
    """A move taken back leaves no trace in the game, and another takes its ply."""
    session = await play(store, await store.create(match()), 5, 1)
    session = await store.save(session, replace(offers.undo(session, ALICE.id), offer=None))
    shorter = replace(session, position=Position.from_moves(session.rules, [5]))
    session = await store.save(session, shorter)
    session = await play(store, session, 9)
    loaded = await store.load(CHANNEL)
    assert same(loaded, session)
    assert session.position.moves == (5, 9)


async def test_moves_may_change_in_one_step(store: Store) -> None:
    """A change that takes moves back and plays others is stored as it stands."""
    session = await play(store, await store.create(match()), 5, 1, 9)
    other = replace(session, position=Position.from_moves(session.rules, [5, 2, 8, 3]))
    assert same(await store.save(session, other), await store.load(CHANNEL))


ACTS: list[Callable[[Session, UserId, int], Session]] = [
    lambda s, user, n: moves.play(s, user, s.position.legal[n % len(s.position.legal)]),
    lambda s, user, n: moves.play(s, user, s.position.legal[n % len(s.position.legal)]),
    lambda s, user, n: offers.undo(s, user),
    lambda s, user, n: offers.draw(s, user),
    lambda s, user, n: offers.accept(s, user),
    lambda s, user, n: offers.decline(s, user),
    lambda s, user, n: seats.set_coach(s, user, list(Coach)[n % 3]),
    lambda s, user, n: seats.helped(s, user),
    lambda s, user, n: replace(s, touched=s.touched + timedelta(microseconds=n)),
    lambda s, user, n: offers.resign(s, user) if n % 5 == 0 else s,
]
RULES = st.sampled_from(["3x3", "3x3 misere", "4x4x4g", "5x5x4"])
STEPS = st.lists(
    st.tuples(st.sampled_from(ACTS), st.sampled_from([ALICE.id, BOB.id]), st.integers(0, 100)),
    max_size=25,
)


@pytest.fixture
def run_in_store(database_url: str) -> Iterator[Callable[..., None]]:
    """Runs a coroutine function with one store, for tests that are not coroutines."""
    with asyncio.Runner() as runner:
        opened = Store.open(database_url)
        store = runner.run(opened.__aenter__())
        yield lambda check, *args: runner.run(check(store, *args))
        runner.run(opened.__aexit__(None, None, None))


def test_any_game_is_stored_step_by_step(run_in_store: Callable[..., None]) -> None:
    """After any sequence of acts, each saved as it was made, the stored game is the one played."""

    async def check(store: Store, rules: str, steps: list[tuple[object, UserId, int]]) -> None:
        session = await store.create(match(rules=rules))
        for act, user, number in steps:
            assert callable(act)
            try:
                session = await store.save(session, act(session, user, number))
            except UserError:
                continue
            assert same(await store.find(session.game), session)
            if session.ending is not None:
                return
        await store.save(session, session.ended(Ending.IDLE))

    @settings(max_examples=30)
    @given(RULES, STEPS)
    def any_game(rules: str, steps: list[tuple[object, UserId, int]]) -> None:
        run_in_store(check, rules, steps)

    any_game()


# Who wins a race.


async def test_an_old_version_changes_nothing(store: Store) -> None:
    """A change that starts from a version which is past is refused whole."""
    session = await store.create(match())
    first = await play(store, session, 5)
    with pytest.raises(ConflictError):
        await store.save(session, moves.play(session, ALICE.id, 1), MessageId(100))
    assert same(await store.load(CHANNEL), first)
    assert not await store.is_processed(MessageId(100))


async def test_two_stores_play_each_ply_once(store: Store, database_url: str) -> None:
    """Of two processes that play the same ply at once exactly one succeeds, ply after ply."""
    session = await store.create(match(rules="5x5x5"))
    async with Store.open(database_url) as other:
        for first, second in zip(range(1, 25, 2), range(2, 26, 2), strict=True):
            user = session.to_move
            assert isinstance(user, Person)
            races = (
                store.save(session, moves.play(session, user.id, first)),
                other.save(session, moves.play(session, user.id, second)),
            )
            ends = await asyncio.gather(*races, return_exceptions=True)
            (session,) = [end for end in ends if isinstance(end, Session)]
            assert any(isinstance(end, ConflictError) for end in ends)
            assert same(await store.find(session.game), session)
            assert same(await other.find(session.game), session)
            if session.ending is not None:
                return


async def test_two_stores_start_one_game(store: Store, database_url: str) -> None:
    """Of two processes that start a game in one channel exactly one succeeds."""
    async with Store.open(database_url) as other:
        starts = (s.create(match()) for s in (store, other))
        ends = await asyncio.gather(*starts, return_exceptions=True)
    assert sorted(isinstance(end, ConflictError) for end in ends) == [False, True]


async def test_many_at_once(store: Store) -> None:
    """Games of many channels are stored at the same time without losing one."""
    sessions = await asyncio.gather(*(store.create(match(channel=n)) for n in range(50)))
    await asyncio.gather(*(play(store, session, 5, 1, 9) for session in sessions))
    assert {s.position.moves for s in await store.live()} == {(5, 1, 9)}


async def test_cancelled_in_the_middle(store: Store) -> None:
    """A caller cancelled at any moment leaves the old version or the new one, and all works."""
    session = await store.create(match())
    for turns in range(40):
        other = Coach.OFF if session.x.coach is Coach.BEFORE else Coach.BEFORE
        after = seats.set_coach(session, ALICE.id, other)
        save = asyncio.create_task(store.save(session, after))
        for _ in range(turns):
            await asyncio.sleep(0)
        save.cancel()
        await asyncio.gather(save, return_exceptions=True)
        loaded = await store.load(CHANNEL)
        assert loaded in (session, replace(after, version=session.version + 1))
        assert loaded is not None
        session = loaded
