"""The game that words name, and boards that cannot be played on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import Problem
from bot.match.grammar import parse_start
from engine import MAX_SIDE, MIN_SIDE, Rules, Variant
from tests.bot.match.grammar.asking import CONNECT4, GOMOKU, RENJU, problem, start


@pytest.mark.parametrize("shape", ["2x3", "21x3", "3x0", "0x0x0", "99999x3", "9" * 5000 + "x3"])
def test_a_board_out_of_size_is_refused(shape: str) -> None:
    """A board too small or too large comes back with the sides there are."""
    error = problem(shape)
    assert error.problem is Problem.BOARD_SIZE
    assert (error.facts["least"], error.facts["most"]) == (MIN_SIDE, MAX_SIDE)
    assert len(str(error.facts["text"])) <= 30


@pytest.mark.parametrize("shape, longest", [("3x3x4", 3), ("4x6x7", 6), ("3x3x1", 3)])
def test_a_goal_that_cannot_be_reached_is_refused(shape: str, longest: int) -> None:
    """A goal longer than both sides comes back with the longest there is."""
    error = problem(shape)
    assert error.problem is Problem.BOARD_GOAL
    assert error.facts == {"text": shape, "longest": longest}


def test_a_goal_beyond_reading_is_still_a_goal() -> None:
    """A goal of many digits on a good board is not taken for a bad size."""
    assert problem("3x3x99999").problem is Problem.BOARD_GOAL


@pytest.mark.parametrize(
    "words, facts",
    [
        ("3x3 renju", {"text": "3x3", "variant": "renju", "goals": "5"}),
        ("exact connect4", {"text": "connect4", "variant": "exact", "goals": "4/5"}),
        ("caro misere", {"text": "misere", "variant": "caro", "goals": "4/5"}),
    ],
)
def test_a_variant_is_for_some_boards(words: str, facts: dict[str, str]) -> None:
    """Where overlines count there is no gravity and no misere, and the goal is 4 or 5."""
    error = problem(words)
    assert error.problem is Problem.VARIANT
    assert error.facts == facts


def test_two_variants_contradict_each_other() -> None:
    """Nothing is renju and caro at once."""
    assert problem("renju caro").problem is Problem.TWO_GAMES


def test_a_variant_is_played_on_the_usual_board_if_it_can() -> None:
    """Alone it goes with the board of the server, else with that of gomoku."""
    wide = Rules(19, 19, 5)
    assert parse_start("caro", wide).rules == replace(wide, variant=Variant.CARO)
    assert parse_start("caro", CONNECT4).rules == replace(GOMOKU, variant=Variant.CARO)
    assert parse_start("freestyle", RENJU).rules == GOMOKU
    assert parse_start("", RENJU).rules == RENJU


def test_swap2_is_a_word_of_start_that_means_gomoku_if_nothing_else_is_named() -> None:
    """Where the usual game is one for it, that is played; elsewhere a named one has to be."""
    for words, rules in (
        ("swap2", GOMOKU),
        ("gomoku SWAP2 <@1>", GOMOKU),
        ("20x20x5 swap2", Rules(20, 20, 5)),
    ):
        asked = start(words)
        assert (asked.swap, asked.swap2, asked.rules) == (False, True, rules)
    assert parse_start("swap2", Rules(19, 19, 5)).rules == Rules(19, 19, 5)
    assert not start("gomoku swap").swap2
    for words in ("3x3 swap2", "connect4 swap2", "gomoku misere swap2", "gravity swap2"):
        assert problem(words).problem is Problem.SWAP2_BOARD


@given(
    st.builds(
        Rules,
        st.integers(3, 19),
        st.integers(3, 19),
        st.integers(2, 3),
        st.booleans(),
        st.booleans(),
    )
)
def test_rules_are_read_back_from_their_text(rules: Rules) -> None:
    """Every game can be asked for by what it is called."""
    assert start(str(rules)).rules == rules
