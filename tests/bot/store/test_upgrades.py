"""A database of any earlier version, with games in it, is brought up to date and loses none."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from bot.features.puzzle.store import PuzzleStore
from bot.features.puzzle.values import Attempt
from bot.match.results import Tally
from bot.match.session import (
    UNSTORED,
    Bot,
    ChannelId,
    Coach,
    Ending,
    GameId,
    MessageId,
    Person,
    ScopeId,
    UserId,
    moves,
)
from bot.store import Store
from bot.store.columns import metadata
from bot.store.migrations import STEPS, take_steps
from bot.store.schema.opening import connect
from engine import Level, Puzzle, Side, Task, decode_game
from tests.thorough import long, thorough

Row = dict[str, Any]

NOON: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)
ALICE, BOB = Person(UserId(2**62), "alice 🎲"), Person(UserId(2), "bob")
PLAYED: Final[Row] = {
    "guild_id": 20,
    "rules": "3x3x3",
    "x_user_id": ALICE.id,
    "x_name": ALICE.name,
    "coach": True,
    "x_coach": "before",
    "o_coach": "off",
    "style": "emoji",
    "assisted": False,
    "begun": 0,
    "version": 3,
    "created_at": NOON,
    "touched_at": NOON,
}
LIVE: Final[Row] = {
    **PLAYED,
    "id": 1,
    "channel_id": 10,
    "o_level": "adaptive",
    "board_message_id": 30,
    "shown_version": 3,
    "bot_to_move": True,
}
ENDED: Final[Row] = {
    **PLAYED,
    "id": 2,
    "channel_id": 11,
    "o_user_id": BOB.id,
    "o_name": BOB.name,
    "ending": "line",
    "winner": "X",
    "o_coach": "before",
}
RESULT: Final[Row] = {
    "game_id": 2,
    "user_id": ALICE.id,
    "scope_id": 20,
    "rules": "3x3x3",
    "opponent_id": BOB.id,
    "value": "win",
    "mu": 26.5,
    "sigma": 8.25,
    "ended_at": NOON,
}
PUZZLE: Final[Row] = {
    "scope_id": 20,
    "day": NOON.date(),
    "start": "5x5x4g:1-2-2",
    "task": "hold",
    "line": "2",
    "played": True,
}
TRIED: Final[Row] = {
    "scope_id": 20,
    "day": NOON.date(),
    "user_id": ALICE.id,
    "name": ALICE.name,
    "found": 1,
    "misses": 2,
    "streak": 4,
    "solved_at": NOON,
}
MOVES: Final = {1: (5, 1, 9), 2: (1, 4, 2, 5, 3)}
FILLERS: Final[dict[type, Any]] = {int: 0, str: "", bool: False, float: 0.0, datetime: NOON}
"""What stands in a column that these games know nothing of and that must hold something."""


REVISIONS: Final = tuple(STEPS)


ENDS: Final = (REVISIONS[0], *REVISIONS[-3:])
BETWEEN: Final = REVISIONS[1:-3]
ON_SQLITE: Final = BETWEEN[::2]
ON_POSTGRESQL: Final = (*REVISIONS[:1], *BETWEEN[1::6], REVISIONS[-1])
UPGRADES: Final = [
    *(("sqlite", revision) for revision in ENDS),
    *thorough(*(("sqlite", revision) for revision in ON_SQLITE)),
    *thorough(*(("postgresql", revision) for revision in ON_POSTGRESQL)),
    *long(*(("sqlite", one) for one in BETWEEN if one not in ON_SQLITE)),
    *long(*(("postgresql", one) for one in REVISIONS if one not in ON_POSTGRESQL)),
]
"""From each revision; a database that has a later one has taken the steps to it, too."""


@pytest.fixture
async def old_database(any_database_url: str, revision: str) -> str:
    """A database of that revision, with a live game and one that has ended."""
    engine = connect(any_database_url)
    async with engine.begin() as connection:
        await connection.run_sync(lambda c: take_steps(c, revision))
        await connection.run_sync(keep_games)
    await engine.dispose()
    return any_database_url


def keep_games(connection: sa.Connection) -> None:
    """Store two games in whatever tables there are."""
    tables = sa.MetaData()
    tables.reflect(connection)
    plies = [
        {
            "game_id": game,
            "ply": ply,
            "move": move,
            "user_id": ALICE.id if ply % 2 else None,
            "played_at": NOON,
        }
        for game, moves in MOVES.items()
        for ply, move in enumerate(moves, start=1)
    ]
    insert(connection, tables.tables["games"], [LIVE, ENDED])
    insert(connection, tables.tables["moves"], plies)
    insert(connection, tables.tables["messages"], [{"message_id": 40, "game_id": 1}])
    if "results" in tables.tables:
        insert(connection, tables.tables["results"], [RESULT])
    if "puzzles" in tables.tables:
        insert(connection, tables.tables["puzzles"], [PUZZLE])
        insert(connection, tables.tables["attempts"], [TRIED])
    if connection.dialect.name == "postgresql":  # numbers that were given do not count there
        connection.execute(sa.text("SELECT setval('games_id_seq', 2)"))


def insert(connection: sa.Connection, table: sa.Table, rows: list[Row]) -> None:
    """Insert what a table has columns for."""
    for row in rows:
        known = {name: value for name, value in row.items() if name in table.columns}
        connection.execute(table.insert().values({**fillers(table, known), **known}))


def fillers(table: sa.Table, known: Row) -> Row:
    """A value for each column that must hold one and has none."""
    empty = (
        column
        for column in table.columns
        if not column.nullable and column.server_default is None and not column.primary_key
    )
    return {c.name: FILLERS[c.type.python_type] for c in empty if c.name not in known}


@pytest.mark.parametrize("any_database_url, revision", UPGRADES, indirect=["any_database_url"])
async def test_an_older_database_comes_up(old_database: str, revision: str) -> None:
    """Nothing in it is lost, and its tables become those that `tables` describes."""
    async with Store.open(old_database) as store:
        await check_puzzles(store, from_the_first=revision == REVISIONS[0])
        await check_results(store)
        await check_games(store)
    engine = connect(old_database)
    async with engine.begin() as connection:
        differences = await connection.run_sync(
            lambda c: list(compare_metadata(MigrationContext.configure(c), metadata))
        )
    await engine.dispose()
    assert differences == []


async def check_games(store: Store) -> None:
    """Both games are read as they were, and the live one is played on with its coach."""
    live, ended = await store.load(ChannelId(10)), await store.find(GameId(2))
    assert live is not None
    assert ended is not None
    assert (live.x.player, live.o.player, live.position.moves) == (
        ALICE,
        Bot(Level.ADAPTIVE),
        MOVES[1],
    )
    assert (live.version, live.touched) == (3, NOON)
    assert (ended.x.player, ended.o.player, ended.position.moves) == (ALICE, BOB, MOVES[2])
    assert (ended.ending, ended.winner) == (Ending.LINE, Side.X)
    assert (live.x.coach, live.o.coach) == (Coach.BEFORE, Coach.OFF)
    assert (ended.x.coach, ended.o.coach) == (Coach.BEFORE, Coach.BEFORE)
    assert await store.boards.newest(live.game) == 30
    assert await store.boards.is_shown(live)
    assert await store.is_processed(MessageId(40))
    assert [waiting.game for waiting in await store.waiting()] == [live.game]
    after = await store.save(live, moves.play_bot(live, 2), MessageId(41))
    assert await store.load(ChannelId(10)) == after
    elsewhere = replace(live, game=UNSTORED, channel=ChannelId(12), version=0)
    assert (await store.create(elsewhere)).game == 3


async def check_results(store: Store) -> None:
    """The result is there; a database without results has it made of its games."""
    (found,) = (await store.results.stats(ScopeId(20), ALICE.id)).games
    assert found.tally == Tally(wins=1)


async def check_puzzles(store: Store, from_the_first: bool) -> None:
    """The puzzle of the day and who has solved it; the first version had none."""
    puzzles, scope, day = PuzzleStore(store.database), ScopeId(20), NOON.date()
    found = await puzzles.find(scope, day)
    if from_the_first:
        assert found is None
        return
    assert found is not None
    assert found.puzzle == Puzzle(decode_game("5x5x4g:1-2-2"), Task.HOLD, (2,))
    assert (found.played, found.number) == (True, None)
    attempt = await puzzles.attempt(scope, day, ALICE)
    assert attempt == Attempt(ALICE, 1, 2, (), solved=True, streak=4)
