"""What people type: the words after a command, and moves among other messages.

`asked_for` reads all that stands after `!ttt` as a command in English. The readers of other modules
are offered here too, so that a feature needs no other module for what people type.

One rule says what may be guessed (`asked_for`). A reading passes over some words:

    loose    what surrounds a request: `can you show me the rules` is `rules`. What it finds may
             only tell or show something (`_is_harmless`).
    wish     `I want to` and the like, before what begins a game and nothing else.
    strict   a word for please. All else happens by its own words alone, as buttons and the help
             show them: `resign`, `give up`, `hard mode`, `coach off`.

So `do you resign?` and `can i resign` are answered with the help of `resign`, and end nothing.

What no reading understands to its last word is compared with all phrases of the language
(bot/match/typed/matcher.py). That is a guess: what tells something is done if it is sure, and all
else is asked back (`ASKED_BACK`) with a button.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import partial
from typing import Final
from unicodedata import name as name_of

from bot.errors import Problem, UserError
from bot.match.messages import (
    NO_DAY,
    asked_act,
    asked_move,
    choice_text,
    help_first,
    may_concern,
    move_text,
    named_move,
    number_text,
    plain_words,
    read_day,
    read_number,
    required_move,
    shown_choice,
    usable_prefix,
)
from bot.match.players import BOT_NAME, LEVEL_WORDS
from bot.match.typed.languages import ENGLISH, words_of
from bot.match.typed.matcher import Proposal, matcher_of
from bot.match.typed.options import SUGGESTED, other_game, shortened, unknown
from bot.match.typed.reader import (
    FRIENDS,
    HELP,
    LEVELS,
    PREFIX,
    START,
    TOLD_ALONE,
    Reader,
    known_options,
)
from bot.match.typed.requests import (
    StartRequest,
    VoteRequest,
    parse_coach,
    parse_code,
    parse_game,
    parse_game_number,
    parse_level,
    parse_start,
    parse_stats,
    parse_style,
    parse_top,
    parse_vote,
    wants_start,
)
from bot.match.typed.vocabulary import (
    LANGUAGE_NAMES,
    MEANT,
    TOPICS,
    Reading,
    in_english,
    may_answer,
)
from engine import Rules

ANSWERS: Final = frozenset(("accept", "decline"))
"""The acts that answer an offer in a game, else a challenge."""
_FALSE_FRIENDS: Final = {"pl": "no"}
"""The English answer that says the opposite in a language: Poles say `no` for yes."""
ASKED_BACK: Final = "? "
"""What stands before a command that is a guess: it is told about, and offered on a button."""
_AT_NAME: Final = re.compile(r"(?<!\S)@\S+")
"""A member who is named without being chosen from Discord's list."""
_MOST_WORDS: Final = 60
"""The most words that are looked up: a request has fewer."""
_FREE: Final = frozenset(
    ("settings", "set", "prefix", "channels", "channel", "roles", "load", "explore", "forget")
)
"""The commands that say themselves what is wrong with the words after them."""
_GAMES_AFTER: Final = frozenset(("rules", "top", "stats", "games"))
"""The commands that take the name of a game."""
KINDNESS: Final = "kindness"
"""What is told after thanks and the like."""
_HINT: Final = "hint"
_WHY: Final = "why"
"""The same command before a move."""
_NOT: Final = re.compile(r"not\b ?", re.IGNORECASE)
_HARMLESS: Final = frozenset(
    (
        *(HELP, "rules", "games", LEVELS, "top", "stats", "board", "puzzle", "train", "review"),
        *("replay", "mine", "privacy", "load"),
    )
)
"""The commands that only tell or show something, whatever words follow; `load` needs a game."""
_TELLS: Final = _HARMLESS - {"replay", "mine", "load"}
"""Those that a sure guess may run: they make nothing, and show nobody's games. Help is told if a
guess is likely."""
_HARMLESS_ALONE: Final = frozenset(
    (
        *("settings", "style", "coach", "notify", "vote", "tournament", "language", "roles"),
        "challenges",
    )
)
"""The commands that tell how something is, and change it with words after them."""
_CHANGES: Final = frozenset(("easier", "harder"))
"""The words after `board` that change the level."""
_FINAL_SIGNS: Final = re.compile(
    r"(?<=[^\s.!…。！।])\s*[.!…。！।]+\s*$"  # noqa: RUF001 - of other alphabets
)
"""What may stand at the end of a sentence that asks nothing."""
_QUOTED: Final = re.compile(
    r"[\"“”„«»「」『』]|(?<!\w)['‘‚]\w.*['’](?!\w)|^\s*[(（]"  # noqa: RUF001 - of other alphabets
)
"""Signs of words that are quoted, or said aside, in brackets; an apostrophe, as in `s'il te plaît`,
is none."""
_NAME_BEFORE: Final = re.compile(
    rf"^\s*{BOT_NAME}\b[,:!\s]+(?=\S)(?!.*{BOT_NAME})", re.IGNORECASE | re.DOTALL
)
_NAME_AROUND: Final = re.compile(
    rf"{_NAME_BEFORE.pattern}|(?<=[^\s,])[,\s]+{BOT_NAME}\s*$", re.IGNORECASE | re.DOTALL
)
"""The name of the bot before what is asked of it, and behind that."""


