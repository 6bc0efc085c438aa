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

import re
from enum import Enum
from typing import Final

from bot.monitoring.logs import redacted

_LONGEST_SHOWN: Final = 40
"""The most characters of a wrong value that are shown."""
_LONG_WORD: Final = re.compile(r"[\w-]{24,}", re.ASCII)
"""What may be a secret at the wrong name, if it has both letters and digits."""


class KinarowError(Exception):
    """The base class of all errors of the bot."""


class SettingsError(KinarowError):
    """A setting is missing or wrong. The message is one line: key, value, and what is wanted."""

    @classmethod
    def of(cls, key: str, value: str, wanted: str) -> SettingsError:
        """The error for a wrong value, which is cut if it is long."""
        # before it is cut, so that no part of a secret is left
        shown = repr(_LONG_WORD.sub(_without_secret, redacted(value)))
        if len(shown) > _LONGEST_SHOWN:
            shown = f"{shown[: _LONGEST_SHOWN - 1]}…"
        return cls(f"{key}={shown}: wanted {wanted}")


def _without_secret(word: re.Match[str]) -> str:
    mixed = any(map(str.isdigit, word[0])) and any(map(str.isalpha, word[0]))
    return "…" if mixed else word[0]


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


def sentence(english: str, /) -> str:
    """Mark an English sentence for translation. `bot.show.text.problem` fills and translates it."""
    return english


