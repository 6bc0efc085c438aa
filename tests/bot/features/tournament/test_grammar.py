"""What people type after `tournament`."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import AnyProblem, Problem, UserError
from bot.features.tournament.grammar import (
    LENGTH,
    PATIENCE,
    TournamentAction,
    TournamentKind,
    TournamentProblem,
    TournamentRequest,
    TournamentTerms,
    parse_tournament,
)
from bot.match.guilds import DEFAULTS
from bot.match.session import BoardStyle
from engine import Rules

FOUR = Rules.parse("connect4")


def asked(words: str) -> TournamentRequest:
    """What words mean in a server that has chosen nothing."""
    return parse_tournament(words, DEFAULTS)


def terms(words: str) -> TournamentTerms:
    """The terms of a tournament that words open."""
    found = asked(words)
    assert found.action is TournamentAction.OPEN
    assert found.terms is not None
    return found.terms


def refused(words: str) -> UserError:
    """The error for words that are not understood."""
    with pytest.raises(UserError) as error:
        asked(words)
    return error.value


@pytest.mark.parametrize(
    "words, act",
    [
        ("", TournamentAction.SHOW),
        ("Table", TournamentAction.TABLE),
        ("start", TournamentAction.START),
        ("join", TournamentAction.JOIN),
        ("leave", TournamentAction.LEAVE),
        ("stop", TournamentAction.STOP),
        ("cancel", TournamentAction.STOP),
    ],
)
def test_one_word_says_what_to_do(words: str, act: TournamentAction) -> None:
    """A word alone, in any case."""
    assert asked(words) == TournamentRequest(act)


@pytest.mark.parametrize(
    "words, kind, rules",
    [
        ("round robin", TournamentKind.ROBIN, DEFAULTS.game),
        ("Round-Robin connect 4", TournamentKind.ROBIN, FOUR),
        ("connect4", TournamentKind.ROBIN, FOUR),
        ("connect4 knock-out", TournamentKind.CUP, FOUR),
        ("knockout 4x4", TournamentKind.CUP, Rules(4, 4, 4)),
        ("ko", TournamentKind.CUP, DEFAULTS.game),
        ("gomoku arena", TournamentKind.ARENA, Rules.parse("gomoku")),
    ],
)
def test_kind_and_game_in_any_order(words: str, kind: TournamentKind, rules: Rules) -> None:
    """Both have a usual one."""
    found = terms(words)
    assert (found.kind, found.rules) == (kind, rules)


def test_times() -> None:
    """One for each move; an arena has a length too, which is the longer one."""
    assert terms("round robin").patience == PATIENCE
    assert terms("cup 1d").patience == timedelta(days=1)
    assert terms("arena").length == LENGTH
    found = terms("arena 2m connect4 1h")
    assert (found.patience, found.length) == (timedelta(minutes=2), timedelta(hours=1))
    assert terms("cup swap text").swap
    assert (terms("cup swap2").swap2, terms("cup swap2").rules) == (True, Rules.parse("gomoku"))
    assert terms("cup swap text").style is BoardStyle.TEXT


@pytest.mark.parametrize("words", ["cup 0m", "cup 8d", "arena 0m 1h"])
def test_impossible_times(words: str) -> None:
    """One sentence tells what is possible for a move."""
    error = refused(words)
    assert (error.problem, error.facts["text"]) == (TournamentProblem.TIME, words.split()[1])


@pytest.mark.parametrize("words", ["arena 1m", "arena 5m", "arena 7h", "arena 2m 9m", "arena 1d"])
def test_an_impossible_length(words: str) -> None:
    """Which may be a time for a move, so that it is not called none; the ends themselves can be."""
    error = refused(words)
    assert (error.problem, error.facts) == (TournamentProblem.LENGTH, {})
    assert terms("arena 10m").length == timedelta(minutes=10)
    assert terms("arena 6h").length == timedelta(hours=6)


@pytest.mark.parametrize(
    "words, problem",
    [
        ("cup @bob", TournamentProblem.PLAYERS),
        ("cup open", TournamentProblem.PLAYERS),
        ("arena easy", TournamentProblem.LEVEL),
        ("cup x", TournamentProblem.SIDE),
        ("cup coach", TournamentProblem.COACH),
    ],
)
def test_words_about_a_single_game_are_refused(words: str, problem: AnyProblem) -> None:
    """Each is refused with the reason, which quotes nothing that nobody typed."""
    error = refused(words.replace("@bob", "<@7>"))
    assert (error.problem, error.facts) == (problem, {})


@pytest.mark.parametrize("words", ["knock-out arena", "round robin ko connect4", "cup 5m 6m"])
def test_words_that_contradict_each_other_are_quoted(words: str) -> None:
    """Two kinds or two times, quoted as they were typed."""
    error = refused(words)
    assert error.problem is Problem.TWO_VALUES
    assert {str(error.facts["first"]), str(error.facts["second"])} <= {
        *("knock-out", "arena", "round robin", "ko", "5m", "6m")
    }


def test_a_misspelt_word() -> None:
    """The nearest of all words is named."""
    assert refused("tabel").facts["nearest"] == "table"
    assert refused("knokout").facts["nearest"] == "knockout"


@given(st.text(max_size=40))
def test_any_words(words: str) -> None:
    """Whatever is typed is understood or refused with a sentence."""
    with suppress(UserError):
        assert asked(words).action in TournamentAction
