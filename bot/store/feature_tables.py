"""The tables of features: challenges, puzzles, tournaments, training, votes, choices."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
    literal_column,
)

from bot.store.columns import GAME_NUMBER, Snowflake, UtcDateTime, metadata, partial_index
from bot.store.tables import games

challenges: Final = Table(
    "challenges",
    metadata,
    Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
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

partial_index(
    "one_waiting_challenge_a_person",
    challenges.c.guild_id,
    challenges.c.challenger_id,
    where=challenges.c.refusal.is_(None),
    unique=True,
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

tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
    Column("guild_id", Snowflake, nullable=False, index=True),
    Column("channel_id", Snowflake, nullable=False),
    Column("leader_id", Snowflake, nullable=False, index=True),  # who opened it
    Column("leader_name", String(100), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("rules", String(32), nullable=False),
    Column("swap", Boolean, nullable=False),
    Column("swap2", Boolean, nullable=False, server_default=false()),
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

partial_index("one_tournament_a_channel", tournaments.c.channel_id, where=IS_ON, unique=True)

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
    Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
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
    Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
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

roles: Final = Table(
    "roles",
    metadata,
    Column("guild_id", Snowflake, primary_key=True, autoincrement=False),
    Column("role_id", Snowflake, primary_key=True, autoincrement=False),
    Column("rules", String(32), nullable=False),
    Column("points", Integer, nullable=False),
)

notify_choices: Final = Table(
    "notify_choices",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("way", String(8), nullable=False),
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
