"""What has been met is known again, as long as it is recent."""

from bot.edge.recent import RecentIds


def test_only_the_first_time_is_new() -> None:
    """Met again it is not, however often."""
    recent = RecentIds(10)
    assert [recent.is_new(id_) for id_ in (1, 2, 1, 1, 2)] == [True, True, False, False, False]


def test_what_is_long_ago_is_forgotten() -> None:
    """No more is kept than was asked for."""
    recent = RecentIds(2)
    assert all(recent.is_new(id_) for id_ in (1, 2, 3, 1))
