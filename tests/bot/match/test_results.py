"""Adding up what somebody has played."""

from __future__ import annotations

from bot.match.results import GameRecord, Tally, overall
from engine import Rules


def test_the_games_of_all_boards_together() -> None:
    """Wins, draws and losses are each added up; of nothing there is nothing."""
    records = [
        GameRecord(Rules(3, 3, 3), Tally(3, 2, 1)),
        GameRecord(Rules(4, 4, 4), Tally(0, 1, 5)),
    ]
    assert overall(records) == Tally(3, 3, 6)
    assert overall(records).games == 12
    assert overall([]) == Tally()
