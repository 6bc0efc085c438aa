"""The tables that all games need, for SQLite and PostgreSQL alike.

    games ──< moves      one row a ply that stands; two processes cannot both play a ply
      ├────< messages    one row a Discord message that changed the game, taken back or not
      ├────< old_boards  one row a message whose board a newer one replaced, until it is retired
      ├────o polls       the round of votes of a game that a whole channel plays
      └────< ballots     one row a person who has voted in that round
    results              one row a person who finished a game with a result, and stays without it
    ratings              one row a person and game in a scope, what the rated results come to
    skills               one row a person and game, what the adaptive level knows of them
    preferences          one row a server, or a person in direct messages, that has chosen anything
    shards               up to which message each shard has heard everything
    guilds               one row a server that the bot is in, or was in a while ago
    probes               one row, written to see that the database takes one
    identifies           from when on each bucket of shards may identify to the gateway

The tables of a feature stand in its own store, with what is deleted of them. A change of any needs
a revision in `bot/store/migrations`.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    and_,
    false,
    literal_column,
    or_,
)

from bot.store.columns import GAME_NUMBER, Snowflake, UtcDateTime, metadata, partial_index

games: Final = Table(
    "games",
    metadata,
    Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
    Column("channel_id", Snowflake, nullable=False),
    Column("guild_id", Snowflake),
    Column("rules", String(32), nullable=False),
    # A seat is a person, by id and name, the bot, by level, or a crowd, whose level is "vote".
    Column("x_user_id", Snowflake, index=True),
    Column("x_name", String(100)),
    Column("x_level", String(16)),
    Column("o_user_id", Snowflake, index=True),
    Column("o_name", String(100)),
    Column("o_level", String(16)),
    Column("style", String(16), nullable=False),
    Column("offer", String(16)),
    Column("offer_by", String(1)),
    Column("ending", String(16)),
    Column("winner", String(1)),
    Column("assisted", Boolean, nullable=False),
    Column("begun", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("touched_at", UtcDateTime, nullable=False),
    # What the channel was last shown: the message, the version and the ply that it shows, and the
    # first ply that no message above it tells of.
    Column("board_message_id", Snowflake),
    Column("shown_version", Integer),
    Column("shown_ply", Integer),
    Column("shown_from", Integer),
    # The swap rule: whether it holds, and whether the seats have been exchanged.
    Column("swap", Boolean, nullable=False, server_default=false()),
    Column("swapped", Boolean, nullable=False, server_default=false()),
    # Swap2: how many stones are laid before a colour is taken (NULL in other games), and whether
    # one was.
    Column("swap2_stones", Integer),
    Column("swap2_settled", Boolean, nullable=False, server_default=false()),
    # How each seat is coached; "off" where the bot sits.
    Column("x_coach", String(8), nullable=False, server_default="off"),
    Column("o_coach", String(8), nullable=False, server_default="off"),
    # The step of the ladder that the adaptive level has chosen; NULL elsewhere.
    Column("x_step", String(16)),
    Column("o_step", String(16)),
    # Whether it is the first game of its player, whose boards offer another level.
    Column("newcomer", Boolean, nullable=False, server_default=false()),
    # Which fixture the game is; no other game is the same.
    Column("fixture_id", Snowflake),
    # Whether each player wants the board in words.
    Column("x_aloud", Boolean, nullable=False, server_default=false()),
    Column("o_aloud", Boolean, nullable=False, server_default=false()),
    # Between people: who of them had help, and whether the game is played without.
    Column("x_assisted", Boolean, nullable=False, server_default=false()),
    Column("o_assisted", Boolean, nullable=False, server_default=false()),
    Column("strict", Boolean, nullable=False, server_default=false()),
    # The time for a move, whether the players agreed to it, and when that of this turn ends.
    Column("move_seconds", Integer),
    Column("move_agreed", Boolean, nullable=False, server_default=false()),
    Column("turn_ends_at", UtcDateTime),
    # Whether it is the engine's turn, so that an index leads to what waits for it.
    Column("bot_to_move", Boolean, nullable=False, server_default=false()),
    # Whether the bot is not a member where it is played.
    Column("outside", Boolean, nullable=False, server_default=false()),
    CheckConstraint("(x_user_id IS NULL) <> (x_level IS NULL)", name="x_is_person_or_bot"),
    CheckConstraint("(o_user_id IS NULL) <> (o_level IS NULL)", name="o_is_person_or_bot"),
    sqlite_autoincrement=True,  # a number is never given twice
)

# Conditions that an index answers have their constants in them: PostgreSQL does not use the index
# where a constant is a parameter of the statement.
LIVE: Final = games.c.ending.is_(None)
"""The condition that a game has not ended."""

CLOSED: Final = games.c.ending == literal_column("'closed'")
"""The condition that a game has ended because its channel was closed."""

_IS_UNSHOWN: Final = or_(games.c.shown_version.is_(None), games.c.shown_version < games.c.version)

WAITING: Final = and_(LIVE, or_(games.c.bot_to_move, _IS_UNSHOWN))
"""The condition that a live game waits for the engine's move, or for its board to be shown."""

