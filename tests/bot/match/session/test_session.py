"""What can be asked of a match."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from datetime import timedelta

import pytest

from bot.errors import Problem
from bot.match.session import BoardStyle, Ending, Guest, Seat, moves, seats
from engine import Side
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, NOON, session
from tests.bot.match.session.refusal import refusal


def test_seats_are_found_by_player_and_by_side() -> None:
    """A person has a side, a side has a player, and the bot is no person."""
    match = session(o=KINAROW)
    assert match.side_of(ALICE.id) is Side.X
    assert (match.seats[Side.X].player, match.seats[Side.O].player) == (ALICE, KINAROW)
    assert match.people == (ALICE,)
    assert (match.x.name, match.o.name) == ("alice", "Kinarow")
    assert match.bot is not None
    assert session().bot is None


def test_a_spectator_has_no_side() -> None:
    """A spectator is told who plays."""
    error = refusal(lambda: session().side_of(CAROL.id))
    assert error.problem is Problem.NOT_A_PLAYER
    assert error.facts == {"x": "alice", "o": "bob"}


def test_the_bot_is_to_move_on_its_turn_of_a_live_game() -> None:
    """The engine is asked on its turn, and no more once the game is over."""
    match = session(x=KINAROW, o=BOB)
    assert match.bot_to_move
    assert match.to_move == KINAROW
    assert not moves.play_bot(match, 5).bot_to_move
    assert not match.ended(Ending.IDLE).bot_to_move


def test_a_session_is_a_value() -> None:
    """An act gives a new session and leaves the old one as it was."""
    match = session()
    assert moves.play(match, ALICE.id, 5) is not match
    assert match == session()
    with pytest.raises(FrozenInstanceError):
        match.style = BoardStyle.TEXT  # type: ignore[misc]  # that is the claim


@pytest.mark.parametrize("hours, idle", [(23, False), (24, False), (25, True)])
def test_a_game_left_alone_is_idle(hours: int, idle: bool) -> None:
    """Only after the limit may anyone replace a game."""
    assert session().is_idle(NOON + timedelta(hours=hours), timedelta(hours=24)) is idle


def test_the_first_move_counts_for_nobody_under_the_swap() -> None:
    """Whether it was good is another question where the other may take it."""
    assert session([5]).shared_plies == 0
    assert session([5], swap=True).shared_plies == 1


def test_a_board_has_a_face_of_its_own() -> None:
    """Another order of moves, another stone and the swap change it; a hint does not."""
    boards = [session(), session([5, 1]), session([5, 3]), session([5], swap=True)]
    boards.append(moves.take_over(boards[-1], BOB.id))
    assert len({board.fingerprint for board in boards}) == len(boards)
    assert seats.helped(boards[1], ALICE.id).fingerprint == boards[1].fingerprint
    assert boards[-1].has_same_board(seats.helped(boards[-1], ALICE.id))
    assert not boards[-1].has_same_board(boards[-2])


def test_a_game_from_elsewhere_counts_for_nobody() -> None:
    """Though it was won."""
    won = session([1, 4, 2, 5, 3])
    loaded = replace(won, x=Seat(Guest("X")), o=Seat(Guest("O")))
    assert (won.counts, loaded.counts) == (True, False)
