"""How far the opening of a game is (swap2), and which tournaments are played with it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version. No earlier game has such an opening."""
    op.add_column("games", sa.Column("swap2_stones", sa.Integer()))
    op.add_column(
        "games", sa.Column("swap2_settled", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column(
        "tournaments", sa.Column("swap2", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    """Back to the version before."""
    op.drop_column("tournaments", "swap2")
    op.drop_column("games", "swap2_settled")
    op.drop_column("games", "swap2_stones")
