"""Finding finished games and judging them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.errors import EngineUnavailable, Problem, UserError
from bot.games.finished_games import FinishedGames
from bot.match.session import Bot, ChannelId, GameId, Session, offers
from bot.pool.queue import Asker
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Level, Limit, ReasonKind, Rules, Side, horizon, review, strength
from tests.bot.builders import ALICE, BOB, CAROL, session
from tests.bot.games.patience import PatientThinker

HERE, ELSEWHERE = ChannelId(7), ChannelId(8)
ASKER = Asker(channel=HERE)
WON = [1, 4, 2, 5, 3]


@pytest.fixture
def finished_games(store: Store, thinker: Thinker) -> FinishedGames:
    """Judges with the real engine."""
    return FinishedGames(store, thinker, Limit(seconds=0.05))


async def keep(store: Store, played: Session) -> Session:
    """A game that is in the store."""
    return await store.create(played)


def anyone(session: Session) -> bool:
    """Every game may be seen."""
    return True


def no_one(session: Session) -> bool:
    """No game may be seen."""
    return False


async def told(done: int) -> None:
    """Nobody listens."""


async def test_without_a_number_it_is_the_last_finished_game(
    finished_games: FinishedGames, store: Store
) -> None:
    """Not one that is still on, not one of another channel, not one without a move."""
    await keep(store, session(WON))
    last = await keep(store, offers.resign(session([5]), ALICE.id))
    await keep(store, offers.resign(session(), ALICE.id))
    await keep(store, session([1]))
    await keep(store, replace(session(WON), channel=ELSEWHERE))
    assert await finished_games.find(HERE, None, anyone) == last


async def test_a_game_is_found_by_its_number_from_anywhere(
    finished_games: FinishedGames, store: Store
) -> None:
    """An older game, and one of another channel, if it may be seen."""
    first = await keep(store, session(WON))
    await keep(store, offers.resign(session([5]), ALICE.id))
    assert await finished_games.find(ELSEWHERE, first.game, anyone) == first


@pytest.mark.parametrize("number", [None, GameId(1)])
async def test_a_game_that_is_on_is_not_looked_back_at(
    finished_games: FinishedGames, store: Store, number: GameId | None
) -> None:
    """A review would be a hint for both players, also of the first game of a channel."""
    await keep(store, session([5]))
    with pytest.raises(UserError) as refused:
        await finished_games.find(HERE, number, anyone)
    assert refused.value.problem is Problem.STILL_ON


@pytest.mark.parametrize("played", [session(WON), session([5])])
async def test_a_hidden_game_is_refused_as_an_unknown_one(
    finished_games: FinishedGames, store: Store, played: Session
) -> None:
    """Somebody who may not see a game does not learn that it exists, nor whether it is on."""
    hidden = await keep(store, played)
    answers = []
    for number in (hidden.game, GameId(999)):
        with pytest.raises(UserError) as refused:
            await finished_games.find(HERE, number, no_one)
        answers.append((refused.value.problem, set(refused.value.facts)))
    assert answers == [(Problem.UNKNOWN_GAME, {"number"})] * 2


async def test_a_game_without_moves_is_unknown(finished_games: FinishedGames, store: Store) -> None:
    """There is nothing to show of it."""
    empty = await keep(store, offers.resign(session(), ALICE.id))
    with pytest.raises(UserError) as refused:
        await finished_games.find(HERE, empty.game, anyone)
    assert refused.value.problem is Problem.UNKNOWN_GAME


@pytest.mark.parametrize("moves", [WON, [5], [1, 2, 4, 7, 6, 5, 9]])
async def test_a_review_is_the_engine_s(finished_games: FinishedGames, moves: list[int]) -> None:
    """Move by move or in one piece, the judgements are the same, and progress is told."""
    heard: list[int] = []

    async def hear(done: int) -> None:
        heard.append(done)

    reviewed = await finished_games.judge(ASKER, session(moves), hear)
    assert reviewed.judgements == review(Rules(3, 3, 3), moves)
    assert heard == list(range(1, len(moves) + 1))


async def test_a_channel_has_one_review_at_a_time(store: Store) -> None:
    """Whoever asks again meanwhile is told so; afterwards, also after a failure, it is free."""
    engine = PatientThinker()
    finished_games = FinishedGames(store, engine, Limit(seconds=1))
    first = asyncio.create_task(finished_games.judge(ASKER, session(WON), told))
    await asyncio.sleep(0)
    with pytest.raises(UserError) as refused:
        await finished_games.judge(ASKER, session([5]), told)
    assert refused.value.problem is Problem.ONE_AT_A_TIME
    engine.down = True
    engine.let.release()
    with pytest.raises(EngineUnavailable):
        await first
    engine.down = False
    for _ in WON:
        engine.let.release()
    reviewed = await finished_games.judge(ASKER, session(WON), told)
    assert len(reviewed.judgements) == len(WON)


async def test_a_game_is_judged_once(store: Store) -> None:
    """Asking again gives the answer at once, and with the names that the store has now."""
    engine = PatientThinker()
    finished_games = FinishedGames(store, engine, Limit(seconds=1))
    for _ in WON:
        engine.let.release()
    await finished_games.judge(ASKER, session(WON), told)
    renamed = session(WON, x=CAROL)
    again = await finished_games.judge(Asker(channel=ELSEWHERE), renamed, told)
    assert len(engine.limits) == len(WON)
    assert again.session == renamed


async def test_only_the_newest_reviews_are_remembered(
    finished_games: FinishedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many games are looked back at, memory does not grow."""
    monkeypatch.setattr(finished_games._judged, "_size", 3)
    for first in range(1, 7):
        await finished_games.judge(ASKER, session([first, 9]), told)
    assert len(finished_games._judged) == 3