class Problem(AnyProblem):
    """What can go wrong outside any one feature, with the sentence that says so and what to do."""

    TAKEN = sentence("{tile} is taken. Pick a free tile.")
    # Translators: {foul} is such as “two open threes at once”.
    FOUL = sentence("X can't play {tile}: {foul}. See {rules}.")
    FULL = sentence("Column {column} is full. Pick another one.")
    FLOATING = sentence("A disc can't stay on {text}: it falls. A move is the number of a column.")
    NO_SUCH_TILE = sentence(
        "There is no {text} on this board. Its tiles are 1 to {last}, or a1 to {corner}."
    )
    NO_SUCH_COLUMN = sentence("There is no {text} on this board. Its columns are 1 to {last}.")
    NOT_A_MOVE = sentence("“{text}” isn't a move. A move is a number, or a tile such as b2.")
    NOT_YOUR_TURN = sentence("Please wait: it's {name}'s turn.")
    MOVED_ON = sentence("That was an older board. See the current one with {board}.")
    CROSSED = sentence("The game has moved on: this is the board now.")
    OLD_BOARD = sentence("That board is old. The game is here: {url}")
    NOT_A_BOARD = sentence("That isn't one of my boards, or it's an old one without buttons.")
    NOT_A_PLAYER = sentence(
        "{x} and {o} are playing here. Start your own game in another channel or thread."
    )
    TOO_FAST = sentence("One moment, please: you can ask again in {seconds} s.")
    NO_GAME = sentence("No game here. Start one with {start}.")
    UNREADABLE_GAME = sentence(
        "That game can't be read any more. If it's still on here, {stop} ends it."
    )
    GAME_ON = sentence("{x} and {o} are playing here. See it with {board}, end it with {stop}.")
    GAME_OF_OTHERS = sentence(
        "{x} and {o} are playing here. Start yours in a thread with {start_thread}, or in another "
        "channel."
    )
    FIXTURE_HERE = sentence(
        "Your tournament game is on here. See it with {board}, give it up with {resign}."
    )
    OTHERS_PLAY = sentence(
        "{x} and {o} are playing here. Start yours when they are done, or in another channel."
    )
    NOTHING_TO_UNDO = sentence("You have no move to take back yet.")
    NO_OFFER = sentence("There's no offer to answer. Offer a draw with {draw}.")
    OWN_OFFER = sentence("You've already asked. It's up to {name} now.")
    NOT_YOUR_REMATCH = sentence(
        "The last game here was between {x} and {o}. Start your own with {start}."
    )
    NO_REMATCH = sentence("There's no game to repeat here. Start one with {start}.")
    NO_FINISHED_GAME = sentence("No finished game here yet. Start one with {start}.")
    NOT_A_GAME_NUMBER = sentence(
        "“{text}” isn't the number of a game. Leave it out for the last one in this channel."
    )
    UNKNOWN_GAME = sentence("I can't find a finished game {number} that you can see here.")
    STILL_ON = sentence("Game {number} isn't over yet. Try again when it is.")
    ONE_AT_A_TIME = sentence("I'm already reviewing a game here. Please wait until I'm done.")
    NOT_A_CODE = sentence(
        "I can't find a game there. I read codes, SGF, PSQ and moves such as `h8i9j10`."
    )
    TOO_LONG_A_GAME = sentence("That's too long for one game.")
    A_LINK = sentence("I don't open links. Send the moves or the file.")
    # Translators: {text} is what stands there in the file.
    OUT_OF_PLACE = sentence("Line {line}: I can't read “{text}” as part of a game.")
    # Translators: {text} is the name of a game in English, such as “Go”.
    OTHER_GAME = sentence("That file is from another game: {text}.")
    # Translators: {text} is what a file calls its rules.
    UNKNOWN_RULES = sentence(
        "I don't know the rules “{text}”. Add the game, such as `renju` or `gomoku`."
    )
    WHICH_BOARD = sentence(
        "Those moves fit several boards. Add yours, such as `3x3` or `connect4`."
    )
    # Translators: `top` and `bottom` are words to type.
    WHICH_ROWS = sentence("Where is row 1 there: at the `top`, as here, or at the `bottom`?")
    NO_SUCH_GAME_IN_IT = sentence("There's no such game in it: it holds {count}.")
    STONES = sentence(
        "There can't be {black} stones of X and {white} of O: the sides take turns, X first."
    )
    # Translators: {why} is such as “taken” or “not on this board”.
    IMPOSSIBLE_MOVE = sentence("Move {ply}, {move}: {why}.")
    A_PASS = sentence("Move {ply} is a pass. Nobody can pass here.")
    NOT_FETCHED = sentence("I couldn't fetch that file. Please send it again.")
    IMPOSSIBLE_CODE = sentence(
        "That code isn't a possible game. Copy it exactly as it appears under a game."
    )
    WHICH_STYLE = sentence("Which style? Choose `emoji`, `text`, `image` or `light`.")
    NO_MEMBER_IN_TOP = sentence("The leaderboard is for all members. For one of them: {stats}.")
    ONE_MEMBER = sentence("Name just one member, as in {stats}.")
    BOARD_SIZE = sentence("I can't play on {text}. Choose {least} to {most} rows and columns.")
    BOARD_GOAL = sentence("I can't play {text}. Choose 2 to {longest} in a row for this board.")
    # Translators: {text} is a board such as “3x3”, {variant} such as “renju”, {goals} such as 4/5.
    VARIANT = sentence(
        "{text} doesn't go with {variant}, which is for {goals} in a row, without gravity or "
        "misère."
    )
    VANISHING_BOARD = sentence("Vanishing tic-tac-toe is played on 3×3 only, three in a row.")
    CUBE_BOARD = sentence("A cube is 3×3×3 (`3d`) or 4×4×4 (`qubic`).")
    # Translators: {text} is the name of another game, {game} what people type for one of the bot's.
    NOT_PLAYED = sentence("I don't play {text}. The nearest I have is `{game}`.")
    UNKNOWN_WORD = sentence("I don't know “{word}”. Did you mean “{nearest}”?")
    PICK_MEMBER = sentence(
        "I don't know “{word}”. If that's a member, type `@` and pick them from Discord's "
        "list; for anything else, see {help_start}."
    )
    TWO_VALUES = sentence("“{first}” and “{second}” don't go together. Choose one of them.")
    TWO_OPPONENTS = sentence("Challenge one member, or let anyone join with {start_open}.")
    NO_SUCH_MEMBER = sentence("I can't find that member here. Mention someone in this server.")
    PICK_OPPONENT = sentence(
        "Here I only see people you pick. Choose your opponent in the `opponent` option."
    )
    NOBODY_ELSE = sentence("Nobody else can join us here. Play against me with {start}.")
    HIDDEN_ANSWERS = sentence(
        "This server shows my answers only to you, so nobody could join. Play against me with "
        "{start}."
    )
    NOT_FOR_ONESELF = sentence(
        "“{text}” is a server setting. Here you can choose `game`, `level`, `style` and `language`."
    )
    NOT_A_MEMBER = sentence(
        "I'm not a member here, so I can only answer you. That works where I've been invited."
    )
    NO_BUTTONS = sentence("That needs buttons, and messages here can't have any.")
    UNREAD_REPLY = sentence(
        "Discord doesn't let me read that reply. Press a button on the board, or mention me "
        "with your move."
    )
    NO_CLOCK = sentence(
        "I'm not a member here, so I can't keep time. Ask for the game without a clock."
    )
    NO_SWAP = sentence("This game is played without the swap. Ask for one as in {start_swap}.")
    SWAP_EARLY = sentence("There's nothing to take over before the first move.")
    SWAP_LATE = sentence("The first move can only be taken over right after it's played.")
    NOT_YOUR_SWAP = sentence("Only {name} may take over the first move.")
    SWAP2_BOARD = sentence(
        "The opening swap2 is for five in a row on 15×15 or larger, without gravity: {start_swap2}."
    )
    CHOOSE_FIRST = sentence("Choose first: {codes}.")
    NO_CHOICE = sentence("There's no colour to choose right now.")
    OPENING_HELP = sentence(
        "There are no hints while the first stones are placed: both colours should end up "
        "equally good."
    )
    NO_LEVEL = sentence("Levels are only for games against me. Choose one as in {start_level}.")
    LADDER_ENDS = sentence("I'm already playing as well as I can.")
    LADDER_BEGINS = sentence("This is already my easiest level.")
    NO_STRENGTH = sentence(
        "{text} isn't a strength I have. Choose {least} to {most}, or a level: see them with "
        "{levels}."
    )
    NO_VOTE = sentence("There's no vote here right now. Start one with {vote}.")
    NO_BALLOTS = sentence("Nobody has voted yet. Vote as in {vote_move}.")
    NOT_LEADER = sentence(
        "Only {name}, who started this vote, can do that. Vote as in {vote_move}."
    )
    VOTE_SECONDS = sentence(
        "{text} doesn't work as a voting time. Choose {least} to {most}, such as 30s or 2m."
    )
    MAY_NOT_STOP = sentence(
        "Only its players, or someone who can manage messages, can stop this game."
    )
    MOVE_TIME = sentence(
        "{text} doesn't work as a time for each move. Choose `1m` to `14d`, such as `2m` or `1d`."
    )
    SERIES_LENGTH = sentence(
        "A match is best of {least} to {most} games, or first to {least} to {most} points."
    )
    NO_HELP = sentence("This game is played without help: no hints, no coach and no takebacks.")
    MISSING_PERMISSION = sentence(
        "I need the permission “{permission}” in “{channel}”. "
        "Please ask someone who manages the server."
    )
    ELSEWHERE = sentence("I play in {places} here, and in their threads.")
    FIXTURE_HELP = sentence("This is a tournament game: no help, and no takebacks.")
    FIXTURE_STOP = sentence("This is a tournament game. Give it up with {resign}.")
    FIXTURE_OF_OTHERS = sentence("This is a tournament game: only its players can give it up.")
    ENGINE_DOWN = sentence("I can't think right now. Your game is safe: try again with {board}.")
    ENGINE_BUSY = sentence(
        "Too many games are waiting for my move right now. Yours is safe: try again with {board}."
    )
    ENGINE_COMPILING = sentence(
        "I'm still warming up for this kind of game, only this once: about {seconds} s, "
        "{percent}%. My move will follow on its own; for anything else, ask again."
    )
    STORE_DOWN = sentence(
        "I can't reach my records right now. See in a minute how the game stands with {board}."
    )
    DISCORD_DOWN = sentence(
        "Discord didn't accept my answer. See how the game stands with {board}."
    )
    DEFECT = sentence("Something went wrong on my side. Your game is safe: see it with {board}.")


class UserError(KinarowError):
    """A person asked for something impossible. `facts` fill the sentence of the problem."""

    def __init__(self, problem: AnyProblem, **facts: str | int) -> None:
        super().__init__(problem, facts)
        self.problem = problem
        self.facts = facts

    def __str__(self) -> str:
        """The problem alone, for the log: facts may be names of people."""
        return f"{self.problem!r}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"


class UnreadableGame(UserError):  # noqa: N818 - a state of the game
    """A stored game that makes no sense: its rows were changed, or written by another version."""

    def __init__(self, game: int) -> None:
        super().__init__(Problem.UNREADABLE_GAME)
        self.args = (game,)
        self.game = game

    def __str__(self) -> str:
        return f"game {self.game}"
