"""Moves, ballots, and how the sides are assigned; the time for each; why a move is refused.

Each act gives a new session, or raises UserError.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.errors import Problem, UserError
from bot.match.messages import MIDDLE, read_choice
from bot.match.opening import SIDES, OpeningChoice
from bot.match.players import Ending, Person, UserId
from bot.match.session.session import Session
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
_JOINED: Final = r"\1\2"
_NAMED_CELLS: Final = 10
"""From so many on, tiles have a letter and a number where they are named in a sentence."""


def check_turn(session: Session, user: UserId) -> None:
    """Raise UserError unless it is this person's turn."""
    if session.acting(user) is not session.turn:
        raise UserError(Problem.NOT_YOUR_TURN, name=session.to_move.name)


def play(session: Session, user: UserId, move: int | str) -> Session:
    """The person's move: a tile number, a column, or the words that were typed for one.

    Where something is to be chosen (swap2), the word for the choice.
    """
    check_turn(session, user)
    if (choice := read_choice(str(move))) is not None:
        return choose(session, user, choice)
    if session.choices:
        raise _must_choose(session)
    assert not session.voting, "nobody moves alone for a crowd"
    move = _without_middle(session.rules, move)
    return _played(session, _number(session.position, move), str(move))


def play_bot(session: Session, move: int) -> Session:
    """Play the engine's move."""
    assert session.bot_to_move, "the engine moves only when it is its turn"
    assert not session.choices, "it has chosen"
    return _played(session, move)


def vote(session: Session, user: UserId, move: int | str, now: datetime) -> Session:
    """With a ballot for this move, in place of an earlier one of this person."""
    if not session.voting or session.poll is None:
        raise UserError(Problem.NO_VOTE)
    move = _without_middle(session.rules, move)
    number = _number(session.position, move)
    try:
        session.position.landing(number)
    except (InvalidMoveError, IllegalMoveError) as error:
        raise _refusal(session.rules, error, str(move)) from error
    return replace(session, poll=session.poll.cast(user, number, now))


def play_vote(session: Session, move: int) -> Session:
    """Play the move that the crowd chose."""
    assert session.voting, "a crowd moves on its turn"
    return _played(session, move)


def put_off(session: Session, now: datetime) -> Session:
    """Postpone the deadline of the round of votes, or let the round rest."""
    assert session.poll is not None, "a round is on"
    return replace(session, poll=session.poll.put_off(now))


def at(session: Session, now: datetime) -> Session:
    """Mark the session as touched now. A new turn gets its time, and a crowd its round."""
    ply, clock, poll = session.position.ply, session.clock, session.poll
    if clock is not None:
        timed = session.ending is None and isinstance(session.to_move, Person)
        clock = clock.at(ply if timed else None, now)
    if poll is not None and not session.voting:
        poll = poll.closed()
    elif poll is not None and poll.turn != ply:
        poll = poll.opened(ply, now)
    return replace(session, touched=now, clock=clock, poll=poll)


def after(session: Session, ply: int) -> Session:
    """Return the match after its first `ply` plies, or all of them if there are fewer."""
    return replace(session, position=session.position.until(ply))


def take_over(session: Session, user: UserId) -> Session:
    """Exchange the sides after the first move (swap rule)."""
    side = session.acting(user)
    if session.swap2 is not None:
        _check_choice(session, side)
        raise _must_choose(session)
    if not session.swap:
        raise UserError(Problem.NO_SWAP)
    if not session.can_swap:
        early = session.position.ply == 0
        raise UserError(Problem.SWAP_EARLY if early else Problem.SWAP_LATE)
    if side is not session.position.side:
        raise UserError(Problem.NOT_YOUR_SWAP, name=session.to_move.name)
    return _exchanged(session)


def take_over_bot(session: Session) -> Session:
    """Exchange the sides for the engine (swap rule)."""
    assert session.can_swap, "the first move can be taken over"
    assert session.bot_to_move, "the engine may choose"
    return _exchanged(session)


