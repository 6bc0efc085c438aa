"""What each word sets: reads words, in any order and any case, into options with their values."""

from __future__ import annotations

import re
from typing import Final

from bot.errors import Problem, UserError
from bot.match.grammar.games import GAME_NAME, LETTERED, VARIANTS, plain_words, preset_of
from bot.match.grammar.nearest import shortened, unknown
from bot.match.levels import LEVEL_WORDS, SHORTEST_STRENGTH, STRONGEST, WEAKEST, read_level
from bot.match.session import BoardStyle, Coach
from engine import PRESETS

_WORDS: Final = {
    "gravity": ("gravity", "gravity"),
    "g": ("gravity", "gravity"),
    "misere": ("misere", "misere"),
    "misère": ("misere", "misere"),
    **{word: ("variant", variant) for variant, words in VARIANTS.items() for word in words},
    "open": ("opponent", "open"),
    **{word: ("level", word) for word in LEVEL_WORDS},
    "x": ("side", "x"),
    "first": ("side", "x"),
    "o": ("side", "o"),
    "second": ("side", "o"),
    "random": ("side", "random"),
    "swap": ("swap", "swap"),
    "swap2": ("swap", "swap2"),
    "thread": ("place", "thread"),
    "here": ("place", "here"),
    **{
        style.value: ("style", style.value)
        for style in (BoardStyle.EMOJI, BoardStyle.TEXT, BoardStyle.IMAGE)
    },
    "dark": ("theme", "dark"),
    "light": ("theme", "light"),
}
"""The option that each word sets, and the value that it sets."""
STYLE_WORDS: Final = [word for word, (option, _) in _WORDS.items() if option in {"style", "theme"}]
_FILLERS: Final = frozenset(
    (
        *("vs", "vs.", "versus", "against", "me", "the", "bot", "level", "elo", "style", "on"),
        *("rule", "rules", "cờ"),  # Vietnamese: a game, as in “cờ caro”
    )
)
"""Words without a meaning of their own. They are ignored."""
_VOCABULARY: Final = tuple(
    word
    for word in (*PRESETS, *_WORDS, "coach", *LETTERED)
    if len(word) > 2 and word not in VARIANTS["exact"]
)
"""The words that are suggested for a misspelt word. Too many are like `exact`, such as `exit`."""
COACHES: Final = {"on": Coach.BEFORE, **{coach.value: coach for coach in Coach}}
"""The words for a coach. Who only switches it on is told before each move."""
_ALONE: Final = rf"[0-9]{{{SHORTEST_STRENGTH},}}"
"""A number that is no side of a board: in `1200 x 4x4` and `4x4 x 1200` the lone x is a mark."""
_TOKEN: Final = re.compile(
    rf"(?:(?P<shape>(?!{_ALONE} x [0-9]+ ?[x×*])[0-9]+ ?[x×*] ?[0-9]+"
    rf"(?:(?! x {_ALONE}) ?[x×*] ?[0-9]+)?(?: ?g)?)"
    rf"|(?P<coach>coach(?: (?:{'|'.join(COACHES)}))?)"
    rf"|(?P<name>{GAME_NAME})|<@!?(?P<member>[0-9]{{1,20}})>|(?P<word>\S+))(?!\S)"
)


def options_of(words: str) -> dict[str, str]:
    """Return the value of each option that the words set, such as `{"side": "x"}`.

    Raises UserError for an unknown word, and for two that contradict each other.
    """
    chosen: dict[str, str] = {}
    for token in _TOKEN.finditer(plain_words(words)):
        if token["word"] in _FILLERS:
            continue
        option, choice = _meaning(token)
        if chosen.setdefault(option, choice) != choice:
            if option == "opponent":
                raise UserError(Problem.TWO_OPPONENTS)
            raise UserError(
                Problem.TWO_GAMES, first=shortened(chosen[option]), second=shortened(choice)
            )
    return chosen


def options_or_member(words: str) -> dict[str, str]:
    """As `options_of`, where a member may be named: an unknown word may be meant for one.

    A name that is typed without choosing it from Discord's list stays a plain word.
    """
    try:
        return options_of(words)
    except UserError as error:
        word = str(error.facts.get("word", ""))
        is_name = word[:1] == "@" or (not error.facts.get("nearest") and word[:1].isalpha())
        if error.problem is not Problem.UNKNOWN_WORD or not is_name:
            raise
        raise UserError(Problem.PICK_MEMBER, word=word) from error


def _meaning(token: re.Match[str]) -> tuple[str, str]:
    """Return the option that a token sets, and its value."""
    if token["shape"]:
        return "game", token["shape"].replace(" ", "")
    if token["coach"]:
        return "coach", token["coach"].partition(" ")[2] or "on"
    if token["name"]:
        return "game", preset_of(token["name"])
    if token["member"]:
        return "opponent", f"<@{token['member']}>"
    if token["word"] in _WORDS:
        return _WORDS[token["word"]]
    if is_strength(token["word"]):
        if read_level(token["word"]) is None:
            raise no_strength(token["word"])
        return "level", token["word"]
    raise unknown(token["word"], _VOCABULARY)


def is_strength(word: str) -> bool:
    """Whether a word is a number that is too long for a tile, so that it is meant as a strength."""
    return len(word) >= SHORTEST_STRENGTH and word.isascii() and word.isdigit()


def no_strength(word: str) -> UserError:
    """The error for a number that is no strength, with the least and the greatest there are."""
    return UserError(Problem.NO_STRENGTH, text=shortened(word), least=WEAKEST, most=STRONGEST)


def style_of(chosen: dict[str, str]) -> BoardStyle | None:
    """Return the chosen style. A theme such as `light` means an image."""
    style, theme = chosen.get("style"), chosen.get("theme")
    if theme is None:
        return BoardStyle(style) if style else None
    if style not in {None, BoardStyle.IMAGE.value}:
        raise UserError(Problem.TWO_GAMES, first=style, second=theme)
    return BoardStyle.LIGHT if theme == "light" else BoardStyle.IMAGE
