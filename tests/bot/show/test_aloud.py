"""Boards in words, as a screen reader reads them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.match.session import BoardStyle, Crowd, Ending, moves, seats
from bot.match.timing import Poll
from bot.show.aloud import board_aloud, completing, read_out
from bot.show.page import board_page
from bot.show.style import ALL_CAPABILITIES
from engine import Rules, Side
from tests.bot.builders import (
    ALICE,
    ALL_RULES,
    BOB,
    KINAROW,
    NOON,
    OWNED,
    changed,
    crowded,
    half_full,
    position,
    session,
)


@pytest.mark.parametrize(
    "rules, moves, me, words",
    [
        (
            "3x3",
            [5, 3, 1, 9],
            Side.X,
            "They threaten 6. You: 1, 5. They: 3, 9. Your turn: 2 4 6 7 8",
        ),
        ("3x3", [5, 3, 1], Side.X, "You threaten 9. You: 1, 5. They: 3. Their turn."),
        ("3x3", [5, 3, 1], None, "X threatens 9. X: 1, 5. O: 3. O, your turn: 2 4 6 7 8 9"),
        ("3x3", [], Side.X, "The board is empty. Your turn: 1 2 3 4 5 6 7 8 9"),
        ("3x3 misere", [5, 3, 1], Side.O, "You: 3. They: 1, 5. Your turn: 2 4 6 7 8 9"),
        ("3x3", [1, 4, 2, 5, 3], Side.O, "You: 4, 5. They: 1, 2, 3."),
        (
            "connect4",
            [4, 4, 3, 3, 2, 2],
            Side.O,
            "They threaten 1, 5. You are O. "
            "Columns from the bottom up: 2: X O; 3: X O; 4: X O. Their turn.",
        ),
        (
            "gomoku",
            [113, 98],
            Side.X,
            "You: h8. They: h7. Your turn: 223 free tiles",
        ),
    ],
)
def test_a_board_is_told(rules: str, moves: list[int], me: Side | None, words: str) -> None:
    """The threats first, then every stone once, then what is free."""
    assert read_out(position(rules, moves), me) == words


@pytest.mark.thorough
def test_many_stones_are_told_row_by_row() -> None:
    """Each stone is still told once, and a board of 361 stones is no longer than a message."""
    words = read_out(crowded(Rules.parse("19x19x19")), Side.X)
    assert words.startswith("You: row 1: a d ")
    letters = [part for part in words.replace(";", " ").replace(".", " ").split() if len(part) == 1]
    assert sum(part.isalpha() for part in letters) == 361
    assert all(len(read_out(crowded(rules))) <= 1_300 for rules in ALL_RULES)


@pytest.mark.parametrize("rules", ALL_RULES[::23], ids=str)
def test_a_threat_is_what_ends_the_game(rules: Rules) -> None:
    """For the side to move the moves that complete a row are those after which the game is won."""
    short = replace(rules, goal=3)
    for game in (short, rules):
        start = half_full(game)
        won = [m for m in start.legal if (o := start.play(m).outcome) and o.winner is start.side]
        assert list(completing(start, start.side)) == won


def test_a_lone_listener_hears_of_you_and_them() -> None:
    """Against the engine the text stands for the board, and says what the prompt would."""
    match = seats.restyled(session([5, 1, 9, 3], o=KINAROW), ALICE.id, BoardStyle.TEXT)
    assert match.is_text
    assert board_page(replace(match, style=BoardStyle.TEXT), "!").content.splitlines() == [
        "They threaten 2. You: 5, 9. They: 1, 3. Your turn: 2 4 6 7 8",
        "**Kinarow** played **3**.",
        "X **alice** \N{EN DASH} O **Kinarow** (perfect) · tic-tac-toe",
    ]


def test_between_two_the_other_keeps_the_picture() -> None:
    """The words say whom they are for. If both want words there is no picture."""
    match = seats.restyled(session([5, 1, 9, 3]), ALICE.id, BoardStyle.TEXT)
    lines = board_page(match, "!").content.splitlines()
    assert lines[:5] == [
        "❌ **alice** \N{EN DASH} ⭕ **bob** · tic-tac-toe",
        "⭕2️⃣🅾️",
        "4️⃣❌6️⃣",
        "7️⃣8️⃣❌",
        "For **alice**: They threaten 2. You: 5, 9. They: 1, 3. Your turn: 2 4 6 7 8",
    ]
    both = seats.restyled(match, BOB.id, BoardStyle.TEXT)
    assert both.is_text
    assert board_aloud(both) == "O threatens 2. X: 5, 9. O: 1, 3. X, your turn: 2 4 6 7 8"
    assert not session([5]).is_read_out


def test_a_crowd_sees_the_board_and_hears_it() -> None:
    """One voter who listens takes the picture from nobody."""
    vote = moves.at(replace(session(x=Crowd(ALICE), o=KINAROW), poll=Poll(30)), NOON)
    vote = seats.restyled(vote, ALICE.id, BoardStyle.TEXT)
    assert not vote.is_text
    assert board_aloud(vote) == "The board is empty. Your turn: 1 2 3 4 5 6 7 8 9"


@pytest.mark.parametrize("ending", Ending)
def test_every_end_keeps_the_position(ending: Ending) -> None:
    """Alone, in a vote and between two: the stones are told, and no turn or threat any more."""
    moves, words = [5, 3, 1], "You: 1, 5. They: 3."
    if ending is Ending.LINE:
        moves, words = [1, 4, 2, 5, 3], "You: 1, 2, 3. They: 4, 5."
    alone, two = session(moves, o=KINAROW), session(moves)
    for match, line in (
        (alone, words),
        (changed(alone, x=Crowd(ALICE)), words),
        (two, f"For **alice**: {words}"),
    ):
        winner = Side.X if ending in {Ending.LINE, Ending.RESIGNED, Ending.TIME} else None
        ended = changed(match, x_aloud=True, ending=ending, winner=winner)
        page = board_page(ALL_CAPABILITIES.styled(ended), "!")
        assert line in page.content.splitlines()


def test_nothing_is_forbidden_after_the_end() -> None:
    """A stopped board of renju names the stones alone."""
    start = position("renju", [111, 1, 112, 3, 128, 5, 143, 225])
    match = replace(session(o=KINAROW, rules="renju"), position=start, style=BoardStyle.TEXT)
    assert "Forbidden to X: h8" in board_aloud(match)
    stopped = board_aloud(replace(match, ending=Ending.STOPPED))
    assert stopped == "You: f8, g8, h9, h10. They: a1, c1, e1, o15."


def test_a_tile_has_one_name_in_a_message() -> None:
    """A listener hears the numbers of the board and its buttons; alone, the coordinates."""
    match = changed(session([1, 6, 2, 5], rules="4x4x3"), x_aloud=True, style=BoardStyle.TILES)
    lines = board_page(match, "!", owned=OWNED).content.splitlines()
    assert lines[5] == (
        "For **alice**: They threaten 7. You threaten 3. You: 1, 2. They: 5, 6. "
        "Your turn: 3 4 7 8 9 10 11 12 13 14 15 16"
    )
    assert lines[6].startswith("**bob** played **5**.")
    assert "You: a1, b1." in board_aloud(changed(match, o=KINAROW, style=BoardStyle.TEXT))


def test_many_stones_have_the_numbers_of_their_tiles() -> None:
    """Row by row too, where the board shows numbers."""
    start = crowded(Rules.parse("10x10x10"))
    words = read_out(start, Side.X, BoardStyle.TILES, turn=False)
    told = {
        int(number) for row in words.split("row ")[1:] for number in re.findall("[0-9]+", row)[1:]
    }
    assert told == set(start.tiles)


def test_more_threats_than_are_named_are_not_hidden() -> None:
    """The first ones are named, and that there are others."""
    eight = position("20x20x2", [190])
    assert read_out(eight).startswith("X threatens i9, j9, k9, i10, k10, i11, j11, k11. X: j10.")
    block = position("20x20x3", [190, 1, 191, 5, 210, 9, 211])
    assert ", …. X: j10, k10, j11, k11. " in read_out(block)
