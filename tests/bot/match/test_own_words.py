"""What has consequences happens by its own words alone, in every language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import pytest

from bot.edge.board_buttons import BoardAction
from bot.errors import UserError
from bot.match.grammar import asked_act, asked_for, parse_coach, parse_style, required_move
from bot.match.players import read_level
from bot.match.typed.languages import words_of
from bot.show import text
from bot.show.languages import languages
from bot.show.text.language import speaking
from bot.show.text.words import ACCEPT, DECLINE
from tests.bot.match.asking import TICTACTOE, start
from tests.bot.match.test_vocabulary import COMMANDS
from tests.thorough import thorough

QUICK = ("en", "de", "ja", "ar")
"""The languages that are always tried: with and without spaces, accents and capital letters."""
LANGUAGES = pytest.mark.parametrize(
    "language", [*QUICK, *thorough(*(code for code in languages() if code not in QUICK))]
)
ACTS = {
    **{name: name for name in ("resign", "stop", "draw", "undo", "accept", "decline", "rematch")},
    **{name: name for name in ("easier", "harder", "hint", "swap", "forget")},
    "forget erase": "forget erase",
    "coach on": "coach on",
    "coach off": "coach off",
    "notify on": "notify on",
    "notify off": "notify off",
    "vote now": "vote now",
}
"""The acts with consequences that have words of their own."""
BUTTONS = {
    "hint": BoardAction.HINT.label,
    "undo": BoardAction.UNDO.label,
    "resign": BoardAction.RESIGN.label,
    "rematch": BoardAction.REMATCH.label,
    "easier": BoardAction.EASIER.label,
    "harder": BoardAction.HARDER.label,
    "vote now": BoardAction.COUNT.label,
    "accept": ACCEPT,
    "decline": DECLINE,
}
"""The buttons that do the same."""
TELLING = frozenset(
    ("help", "rules", "games", "top", "stats", "board", "puzzle", "train", "review", "privacy")
)
"""The commands that tell or show something."""


def own_words(language: str) -> Iterator[tuple[str, str]]:
    """What is typed for each act in a language, with the act."""
    typed = words_of(language)["commands"]
    for act in ACTS:
        yield act, act
        yield from ((word, act) for word in typed.get(act, ()))
    with speaking(language):
        yield from ((text.said(label), act) for act, label in BUTTONS.items())


def in_turn(language: str, ways: list[str]) -> Iterator[tuple[str, str]]:
    """What is typed for each act, in one of some ways each, with the act.

    All of them in all ways are ten times as many. So each way is tried with other words.
    """
    for (words, act), way in zip(own_words(language), cycle(ways), strict=False):
        yield way.replace("{}", words), act


def asked(words: str, language: str) -> str:
    """What words ask for."""
    return asked_for(words, language, COMMANDS, TICTACTOE)


def unasked(language: str) -> list[str]:
    """Questions, negations and reports in a language, and talk about acts."""
    file = Path(__file__).parent / "unasked" / f"{language}.txt"
    return file.read_text(encoding="utf-8").splitlines()


def acts(words: str) -> bool:
    """Whether a command does more than tell something, show it or say what it does not know."""
    name, _, rest = words.partition(" ")
    command = COMMANDS.get(name.lower(), name.lower())
    if asked_act(words) is not None:
        return True
    if command == "levels":
        return read_level(rest) is not None
    if command in TELLING or command not in COMMANDS.values():
        return False
    try:
        if (read := READ.get(command)) is not None:
            read(rest)
    except UserError:
        return False
    return True


def required_hint(words: str) -> None:
    """Read what stands after `hint`. Raises UserError."""
    if words not in {"", "all", "line", "exact"}:
        required_move(words)


READ: dict[str, Callable[[str], object]] = {
    "start": start,
    "style": parse_style,
    "coach": parse_coach,
    "hint": required_hint,
}
"""What reads the words after a command, and raises UserError where it does not know one."""


@LANGUAGES
def test_a_question_denial_or_report_does_nothing(language: str) -> None:
    """It is answered with a line of help, or with the word that is not known."""
    found = {words: asked(words, language) for words in unasked(language)}
    assert {words: meant for words, meant in found.items() if acts(meant)} == {}
    assert len(found) >= (100 if language in NINE else 30)


NINE = frozenset(("en", "de", "es", "fr", "pt-BR", "ja", "ru", "ar", "hi"))
"""The languages that most people speak."""


@LANGUAGES
def test_each_act_happens_by_its_own_words(language: str) -> None:
    """As help and buttons show them, or with a capital letter, a final sign or the bot's name."""
    for words, act in own_words(language):
        assert asked(words, language) == act
    for words, act in in_turn(language, ["{}!", "{}.", "kinarow, {}"]):
        assert asked(words.capitalize(), language) == act
    for words in ("Kinarow, resign", "resign Kinarow", "kinarow resign please."):
        assert asked(words, language) == "resign"


