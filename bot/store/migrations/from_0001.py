"""The first tables: games, results, puzzles, votes, settings, coaches, skills."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.migrations.parts import MOMENT, NUMBER, flag, game, partial_index


def games() -> None:
    """Games, their moves, and the messages that changed them."""
    op.create_table(
        "games",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("x_user_id", sa.BigInteger()),
        sa.Column("x_name", sa.String(100)),
        sa.Column("x_level", sa.String(16)),
        sa.Column("o_user_id", sa.BigInteger()),
        sa.Column("o_name", sa.String(100)),
        sa.Column("o_level", sa.String(16)),
        sa.Column("coach", sa.Boolean(), nullable=False),
        sa.Column("style", sa.String(16), nullable=False),
        sa.Column("offer", sa.String(16)),
        sa.Column("offer_by", sa.String(1)),
        sa.Column("ending", sa.String(16)),
        sa.Column("winner", sa.String(1)),
        sa.Column("assisted", sa.Boolean(), nullable=False),
        sa.Column("begun", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("touched_at", MOMENT, nullable=False),
        sa.Column("board_message_id", sa.BigInteger()),
        sa.Column("shown_version", sa.Integer()),
        sa.CheckConstraint("(x_user_id IS NULL) <> (x_level IS NULL)", "x_is_person_or_bot"),
        sa.CheckConstraint("(o_user_id IS NULL) <> (o_level IS NULL)", "o_is_person_or_bot"),
        sqlite_autoincrement=True,
    )
    op.create_index("games_by_channel", "games", ["channel_id", "id"])
    op.create_index("ix_games_x_user_id", "games", ["x_user_id"])
    op.create_index("ix_games_o_user_id", "games", ["o_user_id"])
    partial_index("one_live_game_a_channel", "games", ["channel_id"], "ending IS NULL", unique=True)
    op.create_table(
        "moves",
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id", ondelete="CASCADE")),
        sa.Column("ply", sa.Integer(), autoincrement=False),
        sa.Column("move", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("played_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "ply"),
    )
    op.create_table(
        "messages",
        sa.Column("message_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_messages_game_id", "messages", ["game_id"])


_BACKFILL = """
    INSERT INTO results (game_id, user_id, scope_id, rules, opponent_id, value, ended_at)
    SELECT id, {own}_user_id, COALESCE(guild_id, channel_id), rules, {other}_user_id,
        CASE WHEN winner IS NULL THEN 'draw' WHEN winner = '{mark}' THEN 'win' ELSE 'loss' END,
        touched_at
    FROM games
    WHERE {own}_user_id IS NOT NULL AND begun = 0
        AND ending IN ('line', 'full', 'resigned', 'agreed')