def choose(session: Session, user: UserId, choice: OpeningChoice) -> Session:
    """Take a colour, or choose to lay two more stones (swap2)."""
    _check_choice(session, session.acting(user))
    if choice not in session.choices:
        raise _must_choose(session)
    return _chosen(session, choice)


def choose_bot(session: Session, choice: OpeningChoice) -> Session:
    """Choose for the engine (swap2)."""
    assert session.bot_to_move, "the engine may choose"
    assert choice in session.choices, "that may be chosen"
    return _chosen(session, choice)


def read_move(position: Position, text: str) -> int | None:
    """Read a legal move; None if the text is not a move. Raises UserError if it is illegal."""
    text = str(_without_middle(position.rules, text))
    try:
        move = parse_move(position, _SPACED.sub(_JOINED, text))
        if move is not None:
            position.landing(move)
    except (InvalidMoveError, IllegalMoveError) as error:
        raise _refusal(position.rules, error, text) from error
    return move


def _without_middle(rules: Rules, move: int | str) -> int | str:
    """A move, with the tile or the column for `middle`. Raises UserError if the board has none."""
    if move != MIDDLE:
        return move
    if rules.middle is None:
        raise no_such_move(rules, MIDDLE)
    numbered = rules.gravity or rules.cells < _NAMED_CELLS
    return str(rules.middle) if numbered else coordinate(rules, rules.middle)


def no_such_move(rules: Rules, text: str) -> UserError:
    """The error for a tile or a column that a board does not have."""
    if rules.gravity:
        return UserError(Problem.NO_SUCH_COLUMN, text=text, last=rules.columns)
    corner = coordinate(rules, rules.cells)
    return UserError(Problem.NO_SUCH_TILE, text=text, last=rules.cells, corner=corner)


def _must_choose(session: Session) -> UserError:
    """The error of somebody who moves where a choice is to be made."""
    return UserError(Problem.CHOOSE_FIRST, codes=", ".join(c.words for c in session.choices))


def _check_choice(session: Session, side: Side) -> None:
    """Raise UserError unless the player of a side is to choose something (swap2)."""
    if not session.choices:
        raise UserError(Problem.NO_CHOICE)
    if side is not session.turn:
        raise UserError(Problem.NOT_YOUR_TURN, name=session.to_move.name)


def _chosen(session: Session, choice: OpeningChoice) -> Session:
    assert session.swap2 is not None, "swap2 is played"
    clock = session.clock.restarted() if session.clock else None
    chosen = replace(session, swap2=session.swap2.after(choice), offer=None, clock=clock)
    exchanged = choice in SIDES and SIDES[choice] is not session.turn
    return _exchanged(chosen) if exchanged else chosen


def _exchanged(session: Session) -> Session:
    clock = session.clock.restarted() if session.clock else None
    return replace(session, x=session.o, o=session.x, swapped=True, offer=None, clock=clock)


def _played(session: Session, move: int, text: str = "") -> Session:
    """The session after a legal move; `text` names the move in a refusal."""
    try:
        position = session.position.play(move)
    except (InvalidMoveError, IllegalMoveError) as error:
        raise _refusal(session.rules, error, text or str(move)) from error
    moved = replace(session, position=position, offer=None)
    if (outcome := position.outcome) is None:
        return moved
    return moved.ended(played_out(position), outcome.winner)


def played_out(position: Position) -> Ending:
    """Why a game is over that its last move has ended."""
    if position.outcome is not None and position.outcome.line:
        return Ending.LINE
    return Ending.REPEATED if position.is_repeated else Ending.FULL


def _number(position: Position, move: int | str) -> int:
    """The number of a move; raises UserError for words that name none."""
    if isinstance(move, int):
        return move
    try:
        number = parse_move(position, _SPACED.sub(_JOINED, move))
    except (InvalidMoveError, IllegalMoveError) as error:
        raise _refusal(position.rules, error, move) from error
    if number is None:
        raise UserError(Problem.NOT_A_MOVE, text=move)
    return number


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
