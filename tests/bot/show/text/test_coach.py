"""What the coach says of a move: kind, in one line, and no more than is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.notes import Remark
from bot.match.session import BoardStyle, Coach
from bot.show.text import coach_remembered
from bot.show.text.coach import coach_switched, remark
from engine import Finders, Judgement, Lapse, Mistake, Reason, ReasonKind, Verdict
from tests.bot.builders import session

BLOCKS = Reason(ReasonKind.BLOCKS, (1, 2, 3), ((1, 2, 3),))
WINS = Reason(ReasonKind.WINS, (4, 5, 6), ((4, 5, 6),))
LEAVES_NONE = Reason(ReasonKind.LEAVES)
DRAW, GUESS = Verdict.draw(4), Verdict(None, None, 0.2)


def praised(before: Verdict, after: Verdict, *reasons: Reason) -> str:
    """What is said of a move on tile 5 that was no mistake."""
    judged = Judgement(1, 5, before, after, 5, Mistake.NONE)
    return remark(session(), Remark(judged, None, reasons))


def blamed(mistake: Mistake, before: Verdict, after: Verdict, *reasons: Reason) -> str:
    """What is said of a mistake on tile 5, where 9 was better."""
    judged = Judgement(1, 5, before, after, 9, mistake)
    return remark(session(), Remark(judged, 9, reasons))


@pytest.mark.parametrize(
    "words, wanted",
    [
        (praised(DRAW, DRAW, BLOCKS), "🎓 **5**: good: blocks 1-2-3; draw with best play"),
        (praised(Verdict.win(1), Verdict.win(1), WINS), "🎓 **5**: good: wins at once with 4-5-6"),
        (praised(Verdict.win(5), Verdict.win(5)), "🎓 **5**: good: wins in 3"),
        (
            praised(GUESS, GUESS, BLOCKS),
            "🎓 **5**: no better move found (estimate): blocks 1-2-3",
        ),
        (
            praised(Verdict.loss(4), Verdict.loss(4), BLOCKS),
            "🎓 **5**: holds out as long as possible (loses in 2)",
        ),
        (
            praised(Verdict.loss(2), Verdict.loss(2), BLOCKS),
            "🎓 **5**: no move could have saved this",
        ),
        (
            praised(Verdict.loss(None), Verdict.loss(None), BLOCKS),
            "🎓 **5**: no move could have saved this",
        ),
    ],
)
def test_a_good_move_is_praised_with_its_first_reason(words: str, wanted: str) -> None:
    """What is not proved is called an estimate, and nobody is blamed for a lost position."""
    assert words == wanted


@pytest.mark.parametrize(
    "words, wanted",
    [
        (
            blamed(Mistake.LOSING, DRAW, Verdict.loss(8), BLOCKS),
            "🎓 **5**: lets them win in 4; **9** was better: blocks 1-2-3; draw with best play",
        ),
        (
            blamed(Mistake.BLUNDER, Verdict.win(1), Verdict.loss(2), WINS),
            "🎓 **5**: lets them win at once; **9** was better: wins at once with 4-5-6",
        ),
        (
            blamed(Mistake.ERROR, GUESS, Verdict.loss(None), BLOCKS),
            "🎓 **5**: lets them win; **9** was better: blocks 1-2-3; looks good (estimate)",
        ),
        (
            blamed(Mistake.LOSING, DRAW, Verdict.loss(3)),
            "🎓 **5**: lets them win; **9** was better: draw with best play",
        ),
        (
            blamed(Mistake.BLUNDER, Verdict.win(2), Verdict.loss(1)),
            "🎓 **5**: loses at once; **9** was better: the other side must complete a line next",
        ),
        (
            blamed(Mistake.BLUNDER, Verdict.win(2), Verdict.loss(1), LEAVES_NONE),
            "🎓 **5**: loses at once; **9** was better: leaves them only moves that complete "
            "a line",
        ),
        (
            blamed(Mistake.LOSING, DRAW, Verdict.loss(1)),
            "🎓 **5**: loses at once; **9** was better: draw with best play",
        ),
        (
            blamed(Mistake.MISSED_WIN, Verdict.win(3), DRAW, BLOCKS),
            "🎓 **5**: turns a win into a draw; **9** was better: blocks 1-2-3; wins in 2",
        ),
        (
            blamed(Mistake.MISSED_WIN, Verdict.win(3), GUESS),
            "🎓 **5**: may miss a certain win (estimate); **9** was better: wins in 2",
        ),
        (
            blamed(Mistake.SLOWER, Verdict.win(3), Verdict.win(5)),
            "🎓 **5**: still wins, just later; **9** was better: wins in 2",
        ),
        (
            blamed(Mistake.SLOWER, Verdict.loss(6), Verdict.loss(2)),
            "🎓 **5**: no move could have saved this, but this one loses sooner; "
            "**9** was better: loses in 3",
        ),
        (
            blamed(Mistake.INACCURACY, GUESS, Verdict(None, None, 0.1), BLOCKS),
            "🎓 **5**: loses a little (estimate); **9** was better: blocks 1-2-3",
        ),
        (
            blamed(Mistake.ERROR, GUESS, Verdict(None, None, -0.1)),
            "🎓 **5**: loses a lot (estimate); **9** was better: looks good (estimate)",
        ),
    ],
)
def test_a_mistake_is_named_with_what_was_better(words: str, wanted: str) -> None:
    """How bad it is, by proof or estimate; “in 4” counts their moves alone."""
    assert words == wanted


LOST = replace(Verdict.loss(20), plies=None)
NEWCOMER = 845.0
"""The strength of medium on 3x3, who sees six plies ahead."""
FEW = Finders(((NEWCOMER, 0.1), (1600.0, 0.9)))
"""Who finds what a newcomer hardly finds."""


@pytest.mark.parametrize(
    "mistake, before, after, wanted",
    [
        (Mistake.LOSING, DRAW, Verdict.loss(39), "🎓 **5**: nothing wrong in sight"),
        (Mistake.BLUNDER, Verdict.win(33), Verdict.loss(30), "🎓 **5**: nothing wrong in sight"),
        (Mistake.SLOWER, Verdict.win(31), Verdict.win(33), "🎓 **5**: nothing wrong in sight"),
        (
            Mistake.LOSING,
            DRAW,
            Verdict.loss(6),
            "🎓 **5**: lets them win in 3; **9** was better: blocks 1-2-3; draw with best play",
        ),
        (
            Mistake.LOSING,
            DRAW,
            Verdict.loss(7),
            "🎓 **5**: lets them win in 3; **9** was better: blocks 1-2-3; draw with best play",
        ),
        (Mistake.LOSING, DRAW, Verdict.loss(8), "🎓 **5**: nothing wrong in sight"),
        (
            Mistake.BLUNDER,
            Verdict.win(3),
            Verdict.loss(20),
            "🎓 **5**: misses a certain win; **9** was better: blocks 1-2-3; wins in 2",
        ),
        (
            Mistake.SLOWER,
            Verdict.win(3),
            Verdict.win(31),
            "🎓 **5**: still wins, just later; **9** was better: blocks 1-2-3; wins in 2",
        ),
        (
            Mistake.SLOWER,
            Verdict.win(3),
            Verdict.win(5),
            "🎓 **5**: still wins, just later; **9** was better: blocks 1-2-3; wins in 2",
        ),
    ],
)
def test_a_mistake_beyond_the_horizon_is_none(
    mistake: Mistake, before: Verdict, after: Verdict, wanted: str
) -> None:
    """A child is not told that they would lose in twenty moves."""
    judged = Judgement(1, 5, before, after, 9, mistake)
    assert remark(session(), Remark(judged, 9, (BLOCKS,), elo=NEWCOMER)) == wanted


def test_of_a_mistake_it_is_told_who_sees_it() -> None:
    """How many players of that strength find what was better."""
    judged = Judgement(1, 5, DRAW, Verdict.loss(2), 9, Mistake.LOSING)
    said = remark(session(), Remark(judged, 9, (BLOCKS,), finders=FEW, elo=NEWCOMER))
    assert said.splitlines()[1] == "-# Few players at your level see this."


def test_of_a_guess_it_is_not_told_who_sees_it() -> None:
    """Other moves may be as good as the one that is thought to be the best."""
    judged = Judgement(1, 5, GUESS, Verdict.estimate(-900), 9, Mistake.ERROR)
    said = remark(session(), Remark(judged, 9, (BLOCKS,), finders=FEW, elo=NEWCOMER))
    assert "better" in said
    assert "level" not in said


def test_good_moves_are_praised_without_theory() -> None:
    """For what they do on the board."""
    judged = Judgement(1, 5, Verdict.win(33), Verdict.win(33), 5, Mistake.NONE)
    praised = remark(session(), Remark(judged, None, (BLOCKS,), elo=NEWCOMER))
    assert praised == "🎓 **5**: good: blocks 1-2-3"


def test_tiles_are_named_as_on_the_board() -> None:
    """With coordinates on a board that shows those."""
    judged = Judgement(1, 113, GUESS, GUESS, 113, Mistake.NONE)
    match = session(rules="gomoku", style=BoardStyle.TEXT)
    assert remark(match, Remark(judged, None, ())).startswith("🎓 **h8**: ")


def test_each_choice_of_a_coach_is_told_apart() -> None:
    """In the game that is on, and for later ones."""
    told = [*map(coach_switched, Coach), *map(coach_remembered, Coach)]
    assert len(set(told)) == 6


@pytest.mark.parametrize(
    "before, lapse, words",
    [
        (LOST, Lapse.OPEN_ROW, "lets them win at once; **9** was better: blocks 1-2-3"),
        (Verdict.loss(8), Lapse.ALLOWED_WIN, "lets them win at once; **9** was better: blocks"),
        (LOST, None, "no move could have saved this"),
        (Verdict.estimated(0), None, "no better move found (estimate): lets them win at once"),
    ],
)
def test_a_move_that_loses_is_never_praised(
    before: Verdict, lapse: Lapse | None, words: str
) -> None:
    """A row that was overlooked is told as in a review, whether or not all was lost before."""
    judged = Judgement(1, 5, before, Verdict.loss(2), 9, Mistake.NONE)
    better = None if lapse is None else 9
    said = remark(session(), Remark(judged, better, (BLOCKS,), elo=NEWCOMER, lapse=lapse))
    assert said.startswith(f"🎓 **5**: {words}")
