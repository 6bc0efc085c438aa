"""The tables, for SQLite and PostgreSQL alike.

    games ──< moves      one row a ply that stands; two processes cannot both play a ply
      ├────< messages    one row a Discord message that changed the game, taken back or not
      ├────< old_boards  one row a message whose board a newer one replaced, until it is retired
      ├────o notices     what is to be told next of a game whose players have a time for moves
      ├────o polls       the round of votes of a game that a whole channel plays
      ├────< ballots     one row a person who has voted in that round
      ├────< vote_turns  one row a round that the engine has judged
      ├────< vote_scores one row a person in a week, how many of their votes were the best
      └────< studies     one row a person whose moves in a finished game were judged
    results              one row a person who finished a game with a result, and stays without it
    ratings              one row a person and game in a scope, what the rated results come to
    roles                one row a role that a server gives for a rating
    puzzles ─< attempts  one row a day in a scope; one a person who has tried it
    trials               one row a person and puzzle of the collection that they have met
    puzzle_ratings       one row a person who has answered puzzles of the collection
    puzzle_strengths     one row a puzzle of the collection that somebody has answered
    runs                 one row a person, the run against the clock that they began last
    run_records          one row a person in a scope, the best run
    challenges           one row a challenge that waits, or was turned down a while ago
    shards               up to which message each shard has heard everything
    guilds               one row a server that the bot is in, or was in a while ago
    probes               one row, written to see that the database takes one
    identifies           from when on each bucket of shards may identify to the gateway
    preferences          one row a server, or a person in direct messages, that has chosen anything
    notify_choices       one row a person who wants to hear when it is their turn
    coaches              one row a person who wants a coach in games against the bot
    styles               one row a person who has chosen how their boards are drawn
    cards                one row a person and position in which they went wrong
    skills               one row a person and game, what the adaptive level knows of them
    tournaments ─< entrants  one row a person who has joined
      └────< fixtures    one row a game that two of them are to play, or a bye

A change here needs a revision in `bot/store/migrations/versions`.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Date,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    and_,
    false,
    literal_column,
    or_,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.types import TypeDecorator, TypeEngine

log = logging.getLogger(__name__)

metadata: Final = MetaData()

Snowflake: Final = BigInteger
"""An id that Discord gave: 64 bits, of which the sign stays free until the year 2084."""

_LONG_AGO: Final = datetime(2015, 1, 1, tzinfo=UTC)
"""The beginning of Discord."""

_GAME_NUMBER: Final = BigInteger().with_variant(Integer(), "sqlite")
"""SQLite numbers rows by itself in a column of type INTEGER only, which holds 64 bits."""


class _SqliteDateTime(sqlite.DATETIME):
    """A time as text. One that cannot be read is long ago: it must not cost the other rows."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        """Return what reads a value of the database."""
        read = super().result_processor(dialect, coltype)
        assert read is not None, "text is not a time yet"

        def read_or_pass(value: Any) -> datetime | None:
            try:
                return read(value)
            except (ValueError, TypeError):
                log.error("a time in the database cannot be read: %r", value)
                return _LONG_AGO

        return read_or_pass


class UtcDateTime(TypeDecorator[datetime]):
    """A column of points in time, with a zone and in UTC on the way in and out.

    SQLite has no type for that: SQLAlchemy writes text without a zone there.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Choose the type of the database."""
        return dialect.type_descriptor(
            _SqliteDateTime()  # type: ignore[no-untyped-call] # SQLAlchemy's own has no types
            if dialect.name == "sqlite"
            else DateTime(timezone=True)
        )

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Bring a value into UTC for the database; raises ValueError where it has no zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a point in time needs a time zone: {value!r}")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Give a value of the database its zone, where it has none."""
        if value is None:
            return None
        assert isinstance(value, datetime)
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _partial_index(
    name: str, *columns: Column[Any], where: ColumnElement[bool], unique: bool = False
) -> None:
    """An index of the rows for which a condition holds: it is as large as they are many."""
    Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


