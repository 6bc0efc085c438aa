"""What the engine thinks, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.notes import Advice
from bot.show.text import prospect, recommendation, verdict, verdict_list
from bot.show.text.advice import ROOM, advice
from engine import Analysis, Limit, Position, Reason, ReasonKind, Verdict, analyse
from tests.bot.builders import position, session

UNITS = 20_000
"""The estimate that fills the scale."""


def found(
    best: Verdict,
    kind: ReasonKind,
    tiles: tuple[int, ...] = (),
    line: tuple[int, ...] = (5,),
    lines: tuple[tuple[int, ...], ...] = (),
) -> Analysis:
    """The result of a search for the first move of `line`."""
    return Analysis(line[0], {line[0]: best}, line, Reason(kind, tiles, lines), False, 3, 10, 0.0)


@pytest.mark.parametrize(
    "judged, words",
    [
        (Verdict.win(1), "wins at once"),
        (Verdict.win(3), "wins in 3"),
        (Verdict.win(None), "wins"),
        (Verdict.draw(4), "draw with best play"),
        (Verdict.draw(None), "draw with best play"),
        (Verdict.loss(1), "loses at once"),
        (Verdict.loss(4), "loses in 4"),
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


@pytest.mark.parametrize(
    "rules, analysis, sentence",
    [
        (
            "3x3",
            found(Verdict.win(1), ReasonKind.WINS, (1, 5, 9)),
            "💡 **5**: wins at once with 1-5-9",
        ),
        (
            "connect4",
            found(Verdict.win(1), ReasonKind.WINS, (38, 39, 40, 41)),
            "💡 **5**: wins at once with 4 in a row",
        ),
        (
            "3x3",
            found(Verdict.win(3), ReasonKind.WINS, (5, 9), (5, 1, 9)),
            "💡 **5**: wins in 3 (5, 1, 9)",
        ),
        (
            "4x4",
            found(Verdict.win(3), ReasonKind.WINS, (6, 11), (6, 1, 11)),
            "💡 **b2**: wins in 3 (b2, a1, c3)",
        ),
        (
            "connect4",
            found(Verdict.win(41), ReasonKind.WINS, (), (4, 4, 4, 4, 4, 4, 2, 1)),
            "💡 **4**: wins in 41 (4, 4, 4, 4, 4, 4, 2, …)",
        ),
        (
            "connect4",
            found(Verdict.win(9), ReasonKind.WINS, (), (4, 4, 1)),
            "💡 **4**: wins in 9 (4, 4, 1, …)",
        ),
        ("3x3", found(Verdict.win(None), ReasonKind.WINS), "💡 **5**: wins"),
        (
            "3x3",
            found(Verdict.win(3), ReasonKind.DOUBLE_THREAT, (1, 9), (5, 1, 9)),
            "💡 **5**: makes two threats at once; wins in 3 (5, 1, 9)",
        ),
        (
            "3x3",
            found(
                Verdict.win(3), ReasonKind.DOUBLE_THREAT, (1, 8), (9, 1, 8), ((1, 5, 9), (7, 8, 9))
            ),
            "💡 **9**: makes two threats at once (1-5-9, 7-8-9); wins in 3 (9, 1, 8)",
        ),
        (
            "connect4",
            found(
                Verdict.win(3),
                ReasonKind.DOUBLE_THREAT,
                (36, 40),
                (4, 1, 5),
                ((36, 37, 38, 39), (37, 38, 39, 40)),
            ),
            "💡 **4**: makes two threats at once; wins in 3 (4, 1, 5)",
        ),
        (
            "4x4",
            found(Verdict.draw(9), ReasonKind.ONLY_MOVE, (), (6,)),
            "💡 **b2**: the only move that does not lose; draw with best play",
        ),
        (
            "4x4",
            found(Verdict.estimate(0), ReasonKind.ONLY_MOVE, (), (6,)),
            "💡 **b2**: every other move loses; looks even (estimate)",
        ),
        (
            "3x3",
            found(Verdict.draw(4), ReasonKind.BLOCKS, (7, 8, 9), (8,)),
            "💡 **8**: blocks 7-8-9; draw with best play",
        ),
        (
            "connect4",
            found(Verdict.estimate(-UNITS), ReasonKind.BLOCKS, (36, 37, 38, 39), (1,)),
            "💡 **1**: blocks 4 in a row; looks bad (estimate)",
        ),
        (
            "3x3",
            found(Verdict.draw(4), ReasonKind.STOPS_DOUBLE_THREAT, (1, 2)),
            "💡 **5**: stops two threats at once; draw with best play",
        ),
        (
            "4x4",
            found(
                Verdict.draw(7),
                ReasonKind.STOPS_DOUBLE_THREAT,
                (11, 3, 16),
                (11,),
                ((3, 7, 11, 15), (1, 6, 11, 16), (10, 11, 12)),
            ),
            "💡 **c3**: stops two threats at once (c1-c2-c3-c4, a1-b2-c3-d4); draw with best play",
        ),
        ("3x3", found(Verdict.draw(9), ReasonKind.DRAWS), "💡 **5**: draw with best play"),
        (
            "3x3",
            found(Verdict.loss(4), ReasonKind.DELAYS),
            "💡 **5**: holds out longest; loses in 4",
        ),
        (
            "gomoku",
            found(Verdict.loss(None), ReasonKind.DELAYS, (), (113,)),
            "💡 **h8**: loses",
        ),
        (
            "gomoku",
            found(Verdict.estimate(7), ReasonKind.ESTIMATE, (), (113,)),
            "💡 **h8**: looks best (estimate)",
        ),
    ],
)
def test_recommendations_give_move_reason_and_verdict(
    rules: str, analysis: Analysis, sentence: str
) -> None:
    """Every kind of reason, with what the move leads to and no more certainty than there is."""
    assert recommendation(position(rules), analysis) == sentence


@pytest.mark.parametrize("kind", ReasonKind)
@pytest.mark.parametrize(
    "best",
    [
        Verdict.win(1),
        Verdict.win(3),
        Verdict.win(None),
        Verdict.draw(None),
        Verdict.loss(2),
        Verdict.loss(None),
        Verdict.estimate(1),
    ],
)
def test_every_reason_goes_with_every_verdict(kind: ReasonKind, best: Verdict) -> None:
    """No combination is left without words, and only estimates are called so."""
    for tiles in ((), (1, 5, 9)):
        sentence = recommendation(position("3x3"), found(best, kind, tiles))
        assert sentence.startswith("💡 **5**: ")
        assert ("estimate" in sentence) == (best.value is None)


def test_the_engine_s_own_words_on_3x3() -> None:
    """A real analysis gives the sentence a beginner reads."""
    winning, blocking = position("3x3", [1, 4, 2, 5]), position("3x3", [1, 5, 2])
    assert recommendation(winning, analyse(winning)) == "💡 **3**: wins at once with 1-2-3"
    assert recommendation(blocking, analyse(blocking)) == (
        "💡 **3**: blocks 1-2-3; draw with best play"
    )


def many(now: Position, *verdicts: Verdict) -> Analysis:
    """An analysis that deals these verdicts out to the legal moves in turn."""
    dealt = {m: verdicts[i % len(verdicts)] for i, m in enumerate(now.legal)}
    ranked = dict(sorted(dealt.items(), key=lambda item: -item[1].score))
    best = next(iter(ranked))
    return Analysis(best, ranked, (best,), Reason(ReasonKind.ESTIMATE), False, 1, 1, 0.0)


def test_verdicts_of_all_moves_are_grouped_best_first() -> None:
    """Moves with the same verdict share a line."""
    now = position("3x3", [1])
    analysis = many(now, Verdict.loss(2), Verdict.win(3), Verdict.loss(4), Verdict.draw(8))
    assert verdict_list(now, analysis).splitlines() == [
        "👍 wins in 3: 3, 7",
        "🤝 draw with best play: 5, 9",
        "👎 loses in 4: 4, 8",
        "👎 loses in 2: 2, 6",
    ]


def test_moves_with_one_verdict_stand_in_the_order_of_the_board() -> None:
    """Equals are listed as they are found on the board, whichever the engine looked at first."""
    now = position("3x3", [5])
    verdicts = {move: Verdict.draw(8) for move in reversed(now.legal)}
    analysis = Analysis(9, verdicts, (9,), Reason(ReasonKind.DRAWS), True, 8, 1, 0.0)
    assert verdict_list(now, analysis) == "🤝 draw with best play: 1, 2, 3, 4, 6, 7, 8, 9"


def test_many_moves_with_one_verdict_are_counted() -> None:
    """A long line names the first moves and counts the others."""
    now = position("gomoku")
    (line,) = verdict_list(now, many(now, Verdict.estimate(0))).splitlines()
    assert line.startswith("❔ looks even (estimate): a1, b1, c1,")
    assert line.endswith(" and 213 more")


def test_a_long_list_is_cut_at_a_line() -> None:
    """However many verdicts there are, the list keeps to its room and says it goes on."""
    now = position("19x19")
    words = verdict_list(now, many(now, *(Verdict.win(plies) for plies in range(1, 120, 2))))
    assert len(words) <= ROOM
    assert words.endswith("\n…")


@pytest.mark.parametrize(
    "found, words",
    [
        (Verdict.win(23), "You can still win, in 23."),
        (replace(Verdict.win(23), plies=None), "You can still win."),
        (Verdict.draw(42), "With best play this is a draw."),
        (Verdict.loss(40), "With best play you lose, in 40."),
        (Verdict.estimated(0.5), ""),
    ],
)
def test_what_can_be_reached(found: Verdict, words: str) -> None:
    """It is told as far as it is proved."""
    assert prospect(found) == words


@pytest.mark.parametrize(
    "rules, first, words",
    [
        ("4x4x3", 6, "💡 **swap**: the first move is better than any answer to it"),
        ("9x9x5", 41, "💡 **swap**: the first move looks better than any answer to it (estimate)"),
    ],
)
def test_a_swap_is_told_as_a_fact_only_where_it_is_proved(
    rules: str, first: int, words: str
) -> None:
    """Three in a row on 4x4 is solved at once; nobody knows who wins five in a row on 9x9."""
    match = session([first], rules=rules, swap=True)
    given = Advice.of(match, analyse(match.position, Limit(nodes=20_000)))
    assert given.swap
    assert advice(match, given) == words