"""


def memory() -> None:
    """Results, ratings, and the puzzles of the day with who has tried them.

    Games that ended with a result before count as results, and for no rating; those that began
    from a code do not.
    """
    op.create_table(
        "results",
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id", ondelete="CASCADE")),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("scope_id", sa.BigInteger(), nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("opponent_id", sa.BigInteger()),
        sa.Column("value", sa.String(4), nullable=False),
        sa.Column("mu", sa.Float()),
        sa.Column("sigma", sa.Float()),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id"),
    )
    op.create_index("results_by_person", "results", ["scope_id", "user_id", "ended_at"])
    op.create_index("results_by_opponent", "results", ["opponent_id"])
    for own, other, mark in (("x", "o", "X"), ("o", "x", "O")):
        op.execute(_BACKFILL.format(own=own, other=other, mark=mark))
    op.create_table(
        "ratings",
        sa.Column("scope_id", sa.BigInteger(), autoincrement=False),
        sa.Column("rules", sa.String(32)),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("scope_id", "rules", "user_id"),
    )
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])
    op.create_index("ratings_by_strength", "ratings", ["scope_id", "rules", "mu"])
    op.create_table(
        "puzzles",
        sa.Column("scope_id", sa.BigInteger(), autoincrement=False),
        sa.Column("day", sa.Date()),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("task", sa.String(16), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("played", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("scope_id", "day"),
    )
    op.create_table(
        "attempts",
        sa.Column("scope_id", sa.BigInteger(), autoincrement=False),
        sa.Column("day", sa.Date()),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("found", sa.Integer(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer()),
        sa.Column("solved_at", MOMENT),
        sa.PrimaryKeyConstraint("scope_id", "day", "user_id"),
        sa.ForeignKeyConstraint(
            ["scope_id", "day"], ["puzzles.scope_id", "puzzles.day"], ondelete="CASCADE"
        ),
    )
    op.create_index("ix_attempts_user_id", "attempts", ["user_id"])


def people() -> None:
    """Challenges that wait, the swap rule, and votes."""
    for name in ("swap", "swapped"):
        op.add_column("games", flag(name))
    op.create_table(
        "polls",
        game(),
        sa.Column("leader_id", sa.BigInteger(), nullable=False),
        sa.Column("leader_name", sa.String(100), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("closes_at", MOMENT),
        sa.Column("silent", sa.Integer(), nullable=False),
    )
    op.create_table(
        "ballots",
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id", ondelete="CASCADE")),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("choice", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id"),
    )
    op.create_table(
        "challenges",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("challenger_id", sa.BigInteger(), nullable=False),
        sa.Column("opponent_id", sa.BigInteger()),
        sa.Column("terms", sa.String(64), nullable=False),
        sa.Column("asked_at", MOMENT, nullable=False),
        sa.Column("refusal", sa.String(16)),
        sa.Column("refused_at", MOMENT),
        sqlite_autoincrement=True,
    )
    partial_index(
        "one_waiting_challenge_a_person",
        "challenges",
        ["guild_id", "challenger_id"],
        "refusal IS NULL",
        unique=True,
    )


def heard() -> None:
    """Until when each shard was listening."""
    op.create_table(
        "shards",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("heard_at", MOMENT, nullable=False),
    )
    op.create_index("games_by_touch", "games", ["touched_at"])


def preferences() -> None:
    """What servers have chosen, and people for direct messages."""
    op.create_table(
        "preferences",
        sa.Column("scope_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("prefix", sa.String(16)),
        sa.Column("rules", sa.String(32)),
        sa.Column("level", sa.String(16)),
        sa.Column("style", sa.String(16)),
        sa.Column("channels", sa.Text(), nullable=False),
        sa.Column("language", sa.String(16)),
        sa.Column("idle_seconds", sa.Integer()),
    )
    op.create_index("ix_preferences_user_id", "preferences", ["user_id"])


def old_boards() -> None:
    """Boards that newer ones have replaced, until they have lost their buttons."""
    op.add_column("games", sa.Column("shown_ply", sa.Integer()))
    op.create_table(
        "old_boards",
        sa.Column("message_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("game_id", NUMBER, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("ply", sa.Integer()),
    )
    op.create_index("ix_old_boards_game_id", "old_boards", ["game_id"])


def results_by_game() -> None:
    """The newest games of a server with the same rules, without reading all its results."""
    op.create_index("results_by_game", "results", ["scope_id", "rules", "game_id"])


_GAMES = sa.table(
    "games",
    *(sa.column(name, sa.String()) for name in ("x_level", "o_level", "x_coach", "o_coach")),
    sa.column("coach", sa.Boolean()),
)


def coaches() -> None:
    """A coach for each seat in place of one for the game, and the coach that a person has chosen.

    Where the coach was on, it goes on before each move of all but the bot.
    """
    for seat in ("x", "o"):
        name, level = f"{seat}_coach", _GAMES.c[f"{seat}_level"]
        op.add_column("games", sa.Column(name, sa.String(8), nullable=False, server_default="off"))
        plays = sa.or_(level.is_(None), level == "vote")
        op.execute(sa.update(_GAMES).where(_GAMES.c.coach, plays).values({name: "before"}))
    op.drop_column("games", "coach")
    op.create_table(
        "coaches",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("coach", sa.String(8), nullable=False),
    )


def skills() -> None:
    """The skill of each person at each game, the step of the adaptive level, and first games.

    A skill starts from earlier games when its person plays again.
    """
    op.create_table(
        "skills",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("rules", sa.String(32), primary_key=True),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("step", sa.String(16), nullable=False),
    )
    for name in ("x_step", "o_step"):
        op.add_column("games", sa.Column(name, sa.String(16)))
    op.add_column("games", flag("newcomer"))
