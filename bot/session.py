"""A match in a channel: who sits where, how the game stands, what is on offer.

A Session is a value. Every act of a person gives a new one or raises UserError;
nothing here knows of Discord, the store or the engine's thinking.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Final, NewType

from bot.errors import Problem, UserError
from engine import (
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

UserId = NewType("UserId", int)
ChannelId = NewType("ChannelId", int)
GuildId = NewType("GuildId", int)
MessageId = NewType("MessageId", int)
GameId = NewType("GameId", int)
ScopeId = NewType("ScopeId", int)
"""Where results, ratings and puzzles are shared: a server, or a channel of direct messages."""

UNSTORED = GameId(0)
"""The id of a session that the store has not numbered yet."""
GONE = UserId(0)
"""Whoever had their data erased: nobody on Discord has this id. Their name is empty."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord, by the name that others see in the channel."""

    id: UserId
    name: str


@dataclass(frozen=True, slots=True)
class Bot:
    """Kinarow itself in a seat, at a strength."""

    level: Level


Player = Person | Bot


class Style(Enum):
    """How boards are drawn: emoji where they fit, plain text for screen readers, or a picture."""

    EMOJI = "emoji"
    TEXT = "text"
    IMAGE = "image"
    LIGHT = "light"
    """A picture on a light ground; all others are dark."""
    TILES = "tiles"
    """Emoji of the application's own; nobody asks for them, `bot.naming` chooses them."""

    @property
    def is_file(self) -> bool:
        """Whether the board is a picture beside the words."""
        return self in {Style.IMAGE, Style.LIGHT}


WISHES: Final = (Style.EMOJI, Style.TEXT, Style.IMAGE, Style.LIGHT)
"""The styles that a person may ask for."""


class Ending(Enum):
    """Why a game is over."""

    LINE = "line"
    FULL = "full"
    RESIGNED = "resigned"
    AGREED = "agreed"
    STOPPED = "stopped"
    IDLE = "idle"


class OfferKind(Enum):
    """What one player may ask of the other."""

    DRAW = "draw"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Offer:
    """A question that stands until it is answered or a move is made."""

    kind: OfferKind
    by: Side


@dataclass(frozen=True, slots=True)
class Terms:
    """What is to be played; `side` is that of whoever asks, None where chance decides."""

    rules: Rules
    side: Side | None = None
    coach: bool = False
    style: Style = Style.EMOJI


@dataclass(frozen=True, slots=True)
class Match:
    """Two players who have agreed on terms, and where they will play."""

    channel: ChannelId
    guild: GuildId | None
    asker: Player
    other: Player
    terms: Terms


@dataclass(frozen=True, slots=True)
class Session:
    """One match. `winner` means nothing while `ending` is None."""

    channel: ChannelId
    guild: GuildId | None
    x: Player
    o: Player
    position: Position
    touched: datetime
    """When somebody last did something, UTC."""
    coach: bool = False
    style: Style = Style.EMOJI
    offer: Offer | None = None
    ending: Ending | None = None
    winner: Side | None = None
    assisted: bool = False
    """With a hint, a move taken back, or begun from a code: such a game counts for no rating."""
    begun: int = 0
    """The ply from which the players have played: above 0 where they went on from a code."""
    game: GameId = UNSTORED
    version: int = 0
    """Counts the stored changes; the store refuses one that starts from an old version."""

    @property
    def rules(self) -> Rules:
        """The game that is played."""
        return self.position.rules

    @property
    def scope(self) -> ScopeId:
        """Where the result of the game counts."""
        return scope_of(self.channel, self.guild)

    @property
    def people(self) -> tuple[Person, ...]:
        """The players that are people, X first."""
        return tuple(p for p in (self.x, self.o) if isinstance(p, Person))

    @property
    def to_move(self) -> Player:
        """Whose turn it is."""
        return self.player(self.position.side)

    @property
    def bot_to_move(self) -> bool:
        """Whether the game waits for the engine."""
        return self.ending is None and isinstance(self.to_move, Bot)

    @property
    def against_bot(self) -> bool:
        """Whether one of the players is the engine."""
        return isinstance(self.x, Bot) or isinstance(self.o, Bot)

    def player(self, side: Side) -> Player:
        """Who plays a side."""
        return self.x if side is Side.X else self.o

    def side_of(self, user: UserId) -> Side:
        """The side a person plays; raises UserError for a spectator."""
        for side in Side:
            player = self.player(side)
            if isinstance(player, Person) and player.id == user:
                return side
        raise UserError(Problem.NOT_A_PLAYER, x=self.x_name, o=self.o_name)

    @property
    def x_name(self) -> str:
        """The name of whoever plays X."""
        return name_of(self.x)

    @property
    def o_name(self) -> str:
        """The name of whoever plays O."""
        return name_of(self.o)

    def is_idle(self, now: datetime, limit: timedelta) -> bool:
        """Whether anyone may replace the game."""
        return now - self.touched > limit

    # Acts of players. Each gives the next session or raises UserError.

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
        return self._played(move)

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
        """End the game without a result: its players may, and who may manage messages."""
        if not may_manage and all(person.id != user for person in self.people):
            raise UserError(Problem.MAY_NOT_STOP)
        return self._ended(Ending.STOPPED, None)

    def abandon(self) -> Session:
        """End a game that nobody has touched for too long, or whose channel is gone."""
        return self._ended(Ending.IDLE, None)

    def set_coach(self, user: UserId, *, on: bool) -> Session:
        """Switch the recommendation before each move of a person."""
        self._acting(user)
        return replace(self, coach=on, assisted=self.assisted or on)

    def restyled(self, user: UserId, style: Style) -> Session:
        """Draw the board in another way from now on."""
        self._acting(user)
        return replace(self, style=style)

    def helped(self) -> Session:
        """Remember that a player has seen a recommendation."""
        return replace(self, assisted=True)

    def rematch(self, user: UserId) -> Match:
        """The same game again with sides exchanged, asked for by one of its players."""
        if all(person.id != user for person in self.people):
            raise UserError(Problem.NOT_YOUR_REMATCH, x=self.x_name, o=self.o_name)
        side = self.side_of(user)
        asker, other = self.player(side), self.player(side.other)
        if isinstance(other, Person) and other.id == GONE:
            raise UserError(Problem.NO_REMATCH)
        terms = Terms(self.rules, side.other, self.coach, self.style)
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
        if self.position.ply - plies < self.begun:
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


def scope_of(channel: ChannelId, guild: GuildId | None) -> ScopeId:
    """Where a result counts that was reached there: Discord gives no id twice."""
    return ScopeId(channel if guild is None else guild)


BOT_NAME = "Kinarow"


def name_of(player: Player) -> str:
    """What a player is called in the channel."""
    return player.name if isinstance(player, Person) else BOT_NAME
