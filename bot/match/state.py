"""How a match stands: who sits where, what lies on the board, what is on offer; only to be read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zlib import crc32

from bot.errors import Problem, UserError
from bot.match.players import (
    UNSTORED,
    BoardStyle,
    Bot,
    ChannelId,
    Crowd,
    Ending,
    GameId,
    GuildId,
    Offer,
    Person,
    Player,
    ScopeId,
    UserId,
    name_of,
    scope_of,
)
from bot.match.vote import Poll
from engine import Position, Rules, Side


@dataclass(frozen=True, slots=True)
class State:
    """One match as it stands. `winner` means nothing while `ending` is None."""

    channel: ChannelId
    guild: GuildId | None
    x: Player
    o: Player
    position: Position
    touched: datetime
    """When somebody last did something, UTC."""
    coach: bool = False
    style: BoardStyle = BoardStyle.EMOJI
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
    swap: bool = False
    """Whether the second player may take over the first move."""
    swapped: bool = False
    """Whether that has happened: the first move was made by who now plays O."""
    poll: Poll | None = None
    """The vote, where one of the players is a crowd."""

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
    def voting(self) -> bool:
        """Whether the game waits for the votes of a crowd."""
        return self.ending is None and isinstance(self.to_move, Crowd)

    @property
    def can_swap(self) -> bool:
        """Whether who is to move may take over the first move instead."""
        agreed = self.swap and not self.swapped and self.begun == 0
        return agreed and self.ending is None and self.position.ply == 1

    @property
    def settled(self) -> int:
        """The ply after which moves count as a player's own.

        Above 0 after a code, and under the swap rule, whose first move is for both.
        """
        return max(self.begun, int(self.swap))

    @property
    def face(self) -> str:
        """A short name for what the board shows: another board has another one.

        Two faces of one game and ply are alike by chance once in four billion.
        """
        shown = f"{self.position.moves}{self.swapped}"
        return f"{crc32(shown.encode()):x}"

    def looks_like(self, seen: State) -> bool:
        """Whether the game stands as somebody saw it."""
        now = self.game, self.position, self.swapped
        return now == (seen.game, seen.position, seen.swapped)

    @property
    def against_bot(self) -> bool:
        """Whether one of the players is the engine."""
        return isinstance(self.x, Bot) or isinstance(self.o, Bot)

    def player(self, side: Side) -> Player:
        """Who plays a side."""
        return self.x if side is Side.X else self.o

    def side_of(self, user: UserId) -> Side:
        """The side a person plays, or leads; raises UserError for everybody else."""
        for side in Side:
            player = self.player(side)
            speaker = player.leader if isinstance(player, Crowd) else player
            if isinstance(speaker, Person) and speaker.id == user:
                return side
        if (leader := self.leader) is not None:
            raise UserError(Problem.NOT_LEADER, name=leader.name)
        raise UserError(Problem.NOT_A_PLAYER, x=self.x_name, o=self.o_name)

    @property
    def leader(self) -> Person | None:
        """Who speaks for the crowd, where there is one."""
        crowds = (player for player in (self.x, self.o) if isinstance(player, Crowd))
        return next((crowd.leader for crowd in crowds), None)

    def is_played_by(self, user: UserId) -> bool:
        """Whether a person plays here, or leads those who do."""
        speakers = (*self.people, *filter(None, (self.leader,)))
        return any(person.id == user for person in speakers)

    @property
    def x_name(self) -> str:
        """The name of whoever plays X."""
        return name_of(self.x)

    @property
    def o_name(self) -> str:
        """The name of whoever plays O."""
        return name_of(self.o)

    def is_idle(self, now: datetime, limit: timedelta) -> bool:
        """Whether anyone may replace the game: it was left alone, or nobody votes any more."""
        if self.voting and self.poll is not None:
            if self.poll.resting:
                return True
            return now - (self.poll.closes or self.touched) > limit
        return now - self.touched > limit
