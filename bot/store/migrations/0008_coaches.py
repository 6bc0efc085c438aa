"""A coach for each seat in place of one for the game, and the coach that a person has chosen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_GAMES = sa.table(
    "games",
    *(sa.column(name, sa.String()) for name in ("x_level", "o_level", "x_coach", "o_coach")),
    sa.column("coach", sa.Boolean()),
)


def upgrade() -> None:
    """To this version. Where the coach was on, it goes on before each move of all but the bot."""
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


def downgrade() -> None:
    """Back to the version before."""
    op.drop_table("coaches")
    op.add_column(
        "games", sa.Column("coach", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    advised = sa.or_(_GAMES.c.x_coach == "before", _GAMES.c.o_coach == "before")
    op.execute(sa.update(_GAMES).where(advised).values(coach=sa.true()))
    op.drop_column("games", "x_coach")
    op.drop_column("games", "o_coach")
