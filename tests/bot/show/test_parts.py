"""Long answers in several messages."""

from __future__ import annotations

from bot.show.text import parts


def test_what_fits_is_one_message() -> None:
    """As it is."""
    assert parts("a\n\nb", 4) == ["a\n\nb"]


def test_paragraphs_stay_whole_where_they_can() -> None:
    """As few messages as there can be."""
    assert parts("aa\nbb\n\ncc\n\ndd", 8) == ["aa\nbb", "cc\n\ndd"]


def test_long_paragraphs_are_cut_between_lines() -> None:
    """Never within one."""
    assert parts("aaa\nbbb\nccc\n\nd", 7) == ["aaa\nbbb", "ccc\n\nd"]