games: Final = Table(
    "games",
    metadata,
    Column("id", _GAME_NUMBER, primary_key=True, autoincrement=True),
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
_partial_index("one_live_game_a_channel", games.c.channel_id, where=LIVE, unique=True)
_partial_index("live_games", games.c.guild_id, games.c.channel_id, where=LIVE)
_partial_index("waiting_games", games.c.id, where=WAITING)
_partial_index("closed_games", games.c.touched_at, where=CLOSED)
_partial_index("unshown_ends", games.c.touched_at, where=END_UNSHOWN)
_partial_index("games_voted_on", games.c.id, where=VOTED_ON)
_partial_index("outdated_games", games.c.touched_at, where=OUTDATED)

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

notify_choices: Final = Table(
    "notify_choices",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("way", String(8), nullable=False),
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

vote_turns: Final = Table(
    "vote_turns",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),  # of the position voted on
    Column("best", Integer, nullable=False),
    Column("right_votes", Integer, nullable=False),
    Column("votes", Integer, nullable=False),
)

vote_scores: Final = Table(
    "vote_scores",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("week", Date, primary_key=True),  # its Monday, in UTC
    Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    Column("scope_id", Snowflake, nullable=False),
    Column("right_votes", Integer, nullable=False),
    Column("votes", Integer, nullable=False),
)
Index("vote_scores_by_week", vote_scores.c.scope_id, vote_scores.c.week)

challenges: Final = Table(
    "challenges",
    metadata,
    Column("id", _GAME_NUMBER, primary_key=True, autoincrement=True),
    # The scope: a server, or a chat of people without one.
    Column("guild_id", Snowflake, nullable=False),
    Column("channel_id", Snowflake, nullable=False),
    Column("message_id", Snowflake),
    Column("challenger_id", Snowflake, nullable=False),
    Column("opponent_id", Snowflake),  # NULL where anyone may join
    Column("terms", String(64), nullable=False),
    Column("asked_at", UtcDateTime, nullable=False),
    Column("refusal", String(16)),  # NULL while it waits
    Column("refused_at", UtcDateTime),
    sqlite_autoincrement=True,  # a button must not answer another challenge
)

_partial_index(
    "one_waiting_challenge_a_person",
    challenges.c.guild_id,
    challenges.c.challenger_id,
    where=challenges.c.refusal.is_(None),
    unique=True,
)

results: Final = Table(
    "results",
    metadata,
    # Of a game that may be deleted: results are kept.
    Column("game_id", _GAME_NUMBER, primary_key=True, autoincrement=False),
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

roles: Final = Table(
    "roles",
    metadata,
    Column("guild_id", Snowflake, primary_key=True, autoincrement=False),
    Column("role_id", Snowflake, primary_key=True, autoincrement=False),
    Column("rules", String(32), nullable=False),
    Column("points", Integer, nullable=False),
)

puzzles: Final = Table(
    "puzzles",
    metadata,
    Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    Column("day", Date, primary_key=True),  # in UTC
    Column("start", Text, nullable=False),  # the code of the position
    Column("task", String(16), nullable=False),
    Column("line", Text, nullable=False),
    Column("played", Boolean, nullable=False),  # by people in this scope, not by the engine
    Column("number", Integer),  # in the collection; NULL where it comes from elsewhere
    # The daily post: its message, or until when a process has it in hand.
    Column("message_id", Snowflake),
    Column("claimed_until", UtcDateTime),
)

attempts: Final = Table(
    "attempts",
    metadata,
    Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    Column("day", Date, primary_key=True),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    Column("name", String(100), nullable=False),
    Column("found", Integer, nullable=False),
    Column("misses", Integer, nullable=False),
    # Both NULL until the puzzle is solved; the streak counts days, this one included.
    Column("streak", Integer),
    Column("solved_at", UtcDateTime),
    Column("marks", Text, nullable=False, server_default=""),  # a letter for each answer
    ForeignKeyConstraint(
        ["scope_id", "day"], [puzzles.c.scope_id, puzzles.c.day], ondelete="CASCADE"
    ),
)

trials: Final = Table(
    "trials",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("found", Integer, nullable=False),
    Column("misses", Integer, nullable=False),
    Column("marks", Text, nullable=False),
    Column("ending", String(16)),  # "solved" or "given up"; NULL while it is open
    Column("rated", Boolean, nullable=False),
)

puzzle_ratings: Final = Table(
    "puzzle_ratings",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

puzzle_strengths: Final = Table(
    "puzzle_strengths",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

runs: Final = Table(
    "runs",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("begun_at", UtcDateTime, nullable=False),
    Column("numbers", Text, nullable=False),  # the puzzles met, with dashes between, the last open
    Column("found", Integer, nullable=False),
    Column("misses", Integer, nullable=False),
    Column("score", Integer, nullable=False),
)

run_records: Final = Table(
    "run_records",
    metadata,
    Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    Column("name", String(100), nullable=False),
    Column("best", Integer, nullable=False),
    Column("reached_at", UtcDateTime, nullable=False),
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
    # The daily post of the puzzle: where, and at which minute of the day in UTC.
    Column("puzzle_channel_id", Snowflake),
    Column("puzzle_minute", Integer),
    Column("threads", Boolean),  # whether games begin in threads of their own
    Column("strict", Boolean),  # NULL where nothing was chosen
    Column("history", Boolean),  # whether a line stays where a board was
)

told_permissions: Final = Table(
    "told_permissions",
    metadata,
    Column("channel_id", Snowflake, primary_key=True, autoincrement=False),
    Column("permission", String(32), primary_key=True),
)

styles: Final = Table(
    "styles",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("style", String(16), nullable=False),
)

coaches: Final = Table(
    "coaches",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("coach", String(8), nullable=False),
)

studies: Final = Table(
    "studies",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    # Both NULL where the person had nothing to decide.
    Column("accuracy", Integer),  # per cent
    Column("moves", Integer),
)

cards: Final = Table(
    "cards",
    metadata,
    Column("id", _GAME_NUMBER, primary_key=True, autoincrement=True),
    Column("user_id", Snowflake, nullable=False),
    Column("position_key", String(32), nullable=False),  # the same for mirror images
    Column("start", Text, nullable=False),  # the code of the position
    Column("played", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    Column("worth", String(4), nullable=False),
    Column("made_at", UtcDateTime, nullable=False),
    Column("due", UtcDateTime),  # NULL once it is learned
    Column("memory", Text, nullable=False),  # what the scheduler knows of it
    Column("hinted", Boolean, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("solved_at", UtcDateTime),
    # The game in which the person tries to win the position.
    Column("trial_game_id", ForeignKey(games.c.id, ondelete="SET NULL"), index=True),
    sqlite_autoincrement=True,  # a button must not answer for another position
)
Index("one_card_a_position", cards.c.user_id, cards.c.position_key, unique=True)
Index("cards_by_due", cards.c.user_id, cards.c.due)


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

tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("id", _GAME_NUMBER, primary_key=True, autoincrement=True),
    Column("guild_id", Snowflake, nullable=False, index=True),
    Column("channel_id", Snowflake, nullable=False),
    Column("leader_id", Snowflake, nullable=False, index=True),  # who opened it
    Column("leader_name", String(100), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("rules", String(32), nullable=False),
    Column("swap", Boolean, nullable=False),
    Column("style", String(16), nullable=False),
    Column("patience", Integer, nullable=False),  # seconds for a move
    Column("length", Integer),  # seconds of an arena
    Column("stage", String(8), nullable=False),
    Column("round", Integer, nullable=False),
    Column("told", Integer, nullable=False),
    Column("told_end", Boolean, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("closes_at", UtcDateTime),
    Column("due_at", UtcDateTime, index=True),  # the next moment at which there is work
    Column("message_id", Snowflake),
    sqlite_autoincrement=True,  # a button must not join another tournament
)
IS_ON: Final = tournaments.c.stage.in_((literal_column("'open'"), literal_column("'running'")))
"""The condition that a tournament is not over."""
_partial_index("one_tournament_a_channel", tournaments.c.channel_id, where=IS_ON, unique=True)
Index("tournaments_by_channel", tournaments.c.channel_id, tournaments.c.id)

entrants: Final = Table(
    "entrants",
    metadata,
    Column("tournament_id", ForeignKey(tournaments.c.id, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user_id", Snowflake, nullable=False, index=True),
    Column("name", String(100), nullable=False),
    Column("seed", Integer, nullable=False),
    Column("left", Boolean, nullable=False),
    Column("absences", Integer, nullable=False),
)

fixtures: Final = Table(
    "fixtures",
    metadata,
    Column("id", _GAME_NUMBER, primary_key=True, autoincrement=True),
    Column("tournament_id", ForeignKey(tournaments.c.id, ondelete="CASCADE"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    Column("leg", Integer, nullable=False),
    Column("x", Integer, nullable=False),
    Column("o", Integer),  # NULL for a bye
    Column("result", String(8)),  # where there is no game that tells it
    Column("due_at", UtcDateTime),
    Column("channel_id", Snowflake),
    sqlite_autoincrement=True,  # a game must not count for another fixture
)
Index(
    "one_fixture_a_board",
    fixtures.c.tournament_id,
    fixtures.c.round,
    fixtures.c.board,
    fixtures.c.leg,
    unique=True,
)
