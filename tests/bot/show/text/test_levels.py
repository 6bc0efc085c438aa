"""The levels in words."""

from __future__ import annotations

import pytest

from bot.match.players import Strength
from bot.match.session import BoardStyle, Bot, Crowd
from bot.show.emoji import RECOMMENDED
from bot.show.style import mark
from bot.show.text import heading
from bot.show.text.advice import found_by
from bot.show.text.levels import (
    choice_name,
    introduction,
    level_changed,
    level_name,
    manner,
    nearest_level,
)
from engine import LADDER, Level, Rules, Side
from tests.bot.builders import ALICE, count_emoji, session

PLAIN = {Level.EASY, Level.MEDIUM, Level.HARD, Level.PERFECT, Level.ADAPTIVE}
CHARACTERS = [level for level in Level if level not in PLAIN]


def test_every_level_has_a_name_and_a_manner_of_its_own() -> None:
    """No two read alike, on boards where some look ahead and where nobody does."""
    assert len({level_name(level) for level in Level}) == len(Level)
    for game in ("3x3", "4x4", "connect4", "gomoku"):
        assert len({manner(level, Rules.parse(game)) for level in Level}) == len(Level)


def test_in_misere_levels_are_told_by_the_rows_that_they_complete() -> None:
    """Where a row loses, nobody is said to complete or to stop one; ahead they look as ever."""
    small, large = Rules.parse("4x4 misere"), Rules.parse("5x5x4 misere")
    assert all("completes a row" in manner(level, small) for level in LADDER[:9])
    assert "sometimes" in manner(Level.MOMO, small)
    assert "seldom" in manner(Level.LULU, large)
    assert "never" in manner(Level.MEDIUM, large)
    assert "ahead" in manner(Level.IRIS, large)
    assert "prove" in manner(Level.PERFECT, small)


def test_nobody_is_said_to_look_ahead_where_nobody_does() -> None:
    """On small boards the steps see what is there, some of them nearly all of it."""
    small, large = Rules.parse("4x4"), Rules.parse("gomoku")
    assert manner(Level.IRIS, large) == "looks far ahead, and slips now and then"
    assert "ahead" not in " ".join(manner(level, small) for level in LADDER)


@pytest.mark.parametrize("level", Level)
def test_characters_have_a_name_and_a_face(level: Level) -> None:
    """The others have the plain name that people type."""
    name = level_name(level)
    if level in PLAIN:
        assert name == level.value
    else:
        word, face = name.split()
        assert word == level.value.title()
        assert count_emoji(face) == 1


def test_no_face_is_a_mark_on_a_board() -> None:
    """Nor what recommends a move."""
    faces = {level_name(level).split()[1] for level in CHARACTERS}
    boards = (Rules.parse("3x3"), Rules.parse("connect4"), Rules.parse("gomoku"))
    marks = {mark(rules, BoardStyle.EMOJI, side) for rules in boards for side in Side}
    assert len(faces) == len(CHARACTERS)
    assert not faces & {*marks, RECOMMENDED}


@pytest.mark.parametrize("level", LADDER)
def test_the_board_names_the_opponent(level: Level) -> None:
    """The step that it plays at, also where the adaptive level has chosen it."""
    for bot in (Bot(level), Bot(Level.ADAPTIVE, level)):
        assert f"**Kinarow** ({level_name(level)}) · " in heading(session(o=bot))
    assert f"({level_name(level)})" in heading(session(x=Crowd(ALICE), o=Bot(level)))


def test_a_level_is_told_by_name_and_strength() -> None:
    """Under the first board, after a change, and for a strength."""
    assert introduction(Level.OTTO, Rules.parse("3x3")) == (
        "Level Otto 🐻: defends first, and misses long plans."
    )
    assert level_changed(Level.DOT, Rules.parse("3x3")) == (
        "The level is now Dot 🐞: overlooks your diagonals."
    )
    assert nearest_level(Strength(1200), Level.OTTO) == "1200: Otto 🐻"
    assert (choice_name(Strength(1200)), choice_name(Level.EASY)) == ("1200", "easy")


def test_the_words_for_a_share_depend_on_its_size() -> None:
    """Most, about half, or few of the players of somebody's strength."""
    said = [found_by(share / 100) for share in range(101)]
    assert len(set(said)) == 3
    assert said[20] == "Few players at your level see this."
    assert said[50] == "About half the players at your level see this."
    assert said[80] == "Most players at your level see this."
