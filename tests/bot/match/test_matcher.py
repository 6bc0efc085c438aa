"""What is meant by sentences that stand in no list, and what is made of such a guess."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from bot.errors import UserError
from bot.match.grammar import ASKED_BACK, StartRequest, asked_for, guessed, strange_word
from bot.match.typed.matcher import matcher_of
from bot.match.typed.terms import heard
from bot.show.languages import languages
from tests.bot.match.asking import TICTACTOE, start
from tests.bot.match.test_own_words import acts
from tests.bot.match.test_vocabulary import COMMANDS, LANGUAGES

ENOUGH = 0.8
"""The part of natural sentences that is understood in each language; in all together, more."""
ENOUGH_IN_ALL = 0.88


def natural(language: str) -> Iterator[tuple[str, list[str]]]:
    """Sentences as people would say them, written before there was a matcher, and what they mean.

    Every second one of the first 48 was not looked at when the words for it were chosen.
    """
    file = Path(__file__).parent / "natural" / f"{language}.txt"
    for line in file.read_text(encoding="utf-8").splitlines():
        sentence, _, meant = line.rpartition(" = ")
        yield sentence, meant.split(" | ")


def asked(words: str, language: str) -> str:
    """What words ask for, with what is asked back first."""
    return asked_for(words, language, COMMANDS, TICTACTOE)


def topic(words: str) -> StartRequest | str:
    """What a command is about, whether it is done, told about or asked back."""
    about = words.removeprefix(ASKED_BACK).removeprefix("help ")
    name, _, rest = about.partition(" ")
    if name == "start" and rest != "open":
        with suppress(UserError):
            return start(rest)
    if name in {"puzzle", "coach", "notify", "style", "language", "start"}:
        return about
    return {"why": "hint", "friends": "start open"}.get(name, COMMANDS.get(name, name))


def understood(language: str) -> list[bool]:
    """Whether each sentence of a list is understood."""
    return [
        topic(asked(sentence, language)) in map(topic, meant)
        for sentence, meant in natural(language)
    ]


@LANGUAGES
def test_natural_sentences_are_understood(language: str) -> None:
    """Most of them, though they stand in no list: what is meant is done, told or asked back."""
    found = understood(language)
    assert len(found) >= 48
    assert sum(found) >= ENOUGH * len(found)


def test_natural_sentences_of_all_languages_are_understood() -> None:
    """Of all together more."""
    found = [one for language in languages() for one in understood(language)]
    assert sum(found) >= ENOUGH_IN_ALL * len(found)


@LANGUAGES
def test_a_guess_does_nothing(language: str) -> None:
    """What it finds is told, shown or asked back: no guess is an act, however sure it is."""
    found = [guessed(sentence, language) for sentence, _ in natural(language)]
    assert [words for words in found if acts(words)] == []
    assert sum(map(bool, found)) > len(found) / 2


def test_no_word_of_a_long_text_is_an_act() -> None:
    """Though it begins with one, and goes on with words for please."""
    for words in ("resign " + "please " * 80, "undo " * 200, "take back " * 90):
        assert not acts(asked(words, "en"))


@pytest.mark.parametrize(
    "words, language, meant",
    [
        ("play @bob connect 4 2 min per move", "en", "? start connect4 @bob 2m"),
        ("take back the last move that I made", "en", "? undo"),
        ("gomoku agaisnt <@5> with 2 mintues per move", "en", "? start gomoku <@5> 2m"),
        ("ich hätte Lust auf eine schwere Runde Vier gewinnt", "de", "? start connect4 hard"),
        ("ルールを詳しく教えてほしい", "ja", "rules"),
    ],
)
def test_the_parts_of_a_request_stand_anywhere(words: str, language: str, meant: str) -> None:
    """A member, a game, a board, a level, a side and a clock, between other words."""
    assert topic(asked(words, language)) == topic(meant)


@pytest.mark.parametrize(
    "words",
    ["nobody wants pizza", "my cat sat on the keyboard", "do my homework"],
)
def test_conversation_is_no_request(words: str) -> None:
    """It is answered with the word that is not known."""
    assert matcher_of("en").propose(words) is None
    assert asked(words, "en") == words


def test_the_word_that_is_not_known_is_named() -> None:
    """Not the whole sentence."""
    assert strange_word("please show the gazebo", "en") == "gazebo"
    assert strange_word("zeig mir bitte das Krokodil", "de") == "krokodil"


def test_a_long_text_costs_no_more_than_a_short_one() -> None:
    """Its beginning is read: a request is not longer."""
    words = "take the stone back that I have put there by mistake "
    assert len(heard(words * 80, "en").terms) <= 60
