"""The tables that all games need, for SQLite and PostgreSQL alike.

    games ──< moves      one row a ply that stands; two processes cannot both play a ply
      ├────< messages    one row a Discord message that changed the game, taken back or not
      ├────< named_moves one row a position of which somebody was told the best move
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
a step in `bot/store/migrations`.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from bot.store.columns import GAME_NUMBER, Snowflake, UtcDateTime, metadata, partial_index

games: Final = sa.Table(
    "games",
    metadata,
    sa.Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
    sa.Column("channel_id", Snowflake, nullable=False),
    sa.Column("guild_id", Snowflake),
    sa.Column("rules", sa.String(32), nullable=False),
    # A seat is a person, by id and name, the bot, by level, a crowd, whose level is "vote", or a
    # side of a game from elsewhere, whose level is "guest".
    sa.Column("x_user_id", Snowflake, index=True),
    sa.Column("x_name", sa.String(100)),
    sa.Column("x_level", sa.String(16)),
    sa.Column("o_user_id", Snowflake, index=True),
    sa.Column("o_name", sa.String(100)),
    sa.Column("o_level", sa.String(16)),
    sa.Column("style", sa.String(16), nullable=False),
    sa.Column("offer", sa.String(16)),
    sa.Column("offer_by", sa.String(1)),
    sa.Column("ending", sa.String(16)),
    sa.Column("winner", sa.String(1)),
    sa.Column("assisted", sa.Boolean, nullable=False),
    sa.Column("begun", sa.Integer, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("touched_at", UtcDateTime, nullable=False),
    # What the channel was last shown: the message, the version and the ply that it shows, and the
    # first ply that no message above it tells of.
    sa.Column("board_message_id", Snowflake),
    sa.Column("shown_version", sa.Integer),
    sa.Column("shown_ply", sa.Integer),
    sa.Column("shown_from", sa.Integer),
    # The swap rule: whether it holds, and whether the seats have been exchanged.
    sa.Column("swap", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("swapped", sa.Boolean, nullable=False, server_default=sa.false()),
    # Swap2: how many stones are laid before a colour is taken (NULL in other games), and whether
    # one was.
    sa.Column("swap2_stones", sa.Integer),
    sa.Column("swap2_settled", sa.Boolean, nullable=False, server_default=sa.false()),
    # How each seat is coached; "off" where the bot sits.
    sa.Column("x_coach", sa.String(8), nullable=False, server_default="off"),
    sa.Column("o_coach", sa.String(8), nullable=False, server_default="off"),
    # The step of the ladder that the adaptive level has chosen; NULL elsewhere.
    sa.Column("x_step", sa.String(16)),
    sa.Column("o_step", sa.String(16)),
    # Whether it is the first game of its player, whose boards offer another level.
    sa.Column("newcomer", sa.Boolean, nullable=False, server_default=sa.false()),
    # Which fixture the game is; no other game is the same.
    sa.Column("fixture_id", Snowflake),
    # Whether each player wants the board in words.
    sa.Column("x_aloud", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("o_aloud", sa.Boolean, nullable=False, server_default=sa.false()),
    # Between people: who of them had help.
    sa.Column("x_assisted", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("o_assisted", sa.Boolean, nullable=False, server_default=sa.false()),
    # Whether the game is played without help, and whether it counts for no rating.
    sa.Column("strict", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("casual", sa.Boolean, nullable=False, server_default=sa.false()),
    # How long its series is, which game was before it there, what each player had then in halves,
    # and which of them gave up all of it.
    sa.Column("series", sa.String(8)),
    sa.Column("follows_id", GAME_NUMBER),
    sa.Column("x_points", sa.Integer, nullable=False, server_default="0"),
    sa.Column("o_points", sa.Integer, nullable=False, server_default="0"),
    sa.Column("conceded", sa.String(1)),
    # The time for a move, whether the players agreed to it, and when that of this turn ends.
    sa.Column("move_seconds", sa.Integer),
    sa.Column("move_agreed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("turn_ends_at", UtcDateTime),
    # Whether it is the engine's turn, so that an index leads to what waits for it.
    sa.Column("bot_to_move", sa.Boolean, nullable=False, server_default=sa.false()),
    # Whether the bot is not a member where it is played.
    sa.Column("outside", sa.Boolean, nullable=False, server_default=sa.false()),
    # How many of its first moves are stones that stood there before the first move.
    sa.Column("placed", sa.Integer, nullable=False, server_default="0"),
    sa.CheckConstraint("(x_user_id IS NULL) <> (x_level IS NULL)", name="x_is_person_or_bot"),
    sa.CheckConstraint("(o_user_id IS NULL) <> (o_level IS NULL)", name="o_is_person_or_bot"),
    sqlite_autoincrement=True,  # a number is never given twice
)

# Conditions that an index answers have their constants in them: PostgreSQL does not use the index
# where a constant is a parameter of the statement.
LIVE: Final = games.c.ending.is_(None)
"""The condition that a game has not ended."""

GUEST: Final = "guest"
"""Stands in place of a level in the seats of a game from elsewhere."""

PLAYED_HERE: Final = sa.or_(games.c.x_level.is_(None), games.c.x_level != GUEST)
"""The condition that a game is not one from elsewhere, which was loaded to be looked at."""

CLOSED: Final = games.c.ending == sa.literal_column("'closed'")
"""The condition that a game has ended because its channel was closed."""

_IS_UNSHOWN: Final = sa.or_(
    games.c.shown_version.is_(None), games.c.shown_version < games.c.version
)

WAITING: Final = sa.and_(LIVE, sa.or_(games.c.bot_to_move, _IS_UNSHOWN))
"""The condition that a live game waits for the engine's move, or for its board to be shown."""

