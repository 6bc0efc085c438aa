"""Finds the command in what people type after `!ttt`.

It may stand after what it is about (`hard puzzle`), or be left out (`connect 4 easy`).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Final

from bot.errors import UserError
from bot.match.messages import MOVING, asked_move, choice_text, move_text, number_text, plain_words
from bot.match.typed.options import SETTING, options_of
from bot.match.typed.requests import start_words, wants_start
from bot.match.typed.vocabulary import (
    BESIDE_A_COMMAND,
    BESIDE_A_GAME,
    BESIDE_A_LEVEL,
    MEANT,
    Reading,
    in_english,
    is_typed,
)
from engine import Rules

LEVELS: Final = "levels"
"""The command that lists them; `levels hard` chooses one, and `level 5` is no move."""
_REMARKS: Final = frozenset(f"{LEVELS} {level}" for level in ("easy", "hard", "perfect"))
"""The levels for which one word alone is more often a remark, in any language."""
START: Final = "start"
HELP: Final = "help"
_LOAD: Final = "load"
FRIENDS: Final = "friends"
"""The page of the help that tells how to challenge somebody. With a member it is a challenge."""
PREFIX: Final = "prefix"
_BEGINNING: Final = frozenset(("game", "opponent", "level", "kinarow"))
"""The options that begin a game without `start`: one of them has to be named."""
_GAMES: Final = frozenset(("renju", "caro", "swap2"))
"""The variants and the opening whose names are those of games. `exact` is said for much else."""
AT_ONCE: Final = frozenset(
    (
        *("accept", "yes", "join", "decline", "no", "draw", "undo", "resign", "rematch"),
        *("stop", "quit", "exit", "end", "easier", "harder"),
    )
)
"""The commands that act in a game and take no words: with more words something else is meant, as
in `stop talking`."""
TOLD_ALONE: Final = AT_ONCE | {"hint"}
"""The commands about which all is told, whatever is asked of them."""
_FORGET: Final = "forget"
_CONFIRMED: Final = "erase"
"""The one word that `forget` takes."""
_REMATCH: Final = "rematch"
_AGAIN: Final = frozenset((_REMATCH, "board"))
"""The commands that begin other requests, as in `another puzzle` and `show my mistakes`."""
_PUZZLE: Final = "puzzle"
_NOUNS: Final = frozenset((_PUZZLE, "rules", "top", "stats", LEVELS, "style", "tournament", "vote"))
"""The commands that may stand after what they are about, as in `hard puzzle`."""
_TAKES: Final = {_FORGET: [_CONFIRMED], "resign": ["match"]}
"""The words that acts with consequences take after them."""
_BESIDE_NAMES: Final = frozenset(("rules",))
"""Those that count among words that begin a game too: `connect 4 rules` begins none."""
_VIEWS: Final = frozenset(("numbers", "zoom", "easier", "harder"))
"""The words that `board` takes."""
_WITH_ANY_WORDS: Final = frozenset(
    (HELP, START, _LOAD, "settings", "language", "lang", PREFIX, "channels", "channel")
)
"""The commands that read all words after them, to the last."""
_SAYS_NOTHING: Final = BESIDE_A_COMMAND - MEANT - SETTING - {"of"}
"""Words that say nothing at the end of any other command, as in `rules please then`. `notify of` is
a misspelt `off`."""
_ALL_BESIDE: Final = frozenset(word for word in BESIDE_A_GAME - MEANT if word not in ("x", "a"))
"""Words that say nothing after `play`, where no tile is meant by them."""
_MENTION: Final = re.compile("<@!?[0-9]{1,20}>")
_LONGEST_TURNED: Final = 8
"""The most words of a request whose command stands among them."""
_LONGEST_NOUN: Final = 3
"""The most words of such a command."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads what is typed in a channel as a command in English."""

    language: str
    commands: Container[str]
    default: Rules
    reading: Reading

    def understood(self, typed: str) -> str:
        """The command that is typed, in English with its words; "" if there is none."""
        words = self._in_english(typed)
        first, _, rest = words.partition(" ")
        if first == LEVELS and rest:
            words = _wanted_level(rest) or words
            first, _, rest = words.partition(" ")
        moving = first.lower() in MOVING and bool(rest)
        about = rest if moving else words
        if asked_move(words) is not None:
            return words
        if moving and _is_move(rest):
            return words
        if moving and rest.lower() in self.commands:
            return rest if self.reading is Reading.LOOSE else ""  # `play puzzle` is no move
        is_command = first.lower() == HELP or (first.lower() in self.commands and not moving)
        if is_command and first.lower() != START:
            return self._whole(words)
        if turned := self._turned(typed, words):
            return turned
        if is_command:
            return words
        if moving and (about.split()[0] == START or _ALL_BESIDE.issuperset(about.lower().split())):
            return START  # `play a game`
        if not _begins(about, self.default, moving=moving):
            return words if moving else self._invited(typed)
        if moving or not (other := _levels(about) or _only_drawn(about)):
            return f"{START} {about}"
        return LEVELS if other in _REMARKS and _is_one_word(typed) else other

    def _in_english(self, typed: str) -> str:
        return in_english(typed, self.language, reading=self.reading)

    def _whole(self, words: str) -> str:
        """A command without what says nothing after it, or what its words ask for instead."""
        name, *rest = words.split(" ")
        command = name.lower()
        if rest[:1] == [FRIENDS] and any(one.startswith(("@", "<@")) for one in rest):
            return " ".join((START, *rest[1:]))
        if command == _LOAD and rest and rest[0].startswith(("@", "<@")):  # `lade @bob ein`
            return f"{START} {rest[0]}"
        if command not in _WITH_ANY_WORDS and self.reading is Reading.LOOSE:
            while rest and rest[-1].lower() in _SAYS_NOTHING:
                rest.pop()
        if command == _REMATCH and (again := _with_one(rest)):
            return again
        if command in _AGAIN and 0 < len(rest) <= _LONGEST_TURNED and rest[0] not in _VIEWS:
            other = self.understood(" ".join(rest))
            if other and other.partition(" ")[0] not in AT_ONCE:
                return other
        if command == HELP and rest and rest[0] in TOLD_ALONE:
            return f"{HELP} {rest[0]}"
        takes_these = [one.lower() for one in rest] == _TAKES.get(command)
        if (command in AT_ONCE or command == _FORGET) and rest and not takes_these:
            return f"{HELP} {name}"
        return " ".join((name, *rest))

    def _invited(self, typed: str) -> str:
        """A challenge to the member who is named before a request for a game; else ""."""
        member, *others = typed.split() or [""]
        if not _is_mention(member) or not 0 < len(others) <= _LONGEST_TURNED:
            return ""
        asked = self.understood(" ".join(others))
        words = [word for word in asked.split() if word != "open"]
        return " ".join((START, member, *words[1:])) if words[:1] == [START] else ""

    def _turned(self, typed: str, words: str) -> str:
        """The command that stands after what it is about, or behind a verb, before it; else ""."""
        tokens = typed.split()
        if again := self._again_with(tokens):
            return again
        verb, _, about = words.partition(" ")
        starts = verb.lower() == START
        led = starts or verb.lower() in MOVING
        if starts:
            begins = _is_read(about, self.default)
        else:
            begins = _begins(about if led else words, self.default, moving=False)
        if len(tokens) > _LONGEST_TURNED or (led and begins):
            return ""
        for first, last in _spans(len(tokens)):
            noun = self._in_english(" ".join(tokens[first:last]))
            if _names(noun, _BESIDE_NAMES if begins else _NOUNS):
                others = self._in_english(" ".join(tokens[:first] + tokens[last:]))
                others = others.removeprefix(verb).strip() if led else others
                if known_options(others) or (led and not others):
                    return f"{noun} {others}".strip()
        return ""

    def _again_with(self, tokens: list[str]) -> str:
        """A rematch with the one member who is named, as in `play @bob again`; else ""."""
        members = [token for token in tokens if _is_mention(token)]
        if len(members) != 1 or len(tokens) > _LONGEST_TURNED:
            return ""
        others = self._in_english(" ".join(token for token in tokens if token not in members))
        asked = [word for word in others.lower().split() if word not in BESIDE_A_GAME]
        if asked[:1] and asked[0] in {*MOVING, START}:
            asked = asked[1:]
        return f"{_REMATCH} {members[0]}" if asked == [_REMATCH] else ""


