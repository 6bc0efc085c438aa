"""The page of one mistake in words."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from bot.features.review import lesson_text
from bot.games.finished_games import JudgedGame, Lesson
from bot.games.slips import Slip
from bot.match.session import GameId, Player
from engine import (
    Lapse,
    Level,
    Limit,
    Reason,
    ReasonKind,
    Side,
    Verdict,
    analyse,
    decode_game,
    explain,
)
from tests.bot.builders import ALICE, BOB, KINAROW, reviewed, session
from tests.thorough import long, thorough

LIMIT = Limit(nodes=3_000)


@cache
def game_of(code: str, *, o: Player = BOB, level: Level = Level.MEDIUM) -> JudgedGame:
    """The review of a game that was played to its end."""
    end = decode_game(code)
    return reviewed(session(end.moves, rules=str(end.rules), o=o, game=GameId(1)), level)


def lesson(game: JudgedGame, slip: Slip) -> Lesson:
    """What the engine finds at a mistake."""
    before = game.before(slip.judged)
    after = before.play(slip.judged.move)
    best, answer = (
        explain(at, analyse(at, LIMIT), LIMIT) if at.outcome is None else None
        for at in (before, after)
    )
    assert best is not None
    return Lesson(slip, best, answer)


def told(game: JudgedGame, slip: Slip) -> list[str]:
    """The lines under the board."""
    found = lesson(game, slip)
    lines = (
        lesson_text.outlook(game, slip),
        lesson_text.played(game, slip),
        lesson_text.best(game, found),
        lesson_text.answer(game, found),
        lesson_text.seen_by(game, slip),
        lesson_text.cost(game, slip),
    )
    return list(filter(None, lines))


@pytest.mark.parametrize(
    "code, side, words",
    [
        ("3x3x3:3-9-8-1-2-5", Side.X, "❌ **alice** had to stop 1-5-9 here."),
        (
            "6x7x4g:7-4-7-3-2-6-4-5",
            Side.X,
            "🔴 **alice** had to stop columns 3-4-5-6 in row 1 here.",
        ),
        ("3x3x3:1-5-2-4-6-3-7-8-9", Side.X, "❌ **alice** could complete 1-2-3 here."),
        ("3x3x3:1-2-4-7-6-5-9-8", Side.X, "❌ **alice** would have won in 2 here."),
        ("3x3x3:1-2-4-7-6-5-9-8", Side.O, "⭕ **bob** had a better defence here."),
        (
            "3x3x3m:4-5-6-1-2-7-3-8-9",
            Side.X,
            "❌ **alice** could force the other side to complete a line here.",
        ),
    ],
)
def test_a_page_says_what_could_be_seen(code: str, side: Side, words: str) -> None:
    """The row that was to be stopped or completed, or a win that was near."""
    game = game_of(code)
    assert told(game, game.slips[side][0])[0].endswith(words)


def test_the_only_person_in_a_game_is_spoken_to() -> None:
    """And is told how many people of that strength see the row, in lines that are short."""
    game = game_of("6x7x4g:7-4-7-3-2-6-4-5", o=KINAROW)
    slip = game.slips[Side.X][0]
    assert told(game, slip) == [
        "⭐ **Turning point.** You had to stop columns 3-4-5-6 in row 1 here.",
        "❗ Move 7: 🔴 **alice** played column **4**: lets them win at once",
        "✅ Best was **5**: blocks columns 3-4-5-6 in row 1",
        "👀 Most players at your level see this.",
        f"📉 Your chances at this level fell from {round(100 * slip.cost.hoped)}% to 0% "
        f"(±{round(100 * slip.cost.error)}).",
    ]


def test_an_answer_is_told_without_they() -> None:
    """It is a move of the side that the reader calls “they”."""
    game = game_of("3x3x3m:4-5-6-1-2-7-3-8-9")
    answers = [line for slip in game.slips[Side.X] for line in told(game, slip) if "↪️" in line]
    only = "the only move that wins; the other side must complete a line next"
    assert answers == [f"↪️ After **3** the best answer is **8**: {only}"]


def test_nothing_is_said_of_how_many_see_what_the_engine_overlooks() -> None:
    """Its levels are no people."""
    game = game_of("3x3x3:1-5-2-4-6-3-7-8-9", o=KINAROW)
    assert lesson_text.seen_by(game, game.slips[Side.O][0]) == ""
    assert lesson_text.seen_by(game, game.slips[Side.X][0]) != ""


def test_of_an_estimate_nothing_is_said_of_how_many_see_better() -> None:
    """Other moves may be as good."""
    game = game_of("6x7x4g:7-4-7-3-2-6-4-5", o=KINAROW)
    guess, slip = Verdict.estimate(0), game.slips[Side.X][0]
    guessed = replace(slip, lapse=None, judged=replace(slip.judged, before=guess, after=guess))
    assert lesson_text.seen_by(game, guessed) == ""
    assert lesson_text.seen_by(game, slip) != ""


@pytest.mark.parametrize(
    "lapse, hoped, words",
    [
        (None, 0.8, "⭐ **Turning point.** You stood better here."),
        (None, 0.5, "⭐ **Turning point.** The game was still even here."),
        (None, 0.2, "⭐ **Turning point.** You had a better defence here."),
        (Lapse.ALLOWED_WIN, 0.8, "⭐ **Turning point.** You stood better here."),
        (Lapse.ALLOWED_WIN, 0.5, "⭐ **Turning point.** You had a better defence here."),
    ],
)
def test_a_lesson_beyond_sight_is_told_by_the_chances(
    lapse: Lapse | None, hoped: float, words: str
) -> None:
    """Whatever theory says of the position, and no turning point stands there bare."""
    game = game_of("6x7x4g:7-4-7-3-2-6-4-5", o=KINAROW)
    slip = game.slips[Side.X][0]
    cost = replace(slip.cost, hoped=hoped, left=0.0, error=0.05)
    judged = replace(slip.judged, before=Verdict.win(39), after=Verdict.loss(38))
    unseen = replace(slip, lapse=lapse, cost=cost, judged=judged)
    assert lesson_text.outlook(replace(game, weighed=(unseen,)), unseen) == words


def test_a_move_that_cost_nothing_gives_nothing_away() -> None:
    """Where a game was lost by no other mistake it is shown, with what theory says of it."""
    game = game_of("6x7x4g:7-4-7-3-2-6-4-5", o=KINAROW)
    slip = game.slips[Side.X][0]
    judged = replace(slip.judged, after=Verdict.loss(38))
    cost = replace(slip.cost, hoped=0.5, left=0.5)
    unseen = replace(slip, lapse=None, judged=judged, cost=cost)
    assert lesson_text.played(game, unseen).endswith("**4**: loses with best play")
    dear = replace(unseen, cost=replace(cost, left=0.0))
    assert lesson_text.played(game, dear).endswith("**4**: gives a lot away")


@pytest.mark.parametrize(
    "code, ply, words",
    [
        ("4x4x3:13-10-11-6-14", 1, "misses a win in 3"),
        ("3x3x3:4-3-5-8-7-1-9-2", 5, "misses 4-5-6"),
        ("3x3x3:1-9-5-6-3-7-2", 3, "lets the win slip away"),
    ],
)
def test_a_win_that_only_takes_longer_has_not_slipped_away(code: str, ply: int, words: str) -> None:
    """It was missed; what is said to be gone is gone."""
    game = game_of(code, o=KINAROW)
    (slip,) = [slip for slip in game.weighed if slip.ply == ply]
    assert (slip.judged.after.value == "win") == ("slip" not in words)
    assert lesson_text.played(game, slip).endswith(f": {words}")


def test_a_row_that_was_not_there_was_not_to_be_stopped() -> None:
    """The disc opened a second diagonal, whose columns are the same."""
    game = game_of("6x7x4g:6-4-3-3-6-6-6-3-6-1-7-7-1-1-7-1-2-7-4-2-4-4", level=Level.PIP)
    (slip,) = [slip for slip in game.slips[Side.X] if slip.ply == 21]
    told = lesson_text.outlook(game, slip)
    assert told.endswith("had to stop the diagonal 1-2-3-4 falling from row 4 here.")


def test_the_page_names_the_best_move_of_the_overview() -> None:
    """Also where the search for the page prefers another one that is as good."""
    game = game_of("3x3x3:8-4-5-6-2", o=KINAROW)
    (slip,) = [slip for slip in game.weighed if slip.ply == 2]
    found = lesson(game, slip)
    other = replace(found, best=replace(found.best, move=slip.cost.better % 9 + 1))
    assert f"Best was **{slip.cost.better}**" in lesson_text.best(game, other)


@pytest.mark.parametrize(
    "vague",
    [
        Reason(ReasonKind.OPEN_LINES, count=2),
        Reason(ReasonKind.FOLLOWS_UP, (4,)),
        Reason(ReasonKind.BUILDS, (4, 5)),
        Reason(ReasonKind.STOPS_BUILDING, (8,)),
    ],
    ids=lambda reason: reason.kind.value,
)
def test_an_effect_of_every_move_is_no_reason(vague: Reason) -> None:
    """Nearly every move lies on a line, or in somebody's way: that teaches nothing."""
    game = game_of("3x3x3:8-4-5-6-2", o=KINAROW)
    (slip,) = [slip for slip in game.weighed if slip.ply == 2]
    found, move = lesson(game, slip), slip.cost.better
    alone = replace(found.best, move=move, reasons=(vague,))
    assert lesson_text.best(game, replace(found, best=alone)).endswith(f"Best was **{move}**")
    more = replace(alone, reasons=(vague, Reason(ReasonKind.DRAWS)))
    assert f"**{move}**: " in lesson_text.best(game, replace(found, best=more))


