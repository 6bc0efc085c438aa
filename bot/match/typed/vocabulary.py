"""What people type in any language, in the English words of commands.

A space in the name of a game may be left out, or be a hyphen. Letters may lack their accents. If a
word means different things in two languages, the channel's language decides. No game ends by a word
of another language alone.

A reading passes over more or fewer words that say nothing, and bot/match/grammar.py says which one
counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from itertools import product
from typing import Final
from unicodedata import category

from bot.match.messages import asked_move, bare, plain_words
from bot.match.typed.languages import ENGLISH, Part, spoken, words_of


class Reading(Enum):
    """What a reading passes over: the parts of the fillers of a language."""

    STRICT = ("please",)
    """As in `resign please`."""
    WISH = (*STRICT, "wishing")
    """As in `I want to play gomoku`."""
    LOOSE = (*WISH, "asking")
    """As in `can you show me the rules`."""


def _called(part: str, english: str) -> Iterator[str]:
    """All that is typed for a word of English in one part, in all languages."""
    for language in spoken():
        yield from words_of(language).get(part, {}).get(english, ())


_TWISTS: Final = ("exact", "caro", "renju", "vanishing", "torus", "cube")
VARIANTS: Final = {
    "freestyle": ("freestyle",),
    **{
        name: (name, *(word for word in _called("games", name) if " " not in word))
        for name in _TWISTS
    },
}
"""The words for what wins and what is forbidden, by their names in the engine. They stand beside a
board or alone."""
BESIDE_A_GAME: Final = frozenset(_called("fillers", "beside a game"))
"""Words that say nothing among those about a game."""
BESIDE_A_LEVEL: Final = frozenset(_called("fillers", "beside a level"))
"""Words that say nothing beside a level, as in `hard mode`."""
BESIDE_A_COMMAND: Final = BESIDE_A_GAME | set(_called("fillers", "beside a command"))
"""Words that say nothing before and after what is asked for, in a loose reading."""
MEANT: Final = frozenset(
    english for language in spoken() for english in words_of(language)["words"]
)
"""The words of English that any language has others for, as they stand after commands."""
_NAMED: Final = {
    spelling: preset
    for preset in ("tictactoe", "connect4", "gomoku", "qubic", "scorefour")
    for name in (preset, *_called("games", preset))
    for spelling in (name, bare(name))
}


def _squeezed(name: str) -> str:
    return re.sub("[ -]", "", name)


_PRESETS: Final = {_squeezed(name): preset for name, preset in _NAMED.items()}
GAME_NAME: Final = "|".join(
    re.escape(name).replace(r"\ ", "[ -]?") for name in sorted(_NAMED, key=len, reverse=True)
)
"""A pattern of every name of a game, the longest first, for words of `plain_words`."""
LETTERED: Final = tuple(name for name in _PRESETS if name.isalpha() and len(name) > 4)
"""The names of one word, to be suggested for a misspelt one."""


def preset_of(name: str) -> str:
    """The preset that a text which matches `GAME_NAME` names.

    >>> preset_of("vier gewinnt"), preset_of("jogo-da-velha"), preset_of("五目並べ")
    ('connect4', 'tictactoe', 'gomoku')
    """
    return _PRESETS[_squeezed(name)]


@cache
def _by_letter() -> dict[str, list[tuple[str, str]]]:
    """Each single word that is typed, after what it stands for, by its first letter."""
    found: dict[str, list[tuple[str, str]]] = {}
    for language, part in product(spoken(), ("words", "commands")):
        for english, typed in words_of(language)[part].items():
            for word in typed:
                if " " not in word:
                    found.setdefault(word[0], []).append((english, word))
    return found


def typed_for(known: list[str], letter: str) -> list[str]:
    """What is typed in any language for words of English, as far as it begins with a letter."""
    return [word for english, word in _by_letter().get(letter, ()) if english in known]


def is_typed(word: str) -> bool:
    """Whether some language knows a word, so that it is not misspelt."""
    return any(word == typed for _, typed in _by_letter().get(word[:1], ()))


@cache
def _typed_in(language: str) -> frozenset[str]:
    """All that is typed in a language, and the names of games and languages there."""
    parts = words_of(language)
    return frozenset(
        word
        for part in ("words", "commands", "games", "languages")
        for typed in parts[part].values()
        for word in (*typed, *map(_squeezed, typed))
    )


def is_foreign(word: str, language: str) -> bool:
    """Whether a word is of other languages alone, so that few who speak this one know it.

    >>> is_foreign("tipp", "en"), is_foreign("tipp", "de"), is_foreign("hint", "de")
    (True, False, False)
    """
    if word in _HEADS | MEANT or word in _typed_in(language) | _typed_in(ENGLISH):
        return False
    return any(word in _typed_in(code) for code in spoken())


_ENDS: Final = " .,;:!?¡¿…、。，！？：؟\"'“”„«»()"  # noqa: RUF001 - signs of other alphabets
"""What may stand around a word and says nothing."""
_COMMAS: Final = ",;、，"  # noqa: RUF001 - of full width
_BRACKETS: Final = str.maketrans({"（": " (", "）": ") "})  # noqa: RUF001 - of full width
_JOINERS: Final = "\ufe0f\u200d"
"""What stands between the signs of an emoji, or after one."""
_LONGEST: Final = 40
"""The most characters of a word that is looked up."""
_MOST: Final = 6
"""The most words of a phrase that is looked up."""
_LONGEST_MOVE: Final = 3
"""The most words of a move, as in `play b 2`."""
_HEADS: Final = frozenset(english.split()[0] for english in words_of(ENGLISH)["commands"])
"""The commands themselves."""
_HELP: Final = "help"
TOPICS: Final = frozenset(
    english.removeprefix(f"{_HELP} ")
    for english in words_of(ENGLISH)["commands"]
    if english.startswith(f"{_HELP} ")
)
"""What people ask for help with, as in `help friends`, whatever the word alone means."""
_START: Final = "start"
_AFTER_OTHERS: Final = frozenset((_START, "stop", _HELP))
"""The commands that may stand after another one, as in `tournament start`."""
_FINAL: Final = frozenset(("resign", "stop", "draw", "accept", "decline"))
"""The commands that end a game or a challenge. A word of another language than that of the channel
is only told about then: `pes` is Turkish for resign and Czech for a dog, `ne` is no or what."""
_UNSPACED: Final = "\u3040"
"""The first letter of the alphabets in which words are written without spaces."""
_ANSWERING: Final = frozenset(("accept", "yes", "join", "decline", "no"))
"""The commands that answer a challenge."""
_LONGEST_ANSWER: Final = 40
"""The most characters of a message that may be a mere yes or no."""


@cache
def _answers() -> re.Pattern[str]:
    """A pattern of all that says yes or no to a challenge, in any language."""
    commands = ("accept", "decline")
    said = {*_ANSWERING, *(word for name in commands for word in _called("commands", name))}
    spelt = sorted((re.escape(word) for word in _spelt(tuple(said))), key=len, reverse=True)
    spaced = "|".join(word for word in spelt if word[0] < _UNSPACED)
    unspaced = "|".join(word for word in spelt if word[0] >= _UNSPACED)
    return re.compile(rf"(?<!\w)(?:{spaced})(?!\w)|{unspaced}")


def may_answer(content: str) -> bool:
    """Whether a message may say yes or no and no more, in whatever language.

    >>> [may_answer(words) for words in ("Yes!", "ja, gerne", "はい、お願いします", "nice game")]
    [True, True, True, False]
    """
    short = len(content) <= _LONGEST_ANSWER
    return short and _answers().search(plain_words(content)) is not None


def _ends(*words: str) -> tuple[str, ...]:
    """The words that are written without spaces, the longest first."""
    return tuple(sorted((w for w in words if w[0] >= _UNSPACED), key=len, reverse=True))


_GAME_ENDS: Final = _ends(*BESIDE_A_GAME, *BESIDE_A_LEVEL)
"""What says nothing at the ends of a word there, among words about a game."""
_PASSED_ENDS: Final = {
    reading: _ends(
        *(word for part in reading.value for word in _called("fillers", part)),
        *(BESIDE_A_COMMAND if reading is Reading.LOOSE else ()),
    )
    for reading in Reading
}
"""What each reading passes over there."""
_VERBATIM: Final = "prefix"
"""The setting whose value may be any word."""
_LANGUAGE: Final = "language"
LANGUAGE_NAMES: Final = {
    name
    for language in spoken()
    for code, names in ((language, ()), *words_of(language)["languages"].items())
    for name in (code.lower(), *names)
}
"""What may stand after that word, whatever it means elsewhere: `ja` is `now` to a Brazilian."""


@cache
def _after(language: str, reading: Reading) -> dict[str, str]:
    """What stands after a command, in English; fillers are empty. The language comes first."""
    found: dict[str, str] = {}
    for code in reversed(_in_order(language)):
        parts = words_of(code)
        for part in reading.value:
            found |= dict.fromkeys(_spelt(parts["fillers"].get(part, ())), "")
        found |= _english(parts["words"])
        if code != ENGLISH:  # `standard` is a word of settings too
            found |= _english({name: parts["games"].get(name, ()) for name in _TWISTS})
    return found


@cache
def _first(language: str, reading: Reading) -> dict[str, str]:
    """What stands first, in English: as after a command, but for the commands themselves."""
    found = dict(_after(language, reading))
    for code in reversed(_in_order(language)):
        parts = words_of(code)
        commands = _english(parts["commands"])
        if code not in {language, ENGLISH}:
            commands |= {
                word: f"{_HELP} {english}"
                for word, english in commands.items()
                if english in _FINAL and " " not in word
            }
        found |= _english(parts["words"]) | commands
    return found


def _in_order(language: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((language, *spoken())))


def _english(part: Part) -> dict[str, str]:
    return {word: english for english, typed in part.items() for word in _spelt(typed)}


def _spelt(typed: tuple[str, ...]) -> Iterator[str]:
    for word in typed:
        yield from (word, bare(word))


def in_english(
    typed: str, language: str, after: str = "", reading: Reading = Reading.STRICT
) -> str:
    """The words after `!ttt` in English, without those that say nothing.

    They may stand `after` a command, or after the name of an option. What no language knows stays
    as it is, and so does a move.

    >>> in_english("Hilfe, bitte!", "de"), in_english("neues Spiel vier gewinnt leicht", "de")
    ('help', 'start vier gewinnt easy')
    >>> in_english("start 5x5x4 hard", "de"), in_english("a 5", "en")
    ('start 5x5x4 hard', 'a 5')
    >>> [in_english("tell me the rules", "en", reading=reading) for reading in Reading]
    ['tell me the rules', 'tell me the rules', 'rules']
    """
    tokens = typed.translate(_BRACKETS).split()
    keys = [plain_words(token).strip(_ENDS) if len(token) <= _LONGEST else "" for token in tokens]
    said, at = [after] if after else [], 0
    while at < len(tokens):
        moves = at >= len(tokens) - _LONGEST_MOVE and asked_move(" ".join(tokens[at:])) is not None
        if moves or said[-1:] == [_VERBATIM]:
            said += tokens[at:]
            break
        count, english = _longest(keys[at:], language, said, reading)
        if english is None:
            english = _unknown(tokens[at], keys[at], language, said, reading)
        said += [english] if english else []
        at += count
    return " ".join(said[1:] if after else said)


def _longest(
    keys: list[str], language: str, said: list[str], reading: Reading
) -> tuple[int, str | None]:
    """The longest known phrase at the beginning of some words: of how many, and in English."""
    for count in range(min(_MOST, len(keys)), 0, -1):
        phrase, last = " ".join(keys[:count]), count == len(keys)
        english = _meaning(phrase, language, said, reading, last=last)
        if english is not None:
            return count, english
    return 1, None


def _unknown(token: str, key: str, language: str, said: list[str], reading: Reading) -> str:
    """A word that no language knows, as it was typed; "" for a comma or a mere picture."""
    # without the sign after a command, as in `draw?`
    word = key if not said and key in _HEADS else token.rstrip(_COMMAS)
    decorates = reading is Reading.LOOSE and (not said or said[0].startswith(_HELP))
    if not word or (decorates and _is_picture(word)):
        return ""
    return _within(word, key, language, said, reading)


def _meaning(
    phrase: str, language: str, said: list[str], reading: Reading, *, last: bool = False
) -> str | None:
    """A phrase in English, after what was said; "" for none, and None if no language knows it."""
    first, after, plain = _first(language, reading), _after(language, reading), bare(phrase)
    if said[-1:] == [_LANGUAGE] and phrase in LANGUAGE_NAMES:
        return phrase
    if not said:
        passed = reading is Reading.LOOSE and phrase in BESIDE_A_COMMAND and phrase not in _HEADS
        return first.get(phrase, first.get(plain, "" if passed else None))
    if last and said == [_HELP] and phrase in TOPICS:
        return phrase
    english = after.get(phrase, after.get(plain))
    meant = phrase in MEANT and said[0] != _HELP  # `settings reset`, whatever `reset` alone is
    if english is None and last and said[0] in _HEADS and len(said) == 1 and not meant:
        return _after_command(said[0], first.get(phrase, first.get(plain, "")), phrase, reading)
    return english


def _after_command(command: str, english: str, phrase: str, reading: Reading) -> str | None:
    """A second command after a first one; "" if it is said twice, None if it has no place there."""
    if english == command and (reading is Reading.LOOSE or english == _START):
        return ""
    own = english.startswith(f"{command} ")
    other = english in _AFTER_OTHERS and phrase not in BESIDE_A_COMMAND
    if own or other or (english and command == _HELP):
        return english.removeprefix(f"{command} ")
    return None


def _within(token: str, key: str, language: str, said: list[str], reading: Reading) -> str:
    """A word without what says nothing at its ends, where words are written without spaces."""
    core, about_a_game = key, False
    unspaced = max(key[:1], key[-1:]) >= _UNSPACED  # `resignお願いします` too
    while core and unspaced:
        if core in _PRESETS or (core in _HEADS and not said and not about_a_game):
            return core
        if about_a_game:
            english = _after(language, reading).get(core)
        else:
            english = _meaning(core, language, said, reading)
        if english:
            return english
        shorter = _shortened(core, _PASSED_ENDS[reading])
        if shorter is None and (shorter := _shortened(core, _GAME_ENDS)) is not None:
            about_a_game = True  # and no command: `投了の` is not `投了`
        if shorter is None:
            break
        core = shorter
    return token


def _shortened(word: str, ends: tuple[str, ...]) -> str | None:
    """A word without what says nothing before or behind it; None if nothing does."""
    if (before := next((one for one in ends if word.startswith(one)), None)) is not None:
        return word.removeprefix(before)
    if (behind := next((one for one in ends if word.endswith(one)), None)) is not None:
        return word.removesuffix(behind)
    return None


def _is_picture(token: str) -> bool:
    """Whether a word is an emoji."""
    return all(category(sign) == "So" or sign in _JOINERS for sign in token)
