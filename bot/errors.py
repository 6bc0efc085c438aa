"""Everything the bot raises on purpose.

    KinarowError
    ├── SettingsError        a setting is missing or wrong; the start stops with its one line
    ├── UserError            a person asked for what cannot be; the sentence is theirs to read
    ├── ConflictError        another process changed the game first; load it again
    ├── ChannelClosed        the bot may not write in the game's channel, or it is gone
    ├── UploadFailed         Discord refused an emoji of boards; the sentence says how to go on
    ├── EngineUnavailable    the engine gave no answer; the game stays as it is
    │   ├── EngineBusy       since too many others ask it; said at once, without waiting
    │   └── EngineCompiling  since it is still being compiled; said at once likewise
    ├── StoreUnavailable     the database gave no answer; nobody knows the game now
    └── ShardTaken           another process plays in the same servers; this one ends

Everything else is a defect: it fails loudly, and one place logs it.
"""

from __future__ import annotations

from enum import Enum, auto


class KinarowError(Exception):
    """Root of the tree."""


class SettingsError(KinarowError):
    """A setting is missing or wrong: one line with the key, the value and what is wanted."""


class ConflictError(KinarowError):
    """The stored game is no longer the one that was loaded."""


class ChannelClosed(KinarowError):  # noqa: N818 - a state of the channel, as asyncio's TimeoutError is
    """The bot may not write in the channel any more, or the channel is gone."""


class UploadFailed(KinarowError):  # noqa: N818 - what became of the upload
    """Not all emoji of boards could be uploaded: one line that says what to do."""


class EngineUnavailable(KinarowError):  # noqa: N818 - a state of the engine, as above
    """No answer from the engine, for whatever reason; nothing about the game has changed."""


class EngineBusy(EngineUnavailable):
    """Too many positions wait for the engine already."""


class EngineCompiling(EngineUnavailable):
    """What this position takes is still being compiled; games that wait go on by themselves."""


class StoreUnavailable(KinarowError):  # noqa: N818 - a state of the database, as above
    """No answer from the database; a change under way may or may not have been kept."""


class ShardTaken(KinarowError):  # noqa: N818 - a state of the shard, as above
    """Another process plays the same shard with the same database."""


class Problem(Enum):
    """What a person can get wrong, with the facts that its sentence in `text` needs."""

    TAKEN = auto()  # tile
    FULL = auto()  # column
    FLOATING = auto()  # text
    NO_SUCH_TILE = auto()  # text, last, corner
    NO_SUCH_COLUMN = auto()  # text, last
    NOT_A_MOVE = auto()  # text
    NOT_YOUR_TURN = auto()  # name
    MOVED_ON = auto()
    NOT_A_PLAYER = auto()  # x, o
    NO_GAME = auto()
    GAME_ON = auto()  # x, o
    NOTHING_TO_UNDO = auto()
    NO_OFFER = auto()
    OWN_OFFER = auto()  # name
    NO_REMATCH = auto()
    NOT_YOUR_REMATCH = auto()  # x, o
    NO_FINISHED_GAME = auto()
    NOT_A_GAME_NUMBER = auto()  # text
    UNKNOWN_GAME = auto()  # number
    STILL_ON = auto()  # number
    REVIEWING = auto()
    NOT_A_CODE = auto()
    IMPOSSIBLE_CODE = auto()
    WHICH_STYLE = auto()
    NO_MEMBER_IN_TOP = auto()
    PUZZLE_OVER = auto()
    PUZZLE_SOLVED = auto()
    NOT_YOUR_DATA = auto()
    STILL_PLAYING = auto()
    BOARD_SIZE = auto()  # text, least, most
    BOARD_GOAL = auto()  # text, longest
    UNKNOWN_WORD = auto()  # word, nearest
    TWO_GAMES = auto()  # first, second
    TWO_OPPONENTS = auto()
    CHALLENGE_BOT = auto()  # name
    CHALLENGE_SELF = auto()
    NO_SUCH_MEMBER = auto()
    NOT_CHALLENGED = auto()  # name
    NOT_CHALLENGER = auto()  # name
    CHALLENGE_GONE = auto()
    CHALLENGE_EXPIRED = auto()
    CHALLENGE_WAITS = auto()  # place
    CHALLENGE_DECLINED = auto()  # member, when
    CHALLENGE_TOO_MANY = auto()  # when
    NOBODY_ELSE = auto()
    NO_SWAP = auto()
    SWAP_EARLY = auto()
    SWAP_LATE = auto()
    NOT_YOUR_SWAP = auto()  # name
    NO_VOTE = auto()
    NO_BALLOTS = auto()
    NOT_LEADER = auto()  # name
    VOTE_SECONDS = auto()  # text, least, most
    MAY_NOT_STOP = auto()
    MISSING_PERMISSION = auto()  # permission, channel
    ELSEWHERE = auto()  # places
    MAY_NOT_SET = auto()
    NOT_FOR_ONESELF = auto()  # text
    BAD_PREFIX = auto()
    IDLE_TIME = auto()  # text
    NO_SUCH_LANGUAGE = auto()  # text, codes
    WHICH_CHANNEL = auto()
    NO_SUCH_CHANNEL = auto()  # text
    CHANNEL_NOT_LISTED = auto()  # text
    TOO_MANY_CHANNELS = auto()  # most
    ENGINE_DOWN = auto()
    ENGINE_BUSY = auto()
    ENGINE_COMPILING = auto()
    STORE_DOWN = auto()
    DISCORD_DOWN = auto()
    DEFECT = auto()


class UserError(KinarowError):
    """A person asked for what cannot be. `facts` fill the sentence of the problem."""

    def __init__(self, problem: Problem, **facts: str | int) -> None:
        super().__init__(problem, facts)
        self.problem = problem
        self.facts = facts
