"""The skill of each person at each game, the step of the adaptive level, and first games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_STEPS = ("x_step", "o_step")


def upgrade() -> None:
    """To this version. A skill starts from earlier games when its person plays again."""
    op.create_table(
        "skills",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("rules", sa.String(32), primary_key=True),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("step", sa.String(16), nullable=False),
    )
    for name in _STEPS:
        op.add_column("games", sa.Column(name, sa.String(16)))
    op.add_column(
        "games", sa.Column("newcomer", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    """Back to the version before."""
    op.drop_column("games", "newcomer")
    for name in _STEPS:
        op.drop_column("games", name)
    op.drop_table("skills")