END_UNSHOWN: Final = sa.and_(
    games.c.ending.is_not(None),
    games.c.ending != sa.literal_column("'idle'"),
    games.c.ending != sa.literal_column("'closed'"),
    _IS_UNSHOWN,
)
"""The condition that the end of a game was not shown, unless nobody is told about it."""

VOTED_ON: Final = sa.and_(
    LIVE,
    sa.or_(
        games.c.x_level == sa.literal_column("'vote'"),
        games.c.o_level == sa.literal_column("'vote'"),
    ),
)
"""The condition that a live game is played by a crowd."""

OUTDATED: Final = sa.and_(games.c.ending.is_not(None), games.c.fixture_id.is_(None))
"""The condition that a game may be deleted when it is old: fixtures are kept."""

sa.Index("games_by_channel", games.c.channel_id, games.c.id)

sa.Index("games_by_guild", games.c.guild_id, games.c.id)

sa.Index("one_game_a_fixture", games.c.fixture_id, unique=True)

sa.Index("one_next_game_a_game", games.c.follows_id, unique=True)

partial_index("one_live_game_a_channel", games.c.channel_id, where=LIVE, unique=True)

partial_index("live_games", games.c.guild_id, games.c.channel_id, where=LIVE)

partial_index("waiting_games", games.c.id, where=WAITING)

partial_index("closed_games", games.c.touched_at, where=CLOSED)

partial_index("unshown_ends", games.c.touched_at, where=END_UNSHOWN)

partial_index("games_voted_on", games.c.id, where=VOTED_ON)

partial_index("outdated_games", games.c.touched_at, where=OUTDATED)

moves: Final = sa.Table(
    "moves",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("move", sa.Integer, nullable=False),
    sa.Column("user_id", Snowflake),  # NULL where the bot moved
    sa.Column("played_at", UtcDateTime, nullable=False),
)

named_moves: Final = sa.Table(
    "named_moves",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),  # made before it
    sa.Column("move", sa.Integer, nullable=False),
)

