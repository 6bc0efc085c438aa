"""Games, their moves, and the messages that made or show them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    and_,
    false,
    literal_column,
    or_,
)

from bot.store.tables.columns import GAME_NUMBER, Snowflake, UtcDateTime, metadata, partial_index

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
    # What the game is in a tournament; no other game has the same.
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
    # Whether the bot is no member where it is played.
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
"""The condition that the end of a game was not shown, except of one that nobody is told of."""

VOTED_ON: Final = and_(
    LIVE,
    or_(games.c.x_level == literal_column("'vote'"), games.c.o_level == literal_column("'vote'")),
)
"""The condition that a live game is played by a crowd."""

OUTDATED: Final = and_(games.c.ending.is_not(None), games.c.fixture_id.is_(None))
"""The condition that a game may be deleted when it is old: a tournament keeps its games."""

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

notices: Final = Table(
    "notices",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("step", String(8), nullable=False),
    Column("due_at", UtcDateTime, nullable=False, index=True),
    Column("begun_at", UtcDateTime),  # NULL until a process has taken it in hand
    # The one message that stands and says whose turn it is, and where; NULL if there is none.
    Column("channel_id", Snowflake),
    Column("message_id", Snowflake),
)
