"""A match in a channel: who sits where, how the game stands, what is on offer.

A Session is a value. Every act of a person gives a new one or raises UserError;
nothing here knows of Discord, the store or the engine's thinking.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.errors import Problem, UserError
from bot.match.players import (
    BOT_NAME,
    CHOOSABLE_STYLES,
    CROWD_NAME,
    DECIDED,
    GONE,
    UNSTORED,
    BoardStyle,
    Bot,
    ChallengeId,
    ChannelId,
    Crowd,
    Ending,
    GameId,
    GuildId,
    Match,
    MessageId,
    Offer,
    OfferKind,
    Person,
    Player,
    ScopeId,
    Terms,
    UserId,
    name_of,
    scope_of,
)
from bot.match.state import State
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

__all__ = [
    "BOT_NAME",
    "CHOOSABLE_STYLES",
    "CROWD_NAME",
    "DECIDED",
    "GONE",
    "UNSTORED",
    "BoardStyle",
    "Bot",
    "ChallengeId",
    "ChannelId",
    "Crowd",
    "Ending",
    "GameId",
    "GuildId",
    "Match",
    "MessageId",
    "Offer",
    "OfferKind",
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


@dataclass(frozen=True, slots=True)
class Session(State):
    """One match. Each act gives the next session or raises UserError."""

    def at(self, now: datetime) -> Session:
        """The session as of now: each turn of a crowd opens a round of votes."""
        session = replace(self, touched=now)
        if self.poll is None:
            return session
        if not self.voting:
            return replace(session, poll=self.poll.closed())
        if self.poll.turn == self.position.ply:
            return session
        return replace(session, poll=self.poll.opened(self.position.ply, now))

    def after(self, ply: int) -> Session:
        """The match with the board as it was after so many plies, as far as those still stand."""
        moves = self.position.moves[:ply]
        return replace(self, position=Position.from_moves(self.rules, moves))

    def check_turn(self, user: UserId) -> None:
        """Raise UserError unless it is this person's turn."""
        if self._acting(user) is not self.position.side:
            raise UserError(Problem.NOT_YOUR_TURN, name=name_of(self.to_move))

    def read_move(self, text: str) -> int | None:
        """The move that `text` names, None if it is not one; raises UserError as `play` does."""
        return read_move(self.position, text)

    def play(self, user: UserId, move: int) -> Session:
        """The person's move, a tile number or a column."""
        self.check_turn(user)
        assert not self.voting, "nobody moves alone for a crowd"
        return self._played(move)

    def vote(self, user: UserId, move: int, now: datetime) -> Session:
        """With a ballot for this move, in place of an earlier one of this person."""
        if not self.voting or self.poll is None:
            raise UserError(Problem.NO_VOTE)
        self._landing(move, str(move))
        return replace(self, poll=self.poll.cast(user, move, now))

    def play_vote(self, move: int) -> Session:
        """The move that the crowd wants."""
        assert self.voting, "a crowd moves on its turn"
        return self._played(move)

    def put_off(self, now: datetime) -> Session:
        """The round of votes goes on, since nobody has voted, or rests."""
        assert self.poll is not None, "a round is on"
        return replace(self, poll=self.poll.put_off(now))

    def take_over(self, user: UserId) -> Session:
        """Sit down on the other side, whose move now is one's own: the swap rule."""
        side = self._acting(user)
        if not self.swap:
            raise UserError(Problem.NO_SWAP)
        if not self.can_swap:
            early = self.position.ply == 0
            raise UserError(Problem.SWAP_EARLY if early else Problem.SWAP_LATE)
        if side is not self.position.side:
            raise UserError(Problem.NOT_YOUR_SWAP, name=name_of(self.to_move))
        return self._exchanged()

    def take_over_bot(self) -> Session:
        """The engine sits down on the other side."""
        assert self.can_swap, "the first move can be taken over"
        assert self.bot_to_move, "the engine may choose"
        return self._exchanged()

    def play_bot(self, move: int) -> Session:
        """The engine's move."""
        assert self.bot_to_move, "the engine moves only when it is its turn"
        return self._played(move)

    def undo(self, user: UserId) -> Session:
        """Take back to this person's last turn: at once against the bot, else by consent.

        Between people the first call makes the offer and the other's call accepts it.
        """
        side = self._acting(user)
        if self._is_answer(OfferKind.UNDO, side):
            return self._taken_back(side.other)
        self._plies_to_take_back(side)
        return self._taken_back(side) if self.against_bot else self._offered(OfferKind.UNDO, side)

    def draw(self, user: UserId) -> Session:
        """Offer a draw, or accept the one that the other player has offered."""
        side = self._acting(user)
        if self._is_answer(OfferKind.DRAW, side):
            return self.agree_draw()
        return self._offered(OfferKind.DRAW, side)

    def agree_draw(self) -> Session:
        """The draw that both want."""
        return self._ended(Ending.AGREED, None)

    def accept(self, user: UserId) -> Session:
        """Say yes to the offer that stands."""
        kind = self._offer_to(user).kind
        return self.draw(user) if kind is OfferKind.DRAW else self.undo(user)

    def decline(self, user: UserId) -> Session:
        """Say no to the offer that stands, or take back one's own."""
        if self.offer is None or self.side_of(user) is not self.offer.by:
            self._offer_to(user)
        return replace(self, offer=None)

    def resign(self, user: UserId) -> Session:
        """Give up."""
        return self._ended(Ending.RESIGNED, self._acting(user).other)

    def stop(self, user: UserId, *, may_manage: bool) -> Session:
        """End the game without a result: its players may, and who may manage messages.

        A vote that rests anyone may stop.
        """
        forgotten = self.voting and self.poll is not None and self.poll.resting
        if not may_manage and not forgotten and not self.is_played_by(user):
            raise UserError(Problem.MAY_NOT_STOP)
        return self._ended(Ending.STOPPED, None)

    def abandon(self) -> Session:
        """End a game that nobody has touched for too long, or whose channel is gone."""
        return self._ended(Ending.IDLE, None)

    def set_coach(self, user: UserId, *, on: bool) -> Session:
        """Switch the recommendation before each move of a person."""
        self._acting(user)
        return replace(self, coach=on, assisted=self.assisted or on)

    def restyled(self, user: UserId, style: BoardStyle) -> Session:
        """Draw the board in another way from now on."""
        self._acting(user)
        return replace(self, style=style)

    def helped(self) -> Session:
        """Remember that a player has seen a recommendation."""
        return replace(self, assisted=True)

    def rematch(self, user: UserId) -> Match:
        """The same game again with sides exchanged, asked for by one of its players.

        Who has opened does not open again, even if the other took that move over.
        """
        if self.leader is None and not self.is_played_by(user):
            raise UserError(Problem.NOT_YOUR_REMATCH, x=self.x_name, o=self.o_name)
        side = self.side_of(user)
        asker, other = self.player(side), self.player(side.other)
        if isinstance(other, Person) and other.id == GONE:
            raise UserError(Problem.NO_REMATCH)
        terms = Terms(
            self.rules,
            side if self.swapped else side.other,
            self.coach,
            self.style,
            self.swap,
            self.poll.seconds if self.poll else None,
        )
        return Match(self.channel, self.guild, asker, other, terms)

    def _acting(self, user: UserId) -> Side:
        """The side a person plays in a game that is on."""
        side = self.side_of(user)
        if self.ending is not None:
            raise UserError(Problem.NO_GAME)
        return side

    def _played(self, move: int) -> Session:
        try:
            position = self.position.play(move)
        except (InvalidMoveError, IllegalMoveError) as error:
            raise _refusal(self.rules, error, str(move)) from error
        session = replace(self, position=position, offer=None)
        if (outcome := position.outcome) is None:
            return session
        return session._ended(Ending.LINE if outcome.line else Ending.FULL, outcome.winner)

    def _exchanged(self) -> Session:
        return replace(self, x=self.o, o=self.x, swapped=True, offer=None)

    def _landing(self, move: int, text: str) -> None:
        """Raise UserError unless the move can be played."""
        try:
            self.position.landing(move)
        except (InvalidMoveError, IllegalMoveError) as error:
            raise _refusal(self.rules, error, text) from error

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
        """One ply if the other is to move, else both half-moves of the round."""
        plies = 2 if self.position.side is side else 1
        if self.position.ply - plies < max(self.begun, int(self.swapped)):
            raise UserError(Problem.NOTHING_TO_UNDO)
        return plies

    def _taken_back(self, side: Side) -> Session:
        moves = self.position.moves[: self.position.ply - self._plies_to_take_back(side)]
        position = Position.from_moves(self.rules, moves)
        return replace(self, position=position, offer=None, assisted=True)


def read_move(position: Position, text: str) -> int | None:
    """The legal move that `text` names, None if it is not one; raises UserError for others."""
    try:
        move = parse_move(position, text)
        if move is not None:
            position.landing(move)
    except (InvalidMoveError, IllegalMoveError) as error:
        raise _refusal(position.rules, error, text) from error
    return move


def _refusal(rules: Rules, error: InvalidMoveError | IllegalMoveError, text: str) -> UserError:
    """The engine's refusal as a sentence for a person."""
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
