"""Sentences about privacy."""

from __future__ import annotations

from typing import Final

from bot.errors import AnyProblem
from bot.show.text.language import Sentence, marked
from bot.show.text.words import command


class PrivacyProblem(AnyProblem):
    """Why somebody's data is not erased."""

    NOT_YOURS = Sentence(
        "Only whoever asked can press this. For your own data: {forget}.", forget="forget"
    )
    STILL_PLAYING = Sentence(
        "A game of yours has just begun. Ask again with {forget} to end it too.", forget="forget"
    )


FORGET: Final = marked("Erase my data")
CONFIRMED: Final = "erase"
"""The word after the command that confirms it, for servers without buttons."""

_PRIVACY: Final = (
    Sentence("**What I keep, and why**"),
    Sentence(
        "To play on after a restart: for each game its channel and server, the ids and names of "
        "its players, the moves with their times, and the ids of the messages that changed the "
        "game."
    ),
    Sentence(
        "For {stats} and {top}: who won, drew or lost when, and your name and rating per game and "
        "server."
    ),
    Sentence(
        "For {puzzle}: your name, how far you are with each puzzle, whether each answer was right, "
        "when you solved it, your rating in puzzles, your last run against the clock, and your "
        "best one."
    ),
    Sentence(
        "For {train}: the positions in which you went wrong, when each comes again and how often "
        "you solved it, and how well you played in games that were reviewed. Only you see them."
    ),
    Sentence(
        "For challenges and {vote}: who asked whom, who votes for what, who began the vote, and "
        "how many of your votes were the best."
    ),
    Sentence("For {tournament}: who opened one and who took part, with names."),
    Sentence(
        "For {settings}: what a server has chosen, until I am removed from it, and what you have "
        "chosen for direct messages, with your id. For {coach}, {style} and {notify}: what you "
        "have chosen, with your id. For the adaptive level: how strong you are at each game, with "
        "your id."
    ),
    Sentence(
        "I keep no other messages, and read typed ones only to find moves and commands. Members of "
        "a server can ask me for its games, results, ratings and solved puzzles, and a puzzle may "
        "come from a game that was played there; nobody else gets anything from me. Whoever runs "
        "this bot can look into its database and logs. What I have posted stays until somebody "
        "deletes it."
    ),
    Sentence(
        "{forget} erases your id and name everywhere in my records, with your results, ratings, "
        "puzzles and training. Games with others stay theirs: you become “someone who left” in "
        "them."
    ),
)
_QUESTION: Final = Sentence(
    "This erases your id and name in all my records, on every server: your results, ratings, "
    "puzzles and training are gone. Your live games end: those that you cannot stop alone, you "
    "lose. Others played against “someone who left”. It cannot be undone."
)
_TYPED: Final = Sentence("Send {forget_all} to erase it.")
_FORGOTTEN: Final = Sentence("Done: I know nothing about you any more.")


def privacy(prefix: str) -> str:
    """What is stored, for how long, and how to have it erased."""
    names = (
        *("stats", "top", "puzzle", "train", "vote", "tournament", "settings"),
        *("coach", "style", "notify", "forget"),
    )
    commands = {name: command(prefix, name) for name in names}
    return "\n".join(line.format(**commands) for line in _PRIVACY)


def forget_question(prefix: str) -> str:
    """Asks a person to confirm the erasure, by the button below or a command."""
    how = _TYPED.format(forget_all=command(prefix, f"forget {CONFIRMED}"))
    return f"{_QUESTION}\n{how}"


def forgotten() -> str:
    """Tells a person that their data was erased."""
    return str(_FORGOTTEN)
