"""The time for a move, who wants to hear when it is their turn, and what is to be told next."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version. Games that are on have no time for a move, and end as before."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    moment = sa.DateTime(timezone=True)
    op.add_column("games", sa.Column("move_seconds", sa.Integer()))
    agreed: sa.Column[bool] = sa.Column(
        "move_agreed", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("games", agreed)
    op.add_column("games", sa.Column("turn_ends_at", moment))
    op.create_table(
        "notices",
        sa.Column("game_id", number, sa.ForeignKey("games.id", ondelete="CASCADE")),
        sa.Column("step", sa.String(8), nullable=False),
        sa.Column("due_at", moment, nullable=False),
        sa.Column("begun_at", moment),
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


def downgrade() -> None:
    """Back to the version before."""
    op.drop_table("notify_choices")
    op.drop_table("notices")
    for name in ("turn_ends_at", "move_agreed", "move_seconds"):
        op.drop_column("games", name)
