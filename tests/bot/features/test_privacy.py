"""What is said about stored data is all there is, and fits a message."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect

from bot.features.privacy import forget_question, privacy

_CHOSEN = "For `!ttt coach`, `!ttt style` and `!ttt notify`: what you have chosen, with your id"
TOLD = {
    "games": "for each game its channel and server, the ids and names of its players",
    "moves": "the moves with their times",
    "messages": "the ids of the messages that changed the game",
    "results": "who won, drew or lost when",
    "ratings": "your name and rating per game and server",
    "attempts": "how far you are with each puzzle, whether each answer was right, when you solved",
    "trials": "how far you are with each puzzle, whether each answer was right",
    "puzzle_ratings": "your rating in puzzles",
    "runs": "your last run against the clock",
    "run_records": "and your best one",
    "challenges": "who asked whom",
    "polls": "who began the vote",
    "ballots": "who votes for what",
    "preferences": "what you have chosen for direct messages, with your id",
    "coaches": _CHOSEN,
    "styles": _CHOSEN,
    "notify_choices": _CHOSEN,
    "welcomes": "who may challenge you",
    "blocks": "whom you have blocked, with names",
    "vote_scores": "how many of your votes were the best",
    "cards": "the positions in which you went wrong, when each comes again",
    "studies": "how well you played in games that were reviewed",
    "skills": "For the adaptive level: how strong you are at each game, with your id",
    "tournaments": "For `!ttt tournament`: who opened one",
    "entrants": "and who took part, with names",
    "given_answers": "whether each answer was right",
    "ended_passes": "",
    "puzzles": "",
    "puzzle_strengths": "",
    "shards": "",
    "old_boards": "",
    "named_moves": "",
    "vote_turns": "",
    "notices": "",
    "fixtures": "",
    "roles": "",
    "told_permissions": "",
    "greeted": "",
    "guilds": "",
    "probes": "",
    "identifies": "",
}
"""What is told of each table; those with nothing tell of nobody."""


def test_privacy_speaks_of_every_table(migrated: Path) -> None:
    """A new one has to be told of too."""
    tables = inspect(create_engine(f"sqlite:///{migrated}")).get_table_names()
    assert {*TOLD, "alembic_version"} == {*tables}
    assert all(words in privacy("!") for words in TOLD.values())


@pytest.mark.parametrize("prefix", ["!", "`````"])
def test_it_fits_a_message(prefix: str) -> None:
    """With the longest prefix, and with the commands as they are typed."""
    assert len(privacy(prefix)) < 2000
    assert "ttt forget" in privacy(prefix)
    assert len(forget_question("k!")) < 2000
