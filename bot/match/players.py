"""Players and levels, the terms of a match, and the ids of Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import Enum
from typing import ClassVar, Final, NewType

from bot.match.series import Length
from engine import Level, Position, Rules, Side, level_near

UserId = NewType("UserId", int)
ChannelId = NewType("ChannelId", int)
GuildId = NewType("GuildId", int)
MessageId = NewType("MessageId", int)
GameId = NewType("GameId", int)
ChallengeId = NewType("ChallengeId", int)
FixtureId = NewType("FixtureId", int)
"""The number of a game that two players of a tournament are to play."""
ScopeId = NewType("ScopeId", int)
"""The id of the place where people share results, ratings and settings.

That is a server, or a channel of direct messages.
"""

UNSTORED = GameId(0)
"""The id of a session that the store has not numbered yet."""
ERASED_USER = UserId(0)
"""The id of a person whose data was erased. Nobody on Discord has it. The name is empty."""
BOT_NAME: Final = "Kinarow"
CROWD_NAME: Final = "Everyone"
SHORTEST_MOVE: Final = timedelta(minutes=1)
LONGEST_MOVE: Final = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Person:
    """A person on Discord, with the name that is shown in the channel."""

    id: UserId
    name: str


FIRST_STEP: Final = Level.MEDIUM
"""The step of the ladder at which the adaptive level meets somebody it does not know."""


@dataclass(frozen=True, slots=True)
class Bot:
    """Kinarow as a player, at the level that was asked for."""

    level: Level
    adapted: Level | None = None
    """The step that the adaptive level has chosen, if it was asked for."""
    name: ClassVar[str] = BOT_NAME

    @property
    def step(self) -> Level:
        """The step of the ladder at which it plays."""
        return self.level if self.level is not Level.ADAPTIVE else self.adapted or FIRST_STEP

    def at(self, step: Level) -> Bot:
        """Kinarow at another step. An adaptive opponent stays one."""
        return Bot(Level.ADAPTIVE, step) if self.level is Level.ADAPTIVE else Bot(step)

    def asked_for(self, level: Level) -> Bot:
        """Kinarow at another level. If that adapts, it begins with the step at hand."""
        return Bot(level, self.step) if level is Level.ADAPTIVE else Bot(level)


@dataclass(frozen=True, slots=True)
class Crowd:
    """Everybody in a channel as one player. They vote on each move; the leader does the rest."""

    leader: Person
    name: ClassVar[str] = CROWD_NAME


@dataclass(frozen=True, slots=True)
class Guest:
    """A side of a game that was played elsewhere and loaded here: nobody on Discord."""

    name: str
    """The mark of the side. Names in a file are those of strangers, and are not kept."""


Player = Person | Bot | Crowd | Guest


class BoardStyle(Enum):
    """How boards are drawn: as emoji if they fit, as text for screen readers, or as an image."""

    EMOJI = "emoji"
    TEXT = "text"
    IMAGE = "image"
    LIGHT = "light"
    """An image with a light background."""
    TILES = "tiles"
    """Emoji of the application. Nobody can choose this style; `bot.show.style` sets it."""

    is_image: bool
    """Whether the board is an image file."""

    def __init__(self, word: str) -> None:
        self.is_image = word in {"image", "light"}


CHOOSABLE_STYLES: Final = (BoardStyle.EMOJI, BoardStyle.TEXT, BoardStyle.IMAGE, BoardStyle.LIGHT)
"""The styles that a person may choose."""
ChosenStyle = Callable[[UserId], Awaitable[BoardStyle | None]]
"""Finds how the boards of a person are drawn; None if they have not chosen."""


class Ending(Enum):
    """Why a game is over."""

    LINE = "line"
    FULL = "full"
    REPEATED = "repeated"
    """The same marks stood for the third time."""
    RESIGNED = "resigned"
    AGREED = "agreed"
    STOPPED = "stopped"
    IDLE = "idle"
    TIME = "time"
    """The player to move did not move in time."""
    CLOSED = "closed"
    """Its channel was gone or closed to the bot. It goes on if the channel comes back."""


UNSHOWN: Final = frozenset((Ending.IDLE, Ending.CLOSED))
"""The endings that no board shows."""
PLAYED_OUT: Final = frozenset((Ending.LINE, Ending.FULL, Ending.REPEATED))
"""The endings by the last move itself."""
DECIDED: Final = PLAYED_OUT | {Ending.RESIGNED, Ending.AGREED, Ending.TIME}
"""The endings that count as a win, a draw or a loss."""


class OfferKind(Enum):
    """What one player may offer to the other."""

    DRAW = "draw"
    UNDO = "undo"
    STOP = "stop"
    """To end the game without a result."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of a side. It is valid until it is answered or a move is made."""

    kind: OfferKind
    by: Side


