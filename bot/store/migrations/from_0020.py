"""What it takes to grow, and to play where the bot is no member."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.migrations.parts import MOMENT, NUMBER, flag, game, partial_index


def heard_ids() -> None:
    """What each shard has heard, by the id of a message; and the games whose channel was closed.

    A time of the host that an earlier version stored is dropped, since its clock may have been
    wrong. Then each channel is read back once from the last move that is known.
    """
    op.drop_table("shards")
    op.create_table(
        "shards",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("heard_until", sa.BigInteger(), nullable=False),
    )
    partial_index("closed_games", "games", ["touched_at"], "ending = 'closed'")


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


def growth() -> None:
    """What waits is found by an index of what waits, and results outlive their games."""
    op.add_column("games", flag("bot_to_move"))
    op.execute(_BOT_TO_MOVE)
    op.drop_index("games_by_touch", "games")
    op.create_index("games_by_guild", "games", ["guild_id", "id"])
    partial_index("live_games", "games", ["guild_id", "channel_id"], _LIVE)
    to_move = "bot_to_move" if _is_postgresql() else "bot_to_move = 1"
    waits = f"{_LIVE} AND ({to_move} OR shown_version IS NULL OR shown_version < version)"
    partial_index("waiting_games", "games", ["id"], waits)
    partial_index("unshown_ends", "games", ["touched_at"], f"{_ENDED} AND {_TOLD} AND {_UNSHOWN}")
    partial_index(
        "games_voted_on", "games", ["id"], f"{_LIVE} AND (x_level = 'vote' OR o_level = 'vote')"
    )
    partial_index("outdated_games", "games", ["touched_at"], f"{_ENDED} AND fixture_id IS NULL")
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
        sa.Column("missed_since", MOMENT),
    )
    op.create_index("ix_guilds_missed_since", "guilds", ["missed_since"])
    op.execute(_GUILDS)
    _rebuild_results()
    op.create_index("results_by_person", "results", ["user_id", "scope_id", "ended_at"])
    op.create_index("results_by_scope", "results", ["scope_id", "game_id"])


def _rebuild_results() -> None:
    """Make the table anew without its tie to the games, since SQLite drops no constraint."""
    op.drop_index("results_by_game", "results")
    op.drop_index("results_by_opponent", "results")
    op.drop_index("results_by_person", "results")
    op.rename_table("results", "old_results")
    if _is_postgresql():
        op.execute("ALTER INDEX results_pkey RENAME TO old_results_pkey")
    op.create_table(
        "results",
        sa.Column("game_id", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("scope_id", sa.BigInteger(), nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("opponent_id", sa.BigInteger()),
        sa.Column("value", sa.String(4), nullable=False),
        sa.Column("mu", sa.Float()),
        sa.Column("sigma", sa.Float()),
        sa.Column("ended_at", MOMENT, nullable=False),
    )
    op.execute(f"INSERT INTO results ({_RESULTS}) SELECT {_RESULTS} FROM old_results")
    op.drop_table("old_results")
    op.create_index("results_by_opponent", "results", ["opponent_id"])
    op.create_index("results_by_game", "results", ["scope_id", "rules", "game_id"])


def _is_postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"


def roles() -> None:
    """Roles that servers give for ratings."""
    op.create_table(
        "roles",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("role_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
    )


def probes() -> None:
    """A row that shows that the database takes one; when to identify to the gateway again."""
    for name, time in (("probes", "written_at"), ("identifies", "free_at")):
        op.create_table(
            name,
            sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
            sa.Column(time, MOMENT, nullable=False),
        )


def outside() -> None:
    """Which games are played where the bot is no member."""
    op.add_column("games", flag("outside"))


def told_permissions() -> None:
    """Which missing permissions were told in which channel."""
    op.create_table(
        "told_permissions",
        sa.Column("channel_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("permission", sa.String(32), primary_key=True),
    )


def swap2() -> None:
    """How far the opening of a game is (swap2), and which tournaments are played with it.

    No earlier game has such an opening.
    """
    op.add_column("games", sa.Column("swap2_stones", sa.Integer()))
    op.add_column("games", flag("swap2_settled"))
    op.add_column("tournaments", flag("swap2"))


def loaded() -> None:
    """Which stones stood on the board before the first move, and what a challenge goes on from.

    No earlier game has such stones, no challenge such a position.
    """
    op.add_column("games", sa.Column("placed", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("challenges", sa.Column("start", sa.Text()))


def greeted() -> None:
    """Which servers the bot has greeted."""
    op.create_table(
        "greeted",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, primary_key=True),
    )


def given_answers() -> None:
    """Which answers to puzzles and in training are given and not judged yet."""
    op.create_table(
        "given_answers",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("scope_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("task", sa.String(64), nullable=False),
        sa.Column("move", sa.Integer(), nullable=False),
        sa.Column("given_at", MOMENT, nullable=False),
        sqlite_autoincrement=True,
    )
    for column in ("user_id", "scope_id"):
        op.create_index(f"ix_given_answers_{column}", "given_answers", [column])


def ended_passes() -> None:
    """Whose links to pages of boards have ended."""
    op.create_table(
        "ended_passes",
        sa.Column("whose", sa.String(64), primary_key=True),
        sa.Column("ended_at", sa.Float(), nullable=False),
    )


def peace() -> None:
    """Who may challenge each person, and whom they have blocked."""
    op.create_table(
        "welcomes",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("welcome", sa.String(8), nullable=False),
    )
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("blocked_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("blocked_name", sa.String(100), nullable=False),
    )
    op.create_index("ix_blocks_blocked_id", "blocks", ["blocked_id"])


def named_moves() -> None:
    """Which move was named as the best in each position of a game."""
    op.create_table(
        "named_moves",
        game(),
        sa.Column("ply", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("move", sa.Integer(), nullable=False),
    )


def casual() -> None:
    """Which games count for no rating, and where that is usual.

    Games that a strict server had noted as strict, though one of the players is the engine, were
    played with help, and go on so.
    """
    for table in ("games", "tournaments"):
        op.add_column(table, flag("casual"))
    op.add_column("preferences", sa.Column("casual", sa.Boolean()))
    op.execute("UPDATE games SET strict = false WHERE x_level IS NOT NULL OR o_level IS NOT NULL")


def series() -> None:
    """Which games are of a match of several, and how it stood when each began."""
    op.add_column("games", sa.Column("series", sa.String(8)))
    op.add_column("games", sa.Column("follows_id", NUMBER))
    for side in "xo":
        points = sa.Column(f"{side}_points", sa.Integer(), nullable=False, server_default="0")
        op.add_column("games", points)
    op.add_column("games", sa.Column("conceded", sa.String(1)))
    op.create_index("one_next_game_a_game", "games", ["follows_id"], unique=True)
