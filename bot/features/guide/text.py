"""Sentences of the menus, the form and the greeting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.features.peace.text import CHALLENGES
from bot.match.session import Coach, Person, Session
from bot.show.text.guide import SCREEN_READERS
from bot.show.text.language import Sentence, marked
from bot.show.text.words import EASIER, HARDER, STYLE_LABELS, bold, command, with_commands
from engine import sheet_of

# Translators: a button: another game with somebody whom one plays often.
AGAIN: Final = Sentence("Play {name} again")
_OFTEN: Final = Sentence("You have played most with {names}.")
BEST: Final = marked("The best here")
# Translators: the label of a menu of words, each of which is explained when it is chosen.
WHICH_WORD: Final = marked("What does … mean?")

PUZZLE: Final = marked("Puzzle of the day")

# Translators: {command} is what to type for what a sentence seems to ask for.
_ASKED_BACK: Final = Sentence("Did you mean {command}?")

MENU_HEADING: Final = Sentence("What else you can do in this game:")
_LARGE: Final = 7
"""The most rows and columns of a board of which no part needs to be shown alone."""
_LABELS: Final = {
    "draw": marked("Offer a draw"),
    "stop": marked("Stop without a result"),
    "hint all": marked("Judge every move"),
    "hint line": marked("Show what follows"),
    "easier": EASIER,
    "harder": HARDER,
    "coach before": marked("Advice before each move"),
    "coach after": marked("A word after each move"),
    "coach off": marked("No coach"),
    "board numbers": marked("Number the moves"),
    "board zoom": marked("Show where the fight is"),
    "rules": marked("Rules"),
    "challenges": CHALLENGES,
    **{f"style {style.value}": label for style, label in STYLE_LABELS.items()},
}

# Translators: the form for a game: its title, the labels of its fields and what may be chosen;
# each at most 45 characters.
FORM_TITLE: Final = marked("New game")
GAME: Final = marked("Game")
FRIEND: Final = marked("Against")
NO_FRIEND: Final = marked("Choose nobody to play against Kinarow.")
LEVEL: Final = marked("Level")
MORE: Final = marked("Your side, and more")
BY_CHANCE: Final = marked("Chance decides")
AS_X: Final = marked("X: moves first")
AS_O: Final = marked("O: moves second")
TIME: Final = marked("Time for each move")
NO_LIMIT: Final = marked("No limit")

_GREETING: Final = Sentence("Press **{play}** to begin, or send {start}.")
KINDNESS: Final = "kindness"
"""The word of the help for what people say to be kind. `thanks` says nothing beside a command."""
_THANKS: Final = Sentence("Any time! {start} begins a game.")
_THANKS_IN_GAME: Final = Sentence(
    "Any time! Your game is still on: {board} shows it, {resign} gives it up."
)


def often(opponents: Iterable[tuple[Person, int]]) -> str:
    """With whom somebody has played most, and how many games; "" for nobody."""
    names = ", ".join(f"{bold(person.name)} ({count})" for person, count in opponents)
    return _OFTEN.format(names=names) if names else ""


def offered(session: Session) -> Iterator[tuple[str, str]]:
    """The words that can be typed in a game, each with what it does in English."""
    for words in _words(session):
        yield words, _LABELS[words]


def _words(session: Session) -> Iterator[str]:
    aided = not session.is_unaided
    if session.between_people:
        yield "draw"
    if aided:
        yield from ("hint all", "hint line")
    if session.bot is not None:
        yield from ("easier", "harder")
    if aided and session.duel is not None:
        person, _ = session.duel
        now = session.seats[session.side_of(person.id)].coach
        yield from (f"coach {coach.value}" for coach in Coach if coach is not now)
    yield "board numbers"
    sheet = sheet_of(session.rules)
    if max(sheet.rows, sheet.columns) > _LARGE:
        yield "board zoom"
    yield from ("rules", *(f"style {style.value}" for style in STYLE_LABELS))
    if session.between_people:
        yield "challenges"
    if session.fixture is None:
        yield "stop"


def asked_back(prefix: str, words: str, about: str) -> str:
    """The question whether a command was meant, and what that does."""
    return "\n".join((_ASKED_BACK.format(command=command(prefix, words)), about)).strip()


def greeting(first: str, prefix: str, play: str) -> str:
    """What a server reads first: what the bot is, how to begin, and how to have boards in words."""
    begins = _GREETING.format(play=play, start=command(prefix, "start"))
    return "\n".join((first, begins, with_commands(SCREEN_READERS, prefix)))


def thanks(prefix: str, *, in_game: bool) -> str:
    """What is answered to thanks, praise and goodbyes."""
    names = ("board", "resign") if in_game else ("start",)
    words = {name: command(prefix, name) for name in names}
    return (_THANKS_IN_GAME if in_game else _THANKS).format(**words)
