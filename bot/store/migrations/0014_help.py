"""Who had help in a game between people, and whether they play without."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_NAMES = ("x_assisted", "o_assisted", "strict")


def upgrade() -> None:
    """To this version. A game in which a person had help before stays unrated for both."""
    for name in _NAMES:
        column: sa.Column[bool] = sa.Column(
            name, sa.Boolean(), nullable=False, server_default=sa.false()
        )
        op.add_column("games", column)
    op.add_column("preferences", sa.Column("strict", sa.Boolean()))


def downgrade() -> None:
    """Back to the version before."""
    op.drop_column("preferences", "strict")
    for name in _NAMES:
        op.drop_column("games", name)
