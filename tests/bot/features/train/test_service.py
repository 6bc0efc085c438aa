"""What an answer is worth, and where positions come from."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from bot.errors import AnyProblem, Problem, StoreUnavailable, UserError
from bot.features.train.page import answer_page, hint_page
from bot.features.train.service import LOOKED, Training
from bot.features.train.store import TrainStore
from bot.features.train.values import Card, CardId, Finding, Study
from bot.games.finished_games import FinishedGames, JudgedGame
from bot.match.rating import Skill
from bot.match.session import BoardStyle, ChannelId, ScopeId, Session, UserId
from bot.pool.queue import Asker
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Limit, Position, Theme, puzzle_collection
from tests.bot.builders import ALICE, BOB, NOON, position, session, unheard
from tests.bot.features.train.cards import GAME, HELD, card, study

RIGHT, WRONG, UNCLEAR = Finding.RIGHT, Finding.WRONG, Finding.UNCLEAR
THINK = Limit(seconds=0.05)
FIRST = CardId(1)
PLACE = ScopeId(20), ChannelId(10)


@pytest.fixture
def cards(store: Store) -> TrainStore:
    """The store of cards."""
    return TrainStore(store.database)


@pytest.fixture
def training(store: Store, thinker: Thinker) -> Training:
    """With the real engine, at NOON."""
    return made(store, thinker)


def made(store: Store, thinker: Thinker) -> Training:
    """The service, as the bot makes it."""
    return Training(store, FinishedGames(store, thinker, THINK), thinker, THINK, lambda: NOON)


async def asked(store: Store, cards: TrainStore, start: Position, one: Card) -> None:
    """Alice has a card, from a game that was studied."""
    game = await store.create(session(GAME))
    await cards.keep(study(game, replace(one, position=start)), NOON)


@pytest.mark.parametrize(
    "word, finding", [("3", RIGHT), ("c1", RIGHT), ("6", WRONG), ("7", WRONG), ("8", WRONG)]
)
async def test_an_answer_is_judged_by_a_proof(
    training: Training, store: Store, cards: TrainStore, word: str, finding: Finding
) -> None:
    """Whether it is known or not; what answers a wrong one is told."""
    await asked(store, cards, card().position, card())
    answer = await training.answer(ALICE, FIRST, word, PLACE, unheard)
    assert answer.finding is finding
    assert (answer.refutation is None) is (finding is RIGHT)
    assert answer.card == await cards.find(ALICE.id, FIRST)


async def test_a_right_answer_comes_with_how_hard_it_is_to_find(
    training: Training, store: Store, cards: TrainStore
) -> None:
    """A right answer comes with what is best there, a wrong one without.

    Both come with the person's strength, and so does the solution.
    """
    await asked(store, cards, card().position, card())
    answers = [await training.answer(ALICE, FIRST, word, PLACE, unheard) for word in ("6", "3")]
    wrong, right = answers
    _, best, elo = await training.solution(ALICE.id, FIRST, unheard)
    assert (wrong.best, wrong.elo) == (None, elo)
    assert best is not None
    assert right.best is not None
    assert (right.best.finders, right.elo) == (best.finders, elo)
    rules = card().position.rules
    assert elo == Skill.new(rules).assumed(rules)


async def test_an_answer_that_ends_the_game_needs_no_search(
    training: Training, store: Store, cards: TrainStore
) -> None:
    """A line of one's own is right, whatever move the card has."""
    twice = position("3x3", (1, 4, 2, 7, 5, 8))
    await asked(store, cards, twice, card(twice, 6, 3))
    assert (await training.answer(ALICE, FIRST, "9", PLACE, unheard)).finding is RIGHT


async def test_an_unproved_answer_is_neither_right_nor_wrong(
    training: Training, store: Store, cards: TrainStore
) -> None:
    """Nothing is held against the person: the card stays as it is."""
    open_board = position("gomoku", (113,))
    await asked(store, cards, open_board, card(open_board, 1, 98))
    before = await cards.find(ALICE.id, FIRST)
    answer = await training.answer(ALICE, FIRST, "g9", PLACE, unheard)
    assert answer.finding is UNCLEAR
    assert answer.card == before


