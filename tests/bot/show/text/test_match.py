"""A match in words."""

from __future__ import annotations

import pytest

from bot.match.notes import TakenBack
from bot.match.session import BoardStyle, Bot, Coach, Ending, Person, Session, UserId, moves, offers
from bot.show.style import MoveInput, way_to_move
from bot.show.text import heading, moved, spoken, status
from bot.show.text.match import taken_back
from engine import Level
from tests.bot.builders import ALICE, BOB, KINAROW, position, session

WON = [1, 4, 2, 5, 3]
DRAWN = [5, 1, 9, 3, 2, 8, 4, 6, 7]


@pytest.mark.parametrize(
    "match, sentence",
    [
        (
            session(o=KINAROW),
            "❌ **alice** \N{EN DASH} ⭕ **Kinarow** (perfect) · tic-tac-toe",
        ),
        (
            session(x=Bot(Level.EASY), o=BOB, rules="connect4"),
            "🔴 **Kinarow** (easy) \N{EN DASH} 🔶 **bob** · Connect Four",
        ),
        (session(rules="gomoku"), "X **alice** \N{EN DASH} O **bob** · gomoku"),
        (session(style=BoardStyle.TEXT), "X **alice** \N{EN DASH} O **bob** · tic-tac-toe"),
        (
            session(x=Person(UserId(4), "*d*")),
            r"❌ **\*d\*** " + "\N{EN DASH} ⭕ **bob** · tic-tac-toe",
        ),
    ],
)
def test_the_heading_tells_who_plays_which_mark(match: Session, sentence: str) -> None:
    """Marks as on the board, names, the engine's level, and the game."""
    assert heading(match) == sentence


@pytest.mark.parametrize(
    "match, sentence",
    [
        (session(), "❌ **alice**, your turn: type a free number. Stuck? `!ttt hint`"),
        (session([5]), "⭕ **bob**, your turn: type a free number. Stuck? `!ttt hint`"),
        (session([5, 1]), "❌ **alice**, your turn: type a free number."),
        (
            session(o=KINAROW, x_coach=Coach.BEFORE),
            "❌ **alice**, your turn: type a free number.",
        ),
        (
            session([4, 4], rules="connect4"),
            "🔴 **alice**, your turn: type a column, 1 to 7.",
        ),
        (
            session([6, 1], rules="4x4"),
            "❌ **alice**, your turn: type a tile such as c2.",
        ),
        (session([5], o=KINAROW), "⭕ **Kinarow** is thinking…"),
    ],
)
def test_the_status_tells_whose_turn_it_is_and_how_to_move(match: Session, sentence: str) -> None:
    """The way to move suits the board; without buttons a hint is offered at first."""
    assert status(match, "!", MoveInput.TYPED, buttons=False) == sentence


@pytest.mark.parametrize(
    "match, sentence",
    [
        (session(), "❌ **alice**, your turn: press or type a free number."),
        (
            session([4, 4], rules="connect4"),
            "🔴 **alice**, your turn: press or type a column, 1 to 7.",
        ),
        (
            session([6, 1], rules="4x4"),
            "❌ **alice**, your turn: press a free tile, or type it, as in c2.",
        ),
        (session([6, 1], rules="4x6"), "❌ **alice**, your turn: type a tile such as c2."),
        (session(WON), "❌ **alice** wins with 1-2-3."),
    ],
)
def test_above_buttons_the_status_is_one_line_that_names_what_is_there(
    match: Session, sentence: str
) -> None:
    """A press or a typed word; what else can be done is said by the buttons alone."""
    assert status(match, "!", way_to_move(match.rules, typed=True)) == sentence


@pytest.mark.parametrize(
    "match, sentence",
    [
        (session(), "❌ **alice**, your turn: press a free tile."),
        (session([5, 1]), "❌ **alice**, your turn: press a free tile."),
        (session([4, 4], rules="connect4"), "🔴 **alice**, your turn: press a column."),
        (session([6, 1], rules="4x4"), "❌ **alice**, your turn: press a free tile."),
        (
            session([6, 1], rules="4x6"),
            "❌ **alice**, your turn: press **Move…**, or use `/ttt do play c2`.",
        ),
        (session([5], o=KINAROW), "⭕ **Kinarow** is thinking…"),
    ],
)
def test_the_status_asks_for_nothing_typed_where_nothing_typed_is_read(
    match: Session, sentence: str
) -> None:
    """Without the right to read messages a press is asked for, or a command."""
    assert status(match, "/", way_to_move(match.rules, typed=False)) == sentence