class Coach(Enum):
    """When a person is told what the engine thinks: before each of their moves, after it, or never.

    A game with a coach is unrated.
    """

    OFF = "off"
    BEFORE = "before"
    """What it would play."""
    AFTER = "after"
    """How good the move was."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What two players agree to play. `side` is the asker's side; None means random."""

    rules: Rules
    side: Side | None = None
    coach: Coach | None = None
    """The coach of all people in the match.

    None means the one that the asker has chosen, against the engine; between people, no coach.
    """
    style: BoardStyle = BoardStyle.EMOJI
    swap: bool = False
    """Whether the second player may take over the first move."""
    seconds: int | None = None
    """The length of a round of votes, if the player who asks is a crowd."""
    move_time: timedelta | None = None
    """How long a person may take for a move. None means the idle time of the server."""
    swap2: bool = False
    """Whether it begins with the opening of that name."""
    start: Position | None = None
    """The position that it goes on from; None for the empty board."""
    casual: bool = False
    """Whether it counts for no rating."""
    strict: bool = False
    """Whether it is played without help."""
    series: Length | None = None
    """How long the series is that it begins; None for a single game."""

    def from_position(self, start: Position, side: Side) -> Terms:
        """The same terms for a game that goes on from a position, the asker playing a side."""
        return replace(self, rules=start.rules, side=side, start=start)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players who agreed on terms, and the channel where they will play."""

    channel: ChannelId
    guild: GuildId | None
    asker: Player
    other: Player
    terms: Terms
    fixture: FixtureId | None = None
    """Which game of a tournament it is."""
    follows: GameId | None = None
    """The game before it in a series."""
    points: tuple[int, int] = (0, 0)
    """What the asker and the other have in the series so far, in halves."""

    @property
    def begun_by(self) -> UserId:
        """The person who asks for the game; of a crowd its leader."""
        asker = self.asker.leader if isinstance(self.asker, Crowd) else self.asker
        assert isinstance(asker, Person), "the engine asks nobody"
        return asker.id


Strength = NewType("Strength", int)
"""A strength in Elo, on the scale of `engine.strength`."""
LevelChoice = Level | Strength
"""What people ask for. Which step a strength stands for depends on the board."""

WEAKEST: Final = 100
STRONGEST: Final = 3_500
"""The least and the greatest strength that can be asked for."""
SHORTEST_STRENGTH: Final = 3
"""The digits of a number that is meant as a strength: fewer may be a tile."""
LEVEL_WORDS: Final = tuple(level.value for level in Level)
"""The names of levels, as people type them."""


def read_level(word: str) -> LevelChoice | None:
    """Return the level that a word in lower case stands for, otherwise None.

    >>> read_level("otto"), read_level("1200"), read_level("9000")
    (Level.OTTO, 1200, None)
    """
    if word in LEVEL_WORDS:
        return Level(word)
    if word.isascii() and word.isdigit() and SHORTEST_STRENGTH <= len(word) <= len(str(STRONGEST)):
        return Strength(int(word)) if WEAKEST <= int(word) <= STRONGEST else None
    return None


def level_word(choice: LevelChoice) -> str:
    """The word that `read_level` reads as this choice."""
    return choice.value if isinstance(choice, Level) else str(choice)


def level_on(rules: Rules, choice: LevelChoice) -> Level:
    """The level that a choice means on a board: for a strength the nearest step."""
    return choice if isinstance(choice, Level) else level_near(rules, choice)


EASIER: Final = -1
HARDER: Final = 1
"""Steps of the ladder."""
CHANGES: Final = {"easier": EASIER, "harder": HARDER}
"""What the words mean that ask for another level during a game."""