@pytest.mark.parametrize("word, problem", [("5", Problem.TAKEN), ("no", Problem.NOT_A_MOVE)])
async def test_words_that_are_no_move_leave_the_card_alone(
    training: Training, store: Store, cards: TrainStore, word: str, problem: AnyProblem
) -> None:
    """The person is told, and nothing else happens."""
    await asked(store, cards, card().position, card())
    with pytest.raises(UserError) as refused:
        await training.answer(ALICE, FIRST, word, PLACE, unheard)
    assert refused.value.problem is problem
    assert (await cards.waiting(ALICE.id, NOON))[1] == 1


async def test_equal_games_are_studied_each(training: Training, store: Store) -> None:
    """The judgements of the first are remembered for the second, whose people are others."""
    for x, o in ((ALICE, BOB), (BOB, ALICE)):
        await store.create(session(GAME, x=x, o=o))
    desk = await training.next(ALICE.id)
    assert (desk.waiting, desk.looked, desk.unseen) == (1, 1, True)
    assert desk.card is not None
    assert desk.card.position == HELD
    await training.solution(ALICE.id, desk.card.number, unheard)
    assert (await training.next(ALICE.id)).waiting == 1
    assert (await training.next(BOB.id)).waiting == 2


async def test_a_game_whose_mistakes_cannot_be_kept_ends_no_review(
    store: Store, thinker: Thinker, cards: TrainStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The review is shown; the game is looked at once more later, and not for ever now."""
    game = await store.create(session(GAME))
    training = made(store, thinker)

    async def fail(self: TrainStore, study: Study, now: datetime) -> None:
        raise StoreUnavailable("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(TrainStore, "keep", fail)
        desk = await training.next(ALICE.id)
        assert (desk.card, desk.looked, desk.unseen) == (None, LOOKED, True)
    assert await cards.unstudied(ALICE.id, 3) == [game.game]
    assert (await training.next(ALICE.id)).waiting == 1


async def test_a_review_is_heard_once(store: Store, thinker: Thinker) -> None:
    """Its pages are turned over without storing anything."""
    heard: list[Session] = []

    async def hear(reviewed: JudgedGame) -> None:
        heard.append(reviewed.session)

    async def told(_: int) -> None:
        """Nobody listens."""

    game = await store.create(session(GAME))
    finished = FinishedGames(store, thinker, THINK)
    finished.when_judged(hear)
    for _ in range(2):
        await finished.judge(Asker(channel=ChannelId(7)), game, told)
    assert heard == [game]


async def test_only_the_game_that_was_begun_counts(
    training: Training, store: Store, cards: TrainStore
) -> None:
    """Not another one that has begun in the channel meanwhile."""
    await asked(store, cards, card().position, card())
    task = await training.task(ALICE.id, FIRST)
    other = await store.create(session((5,)))
    await training.begun(ALICE.id, task, other.channel)
    found = await cards.find(ALICE.id, FIRST)
    assert found is not None
    assert found.trial is None


async def test_only_a_win_can_be_won(training: Training) -> None:
    """Without a card the position is one that the collection has proved to be won soon."""
    wins = {
        rated.puzzle.start
        for rated in puzzle_collection().values()
        if rated.puzzle.theme is Theme.WIN and rated.puzzle.moves in range(2, 4)
    }
    tasks = [await training.task(UserId(user), None) for user in range(1, 9)]
    assert {task.position for task in tasks} <= wins
    assert len({task.position for task in tasks}) > 1
    assert {task.card for task in tasks} == {None}


async def test_a_move_that_ends_the_game_has_no_answer(
    training: Training, store: Store, cards: TrainStore
) -> None:
    """In misère who completes a row has lost: nothing is left to explain."""
    start = position("3x3 misere", (1, 5, 2, 4))
    await asked(store, cards, start, card(start, 3, 9, worth="draw"))
    assert (await training.hint(ALICE.id, FIRST))[1] is None
    answer = await training.answer(ALICE, FIRST, "3", PLACE, unheard)
    assert (answer.finding, answer.refutation) == (WRONG, None)
    page = answer_page(answer, BoardStyle.EMOJI)
    assert page.content.endswith("💨 **3** loses. Try again.")
    told = hint_page(answer.card, None, 1000.0, BoardStyle.EMOJI)
    assert told.content.endswith("**3** ended the game. Look for a move after which it goes on.")
