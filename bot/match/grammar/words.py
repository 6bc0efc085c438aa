"""Reads the words after a command, in any order and any case."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from bot.errors import Problem, UserError
from bot.match.grammar.games import GAME_NAME, LETTERED, VARIANTS, plain_words, preset_of
from bot.match.grammar.messages import PLAIN_WIDTH
from bot.match.grammar.nearest import shortened, unknown
from bot.match.levels import (
    LEVEL_WORDS,
    SHORTEST_STRENGTH,
    STRONGEST,
    WEAKEST,
    LevelChoice,
    read_level,
)
from bot.match.opening import swap2
from bot.match.players import LONGEST_MOVE, SHORTEST_MOVE
from bot.match.session import BoardStyle, Coach, GameId, UserId
from bot.match.vote import DEFAULT_SECONDS, MAX_SECONDS, MIN_SECONDS
from engine import (
    MAX_SIDE,
    MIN_SIDE,
    PRESETS,
    EngineError,
    NotationError,
    Position,
    Rules,
    RulesError,
    RulesProblem,
    Side,
    Variant,
    decode_game,
)

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
_STYLE_WORDS: Final = [word for word, (option, _) in _WORDS.items() if option in {"style", "theme"}]
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
_OF_GAME: Final = frozenset(("game", "gravity", "misere", "variant"))
_ABOUT: Final = frozenset((*_OF_GAME, "opponent"))
"""The options that `stats` takes."""
_TICTACTOE: Final = PRESETS["tictactoe"]
_GOMOKU: Final = PRESETS["gomoku"]
_COACHES: Final = {"on": Coach.BEFORE, **{coach.value: coach for coach in Coach}}
"""The words for a coach. Who only switches it on is told before each move."""

_UNITS: Final = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
_TIME: Final = re.compile(
    r"(?<!\S)(?P<number>[0-9]{1,9}) ?"
    r"(?P<unit>s|secs?|seconds?|m|mins?|minutes?|h|hours?)(?!\S)"
)
_MOVE_TIME: Final = re.compile(
    r"(?<!\S)(?P<number>[0-9]{1,9}) ?"
    r"(?P<unit>s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)(?!\S)"
)
"""The time for a move."""
_NOT_VOTED: Final = {
    "open": "open",
    "@name": "opponent",
    "swap": "swap",
    "swap2": "swap2",
    "thread": "thread",
}
"""Words that a vote does not allow, with their fields in StartRequest."""

_ALONE: Final = rf"[0-9]{{{SHORTEST_STRENGTH},}}"
"""A number that is no side of a board: in `1200 x 4x4` and `4x4 x 1200` the lone x is a mark."""
_TOKEN: Final = re.compile(
    rf"(?:(?P<shape>(?!{_ALONE} x [0-9]+ ?[x×*])[0-9]+ ?[x×*] ?[0-9]+"
    rf"(?:(?! x {_ALONE}) ?[x×*] ?[0-9]+)?(?: ?g)?)"
    rf"|(?P<coach>coach(?: (?:{'|'.join(_COACHES)}))?)"
    rf"|(?P<name>{GAME_NAME})|<@!?(?P<member>[0-9]{{1,20}})>|(?P<word>\S+))(?!\S)"
)

_GAME_NUMBER: Final = re.compile("#?([0-9]{1,18})")
"""The number of a game. A number in the store has at most 18 digits."""
_LONGEST_CODE: Final = 2_000
"""The most characters of a code: as many as a message has. The longest game needs fewer."""


@dataclass(frozen=True, slots=True)
class StartRequest:
    """What a person asks for with `start`. None means the setting of the server.

    For `coach` it means the one that they have chosen for all games.

    `opponent` is the member they mention, who may be a bot or themselves. With `open` anyone
    may join. With neither they play against the engine. `side` is their own.
    """

    rules: Rules
    opponent: UserId | None = None
    open: bool = False
    level: LevelChoice | None = None
    side: Side | None = None
    coach: Coach | None = None
    style: BoardStyle | None = None
    swap: bool = False
    swap2: bool = False
    thread: bool | None = None
    """Whether it is played in a thread of its own."""
    move_time: timedelta | None = None


@dataclass(frozen=True, slots=True)
class VoteRequest:
    """What a person asks for with `vote`: a game against the engine, and the time for a turn."""

    start: StartRequest
    seconds: int
    timed: bool
    """Whether they named the time."""


def parse_start(words: str, default: Rules) -> StartRequest:
    """Read the words after `start`, in any order and any case.

    `default` is the game if none is named. Raises UserError for an unknown word, for two
    words that contradict each other, and for an impossible board.
    """
    text, move_time = _without_time(plain_words(words))
    chosen = _choices_among_members(text)
    opponent, side = chosen.get("opponent"), chosen.get("side")
    return StartRequest(
        rules=_rules_of_swap2(chosen, default) if _is_swap2(chosen) else _rules(chosen, default),
        opponent=UserId(int(opponent[2:-1])) if opponent and opponent != "open" else None,
        open=opponent == "open",
        level=read_level(chosen["level"]) if "level" in chosen else None,
        side=Side(side.upper()) if side and side != "random" else None,
        coach=_COACHES[chosen["coach"]] if "coach" in chosen else None,
        style=_style(chosen),
        swap="swap" in chosen and not _is_swap2(chosen),
        swap2=_is_swap2(chosen),
        thread=chosen["place"] == "thread" if "place" in chosen else None,
        move_time=move_time,
    )


def _without_time(text: str) -> tuple[str, timedelta | None]:
    """Split the time for a move from other words. Raises UserError for two, or a bad one."""
    found = {match[0]: match for match in _MOVE_TIME.finditer(text)}
    if len(found) > 1:
        first, second, *_ = found
        raise UserError(Problem.TWO_GAMES, first=shortened(first), second=shortened(second))
    for word, match in found.items():
        seconds = int(match["number"]) * _UNITS[match["unit"][0]]
        if not SHORTEST_MOVE.total_seconds() <= seconds <= LONGEST_MOVE.total_seconds():
            raise UserError(Problem.MOVE_TIME, text=shortened(word))
        return _MOVE_TIME.sub(" ", text), timedelta(seconds=seconds)
    return text, None


def parse_vote(words: str, default: Rules) -> VoteRequest:
    """Read the words after `vote` that begin a game: those of `start`, and a time such as `30s`.

    Raises UserError as `parse_start` does, and for words that a vote does not allow.
    """
    text = plain_words(words)
    times = {match[0]: _seconds(match) for match in _TIME.finditer(text)}
    if len(times) > 1:
        first, second, *_ = times
        raise UserError(Problem.TWO_GAMES, first=shortened(first), second=shortened(second))
    request = parse_start(_TIME.sub(" ", text), default)
    if request.move_time is not None:
        raise UserError(Problem.TWO_GAMES, first="vote", second=f"{request.move_time.days}d")
    for word, asked in _NOT_VOTED.items():
        if getattr(request, asked):
            raise UserError(Problem.TWO_GAMES, first="vote", second=word)
    if request.coach is Coach.AFTER:  # there is no one move of one person to speak of
        raise UserError(Problem.TWO_GAMES, first="vote", second="coach after")
    seconds = next(iter(times.values()), DEFAULT_SECONDS)
    return VoteRequest(request, seconds, timed=bool(times))


def parse_stats(words: str) -> tuple[UserId | None, Rules | None]:
    """Read the words after `stats`: a mentioned member and a game, in any order.

    Each is None if it is missing. Raises UserError as `parse_start` does, and for words about
    how to play, such as a level.
    """
    return _about(_choices_among_members(words))


def _about(chosen: dict[str, str]) -> tuple[UserId | None, Rules | None]:
    """The member and the game among some choices. Raises UserError for others."""
    for option, choice in chosen.items():
        if option not in _ABOUT or choice == "open":
            raise UserError(Problem.UNKNOWN_WORD, word=shortened(choice), nearest="")
    member = chosen.get("opponent")
    named = not _ABOUT.isdisjoint(chosen.keys() - {"opponent"})
    return (
        UserId(int(member[2:-1])) if member else None,
        _rules(chosen, _TICTACTOE) if named else None,
    )


def parse_game(words: str) -> Rules:
    """Read a game and nothing else. Raises UserError, also if no game is named."""
    member, rules = _about(_choices(_tokens(words)))
    if member is not None or rules is None:
        raise unknown(words, PRESETS)
    return rules


def parse_top(words: str) -> Rules | None:
    """Read the game after `top`; None if it is missing. Raises UserError, also for a member."""
    member, rules = _about(_choices(_tokens(words)))
    if member is not None:
        raise UserError(Problem.NO_MEMBER_IN_TOP)
    return rules


def parse_level(word: str) -> LevelChoice:
    """Read a level: a name or a strength. Raises UserError for anything else."""
    plain = plain_words(word)
    if (choice := read_level(plain)) is not None:
        return choice
    raise _no_strength(plain) if _is_strength(plain) else unknown(plain, LEVEL_WORDS)


def parse_coach(word: str) -> Coach:
    """Read `before`, which may be `on`, `after` or `off`; raises UserError for anything else."""
    plain = word.strip().lower()
    if plain not in _COACHES:
        raise unknown(plain, _COACHES)
    return _COACHES[plain]


def parse_style(words: str) -> BoardStyle:
    """Read how to draw a board, such as `image light`; raises UserError for anything else."""
    tokens = plain_words(words).split()
    if not tokens:
        raise UserError(Problem.WHICH_STYLE)
    if strange := [word for word in tokens if word not in _STYLE_WORDS]:
        raise unknown(strange[0], _STYLE_WORDS)
    return _style(_choices(_tokens(" ".join(tokens)))) or BoardStyle.EMOJI


def parse_game_number(word: str) -> GameId | None:
    """Read the number of a game; None if the word is empty. Raises UserError for other words."""
    plain = word.strip().translate(PLAIN_WIDTH)
    if not plain:
        return None
    match = _GAME_NUMBER.fullmatch(plain)
    if match is None:
        raise UserError(Problem.NOT_A_GAME_NUMBER, text=shortened(plain))
    return GameId(int(match[1]))


def parse_code(text: str) -> Position:
    """Read the code of a game, with or without backticks around it. Raises UserError."""
    code = text.strip().strip("`")
    if len(code) > _LONGEST_CODE:
        raise UserError(Problem.NOT_A_CODE)
    try:
        return decode_game(code)
    except NotationError as error:
        raise UserError(Problem.NOT_A_CODE) from error
    except EngineError as error:
        raise UserError(Problem.IMPOSSIBLE_CODE) from error


def _seconds(match: re.Match[str]) -> int:
    """Return a time in seconds. Raises UserError if it is too short or too long for a vote."""
    seconds = int(match["number"]) * _UNITS[match["unit"][0]]
    if not MIN_SECONDS <= seconds <= MAX_SECONDS:
        least, most = f"{MIN_SECONDS}s", f"{MAX_SECONDS // _UNITS['h']}h"
        raise UserError(Problem.VOTE_SECONDS, text=shortened(match[0]), least=least, most=most)
    return seconds


def _tokens(words: str) -> Iterable[re.Match[str]]:
    return _TOKEN.finditer(plain_words(words))


def _choices_among_members(words: str) -> dict[str, str]:
    """As `_choices`, where a member may be named: an unknown word may be meant for one.

    A name that is typed without choosing it from Discord's list stays a plain word.
    """
    try:
        return _choices(_tokens(words))
    except UserError as error:
        word = str(error.facts.get("word", ""))
        is_name = word[:1] == "@" or (not error.facts.get("nearest") and word[:1].isalpha())
        if error.problem is not Problem.UNKNOWN_WORD or not is_name:
            raise
        raise UserError(Problem.PICK_MEMBER, word=word) from error


def _choices(tokens: Iterable[re.Match[str]]) -> dict[str, str]:
    """Return the value of each option that the tokens set."""
    chosen: dict[str, str] = {}
    for token in tokens:
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
    if _is_strength(token["word"]):
        if read_level(token["word"]) is None:
            raise _no_strength(token["word"])
        return "level", token["word"]
    raise unknown(token["word"], _VOCABULARY)


def _is_strength(word: str) -> bool:
    """Whether a word is a number that is too long for a tile, so that it is meant as a strength."""
    return len(word) >= SHORTEST_STRENGTH and word.isascii() and word.isdigit()


def _no_strength(word: str) -> UserError:
    return UserError(Problem.NO_STRENGTH, text=shortened(word), least=WEAKEST, most=STRONGEST)


def _rules(chosen: dict[str, str], default: Rules) -> Rules:
    game = chosen.get("game") or _usual(default, chosen.get("variant"))
    twists = [twist for twist in ("gravity", "misere") if twist in chosen]
    try:
        return Rules.parse(" ".join((game, *twists, chosen.get("variant", ""))))
    except RulesError as error:
        if error.problem is not RulesProblem.VARIANT:
            raise _no_game(game) from error
        variant = chosen.get("variant", default.variant.value)
        goals = "5" if variant == Variant.RENJU.value else "4/5"
        text = shortened(" ".join((chosen.get("game", ""), *twists)).strip() or game)
        raise UserError(Problem.VARIANT, text=text, variant=variant, goals=goals) from error


def _usual(default: Rules, variant: str | None) -> str:
    """The board that is played where none is named: a variant is not for every default."""
    if variant is None:
        return str(default)
    if default.goal != _GOMOKU.goal or default.gravity or default.misere:
        return "gomoku"
    return str(replace(default, variant=Variant.FREESTYLE))


def _is_swap2(chosen: dict[str, str]) -> bool:
    return chosen.get("swap") == "swap2"


def _rules_of_swap2(chosen: dict[str, str], default: Rules) -> Rules:
    """The game of somebody who asks for swap2: gomoku, if neither they nor the server named one.

    Raises UserError for a board that it is not for.
    """
    named = not _OF_GAME.isdisjoint(chosen)
    rules = _rules(chosen, default if named or swap2.is_for(default) else PRESETS["gomoku"])
    if not swap2.is_for(rules):
        raise UserError(Problem.SWAP2_BOARD)
    return rules


def _style(chosen: dict[str, str]) -> BoardStyle | None:
    """Return the chosen style. A theme such as `light` means an image."""
    style, theme = chosen.get("style"), chosen.get("theme")
    if theme is None:
        return BoardStyle(style) if style else None
    if style not in {None, BoardStyle.IMAGE.value}:
        raise UserError(Problem.TWO_GAMES, first=style, second=theme)
    return BoardStyle.LIGHT if theme == "light" else BoardStyle.IMAGE


def _no_game(shape: str) -> UserError:
    """The error for an impossible board. Its numbers may be too long for the engine to read."""
    rows, columns, *_ = (int(number[:5]) for number in re.findall("[0-9]+", shape))
    longest = max(rows, columns)
    if min(rows, columns) < MIN_SIDE or longest > MAX_SIDE:
        return UserError(Problem.BOARD_SIZE, text=shortened(shape), least=MIN_SIDE, most=MAX_SIDE)
    return UserError(Problem.BOARD_GOAL, text=shortened(shape), longest=longest)
