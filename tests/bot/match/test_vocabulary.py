"""What people call the games, and the words that they type, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from bot.client.services import FEATURES
from bot.edge.places import Way
from bot.edge.ways import ways_of
from bot.errors import UserError
from bot.match.grammar import StartRequest, asked_for, in_english
from bot.match.messages import bare
from bot.match.series import without_length
from bot.match.typed.languages import spoken, words_of
from bot.match.typed.options import COACHES, STYLE_WORDS, options_of
from bot.show.languages import language_named, languages
from engine import Level, Rules, Side, Variant
from tests.bot.match.asking import CONNECT4, GOMOKU, RENJU, TICTACTOE, start

LANGUAGES = pytest.mark.parametrize("language", languages())
COMMANDS = {
    name: way.name
    for feature in FEATURES
    for way, _ in ways_of(feature)
    if way.kind is Way.TYPED
    for name in (way.name, *way.settings.get("aliases", ()))
}
"""The command of each name that can be typed."""
AFTER = frozenset(
    (
        *("all", "line", "now", "more", "run", "share", "top", "numbers", "zoom", "default"),
        *("reset", "progress", "black", "white", "two more", "join", "leave", "table", "middle"),
        *("attack", "defend", "friends"),
        *("language", "level", "auto", "everything", "standard", *COACHES, *STYLE_WORDS),
    )
)
"""The words of commands besides those of a game."""


@pytest.mark.parametrize(
    "words, rules",
    [
        ("", TICTACTOE),
        ("tictactoe", TICTACTOE),
        ("TTT", TICTACTOE),
        ("tic-tac-toe", TICTACTOE),
        ("Tic Tac Toe", TICTACTOE),
        ("connect4", CONNECT4),
        ("connect-four", CONNECT4),
        ("connect four", CONNECT4),
        ("ConnectFour", CONNECT4),
        ("c4", CONNECT4),
        ("four in a row", CONNECT4),
        ("4-in-a-row", CONNECT4),
        ("gomoku", GOMOKU),
        ("five", GOMOKU),
        ("five in a row", GOMOKU),
        ("4x4", Rules(4, 4, 4)),
        ("4x5x3", Rules(4, 5, 3)),
        ("4×5×3", Rules(4, 5, 3)),
        ("4 x 5 x 4", Rules(4, 5, 4)),
        ("4  x  5", Rules(4, 5, 4)),
        ("6x7x4g", CONNECT4),
        ("6x7x4 g", CONNECT4),
        ("6x7x4mg", replace(CONNECT4, misere=True)),
        ("6x7x4gm", replace(CONNECT4, misere=True)),
        ("3x3m", replace(TICTACTOE, misere=True)),
        ("6X7X4G", CONNECT4),
        ("6x7 gravity", CONNECT4),
        ("gravity 6x7", CONNECT4),
        ("７x7", Rules(7, 7, 5)),  # noqa: RUF001 - typed on a full-width keyboard
        ("gravity", Rules(3, 3, 3, gravity=True)),
        ("misere", Rules(3, 3, 3, misere=True)),
        ("misère gravity", Rules(3, 3, 3, gravity=True, misere=True)),
        ("connect4 misere", Rules(6, 7, 4, gravity=True, misere=True)),
        ("misere 4x4", Rules(4, 4, 4, misere=True)),
        ("renju", RENJU),
        ("gomoku RENJU", RENJU),
        ("連珠", RENJU),
        ("19x19 renju", replace(RENJU, rows=19, columns=19)),
        ("exact", replace(GOMOKU, variant=Variant.EXACT)),
        ("standard gomoku", replace(GOMOKU, variant=Variant.EXACT)),
        ("4x4 exact", Rules(4, 4, 4, variant=Variant.EXACT)),
        ("cờ caro", replace(GOMOKU, variant=Variant.CARO)),
        ("caro 20x20", Rules(20, 20, 5, variant=Variant.CARO)),
    ],
)
def test_a_game_goes_by_many_names(words: str, rules: Rules) -> None:
    """Presets, aliases, sizes and variants name the game, in any case and spacing."""
    assert start(words).rules == rules


@pytest.mark.parametrize(
    "words, rules",
    [
        ("viergewinnt", CONNECT4),
        ("Vier gewinnt", CONNECT4),
        ("Morpion", TICTACTOE),
        ("Puissance 4", CONNECT4),
        ("cuatro en linea", CONNECT4),
        ("tres en línea", TICTACTOE),
        ("jogo-da-velha", TICTACTOE),
        ("lig 4", CONNECT4),
        ("forza quattro", CONNECT4),
        ("Boter kaas en eieren", TICTACTOE),
        ("kolko i krzyzyk", TICTACTOE),
        ("Kółko i krzyżyk", TICTACTOE),
        ("Крестики-нолики", TICTACTOE),
        ("четыре в ряд", CONNECT4),
        ("п\u2019ять в ряд", GOMOKU),
        ("DÖRTLÜ", CONNECT4),
        ("五目並べ", GOMOKU),
        ("三目並べ", TICTACTOE),
        ("コネクトフォー", CONNECT4),
        ("오목", GOMOKU),
        ("틱택토", TICTACTOE),
        ("五子棋", GOMOKU),
        ("四子棋", CONNECT4),
        ("إكس أو", TICTACTOE),
        ("اربعة في صف", CONNECT4),
        ("टिक टैक टो", TICTACTOE),
        ("कनेक्ट फ़ोर", CONNECT4),
    ],
)
def test_a_game_is_called_as_people_call_it(words: str, rules: Rules) -> None:
    """In every language of the bot, with accents or without, whatever stands around."""
    assert start(words) == StartRequest(rules)
    assert start(f"easy {words} o") == StartRequest(rules, level=Level.EASY, side=Side.O)


def said(language: str) -> Iterator[tuple[str, str]]:
    """What people say in a language, and what they mean by it."""
    file = Path(__file__).parent / "said" / f"{language}.txt"
    for line in file.read_text(encoding="utf-8").splitlines():
        words, _, meant = line.partition(" = ")
        yield words, meant


def begun(words: str) -> StartRequest | str:
    """What words begin; any others as they are, in lower case."""
    if words.startswith("start"):
        with suppress(UserError):
            return start(words.removeprefix("start"))
    return words.lower()


@LANGUAGES
def test_people_are_understood_as_they_speak(language: str) -> None:
    """After `!ttt`, in whole phrases and with words that say nothing."""
    asked = dict(said(language))
    found = {words: asked_for(words, language, COMMANDS, TICTACTOE) for words in asked}
    wrong = [words for words, meant in asked.items() if begun(found[words]) != begun(meant)]
    assert [(words, found[words]) for words in wrong] == []
    assert len(found) >= (100 if language in {"en", "de"} else 20)


def test_every_language_has_its_words() -> None:
    """No more and no fewer than have a catalogue."""
    assert sorted(spoken()) == sorted(languages())


@LANGUAGES
def test_words_stand_for_what_there_is(language: str) -> None:
    """Each for one command or option, and none hides one of English that means something else."""
    parts = words_of(language)
    assert {words.split()[0] for words in parts["commands"]} <= COMMANDS.keys() | {"help"}
    known = [word for word in parts["words"] if word not in AFTER]
    assert all(without_length(f"{word} 3")[1] or options_of(word) for word in known)
    for part, names in (("commands", COMMANDS), ("words", {word: word for word in AFTER})):
        typed = [(word, means) for means, words in parts[part].items() for word in words]
        assert len(dict(typed)) == len(typed), "no word has two meanings"
        for word, means in typed:
            assert names.get(word, means.split()[0]) == means.split()[0] or word == means, word
    fillers = {*parts["fillers"]["please"], *parts["fillers"]["asking"]}
    assert not fillers & (COMMANDS.keys() | AFTER)


@LANGUAGES
def test_all_that_stands_in_a_file_is_found(language: str) -> None:
    """No phrase is too long for it, a move, or read by its first words as something else."""
    commands = words_of(language)["commands"]
    asked = {phrase: meant for meant, typed in commands.items() for phrase in typed}
    assert {phrase: in_english(phrase, language) for phrase in asked} == asked


@LANGUAGES
def test_a_command_that_was_understood_is_not_read_anew(language: str) -> None:
    """What is typed for a command or a word, once in English, asks for the same when typed."""
    parts = [part for name, part in words_of(language).items() if name != "about"]
    spellings = {word for part in parts for typed in part.values() for word in typed}
    asked = {word: asked_for(word, language, COMMANDS, TICTACTOE) for word in spellings}
    again = {word: asked_for(words, language, COMMANDS, TICTACTOE) for word, words in asked.items()}
    assert again == asked


def test_a_word_means_what_it_means_where_it_is_typed() -> None:
    """The language of the channel comes first, then English."""
    assert in_english("ja", "de") == "accept"
    assert in_english("ja", "pt-BR") == "now"
    assert in_english("durdur", "tr") == "stop"
    assert in_english("start dur", "fr") == "start hard"


@LANGUAGES
def test_a_word_of_another_language_ends_nothing(language: str) -> None:
    """It is told about: in most languages it is another word, if any. A whole phrase is clear."""
    ends = ("resign", "stop", "draw", "accept", "decline")
    both = {word for code in ("en", language) for word in every_word(code)}
    for code in spoken():
        typed = [word for name in ends for word in words_of(code)["commands"].get(name, ())]
        strange = [word for word in typed if " " not in word and word not in both]
        asked = {word: asked_for(word, language, COMMANDS, TICTACTOE) for word in strange}
        assert [word for word, meant in asked.items() if meant in ends] == []
    assert asked_for("pes et", "en", COMMANDS, TICTACTOE) == "resign"
    assert in_english("ne", "en") == "help decline"


def every_word(language: str) -> set[str]:
    """All that is typed in a language, with accents and without."""
    parts = words_of(language).values()
    typed = {word for part in parts for words in part.values() for word in words}
    return typed | {bare(word) for word in typed}


def test_words_of_no_language_stay_as_they_are() -> None:
    """Such as codes, moves and names; and what may be any word is not looked at."""
    for words in ("load 3x3x3:5-1-9", "play b 2", "a 5", "start @Bob", "roles <@&5> 1600"):
        assert in_english(words, "de") == words
    assert in_english("settings prefix bitte", "de") == "settings prefix bitte"
    assert in_english("settings prefix ⭐", "de") == "settings prefix ⭐"
    assert in_english("bitte", "de", after="prefix") == "bitte"


@LANGUAGES
def test_a_language_goes_by_its_code_and_names_everywhere(language: str) -> None:
    """Whatever that is elsewhere: `ja` is now, `hi` is a greeting, and `po` in Polish is after."""
    named = {code: code for code in languages()}
    for spoken_there in languages():
        for code, names in words_of(spoken_there)["languages"].items():
            named |= dict.fromkeys(names, code)
    for before in ("language", "settings language"):
        words = {name: f"{before} {name}" for name in named}
        read = {n: asked_for(asked, language, COMMANDS, TICTACTOE) for n, asked in words.items()}
        meant = {name: language_named(asked.removeprefix(before)) for name, asked in read.items()}
        assert meant == named


def test_words_without_a_command_begin_a_game() -> None:
    """Also after `play`, where they are no move; those for a drawing alone are about that."""
    meant = {
        "4x4": "start 4x4",
        "hard x": "start hard x",
        "<@1>": "start <@1>",
        "easy hard": "start easy hard",
        "play connect4 easy": "start connect4 easy",
        "play @bob": "start @bob",
        "play 5": "play 5",
        "play here": "play here",
        "play 99999": "play 99999",
        "image light": "style image light",
        "zzz": "zzz",
        "b2": "b2",
        "hint easy": "hint easy",
    }
    assert {words: asked_for(words, "en", COMMANDS, TICTACTOE) for words in meant} == meant