def asked_for(typed: str, language: str, commands: Container[str], default: Rules) -> str:
    """What is typed after `!ttt`, as a command in English with its words.

    Words about a game begin one. What is probably meant comes after `ASKED_BACK`. What is not
    understood stays as it was typed. `commands` are the names of all of them.
    """
    if typed.startswith(ASKED_BACK):
        return typed
    *head, rest = [*typed.split(maxsplit=_MOST_WORDS), ""][: _MOST_WORDS + 1]
    if rest and len(head) == _MOST_WORDS:  # a game to load, or no request
        read = _read(" ".join(head), language, commands, default)
        acts = asked_act(read) is not None or read in TOLD_ALONE
        return f"{HELP} {read}" if acts else f"{read} {rest}"
    read = _read(typed, language, commands, default)
    if _is_whole(read, typed, language, commands, default):
        return read
    guess = _guess(typed, language)
    name = typed.partition(" ")[0].lower()  # a command says what is wrong with the words after it
    if guess is None or name == START or (name in commands and not guess.sure):
        return read
    told = read.removeprefix(f"{HELP} ") == guess.words
    return read if told else _proposed(guess)


def guessed(typed: str, language: str) -> str:
    """What a sentence is about, as far as that is likely; "" if it is not."""
    guess = _guess(typed, language)
    return "" if guess is None else _proposed(guess)


def _guess(typed: str, language: str) -> Proposal | None:
    """What a sentence probably asks for, in the language of the channel or in English."""
    found = (matcher_of(code).propose(typed) for code in dict.fromkeys((language, ENGLISH)))
    return next((guess for guess in found if guess is not None), None)


def _proposed(guess: Proposal) -> str:
    """What comes of a guess: what tells something is done, and all else is asked back."""
    name = guess.words.split()[0]
    done = name == HELP or (guess.sure and name in _TELLS and _is_harmless(guess.words))
    return guess.words if done else f"{ASKED_BACK}{guess.words}"


def strange_word(typed: str, language: str) -> str:
    """The word of a sentence that was not understood; all of it if each word alone is known."""
    return (" " in typed and matcher_of(language).strange_word(typed)) or typed


def typed_as(words: str, language: str) -> str:
    """What people type for a command in a language, as it begins a line."""
    typed = words if language == ENGLISH else words_of(language)["commands"].get(words, (words,))[0]
    return typed[:1].upper() + typed[1:]


def _is_whole(
    words: str, typed: str, language: str, commands: Container[str], default: Rules
) -> bool:
    """Whether a command is understood to its last word, or says itself what is wrong with it."""
    name, _, rest = words.lower().partition(" ")
    if asked_move(words) is not None or help_first(words) != words:
        return True
    if name == HELP:
        one = len(typed.split()) == len(words.split()) == 2
        return not rest or one or _is_told(rest, typed, language, commands)
    if name not in commands:
        return False
    if not rest or name in _FREE or (name != START and typed.lower().partition(" ")[0] == name):
        return True
    if name == "language":
        return rest in LANGUAGE_NAMES or " " not in rest
    if name == START:
        return _begins_or_fails(rest, default)
    if name in _GAMES_AFTER:
        return bool(known_options(rest)) or "@" in rest or other_game(rest) is not None
    moves = name in {_HINT, _WHY, "vote"} and named_move(rest) is not None
    return moves or all(word in MEANT or known_options(word) for word in rest.split())


