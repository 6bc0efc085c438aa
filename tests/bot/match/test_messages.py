"""Moves, commands and numbers among other messages."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.grammar import (
    NO_DAY,
    asked_act,
    asked_move,
    may_concern,
    move_text,
    read_day,
    read_number,
)
from bot.match.messages import LARGEST


@pytest.mark.parametrize(
    "content, move",
    [
        ("5", "5"),
        (" 5\n", "5"),
        ("225", "225"),
        ("5️⃣", "5"),
        ("5⃣", "5"),
        ("🔟", "10"),
        ("\uff11\uff12", "12"),
        ("b2", "b2"),
        ("B2", "b2"),
        ("s19", "s19"),
        ("5.", "5"),
        ("5!", "5"),
        ("B2!", "b2"),
        ("#5", "5"),
        ("`5`", "5"),
        ("`b2`.", "b2"),
        ("b 2", "b 2"),
        ("\uff22\uff12\uff01", "b2"),
        ("\uff15\u3002", "5"),
        ("\uff22\u3000\uff12", "b 2"),
        ("\u0661\u0662", "12"),  # as an Arabic keyboard has it
        ("\u200f\u0665\u200f", "5"),
        ("\u06f5", "5"),
        ("\u0967\u0968\u096f", "129"),  # a Hindi one
    ],
)
def test_a_message_that_is_exactly_a_move_is_one(content: str, move: str) -> None:
    """Numbers and coordinates are moves, however they are dressed, with blanks around."""
    assert move_text(content) == move


@pytest.mark.parametrize(
    "content",
    [
        "",
        " ",
        "-5",
        "+5",
        "5 apples",
        "5 minutes",
        "5 6",
        "5?",
        "5!!",
        "5...",
        "5,",
        "5)",
        "(5)",
        "5%",
        "$5",
        "5th",
        "5-0",
        "5:30",
        "5/10",
        "5.11.",
        "2026",
        "2026.",
        "24.12.2026",
        ":5:",
        "<:five:5>",
        "<#5>",
        "<@5>",
        "#general",
        "#5 is mine",
        "# 5",
        "#b2",
        "##5",
        "b2 or not b2",
        "2 b or not 2 b",
        "b",
        "b.",
        "2b",
        "2 b",
        "b  2",
        "b\n2",
        "b-2",
        "u1",
        "u 1",
        "b200",
        "https://b.2",
        "b2.png",
        "5️⃣5️⃣",
        "5️⃣!",
        "²",
        "⑤",
        "`5",
        "``5``",
        "**5**",
        "||5||",
        "> 5",
        "x" * 2000,
        "5" * 2000,
    ],
)
def test_anything_else_is_conversation(content: str) -> None:
    """What merely contains a number or a coordinate is no move."""
    assert move_text(content) is None


@given(st.text(max_size=2000))
def test_a_move_is_short_and_plain(content: str) -> None:
    """Whatever counts as a move is at most three ASCII characters, and a space."""
    move = move_text(content)
    plain = "5" if move is None else move.replace(" ", "")
    assert plain.isascii()
    assert plain.isalnum()
    assert len(plain) <= 3


@pytest.mark.parametrize("words", ["5", "b2", "5️⃣", "!ttt", "K TTT hint", "<@7> 5", "ok <@7>"])
def test_moves_commands_and_mentions_may_concern_the_bot(words: str) -> None:
    """Moves, whatever names the group behind any prefix, and mentions are looked at."""
    assert may_concern(words, "ttt")


@pytest.mark.parametrize("words", ["", "hello", "5?", "that was a nice move, take 7 next", "ttl"])
def test_talk_does_not_concern_the_bot(words: str) -> None:
    """Everything else is passed over at once."""
    assert not may_concern(words, "ttt")


@pytest.mark.parametrize(
    "words, move",
    [("5", "5"), ("play 5", "5"), (" PLAY  B2 ", "b2"), ("play", None), ("hint", None), ("", None)],
)
def test_the_move_that_a_command_asks_for(words: str, move: str | None) -> None:
    """Of what may follow the group's name, moves alone."""
    assert asked_move(words) == move


@pytest.mark.parametrize(
    "words, act",
    [
        ("5", ("play", "5")),
        ("play B2", ("play", "b2")),
        ("swap white", ("play", "white")),
        ("swap", ("swap", "")),
        ("swap now", None),
        (" DRAW ", ("draw", "")),
        ("draw please", None),
        ("draws", None),
        ("exit", ("stop", "")),
        ("yes", ("accept", "")),
        ("no", ("decline", "")),
        ("vote", None),
        ("vote b2", ("vote", "b2")),
        ("vote Now", ("count", "")),
        ("vote stop", ("stop", "")),
        ("vote connect4 30s", None),
        ("board", None),
        ("board harder", ("harder", "")),
        ("board numbers", None),
        ("easier", ("easier", "")),
        ("undo", ("undo", "")),
        ("hint", None),
        ("help draw", None),
        ("start x", None),
        ("rematch", None),
        ("", None),
    ],
)
def test_each_command_in_a_game_has_one_name(words: str, act: tuple[str, str] | None) -> None:
    """Whatever changes a game that is on, under one name for each."""
    assert asked_act(words) == act


@pytest.mark.parametrize(
    "digits, number",
    [
        ("0", 0),
        ("007", 7),
        ("9223372036854775806", LARGEST - 1),
        ("9223372036854775808", LARGEST),
        ("9" * 19, LARGEST),
        ("9" * 5_000, LARGEST),
    ],
)
def test_a_number_fits_the_store(digits: str, number: int) -> None:
    """However many digits it has: Python itself reads no more than 4,300."""
    assert read_number(digits) == number


@pytest.mark.parametrize(
    "text, day",
    [
        ("2026-01-31", date(2026, 1, 31)),
        ("9999-12-31", date(9999, 12, 31)),
        ("2026-02-30", NO_DAY),
        ("0000-01-01", NO_DAY),
        ("today", NO_DAY),
    ],
)
def test_an_impossible_day_is_one_on_which_nothing_was(text: str, day: date) -> None:
    """The first of all."""
    assert read_day(text) == day
