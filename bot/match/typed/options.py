"""What each word sets: reads words, in any order and any case, into options with their values.

Then what the options mean: the board with its twists and its variant, a style, and times.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from difflib import get_close_matches
from typing import Final

from bot.errors import Problem, UserError
from bot.match.messages import plain_words
from bot.match.opening import allows_swap2
from bot.match.players import (
    LEVEL_WORDS,
    LONGEST_MOVE,
    SHORTEST_MOVE,
    SHORTEST_STRENGTH,
    STRONGEST,
    WEAKEST,
    read_level,
)
from bot.match.session import BoardStyle, Coach
from bot.match.timing import MAX_SECONDS, MIN_SECONDS, without_durations
from bot.match.typed.vocabulary import (
    BESIDE_A_GAME,
    BESIDE_A_LEVEL,
    GAME_NAME,
    LETTERED,
    VARIANTS,
    is_typed,
    preset_of,
    typed_for,
)
from engine import MAX_SIDE, MIN_SIDE, PRESETS, Rules, RulesError, RulesProblem, Variant

_QUOTED: Final = 30
"""The most characters of a word that an answer repeats."""
_ALIKE: Final = 0.7
"""How similar a suggestion must be that begins with the same letter."""
_DIGITS: Final = re.compile("[0-9]")
_VERY_ALIKE: Final = 0.76
"""How similar any other must be: `pente` does not mean `open`, nor `exit` the style `text`."""


def unknown(word: str, known: Iterable[str]) -> UserError:
    """The error for a word that is not in `known`. Its fact `nearest` is "" if none is similar.

    It may be what people type for a known word in another language.
    """
    plain, words = shortened(word.lower()), list(known)
    first = [other for other in words if other[:1] == plain[:1]]
    near = get_close_matches(plain, words, cutoff=_VERY_ALIKE)
    if not is_typed(plain):
        near = near or get_close_matches(plain, typed_for(words, plain[:1]), cutoff=_VERY_ALIKE)
        near = near or get_close_matches(plain, first, cutoff=_ALIKE)
    # prefer exchanged letters: `strat` means `start` rather than `stats`
    letters = sorted(plain)
    exchanged = [other for other in words if sorted(other) == letters]
    nearest = next((one for one in (*exchanged, *near) if _may_be_meant(one, plain)), "")
    return UserError(Problem.UNKNOWN_WORD, word=shortened(word), nearest=nearest)


def _may_be_meant(known: str, typed: str) -> bool:
    """Whether a similar word differs by no number, and by no more than a slip in its length.

    >>> _may_be_meant("connect4", "conect4"), _may_be_meant("connect4", "connect5")
    (True, False)
    """
    same_number = _DIGITS.findall(known) in ([], _DIGITS.findall(typed))
    return same_number and abs(len(known) - len(typed)) <= max(1, len(typed) // 4)


def shortened(text: str) -> str:
    """A word as an answer repeats it: cut where it is long."""
    return text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…"


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
    **dict.fromkeys(("casual", "unrated", "friendly"), ("rating", "casual")),
    **dict.fromkeys(("rated", "ranked"), ("rating", "rated")),
    "strict": ("strict", "strict"),
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
SETTING: Final = frozenset(_WORDS)
"""The words that each set an option of a game."""
STYLE_WORDS: Final = [word for word, (option, _) in _WORDS.items() if option in {"style", "theme"}]
SUGGESTED: Final = (
    *(w for w in (*PRESETS, *_WORDS, "coach") if len(w) > 2 and w not in VARIANTS["exact"]),
    *LETTERED,
)
"""The words about a game that are suggested for a misspelt word. `exact` is left out: too many
words, such as `exit`, are like it."""
_SIGNS: Final = str.maketrans(dict.fromkeys("(),;", " "))
"""Signs between words about a game, as in its own names. They are ignored."""
COACHES: Final = {"on": Coach.BEFORE, **{coach.value: coach for coach in Coach}}
"""The words for a coach. If it is just switched on it speaks before each move."""
_ALONE: Final = rf"[0-9]{{{SHORTEST_STRENGTH},}}"
"""A number that is not a side of a board: in `1200 x 4x4` and `4x4 x 1200` the lone x is a mark."""
_TWISTED: Final = "[gm]{1,2}"
"""The letters for gravity and misère, which stand behind a shape in any order, as in codes."""
_TOKEN: Final = re.compile(
    rf"(?:(?P<shape>(?!{_ALONE} x [0-9]+ ?[x×*])[0-9]+ ?[x×*] ?[0-9]+"
    rf"(?:(?! x {_ALONE}) ?[x×*] ?[0-9]+)?(?: ?{_TWISTED})?)"
    rf"|(?P<coach>coach(?: (?:{'|'.join(COACHES)}))?)"
    rf"|(?P<kinarow>against kinarow)|(?P<name>{GAME_NAME})"
    rf"|<@!?(?P<member>[0-9]{{1,20}})>|(?P<word>\S+))(?!\S)"
)


_NOT_PLAYED: Final = {
    "connect6": "gomoku",
    "connect 6": "gomoku",
    "connect five": "gomoku",
    "taraguchi": "renju",
    "taraguchi-10": "renju",
    "soosyrv": "renju",
    "soosyrv-8": "renju",
    "notakto": "3x3 misere",
    "wild": "tictactoe",
    "wild tic-tac-toe": "tictactoe",
    "numerical": "tictactoe",
    "ultimate": "tictactoe",
    "ultimate tic-tac-toe": "tictactoe",
    "quantum": "vanishing",
    "order and chaos": "6x6x5",
    "popout": "connect4",
    "pop out": "connect4",
    "pop10": "connect4",
}
"""Games that people ask for and that are not played here, with what to type for the nearest."""
_OTHER_GAME: Final = re.compile(
    r"(?<!\S)(?:"
    + "|".join(
        re.escape(name).replace(r"\ ", "[ -]?").replace(r"\-", "[ -]?")
        for name in sorted(_NOT_PLAYED, key=len, reverse=True)
    )
    + r")(?!\S)"
)
_NEAREST_GAME: Final = {re.sub("[ -]", "", name): game for name, game in _NOT_PLAYED.items()}


_RESIZED: Final = ("connect4", "gomoku")
"""The games with a name whose rules are played on boards of other sizes too."""
_TICTACTOE: Final = "tictactoe"
_SIZE: Final = re.compile("[0-9]+[x×*][0-9]+")
"""A board without how many in a row win."""
_SIZED: Final = re.compile(f"{_SIZE.pattern}(?:[x×*][0-9]+)?")
"""A board with or without that."""


def other_game(words: str) -> str | None:
    """The first game among words that is not played here; None where there is none.

    >>> other_game("rules of order and chaos"), other_game("connect4")
    ('order and chaos', None)
    """
    found = _OTHER_GAME.search(plain_words(words).translate(_SIGNS))
    return None if found is None else found[0]


def options_of(words: str) -> dict[str, str]:
    """Return the value of each option that the words set, such as `{"side": "x"}`.

    Raises UserError for an unknown word, and for two that contradict each other.
    """
    chosen: dict[str, str] = {}
    plain = plain_words(words).translate(_SIGNS)
    if (other := other_game(words)) is not None:
        nearest = _NEAREST_GAME[re.sub("[ -]", "", other)]
        raise UserError(Problem.NOT_PLAYED, text=other, game=nearest)
    for token in _TOKEN.finditer(plain):
        if token["word"] in BESIDE_A_GAME | BESIDE_A_LEVEL and token["word"] not in _WORDS:
            continue
        option, choice = _meaning(token)
        if option == "game" and (resized := _resized(chosen.get(option, ""), choice)):
            chosen[option] = resized
        elif chosen.setdefault(option, choice) != choice:
            if option == "opponent":
                raise UserError(Problem.TWO_OPPONENTS)
            raise UserError(
                Problem.TWO_VALUES, first=shortened(chosen[option]), second=shortened(choice)
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
    if token["kinarow"]:
        return "kinarow", token["kinarow"]
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
    raise unknown(token["word"], SUGGESTED)


def _resized(first: str, second: str) -> str | None:
    """A game with a name on a board of a size, in either order; None where it does not fit.

    Tic-tac-toe on a board of a size is what that size alone is.

    >>> _resized("gomoku", "19x19"), _resized("8x8", "connect4"), _resized("tictactoe", "5x5")
    ('19x19x5', '8x8x4g', '5x5')
    """
    name, size = (second, first) if _SIZED.fullmatch(first) else (first, second)
    if name == _TICTACTOE and _SIZED.fullmatch(size):
        return size
    if name not in _RESIZED or not _SIZE.fullmatch(size):
        return None
    rules = PRESETS[name]
    if max(int(number[:5]) for number in re.findall("[0-9]+", size)) < rules.goal:
        return None
    return f"{size}x{rules.goal}{'g' if rules.gravity else ''}"


def is_strength(word: str) -> bool:
    """Whether a word is a number that is too long for a tile, so that it is meant as a strength."""
    return len(word) >= SHORTEST_STRENGTH and word.isascii() and word.isdigit()


def no_strength(word: str) -> UserError:
    """The error for a number that is not a strength, with the least and the greatest."""
    return UserError(Problem.NO_STRENGTH, text=shortened(word), least=WEAKEST, most=STRONGEST)


def style_of(chosen: dict[str, str]) -> BoardStyle | None:
    """Return the chosen style. A theme such as `light` means an image."""
    style, theme = chosen.get("style"), chosen.get("theme")
    if theme is None:
        return BoardStyle(style) if style else None
    if style not in {None, BoardStyle.IMAGE.value}:
        raise UserError(Problem.TWO_VALUES, first=style, second=theme)
    return BoardStyle.LIGHT if theme == "light" else BoardStyle.IMAGE


GAME_OPTIONS: Final = frozenset(("game", "gravity", "misere", "variant"))
_GOMOKU: Final = PRESETS["gomoku"]


def rules_of(chosen: dict[str, str], default: Rules) -> Rules:
    """The game that options name, on the `default` board if they name none.

    Raises UserError for an impossible board, and for a variant that is not for it.
    """
    game = chosen.get("game") or _usual(default, chosen.get("variant"))
    twists = [twist for twist in ("gravity", "misere") if twist in chosen]
    try:
        return Rules.parse(" ".join((game, *twists, chosen.get("variant", ""))))
    except RulesError as error:
        if error.problem is RulesProblem.BOARD:
            cube = error.facts["variant"] == Variant.CUBE.value
            raise UserError(Problem.CUBE_BOARD if cube else Problem.VANISHING_BOARD) from error
        if error.problem is not RulesProblem.VARIANT:
            raise _no_game(game) from error
        text = shortened(" ".join((chosen.get("game", ""), *twists)).strip() or game)
        raise UserError(Problem.VARIANT, text=text, **error.facts) from error


def _usual(default: Rules, variant: str | None) -> str:
    """The board that is played where none is named: a variant is not for every default."""
    if variant is None:
        return str(default)
    if variant == Variant.VANISHING.value:
        return _TICTACTOE
    if variant in {Variant.TORUS.value, Variant.CUBE.value}:
        return ""  # the engine says on which
    if default.goal != _GOMOKU.goal or default.gravity or default.misere:
        return "gomoku"
    return str(replace(default, variant=Variant.FREESTYLE))


def is_swap2(chosen: dict[str, str]) -> bool:
    """Whether the opening swap2 is asked for."""
    return chosen.get("swap") == "swap2"


def rules_of_swap2(chosen: dict[str, str], default: Rules) -> Rules:
    """The game of somebody who asks for swap2: gomoku, if neither they nor the server named one.

    Raises UserError for a board that it is not for.
    """
    named = not GAME_OPTIONS.isdisjoint(chosen)
    rules = rules_of(chosen, default if named or allows_swap2(default) else PRESETS["gomoku"])
    if not allows_swap2(rules):
        raise UserError(Problem.SWAP2_BOARD)
    return rules


def _no_game(shape: str) -> UserError:
    """The error for an impossible board. Its numbers may be too long for the engine to read."""
    rows, columns, *_ = (int(number[:5]) for number in re.findall("[0-9]+", shape))
    longest = max(rows, columns)
    if min(rows, columns) < MIN_SIDE or longest > MAX_SIDE:
        return UserError(Problem.BOARD_SIZE, text=shortened(shape), least=MIN_SIDE, most=MAX_SIDE)
    return UserError(Problem.BOARD_GOAL, text=shortened(shape), longest=longest)


_MOVE_UNITS: Final = "smhd"
_VOTE_UNITS: Final = "smh"


def without_move_time(text: str) -> tuple[str, timedelta | None]:
    """Split the time for a move from other words. Raises UserError for two, or a bad one."""
    rest, word, time = _without_time(text, _MOVE_UNITS)
    if time is not None and not SHORTEST_MOVE <= time <= LONGEST_MOVE:
        raise UserError(Problem.MOVE_TIME, text=shortened(word))
    return rest, time


def without_vote_time(text: str) -> tuple[str, int | None]:
    """Split the seconds for a turn of a vote from other words. Raises UserError as above."""
    rest, word, time = _without_time(text, _VOTE_UNITS)
    seconds = None if time is None else int(time.total_seconds())
    if seconds is not None and not MIN_SECONDS <= seconds <= MAX_SECONDS:
        least, most = f"{MIN_SECONDS}s", f"{MAX_SECONDS // 3_600}h"
        raise UserError(Problem.VOTE_SECONDS, text=shortened(word), least=least, most=most)
    return rest, seconds


def _without_time(text: str, units: str) -> tuple[str, str, timedelta | None]:
    """The other words, the time as it was typed, and how long that is. Raises UserError for two."""
    rest, found = without_durations(text, units)
    if len(found) > 1:
        first, second, *_ = found
        raise UserError(Problem.TWO_VALUES, first=shortened(first), second=shortened(second))
    return rest, *next(iter(found.items()), ("", None))
