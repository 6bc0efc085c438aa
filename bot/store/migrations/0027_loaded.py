"""Which stones stood on the board before the first move, and what a challenge goes on from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version. No earlier game has such stones, no challenge such a position."""
    op.add_column("games", sa.Column("placed", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("challenges", sa.Column("start", sa.Text()))


def downgrade() -> None:
    """Back to the version before."""
    op.drop_column("challenges", "start")
    op.drop_column("games", "placed")
