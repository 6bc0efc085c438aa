"""Tells moves, commands and numbers in a message, whatever characters they are typed in.

Nothing that is typed is trusted: a number may have any length, and a mention is only text.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final
from unicodedata import normalize

from bot.errors import Problem, UserError
from bot.match.opening import OpeningChoice

_MOVE: Final = re.compile(
    r"(?P<code>`?)(?:#?(?P<number>[0-9]{1,3})|(?P<tile>[a-t] ?[0-9]{1,2}))(?P=code)[.!]?"
)
"""A move, perhaps as code, after a number sign, or with punctuation at its end."""
_LONGEST_MOVE: Final = 8
"""The most characters of a message that may be a move."""
_KEYCAP: Final = re.compile("([0-9])\ufe0f?\u20e3")
MIDDLE: Final = "middle"
"""The middle tile or column, where it is asked for by that word."""
_LONGEST_CHOICE: Final = 12
"""The most characters of a message that may be a choice."""
_CHOICES: Final = {
    **{choice.value: choice for choice in OpeningChoice},
    "x": OpeningChoice.BLACK,
    "o": OpeningChoice.WHITE,
    OpeningChoice.MORE.words: OpeningChoice.MORE,
    "2 more": OpeningChoice.MORE,
}
MOVING: Final = frozenset(("play", "move"))
"""The commands that take a move."""
_CHOOSING: Final = frozenset(("swap",))
_ACTS: Final = {
    **{name: name for name in ("undo", "draw", "resign", "swap", "easier", "harder")},
    **dict.fromkeys(("stop", "quit", "exit", "end"), "stop"),
    **dict.fromkeys(("accept", "yes", "join"), "accept"),
    **dict.fromkeys(("decline", "no"), "decline"),
}
"""The commands that act in a game that is on, by each of their names."""
_HELP: Final = "help"
_HELPING: Final = frozenset((_HELP, "?"))
_LONGEST_PREFIX: Final = 5
_MARKUP: Final = ("`", "\\", "**", "__", "~~", "||")
_ZEROS: Final = (0x660, 0x6F0, 0x966)
"""The noughts of Arabic, Persian and Hindi keyboards. The other digits follow each."""
PLAIN: Final = {
    **{0xFF00 + offset: chr(0x20 + offset) for offset in range(1, 0x5F)},
    0x3000: " ",
    0x3002: ".",
    **{zero + digit: str(digit) for zero in _ZEROS for digit in range(10)},
    **dict.fromkeys((0x200E, 0x200F, 0x61C)),
}
"""Maps full-width characters, from East Asian keyboards, and the digits of other alphabets to plain
ones. Marks of the direction of writing, which some keyboards set beside digits, are left out."""
_QUOTED: Final = 30
"""The most characters of words that are quoted in a reply."""
_PART: Final = 500
"""How many characters are normalised at a time: a row of accents takes time with its square."""
_APOSTROPHES: Final = str.maketrans(dict.fromkeys("\u2019\u02bc", "'"))
_ACCENTS: Final = dict.fromkeys((*range(0x300, 0x370), *range(0x64B, 0x656), 0x93C))
"""The accents of Latin letters, the signs above and below Arabic ones, and the dot of Hindi."""
_LOOSE: Final = str.maketrans({"ł": "l", "\u0131": "i"})
"""Letters that Unicode does not decompose into letter and accent, with what people type instead."""


def plain_words(words: str) -> str:
    """Words for comparison: lower case, usual width, one space between them, one apostrophe.

    >>> plain_words("  Vier　GEWINNT "), plain_words("İ")
    ('vier gewinnt', 'i')
    """
    parts = (words[first : first + _PART] for first in range(0, len(words), _PART))
    usual = "".join(normalize("NFKC", part) for part in parts)
    # Turkish: lower() makes of İ an i with a dot of its own
    lower = usual.translate(_APOSTROPHES).lower().replace("i̇", "i")
    return " ".join(lower.split())


def bare(name: str) -> str:
    """A name without accents, as people in a hurry type it."""
    if name.isascii():
        return name
    return normalize("NFC", normalize("NFKD", name.translate(_LOOSE)).translate(_ACCENTS))


def move_text(content: str) -> str | None:
    """Return the move in a message that is a number or a coordinate and no more, otherwise None.

    Keycap emoji, full-width characters and the digits of other alphabets are read as plain ones.
    The move may be outside the board. A space in `b 2` stays.

    >>> [move_text(words) for words in (" B2 ", "5️⃣", "5!", "#5", "b 2", "5 minutes")]
    ['b2', '5', '5', '5', 'b 2', None]
    """
    text = content.strip()
    if len(text) > _LONGEST_MOVE:
        return None
    text = text.lower().translate(PLAIN)
    if text == "🔟":
        return "10"
    if keycap := _KEYCAP.fullmatch(text):
        return keycap[1]
    move = _MOVE.fullmatch(text)
    return None if move is None else move["number"] or move["tile"]


def named_move(words: str) -> str | None:
    """Return the move that words name where one is asked for, such as `middle`; otherwise None."""
    return MIDDLE if words.strip().lower() == MIDDLE else move_text(words)


def required_move(words: str) -> str:
    """Return the move that the words must name. Raises UserError."""
    if (move := named_move(words)) is None:
        raise UserError(Problem.NOT_A_MOVE, text=words.strip()[:_QUOTED])
    return move


def number_text(content: str) -> str | None:
    """Return a text that is a number, of however many digits, in plain ones; otherwise None."""
    text = content.strip().translate(PLAIN)
    return text if text.isascii() and text.isdigit() else None


def read_choice(text: str) -> OpeningChoice | None:
    """The choice that a text names and no more; None for any other text.

    >>> read_choice(" Two  more!"), read_choice("black"), read_choice("black cats")
    (<OpeningChoice.MORE: 'more'>, <OpeningChoice.BLACK: 'black'>, None)
    """
    return _CHOICES.get(_chosen_words(text))


def _chosen_words(text: str) -> str:
    return " ".join(text.lower().strip(" `.!").split())


def choice_text(content: str) -> str | None:
    """Return the choice in a message that is a word for one and no more (swap2), otherwise None.

    >>> choice_text("Two more"), choice_text("black"), choice_text("black tea"), choice_text("5")
    ('more', 'black', None, None)
    """
    choice = read_choice(content.translate(PLAIN)) if len(content) <= _LONGEST_CHOICE else None
    return None if choice is None else choice.value


def shown_choice(content: str) -> str | None:
    """Return the choice in a message that is its word as a board shows it, otherwise None.

    >>> [shown_choice(words) for words in ("Two more!", "`black`", "x", "more")]
    ['more', 'black', None, None]
    """
    word = choice_text(content)
    shown = "" if word is None else OpeningChoice(word).words
    return word if _chosen_words(content.translate(PLAIN)) == shown else None


def asked_move(words: str) -> str | None:
    """Return the move in the words after `!ttt` (`5`, `play 5` or `move 5`), otherwise None.

    It may be a choice: `black`, or `swap black`.

    >>> asked_move("play b2"), asked_move("5"), asked_move("swap black"), asked_move("hint")
    ('b2', '5', 'black', None)
    """
    first, _, rest = words.strip().partition(" ")
    if first.lower() in _CHOOSING:
        return choice_text(rest)
    asked = rest if first.lower() in MOVING else words
    return named_move(asked) or choice_text(asked)


def asked_act(words: str) -> tuple[str, str] | None:
    """Return what the words after `!ttt` do in a game that is on, as a command and its move.

    Otherwise None. A move alone is `play`, and so is a choice.

    >>> [asked_act(words) for words in ("b2", "swap black", "quit", "vote 5", "vote now", "hint")]
    [('play', 'b2'), ('play', 'black'), ('stop', ''), ('vote', '5'), ('count', ''), None]
    """
    if (move := asked_move(words)) is not None:
        return "play", move
    match words.lower().split(maxsplit=1):
        case ["vote", "now"]:
            return "count", ""
        case ["vote", "stop"]:
            return "stop", ""
        case ["vote", ballot] if (move := named_move(ballot)) is not None:
            return "vote", move
        case ["resign", "match"]:
            return "resign match", ""
        case ["board", ("easier" | "harder") as change]:
            return change, ""
        case [name] if name in _ACTS:
            return _ACTS[name], ""
    return None


def help_first(words: str) -> str:
    """Words after `!ttt` that ask a command for help, as those that ask `help` for the command.

    Any others stay as they are.

    >>> help_first("start help"), help_first("hint all")
    ('help start', 'hint all')
    """
    match words.split():
        case [command, asked] if asked.lower() in _HELPING:
            sets_prefix = (command.lower(), asked) == ("prefix", "?")
            return words if sets_prefix else f"{_HELP} {command}"
    return words


def may_concern(content: str, group: str) -> bool:
    """Whether a message may be a move, a choice or a command of a group of commands.

    A command contains the name of its group, or a mention of the bot.

    >>> [may_concern(words, "ttt") for words in ("5", "!TTT hint", "<@7> hint", "nice one")]
    [True, True, True, False]
    """
    if group in content.lower() or "<@" in content:
        return True
    return move_text(content) is not None or choice_text(content) is not None


def usable_prefix(text: str) -> bool:
    """Whether a text can be a prefix of commands: short, visible, and without another meaning.

    Not allowed are moves, formatting such as `**`, a backtick (it would break the help), and a
    slash or the beginning of a mention (Discord's client reads these itself).

    >>> [prefix for prefix in ("!", "k!", "5", "b2", "/", "a b") if usable_prefix(prefix)]
    ['!', 'k!']
    """
    visible = text.isprintable() and not any(character.isspace() for character in text)
    return (
        1 <= len(text) <= _LONGEST_PREFIX
        and visible
        and not any(markup in text for markup in _MARKUP)
        and not text.startswith(("/", "<@", "<#", "@", "#"))
        and move_text(text) is None
    )


LARGEST: Final = 2**63 - 1
"""The largest number that the store can hold, or Discord gives to anything."""
_DIGITS: Final = len(str(LARGEST))
NO_DAY: Final = date.min
"""An impossible day is read as this one, on which nothing happened."""


def read_number(digits: str) -> int:
    """Read a number, of however many digits; what is too large is read as the largest.

    Nothing has that number: so the asker gets the same answer as for any number that does not
    exist.

    >>> read_number("12"), read_number("9" * 5_000) == LARGEST
    (12, True)
    """
    return min(int(digits), LARGEST) if len(digits) <= _DIGITS else LARGEST


def read_day(text: str) -> date:
    """Read a day as in `2026-01-31`; an impossible one as a day on which nothing happened."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return NO_DAY
