"""Adding up what somebody has played."""

from __future__ import annotations

import pytest

from bot.match.rating import Value
from bot.match.results import GameRecord, Streak, Tally, overall, streak
from engine import Rules


@pytest.mark.parametrize(
    "newest_first, found",
    [
        ([], None),
        (["win"], Streak("win", 1)),
        (["win", "win", "loss", "win"], Streak("win", 2)),
        (["loss", "win"], Streak("loss", 1)),
        (["draw"] * 5, Streak("draw", 5)),
    ],
)
def test_a_streak_ends_with_the_first_other_result(
    newest_first: list[Value], found: Streak | None
) -> None:
    """Looking back from the latest one."""
    assert streak(newest_first) == found


def test_the_games_of_all_boards_together() -> None:
    """Wins, draws and losses are each added up; of nothing there is nothing."""
    records = [
        GameRecord(Rules(3, 3, 3), Tally(3, 2, 1)),
        GameRecord(Rules(4, 4, 4), Tally(0, 1, 5)),
    ]
    assert overall(records) == Tally(3, 3, 6)
    assert overall(records).games == 12
    assert overall([]) == Tally()