@LANGUAGES
def test_please_stands_on_either_side(language: str) -> None:
    """Each word for it, with a comma too, and without a space where people write none."""
    unspaced = language in {"ja", "zh-CN"}
    please = words_of(language)["fillers"]["please"]
    ways = [way.replace("please", word) for word in please for way in PLEASE]
    for words, act in in_turn(language, ways):
        assert asked(words, language) == act
    if unspaced:
        for words, act in in_turn(language, [f"{{}}{word}" for word in please]):
            assert " " in words or asked(words, language) == act


PLEASE = ("{} please", "please {}", "{}, please!")
SIGNS = ("?", "？", "؟", " ?", "?!", "!?", "⁉️", "❓")  # noqa: RUF001 - of other alphabets
QUOTES = ("({})", "（{}）", '"{}"', "“{}”", "„{}“", "« {} »", "'{}'", "‘{}’", "「{}」", "`{}`")  # noqa: RUF001


@LANGUAGES
def test_a_question_mark_asks(language: str) -> None:
    """In any alphabet: the words of an act with one are no act."""
    typed = in_turn(language, [f"{{}}{sign}" for sign in SIGNS])
    found = {words: asked(words, language) for words, _ in typed}
    assert {words: meant for words, meant in found.items() if acts(meant)} == {}


@LANGUAGES
def test_a_quotation_does_nothing(language: str) -> None:
    """Who quotes the words of an act talks about it: it is answered with a line of help."""
    found = {words: asked(words, language) for words, _ in in_turn(language, [*QUOTES])}
    assert {words: meant for words, meant in found.items() if acts(meant)} == {}


@pytest.mark.parametrize("words", ["easy, easy, easy", "hard hard", ", perfect!", "leicht, leicht"])
def test_a_level_said_again_is_a_remark(words: str) -> None:
    """As one word alone is, whatever stands around it: the levels are listed, and none is set."""
    assert asked(words, "en") == "levels"


@LANGUAGES
def test_more_words_are_no_act(language: str) -> None:
    """Nor is another emoji: whatever they mean, they are not the words of the act."""
    ways = ["{} zzz", "zzz {}", "{} 😢", "😢 {}", "put {}", "zzz, {} zzz"]
    found = [asked(words, language) for words, _ in in_turn(language, ways)]
    assert [words for words in found if asked_act(words) is not None] == []


def test_a_hint_about_a_move_is_asked_for_by_a_question() -> None:
    """`why not 5?` is the request itself, and nothing else is."""
    assert asked("why not 5?", "en") == "why 5?"
    assert asked("hint 5?", "en") == "hint 5?"
    assert [asked(words, "en") for words in ("why?", "why not", "hint?", "hint all?")] == [
        "help hint"
    ] * 4


def test_a_prefix_may_be_any_sign() -> None:
    """A question mark too: it is what is set."""
    assert asked("settings prefix ?", "en") == "settings prefix ?"
    assert asked("settings prefix k!", "en") == "settings prefix k!"
