"""Emoji and moments in a terminal."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from bot.local.client_text import expand_timestamps, plain
from bot.match.session import BoardStyle
from bot.show import emoji
from bot.show.overlay import NOTHING, Overlay
from bot.show.render import board
from tests.bot.builders import OWNED, position


def shown(rules: str, *moves: int, overlay: Overlay = NOTHING) -> list[str]:
    """The rows of a board of tiles in a terminal."""
    drawn = board(position(rules, moves), BoardStyle.TILES, overlay)
    return plain(emoji.fill_tokens(drawn, OWNED)).split("\n")


def test_small_boards_are_of_keycaps() -> None:
    """As they would be without emoji of our own."""
    assert shown("3x3", 5, 1) == ["🅾️2️⃣3️⃣", "4️⃣❌6️⃣", "7️⃣8️⃣9️⃣"]
    assert shown("3x3 gravity", 2) == ["1️⃣2️⃣3️⃣", "⬜⬜⬜", "⬜⬜⬜", "⬜🎯⬜"]


def test_high_numbers_stand_in_columns() -> None:
    """Each as wide as the widest, a mark or a light bulb as two letters."""
    assert shown("4x4", 6, 1) == ["🅾️  2  3  4", " 5 ❌  7  8", " 9 10 11 12", "13 14 15 16"]
    hint = Overlay(move=7)
    assert shown("4x4", 6, 1, overlay=hint)[1] == " 5 ❌ 💡  8"
    assert shown("10x10", 1)[0] == " ❎   2   3   4   5   6   7   8   9  10"


def test_marks_in_sentences_stand_alone() -> None:
    """Also beside a board of high numbers; foreign emoji stay as they are."""
    said = f"{OWNED['x']} and <:parrot:7>\n{OWNED['t11']}{OWNED['o']}{OWNED['t3']}"
    assert plain(said) == "❌ and <:parrot:7>\n11 ⭕  3"


@pytest.mark.parametrize(
    "seconds,language,words",
    [
        (86_400, "en", "in 24 hours"),
        (30, "en", "in 30 seconds"),
        (-600, "en", "10 minutes ago"),
        (172_800, "pt-BR", "em 2 dias"),
    ],
)
def test_moments_are_told_in_words(seconds: int, language: str, words: str) -> None:
    """As Discord's client counts down, in its language; nothing else changes."""
    now = datetime(2026, 7, 1, 12, tzinfo=UTC)
    then = int((now + timedelta(seconds=seconds)).timestamp())
    assert (
        expand_timestamps(f"Counting <t:{then}:R>. <@7>", now, language)
        == f"Counting {words}. <@7>"
    )


@pytest.mark.parametrize(
    "style,language,words",
    [
        ("", "en", "July 1, 2026 2:30\N{NARROW NO-BREAK SPACE}PM"),
        (":t", "en", "2:30\N{NARROW NO-BREAK SPACE}PM"),
        (":D", "en", "July 1, 2026"),
        (":D", "de", "1. Juli 2026"),
        (":F", "de", "Mittwoch, 1. Juli 2026 14:30"),
        (":d", "pt-BR", "01/07/2026"),
    ],
)
def test_dates_are_told_in_words(style: str, language: str, words: str) -> None:
    """In the time zone of the terminal."""
    then = int(datetime(2026, 7, 1, 12, 30, tzinfo=UTC).timestamp())
    now = datetime(2026, 7, 2, tzinfo=timezone(timedelta(hours=2)))
    assert expand_timestamps(f"On <t:{then}{style}>.", now, language) == f"On {words}."
