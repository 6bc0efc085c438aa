"""A second thread searches the same root: it ends in time, and nothing it finds is untrue."""

from __future__ import annotations

import math
import random
import threading
import time
from collections.abc import Iterator

import pytest

from engine import Limit, Position, Rules, analyse, use_spare_core
from engine.alphabeta import second_thread as subject
from engine.alphabeta.search import search
from engine.alphabeta.second_thread import second_thread
from engine.thinking.clock import Now
from tests.engine.boards import wander
from tests.engine.brute_force import check_truth
from tests.soon import PATIENCE
from tests.thorough import long

SOON = Limit(seconds=60.0)


@pytest.fixture
def _spare() -> Iterator[None]:
    """A core is spare, however busy the machine is that runs the tests."""
    use_spare_core(lambda: True, trusted=True)
    yield
    use_spare_core(None)


class Waiter:
    """A search that does nothing but wait for the moment in which it has to end."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()

    def __call__(self, now: Now) -> None:
        """Wait for it."""
        self.begun.set()
        deadline = time.monotonic() + PATIENCE
        while now() < math.inf:
            assert time.monotonic() < deadline
            time.sleep(0.001)
        self.ended.set()


@pytest.mark.usefixtures("_spare")
def test_it_ends_with_the_first_search() -> None:
    """It runs beside what stands in the context, and is over when the context is left."""
    waiter = Waiter()
    with second_thread(SOON, waiter):
        assert waiter.begun.wait(PATIENCE)
        assert not waiter.ended.is_set()
    assert waiter.ended.is_set()


@pytest.mark.usefixtures("_spare")
def test_it_ends_with_an_error_of_the_first_search() -> None:
    """No thread is left behind by a search that fails."""
    waiter = Waiter()
    with pytest.raises(ZeroDivisionError), second_thread(SOON, waiter):
        raise ZeroDivisionError
    assert waiter.ended.is_set()


@pytest.mark.usefixtures("_spare")
def test_it_ends_when_its_core_is_wanted() -> None:
    """The first search goes on alone."""
    waiter, spare = Waiter(), [True]
    use_spare_core(lambda: spare[0], trusted=True)
    with second_thread(SOON, waiter):
        assert waiter.begun.wait(PATIENCE)
        spare[0] = False
        assert waiter.ended.wait(PATIENCE)


def test_it_ends_without_a_core_of_its_own() -> None:
    """A thread that computes for a small part of its time has none, whatever it was told."""
    use_spare_core(lambda: True)
    waiter = Waiter()  # it sleeps
    try:
        with second_thread(SOON, waiter):
            assert waiter.ended.wait(PATIENCE)
    finally:
        use_spare_core(None)


@pytest.mark.parametrize(
    "limit", [Limit(nodes=5000), Limit(depth=3), Limit(), Limit(seconds=0.01)], ids=str
)
@pytest.mark.usefixtures("_spare")
def test_it_needs_a_limit_in_seconds(limit: Limit) -> None:
    """Other searches give the same answer each time; and a short one has no time for it."""
    waiter = Waiter()
    with second_thread(limit, waiter):
        pass
    assert not waiter.begun.is_set()


def test_it_needs_leave() -> None:
    """Without a word from the program each search has one thread."""
    waiter = Waiter()
    with second_thread(SOON, waiter):
        pass
    assert not waiter.begun.is_set()


@pytest.mark.usefixtures("_spare")
def test_both_search_the_same_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of gomoku is joined, gives a good answer, and leaves no thread behind."""
    joined: list[Now] = []
    stoppable = subject._stoppable

    def noting(ended: threading.Event) -> Now:
        joined.append(stoppable(ended))
        return joined[-1]

    monkeypatch.setattr(subject, "_stoppable", noting)
    before = threading.active_count()
    four = Position.from_moves(Rules.parse("15x15x5"), [113, 98, 114, 99, 115, 100, 116])
    analysis = analyse(four, Limit(seconds=0.3), every=False)
    assert analysis.best in {112, 117}
    quiet = Position.from_moves(Rules.parse("15x15x5"), [113, 98, 129])
    assert analyse(quiet, Limit(seconds=0.3), every=False).best in quiet.legal
    assert joined
    assert all(now() == math.inf for now in joined)
    assert threading.active_count() == before


@pytest.mark.usefixtures("_spare")
@pytest.mark.parametrize("game", ["4x4x3", "5x4x4g", "4x5x4", *long("5x5x4"), "3x4x3 misere"])
def test_proofs_of_two_threads_are_true(game: str) -> None:
    """What is proved with the help of a common table agrees with brute force."""
    rng = random.Random(game)
    for _ in range(5):
        position = wander(Rules.parse(game), rng.randint(7, 25), rng)
        check_truth(position, search(position, Limit(seconds=0.2), True))