SHORT = "6x7x4g:6-2-4-2-5-3-7"
WEAK = "6x7x4g:7-5-7-7-6-6-6-7-6-7-6-7"
FULL = "6x7x4g:3-4-3-3-4-3-3-4-4-4-7-6-6-6-7-3-7-7-6-4-7-6-7-6-1-1-1-1-5-5"


@pytest.mark.parametrize(
    "code, level",
    [
        (SHORT, Level.PIP),
        *thorough((SHORT, Level.IRIS), (FULL, Level.PIP)),
        *long((WEAK, Level.PIP), (WEAK, Level.IRIS), (FULL, Level.IRIS)),
    ],
)
def test_no_number_lies_beyond_the_horizon(code: str, level: Level) -> None:
    """Nobody is told of a win in thirty moves, and no line is longer than 25 words."""
    game = game_of(code, level=level)
    for slip in game.weighed:
        lines = told(game, slip)
        assert max(len(line.split()) for line in lines) <= 25
        for number in re.findall(r"(?:wins?|loses|won) in ([0-9]+)", "\n".join(lines)):
            assert int(number) <= (game.horizons[slip.side] + 2) // 2


def test_a_mistake_that_changed_little_says_so() -> None:
    """No fall is told that is within its error."""
    game = game_of("6x7x4g:7-5-7-7-6-6-6-7-6-7-6-7", level=Level.PIP)
    small = [slip for slip in game.weighed if slip.cost.lost <= slip.cost.error]
    assert small
    for slip in small:
        quiet = replace(slip, judged=replace(slip.judged, after=Verdict.estimate(0)))
        assert "hardly changed" in lesson_text.cost(game, quiet)


@pytest.mark.parametrize(
    "hoped, words",
    [(0.03, "📉 There was little left to lose"), (0.8, "📉 Opponents at this level often miss")],
)
def test_a_win_in_sight_is_no_small_change(hoped: float, words: str) -> None:
    """It cost nothing because all was lost before, or because people overlook the answer."""
    game = game_of("6x7x4g:7-4-7-3-2-6-4-5", o=KINAROW)
    slip = game.slips[Side.X][0]
    cost = replace(slip.cost, hoped=hoped, left=hoped - 0.01, error=0.05)
    assert lesson_text.cost(game, replace(slip, cost=cost)).startswith(words)
    risen = replace(slip, cost=replace(cost, left=0.8))
    assert "chances were still 80%" in lesson_text.cost(game, risen)


def test_a_game_lost_by_one_row_has_one_turning_point() -> None:
    """After it the winner let nothing go."""
    game = game_of("3x3x3:3-9-8-1-2-5")
    assert game.session.people == (ALICE, BOB)
    pages = [slip for slips in game.slips.values() for slip in slips]
    starred = [slip for slip in pages if "⭐" in lesson_text.outlook(game, slip)]
    assert [slip.ply for slip in starred] == [5]