END_UNSHOWN: Final = and_(
    games.c.ending.is_not(None),
    games.c.ending != literal_column("'idle'"),
    games.c.ending != literal_column("'closed'"),
    _IS_UNSHOWN,
)
"""The condition that the end of a game was not shown, unless nobody is told about it."""

VOTED_ON: Final = and_(
    LIVE,
    or_(games.c.x_level == literal_column("'vote'"), games.c.o_level == literal_column("'vote'")),
)
"""The condition that a live game is played by a crowd."""

OUTDATED: Final = and_(games.c.ending.is_not(None), games.c.fixture_id.is_(None))
"""The condition that a game may be deleted when it is old: fixtures are kept."""

Index("games_by_channel", games.c.channel_id, games.c.id)

Index("games_by_guild", games.c.guild_id, games.c.id)

Index("one_game_a_fixture", games.c.fixture_id, unique=True)

partial_index("one_live_game_a_channel", games.c.channel_id, where=LIVE, unique=True)

partial_index("live_games", games.c.guild_id, games.c.channel_id, where=LIVE)

partial_index("waiting_games", games.c.id, where=WAITING)

partial_index("closed_games", games.c.touched_at, where=CLOSED)

partial_index("unshown_ends", games.c.touched_at, where=END_UNSHOWN)

partial_index("games_voted_on", games.c.id, where=VOTED_ON)

partial_index("outdated_games", games.c.touched_at, where=OUTDATED)

moves: Final = Table(
    "moves",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", Integer, nullable=False),
    Column("user_id", Snowflake),  # NULL where the bot moved
    Column("played_at", UtcDateTime, nullable=False),
)

messages: Final = Table(
    "messages",
    metadata,
    Column("message_id", Snowflake, primary_key=True, autoincrement=False),
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), nullable=False),
)

Index("messages_by_game", messages.c.game_id, messages.c.message_id)

old_boards: Final = Table(
    "old_boards",
    metadata,
    Column("message_id", Snowflake, primary_key=True, autoincrement=False),
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), nullable=False, index=True),
    # The plies that it tells of; NULL where that is not known.
    Column("first", Integer),
    Column("ply", Integer),
)

polls: Final = Table(
    "polls",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("leader_id", Snowflake, nullable=False, index=True),
    Column("leader_name", String(100), nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("closes_at", UtcDateTime),
    Column("silent", Integer, nullable=False),
)

ballots: Final = Table(
    "ballots",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    Column("choice", Integer, nullable=False),
)

results: Final = Table(
    "results",
    metadata,
    # Of a game that may be deleted: results are kept.
    Column("game_id", GAME_NUMBER, primary_key=True, autoincrement=False),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("scope_id", Snowflake, nullable=False),
    Column("rules", String(32), nullable=False),
    Column("opponent_id", Snowflake),  # NULL where it was the bot
    Column("value", String(4), nullable=False),
    # The rating that it led to; NULL where the game was not rated.
    Column("mu", Float),
    Column("sigma", Float),
    Column("ended_at", UtcDateTime, nullable=False),
)

Index("results_by_person", results.c.user_id, results.c.scope_id, results.c.ended_at)

Index("results_by_scope", results.c.scope_id, results.c.game_id)

Index("results_by_opponent", results.c.opponent_id)

Index("results_by_game", results.c.scope_id, results.c.rules, results.c.game_id)

ratings: Final = Table(
    "ratings",
    metadata,
    Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    Column("rules", String(32), primary_key=True),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    Column("name", String(100), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

Index("ratings_by_strength", ratings.c.scope_id, ratings.c.rules, ratings.c.mu)

skills: Final = Table(
    "skills",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("rules", String(32), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("step", String(16), nullable=False),  # for the next game
)

preferences: Final = Table(
    "preferences",
    metadata,
    Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    Column("user_id", Snowflake, index=True),  # whose direct messages they are; NULL in a server
    Column("prefix", String(16)),
    Column("rules", String(32)),
    Column("level", String(16)),
    Column("style", String(16)),
    Column("channels", Text, nullable=False),  # ids with blanks between; none for everywhere
    Column("language", String(16)),
    Column("idle_seconds", Integer),
    # The daily post: where, and at which minute of the day in UTC.
    Column("puzzle_channel_id", Snowflake),
    Column("puzzle_minute", Integer),
    Column("threads", Boolean),  # whether games begin in threads of their own
    Column("strict", Boolean),  # NULL where nothing was chosen
    Column("history", Boolean),  # whether a line stays where a board was
)

shards: Final = Table(
    "shards",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("heard_until", Snowflake, nullable=False),
)

guilds: Final = Table(
    "guilds",
    metadata,
    Column("guild_id", Snowflake, primary_key=True, autoincrement=False),
    Column("missed_since", UtcDateTime, index=True),  # NULL while the bot is in it
)

probes: Final = Table(
    "probes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("written_at", UtcDateTime, nullable=False),
)

identifies: Final = Table(
    "identifies",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("free_at", UtcDateTime, nullable=False),
)
