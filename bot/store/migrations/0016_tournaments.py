"""Tournaments, who takes part in them, and which games are played in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_ON = sa.text("stage IN ('open', 'running')")


def upgrade() -> None:
    """To this version."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "tournaments",
        sa.Column("id", number, primary_key=True, autoincrement=True),
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
        sa.Column("created_at", moment, nullable=False),
        sa.Column("closes_at", moment),
        sa.Column("due_at", moment),
        sa.Column("message_id", sa.BigInteger()),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tournaments_due_at", "tournaments", ["due_at"])
    op.create_index(
        "one_tournament_a_channel",
        "tournaments",
        ["channel_id"],
        unique=True,
        sqlite_where=_ON,
        postgresql_where=_ON,
    )
    op.create_table(
        "entrants",
        sa.Column("tournament_id", number, sa.ForeignKey("tournaments.id", ondelete="CASCADE")),
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
        sa.Column("id", number, primary_key=True, autoincrement=True),
        sa.Column(
            "tournament_id",
            number,
            sa.ForeignKey("tournaments.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("leg", sa.Integer(), nullable=False),
        sa.Column("x", sa.Integer(), nullable=False),
        sa.Column("o", sa.Integer()),
        sa.Column("result", sa.String(8)),
        sa.Column("due_at", moment),
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


def downgrade() -> None:
    """Back to the version before."""
    op.drop_index("one_game_a_fixture", "games")
    op.drop_column("games", "fixture_id")
    for table in ("fixtures", "entrants", "tournaments"):
        op.drop_table(table)
