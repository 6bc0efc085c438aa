"""Thousands of inputs for every reader; `make fuzz` feeds millions."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.inputs import LONGEST, inputs
from tests.fuzz.targets import COSTLY, TARGETS
from tests.thorough import long

PARTS = [7, *long(1)]
"""A seventh of the inputs, or all of them."""


def typed() -> st.SearchStrategy[str]:
    """Inputs as a strategy of hypothesis."""
    return st.integers(0, 2**32).map(lambda seed: next(inputs(Random(seed))))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", TARGETS)
def test_every_reader_keeps_its_promise(name: str, part: int) -> None:
    """Whatever people type is read or refused as promised, at any length and in any script."""
    for text in islice(inputs(Random(2026)), (100 if name in COSTLY else 1_000) // part):
        TARGETS[name](text)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", TARGETS)
def test_any_text_at_all(name: str, part: int) -> None:
    """So is any text that hypothesis generates; it finds the smallest that is not."""

    @settings(max_examples=(30 if name in COSTLY else 100) // part)
    @given(st.text(max_size=LONGEST))
    def any_text(text: str) -> None:
        TARGETS[name](text)

    any_text()
