"""All errors that the bot raises on purpose.

    KinarowError
    ├── SettingsError        a setting is missing or wrong; one line says so and the start stops
    ├── UserError            a person asked for something impossible; they get one sentence
    │   └── UnreadableGame   a stored game makes no sense any more; it concerns that game alone
    ├── ConflictError        another process changed the game first; load it again
    ├── ChannelClosed        the bot may not write in the game's channel, or it was deleted
    ├── UploadFailed         Discord refused an emoji of boards; the message says what to do
    ├── EngineUnavailable    the engine gave no answer; the game stays as it is
    │   ├── EngineBusy       too many questions wait already; raised at once
    │   └── EngineCompiling  it is still being compiled; raised at once
    ├── GatewayClosed        Discord's gateway has hung up for good; the program ends
    ├── StoreUnavailable     the database gave no answer; the state of the game is unknown
    └── ShardTaken           another process plays in the same servers; this one ends

Any other error is a defect: it fails loudly, and one handler logs it.
"""

from __future__ import annotations

from enum import Enum, auto


class KinarowError(Exception):
    """The base class of all errors of the bot."""


class SettingsError(KinarowError):
    """A setting is missing or wrong. The message is one line: key, value, and what is wanted."""


class ConflictError(KinarowError):
    """The stored game has changed since it was loaded."""


class ChannelClosed(KinarowError):  # noqa: N818 - a state of the channel, as asyncio's TimeoutError is
    """The bot may not write in the channel any more, or the channel was deleted."""


class UploadFailed(KinarowError):  # noqa: N818 - a state of the upload, as ChannelClosed is
    """Not all emoji of boards could be uploaded. The message is one line that says what to do."""


class EngineUnavailable(KinarowError):  # noqa: N818 - a state of the engine
    """The engine gave no answer. The game has not changed."""


class EngineBusy(EngineUnavailable):
    """Too many positions wait for the engine."""


class EngineCompiling(EngineUnavailable):
    """The kernels for this position are still being compiled. Waiting games continue after that.

    It carries how much of them is done, in percent, and about how many seconds the rest takes.
    """

    def __init__(self, kernels: frozenset[str], percent: int, seconds: int) -> None:
        super().__init__(f"still compiling: {percent} %, about {seconds} s")
        self.kernels = kernels
        self.percent = percent
        self.seconds = seconds


class GatewayClosed(KinarowError):  # noqa: N818 - a state of the gateway
    """The connection to Discord's gateway is closed, and trying again would not help."""


class StoreUnavailable(KinarowError):  # noqa: N818 - a state of the database
    """The database gave no answer. A change that was under way may or may not be stored."""


class ShardTaken(KinarowError):  # noqa: N818 - a state of the shard
    """Another process plays on the same shard with the same database."""


class AnyProblem(Enum):
    """What can go wrong for a person.

    `Problem` has what several rooms share. A feature has its own class, whose members are the
    sentences themselves (`bot.show.text.language.Sentence`).
    """


