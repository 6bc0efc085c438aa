"""How a match stands: who sits where, what lies on the board, what is on offer; only to be read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.errors import Problem, UserError
from bot.seats import (
    UNSTORED,
    Bot,
    ChannelId,
    Ending,
    GameId,
    GuildId,
    Offer,
    Person,
    Player,
    Style,
    UserId,
    name_of,
)
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
