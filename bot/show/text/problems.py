"""Fills the sentence of a problem, which says what is wrong and what to do."""

from __future__ import annotations

import re
from typing import Final

from bot.errors import AnyProblem, Problem, UserError
from bot.match.notes import Lacking, NoThread, Permission
from bot.match.typed.vocabulary import is_foreign
from bot.show.text.language import Sentence, listed, marked, said, spoken_language
from bot.show.text.words import bold, command, example_channel, foul_name, safe
from engine import Foul

COMPILED: Final = Sentence("I'm ready for this kind of game now.")
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
_NO_THREAD: Final = Sentence("I can't open a thread here, so the game is played here.")
_NO_THREAD_WITHOUT: Final = Sentence(
    "Without the permission “{permission}” I can't open a thread, so the game is played here."
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

COMMANDS: Final = {
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
"""Commands that sentences name, by the name of their place there."""


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
        for name, words in (COMMANDS | template.commands).items()
    }
    return template.format(**commands | facts)


def no_thread(note: NoThread) -> str:
    """Why a game does not begin in a thread of its own."""
    if note.permission is None:
        return str(_NO_THREAD)
    return _NO_THREAD_WITHOUT.format(permission=_fact("permission", note.permission))


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
    return own if isinstance(own, Sentence) else Sentence(own)


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
