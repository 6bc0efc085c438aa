"""The terms of a tournament, and the words for them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto
from typing import Final

from bot.errors import AnyProblem, Problem, UserError
from bot.match import grammar
from bot.match.guilds import GuildSettings
from bot.match.session import BoardStyle
from bot.match.timing import without_durations
from bot.show.text.language import Sentence
from engine import Rules


class TournamentProblem(AnyProblem):
    """What can be wrong with a tournament, or with what is asked of one."""

    NONE = Sentence(
        "There's no tournament here. Members who can manage the server, events or messages "
        "can open one, as in {tournament_open}.",
        tournament_open="tournament connect4",
    )
    ON = Sentence(
        "There's already a tournament here. See it with {tournament}.", tournament="tournament"
    )
    BEGUN = Sentence(
        "This tournament has already begun. See how it stands with {tournament_table}.",
        tournament_table="tournament table",
    )
    OVER = Sentence(
        "This tournament is over. See how it ended with {tournament_table}.",
        tournament_table="tournament table",
    )
    JOINED = Sentence("You've already joined.")
    NOT_IN = Sentence("You aren't in this tournament.")
    FULL = Sentence("This tournament is full: it has {most} players.")
    ALONE = Sentence("A tournament needs at least two players.")
    RIGHT = Sentence(
        "Only {name}, who opened this tournament, and members who can manage the server, "
        "events or messages can do that."
    )
    OPEN_RIGHT = Sentence(
        "Only members who can manage the server, events or messages can open a tournament."
    )
    TIME = Sentence(
        "{text} doesn't work as a time for each move in a tournament. Choose `1m` to `7d`, "
        "such as `5m` or `1d`."
    )
    LENGTH = Sentence("An arena lasts `10m` to `6h`.")
    PLAYERS = Sentence(
        "Players join on their own, with the button or {tournament_join}.",
        tournament_join="tournament join",
    )
    LEVEL = Sentence("A tournament has no levels: people play each other.")
    SIDE = Sentence("In a tournament nobody gets to choose who moves first.")
    COACH = Sentence("A tournament is played without a coach.")


class TournamentKind(Enum):
    """Who meets whom."""

    ROBIN = "robin"
    """Everybody meets everybody once."""
    CUP = "cup"
    """The loser drops out."""
    ARENA = "arena"
    """For a time, whoever is free gets the next game."""


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """What is agreed before a tournament begins."""

    kind: TournamentKind
    rules: Rules
    patience: timedelta
    """The time for each move. Whoever exceeds it loses the game."""
    length: timedelta | None = None
    """How long an arena lasts."""
    swap: bool = False
    style: BoardStyle = BoardStyle.EMOJI
    swap2: bool = False
    casual: bool = False


PATIENCE: Final = timedelta(minutes=10)
"""The usual time for a move."""
LENGTH: Final = timedelta(minutes=30)
"""The usual length of an arena."""
_ARENA_PATIENCE: Final = timedelta(minutes=2)
"""The usual time for a move in an arena."""
_PATIENCE_RANGE: Final = timedelta(minutes=1), timedelta(days=7)
_LENGTH_RANGE: Final = timedelta(minutes=10), timedelta(hours=6)
_KINDS: Final = {
    "round robin": TournamentKind.ROBIN,
    "round-robin": TournamentKind.ROBIN,
    "roundrobin": TournamentKind.ROBIN,
    "robin": TournamentKind.ROBIN,
    "league": TournamentKind.ROBIN,
    "knock-out": TournamentKind.CUP,
    "knock out": TournamentKind.CUP,
    "knockout": TournamentKind.CUP,
    "cup": TournamentKind.CUP,
    "ko": TournamentKind.CUP,
    "arena": TournamentKind.ARENA,
}
_KIND: Final = re.compile(rf"(?<!\S)(?:{'|'.join(_KINDS)})(?!\S)")
_UNKNOWN: Final = frozenset((Problem.UNKNOWN_WORD, Problem.PICK_MEMBER))
"""The problems of a word that means nothing for a game."""
_UNITS: Final = "smhd"


class TournamentAction(Enum):
    """What a person wants to do with a tournament."""

    SHOW = auto()
    OPEN = auto()
    START = auto()
    JOIN = auto()
    LEAVE = auto()
    TABLE = auto()
    STOP = auto()


_ACTIONS: Final = {
    "": TournamentAction.SHOW,
    "show": TournamentAction.SHOW,
    "start": TournamentAction.START,
    "begin": TournamentAction.START,
    "join": TournamentAction.JOIN,
    "leave": TournamentAction.LEAVE,
    "table": TournamentAction.TABLE,
    "standings": TournamentAction.TABLE,
    "stop": TournamentAction.STOP,
    "end": TournamentAction.STOP,
    "cancel": TournamentAction.STOP,
}


@dataclass(frozen=True, slots=True)
class TournamentRequest:
    """What a person asks for. There are `terms` only if a tournament is to be opened."""

    action: TournamentAction
    terms: TournamentTerms | None = None


def parse_tournament(words: str, usual: GuildSettings) -> TournamentRequest:
    """Read what to do, or the terms of a new tournament. Raises UserError.

    What is not named is as `usual` in the server. All tournaments are strict.
    """
    plain = " ".join(words.lower().split())
    if (action := _ACTIONS.get(plain)) is not None:
        return TournamentRequest(action)
    kinds = {_KINDS[found[0]]: found[0] for found in _KIND.finditer(plain)}
    if len(kinds) > 1:
        first, second, *_ = kinds.values()
        raise UserError(Problem.TWO_VALUES, first=first, second=second)
    rest, times = without_durations(_KIND.sub(" ", plain), _UNITS)
    asked = _game(rest, usual.game)
    for problem, chosen in {
        TournamentProblem.PLAYERS: asked.opponent or asked.open,
        TournamentProblem.LEVEL: asked.level,
        TournamentProblem.SIDE: asked.side,
        TournamentProblem.COACH: asked.coach,
    }.items():
        if chosen:
            raise UserError(problem)
    if asked.series is not None:
        raise UserError(Problem.TWO_VALUES, first="tournament", second=str(asked.series))
    kind = next(iter(kinds), TournamentKind.ROBIN)
    patience, length = _times(kind, times)
    agreed = asked.terms(usual.style, usual)
    terms = TournamentTerms(
        kind,
        agreed.rules,
        patience,
        length,
        agreed.swap,
        agreed.style,
        agreed.swap2,
        agreed.casual,
    )
    return TournamentRequest(TournamentAction.OPEN, terms)


def _game(words: str, default: Rules) -> grammar.StartRequest:
    """Read the words about the game. An unknown one may be meant as a tournament's word."""
    try:
        return grammar.parse_start(words, default)
    except UserError as error:
        if error.problem not in _UNKNOWN or error.facts.get("nearest"):
            raise
        known = [*filter(None, _ACTIONS), *_KINDS]
        raise grammar.unknown(str(error.facts["word"]), known) from error


def _times(kind: TournamentKind, times: dict[str, timedelta]) -> tuple[timedelta, timedelta | None]:
    """The time for a move and the length: in an arena the length is the longer one."""
    words = sorted(times, key=times.__getitem__)
    length = None
    if kind is TournamentKind.ARENA:
        length = times[words[-1]] if words else LENGTH
        if not _LENGTH_RANGE[0] <= length <= _LENGTH_RANGE[1]:
            raise UserError(TournamentProblem.LENGTH)
        words = words[:-1]
    usual = PATIENCE if length is None else _ARENA_PATIENCE
    patience = times[words[0]] if words else usual
    if len(words) > 1:
        raise UserError(Problem.TWO_VALUES, first=words[0], second=words[1])
    if not _PATIENCE_RANGE[0] <= patience <= _PATIENCE_RANGE[1]:
        raise UserError(TournamentProblem.TIME, text=words[-1])
    return patience, length
