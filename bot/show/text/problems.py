"""The sentence for each problem: what is wrong, and what to do."""

from __future__ import annotations

import re
from typing import Final

from bot.errors import AnyProblem, Problem, UserError
from bot.match.notes import Lacking, Permission
from bot.show.text.language import Sentence, listed, marked, said
from bot.show.text.words import bold, command, example_channel, foul_name, safe
from engine import Foul

_SENTENCES: Final[dict[AnyProblem, Sentence]] = {
    Problem.TAKEN: Sentence("{tile} is taken. Pick a free tile."),
    # Translators: {foul} is such as “two open threes at once”.
    Problem.FOUL: Sentence("{tile} is forbidden to X: {foul}. {rules} says more."),
    Problem.FULL: Sentence("Column {column} is full. Pick another one."),
    Problem.FLOATING: Sentence(
        "A disc cannot stay on {text}, it falls. A move is the number of a column."
    ),
    Problem.NO_SUCH_TILE: Sentence(
        "There is no {text} on this board. Its tiles are 1 to {last}, or a1 to {corner}."
    ),
    Problem.NO_SUCH_COLUMN: Sentence(
        "There is no {text} on this board. Its columns are 1 to {last}."
    ),
    Problem.NOT_A_MOVE: Sentence(
        "“{text}” is not a move. A move is a number, or a tile such as b2."
    ),
    Problem.NOT_YOUR_TURN: Sentence("Please wait: it is the turn of {name}."),
    Problem.MOVED_ON: Sentence("That was an older board. See the current one with {board}."),
    Problem.OLD_BOARD: Sentence("That board is old. The game is here: {url}"),
    Problem.NOT_A_BOARD: Sentence("That is no board of mine, or an old one without buttons."),
    Problem.NOT_A_PLAYER: Sentence(
        "{x} and {o} are playing here. Start a game of your own in another channel or thread."
    ),
    Problem.TOO_FAST: Sentence("One moment, please: you can ask again in {seconds} s."),
    Problem.NO_GAME: Sentence("No game here. Start one with {start}."),
    Problem.UNREADABLE_GAME: Sentence(
        "That game cannot be read any more. If it is still on here, {stop} ends it."
    ),
    Problem.GAME_ON: Sentence(
        "{x} and {o} are playing here. See it with {board}, end it with {stop}."
    ),
    Problem.GAME_OF_OTHERS: Sentence(
        "{x} and {o} are playing here. Start yours in a thread with {start_thread}, or in another "
        "channel."
    ),
    Problem.FIXTURE_HERE: Sentence(
        "Your game of the tournament is on here. See it with {board}, give it up with {resign}."
    ),
    Problem.OTHERS_PLAY: Sentence(
        "{x} and {o} are playing here. Start yours when they are done, or in another channel."
    ),
    Problem.NOTHING_TO_UNDO: Sentence("You have no move to take back yet."),
    Problem.NO_OFFER: Sentence("Nothing is on offer. Offer a draw with {draw}."),
    Problem.OWN_OFFER: Sentence("You have asked already. Now {name} has to answer."),
    Problem.NOT_YOUR_REMATCH: Sentence(
        "The last game here was that of {x} and {o}. Start one of your own with {start}."
    ),
    Problem.NO_REMATCH: Sentence("No game to repeat here. Start one with {start}."),
    Problem.NO_FINISHED_GAME: Sentence("No finished game here yet. Start one with {start}."),
    Problem.NOT_A_GAME_NUMBER: Sentence(
        "“{text}” is not the number of a game. Leave it out for the last one in this channel."
    ),
    Problem.UNKNOWN_GAME: Sentence("I know no finished game {number} that you could see here."),
    Problem.STILL_ON: Sentence("Game {number} is not over yet. Look at it again when it is."),
    Problem.ONE_AT_A_TIME: Sentence(
        "I am reviewing a game here already. Please wait until I am done."
    ),
    Problem.NOT_A_CODE: Sentence(
        "I find no game there. I read codes, SGF, PSQ and moves such as `h8i9j10`."
    ),
    Problem.TOO_LONG_A_GAME: Sentence("That is too long for one game."),
    Problem.A_LINK: Sentence("I open no links. Send the moves or the file."),
    # Translators: {text} is what stands there in the file.
    Problem.OUT_OF_PLACE: Sentence("Line {line}: I cannot read “{text}” as a part of a game."),
    # Translators: {text} is the name of a game in English, such as “Go”.
    Problem.OTHER_GAME: Sentence("That file is of another game: {text}."),
    # Translators: {text} is what a file calls its rules.
    Problem.UNKNOWN_RULES: Sentence(
        "I know no rules called “{text}”. Add the game, such as `renju` or `gomoku`."
    ),
    Problem.WHICH_BOARD: Sentence(
        "Those moves fit several boards. Add yours, such as `3x3` or `connect4`."
    ),
    # Translators: `top` and `bottom` are words to type.
    Problem.WHICH_ROWS: Sentence(
        "Where is row 1 there: at the `top`, as here, or at the `bottom`?"
    ),
    Problem.NO_SUCH_GAME_IN_IT: Sentence("There is no such game: it holds {count}."),
    Problem.STONES: Sentence(
        "{black} stones of X and {white} of O cannot stand there: the sides take turns, X first."
    ),
    # Translators: {why} is such as “taken” or “not on this board”.
    Problem.IMPOSSIBLE_MOVE: Sentence("Move {ply}, {move}: {why}."),
    Problem.A_PASS: Sentence("Move {ply} is a pass. Nobody can pass here."),
    Problem.NOT_FETCHED: Sentence("I could not fetch that file. Please send it again."),
    Problem.IMPOSSIBLE_CODE: Sentence(
        "That code tells of a game that cannot be played. Copy it as it stands under a game."
    ),
    Problem.WHICH_STYLE: Sentence("Which style? Choose `emoji`, `text`, `image` or `light`."),
    Problem.NO_MEMBER_IN_TOP: Sentence("The table is of all members. For one of them: {stats}."),
    Problem.ONE_MEMBER: Sentence("Name one member alone, as in {stats}."),
    Problem.BOARD_SIZE: Sentence(
        "{text} is no board I can play on. Choose {least} to {most} rows and columns."
    ),
    Problem.BOARD_GOAL: Sentence(
        "{text} cannot be won. Choose 2 to {longest} in a row for this board."
    ),
    # Translators: {text} is a board such as “3x3”, {variant} such as “renju”, {goals} such as 4/5.
    Problem.VARIANT: Sentence(
        "{text} does not go with {variant}, which is for {goals} in a row, without gravity or "
        "misère."
    ),
    Problem.UNKNOWN_WORD: Sentence("I don't know “{word}”. Did you mean “{nearest}”?"),
    Problem.PICK_MEMBER: Sentence(
        "I don't know “{word}”. If that is a member, type `@` and pick them from Discord's list; "
        "for all else see {help_start}."
    ),
    Problem.TWO_VALUES: Sentence(
        "“{first}” and “{second}” do not go together. Choose one of them."
    ),
    Problem.TWO_OPPONENTS: Sentence("Challenge one member, or let anyone join with {start_open}."),
    Problem.NO_SUCH_MEMBER: Sentence("I know no such member here. Mention someone of this server."),
    Problem.PICK_OPPONENT: Sentence(
        "I know nobody here but whom you pick. Pick your opponent in the option `opponent`."
    ),
    Problem.NOBODY_ELSE: Sentence("Nobody else can join us here. Play against me with {start}."),
    Problem.HIDDEN_ANSWERS: Sentence(
        "This server shows my answers only to you, so nobody could join. Play against me with "
        "{start}."
    ),
    Problem.NOT_FOR_ONESELF: Sentence(
        "“{text}” is a setting of servers. Here you can choose `game`, `level`, `style` and "
        "`language`."
    ),
    Problem.NOT_A_MEMBER: Sentence(
        "I am no member here and can only answer you. That works where I was invited."
    ),
    Problem.NO_BUTTONS: Sentence("That needs buttons, and messages have none here."),
    Problem.UNREAD_REPLY: Sentence(
        "Discord does not let me read that reply. Press a button of the board, or mention me with "
        "your move."
    ),
    Problem.NO_CLOCK: Sentence(
        "I am no member here and cannot keep the time. Ask for the game without one."
    ),
    Problem.NO_SWAP: Sentence(
        "This game is played without the swap. Ask for it as in {start_swap}."
    ),
    Problem.SWAP_EARLY: Sentence("There is nothing to take over before the first move."),
    Problem.SWAP_LATE: Sentence("The first move can be taken over right after it, not later."),
    Problem.NOT_YOUR_SWAP: Sentence("Only {name} may take over the first move."),
    Problem.SWAP2_BOARD: Sentence(
        "The opening swap2 is for five in a row on 15×15 or larger, without gravity: {start_swap2}."
    ),
    Problem.CHOOSE_FIRST: Sentence("Choose first: {codes}."),
    Problem.NO_CHOICE: Sentence("There is no colour to choose just now."),
    Problem.OPENING_HELP: Sentence(
        "There are no hints while the first stones are laid: whoever chooses then should find no "
        "colour better."
    ),
    Problem.NO_LEVEL: Sentence(
        "There is no level between people. Against me it is chosen as in {start_level}."
    ),
    Problem.LADDER_ENDS: Sentence("I play as well as I can already."),
    Problem.LADDER_BEGINS: Sentence("Nobody I know plays more weakly than this."),
    Problem.NO_STRENGTH: Sentence(
        "{text} is no strength. Choose {least} to {most}, or a level: see them with {levels}."
    ),
    Problem.NO_VOTE: Sentence("Nothing is voted on here just now. Begin a vote with {vote}."),
    Problem.NO_BALLOTS: Sentence("Nobody has voted yet. Vote as in {vote_move}."),
    Problem.NOT_LEADER: Sentence(
        "Only {name}, who began this vote, can do that. Vote as in {vote_move}."
    ),
    Problem.VOTE_SECONDS: Sentence(
        "{text} is no time to vote. Choose {least} to {most}, such as 30s or 2m."
    ),
    Problem.MAY_NOT_STOP: Sentence(
        "Only its players, or who may manage messages, can stop this game."
    ),
    Problem.MOVE_TIME: Sentence(
        "{text} is no time for a move. Choose `1m` to `14d`, such as `2m` or `1d`."
    ),
    Problem.NO_HELP: Sentence(
        "This game is played without help: no hints, no coach and no takebacks."
    ),
    Problem.MISSING_PERMISSION: Sentence(
        "I need the permission “{permission}” in “{channel}”. "
        "Please ask someone who manages the server."
    ),
    Problem.ELSEWHERE: Sentence("I play in {places} here, and in their threads."),
    Problem.FIXTURE_HELP: Sentence(
        "This game is part of a tournament: there is no help in it, and no move is taken back."
    ),
    Problem.FIXTURE_STOP: Sentence("This game is part of a tournament. Give it up with {resign}."),
    Problem.FIXTURE_OF_OTHERS: Sentence(
        "This game is part of a tournament: its players alone can give it up."
    ),
    Problem.ENGINE_DOWN: Sentence(
        "I cannot think just now. Your game is kept: try again with {board}."
    ),
    Problem.ENGINE_BUSY: Sentence(
        "Too many games want me to think just now. Yours is kept: try again with {board}."
    ),
    Problem.ENGINE_COMPILING: Sentence(
        "I am still getting ready for this kind of game, just this once: "
        "about {seconds} s, {percent} %. "
        "My move then comes by itself; for anything else, ask again."
    ),
    Problem.STORE_DOWN: Sentence(
        "I cannot reach my records just now. See in a minute with {board} how the game stands."
    ),
    Problem.DISCORD_DOWN: Sentence(
        "Discord did not take my answer. See how the game stands with {board}."
    ),
    Problem.DEFECT: Sentence(
        "Something went wrong on my side. Your game is kept: see it with {board}."
    ),
}
_COMPILED: Final = Sentence("I am ready for this kind of game now.")
_BARE: Final[dict[AnyProblem, tuple[str, Sentence]]] = {
    Problem.NOT_A_MOVE: ("text", Sentence("Which move? A move is a number, or a tile such as b2.")),
    Problem.UNKNOWN_WORD: (
        "nearest",
        Sentence("I don't know “{word}”. See what I understand with {help}."),
    ),
    Problem.MISSING_PERMISSION: (
        "channel",
        Sentence(
            "I need the permission “{permission}” here. Please ask someone who manages the server."
        ),
    ),
}
"""The sentence to use if a fact is empty, with the name of that fact."""
_PEOPLE: Final = frozenset(("x", "o", "name"))
"""The facts that are names of people."""
_PERMISSIONS: Final = frozenset(
    (
        marked("View Channel"),
        marked("Send Messages"),
        marked("Send Messages In Threads"),
        marked("Create Public Threads"),
        marked("Embed Links"),
        marked("Attach Files"),
        marked("Manage Roles"),
        marked("Read Message History"),
    )
)
"""The permissions, with their names in Discord's settings."""
# Translators: {permission} is the name of a permission in Discord's settings.
_WORSE: Final = Sentence("Boards would look better here if I had the permission “{permission}”.")
_UNHEARD: Final = Sentence(
    "Without the permission “{permission}” I miss moves that are typed while I restart."
)
_FOULS: Final = frozenset(foul.value for foul in Foul)
# Translators: why a move of a game cannot be made, as in “Move 12, j7: taken.”
_WHY: Final = {
    "taken": Sentence("taken"),
    "full": Sentence("that column is full"),
    "floating": Sentence("a disc falls lower"),
    "over": Sentence("the game was over"),
    "outside": Sentence("not on this board"),
    "turn": Sentence("the other side was to move"),
}
# Translators: {foul} is such as “two open threes at once”.
_FOUL: Final = Sentence("forbidden to X, {foul}")
_SHOWN_PLACES: Final = 5
"""The most channels that a sentence names."""
_LONGEST_LIST: Final = 100
_LINK: Final = re.compile(r"https?://[\w.:\[\]-]+/channels/(?:[0-9]+|@me)/[0-9]+(?:/[0-9]+)?")
_MARKUP: Final = {"place": "<#{}>", "member": "<@{}>", "when": "<t:{}:R>"}
"""Facts that are numbers, and the markup that Discord's client shows as words."""

