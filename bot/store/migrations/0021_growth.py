"""What waits is found by an index of what waits, and results outlive their games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_LIVE = "ending IS NULL"
_ENDED = "ending IS NOT NULL"
_TOLD = "ending != 'idle' AND ending != 'closed'"
_UNSHOWN = "(shown_version IS NULL OR shown_version < version)"
_BOT_TO_MOVE = """
    UPDATE games SET bot_to_move = true
    WHERE ending IS NULL AND coalesce(
        CASE WHEN (SELECT count(*) FROM moves WHERE moves.game_id = games.id) % 2 = 0
            THEN x_level ELSE o_level END,
        'vote'
    ) <> 'vote'
"""
_GUILDS = """
    INSERT INTO guilds (guild_id)
    SELECT DISTINCT guild_id FROM games WHERE guild_id IS NOT NULL
"""
_RESULTS = (
    "game_id, user_id, scope_id, rules, opponent_id, value, mu, sigma, ended_at"  # in their order
)


def upgrade() -> None:
    """To this version."""
    op.add_column(
        "games", sa.Column("bot_to_move", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.execute(_BOT_TO_MOVE)
    op.drop_index("games_by_touch", "games")
    op.create_index("games_by_guild", "games", ["guild_id", "id"])
    _partial_index("live_games", ["guild_id", "channel_id"], _LIVE)
    to_move = "bot_to_move" if _is_postgresql() else "bot_to_move = 1"
    waits = f"{_LIVE} AND ({to_move} OR shown_version IS NULL OR shown_version < version)"
    _partial_index("waiting_games", ["id"], waits)
    _partial_index("unshown_ends", ["touched_at"], f"{_ENDED} AND {_TOLD} AND {_UNSHOWN}")
    _partial_index("games_voted_on", ["id"], f"{_LIVE} AND (x_level = 'vote' OR o_level = 'vote')")
    _partial_index("outdated_games", ["touched_at"], f"{_ENDED} AND fixture_id IS NULL")
    op.drop_index("ix_messages_game_id", "messages")
    op.create_index("messages_by_game", "messages", ["game_id", "message_id"])
    op.create_index("ix_polls_leader_id", "polls", ["leader_id"])
    op.create_index("ix_ballots_user_id", "ballots", ["user_id"])
    op.create_index("ix_vote_scores_user_id", "vote_scores", ["user_id"])
    op.create_index("ix_tournaments_guild_id", "tournaments", ["guild_id"])
    op.create_index("ix_tournaments_leader_id", "tournaments", ["leader_id"])
    op.create_index("tournaments_by_channel", "tournaments", ["channel_id", "id"])
    op.create_table(
        "guilds",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("missed_since", sa.DateTime(timezone=True)),
    )
    op.create_index("ix_guilds_missed_since", "guilds", ["missed_since"])
    op.execute(_GUILDS)
    _rebuild_results(game=None)
    op.create_index("results_by_person", "results", ["user_id", "scope_id", "ended_at"])
    op.create_index("results_by_scope", "results", ["scope_id", "game_id"])


def downgrade() -> None:
    """Back to the version before."""
    op.execute("DELETE FROM results WHERE game_id NOT IN (SELECT id FROM games)")
    op.drop_index("results_by_scope", "results")
    _rebuild_results(game=sa.ForeignKey("games.id", ondelete="CASCADE"))
    op.create_index("results_by_person", "results", ["scope_id", "user_id", "ended_at"])
    op.drop_table("guilds")
    op.drop_index("tournaments_by_channel", "tournaments")
    op.drop_index("ix_tournaments_leader_id", "tournaments")
    op.drop_index("ix_tournaments_guild_id", "tournaments")
    op.drop_index("ix_vote_scores_user_id", "vote_scores")
    op.drop_index("ix_ballots_user_id", "ballots")
    op.drop_index("ix_polls_leader_id", "polls")
    op.drop_index("messages_by_game", "messages")
    op.create_index("ix_messages_game_id", "messages", ["game_id"])
    for name in ("outdated_games", "games_voted_on", "unshown_ends", "waiting_games", "live_games"):
        op.drop_index(name, "games")
    op.drop_index("games_by_guild", "games")
    op.create_index("games_by_touch", "games", ["touched_at"])
    op.drop_column("games", "bot_to_move")


def _partial_index(name: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(name, "games", columns, sqlite_where=condition, postgresql_where=condition)


def _rebuild_results(game: sa.ForeignKey | None) -> None:
    """Make the table anew, since SQLite drops no constraint; with or without its games."""
    op.drop_index("results_by_game", "results")
    op.drop_index("results_by_opponent", "results")
    op.drop_index("results_by_person", "results")
    op.rename_table("results", "old_results")
    if _is_postgresql():
        op.execute("ALTER INDEX results_pkey RENAME TO old_results_pkey")
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "results",
        sa.Column("game_id", number, *filter(None, (game,)), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("scope_id", sa.BigInteger(), nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("opponent_id", sa.BigInteger()),
        sa.Column("value", sa.String(4), nullable=False),
        sa.Column("mu", sa.Float()),
        sa.Column("sigma", sa.Float()),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.execute(f"INSERT INTO results ({_RESULTS}) SELECT {_RESULTS} FROM old_results")
    op.drop_table("old_results")
    op.create_index("results_by_opponent", "results", ["opponent_id"])
    op.create_index("results_by_game", "results", ["scope_id", "rules", "game_id"])


def _is_postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"