def _is_told(about: str, typed: str, language: str, commands: Container[str]) -> bool:
    """Whether help with something was asked for, or words that it is told for stand alone.

    `a good move` is thanks; `tell me a good move` is more than that.
    """
    first = about.partition(" ")[0]
    if first == KINDNESS:
        return in_english(typed, language).lower() == f"{HELP} {about}"
    left = help_first(in_english(typed, language, reading=Reading.LOOSE).lower())
    known = about in TOPICS or about in MEANT or about in LEVEL_WORDS or about in commands
    asked = left.startswith(f"{HELP} ") and first in commands
    return asked or (known and left.removeprefix(f"{HELP} ") == about)


def _begins_or_fails(rest: str, default: Rules) -> bool:
    """Whether `start` knows all words after it, though they may not go together."""
    try:
        parse_start(_AT_NAME.sub("<@1>", rest), default)
    except UserError as error:
        return error.problem not in {Problem.UNKNOWN_WORD, Problem.PICK_MEMBER}
    return True


def _read(typed: str, language: str, commands: Container[str], default: Rules) -> str:
    """What the lists of words make of what is typed. What they do not know stays as it is."""
    if typed.partition(" ")[0].lower() in commands and (helped := help_first(typed)) != typed:
        return helped  # `start ?`
    if PREFIX not in typed.lower():  # which may be any sign
        typed = _FINAL_SIGNS.sub("", typed)
    reader = partial(Reader, language, commands, default)
    strict = reader(Reading.STRICT)
    own = strict.understood(_NAME_AROUND.sub("", typed))
    if own in TOLD_ALONE and not _asks(typed, own):
        return own
    loose = reader(Reading.LOOSE).understood(typed)
    if not loose or _is_harmless(loose):
        return loose or typed
    unnamed = _NAME_BEFORE.sub("", typed)
    words = strict.understood(unnamed)
    if not words:
        wish = reader(Reading.WISH).understood(unnamed)
        words = wish if wish.partition(" ")[0] == START else ""
    return words if words and not _asks(typed, words) else _told_about(loose)


def answer_text(typed: str, language: str, commands: Container[str], default: Rules) -> str | None:
    """Return `accept` or `decline` where a message without `!ttt` says that and no more.

    It says so by its own words alone, as after `!ttt`; None for any other.
    """
    if not may_answer(typed) or plain_words(typed).strip(" .!") == _FALSE_FRIENDS.get(language):
        return None
    act, _ = asked_act(asked_for(typed, language, commands, default)) or ("", "")
    return act if act in ANSWERS else None


def _is_harmless(words: str) -> bool:
    """Whether a command may be found in a loose reading: it changes and begins nothing."""
    name, _, rest = words.lower().partition(" ")
    if name == LEVELS:
        return "level" not in known_options(rest)
    if name == "board":
        return rest not in _CHANGES
    return name in _HARMLESS or (name in _HARMLESS_ALONE and not rest)


def _asks(typed: str, words: str) -> bool:
    """Whether words ask or quote something and are not the request itself, as `why not 5?` is."""
    name, _, rest = words.partition(" ")
    if name in {_HINT, _WHY} and named_move(_NOT.sub("", rest.rstrip(" ?!."))) is not None:
        return False
    if name == _WHY or _NOT.match(rest):
        return True
    if words.split()[-2:-1] == [PREFIX]:  # it may be any sign
        typed = typed.rpartition(" ")[0]
    asked = any("QUESTION MARK" in name_of(sign, "") for sign in typed)
    return asked or _QUOTED.search(typed) is not None


def _told_about(words: str) -> str:
    """What is told in place of a command that was not asked for by its own words."""
    name, _, rest = words.partition(" ")
    if name == START or asked_move(words) is not None:  # pages with buttons that begin games
        return f"{HELP} {FRIENDS if rest == 'open' else 'play'}"
    return f"{HELP} {_HINT if name == _WHY else name}"