_COMMANDS: Final = {
    "rules": "rules renju",
    "start": "start",
    "start_open": "start open",
    "start_thread": "start thread",
    "help_start": "help {topic_or_start}",
    "start_level": "start easy",
    "levels": "levels",
    "board": "board",
    "stop": "stop",
    "draw": "draw",
    "hint": "hint",
    "help": "help {topic}",
    "stats": "stats @name",
    "load": "load 3x3x3:5-1-9",
    "start_swap": "start swap @name",
    "start_swap2": "start gomoku swap2 @name",
    "vote": "vote connect4",
    "vote_move": "vote 5",
    "settings": "settings",
    "resign": "resign",
}


def problem(error: UserError, prefix: str) -> str:
    """The sentence for an error, with commands in this server's prefix."""
    facts = {name: _fact(name, str(fact)) for name, fact in error.facts.items()}
    topic = str(error.facts.get("topic", ""))
    examples = {
        "channel": example_channel(),
        "topic": topic,
        "topic_or_start": topic or "start",
    }
    template = _template(error)
    commands = {
        name: command(prefix, words.format(**examples).strip())
        for name, words in (_COMMANDS | template.commands).items()
    }
    return template.format(**commands | facts)


def compiled() -> str:
    """What the line says in the end that told how far compiling was."""
    return str(_COMPILED)


