"""Moves and ballots of a match, and why a move is refused."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Self

from bot.errors import Problem, UserError
from bot.match.opening import read_choice
from bot.match.players import Ending, UserId, name_of
from bot.match.session.opening import OpeningActs
from engine import (
    IllegalMoveError,
    InvalidMoveError,
    MoveProblem,
    Position,
    Rules,
    Side,
    coordinate,
    parse_move,
)

_SPACED: Final = re.compile("([a-z]) ([0-9])", re.IGNORECASE)
"""A space between the letter and the number of a tile."""


@dataclass(frozen=True, slots=True)
class MoveActs(OpeningActs):
    """A match in which moves are made. Each act returns a new one, or raises UserError."""

    def check_turn(self, user: UserId) -> None:
        """Raise UserError unless it is this person's turn."""
        if self._acting(user) is not self.turn:
            raise UserError(Problem.NOT_YOUR_TURN, name=name_of(self.to_move))

    def play(self, user: UserId, move: int | str) -> Self:
        """The person's move: a tile number, a column, or the words that were typed for one.

        Where something is to be chosen (swap2), a word for that.
        """
        self.check_turn(user)
        if (choice := read_choice(str(move))) is not None:
            return self.choose(user, choice)
        if self.choices:
            raise self.must_choose()
        assert not self.voting, "nobody moves alone for a crowd"
        return self._played(self._number(move), str(move))

    def vote(self, user: UserId, move: int | str, now: datetime) -> Self:
        """With a ballot for this move, in place of an earlier one of this person."""
        if not self.voting or self.poll is None:
            raise UserError(Problem.NO_VOTE)
        number = self._number(move)
        try:
            self.position.landing(number)
        except (InvalidMoveError, IllegalMoveError) as error:
            raise _refusal(self.rules, error, str(move)) from error
        return replace(self, poll=self.poll.cast(user, number, now))

    def play_vote(self, move: int) -> Self:
        """Play the move that the crowd chose."""
        assert self.voting, "a crowd moves on its turn"
        return self._played(move)

    def put_off(self, now: datetime) -> Self:
        """Postpone the deadline of the round of votes, or let the round rest."""
        assert self.poll is not None, "a round is on"
        return replace(self, poll=self.poll.put_off(now))

    def play_bot(self, move: int) -> Self:
        """Play the engine's move."""
        assert self.bot_to_move, "the engine moves only when it is its turn"
        assert not self.choices, "it has chosen"
        return self._played(move)

    def _number(self, move: int | str) -> int:
        """The number of a move; raises UserError for words that name none."""
        if isinstance(move, int):
            return move
        try:
            number = _parsed(self.position, move)
        except (InvalidMoveError, IllegalMoveError) as error:
            raise _refusal(self.rules, error, move) from error
        if number is None:
            raise UserError(Problem.NOT_A_MOVE, text=move)
        return number

    def _played(self, move: int, text: str = "") -> Self:
        """The session after a legal move; `text` names the move in a refusal."""
        try:
            position = self.position.play(move)
        except (InvalidMoveError, IllegalMoveError) as error:
            raise _refusal(self.rules, error, text or str(move)) from error
        session = replace(self, position=position, offer=None)
        if (outcome := position.outcome) is None:
            return session
        return session._ended(Ending.LINE if outcome.line else Ending.FULL, outcome.winner)

    def _ended(self, ending: Ending, winner: Side | None) -> Self:
        return replace(self, ending=ending, winner=winner, offer=None)


def read_move(position: Position, text: str) -> int | None:
    """Read a legal move. Return None for text that is no move, raise UserError if it is illegal."""
    try:
        move = _parsed(position, text)
        if move is not None:
            position.landing(move)
    except (InvalidMoveError, IllegalMoveError) as error:
        raise _refusal(position.rules, error, text) from error
    return move


def no_such_move(rules: Rules, text: str) -> UserError:
    """The error for a tile or a column that a board does not have."""
    if rules.gravity:
        return UserError(Problem.NO_SUCH_COLUMN, text=text, last=rules.columns)
    corner = coordinate(rules, rules.cells)
    return UserError(Problem.NO_SUCH_TILE, text=text, last=rules.cells, corner=corner)


def _parsed(position: Position, text: str) -> int | None:
    """The move that a text names, such as `b2` or `b 2`; None where it is no move.

    Raises as `parse_move` does.
    """
    return parse_move(position, _SPACED.sub(r"\1\2", text))


def _refusal(rules: Rules, error: InvalidMoveError | IllegalMoveError, text: str) -> UserError:
    """Turn the engine's error into a UserError."""
    if isinstance(error, InvalidMoveError):
        return no_such_move(rules, text)
    match error.problem:
        case MoveProblem.TAKEN:
            return UserError(Problem.TAKEN, tile=text)
        case MoveProblem.FULL:
            return UserError(Problem.FULL, column=text)
        case MoveProblem.FLOATING:
            return UserError(Problem.FLOATING, text=text)
        case MoveProblem.OVER:
            return UserError(Problem.NO_GAME)
        case MoveProblem.OVERLINE | MoveProblem.DOUBLE_FOUR | MoveProblem.DOUBLE_THREE:
            return UserError(Problem.FOUL, tile=text, foul=error.problem.value)
