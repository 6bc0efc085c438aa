"""The newest games of a server with the same rules are found without reading all its results."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_index("results_by_game", "results", ["scope_id", "rules", "game_id"])


def downgrade() -> None:
    """Back to the version before."""
    op.drop_index("results_by_game", "results")
