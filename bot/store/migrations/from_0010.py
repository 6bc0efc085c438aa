"""Runs and ratings at puzzles, training, notices, tournaments, votes that were the best."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.migrations.parts import MOMENT, NUMBER, flag, game, partial_index

_COLUMNS = (
    ("puzzles", "number", sa.Integer()),
    ("puzzles", "message_id", sa.BigInteger()),
    ("puzzles", "claimed_until", MOMENT),
    ("preferences", "puzzle_channel_id", sa.BigInteger()),
    ("preferences", "puzzle_minute", sa.Integer()),
)


def puzzles() -> None:
    """Puzzles without end, runs against the clock, and the daily post.

    Puzzles of the day that are stored already come from no collection: their number is NULL.
    """
    for table, name, kind in _COLUMNS:
        op.add_column(table, sa.Column(name, kind))
    op.add_column("attempts", sa.Column("marks", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "puzzle_strengths",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
    )
    op.create_table(
        "trials",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("found", sa.Integer(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("marks", sa.Text(), nullable=False),
        sa.Column("ending", sa.String(16)),
        sa.Column("rated", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "runs",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("begun_at", MOMENT, nullable=False),
        sa.Column("numbers", sa.Text(), nullable=False),
        sa.Column("found", sa.Integer(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
    )
    op.create_table(
        "run_records",
        sa.Column("scope_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("reached_at", MOMENT, nullable=False),
    )
    op.create_index("ix_run_records_user_id", "run_records", ["user_id"])


def cards() -> None:
    """Whose moves in a game were judged, and the positions in which people went wrong.

    Games that were reviewed before are looked at again when somebody trains.
    """
    op.create_table(
        "studies",
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id", ondelete="CASCADE")),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("accuracy", sa.Integer()),
        sa.Column("moves", sa.Integer()),
        sa.PrimaryKeyConstraint("game_id", "user_id"),
    )
    op.create_index("ix_studies_user_id", "studies", ["user_id"])
    op.create_table(
        "cards",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("position_key", sa.String(32), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("worth", sa.String(4), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("due", MOMENT),
        sa.Column("memory", sa.Text(), nullable=False),
        sa.Column("hinted", sa.Boolean(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("solved_at", MOMENT),
        sa.Column("trial_game_id", NUMBER, sa.ForeignKey("games.id", ondelete="SET NULL")),
        sqlite_autoincrement=True,
    )
    op.create_index("one_card_a_position", "cards", ["user_id", "position_key"], unique=True)
    op.create_index("cards_by_due", "cards", ["user_id", "due"])
    op.create_index("ix_cards_trial_game_id", "cards", ["trial_game_id"])


def living_boards() -> None:
    """What a board leaves behind when it moves on: its moves in a line, or nothing."""
    op.add_column("games", sa.Column("shown_from", sa.Integer()))
    op.add_column("old_boards", sa.Column("first", sa.Integer()))
    op.add_column("preferences", sa.Column("history", sa.Boolean()))


def threads() -> None:
    """Whether the games of a server begin in threads of their own.

    Servers that have chosen nothing go on as before.
    """
    op.add_column("preferences", sa.Column("threads", sa.Boolean()))


def assistance() -> None:
    """Who had help in a game between people, and whether they play without.

    A game in which a person had help before stays unrated for both.
    """
    for name in ("x_assisted", "o_assisted", "strict"):
        op.add_column("games", flag(name))
    op.add_column("preferences", sa.Column("strict", sa.Boolean()))


def notices() -> None:
    """The time for a move, who wants to hear when it is their turn, and what is to be told next.

    Games that are on have no time for a move, and end as before.
    """
    op.add_column("games", sa.Column("move_seconds", sa.Integer()))
    op.add_column("games", flag("move_agreed"))
    op.add_column("games", sa.Column("turn_ends_at", MOMENT))
    op.create_table(
        "notices",
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id", ondelete="CASCADE")),
        sa.Column("step", sa.String(8), nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("begun_at", MOMENT),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.PrimaryKeyConstraint("game_id"),
    )
    op.create_index("ix_notices_due_at", "notices", ["due_at"])
    op.create_table(
        "notify_choices",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("way", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )


def tournaments() -> None:
    """Tournaments, who takes part in them, and which games are played in them."""
    op.create_table(
        "tournaments",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("leader_id", sa.BigInteger(), nullable=False),
        sa.Column("leader_name", sa.String(100), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("swap", sa.Boolean(), nullable=False),
        sa.Column("style", sa.String(16), nullable=False),
        sa.Column("patience", sa.Integer(), nullable=False),
        sa.Column("length", sa.Integer()),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("told_end", sa.Boolean(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("closes_at", MOMENT),
        sa.Column("due_at", MOMENT),
        sa.Column("message_id", sa.BigInteger()),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tournaments_due_at", "tournaments", ["due_at"])
    partial_index(
        "one_tournament_a_channel",
        "tournaments",
        ["channel_id"],
        "stage IN ('open', 'running')",
        unique=True,
    )
    op.create_table(
        "entrants",
        sa.Column("tournament_id", NUMBER, sa.ForeignKey("tournaments.id", ondelete="CASCADE")),
        sa.Column("number", sa.Integer(), autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("absences", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "number"),
    )
    op.create_index("ix_entrants_user_id", "entrants", ["user_id"])
    op.create_table(
        "fixtures",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        sa.Column(
            "tournament_id",
            NUMBER,
            sa.ForeignKey("tournaments.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("leg", sa.Integer(), nullable=False),
        sa.Column("x", sa.Integer(), nullable=False),
        sa.Column("o", sa.Integer()),
        sa.Column("result", sa.String(8)),
        sa.Column("due_at", MOMENT),
        sa.Column("channel_id", sa.BigInteger()),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "one_fixture_a_board",
        "fixtures",
        ["tournament_id", "round", "board", "leg"],
        unique=True,
    )
    op.add_column("games", sa.Column("fixture_id", sa.BigInteger()))
    op.create_index("one_game_a_fixture", "games", ["fixture_id"], unique=True)


def styles() -> None:
    """How each person's boards are drawn, and which players have theirs in words.

    Games in the text style stay so for all who play them.
    """
    for name in ("x_aloud", "o_aloud"):
        op.add_column("games", flag(name))
    op.create_table(
        "styles",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("style", sa.String(16), nullable=False),
    )


def vote_scores() -> None:
    """Which votes were the best by the engine, by turn, and by person and week."""
    op.create_table(
        "vote_turns",
        game(),
        sa.Column("ply", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("right_votes", sa.Integer(), nullable=False),
        sa.Column("votes", sa.Integer(), nullable=False),
    )
    op.create_table(
        "vote_scores",
        game(),
        sa.Column("week", sa.Date(), primary_key=True),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("scope_id", sa.BigInteger(), nullable=False),
        sa.Column("right_votes", sa.Integer(), nullable=False),
        sa.Column("votes", sa.Integer(), nullable=False),
    )
    op.create_index("vote_scores_by_week", "vote_scores", ["scope_id", "week"])
