"""How each person's boards are drawn, and which players have theirs in words."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_SEATS = ("x_aloud", "o_aloud")


def upgrade() -> None:
    """To this version. Games in the text style stay so for all who play them."""
    for name in _SEATS:
        op.add_column(
            "games", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())
        )
    op.create_table(
        "styles",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("style", sa.String(16), nullable=False),
    )


def downgrade() -> None:
    """Back to the version before."""
    op.drop_table("styles")
    for name in _SEATS:
        op.drop_column("games", name)
