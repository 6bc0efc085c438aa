"""A database in which many games have been played, made quickly by the database itself."""

from __future__ import annotations

from typing import Final

from sqlalchemy import text

from bot.store import Store

GROWN: Final = frozenset(
    ("games", "moves", "messages", "results", "polls", "ballots", "vote_scores")
)
"""The tables that are filled."""
PEOPLE: Final = 10_000
GUILDS: Final = 1_000
FIRST_GUILD: Final = 1 << 40
"""The id of the first server; each other one is 2**22 above the last."""
WAITING: Final = 1_000
"""Of so many live games one waits for the engine."""

_AT_ONCE: Final = 20_000
"""How many rows are added by a statement: one to PostgreSQL may take ten seconds."""
_TIMES: Final = {
    "sqlite": "strftime('%Y-%m-%d %H:%M:%f000', '2026-03-01', '-' || (i % 10000) || ' hours')",
    "postgresql": "timestamptz '2026-03-01' - (i % 10000) * interval '1 hour'",
}
_NUMBERS: Final = """
    WITH RECURSIVE numbers(i) AS (
        SELECT CAST(:first AS BIGINT)
        UNION ALL SELECT i + 1 FROM numbers WHERE i < CAST(:last AS BIGINT)
    )
"""
_GAMES: Final = (
    """
    INSERT INTO games (id, channel_id, guild_id, rules, x_user_id, x_name, o_level, style, ending,
        winner, assisted, begun, version, shown_version, created_at, touched_at, bot_to_move)
"""
    + _NUMBERS
    + """
    SELECT i, i, {guild}, '3x3x3', {user}, 'somebody', 'perfect', 'emoji', {ending},
        {winner}, false, 0, 3, 3, {time}, {time}, {to_move} FROM numbers
"""
)
_MOVES: Final = (
    "INSERT INTO moves (game_id, ply, move, user_id, played_at)"
    + _NUMBERS
    + """
    SELECT i, {ply}, {ply}, {mover}, {time} FROM numbers
"""
)
_MESSAGES: Final = (
    "INSERT INTO messages (message_id, game_id)" + _NUMBERS + "SELECT i, i FROM numbers"
)
_RESULTS: Final = (
    "INSERT INTO results (game_id, user_id, scope_id, rules, value, ended_at)"
    + _NUMBERS
    + "SELECT i, {user}, {guild}, '3x3x3', 'win', {time} FROM numbers"
)

_VOTES: Final = {
    "polls (game_id, leader_id, leader_name, seconds, turn, silent)": "{user}, 'she', 30, 1, 0",
    "ballots (game_id, user_id, choice)": "{user}, 5",
    "vote_scores (game_id, week, user_id, scope_id, right_votes, votes)": (
        "date('2026-03-02'), {user}, {guild}, 1, 1"
    ),
}
"""What every tenth game that has ended has besides: a live one with it has a crowd in a seat."""


async def grow(
    store: Store, ended: int, live: int, *, people: int = PEOPLE, guilds: int = GUILDS
) -> None:
    """Add games to an empty store: those that have ended come first, numbered from 1.

    So many people have played them against the engine, in so many servers.
    """
    dialect = store.database.dialect.name
    parts = {
        "guild": f"{FIRST_GUILD} + (i % {guilds}) * {1 << 22}",
        "user": f"i % {people} + 1",
        "time": _TIMES[dialect],
        "to_move": f"(i % {WAITING} = 0)",
    }
    over = {**parts, "ending": "'line'", "winner": "'X'", "to_move": "false"}
    going = {**parts, "ending": "NULL", "winner": "NULL"}
    last = ended + live
    everything, finished = (1, last), (1, ended)
    steps = [
        (_GAMES.format(**over), finished),
        (_GAMES.format(**going), (ended + 1, last)),
        *(
            (_MOVES.format(**parts, ply=ply, mover=mover), everything)
            for ply, mover in enumerate((parts["user"], "NULL", parts["user"]), start=1)
        ),
        (_MESSAGES, everything),
        *(
            (
                f"INSERT INTO {columns} {_NUMBERS} SELECT i, {values.format(**parts)}"
                " FROM numbers WHERE i % 10 = 0",
                finished,
            )
            for columns, values in _VOTES.items()
        ),
        (_RESULTS.format(**parts), finished),
    ]
    for statement, (begin, end) in steps:
        for first in range(begin, end + 1, _AT_ONCE):
            numbers = {"first": first, "last": min(first + _AT_ONCE - 1, end)}
            async with store.database.begin() as connection:
                await connection.execute(text(statement), numbers)
    async with store.database.begin() as connection:
        if dialect == "postgresql":
            await connection.execute(text("ANALYZE"))
            await connection.execute(
                text(f"ALTER SEQUENCE games_id_seq RESTART {ended + live + 1}")
            )
