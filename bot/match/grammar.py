"""What people type: the words after a command, and moves among other messages.

Here is what they ask for with all that stands after `!ttt`, as a command in English. What other
modules read of it is offered here too, so that a feature asks one of them.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Final

from bot.errors import UserError
from bot.match.messages import (
    MOVING,
    NO_DAY,
    asked_act,
    asked_move,
    choice_text,
    help_first,
    may_concern,
    move_text,
    named_move,
    number_text,
    read_day,
    read_number,
    required_move,
    usable_prefix,
)
from bot.match.options import GAME_OPTIONS, SETTING, SUGGESTED, options_of, shortened, unknown
from bot.match.requests import (
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
from bot.match.vocabulary import BESIDE_A_GAME, MEANT, in_english
from engine import Rules

_LEVELS: Final = "levels"
"""The command that lists them; `levels hard` chooses one, and `level 5` is no move."""
_START: Final = "start"
_HELP: Final = "help"
_LOAD: Final = "load"
_FRIENDS: Final = "friends"
"""The page of the help that tells how to challenge somebody. With a member it is a challenge."""
_ABOUT_A_GAME: Final = frozenset((*GAME_OPTIONS, "opponent", "level"))
_AT_ONCE: Final = frozenset(
    ("accept", "join", "decline", "draw", "undo", "resign", "stop", "easier", "harder", "rematch")
)
"""The commands that act in a game and take no words: with more words something else is meant, as
in `stop talking`."""
_AGAIN: Final = frozenset(("rematch", "board"))
"""The commands that begin other requests, as in `another puzzle` and `show my mistakes`."""
_NOUNS: Final = frozenset(
    ("puzzle", "rules", "top", "stats", _LEVELS, "style", "tournament", "vote")
)
"""The commands that may stand after what they are about, as in `hard puzzle`."""
_BESIDE_NAMES: Final = frozenset(("rules",))
"""Those that count among words that begin a game too: `connect 4 rules` begins none."""
_VIEWS: Final = frozenset(("numbers", "zoom", "easier", "harder"))
"""The words that `board` takes."""
_WITH_ANY_WORDS: Final = frozenset(
    (_HELP, _START, _LOAD, "settings", "language", "lang", "prefix", "channels", "channel")
)
"""The commands that read all words after them, to the last."""
_SAYS_NOTHING: Final = BESIDE_A_GAME - MEANT - SETTING - {"of"}
"""Words that say nothing at the end of any other command, as in `hint for me`. `notify of` is a
misspelt `off`."""
_ALL_BESIDE: Final = frozenset(word for word in BESIDE_A_GAME - MEANT if word not in ("x", "a"))
"""The same after `play`, where no tile is meant by them."""
_MENTION: Final = re.compile("<@!?[0-9]{1,20}>")
_LONGEST_TURNED: Final = 8
"""The most words of a request whose command stands among them."""
_LONGEST_NOUN: Final = 3
"""The most words of such a command."""


def asked_for(typed: str, language: str, commands: Container[str], default: Rules) -> str:
    """What is typed after `!ttt`, as a command in English with its words.

    Words about a game begin one. What is not understood stays as it was typed. `commands` are the
    names of all of them.
    """
    return _understood(typed, language, commands, default) or typed


def _understood(typed: str, language: str, commands: Container[str], default: Rules) -> str:
    """The command that is typed, in English with its words; "" if there is none."""
    words = in_english(typed, language)
    first, _, rest = words.partition(" ")
    if first == _LEVELS and rest:
        words = _wanted_level(rest) or words
        first, _, rest = words.partition(" ")
    moving = first.lower() in MOVING and bool(rest)
    about = rest if moving else words
    if asked_move(words) is not None or (moving and _is_move(rest)):
        return words
    if moving and rest.lower() in commands:
        return rest  # `go easier`: no move has the name of a command
    is_command = first.lower() == _HELP or (first.lower() in commands and not moving)
    if is_command and first.lower() != _START:
        return _whole(words, language, commands, default)
    if turned := _turned(typed, words, language, default):
        return turned
    if is_command:
        return words
    if moving and (about.split()[0] == _START or _ALL_BESIDE.issuperset(about.lower().split())):
        return _START  # `play against you`
    if not _begins(about, default, moving=moving):
        return words if moving else _invited(typed, language, commands, default)
    if moving or not (other := _level_alone(about) or _only_drawn(about)):
        return f"start {about}"
    return other


def _whole(words: str, language: str, commands: Container[str], default: Rules) -> str:
    """A command without what says nothing after it, or what its words ask for instead."""
    name, *rest = words.split(" ")
    command = name.lower()
    if rest[:1] == [_FRIENDS] and any(one.startswith(("@", "<@")) for one in rest):
        return " ".join((_START, *rest[1:]))
    if command == _LOAD and rest and rest[0].startswith(("@", "<@")):  # `lade @bob ein`
        return f"{_START} {rest[0]}"
    if command not in _WITH_ANY_WORDS:
        while rest and rest[-1].lower() in _SAYS_NOTHING:
            rest.pop()
    if command in _AT_ONCE:
        rest = [one for one in rest if one.lower() not in _SAYS_NOTHING and not _is_mention(one)]
    if command in _AGAIN and 0 < len(rest) <= _LONGEST_TURNED and rest[0] not in _VIEWS:
        other = _understood(" ".join(rest), language, commands, default)
        if other and other.partition(" ")[0] not in _AT_ONCE:
            return other
    if command in _AT_ONCE and rest:
        return f"{_HELP} {name}"
    return " ".join((name, *rest))


def _is_mention(word: str) -> bool:
    return _MENTION.fullmatch(word) is not None


def _invited(typed: str, language: str, commands: Container[str], default: Rules) -> str:
    """A challenge to the member who is named before a request for a game; else ""."""
    member, *others = typed.split() or [""]
    if not _is_mention(member) or not 0 < len(others) <= _LONGEST_TURNED:
        return ""
    asked = _understood(" ".join(others), language, commands, default)
    words = [word for word in asked.split() if word != "open"]
    return " ".join((_START, member, *words[1:])) if words[:1] == [_START] else ""


def _turned(typed: str, words: str, language: str, default: Rules) -> str:
    """The command that stands after what it is about, or behind a verb, before that; else ""."""
    tokens = typed.split()
    verb, _, about = words.partition(" ")
    led = verb.lower() == _START or verb.lower() in MOVING
    begins = _begins(about if led else words, default, moving=False)
    if len(tokens) > _LONGEST_TURNED or (led and begins):
        return ""
    for first, last in _spans(len(tokens)):
        noun = in_english(" ".join(tokens[first:last]), language)
        if noun.partition(" ")[0] in (_BESIDE_NAMES if begins else _NOUNS):
            others = in_english(" ".join(tokens[:first] + tokens[last:]), language)
            others = others.removeprefix(verb).strip() if led else others
            if _known(others) or (led and not others):
                return f"{noun} {others}".strip()
    return ""


def _spans(count: int) -> Iterator[tuple[int, int]]:
    """Where a command may stand among words: the last first, and the longest."""
    for last in range(count, 0, -1):
        for first in range(max(0, last - _LONGEST_NOUN), last):
            yield first, last


def _wanted_level(words: str) -> str:
    """The words after `levels` if they choose one; the list for a plain number; otherwise ""."""
    if "level" in _known(words):
        return _level_alone(words) or words
    return _LEVELS if words.isdecimal() else ""


def _level_alone(words: str) -> str:
    """`levels` with a level, if nothing else is asked for: for this game, or else for a new one."""
    chosen = _known(words)
    return f"{_LEVELS} {chosen['level']}" if chosen.keys() == {"level"} else ""


def _known(words: str) -> dict[str, str]:
    try:
        return options_of(words)
    except UserError:
        return {}


def _only_drawn(words: str) -> str:
    """`style` with the words for how a board is drawn, if nothing else is asked for."""
    chosen = _known(words)
    drawn = chosen.keys() <= {"style", "theme"}
    return " ".join(("style", *chosen.values())) if chosen and drawn else ""


def _begins(words: str, default: Rules, *, moving: bool) -> bool:
    """Whether words begin a game; what was to be a move has to name one, or a player."""
    try:
        if not wants_start(words, default):
            return moving and words.startswith("@")
        return not moving or not _ABOUT_A_GAME.isdisjoint(options_of(words))
    except UserError:
        return True  # `start` says what is wrong


def _is_move(words: str) -> bool:
    found = (move_text(words), choice_text(words), number_text(words))
    return any(word is not None for word in found)