def test_the_prompt_without_buttons_asks_for_a_reply() -> None:
    """On any board."""
    way = way_to_move(session().rules, typed=False, buttons=False)
    asked = "❌ **alice**, your turn: reply to this board with a move such as 5."
    assert status(session([1, 2]), "/", way) == asked


@pytest.mark.parametrize(
    "match, sentence",
    [
        (session(WON), "❌ **alice** wins with 1-2-3. Again? `!ttt rematch`"),
        (
            session(WON, rules="3x3 misere"),
            "**alice** completed 1-2-3: ⭕ **bob** wins. Again? `!ttt rematch`",
        ),
        (
            session([4, 4, 3, 3, 2, 2, 1], rules="connect4"),
            "🔴 **alice** wins with 4 in a row. Again? `!ttt rematch`",
        ),
        (session(DRAWN), "A draw: the board is full. Again? `!ttt rematch`"),
        (
            offers.resign(session([5]), ALICE.id),
            "**alice** resigns: ⭕ **bob** wins. Again? `!ttt rematch`",
        ),
        (session([5]).ended(Ending.AGREED), "A draw by agreement. Again? `!ttt rematch`"),
        (
            offers.stop(session([5]), BOB.id, may_manage=False),
            "The game was stopped. A new game: `!ttt start`",
        ),
        (
            session([5]).ended(Ending.IDLE),
            "Nobody moved for too long, so the game has ended. A new game: `!ttt start`",
        ),
    ],
)
def test_the_status_of_a_finished_game_is_its_result(match: Session, sentence: str) -> None:
    """Every way to end has its sentence, and names the winner where there is one."""
    assert status(match, "!", buttons=False) == sentence


def test_a_last_stone_that_wins_is_no_draw() -> None:
    """A line on a full board is told as a win."""
    match = session([1, 2, 3, 5, 4, 6, 8, 9, 7])
    assert status(match, "!").startswith("❌ **alice** wins with 1-4-7.")


@pytest.mark.parametrize(
    "match, sentence",
    [
        (session(), ""),
        (session([5]), "**alice** played **5**."),
        (session([5, 1], o=KINAROW), "**Kinarow** played **1**."),
        (session([4], rules="connect4"), "**alice** played column **4**."),
        (session([6], rules="4x4"), "**alice** played **b2**."),
    ],
)
def test_the_last_move_is_told(match: Session, sentence: str) -> None:
    """Who moved, and where, as the board names it."""
    assert moved(match) == sentence


@pytest.mark.parametrize(
    "rules, moves, line",
    [
        ("3x3", [], "X, your turn; free: 1 2 3 4 5 6 7 8 9"),
        ("3x3", [5], "X on 5; O, your turn; free: 1 2 3 4 6 7 8 9"),
        ("3x3", WON, "X on 3 completes 1-2-3; X wins"),
        ("3x3 misere", WON, "X on 3 completes 1-2-3; O wins"),
        ("3x3", DRAWN, "X on 7; a draw"),
        ("connect4", [4], "X in column 4; O, your turn; free columns: 1 2 3 4 5 6 7"),
        ("gomoku", [113], "X on h8; O, your turn; 224 free tiles"),
    ],
)
def test_a_board_can_be_read_out(rules: str, moves: list[int], line: str) -> None:
    """One line gives the last move, the turn or the result, and what is free."""
    assert spoken(position(rules, moves)) == line


TILES = session((1, 16), rules="4x4", style=BoardStyle.TILES)
SWAPPED = moves.play(moves.take_over(session((5,), swap=True), BOB.id), ALICE.id, 1)


@pytest.mark.parametrize(
    "before, asker, sentence",
    [
        (session((5, 1)), BOB, "**bob** took **1** back."),
        (session((5, 1)), ALICE, "**alice** took back **5** and the answer **1**."),
        (
            session((4, 4), rules="connect4"),
            ALICE,
            "**alice** took back **4** and the answer **4**.",
        ),
        (TILES, ALICE, "**alice** took back **1** and the answer **16**."),
        (session((5, 1, 9)), ALICE, "**alice** took **9** back."),
        (session((4, 4), rules="connect4"), BOB, "**bob** took **4** back."),
        (session((1, 16), rules="4x4"), BOB, "**bob** took **d4** back."),
        (TILES, BOB, "**bob** took **16** back."),
        (SWAPPED, ALICE, "**alice** took **1** back."),
    ],
)
def test_a_takeback_tells_who_took_back_what(before: Session, asker: Person, sentence: str) -> None:
    """Whoever asked for it, and each move that is gone, as the board names it."""
    other = BOB if asker is ALICE else ALICE
    after = offers.undo(offers.undo(before, asker.id), other.id)
    assert taken_back(after, TakenBack.of(before, after)) == sentence