def _with_one(words: list[str]) -> str:
    """A rematch with the one member among words that say nothing else; else ""."""
    named = [word for word in words if word.lower() not in BESIDE_A_GAME]
    return f"{_REMATCH} {named[0]}" if len(named) == 1 and _is_mention(named[0]) else ""


def _is_one_word(typed: str) -> bool:
    """Whether a level is named by one word alone, or by it again, without `mode` or the like."""
    words = {word.strip("¡!.,،、") for word in plain_words(typed).split()} - {""}
    return len(words) == 1 and all(word in SETTING or is_typed(word) for word in words)


def _names(noun: str, commands: frozenset[str]) -> bool:
    """Whether words are the name of one of some commands; a puzzle may be another one."""
    name, _, more = noun.partition(" ")
    return name in commands and (not more or name == _PUZZLE)


def _spans(count: int) -> Iterator[tuple[int, int]]:
    """Where a command may stand among words: the last first, and the longest."""
    for last in range(count, 0, -1):
        for first in range(max(0, last - _LONGEST_NOUN), last):
            yield first, last


def _is_mention(word: str) -> bool:
    return _MENTION.fullmatch(word) is not None


def _wanted_level(words: str) -> str:
    """The words after `levels` if they choose one; the list for a plain number; otherwise ""."""
    if "level" in known_options(words):
        return _levels(words) or words
    return LEVELS if words.isdecimal() else ""


