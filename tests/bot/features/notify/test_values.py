"""The word after `notify`."""

from __future__ import annotations

import pytest

from bot.errors import Problem, UserError
from bot.features.notify.values import NoticeWay, parse_way


@pytest.mark.parametrize(
    "word, way",
    [
        ("on", NoticeWay.ON),
        (" DM ", NoticeWay.DM),
        ("off", NoticeWay.OFF),
        ("no", NoticeWay.OFF),
        ("here", NoticeWay.ON),
    ],
)
def test_a_way_is_read(word: str, way: NoticeWay) -> None:
    """In any case, with a few other words for each."""
    assert parse_way(word) is way


def test_no_word_asks_how_it_is() -> None:
    """And changes nothing."""
    assert parse_way("  ") is None


def test_another_word_is_refused() -> None:
    """With the one that was meant, where it is similar."""
    with pytest.raises(UserError) as refused:
        parse_way("onn")
    assert refused.value.problem is Problem.UNKNOWN_WORD
    assert refused.value.facts["nearest"] == "on"
