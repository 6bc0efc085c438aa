"""What happens after a move, in words."""

from __future__ import annotations

import random

import pytest

from bot.show.text.consequence import consequence as told
from engine import (
    Consequence,
    Level,
    Limit,
    Position,
    Reason,
    ReasonKind,
    Rules,
    Verdict,
    analyse,
    choose,
    consequence,
    decode_game,
    explain,
)

WIN = Reason(ReasonKind.WINS, (1, 2, 3), ((1, 2, 3),))
FORK = Reason(ReasonKind.DOUBLE_THREAT, (5, 7), ((4, 5, 6), (1, 4, 7)))
BLOCK = Reason(ReasonKind.BLOCKS, (2, 5, 8), ((2, 5, 8),))
DRAW = Verdict.draw(None)
OPEN = decode_game("3x3x3:6-8-1")
LIMIT = Limit(nodes=3000)
MOST_WORDS = 25


@pytest.mark.parametrize(
    "found, words",
    [
        (
            Consequence(3, Verdict.loss(4), 5, DRAW, (4,), FORK),
            "🔎 After **3** comes **4**: makes two threats at once (4-5-6 + 1-4-7).",
        ),
        (
            Consequence(3, Verdict.loss(6), 5, DRAW, (4, 5, 2), WIN),
            "🔎 After **3** comes **4**. You must take **5**, and **2** wins at once with 1-2-3.",
        ),
        (
            Consequence(2, Verdict.loss(4), 5, DRAW, (5,), BLOCK),
            "🔎 After **2** comes **5**: blocks 2-5-8. They win in 2.",
        ),
        (
            Consequence(2, DRAW, 5, Verdict.win(3), (5,), None),
            "🔎 After **2** comes **5**. They hold the draw.",
        ),
        (
            Consequence(2, Verdict.loss(4), 5, Verdict.win(1), (5,), BLOCK),
            "🔎 After **2** comes **5**: blocks 2-5-8. **5** wins at once, **2** doesn't.",
        ),
        (
            Consequence(2, Verdict.estimated(0.1), 5, Verdict.win(1)),
            "🔎 **5** wins at once, **2** doesn't.",
        ),
        (Consequence(2, DRAW, 5, DRAW), "🔎 **2** is just as good as **5**."),
        (
            Consequence(2, Verdict.win(7), 5, Verdict.win(3)),
            "🔎 **2** wins too, but **5** wins sooner.",
        ),
        (Consequence(2, Verdict.win(None), 5, Verdict.win(3)), "🔎 **2** wins too."),
        (
            Consequence(2, Verdict.loss(32), 5, Verdict.win(21), (4,), None),
            "🔎 **2** is safe for now, but **5** is better in the long run.",
        ),
        (
            Consequence(2, Verdict.loss(22), 5, Verdict.estimated(0.0), (4,), None),
            "🔎 **2** is safe for now, but **5** looks better in the long run (estimate).",
        ),
        (
            Consequence(2, Verdict.loss(4), 5, Verdict.loss(None), (4,), FORK),
            "🔎 After **2** comes **4**: makes two threats at once (4-5-6 + 1-4-7).",
        ),
        (
            Consequence(2, Verdict.loss(None), 5, Verdict.loss(None)),
            "🔎 **2** loses too.",
        ),
        (
            Consequence(2, Verdict.loss(None), 5, DRAW, (4,), None),
            "🔎 After **2** they can win.",
        ),
        (
            Consequence(2, Verdict.loss(18), 5, Verdict.loss(20), (4,), None),
            "🔎 **2** loses sooner than **5**.",
        ),
        (Consequence(2, Verdict.win(9), 5, Verdict.estimated(0.1)), "🔎 **2**: wins"),
        (
            Consequence(2, Verdict.estimated(0.0), 5, Verdict.estimated(0.0)),
            "🔎 **2** looks about as good as **5** (estimate).",
        ),
        (
            Consequence(2, Verdict.estimated(0.0), 5, Verdict.win(21), (4,), None),
            "🔎 I see nothing wrong with **2**, but I'd rather play **5** (estimate).",
        ),
        (
            Consequence(2, Verdict.loss(6), 5, Verdict.loss(6)),
            "🔎 **2** is just as good as **5**. They win in 3.",
        ),
        (
            Consequence(2, Verdict.loss(3), 5, DRAW, (4,), None),
            "🔎 After **2** comes **4**. Then every move of yours completes a line.",
        ),
        (
            Consequence(2, Verdict.loss(24), 5, Verdict.loss(24)),
            "🔎 **2** is just as good as **5**.",
        ),
        (
            Consequence(2, Verdict.estimated(0.0), 5, Verdict.estimated(0.3), (4,), None),
            "🔎 I see nothing wrong with **2**, but I'd rather play **5** (estimate).",
        ),
    ],
)
def test_a_consequence_has_words(found: Consequence, words: str) -> None:
    """What answers the move and what that does, or that nothing is lost."""
    assert told(OPEN, found) == words


def test_a_move_that_ends_the_game_says_how() -> None:
    """It wins with a line, or in misère loses by one."""
    won = Consequence(3, Verdict.win(1), 3, Verdict.win(1))
    assert told(decode_game("3x3x3:1-4-2-5"), won) == "🔎 **3**: wins at once with 1-2-3"
    lost = Consequence(3, Verdict.loss(1), 9, Verdict.win(2))
    assert told(decode_game("3x3x3m:1-4-2-5"), lost) == "🔎 **3**: loses at once"


@pytest.mark.parametrize("board", ["3x3", "connect4", "5x5x4g", "15x15x5"])
def test_a_consequence_has_at_most_25_words(board: str) -> None:
    """At most 25 words, on any board."""
    rng, rules = random.Random(board), Rules.parse(board)
    for _ in range(4):
        position = Position.start(rules)
        for _ in range(rng.randrange(3, 9)):
            after = position.play(choose(position, Level.EASY, rng=rng))
            position = position if after.outcome else after
        analysis = analyse(position, LIMIT)
        best, move = explain(position, analysis, LIMIT), rng.choice(position.legal)
        words = told(position, consequence(position, move, best.move, best.verdict, LIMIT))
        assert len(words.split()) <= MOST_WORDS