def lacking(note: Lacking) -> str:
    """What would be better with the permissions that the bot lacks, one a line."""
    return "\n".join(
        (_UNHEARD if missing is Permission.HISTORY else _WORSE).format(
            permission=_fact("permission", missing.value)
        )
        for missing in note.permissions
    )


def _template(error: UserError) -> Sentence:
    fact, bare = _BARE.get(error.problem, ("", None))
    if bare is not None and not error.facts.get(fact, True):
        return bare
    own = error.problem.value
    return own if isinstance(own, Sentence) else _SENTENCES[error.problem]


def _fact(name: str, fact: str) -> str:
    if name == "places":
        return _places(fact)
    if name == "codes":
        return listed(f"`{safe(code)}`" for code in fact[:_LONGEST_LIST].split(", "))
    if name in _MARKUP:
        return _MARKUP[name].format(safe(fact))
    if name == "url" and _LINK.fullmatch(fact):
        return fact
    if name == "why":
        return _why(fact)
    if name == "foul" and fact in _FOULS:
        return foul_name(Foul(fact))
    if name == "permission":
        return said(fact) if fact in _PERMISSIONS else safe(fact)
    return bold(fact) if name in _PEOPLE else safe(fact)


def _why(reason: str) -> str:
    """Why a move of a game from elsewhere cannot be made."""
    if reason in _FOULS:
        return _FOUL.format(foul=foul_name(Foul(reason)))
    return str(_WHY[reason]) if reason in _WHY else safe(reason)


def _places(numbers: str) -> str:
    """List channels. `numbers` are their ids, separated by spaces."""
    named = numbers.split()[: _SHOWN_PLACES + 1]
    shown = [_MARKUP["place"].format(safe(number)) for number in named[:_SHOWN_PLACES]]
    return listed((*shown, "…") if len(named) > len(shown) else shown)
