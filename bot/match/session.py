"""A match in a channel: its players, its position, and the offer that is open.

A Session is a value. Each action returns a new session or raises UserError. This module does
not use Discord, the store or the engine's search.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.errors import Problem, UserError
from bot.match.opening.acts import OpeningActs
from bot.match.opening.swap2 import read_choice
from bot.match.players import (
    BOT_NAME,
    CHOOSABLE_STYLES,
    CROWD_NAME,
    DECIDED,
    ERASED_USER,
    UNSTORED,
    UNTOLD,
    BoardStyle,
    Bot,
    ChallengeId,
    ChannelId,
    Coach,
    Crowd,
    Ending,
    FixtureId,
    GameId,
    GuildId,
    MessageId,
    Offer,
    OfferKind,
    Pairing,
    Person,
    Player,
    ScopeId,
    Terms,
    UserId,
    name_of,
    scope_of,
)
from bot.match.state import TurnClock
from engine import (
    LADDER,
    IllegalMoveError,
    InvalidMoveError,
    Level,
    MoveProblem,
    Position,
    Rules,
    Side,
    coordinate,
    parse_move,
)

__all__ = [
    "BOT_NAME",
    "CHOOSABLE_STYLES",
    "CROWD_NAME",
    "DECIDED",
    "ERASED_USER",
    "UNSTORED",
    "UNTOLD",
    "BoardStyle",
    "Bot",
    "ChallengeId",
    "ChannelId",
    "Coach",
    "Crowd",
    "Ending",
    "FixtureId",
    "GameId",
    "GuildId",
    "MessageId",
    "Offer",
    "OfferKind",
    "Pairing",
    "Person",
    "Player",
    "ScopeId",
    "Session",
    "Terms",
    "UserId",
    "name_of",
    "read_move",
    "scope_of",
]

_SPACED: Final = re.compile("([a-z]) ([0-9])", re.IGNORECASE)
"""A space between the letter and the number of a tile."""


@dataclass(frozen=True, slots=True)
class Session(OpeningActs):
    """One match. Each action returns a new session or raises UserError."""

    def at(self, now: datetime) -> Session:
        """Mark the session as touched now. A new turn gets its time, and a crowd its round."""
        session = replace(self, touched=now, clock=self._clock_at(now))
        if self.poll is None:
            return session
        if not self.voting:
            return replace(session, poll=self.poll.closed())
        if self.poll.turn == self.position.ply:
            return session
        return replace(session, poll=self.poll.opened(self.position.ply, now))

    def _clock_at(self, now: datetime) -> TurnClock | None:
        if self.clock is None:
            return None
        timed = self.ending is None and isinstance(self.to_move, Person)
        return self.clock.at(self.position.ply if timed else None, now)

    def after(self, ply: int) -> Session:
        """Return the match after its first `ply` plies, or all of them if there are fewer."""
        moves = self.position.moves[:ply]
        return replace(self, position=Position.from_moves(self.rules, moves))

    def check_turn(self, user: UserId) -> None:
        """Raise UserError unless it is this person's turn."""
        if self._acting(user) is not self.turn:
            raise UserError(Problem.NOT_YOUR_TURN, name=name_of(self.to_move))

    def play(self, user: UserId, move: int | str) -> Session:
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

    def vote(self, user: UserId, move: int | str, now: datetime) -> Session:
        """With a ballot for this move, in place of an earlier one of this person."""
        if not self.voting or self.poll is None:
            raise UserError(Problem.NO_VOTE)
        number = self._number(move)
        try:
            self.position.landing(number)
        except (InvalidMoveError, IllegalMoveError) as error:
            raise _refusal(self.rules, error, str(move)) from error
        return replace(self, poll=self.poll.cast(user, number, now))

    def play_vote(self, move: int) -> Session:
        """Play the move that the crowd chose."""
        assert self.voting, "a crowd moves on its turn"
        return self._played(move)

    def put_off(self, now: datetime) -> Session:
        """Postpone the deadline of the round of votes, or let the round rest."""
        assert self.poll is not None, "a round is on"
        return replace(self, poll=self.poll.put_off(now))

    def play_bot(self, move: int) -> Session:
        """Play the engine's move."""
        assert self.bot_to_move, "the engine moves only when it is its turn"
        assert not self.choices, "it has chosen"
        return self._played(move)

    def undo(self, user: UserId) -> Session:
        """Take back to this person's last turn.

        Against the bot that happens at once, and so it does with a stone while more are laid
        (swap2). Between people else the first call makes an offer, and the other player's call
        accepts it.
        """
        side = self._acting(user)
        self.check_help()
        if self._is_answer(OfferKind.UNDO, side):
            return self._taken_back(side.other)
        self._plies_to_take_back(side)
        if self.against_bot or self.is_laying:
            return self._taken_back(side)
        return self._offered(OfferKind.UNDO, side)

    def draw(self, user: UserId) -> Session:
        """Offer a draw, or accept the draw that the other player offered."""
        side = self._acting(user)
        if self._is_answer(OfferKind.DRAW, side):
            return self.agree_draw()
        return self._offered(OfferKind.DRAW, side)

    def agree_draw(self) -> Session:
        """End the game as a draw that both players agreed to."""
        return self._ended(Ending.AGREED, None)

    def accept(self, user: UserId) -> Session:
        """Accept the open offer."""
        match self._offer_to(user).kind:
            case OfferKind.DRAW:
                return self.draw(user)
            case OfferKind.UNDO:
                return self.undo(user)
            case OfferKind.STOP:
                return self.stop(user, may_manage=False)

    def decline(self, user: UserId) -> Session:
        """Decline the open offer, or withdraw one's own."""
        if self.offer is None or self.side_of(user) is not self.offer.by:
            self._offer_to(user)
        return replace(self, offer=None)

    def resign(self, user: UserId) -> Session:
        """Resign the game for a person."""
        return self._ended(Ending.RESIGNED, self._acting(user).other)

    def stop(self, user: UserId, *, may_manage: bool) -> Session:
        """End the game without a result, or offer that to the other player.

        Its players may do that, and members who may manage messages. If its vote rests, anyone may.
        A game that counts for two people ends like this only if both want it: so nobody can stop a
        game that is about to be lost. A moderator who plays needs that too.
        """
        if self.fixture is not None:
            raise UserError(Problem.TOURNAMENT_STOP)
        forgotten = self.voting and self.poll is not None and self.poll.resting
        plays = self.is_played_by(user)
        if not may_manage and not forgotten and not plays:
            raise UserError(Problem.MAY_NOT_STOP)
        if plays and self.needs_consent:
            side = self._acting(user)
            if not self._is_answer(OfferKind.STOP, side):
                return self._offered(OfferKind.STOP, side)
        return self._ended(Ending.STOPPED, None)

    def leave(self, user: UserId) -> Session:
        """End the game for a person who cannot wait for an answer: where that counts, they lose."""
        if self.needs_consent or self.fixture is not None:
            return self.resign(user)
        return self.stop(user, may_manage=False)

    def abandon(self) -> Session:
        """End a game that was idle for too long, or whose player wants to be forgotten."""
        return self._ended(Ending.IDLE, None)

    def close(self) -> Session:
        """End a game whose channel is gone, or closed to the bot."""
        return self._ended(Ending.CLOSED, None)

    @property
    def may_reopen(self) -> bool:
        """Whether a game goes on once its channel is open again. A tournament waits for none."""
        erased = any(person.id == ERASED_USER for person in self.people)
        return self.ending is Ending.CLOSED and self.fixture is None and not erased

    def reopen(self) -> Session:
        """Go on with a game whose channel is open again."""
        assert self.may_reopen, "its channel was closed"
        return replace(self, ending=None)

    def run_out(self) -> Session:
        """End a game whose player to move has not moved in time, and loses by that."""
        return self._ended(Ending.TIME, self.turn.other)

    def call_off(self) -> Session:
        """End a game of a tournament that was called off, without a result."""
        return self._ended(Ending.STOPPED, None)

    def set_coach(self, user: UserId, coach: Coach) -> Session:
        """Change the coach of a person's side, which counts as help."""
        side = self._acting(user)
        if coach is not Coach.OFF:
            self.check_help()
        session = self if coach is Coach.OFF else self.helped(user)
        if side is Side.X:
            return replace(session, x_coach=coach)
        return replace(session, o_coach=coach)

    def restyled(self, user: UserId, style: BoardStyle, *, shared: bool = True) -> Session:
        """Show the board to a player in another style.

        Where others see the same board, words are for this player besides their picture, and the
        picture changes only if it is `shared`: if the other player has not chosen another one.
        """
        side = self._acting(user)
        aloud = style is BoardStyle.TEXT
        keeps_picture = self.duel is None and (aloud or not shared)
        shown = replace(self, style=self.style if keeps_picture else style)
        return replace(shown, x_aloud=aloud) if side is Side.X else replace(shown, o_aloud=aloud)

    def with_words(self, player: Player, *, words: bool) -> Session:
        """With the board in words for a player, or without."""
        if player == self.x:
            return replace(self, x_aloud=words)
        return replace(self, o_aloud=words)

    def seen_by(self, user: UserId) -> Session:
        """The match in the style in which a person sees what is meant for them."""
        aloud = any(
            self.aloud_of(side) and player.id == user
            for side in Side
            if isinstance(player := self.player(side), Person)
        )
        return replace(self, style=BoardStyle.TEXT) if aloud else self

    def check_help(self) -> None:
        """Raise UserError in a game without help: one of a tournament, or a strict one."""
        if self.fixture is not None and self.ending is None:
            raise UserError(Problem.TOURNAMENT_HELP)
        if self.strict and self.between_people:
            raise UserError(Problem.NO_HELP)

    def helped(self, user: UserId) -> Session:
        """Note that a person has seen a recommendation.

        Against the engine the game is unrated then. Between people it is so only for that player,
        and only if it is not lost: otherwise a hint would be a way out of a lost game.
        """
        if not self.between_people or not self.is_played_by(user):
            return replace(self, assisted=True)
        self.check_help()
        return self._aided(self.side_of(user))

    def at_level(self, user: UserId, steps: int) -> Session:
        """Let the engine play some steps of the ladder higher, or lower below 0.

        A player may ask for that, or the leader of a crowd. A game at a level that was asked for
        is unrated from then on.
        """
        side = self._acting(user).other
        bot = self.player(side)
        if not isinstance(bot, Bot):
            raise UserError(Problem.NO_LEVEL)
        place = LADDER.index(bot.step) + steps
        if not 0 <= place < len(LADDER):
            raise UserError(Problem.LADDER_ENDS if steps > 0 else Problem.LADDER_BEGINS)
        after = bot.at(LADDER[place])
        assisted = self.assisted or after.level is not Level.ADAPTIVE
        if side is Side.X:
            return replace(self, x=after, assisted=assisted)
        return replace(self, o=after, assisted=assisted)

    def rematch(self, user: UserId) -> Pairing:
        """The pairing for the same game with exchanged sides. One of its players asks for it.

        The player who made the first move does not make it again, even after a swap.
        """
        if self.leader is None and not self.is_played_by(user):
            raise UserError(Problem.NOT_YOUR_REMATCH, x=self.x_name, o=self.o_name)
        side = self.side_of(user)
        asker, other = self.player(side), self.player(side.other)
        if isinstance(other, Person) and other.id == ERASED_USER:
            raise UserError(Problem.NO_REMATCH)
        terms = Terms(
            self.rules,
            side if self.swapped else side.other,
            self._coach_again(side),
            BoardStyle.TEXT if self.aloud_of(side) else self.style,
            self.swap,
            self.poll.seconds if self.poll else None,
            self.clock.limit if self.clock is not None and self.clock.agreed else None,
            self.swap2 is not None,
        )
        return Pairing(self.channel, self.guild, asker, other, terms)

    def _coach_again(self, side: Side) -> Coach:
        """The coach of a rematch: that of the side that asks, between people one that both have."""
        coach = self.coach_of(side)
        return coach if self.against_bot or coach is self.coach_of(side.other) else Coach.OFF

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

    def _played(self, move: int, text: str = "") -> Session:
        """The session after a legal move; `text` names the move in a refusal."""
        try:
            position = self.position.play(move)
        except (InvalidMoveError, IllegalMoveError) as error:
            raise _refusal(self.rules, error, text or str(move)) from error
        session = replace(self, position=position, offer=None)
        if (outcome := position.outcome) is None:
            return session
        return session._ended(Ending.LINE if outcome.line else Ending.FULL, outcome.winner)

    def _ended(self, ending: Ending, winner: Side | None) -> Session:
        return replace(self, ending=ending, winner=winner, offer=None)

    def _offered(self, kind: OfferKind, side: Side) -> Session:
        if self.offer == Offer(kind, side):
            raise UserError(Problem.OWN_OFFER, name=name_of(self.player(side.other)))
        return replace(self, offer=Offer(kind, side))

    def _is_answer(self, kind: OfferKind, side: Side) -> bool:
        return self.offer == Offer(kind, side.other)

    def _offer_to(self, user: UserId) -> Offer:
        side = self._acting(user)
        if self.offer is None:
            raise UserError(Problem.NO_OFFER)
        if self.offer.by is side:
            raise UserError(Problem.OWN_OFFER, name=name_of(self.player(side.other)))
        return self.offer

    def _plies_to_take_back(self, side: Side) -> int:
        """Return 1 if the other player is to move, otherwise 2. Raises UserError.

        Of the stones of an opening it is always 1: each is taken back by whoever has laid it.
        """
        ply = self.position.ply
        plies = 2 if self.position.side is side and not self.is_opening else 1
        floor = max(self.begun, int(self.swapped)) if self.swap2 is None else self.swap2.floor
        if ply - plies < floor or (self.is_opening and self.mover(ply) is not side):
            raise UserError(Problem.NOTHING_TO_UNDO)
        return plies

    def _taken_back(self, side: Side) -> Session:
        moves = self.position.moves[: self.position.ply - self._plies_to_take_back(side)]
        position = Position.from_moves(self.rules, moves)
        session = self
        if not self.is_opening:  # nobody has answered what is laid there
            session = self._aided(side) if self.between_people else replace(self, assisted=True)
        return replace(session, position=position, offer=None)

    def _aided(self, side: Side) -> Session:
        """Note that a player in a game between people has had help, if the game is rated."""
        if self.assisted:
            return self
        if side is Side.X:
            return replace(self, x_assisted=True)
        return replace(self, o_assisted=True)


def read_move(position: Position, text: str) -> int | None:
    """Read a legal move. Return None for text that is no move, raise UserError if it is illegal."""
    try:
        move = _parsed(position, text)
        if move is not None:
            position.landing(move)
    except (InvalidMoveError, IllegalMoveError) as error:
        raise _refusal(position.rules, error, text) from error
    return move


def _parsed(position: Position, text: str) -> int | None:
    """The move that a text names, such as `b2` or `b 2`; None where it is no move.

    Raises as `parse_move` does.
    """
    return parse_move(position, _SPACED.sub(r"\1\2", text))


def _refusal(rules: Rules, error: InvalidMoveError | IllegalMoveError, text: str) -> UserError:
    """Turn the engine's error into a UserError."""
    if isinstance(error, InvalidMoveError):
        if rules.gravity:
            return UserError(Problem.NO_SUCH_COLUMN, text=text, last=rules.columns)
        corner = coordinate(rules, rules.cells)
        return UserError(Problem.NO_SUCH_TILE, text=text, last=rules.cells, corner=corner)
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
