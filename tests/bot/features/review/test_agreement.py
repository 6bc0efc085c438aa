"""Whole reviews, read as a person reads them: no sentence contradicts another, nor the coach."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.features.review import lesson_text
from bot.features.review import text as review_text
from bot.games.finished_games import FinishedGames, JudgedGame, Lesson
from bot.match.notes import Remark
from bot.match.session import GameId
from bot.pool.queue import NOBODY
from bot.pool.thinker import Thinker
from bot.show.style import move_name
from bot.show.text.coach import remark
from bot.store import Store
from engine import Level, Limit, Position, Rules, Side, choose, horizon
from tests.bot.builders import session
from tests.thorough import long, thorough

LIMIT = Limit(nodes=3_000)
COACH = Limit(nodes=1_000)
LEVELS = (Level.PIP, Level.MOMO, Level.EASY, Level.REX, Level.MEDIUM, Level.OTTO, Level.FINN)
NEWCOMER = 1_000.0
LINE = re.compile(r"Move ([0-9]+), \S+ (?:on|in column) (\S+): .*; best was (\S+)")
THEORY = re.compile(r"move ([0-9]+), \S+ (?:on|in column) (\S+?)[;.]")
BEST = re.compile(r"Best was \*\*(\S+?)\*\*")
ANSWER = re.compile(r"After \*\*(\S+?)\*\* the best answer is \*\*(\S+?)\*\*")
BETTER = re.compile(r"\*\*(\S+?)\*\* was better")


@pytest_asyncio.fixture(loop_scope="session")
async def reviews(database_url: str, thinker: Thinker) -> AsyncIterator[FinishedGames]:
    """Judges with the real engine, and with a store in the loop of the engine."""
    async with Store.open(database_url) as store:
        yield FinishedGames(store, thinker, LIMIT)


def played_out(rules: Rules, seed: int) -> Position:
    """A game of two levels to its end."""
    rng = random.Random(f"{rules} {seed}")
    levels = dict(zip(Side, rng.choices(LEVELS, k=2), strict=True))
    position = Position.start(rules)
    while position.outcome is None:
        position = position.play(choose(position, levels[position.side], rng=rng))
    return position


async def coached(thinker: Thinker, end: Position) -> dict[int, Remark]:
    """What the coach says of each move while the game is played, by ply."""
    sight, said = horizon(end.rules, NEWCOMER), {}
    for ply, move in enumerate(end.moves):
        before = end.until(ply)
        if len(before.legal) > 1:
            found = await thinker.remark(before, move, COACH, sight)
            said[ply + 1] = replace(found, elo=NEWCOMER)
    return said


def page(game: JudgedGame, lesson: Lesson) -> str:
    """The lines below the board of a mistake."""
    slip = lesson.slip
    lines = (
        lesson_text.outlook(game, slip),
        lesson_text.played(game, slip),
        lesson_text.best(game, lesson),
        lesson_text.answer(game, lesson),
        lesson_text.cost(game, slip),
    )
    return "\n".join(lines)


def overview_faults(game: JudgedGame, text: str) -> Iterator[str]:
    """What contradicts itself in the overview."""
    slips = {slip.ply: slip for made in game.slips.values() for slip in made}
    theory = {int(ply) for ply, _ in THEORY.findall(review_text.theory(game))}
    if "No mistakes" in text and ("%" in text or theory or slips):
        yield "no mistakes beside some"
    for ply in theory | slips.keys():
        if f"**{'alice' if ply % 2 else 'bob'}** played perfectly" in text:
            yield f"perfect, but for move {ply}"
    if theory & slips.keys():
        yield "told twice"
    lines = {int(ply): (made, best) for ply, made, best in LINE.findall(text)}
    if lines.keys() != slips.keys() or any(made == best for made, best in lines.values()):
        yield "a move is best and is not"


def page_faults(game: JudgedGame, lesson: Lesson, said: Remark | None) -> Iterator[str]:
    """What contradicts itself on a page, the overview, another page, or the coach."""
    session, slip = game.session, lesson.slip
    slips = {one.ply: one for made in game.slips.values() for one in made}
    text = page(game, lesson)

    def name(move: int) -> str:
        return move_name(session.rules, move, session.style)

    best = BEST.findall(text)
    if best != [name(slip.cost.better)]:
        yield "another best move than in the overview"
    for played, answer in ANSWER.findall(text):
        following = slips.get(slip.ply + 1)
        if played != name(slip.judged.move):
            yield "an answer to another move"
        if following is not None and answer != name(following.cost.better):
            yield "another answer than the next page"
    if said is None:
        return
    words = remark(session, said)
    better, seen, proved = BETTER.findall(words), said.judgement.before, slip.judged.before
    # a review has more time than the coach, and may prove more
    alike = (proved.value, proved.plies) in {(None, None), (seen.value, seen.plies)}
    if better and better != best and alike:
        yield "the coach names another move"
    # on larger boards what is proved may lie beyond the sight of a newcomer
    small = session.rules.cells <= 16
    if not better and small and alike and proved.value is not None:
        yield "the coach has nothing to say of a mistake"


@pytest.mark.parametrize(
    "game, seeds",
    [
        *(("3x3", range(12, 18)), ("3x3 misere", range(3)), ("4x4x3", range(9, 13))),
        *thorough(
            *(("3x3", range(18, 22)), ("4x4x3", range(13, 19)), ("4x4x4", range(3))),
            *(("4x4x3 misere", (9, 20)), ("5x5x4g", range(3)), ("6x7x4g", (1,)), ("5x5x4", (1,))),
        ),
        *long(
            *(("3x3", range(22, 50)), ("4x4x3", range(19, 50)), ("4x4x4", range(3, 12))),
            *(("4x4x3 misere", range(50)), ("5x5x4g", range(3, 36)), ("6x7x4g", range(12))),
            ("5x5x4", range(12)),
        ),
    ],
)
@pytest.mark.asyncio(loop_scope="session")
async def test_a_review_agrees_with_itself_and_with_the_coach(
    game: str, seeds: Sequence[int], reviews: FinishedGames, thinker: Thinker
) -> None:
    """Who was perfect, which moves changed the result, what was best, and what answers it."""
    faults = []
    for seed in seeds:
        end = played_out(Rules.parse(game), seed)
        said = await coached(thinker, end)
        kept = session(end.moves, rules=game, game=GameId(seed + 1))
        judged = await reviews.judge(NOBODY, kept, nobody_listens)
        parts = review_text.mistake_list, review_text.accuracies, review_text.theory
        overview = (part(judged) for part in parts)
        faults += [(end, fault, 0) for fault in overview_faults(judged, "\n".join(overview))]
        for slip in (slip for made in judged.slips.values() for slip in made):
            lesson = await reviews.lesson(NOBODY, judged, slip)
            found = page_faults(judged, lesson, said.get(slip.ply))
            faults += [(end, fault, slip.ply) for fault in found]
    assert not faults


async def nobody_listens(done: int) -> None:
    """A review that is told when it is done."""
