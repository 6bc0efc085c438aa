"""What an unknown word was probably meant to be."""

from __future__ import annotations

from bot.match.grammar import shortened, unknown


def test_a_long_unknown_word_is_quoted_in_part() -> None:
    """An answer never repeats more than 30 characters of what was typed."""
    error = unknown("Z" * 4000, ["start"])
    assert error.facts == {"word": "Z" * 29 + "…", "nearest": ""}
    assert shortened("Z" * 31) == "Z" * 29 + "…"
    assert shortened("Z" * 30) == "Z" * 30


def test_an_unknown_word_is_compared_in_any_case() -> None:
    """Capitals do not hide what was meant, and the word is quoted as typed."""
    assert unknown("STRAT", ["start"]).facts == {"word": "STRAT", "nearest": "start"}
