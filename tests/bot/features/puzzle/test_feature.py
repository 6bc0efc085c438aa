"""What can stand after `puzzle`."""

from __future__ import annotations

import pytest

from bot.errors import Problem, UserError
from bot.features.puzzle.feature import PuzzleWord, parse_puzzle
from bot.features.puzzle.values import PuzzleProblem


@pytest.mark.parametrize(
    "words, meant",
    [
        ("", PuzzleWord.TODAY),
        (" Today ", PuzzleWord.TODAY),
        ("MORE", PuzzleWord.MORE),
        ("next", PuzzleWord.MORE),
        ("skip", PuzzleWord.MORE),
        ("run", PuzzleWord.RUN),
        ("share", PuzzleWord.SHARE),
        ("top", PuzzleWord.TOP),
        ("5", "5"),
        ("b5", "b5"),
    ],
)
def test_words_and_moves(words: str, meant: PuzzleWord | str) -> None:
    """In any case, and by common other words."""
    assert parse_puzzle(words) == meant


@pytest.mark.parametrize("words", ["5 6 7", "@everyone", "x" * 5000])
def test_anything_else_is_no_move(words: str) -> None:
    """It is quoted in part."""
    with pytest.raises(UserError) as refused:
        parse_puzzle(words)
    assert refused.value.problem is Problem.NOT_A_MOVE
    assert len(str(refused.value.facts["text"])) <= 30


@pytest.mark.parametrize(
    "words", ["hint", "Solution", "give up", "show the answer", "Tipp", "подсказка"]
)
def test_a_request_for_help_is_no_mistyped_move(words: str) -> None:
    """In any language: a hint is no move that somebody has mistyped."""
    with pytest.raises(UserError) as refused:
        parse_puzzle(words)
    assert refused.value.problem is PuzzleProblem.NO_HINTS
