"""What a person is told who asked for what cannot be: one sentence, and what to do."""

from __future__ import annotations

from typing import Final

from bot.errors import Problem, UserError
from bot.text.words import bold, command, safe

_SENTENCES: Final = {
    Problem.TAKEN: "{tile} is taken. Pick a free tile.",
    Problem.FULL: "Column {column} is full. Pick another one.",
    Problem.FLOATING: "A disc cannot stay on {text}, it falls. Type the number of a column.",
    Problem.NO_SUCH_TILE: (
        "There is no {text} on this board. Its tiles are 1 to {last}, or a1 to {corner}."
    ),
    Problem.NO_SUCH_COLUMN: "There is no {text} on this board. Its columns are 1 to {last}.",
    Problem.NOT_A_MOVE: "“{text}” is not a move. Type a number, or a tile such as b2.",
    Problem.NOT_YOUR_TURN: "Please wait: it is the turn of {name}.",
    Problem.MOVED_ON: "That was an older board. See the current one with {board}.",
    Problem.NOT_A_PLAYER: (
        "{x} and {o} are playing here. Start a game of your own in another channel or thread."
    ),
    Problem.NO_GAME: "No game here. Start one with {start}.",
    Problem.GAME_ON: ("{x} and {o} are playing here. See it with {board}, end it with {stop}."),
    Problem.NOTHING_TO_UNDO: "You have no move to take back yet.",
    Problem.NO_OFFER: "Nothing is on offer. Offer a draw with {draw}.",
    Problem.OWN_OFFER: "You have asked already. Now {name} has to answer.",
    Problem.NOT_YOUR_REMATCH: (
        "The last game here was that of {x} and {o}. Start one of your own with {start}."
    ),
    Problem.NO_REMATCH: "No game to repeat here. Start one with {start}.",
    Problem.NO_FINISHED_GAME: "No finished game here yet. Start one with {start}.",
    Problem.NOT_A_GAME_NUMBER: (
        "“{text}” is not the number of a game. Leave it out for the last one in this channel."
    ),
    Problem.UNKNOWN_GAME: "I know no finished game {number} that you could see here.",
    Problem.STILL_ON: "Game {number} is not over yet. Look at it again when it is.",
    Problem.REVIEWING: "I am reviewing a game here already. Please wait until I am done.",
    Problem.NOT_A_CODE: "That is not the code of a game. Send it as in {load}.",
    Problem.IMPOSSIBLE_CODE: (
        "That code tells of a game that cannot be played. Copy it as it stands under a game."
    ),
    Problem.WHICH_STYLE: "Which style? Choose `emoji`, `text`, `image` or `light`.",
    Problem.BOARD_SIZE: (
        "{text} is no board I can play on. Choose {least} to {most} rows and columns."
    ),
    Problem.BOARD_GOAL: "{text} cannot be won. Choose 2 to {longest} in a row for this board.",
    Problem.UNKNOWN_WORD: "I don't know “{word}”. Did you mean “{nearest}”?",
    Problem.TWO_GAMES: "“{first}” and “{second}” do not go together. Choose one of them.",
    Problem.TWO_OPPONENTS: "Challenge one member, or let anyone join with {start_open}.",
    Problem.CHALLENGE_BOT: (
        "{name} is a bot and cannot answer. Play against me with {start}, without a name."
    ),
    Problem.CHALLENGE_SELF: (
        "You cannot challenge yourself. Play against me with {start}, "
        "or let anyone join with {start_open}."
    ),
    Problem.NO_SUCH_MEMBER: "I know no such member here. Mention someone of this server.",
    Problem.NOT_CHALLENGED: "Only {name} can answer this challenge.",
    Problem.NOT_CHALLENGER: "Only {name} can take this challenge back.",
    Problem.CHALLENGE_GONE: "This challenge is over. Send a new one with {challenge}.",
    Problem.MAY_NOT_STOP: "Only its players, or who may manage messages, can stop this game.",
    Problem.MISSING_PERMISSION: (
        "I need the permission “{permission}” in “{channel}”. "
        "Please ask someone who manages the server."
    ),
    Problem.ENGINE_DOWN: "I cannot think just now. Your game is kept: try again with {board}.",
    Problem.ENGINE_BUSY: (
        "Too many games want me to think just now. Yours is kept: try again with {board}."
    ),
    Problem.STORE_DOWN: (
        "I cannot reach my records just now. See in a minute with {board} how the game stands."
    ),
    Problem.DISCORD_DOWN: "Discord did not take my answer. See how the game stands with {board}.",
    Problem.DEFECT: "Something went wrong on my side. Your game is kept: see it with {board}.",
}
_BARE: Final = {
    Problem.NOT_A_MOVE: ("text", "Which move? Type a number, or a tile such as b2."),
    Problem.UNKNOWN_WORD: (
        "nearest",
        "I don't know “{word}”. See what I understand with {help}.",
    ),
    Problem.MISSING_PERMISSION: (
        "channel",
        "I need the permission “{permission}” here. Please ask someone who manages the server.",
    ),
}
"""The sentence where a fact is empty, and which fact that is."""
_PEOPLE: Final = frozenset(("x", "o", "name"))
"""The facts that name somebody."""

_COMMANDS: Final = {
    "start": "start",
    "start_open": "start open",
    "challenge": "start @name",
    "board": "board",
    "stop": "stop",
    "draw": "draw",
    "help": "help",
    "load": "load 3x3x3:5-1-9",
}


def problem(error: UserError, prefix: str) -> str:
    """The sentence for an error, with the commands as typed on this server."""
    facts = {name: _fact(name, str(fact)) for name, fact in error.facts.items()}
    commands = {name: command(prefix, words) for name, words in _COMMANDS.items()}
    return _template(error).format(**facts, **commands)


def _template(error: UserError) -> str:
    fact, bare = _BARE.get(error.problem, ("", ""))
    return _SENTENCES[error.problem] if error.facts.get(fact, True) else bare


def _fact(name: str, fact: str) -> str:
    return bold(fact) if name in _PEOPLE else safe(fact)