class Problem(AnyProblem):
    """What can go wrong outside any one feature. A comment names the facts of each sentence.

    The sentences stand in `bot.show.text.problems`.
    """

    TAKEN = auto()  # tile
    FOUL = auto()  # tile, foul
    FULL = auto()  # column
    FLOATING = auto()  # text
    NO_SUCH_TILE = auto()  # text, last, corner
    NO_SUCH_COLUMN = auto()  # text, last
    NOT_A_MOVE = auto()  # text
    NOT_YOUR_TURN = auto()  # name
    MOVED_ON = auto()
    OLD_BOARD = auto()  # url
    NOT_A_BOARD = auto()
    NOT_A_PLAYER = auto()  # x, o
    TOO_FAST = auto()  # seconds
    NO_GAME = auto()
    UNREADABLE_GAME = auto()
    GAME_ON = auto()  # x, o
    GAME_OF_OTHERS = auto()  # x, o
    FIXTURE_HERE = auto()
    OTHERS_PLAY = auto()  # x, o
    NOTHING_TO_UNDO = auto()
    NO_OFFER = auto()
    OWN_OFFER = auto()  # name
    NO_REMATCH = auto()
    NOT_YOUR_REMATCH = auto()  # x, o
    NO_FINISHED_GAME = auto()
    NOT_A_GAME_NUMBER = auto()  # text
    UNKNOWN_GAME = auto()  # number
    STILL_ON = auto()  # number
    ONE_AT_A_TIME = auto()
    NOT_A_CODE = auto()
    TOO_LONG_A_GAME = auto()
    A_LINK = auto()
    OUT_OF_PLACE = auto()  # text, line
    OTHER_GAME = auto()  # text
    UNKNOWN_RULES = auto()  # text
    WHICH_BOARD = auto()
    WHICH_ROWS = auto()
    NO_SUCH_GAME_IN_IT = auto()  # count
    STONES = auto()  # black, white
    IMPOSSIBLE_MOVE = auto()  # ply, move, why, side
    A_PASS = auto()  # ply
    NOT_FETCHED = auto()
    IMPOSSIBLE_CODE = auto()
    WHICH_STYLE = auto()
    NO_MEMBER_IN_TOP = auto()
    ONE_MEMBER = auto()
    BOARD_SIZE = auto()  # text, least, most
    BOARD_GOAL = auto()  # text, longest
    VARIANT = auto()  # text, variant, goals
    UNKNOWN_WORD = auto()  # word, nearest
    PICK_MEMBER = auto()  # word
    TWO_VALUES = auto()  # first, second
    TWO_OPPONENTS = auto()
    NO_SUCH_MEMBER = auto()
    PICK_OPPONENT = auto()
    NOBODY_ELSE = auto()
    HIDDEN_ANSWERS = auto()
    NOT_FOR_ONESELF = auto()  # text
    NOT_A_MEMBER = auto()
    NO_BUTTONS = auto()
    UNREAD_REPLY = auto()
    NO_CLOCK = auto()
    NO_SWAP = auto()
    SWAP_EARLY = auto()
    SWAP_LATE = auto()
    NOT_YOUR_SWAP = auto()  # name
    SWAP2_BOARD = auto()
    CHOOSE_FIRST = auto()  # codes, with commas between them
    NO_CHOICE = auto()
    OPENING_HELP = auto()
    NO_LEVEL = auto()
    LADDER_ENDS = auto()
    LADDER_BEGINS = auto()
    NO_STRENGTH = auto()  # text, least, most
    NO_VOTE = auto()
    NO_BALLOTS = auto()
    NOT_LEADER = auto()  # name
    VOTE_SECONDS = auto()  # text, least, most
    MAY_NOT_STOP = auto()
    NO_HELP = auto()
    MOVE_TIME = auto()  # text
    MISSING_PERMISSION = auto()  # permission, channel
    ELSEWHERE = auto()  # places
    FIXTURE_HELP = auto()
    FIXTURE_STOP = auto()
    FIXTURE_OF_OTHERS = auto()
    ENGINE_DOWN = auto()
    ENGINE_BUSY = auto()
    ENGINE_COMPILING = auto()  # seconds, percent
    STORE_DOWN = auto()
    DISCORD_DOWN = auto()
    DEFECT = auto()


class UserError(KinarowError):
    """A person asked for something impossible. `facts` fill the sentence of the problem."""

    def __init__(self, problem: AnyProblem, **facts: str | int) -> None:
        super().__init__(problem, facts)
        self.problem = problem
        self.facts = facts


class UnreadableGame(UserError):  # noqa: N818 - a state of the game
    """A stored game that makes no sense: its rows were changed, or written by another version."""

    def __init__(self, game: int) -> None:
        super().__init__(Problem.UNREADABLE_GAME)
        self.args = (game,)
        self.game = game