async def test_a_lesson_knows_why_the_best_move_was_best(finished_games: FinishedGames) -> None:
    """And what the opponent answers to the mistake; both begin with what the review has proved."""
    reviewed = await finished_games.judge(ASKER, session([1, 2, 4, 7, 6, 5, 9, 8]), told)
    turning_point = reviewed.turning_point
    assert turning_point is not None
    lesson = await finished_games.lesson(ASKER, reviewed, turning_point)
    assert (lesson.best_move, lesson.best.verdict) == (5, turning_point.judged.before)
    assert lesson.best.reasons[0].kind is ReasonKind.DOUBLE_THREAT
    assert lesson.answer is not None
    assert lesson.answer.verdict.one_ply_earlier() == turning_point.judged.after
    assert await finished_games.lesson(ASKER, reviewed, turning_point) is lesson


async def test_a_move_that_ended_the_game_has_no_answer(finished_games: FinishedGames) -> None:
    """Whoever completes a row in misère loses at once."""
    reviewed = await finished_games.judge(ASKER, session([1, 4, 2, 5, 3], rules="3x3 misere"), told)
    last = reviewed.slips[Side.X][0]
    assert last.ply == 5
    lesson = await finished_games.lesson(ASKER, reviewed, last)
    assert lesson.answer is None


async def test_a_mistake_is_weighed_by_the_strength_of_who_made_it(
    finished_games: FinishedGames, store: Store
) -> None:
    """The engine's is that of its level, a person's is what is known of their results here."""
    weak, strong = (Bot(level) for level in (Level.PIP, Level.PERFECT))
    mistakes = [1, 2, 4, 7, 6, 5, 9, 8]
    for bot in (weak, strong):
        game = await finished_games.judge(ASKER, session(mistakes, o=bot), told)
        assert game.horizons == {
            Side.X: horizon(game.session.rules, strength(game.session.rules, Level.MEDIUM)),
            Side.O: horizon(game.session.rules, strength(game.session.rules, bot.level)),
        }
    assert game.horizons[Side.O] > game.horizons[Side.X]


async def test_a_review_begins_with_the_own_costliest_mistake(
    finished_games: FinishedGames,
) -> None:
    """Of whoever plays; else with that of the loser."""
    game = await finished_games.judge(ASKER, session([1, 2, 4, 7, 6, 5, 9, 8]), told)
    begun = [game.first(side) for side in (Side.X, Side.O, None)]
    assert [slip.ply for slip in begun if slip] == [5, 2, 5]


async def test_resigning_a_won_game_is_its_turning_point(finished_games: FinishedGames) -> None:
    """There is no turning point, and the review does not begin with a lesser mistake."""
    won = offers.resign(session([1, 2, 4, 7, 5, 9]), ALICE.id)
    game = await finished_games.judge(ASKER, won, told)
    assert game.resigned_at is not None
    assert game.resigned_at.value == "win"
    assert game.first(Side.X) is game.turning_point is None
    lost = offers.resign(session([1, 4, 2, 9]), BOB.id)
    assert (await finished_games.judge(ASKER, lost, told)).resigned_at is None


async def test_a_review_names_what_was_named_in_the_game(store: Store, thinker: Thinker) -> None:
    """Where it proves no more: a hint that was followed is then no mistake.

    Three games with the same moves; in the first one nobody had help. Which move the review names
    there by itself is a matter of what was searched before.
    """
    finished_games = FinishedGames(store, thinker, Limit(nodes=3_000))
    found: list[int | None] = []
    for way in ("alone", "another", "followed"):
        other = 14 if found == [16] else 16
        named = {"alone": None, "another": other, "followed": 6}[way]
        end = session([2, 4, 6, 16, 5, 3, 9, 14, 1], rules="4x4x3 misere")
        played = await keep(store, end)
        if named is not None:
            await store.named.keep(played.game, played.position.until(2), named)
        judged = await finished_games.judge(ASKER, played, told)
        found.append({slip.ply: slip.cost.better for slip in judged.weighed}.get(3))
        again = await finished_games.judge(ASKER, played, told)
        assert again.weighed == judged.weighed
    assert found[0] not in {None, other, 6}
    assert found[1:] == [other, None]
