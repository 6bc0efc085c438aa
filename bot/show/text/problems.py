"""The sentence for each problem: what is wrong, and what to do."""

from __future__ import annotations

import re
from typing import Final

from bot.errors import AnyProblem, Problem, UserError
from bot.match.notes import Lacking, Permission
from bot.match.vocabulary import is_foreign
from bot.show.text.language import Sentence, listed, marked, said, spoken_language
from bot.show.text.words import bold, command, example_channel, foul_name, safe
from engine import Foul

_SENTENCES: Final[dict[AnyProblem, Sentence]] = {
    Problem.TAKEN: Sentence("{tile} is taken. Pick a free tile."),
    # Translators: {foul} is such as “two open threes at once”.
    Problem.FOUL: Sentence("X can't play {tile}: {foul}. See {rules}."),
    Problem.FULL: Sentence("Column {column} is full. Pick another one."),
    Problem.FLOATING: Sentence(
        "A disc can't stay on {text}: it falls. A move is the number of a column."
    ),
    Problem.NO_SUCH_TILE: Sentence(
        "There is no {text} on this board. Its tiles are 1 to {last}, or a1 to {corner}."
    ),
    Problem.NO_SUCH_COLUMN: Sentence(
        "There is no {text} on this board. Its columns are 1 to {last}."
    ),
    Problem.NOT_A_MOVE: Sentence(
        "“{text}” isn't a move. A move is a number, or a tile such as b2."
    ),
    Problem.NOT_YOUR_TURN: Sentence("Please wait: it's {name}'s turn."),
    Problem.MOVED_ON: Sentence("That was an older board. See the current one with {board}."),
    Problem.OLD_BOARD: Sentence("That board is old. The game is here: {url}"),
    Problem.NOT_A_BOARD: Sentence(
        "That isn't one of my boards, or it's an old one without buttons."
    ),
    Problem.NOT_A_PLAYER: Sentence(
        "{x} and {o} are playing here. Start your own game in another channel or thread."
    ),
    Problem.TOO_FAST: Sentence("One moment, please: you can ask again in {seconds} s."),
    Problem.NO_GAME: Sentence("No game here. Start one with {start}."),
    Problem.UNREADABLE_GAME: Sentence(
        "That game can't be read any more. If it's still on here, {stop} ends it."
    ),
    Problem.GAME_ON: Sentence(
        "{x} and {o} are playing here. See it with {board}, end it with {stop}."
    ),
    Problem.GAME_OF_OTHERS: Sentence(
        "{x} and {o} are playing here. Start yours in a thread with {start_thread}, or in another "
        "channel."
    ),
    Problem.FIXTURE_HERE: Sentence(
        "Your tournament game is on here. See it with {board}, give it up with {resign}."
    ),
    Problem.OTHERS_PLAY: Sentence(
        "{x} and {o} are playing here. Start yours when they are done, or in another channel."
    ),
    Problem.NOTHING_TO_UNDO: Sentence("You have no move to take back yet."),
    Problem.NO_OFFER: Sentence("There's no offer to answer. Offer a draw with {draw}."),
    Problem.OWN_OFFER: Sentence("You've already asked. It's up to {name} now."),
    Problem.NOT_YOUR_REMATCH: Sentence(
        "The last game here was between {x} and {o}. Start your own with {start}."
    ),
    Problem.NO_REMATCH: Sentence("There's no game to repeat here. Start one with {start}."),
    Problem.NO_FINISHED_GAME: Sentence("No finished game here yet. Start one with {start}."),
    Problem.NOT_A_GAME_NUMBER: Sentence(
        "“{text}” isn't the number of a game. Leave it out for the last one in this channel."
    ),
    Problem.UNKNOWN_GAME: Sentence("I can't find a finished game {number} that you can see here."),
    Problem.STILL_ON: Sentence("Game {number} isn't over yet. Try again when it is."),
    Problem.ONE_AT_A_TIME: Sentence(
        "I'm already reviewing a game here. Please wait until I'm done."
    ),
    Problem.NOT_A_CODE: Sentence(
        "I can't find a game there. I read codes, SGF, PSQ and moves such as `h8i9j10`."
    ),
    Problem.TOO_LONG_A_GAME: Sentence("That's too long for one game."),
    Problem.A_LINK: Sentence("I don't open links. Send the moves or the file."),
    # Translators: {text} is what stands there in the file.
    Problem.OUT_OF_PLACE: Sentence("Line {line}: I can't read “{text}” as part of a game."),
    # Translators: {text} is the name of a game in English, such as “Go”.
    Problem.OTHER_GAME: Sentence("That file is from another game: {text}."),
    # Translators: {text} is what a file calls its rules.
    Problem.UNKNOWN_RULES: Sentence(
        "I don't know the rules “{text}”. Add the game, such as `renju` or `gomoku`."
    ),
    Problem.WHICH_BOARD: Sentence(
        "Those moves fit several boards. Add yours, such as `3x3` or `connect4`."
    ),
    # Translators: `top` and `bottom` are words to type.
    Problem.WHICH_ROWS: Sentence(
        "Where is row 1 there: at the `top`, as here, or at the `bottom`?"
    ),
    Problem.NO_SUCH_GAME_IN_IT: Sentence("There's no such game in it: it holds {count}."),
    Problem.STONES: Sentence(
        "There can't be {black} stones of X and {white} of O: the sides take turns, X first."
    ),
    # Translators: {why} is such as “taken” or “not on this board”.
    Problem.IMPOSSIBLE_MOVE: Sentence("Move {ply}, {move}: {why}."),
    Problem.A_PASS: Sentence("Move {ply} is a pass. Nobody can pass here."),
    Problem.NOT_FETCHED: Sentence("I couldn't fetch that file. Please send it again."),
    Problem.IMPOSSIBLE_CODE: Sentence(
        "That code isn't a possible game. Copy it exactly as it appears under a game."
    ),
    Problem.WHICH_STYLE: Sentence("Which style? Choose `emoji`, `text`, `image` or `light`."),
    Problem.NO_MEMBER_IN_TOP: Sentence(
        "The leaderboard is for all members. For one of them: {stats}."
    ),
    Problem.ONE_MEMBER: Sentence("Name just one member, as in {stats}."),
    Problem.BOARD_SIZE: Sentence(
        "I can't play on {text}. Choose {least} to {most} rows and columns."
    ),
    Problem.BOARD_GOAL: Sentence(
        "Nobody can win on {text}. Choose 2 to {longest} in a row for this board."
    ),
    # Translators: {text} is a board such as “3x3”, {variant} such as “renju”, {goals} such as 4/5.
    Problem.VARIANT: Sentence(
        "{text} doesn't go with {variant}, which is for {goals} in a row, without gravity or "
        "misère."
    ),
    Problem.UNKNOWN_WORD: Sentence("I don't know “{word}”. Did you mean “{nearest}”?"),
    Problem.PICK_MEMBER: Sentence(
        "I don't know “{word}”. If that's a member, type `@` and pick them from Discord's "
        "list; for anything else, see {help_start}."
    ),
    Problem.TWO_VALUES: Sentence("“{first}” and “{second}” don't go together. Choose one of them."),
    Problem.TWO_OPPONENTS: Sentence("Challenge one member, or let anyone join with {start_open}."),
    Problem.NO_SUCH_MEMBER: Sentence(
        "I can't find that member here. Mention someone in this server."
    ),
    Problem.PICK_OPPONENT: Sentence(
        "Here I only see people you pick. Choose your opponent in the `opponent` option."
    ),
    Problem.NOBODY_ELSE: Sentence("Nobody else can join us here. Play against me with {start}."),
    Problem.HIDDEN_ANSWERS: Sentence(
        "This server shows my answers only to you, so nobody could join. Play against me with "
        "{start}."
    ),
    Problem.NOT_FOR_ONESELF: Sentence(
        "“{text}” is a server setting. Here you can choose `game`, `level`, `style` and `language`."
    ),
    Problem.NOT_A_MEMBER: Sentence(
        "I'm not a member here, so I can only answer you. That works where I've been invited."
    ),
    Problem.NO_BUTTONS: Sentence("That needs buttons, and messages here can't have any."),
    Problem.UNREAD_REPLY: Sentence(
        "Discord doesn't let me read that reply. Press a button on the board, or mention me "
        "with your move."
    ),
    Problem.NO_CLOCK: Sentence(
        "I'm not a member here, so I can't keep time. Ask for the game without a clock."
    ),
    Problem.NO_SWAP: Sentence(
        "This game is played without the swap. Ask for one as in {start_swap}."
    ),
    Problem.SWAP_EARLY: Sentence("There's nothing to take over before the first move."),
    Problem.SWAP_LATE: Sentence("The first move can only be taken over right after it's played."),
    Problem.NOT_YOUR_SWAP: Sentence("Only {name} may take over the first move."),
    Problem.SWAP2_BOARD: Sentence(
        "The opening swap2 is for five in a row on 15×15 or larger, without gravity: {start_swap2}."
    ),
    Problem.CHOOSE_FIRST: Sentence("Choose first: {codes}."),
    Problem.NO_CHOICE: Sentence("There's no colour to choose right now."),
    Problem.OPENING_HELP: Sentence(
        "There are no hints while the first stones are placed: both colours should end up "
        "equally good."
    ),
    Problem.NO_LEVEL: Sentence(
        "Levels are only for games against me. Choose one as in {start_level}."
    ),
    Problem.LADDER_ENDS: Sentence("I'm already playing as well as I can."),
    Problem.LADDER_BEGINS: Sentence("This is already my easiest level."),
    Problem.NO_STRENGTH: Sentence(
        "{text} isn't a strength I have. Choose {least} to {most}, or a level: see them with "
        "{levels}."
    ),
    Problem.NO_VOTE: Sentence("There's no vote here right now. Start one with {vote}."),
    Problem.NO_BALLOTS: Sentence("Nobody has voted yet. Vote as in {vote_move}."),
    Problem.NOT_LEADER: Sentence(
        "Only {name}, who started this vote, can do that. Vote as in {vote_move}."
    ),
    Problem.VOTE_SECONDS: Sentence(
        "{text} doesn't work as a voting time. Choose {least} to {most}, such as 30s or 2m."
    ),
    Problem.MAY_NOT_STOP: Sentence(
        "Only its players, or someone who can manage messages, can stop this game."
    ),
    Problem.MOVE_TIME: Sentence(
        "{text} doesn't work as a time for each move. Choose `1m` to `14d`, such as `2m` or `1d`."
    ),
    Problem.NO_HELP: Sentence(
        "This game is played without help: no hints, no coach and no takebacks."
    ),
    Problem.MISSING_PERMISSION: Sentence(
        "I need the permission “{permission}” in “{channel}”. "
        "Please ask someone who manages the server."
    ),
    Problem.ELSEWHERE: Sentence("I play in {places} here, and in their threads."),
    Problem.FIXTURE_HELP: Sentence("This is a tournament game: no help, and no takebacks."),
    Problem.FIXTURE_STOP: Sentence("This is a tournament game. Give it up with {resign}."),
    Problem.FIXTURE_OF_OTHERS: Sentence(
        "This is a tournament game: only its players can give it up."
    ),
    Problem.ENGINE_DOWN: Sentence(
        "I can't think right now. Your game is safe: try again with {board}."
    ),
    Problem.ENGINE_BUSY: Sentence(
        "Too many games are waiting for my move right now. Yours is safe: try again with {board}."
    ),
    Problem.ENGINE_COMPILING: Sentence(
        "I'm still warming up for this kind of game, only this once: about {seconds} s, "
        "{percent}%. My move will follow on its own; for anything else, ask again."
    ),
    Problem.STORE_DOWN: Sentence(
        "I can't reach my records right now. See in a minute how the game stands with {board}."
    ),
    Problem.DISCORD_DOWN: Sentence(
        "Discord didn't accept my answer. See how the game stands with {board}."
    ),
    Problem.DEFECT: Sentence(
        "Something went wrong on my side. Your game is safe: see it with {board}."
    ),
}
_COMPILED: Final = Sentence("I'm ready for this kind of game now.")
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
    if is_foreign(str(error.facts.get("nearest", "")), spoken_language()):
        error = UserError(error.problem, **{**error.facts, "nearest": ""})
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
