"""When a search has to stop, by a time and a count of nodes that the tests make up."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from engine import Limit
from engine.thinking.clock import ChunkLength, Clock, StoppedError


class Spent:
    """The time and the nodes that a search is told it has spent."""

    def __init__(self) -> None:
        self.seconds = 100.0
        self.nodes = 0

    def clock(self, limit: Limit) -> Clock:
        """A clock that begins now."""
        return Clock(limit, lambda: self.nodes, lambda: self.seconds)


@pytest.fixture
def spent() -> Spent:
    """Nothing yet."""
    return Spent()


def test_without_a_limit_nothing_stops(spent: Spent) -> None:
    """Any chunk is allowed, however much was spent."""
    clock = spent.clock(Limit())
    spent.seconds, spent.nodes = 1e9, 10**12
    assert clock.more(500) == 500
    assert not clock.stopped
    assert not clock.limited
    assert clock.seconds_left is None
    assert clock.left() == Limit()
    clock.check()


def test_nodes_are_allowed_up_to_the_limit(spent: Spent) -> None:
    """The last chunk is what is left; then nothing is."""
    clock = spent.clock(Limit(nodes=1000))
    assert clock.more(600) == 600
    spent.nodes = 600
    assert clock.more(600) == 400
    assert clock.left() == Limit(nodes=400)
    spent.nodes = 1001
    assert clock.more(600) == 0
    assert clock.nodes == 1001
    assert clock.left() == Limit(nodes=1)
    with pytest.raises(StoppedError):
        clock.check()


def test_time_is_allowed_up_to_the_limit(spent: Spent) -> None:
    """A whole chunk until it is over, and nothing from then on."""
    clock = spent.clock(Limit(seconds=2.0))
    spent.seconds += 1.5
    assert clock.more(600) == 600
    assert clock.elapsed == 1.5
    assert clock.left() == Limit(seconds=0.5)
    spent.seconds += 0.5
    assert clock.more(600) == 0
    assert clock.stopped
    assert clock.left() == Limit(seconds=0.001)


def test_a_search_may_have_begun_before_its_clock(spent: Spent) -> None:
    """What it has spent until then is part of its time."""
    clock = Clock(Limit(seconds=2.0), now=lambda: spent.seconds, started=spent.seconds - 0.5)
    assert clock.elapsed == 0.5
    assert clock.left() == Limit(seconds=1.5)


def test_a_part_of_the_whole_limit(spent: Spent) -> None:
    """It counts from the start of the search, in time and in nodes."""
    clock = spent.clock(Limit(seconds=10.0, nodes=1000))
    assert clock.part(0.25) == Limit(seconds=2.5, nodes=250)
    assert clock.part(0.0001) == Limit(seconds=0.001, nodes=1)
    spent.nodes = 300
    part = clock.up_to(0.5)
    assert part.more(500) == 200
    spent.seconds += 5.0
    assert part.stopped
    assert not clock.stopped


def test_the_spared_part_of_a_limit_is_bounded(spent: Spent) -> None:
    """A part of a short limit stays unspent, and of a long one no more than the bound."""
    most = Limit(seconds=2.0, nodes=50)
    for limit, last in ((Limit(nodes=100), 60), (Limit(nodes=1_000), 950)):
        clock = spent.clock(limit).sparing(0.4, most)
        spent.nodes = last - 1
        assert not clock.stopped
        spent.nodes = last
        assert clock.stopped
    for limit, latest in ((Limit(seconds=1.0), 0.6), (Limit(seconds=10.0), 8.0)):
        spent.nodes, begun = 0, spent.seconds
        clock = spent.clock(limit).sparing(0.4, most)
        spent.seconds = begun + latest - 0.01
        assert not clock.stopped
        spent.seconds = begun + latest + 0.01
        assert clock.stopped


def test_a_share_counts_from_now(spent: Spent) -> None:
    """In time and in nodes, and never beyond the limit."""
    clock = spent.clock(Limit(seconds=10.0, nodes=1000))
    spent.seconds, spent.nodes = spent.seconds + 4.0, 300
    share = clock.share(0.1, unlimited=7)
    assert share.more(500) == 100
    spent.seconds += 1.0
    assert share.stopped
    spent.seconds, spent.nodes = spent.seconds + 4.5, 950
    assert clock.share(0.1, unlimited=7).more(500) == 50
    assert clock.share(0.1, unlimited=7).seconds_left == 0.5


def test_a_share_of_no_limit_is_so_many_nodes(spent: Spent) -> None:
    """A limit in time alone leaves nodes free."""
    assert spent.clock(Limit()).share(0.1, unlimited=70).more(500) == 70
    assert spent.clock(Limit(seconds=1.0)).share(0.1, unlimited=70).more(500) == 500


def test_at_most_so_many_nodes_from_now(spent: Spent) -> None:
    """It stops as the clock it was made from, or sooner."""
    clock = spent.clock(Limit(nodes=1000))
    spent.nodes = 400
    assert clock.at_most(100).more(500) == 100
    assert clock.at_most(5000).more(sys.maxsize) == 600


def test_overtime_goes_on_beyond_the_limit(spent: Spent) -> None:
    """By so many nodes, and by so many seconds after the limit or after now."""
    clock = spent.clock(Limit(seconds=1.0, nodes=10))
    spent.seconds, spent.nodes = spent.seconds + 3.0, 20
    overtime = clock.overtime(100, 0.5)
    assert overtime.more(500) == 100
    assert overtime.seconds_left == 0.5
    assert spent.clock(Limit(seconds=1.0)).overtime(100, 0.5).seconds_left == 1.5


def test_a_win_in_hand_shortens_the_search_once(spent: Spent) -> None:
    """To some times what was spent; called again later it changes nothing."""
    clock = spent.clock(Limit(seconds=10.0, nodes=1000))
    spent.seconds, spent.nodes = spent.seconds + 1.0, 100
    clock.shorten(3, 0.5)
    assert clock.seconds_left == 2.5
    assert clock.more(1000) == 200
    spent.seconds, spent.nodes = spent.seconds + 1.0, 250
    clock.shorten(3, 0.5)
    assert clock.seconds_left == 1.5
    assert clock.more(1000) == 50
    unlimited = spent.clock(Limit())
    unlimited.shorten(3, 0.5)
    assert unlimited.more(1000) == 1000


def test_chunks_take_about_two_milliseconds(spent: Spent) -> None:
    """They grow where the machine is fast, and shrink where it is slow, down to one node."""
    length = ChunkLength(lambda: spent.seconds)
    first = length.nodes
    length.start()
    for _ in range(30):
        spent.seconds += 0.0005
        length.adapt()
    assert length.nodes == 1 << 16 > first
    spent.seconds += 0.0015
    length.adapt()
    assert length.nodes == 1 << 16
    for _ in range(30):
        spent.seconds += 1.0
        length.adapt()
    assert length.nodes == 1


@pytest.mark.parametrize("bound", ["seconds", "nodes", "depth"])
@pytest.mark.parametrize("value", [0, -1])
def test_bounds_are_positive(bound: str, value: int) -> None:
    """A limit of nothing is refused."""
    with pytest.raises(ValueError, match=bound):
        Limit(**{bound: value})


@pytest.mark.parametrize(
    "bounds",
    [
        {"nodes": 1.5},
        {"depth": 2.0},
        {"nodes": True},
        {"seconds": "1"},
        {"seconds": True},
        {"seconds": float("nan")},
    ],
)
def test_bounds_are_numbers(bounds: dict[str, Any]) -> None:
    """Nodes and depth are whole numbers, seconds any, and nothing else is taken for one."""
    with pytest.raises(ValueError, match=next(iter(bounds))):
        Limit(**bounds)


def test_repr_reads_back() -> None:
    """A limit survives repr."""
    limit = Limit(seconds=0.5, depth=3)
    assert eval(repr(limit)) == limit


def test_a_limit_is_multiplied() -> None:
    """Its seconds and nodes are, with a node left at least; its depth and what is open stay."""
    assert Limit(seconds=2.0, nodes=10, depth=3).times(0.25) == Limit(0.5, 2, 3)
    assert Limit(nodes=2).times(0.25) == Limit(nodes=1)
    assert Limit().times(3) == Limit()


def test_a_limit_can_be_shortened() -> None:
    """A shorter one stays as it is, and what has no bound in time gets one."""
    assert Limit(seconds=2.0, nodes=10).within(0.5) == Limit(0.5, 10)
    assert Limit(seconds=0.25).within(0.5) == Limit(0.25)
    assert Limit(depth=3).within(0.5) == Limit(0.5, depth=3)
