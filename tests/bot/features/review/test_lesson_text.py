"""The page of one mistake in words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.features.review import lesson_text
from bot.games.finished_games import JudgedGame, Lesson
from bot.games.slips import Slip
from bot.match.session import GameId, Player
from engine import Level, Limit, Side, Verdict, analyse, decode_game, explain
from tests.bot.builders import ALICE, BOB, KINAROW, reviewed, session
from tests.thorough import thorough

LIMIT = Limit(nodes=3_000)


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
        ("6x7x4g:7-4-7-3-2-6-4-5", Side.X, "🔴 **alice** had to stop columns 3-4-5-6 here."),
        ("3x3x3:1-5-2-4-6-3-7-8-9", Side.X, "❌ **alice** could complete 1-2-3 here."),
        ("3x3x3:1-2-4-7-6-5-9-8", Side.X, "❌ **alice** would have won in 2 here."),
        ("3x3x3:1-2-4-7-6-5-9-8", Side.O, "⭕ **bob** had a better defence here."),
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
        "⭐ **Turning point.** You had to stop columns 3-4-5-6 here.",
        "❗ Move 7: 🔴 **alice** played column **4**: lets them win at once",
        "✅ Best was **5**: blocks columns 3-4-5-6",
        "👀 Most players at your level see this.",
        f"📉 Your chances at this level fell from {round(100 * slip.cost.hoped)}% to 0% "
        f"(±{round(100 * slip.cost.error)}).",
    ]


def test_nothing_is_said_of_how_many_see_what_the_engine_overlooks() -> None:
    """Its levels are no people."""
    game = game_of("3x3x3:1-5-2-4-6-3-7-8-9", o=KINAROW)
    assert lesson_text.seen_by(game, game.slips[Side.O][0]) == ""
    assert lesson_text.seen_by(game, game.slips[Side.X][0]) != ""


def test_of_an_estimate_nothing_is_said_of_how_many_see_better() -> None:
    """Other moves may be as good, and the chances that are told may be others than the estimate."""
    game = game_of("6x7x4g:7-4-7-3-2-6-4-5", o=KINAROW)
    guess, slip = Verdict.estimate(0), game.slips[Side.X][0]
    guessed = replace(slip, lapse=None, judged=replace(slip.judged, before=guess, after=guess))
    assert lesson_text.seen_by(game, guessed) == ""
    assert lesson_text.seen_by(game, slip) != ""
    assert lesson_text.outlook(game, guessed) == ""


@pytest.mark.parametrize("level", [Level.PIP, *thorough(Level.MEDIUM, Level.IRIS)])
@pytest.mark.parametrize(
    "code",
    [
        "6x7x4g:6-2-4-2-5-3-7",
        *thorough(
            "6x7x4g:7-5-7-7-6-6-6-7-6-7-6-7",
            "6x7x4g:3-4-3-3-4-3-3-4-4-4-7-6-6-6-7-3-7-7-6-4-7-6-7-6-1-1-1-1-5-5",
        ),
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


def test_a_game_lost_by_one_row_has_one_turning_point() -> None:
    """After it the winner let nothing go."""
    game = game_of("3x3x3:3-9-8-1-2-5")
    assert game.session.people == (ALICE, BOB)
    pages = [slip for slips in game.slips.values() for slip in slips]
    starred = [slip for slip in pages if "⭐" in lesson_text.outlook(game, slip)]
    assert [slip.ply for slip in starred] == [5]
