"""Which puzzles people want: read from words, kept in the ids of buttons."""

from __future__ import annotations

import pytest

from bot.errors import UserError
from bot.features.puzzle.feature import parse_puzzle
from bot.features.puzzle.taste import ANY, Asked, Taste
from engine import PRESETS, Level, Rules, Theme, puzzle_collection, strength

CONNECT4, GOMOKU, RENJU = PRESETS["connect4"], PRESETS["gomoku"], Rules.parse("renju")


@pytest.mark.parametrize(
    "words, taste",
    [
        ("more connect4", Taste(CONNECT4)),
        ("next Vier Gewinnt", Taste(CONNECT4)),
        ("more 五目並べ", Taste(GOMOKU)),
        ("more renju attack", Taste(RENJU, Theme.ATTACK)),
        ("more zugzwang 1400", Taste(None, Theme.ZUGZWANG, 1400)),
        ("more puzzles to defend", Taste(None, Theme.HOLD)),
        ("more 5x5x4", Taste(Rules.parse("5x5x4"))),
        ("more hard", Taste(None, None, strength(CONNECT4, Level.HARD))),
        ("more hard gomoku", Taste(GOMOKU, None, strength(GOMOKU, Level.HARD))),
        ("connect4", Taste(CONNECT4)),
    ],
)
def test_a_taste_is_read_and_kept(words: str, taste: Taste) -> None:
    """A board by any of its names, a theme, a strength, in any order."""
    assert parse_puzzle(words.replace(" to ", " ")) == taste
    assert Taste.read(taste.code) == taste
    assert Asked.of(31, taste).taste == taste
    assert Asked.of(31, taste).number == 31


@pytest.mark.parametrize("words", ["more banana", "more win attack", "more @bob", "more swap"])
def test_words_that_are_no_taste_are_refused(words: str) -> None:
    """With what was not understood."""
    with pytest.raises(UserError):
        parse_puzzle(words)


@pytest.mark.parametrize("code", ["", "..", "0x0x0..", "..99999", "x.y.z", "6x7x4g.nothing.1", "."])
def test_a_forged_code_is_read_as_far_as_it_goes(code: str) -> None:
    """Nothing that an id may hold stops a press."""
    assert Taste.read(code).theme is None
    assert Asked(f"7@{code}").number == 7


def test_a_taste_chooses_by_board_and_theme() -> None:
    """Without one every puzzle will do, but of a game that has to be asked for (vanishing)."""
    entries = puzzle_collection().entries
    vanishing = PRESETS["vanishing"]
    assert [one for one in entries if not ANY.wants(one)] == [
        one for one in entries if Taste(vanishing).wants(one)
    ]
    assert sum(map(Taste(vanishing).wants, entries)) > 50
    wanted = [one for one in entries if Taste(CONNECT4, Theme.ZUGZWANG).wants(one)]
    assert {(one.rules, one.theme) for one in wanted} == {(CONNECT4, Theme.ZUGZWANG)}
