"""A match in a channel: its players, its position, and the offer that is open.

A Session is a value. Each action returns a new session or raises UserError. This module does
not use Discord, the store or the engine's search.
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
    ERASED_USER,
    UNSTORED,
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
from bot.match.state import SessionState
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


@dataclass(frozen=True, slots=True)
class Session(SessionState):
    """One match. Each action returns a new session or raises UserError."""

    def at(self, now: datetime) -> Session:
        """Mark the session as touched now, and open or close the round of votes if needed."""
        session = replace(self, touched=now)
        if self.poll is None:
            return session
        if not self.voting:
            return replace(session, poll=self.poll.closed())
        if self.poll.turn == self.position.ply:
            return session
        return replace(session, poll=self.poll.opened(self.position.ply, now))

    def after(self, ply: int) -> Session:
        """Return the match after its first `ply` plies, or all of them if there are fewer."""
        moves = self.position.moves[:ply]
        return replace(self, position=Position.from_moves(self.rules, moves))

    def check_turn(self, user: UserId) -> None:
        """Raise UserError unless it is this person's turn."""
        if self._acting(user) is not self.position.side:
            raise UserError(Problem.NOT_YOUR_TURN, name=name_of(self.to_move))

    def play(self, user: UserId, move: int | str) -> Session:
        """The person's move: a tile number, a column, or the words that were typed for one."""
        self.check_turn(user)
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

    def take_over(self, user: UserId) -> Session:
        """Exchange the sides after the first move (swap rule)."""
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
        """Exchange the sides for the engine (swap rule)."""
        assert self.can_swap, "the first move can be taken over"
        assert self.bot_to_move, "the engine may choose"
        return self._exchanged()

    def play_bot(self, move: int) -> Session:
        """Play the engine's move."""
        assert self.bot_to_move, "the engine moves only when it is its turn"
        return self._played(move)

    def undo(self, user: UserId) -> Session:
        """Take back to this person's last turn.

        Against the bot that happens at once. Between people the first call makes an offer, and
        the other player's call accepts it.
        """
        side = self._acting(user)
        self.check_help()
        if self._is_answer(OfferKind.UNDO, side):
            return self._taken_back(side.other)
        self._plies_to_take_back(side)
        return self._taken_back(side) if self.against_bot else self._offered(OfferKind.UNDO, side)

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
        kind = self._offer_to(user).kind
        return self.draw(user) if kind is OfferKind.DRAW else self.undo(user)

    def decline(self, user: UserId) -> Session:
        """Decline the open offer, or withdraw one's own."""
        if self.offer is None or self.side_of(user) is not self.offer.by:
            self._offer_to(user)
        return replace(self, offer=None)

    def resign(self, user: UserId) -> Session:
        """Resign the game for a person."""
        return self._ended(Ending.RESIGNED, self._acting(user).other)

    def stop(self, user: UserId, *, may_manage: bool) -> Session:
        """End the game without a result.

        Its players may do that, and members who may manage messages. If its vote rests, anyone may.
        """
        if self.fixture is not None:
            raise UserError(Problem.TOURNAMENT_STOP)
        forgotten = self.voting and self.poll is not None and self.poll.resting
        if not may_manage and not forgotten and not self.is_played_by(user):
            raise UserError(Problem.MAY_NOT_STOP)
        return self._ended(Ending.STOPPED, None)

    def abandon(self) -> Session:
        """End a game that was idle for too long, or whose channel was deleted."""
        return self._ended(Ending.IDLE, None)

    def run_out(self) -> Session:
        """End a game of a tournament whose player to move let the time pass: they lose."""
        return self._ended(Ending.TIME, self.position.side.other)

    def call_off(self) -> Session:
        """End a game of a tournament that was called off, without a result."""
        return self._ended(Ending.STOPPED, None)

    def check_help(self) -> None:
        """Raise UserError in a tournament, where nobody is helped and no move taken back."""
        if self.fixture is not None and self.ending is None:
            raise UserError(Problem.TOURNAMENT_HELP)

    def set_coach(self, user: UserId, coach: Coach) -> Session:
        """Change the coach of a person's side. A game with a coach is unrated."""
        if coach is not Coach.OFF:
            self.check_help()
        assisted = self.assisted or coach is not Coach.OFF
        if self._acting(user) is Side.X:
            return replace(self, x_coach=coach, assisted=assisted)
        return replace(self, o_coach=coach, assisted=assisted)

    def restyled(self, user: UserId, style: BoardStyle) -> Session:
        """Change the style of the board."""
        self._acting(user)
        return replace(self, style=style)

    def helped(self) -> Session:
        """Mark the game as assisted, because a player has seen a recommendation."""
        return replace(self, assisted=True)

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
            self.style,
            self.swap,
            self.poll.seconds if self.poll else None,
        )
        return Pairing(self.channel, self.guild, asker, other, terms)

    def _coach_again(self, side: Side) -> Coach:
        """The coach of a rematch: that of the side that asks, between people one that both have."""
        coach = self.coach_of(side)
        return coach if self.against_bot or coach is self.coach_of(side.other) else Coach.OFF

    def _acting(self, user: UserId) -> Side:
        """Return the side of a player of a live game. Raises UserError."""
        side = self.side_of(user)
        if self.ending is not None:
            raise UserError(Problem.NO_GAME)
        return side

    def _number(self, move: int | str) -> int:
        """The number of a move; raises UserError for words that name none."""
        if isinstance(move, int):
            return move
        try:
            number = parse_move(self.position, move)
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

    def _exchanged(self) -> Session:
        return replace(
            self,
            x=self.o,
            o=self.x,
            x_coach=self.o_coach,
            o_coach=self.x_coach,
            swapped=True,
            offer=None,
        )

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
        """Return 1 if the other player is to move, otherwise 2. Raises UserError."""
        plies = 2 if self.position.side is side else 1
        if self.position.ply - plies < max(self.begun, int(self.swapped)):
            raise UserError(Problem.NOTHING_TO_UNDO)
        return plies

    def _taken_back(self, side: Side) -> Session:
        moves = self.position.moves[: self.position.ply - self._plies_to_take_back(side)]
        position = Position.from_moves(self.rules, moves)
        return replace(self, position=position, offer=None, assisted=True)


def read_move(position: Position, text: str) -> int | None:
    """Read a legal move. Return None for text that is no move, raise UserError if it is illegal."""
    try:
        move = parse_move(position, text)
        if move is not None:
            position.landing(move)
    except (InvalidMoveError, IllegalMoveError) as error:
        raise _refusal(position.rules, error, text) from error
    return move


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