def _levels(words: str) -> str:
    """`levels` with a level, if that is all that is asked for; "" if it is not.

    It is for this game, or else for a new one. Beside other words, as in `hard game`, it may be a
    remark: then it is only the list.
    """
    chosen, beside = known_options(words), BESIDE_A_GAME - BESIDE_A_LEVEL
    if chosen.keys() != {"level"}:
        return ""
    return LEVELS if beside & set(words.lower().split()) else f"{LEVELS} {chosen['level']}"


def known_options(words: str) -> dict[str, str]:
    """The options that words set, if they do nothing else; otherwise none."""
    try:
        return options_of(words)
    except UserError:
        return {}


def _only_drawn(words: str) -> str:
    """`style` with the words for how a board is drawn, if nothing else is asked for."""
    chosen = known_options(words)
    drawn = chosen.keys() <= {"style", "theme"}
    return " ".join(("style", *chosen.values())) if chosen and drawn else ""


def _begins(words: str, default: Rules, *, moving: bool) -> bool:
    """Whether words begin a game: they name a board, a player or a level, or how it is drawn."""
    try:
        if not wants_start(words, default):
            return moving and words.startswith("@")
        named, _, series = start_words(words)
        begins = (
            series is not None
            or not _BEGINNING.isdisjoint(named)
            or not _GAMES.isdisjoint(named.values())
        )
        return begins or (not moving and bool(_only_drawn(words)))
    except UserError:
        return True  # `start` says what is wrong


def _is_read(words: str, default: Rules) -> bool:
    """Whether `start` takes words, such as a side or the coach, or says what is wrong."""
    try:
        return wants_start(words, default)
    except UserError:
        return True


def _is_move(words: str) -> bool:
    found = (move_text(words), choice_text(words), number_text(words))
    return any(word is not None for word in found)
