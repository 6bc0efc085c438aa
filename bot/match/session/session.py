"""A match in a channel: who plays, what has happened, and the questions that can be asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final
from zlib import crc32

from bot.errors import Problem, UserError
from bot.match.opening import OpeningChoice, Swap2
from bot.match.players import (
    DECIDED,
    ERASED_USER,
    UNSTORED,
    BoardStyle,
    Bot,
    ChannelId,
    Coach,
    Crowd,
    Ending,
    FixtureId,
    GameId,
    Guest,
    GuildId,
    Offer,
    Person,
    Player,
    ScopeId,
    UserId,
)
from bot.match.series import Length
from bot.match.timing import Poll, TurnClock
from engine import Position, Rules, Side

_LEAST_PLIES: Final = 4
"""The length of the shortest rated game: both players have moved twice."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a match: its player, and what that player has there."""

    player: Player
    coach: Coach = Coach.OFF
    aloud: bool = False
    """Whether the player wants the board in words. A bot wants none."""
    assisted: bool = False
    """Whether the player had help in a game between people: a hint, a coach or a takeback."""
    points: int = 0
    """What the player had in the series when the game began, in halves."""

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.player.name


@dataclass(frozen=True, slots=True)
class Session:
    """One match. `winner` means nothing while `ending` is None.

    What can be done with it is in `moves`, `offers` and `seats`: each act gives a new session, or
    raises UserError.
    """

    channel: ChannelId
    guild: GuildId | None
    x: Seat
    o: Seat
    position: Position
    touched: datetime
    """When somebody last did something, in UTC."""
    style: BoardStyle = BoardStyle.EMOJI
    offer: Offer | None = None
    ending: Ending | None = None
    winner: Side | None = None
    assisted: bool = False
    """Whether the game is unrated: against the engine after a hint or a takeback, between people if
    they agreed to a coach, and if it began from a code."""
    casual: bool = False
    """Whether the players agreed that it counts for no rating."""
    strict: bool = False
    """Whether it is played without help: its players want that, or between people their server."""
    begun: int = 0
    """The ply at which the players began. It is above 0 if the game went on from a position, which
    is only possible without the swap."""
    game: GameId = UNSTORED
    version: int = 0
    """Counts the stored changes. The store refuses a change of an old version."""
    swap: bool = False
    """Whether the game is played with the swap rule."""
    swapped: bool = False
    """Whether the seats were exchanged: the player who began plays O now. Under the swap rule the
    second player took over the first move; under swap2 somebody took the other's colour."""
    swap2: Swap2 | None = None
    """How far the opening has come, if it is swap2."""
    poll: Poll | None = None
    """The vote, if one of the players is a crowd."""
    clock: TurnClock | None = None
    """The time for a move. None against the engine, if none was asked for."""
    newcomer: bool = False
    """Whether it is the first game of its player: its boards offer another level."""
    fixture: FixtureId | None = None
    """Which fixture the game is, if it is one. It is played without help then."""
    series: Length | None = None
    """How long the series is of which this is a game (`bot.match.session.matches`)."""
    follows: GameId | None = None
    """The game before it in the series."""
    conceded: Side | None = None
    """Whose player has given up the whole series, with this game or after it."""
    outside: bool = False
    """Whether it is played where the bot is not a member, and shows boards only in answers."""

    rules: Rules = field(init=False, repr=False, compare=False)
    seats: Mapping[Side, Seat] = field(init=False, repr=False, compare=False)
    turn: Side = field(init=False, repr=False, compare=False)
    """The seat of the player to move.

    It is the side to move, except while stones are laid or colours chosen (swap2).
    """
    to_move: Player = field(init=False, repr=False, compare=False)
    """The player to move, to lay a stone or to choose."""
    people: tuple[Person, ...] = field(init=False, repr=False, compare=False)
    """The players who are people, X first."""
    between_people: bool = field(init=False, repr=False, compare=False)
    """Whether both players are people."""
    bot: Bot | None = field(init=False, repr=False, compare=False)
    """The engine, if it is one of the players."""
    leader: Person | None = field(init=False, repr=False, compare=False)
    """The leader of the crowd; None if no player is a crowd."""
    is_opening: bool = field(init=False, repr=False, compare=False)
    """Whether stones are laid or a colour is chosen (swap2): no seat has a side yet."""
    choices: tuple[OpeningChoice, ...] = field(init=False, repr=False, compare=False)
    """What the player to move may choose instead of moving; () if they are to move."""
    bot_to_move: bool = field(init=False, repr=False, compare=False)
    """Whether it is the engine's turn."""
    voting: bool = field(init=False, repr=False, compare=False)
    """Whether it is a crowd's turn."""
    duel: tuple[Person, Bot] | None = field(init=False, repr=False, compare=False)
    """The one person who plays against the engine, and the engine; None in other games."""
    is_laying: bool = field(init=False, repr=False, compare=False)
    """Whether the player to move is to lay a stone of the opening (swap2)."""
    can_swap: bool = field(init=False, repr=False, compare=False)
    """Whether the player to move may take over the first move instead of moving."""
    is_text: bool = field(init=False, repr=False, compare=False)
    """Whether the board is shown in words alone: to all, or to all people who play."""
    is_read_out: bool = field(init=False, repr=False, compare=False)
    """Whether the board is told in words to anybody."""
    is_unaided: bool = field(init=False, repr=False, compare=False)
    """Whether it is played without help: as a fixture, or as a strict one."""
    is_advised: bool = field(init=False, repr=False, compare=False)
    """Whether the player to move is told before moving what the engine would play."""
    coaches_one: bool = field(init=False, repr=False, compare=False)
    """Whether one of two people has a coach, whose word in the channel the other would read."""

    def __post_init__(self) -> None:
        opening = None if self.swap2 is None or self.swap2.settled else self.swap2
        turn = self.position.side if opening is None else opening.turn(self.position.ply)
        seats = {Side.X: self.x, Side.O: self.o}
        players = self.x.player, self.o.player
        seat = seats[turn]
        to_move, live = seat.player, self.ending is None
        chosen = opening is not None and live and self.position.ply == opening.stones
        laying = opening is not None and live and not chosen
        people = tuple(player for player in players if isinstance(player, Person))
        bot = next((player for player in players if isinstance(player, Bot)), None)
        listening = [seat.aloud for seat in seats.values() if isinstance(seat.player, Person)]
        in_words = self.style is BoardStyle.TEXT or (bool(listening) and all(listening))
        between_people = len(people) == len(players)
        coached = [seat.coach is not Coach.OFF for seat in seats.values()]
        coaches_one = between_people and any(coached) and not all(coached)
        advised = seat.coach is Coach.BEFORE and not coaches_one
        derived = {
            "rules": self.position.rules,
            "seats": seats,
            "turn": turn,
            "to_move": to_move,
            "people": people,
            "between_people": between_people,
            "bot": bot,
            "leader": next((p.leader for p in players if isinstance(p, Crowd)), None),
            "is_opening": opening is not None,
            "choices": opening.choices if opening is not None and chosen else (),
            "bot_to_move": live and isinstance(to_move, Bot),
            "voting": live and isinstance(to_move, Crowd),
            "duel": (people[0], bot) if people and bot is not None else None,
            "is_laying": laying,
            "can_swap": self.swap and not self.swapped and live and self.position.ply == 1,
            "is_text": in_words,
            "is_read_out": in_words or self.x.aloud or self.o.aloud,
            "is_unaided": self.fixture is not None or self.strict,
            "is_advised": live and not laying and advised,
            "coaches_one": coaches_one,
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def with_seat(self, side: Side, seat: Seat) -> Session:
        """The match with another seat for a side."""
        return replace(self, x=seat) if side is Side.X else replace(self, o=seat)

    def ended(self, ending: Ending, winner: Side | None = None) -> Session:
        """The match at its end."""
        return replace(self, ending=ending, winner=winner, offer=None)

    def side_of(self, user: UserId) -> Side:
        """Return the side that a person plays or leads. Raises UserError for anybody else."""
        for side in Side:
            player = self.seats[side].player
            speaker = player.leader if isinstance(player, Crowd) else player
            if isinstance(speaker, Person) and speaker.id == user:
                return side
        if self.leader is not None:
            raise UserError(Problem.NOT_LEADER, name=self.leader.name)
        raise UserError(Problem.NOT_A_PLAYER, x=self.x.name, o=self.o.name)

    def acting(self, user: UserId) -> Side:
        """Return the side of a player of a live game. Raises UserError."""
        side = self.side_of(user)
        if self.ending is not None:
            raise UserError(Problem.NO_GAME)
        return side

    def is_played_by(self, user: UserId) -> bool:
        """Whether a person is a player or the leader of a crowd."""
        leads = self.leader is not None and self.leader.id == user
        return leads or any(person.id == user for person in self.people)

    @property
    def scope(self) -> ScopeId:
        """The scope in which the result counts."""
        return scope_of(self.channel, self.guild)

    @property
    def aided(self) -> frozenset[Player]:
        """The people who had help in a game between people."""
        return frozenset(seat.player for seat in (self.x, self.o) if seat.assisted)

    @property
    def beginner(self) -> Side:
        """The seat of the player who began."""
        return Side.O if self.swapped else Side.X

    def mover(self, ply: int) -> Side:
        """The seat of the player who made a move; plies count from 1."""
        if ply > (1 if self.swap2 is None else self.swap2.stones):
            return Side.X if ply % 2 else Side.O
        began = self.swap2 is None or self.swap2.layer(ply) is Side.X
        return self.beginner if began else self.beginner.other

    @property
    def shared_plies(self) -> int:
        """How many of the first plies belong to neither player.

        These are the stones that stood there before the first move, and moves that both players
        could take: under the swap rule the first, under swap2 all before somebody took a colour.
        """
        if self.swap2 is not None:
            return self.swap2.stones
        return max(self.position.placed, int(self.swap))

    @property
    def is_loaded(self) -> bool:
        """Whether the game was played elsewhere."""
        return isinstance(self.x.player, Guest)

    @property
    def counts(self) -> bool:
        """Whether a finished game counts as a win, a draw or a loss.

        A game from elsewhere, or that began from a position, or that people left before its first
        move, counts for nobody.
        """
        decided = self.ending in DECIDED and not self.is_loaded
        return decided and self.begun == 0 and not self.is_unplayed

    @property
    def is_unplayed(self) -> bool:
        """Whether nobody has moved yet in a game between people."""
        return self.between_people and self.position.ply == 0

    @property
    def needs_consent(self) -> bool:
        """Whether a player cannot stop the game alone, because it counts for two people."""
        return self.between_people and self.is_long

    @property
    def is_long(self) -> bool:
        """Whether the game is long enough to be rated: both players have moved twice.

        Under swap2 both have moved since somebody took a colour.
        """
        if self.swap2 is not None:
            return self.swap2.settled and self.position.ply >= self.swap2.stones + len(Side)
        return self.position.ply >= _LEAST_PLIES

    @property
    def fingerprint(self) -> str:
        """A checksum (CRC-32) of the moves on the board, of the swap and of what was chosen.

        Two boards of the same game and ply have the same one only once in four billion cases.
        """
        shown = f"{self.position.moves}{self.swapped}{self.swap2 or ''}"
        return f"{crc32(shown.encode()):x}"

    def has_same_board(self, seen: Session) -> bool:
        """Whether the board is still the same as in the session that somebody saw."""
        now = self.game, self.position, self.swapped, self.swap2
        return now == (seen.game, seen.position, seen.swapped, seen.swap2)

    @property
    def may_reopen(self) -> bool:
        """Whether a game goes on once its channel is open again. A fixture is not waited for."""
        return self.ending is Ending.CLOSED and self.may_repeat

    @property
    def may_repeat(self) -> bool:
        """Whether a rematch can be asked for: not where a player's data was erased."""
        return self.fixture is None and not self.is_left and not self.is_loaded

    @property
    def is_left(self) -> bool:
        """Whether a player's data was erased."""
        return any(person.id == ERASED_USER for person in self.people)

    def is_idle(self, now: datetime, limit: timedelta) -> bool:
        """Whether nobody has touched the game for longer than `limit`, or its vote rests."""
        if self.voting and self.poll is not None:
            if self.poll.resting:
                return True
            return now - (self.poll.closes or self.touched) > limit
        return now - self.touched > limit


def scope_of(channel: ChannelId, guild: GuildId | None) -> ScopeId:
    """The scope of a channel: its server, or the channel itself for direct messages."""
    return ScopeId(channel if guild is None else guild)