messages: Final = sa.Table(
    "messages",
    metadata,
    sa.Column("message_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("game_id", sa.ForeignKey(games.c.id, ondelete="CASCADE"), nullable=False),
)

sa.Index("messages_by_game", messages.c.game_id, messages.c.message_id)

old_boards: Final = sa.Table(
    "old_boards",
    metadata,
    sa.Column("message_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("game_id", sa.ForeignKey(games.c.id, ondelete="CASCADE"), nullable=False, index=True),
    # The plies that it tells of; NULL where that is not known.
    sa.Column("first", sa.Integer),
    sa.Column("ply", sa.Integer),
)

polls: Final = sa.Table(
    "polls",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("leader_id", Snowflake, nullable=False, index=True),
    sa.Column("leader_name", sa.String(100), nullable=False),
    sa.Column("seconds", sa.Integer, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("closes_at", UtcDateTime),
    sa.Column("silent", sa.Integer, nullable=False),
)

ballots: Final = sa.Table(
    "ballots",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    sa.Column("choice", sa.Integer, nullable=False),
)

results: Final = sa.Table(
    "results",
    metadata,
    # Of a game that may be deleted: results are kept.
    sa.Column("game_id", GAME_NUMBER, primary_key=True, autoincrement=False),
    sa.Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("scope_id", Snowflake, nullable=False),
    sa.Column("rules", sa.String(32), nullable=False),
    sa.Column("opponent_id", Snowflake),  # NULL where it was the bot
    sa.Column("value", sa.String(4), nullable=False),
    # The rating that it led to; NULL where the game was not rated.
    sa.Column("mu", sa.Float),
    sa.Column("sigma", sa.Float),
    sa.Column("ended_at", UtcDateTime, nullable=False),
)

sa.Index("results_by_person", results.c.user_id, results.c.scope_id, results.c.ended_at)

sa.Index("results_by_scope", results.c.scope_id, results.c.game_id)

sa.Index("results_by_opponent", results.c.opponent_id)

sa.Index("results_by_game", results.c.scope_id, results.c.rules, results.c.game_id)

ratings: Final = sa.Table(
    "ratings",
    metadata,
    sa.Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("rules", sa.String(32), primary_key=True),
    sa.Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)

sa.Index("ratings_by_strength", ratings.c.scope_id, ratings.c.rules, ratings.c.mu)

skills: Final = sa.Table(
    "skills",
    metadata,
    sa.Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("rules", sa.String(32), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("step", sa.String(16), nullable=False),  # for the next game
)

preferences: Final = sa.Table(
    "preferences",
    metadata,
    sa.Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("user_id", Snowflake, index=True),  # whose direct messages they are; NULL in a server
    sa.Column("prefix", sa.String(16)),
    sa.Column("rules", sa.String(32)),
    sa.Column("level", sa.String(16)),
    sa.Column("style", sa.String(16)),
    sa.Column("channels", sa.Text, nullable=False),  # ids with blanks between; none for everywhere
    sa.Column("language", sa.String(16)),
    sa.Column("idle_seconds", sa.Integer),
    # The daily post: where, and at which minute of the day in UTC.
    sa.Column("puzzle_channel_id", Snowflake),
    sa.Column("puzzle_minute", sa.Integer),
    sa.Column("threads", sa.Boolean),  # whether games begin in threads of their own
    sa.Column("strict", sa.Boolean),  # NULL where nothing was chosen
    sa.Column("casual", sa.Boolean),
    sa.Column("history", sa.Boolean),  # whether a line stays where a board was
)

shards: Final = sa.Table(
    "shards",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("heard_until", Snowflake, nullable=False),
)

guilds: Final = sa.Table(
    "guilds",
    metadata,
    sa.Column("guild_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("missed_since", UtcDateTime, index=True),  # NULL while the bot is in it
)

probes: Final = sa.Table(
    "probes",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("written_at", UtcDateTime, nullable=False),
)

identifies: Final = sa.Table(
    "identifies",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("free_at", UtcDateTime, nullable=False),
)

told_permissions: Final = sa.Table(
    "told_permissions",
    metadata,
    sa.Column("channel_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("permission", sa.String(32), primary_key=True),
)
"""One row a permission that was mentioned in a channel."""

ended_passes: Final = sa.Table(
    "ended_passes",
    metadata,
    sa.Column("whose", sa.String(64), primary_key=True),
    sa.Column("ended_at", sa.Float, nullable=False),  # seconds, as passes have them
)
"""One row for whoever has ended their links to the pages of boards. It holds no id."""
