"""Who may move, and which moves are refused."""

from __future__ import annotations

import pytest

from bot.errors import AnyProblem, Problem
from bot.match.session import Ending, Person, read_move
from engine import Side
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, session
from tests.bot.match.session.refusal import refusal


def test_turns_alternate() -> None:
    """X, then O, each only in turn."""
    match = session([5])
    assert match.to_move == BOB
    error = refusal(lambda: match.play(ALICE.id, 1))
    assert (error.problem, error.facts) == (Problem.NOT_YOUR_TURN, {"name": "bob"})
    assert match.play(BOB.id, 1).position.moves == (5, 1)


def test_a_spectator_cannot_move() -> None:
    """Being in the channel is not being in the game."""
    assert refusal(lambda: session().play(CAROL.id, 5)).problem is Problem.NOT_A_PLAYER


@pytest.mark.parametrize(
    "rules, moves, text, problem, facts",
    [
        ("3x3", [5], "5", Problem.TAKEN, {"tile": "5"}),
        ("3x3", [5], "b2", Problem.TAKEN, {"tile": "b2"}),
        ("3x3", [], "0", Problem.NO_SUCH_TILE, {"text": "0", "last": 9, "corner": "c3"}),
        ("3x3", [], "10", Problem.NO_SUCH_TILE, {"text": "10", "last": 9, "corner": "c3"}),
        ("3x3", [], "d1", Problem.NO_SUCH_TILE, {"text": "d1", "last": 9, "corner": "c3"}),
        ("3x3 gravity", [2, 2, 2], "2", Problem.FULL, {"column": "2"}),
        ("connect4", [], "8", Problem.NO_SUCH_COLUMN, {"text": "8", "last": 7}),
        ("connect4", [], "a1", Problem.FLOATING, {"text": "a1"}),
        ("connect4", [4], "d6", Problem.TAKEN, {"tile": "d6"}),
        ("3x3 gravity", [2, 2, 2], "b1", Problem.TAKEN, {"tile": "b1"}),
    ],
)
def test_a_move_that_cannot_be_is_refused(
    rules: str, moves: list[int], text: str, problem: AnyProblem, facts: dict[str, str | int]
) -> None:
    """Taken, full, floating and missing tiles are told apart, with their facts."""
    match = session(moves, rules=rules)
    player = match.to_move
    assert isinstance(player, Person)
    for refused in (lambda: read_move(match.position, text), lambda: match.play(player.id, text)):
        error = refusal(refused)
        assert (error.problem, error.facts) == (problem, facts)


@pytest.mark.parametrize("move", [0, 5, 10])
def test_a_number_is_refused_as_its_digits_are(move: int) -> None:
    """Whether a button was pressed or the number was typed."""
    match = session([5])
    pressed, typed = lambda: match.play(BOB.id, move), lambda: match.play(BOB.id, str(move))
    assert refusal(pressed).args == refusal(typed).args


def test_words_that_name_no_move_are_refused() -> None:
    """The error repeats them."""
    error = refusal(lambda: session().play(ALICE.id, "hello"))
    assert (error.problem, error.facts) == (Problem.NOT_A_MOVE, {"text": "hello"})


@pytest.mark.parametrize(
    "rules, text, move",
    [
        ("3x3", "5", 5),
        ("3x3", "b2", 5),
        ("3x3", "hello", None),
        ("connect4", "d6", 4),
        ("gomoku", "b 2", 17),
        ("3x3", "b 2", 5),
        ("connect4", "d 6", 4),
    ],
)
def test_a_move_is_read(rules: str, text: str, move: int | None) -> None:
    """Numbers and coordinates are moves, with a space between letter and number or without."""
    assert read_move(session(rules=rules).position, text) == move


def test_the_bot_moves_only_in_turn() -> None:
    """Asking the engine out of turn is a defect, not a person's mistake."""
    with pytest.raises(AssertionError):
        session(o=KINAROW).play_bot(1)


@pytest.mark.parametrize(
    "rules, moves, ending, winner",
    [
        ("3x3", [1, 4, 2, 5, 3], Ending.LINE, Side.X),
        ("3x3", [1, 3, 2, 5, 9, 7], Ending.LINE, Side.O),
        ("3x3 misere", [1, 4, 2, 5, 3], Ending.LINE, Side.O),
        ("3x3", [5, 1, 9, 3, 2, 8, 4, 6, 7], Ending.FULL, None),
        ("3x3", [1, 2, 3, 5, 4, 6, 8, 9, 7], Ending.LINE, Side.X),
    ],
)
def test_the_last_move_ends_the_game(
    rules: str, moves: list[int], ending: Ending, winner: Side | None
) -> None:
    """Lines come before fullness, and a full board ends the game on anyone's move."""
    match = session(moves, rules=rules)
    assert (match.ending, match.winner) == (ending, winner)
    assert refusal(lambda: read_move(match.position, "6")).problem is Problem.NO_GAME
