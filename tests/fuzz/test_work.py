"""No reader takes longer for a made-up text than in proportion to its length.

A member may send anything, and while a reader reads nobody else is heard. The test compares work:
the processor time of this thread alone, the least of several runs. A quadratic reader takes
sixty-four times as long for eight times as much; a time that is short in any case counts as none.
The readers of sentences are tried with the most texts, and take seconds.
"""

from __future__ import annotations

import ast
import gc
import pkgutil
import re
from collections.abc import Callable, Iterator
from heapq import nlargest
from importlib import import_module
from inspect import getmembers, getsource, isfunction
from time import thread_time
from types import ModuleType
from typing import Final

import pytest

import bot.features
import bot.match
from engine.game import notation, pasted, psq, reading, records, sgf
from tests.fuzz import targets
from tests.fuzz.hostile import Hostile, hostile
from tests.fuzz.targets import COSTLY, TARGETS, Target

SIZES: Final = ((1_024, 8_192), (8_192, 65_536))
"""Lengths of texts that are compared, one eight times as long as the other."""
MOST: Final = 24
"""How many times as long the longer may take: between eight, in proportion, and sixty-four."""
NOTHING: Final = 0.05
"""Seconds of work that are short: a square of 8,192 steps takes longer on any processor."""
RUNS: Final = 6
"""How often a text that seems to take too long is read again."""
SUSPECTS: Final = 4
"""How many texts each reader is tested with: those that take it longest at a medium length."""
MEDIUM: Final = 2_048
"""The length at which texts are compared with one another: a square stands out there."""
EVERY: Final = [61, pytest.param(3, marks=pytest.mark.long)]
"""Which of the texts are tried: one in so many, odd, since every second one ends alike."""


@pytest.fixture(autouse=True, scope="module")
def uncollected() -> Iterator[None]:
    """The garbage of other tests is not a reader's work."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def work(read: Target, text: str) -> float:
    """The seconds of processor time that a reader takes for a text."""
    begun = thread_time()
    read(text)
    return thread_time() - begun


def is_in_proportion(read: Target, text: Hostile) -> bool:
    """Whether a reader takes no longer than in proportion to a text."""
    for short, long in SIZES:
        least_short = least_long = float("inf")
        for _ in range(RUNS):
            least_long = min(least_long, work(read, text.of(long)))
            if least_long <= NOTHING:
                break
            least_short = min(least_short, work(read, text.of(short)))
            if least_long <= MOST * least_short:
                return True
        else:
            return False
    return True


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("name", TARGETS)
def test_every_reader_takes_time_in_proportion(name: str, every: int) -> None:
    """Whatever is repeated in a text, however often."""
    read = TARGETS[name]
    texts = hostile(name, every * (3 if name in COSTLY else 1))
    suspects = nlargest(SUSPECTS, texts, key=lambda text: work(read, text.of(MEDIUM)))
    assert [text for text in suspects if not is_in_proportion(read, text)] == []


def test_one_that_does_not_is_found() -> None:
    """Such as a pattern that is tried again at each blank of many."""
    slow, quick = re.compile(r"\s*x"), re.compile(r"\s++x?")

    def search(text: str) -> None:
        slow.search(text * 2)  # or shorter texts take no time, and longer ones very long

    def find(text: str) -> None:
        quick.findall(text * 200)

    blanks = Hostile("", " ")
    assert not is_in_proportion(search, blanks)
    assert is_in_proportion(find, blanks)


def readers() -> Iterator[Callable[..., object]]:
    """Each function of a grammar that reads what somebody has written."""
    forms = notation, pasted, psq, reading, records, sgf
    for module in (*_grammars(bot.features), *_modules(bot.match), *forms):
        for name, function in getmembers(module, isfunction):
            if function.__module__ == module.__name__ and name.startswith(("parse_", "read_")):
                yield function


def _grammars(package: ModuleType) -> Iterator[ModuleType]:
    return (module for module in _modules(package) if module.__name__.endswith(".grammar"))


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield import_module(found.name)


def test_no_reader_is_forgotten() -> None:
    """Each has a target that feeds it, here and with all other odd inputs."""
    fed = {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(ast.parse(getsource(targets)))
        if isinstance(node, ast.Name | ast.Attribute)
    }
    assert sorted({reader.__name__ for reader in readers()} - fed) == []
