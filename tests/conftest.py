"""What all tests share: how hypothesis searches, Ctrl+C, their order, costs, and the collector."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests.costs import Costs

settings.register_profile(
    "kinarow",
    deadline=None,  # on a busy machine a slow example would fail a correct test
    suppress_health_check=[HealthCheck.too_slow],  # the same
)
settings.load_profile("kinarow")

# numpy and PyTorch share small sums among threads that burn processor time while they wait
os.environ.setdefault("OMP_NUM_THREADS", "1")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # as in a script's job: programs that tests start and interrupt would never hear of it
    signal.signal(signal.SIGINT, signal.default_int_handler)


_NEW_OBJECTS: Final = 20_000
"""Objects after which garbage is collected: by itself Python does so after 700."""
FIRST: Final = {"wire", "run", "pool", "local", "test_readme.py", "fuzz"}
"""Folders and files whose tests start programs and wait for them, and those of the dearest file."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what `tests.costs` can be told."""
    parser.addoption("--most-cpu", default="inf", help="fail if the run took more seconds")
    parser.addini("longest", "seconds after which a test is broken off")


def pytest_configure(config: pytest.Config) -> None:
    """Measure all tests."""
    config.pluginmanager.register(Costs(config))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let pytest-xdist begin with what takes longest, so that none of it runs alone at the end."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: FIRST.isdisjoint(item.path.parts))


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples in the code, not in the tests: each process takes two seconds for these."""
    return [found for found in (yield) if type(found).__name__ != "DoctestModule"]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage until all tests are known, and ignore later what was there by then.

    All of that stays to the end. This saves a tenth of the time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(_NEW_OBJECTS)
        gc.enable()
