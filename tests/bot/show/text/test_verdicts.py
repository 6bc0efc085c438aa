"""What the engine thinks of moves, in words."""

from __future__ import annotations

import pytest

from bot.match.notes import Hint
from bot.match.session import BoardStyle
from bot.show.emoji import max_length
from bot.show.text import verdict, verdict_list
from bot.show.text.verdicts import ROOM
from engine import Analysis, Explanation, Position, Reason, ReasonKind, Verdict
from tests.bot.builders import position

UNITS = 20_000
"""The estimate that fills the scale."""


@pytest.mark.parametrize(
    "judged, words",
    [
        (Verdict.win(1), "wins at once"),
        (Verdict.win(2), "the other side must complete a line next"),
        (Verdict.win(3), "wins in 2"),
        (Verdict.win(4), "wins in 2"),
        (Verdict.win(None), "wins"),
        (Verdict.draw(4), "draw with best play"),
        (Verdict.draw(None), "draw with best play"),
        (Verdict.loss(1), "loses at once"),
        (Verdict.loss(2), "lets them win at once"),
        (Verdict.loss(4), "loses in 2"),
        (Verdict.loss(None), "loses"),
        (Verdict.estimate(UNITS), "looks good (estimate)"),
        (Verdict.estimate(100), "looks even (estimate)"),
        (Verdict.estimate(0), "looks even (estimate)"),
        (Verdict.estimate(-UNITS), "looks bad (estimate)"),
    ],
)
def test_verdicts_have_words(judged: Verdict, words: str) -> None:
    """What is proved is told as a fact, what is not as an estimate."""
    assert verdict(judged) == words


def many(now: Position, *verdicts: Verdict) -> Hint:
    """A hint that deals these verdicts out to the legal moves in turn."""
    dealt = {m: verdicts[i % len(verdicts)] for i, m in enumerate(now.legal)}
    ranked = dict(sorted(dealt.items(), key=lambda item: -item[1].score))
    return judging(ranked, next(iter(ranked)))


def judging(verdicts: dict[int, Verdict], best: int) -> Hint:
    """A hint with these verdicts that recommends a move."""
    reason = Reason(ReasonKind.ESTIMATE)
    analysis = Analysis(best, verdicts, (best,), reason, False, 1, 1, 0.0)
    return Hint(analysis, Explanation(best, verdicts[best], (reason,), None, (), None, (best,)))


def test_verdicts_of_all_moves_are_grouped_best_first() -> None:
    """Moves with the same verdict share a line; the recommended one is bold."""
    now = position("3x3", [1])
    hint = many(now, Verdict.loss(2), Verdict.win(3), Verdict.loss(4), Verdict.draw(8))
    assert verdict_list(now, hint).splitlines() == [
        "👍 wins in 2: **3**, 7",
        "🤝 draw with best play: 5, 9",
        "👎 loses in 2: 4, 8",
        "👎 lets them win at once: 2, 6",
    ]


def test_moves_with_one_verdict_stand_in_the_order_of_the_board() -> None:
    """Equals are listed as they are found on the board, whichever the engine looked at first."""
    now = position("3x3", [5])
    verdicts = {move: Verdict.draw(8) for move in reversed(now.legal)}
    told = "🤝 draw with best play: 1, 2, 3, 4, 6, 7, 8, **9**"
    assert verdict_list(now, judging(verdicts, 9)) == told


def test_many_moves_with_one_verdict_are_counted() -> None:
    """A long line names the first moves and counts the others."""
    now = position("5x5x4")
    (line,) = verdict_list(now, many(now, Verdict.estimate(0))).splitlines()
    assert line.startswith("❔ looks even (estimate): **a1**, b1, c1,")
    assert line.endswith(" and 13 more")


def test_on_a_large_board_only_the_best_moves_are_told() -> None:
    """Those of one verdict stand in the order of their estimates; the others are one line."""
    now = position("gomoku")
    verdicts = {move: Verdict.estimate(-10 * move) for move in reversed(now.legal)}
    verdicts |= {113: Verdict.win(5), 98: Verdict.estimate(9_000), 99: Verdict.estimate(9_100)}
    assert verdict_list(now, judging(verdicts, 113)).splitlines() == [
        "👍 wins in 3: **h8**",
        "❔ looks good (estimate): i7, h7",
        "❔ looks even (estimate): a1, b1, c1, d1, e1",
        "217 other moves, none better",
    ]


def test_a_long_list_is_cut_at_a_line() -> None:
    """However many verdicts there are, the list keeps to its room and says it goes on."""
    now = position("5x5x4")
    hint = many(now, *(Verdict.win(plies) for plies in range(1, 51, 2)))
    words = verdict_list(now, hint, BoardStyle.TILES)
    assert max_length(words) <= ROOM
    assert words.endswith("\n…")
