"""What a person is told who asked for what cannot be."""

from __future__ import annotations

from typing import Final

import pytest

from bot.client.services import FEATURES
from bot.errors import AnyProblem, Problem, UserError
from bot.show.text import problem
from bot.show.text.language import Sentence, placeholders
from bot.show.text.problems import COMMANDS

assert FEATURES, "their problems are known once they are imported"
PROBLEMS: Final = [kind for kinds in AnyProblem.__subclasses__() for kind in kinds]


def facts_of(kind: AnyProblem) -> list[str]:
    """The facts that the sentence of a problem names: all but its commands."""
    own = kind.value if isinstance(kind.value, Sentence) else Sentence(kind.value)
    return sorted(placeholders(own) - own.commands.keys() - COMMANDS.keys())


@pytest.mark.parametrize("kind", PROBLEMS)
def test_every_problem_has_its_sentence(kind: AnyProblem) -> None:
    """Each problem is told with the facts it is said to have, and with nothing left to fill."""
    sentence = problem(UserError(kind, **{fact: f"<{fact}>" for fact in facts_of(kind)}), "?")
    assert sentence[0].isupper() or sentence[0] in "“\\*"
    assert sentence[-1] in ".?" or "url" in facts_of(kind)  # a full stop is no part of a link
    assert not set("{}") & set(sentence)
    assert len(sentence) < 200


@pytest.mark.parametrize("kind", PROBLEMS)
def test_no_sentence_repeats_much_of_what_was_typed(kind: AnyProblem) -> None:
    """A fact as long as a message is cut and stripped of its formatting."""
    bomb = "`*@everyone\n" * 150
    sentence = problem(UserError(kind, **dict.fromkeys(facts_of(kind), bomb)), "!")
    assert len(sentence) < 400
    assert "@everyone" not in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(
    "error, sentence",
    [
        (UserError(Problem.TAKEN, tile="5"), "5 is taken. Pick a free tile."),
        (UserError(Problem.NO_GAME), "No game here. Start one with `!ttt start`."),
        (
            UserError(Problem.GAME_ON, x="alice", o="Kinarow"),
            "**alice** and **Kinarow** are playing here. "
            "See it with `!ttt board`, end it with `!ttt stop`.",
        ),
        (
            UserError(Problem.UNKNOWN_WORD, word="gomuku", nearest="gomoku"),
            "I don't know “gomuku”. Did you mean “gomoku”?",
        ),
        (
            UserError(Problem.UNKNOWN_WORD, word="zzz", nearest=""),
            "I don't know “zzz”. See what I understand with `!ttt help`.",
        ),
        (
            UserError(Problem.NOT_A_MOVE, text=""),
            "Which move? A move is a number, or a tile such as b2.",
        ),
        (
            UserError(Problem.MISSING_PERMISSION, permission="Send Messages", channel=""),
            "I need the permission “Send Messages” here. "
            "Please ask someone who manages the server.",
        ),
        (
            UserError(Problem.BOARD_SIZE, text="2x3", least=3, most=20),
            "I can't play on 2x3. Choose 3 to 20 rows and columns.",
        ),
    ],
)
def test_sentences_say_what_to_do(error: UserError, sentence: str) -> None:
    """The sentence gives the fact and the way on."""
    assert problem(error, "!") == sentence
