"""Cards and studies in the database."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.train import store as train_store
from bot.features.train.store import TrainStore
from bot.features.train.values import Card, CardId, Finding
from bot.match.accuracy import Accuracy
from bot.match.session import ChannelId, Session, moves, offers
from bot.store import Store
from engine import Rules
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, NOON, position, session
from tests.bot.features.train.cards import GAME, HELD, WON, card, study
from tests.bot.store.test_results import EASY, HERE, played

DAY = timedelta(days=1)
RIGHT, WRONG = Finding.RIGHT, Finding.WRONG


@pytest.fixture
def training(store: Store) -> TrainStore:
    """The store of cards."""
    return TrainStore(store.database)


async def ended(store: Store, **changes: object) -> Session:
    """A stored game that has ended."""
    return await store.create(replace(session(GAME), **changes))  # type: ignore[arg-type] # fields


async def test_a_card_is_read_as_it_was_stored(training: TrainStore, store: Store) -> None:
    """With everything an answer changes."""
    await training.keep(study(await ended(store), card()), NOON)
    found, count = await training.waiting(ALICE.id, NOON)
    assert found is not None
    assert count == 1
    assert replace(found, number=card().number) == card()
    after = await training.act(
        ALICE.id, found.number, lambda c: c.hinted_at(NOON).answered(RIGHT, NOON)
    )
    assert after == await training.find(ALICE.id, found.number)
    assert after != found


async def test_a_game_is_studied_once(training: TrainStore, store: Store) -> None:
    """A second review of it, after a restart, brings nothing twice and changes nothing."""
    game = await ended(store)
    assert await training.unstudied(ALICE.id, 3) == [game.game]
    await training.keep(study(game, card(), percent=80), NOON)
    await training.keep(study(game, card(HELD, 4, 3, worth="draw"), percent=10), NOON)
    assert await training.unstudied(ALICE.id, 3) == []
    assert await training.unstudied(BOB.id, 3) == [game.game]
    assert (await training.waiting(ALICE.id, NOON))[1] == 1
    assert await training.accuracies(ALICE.id, NOON) == [(NOON, Accuracy(80, 5))]


async def test_only_ones_own_finished_games_are_looked_at(
    training: TrainStore, store: Store
) -> None:
    """The latest first, no more than asked for, none without a move, none in progress."""
    first = await ended(store)
    last = await ended(store, touched=NOON + DAY)
    await store.create(offers.resign(session(), ALICE.id))
    await store.create(session(GAME, x=CAROL))
    await store.create(session((1,)))
    assert await training.unstudied(ALICE.id, 5) == [last.game, first.game]
    assert await training.unstudied(ALICE.id, 1) == [last.game]


async def test_the_same_position_is_stored_once(training: TrainStore, store: Store) -> None:
    """Also its mirror image, from another game; another person has a card of their own."""
    mirrored = card(position("3x3", (3, 5, 2, 6)), 4, 1)
    for person, asked in ((ALICE, card()), (ALICE, mirrored), (BOB, card())):
        await training.keep(study(await ended(store), asked, person=person), NOON)
    assert (await training.waiting(ALICE.id, NOON))[1] == 1
    assert (await training.waiting(BOB.id, NOON))[1] == 1


async def test_a_learned_position_comes_back_after_a_new_mistake(
    training: TrainStore, store: Store
) -> None:
    """One of a later game; an old game that is looked at late says nothing new."""
    await training.keep(study(await ended(store), card()), NOON)
    number = CardId(1)
    for now in (NOON, NOON + 2 * DAY):
        await training.act(ALICE.id, number, lambda c, now=now: c.answered(RIGHT, now))  # type: ignore[misc] # mypy asks for no default
    later = NOON + 30 * DAY
    for made, waiting in ((NOON - DAY, 0), (later, 1)):
        again = card(played=7, made_at=made)
        await training.keep(study(await ended(store), again), later)
        assert (await training.waiting(ALICE.id, later + DAY))[1] == waiting
    found = await training.find(ALICE.id, number)
    assert found is not None
    assert (found.played, found.solved) == (7, 2)


async def test_the_longest_due_comes_first(training: TrainStore, store: Store) -> None:
    """And when none is due it is known when the next one is."""
    early = card(HELD, 4, 3, worth="draw", spacing=card().spacing.fresh(NOON - DAY))
    await training.keep(study(await ended(store), card(), early), NOON)
    found, count = await training.waiting(ALICE.id, NOON)
    assert found is not None
    assert (found.position, count) == (HELD, 2)
    assert (await training.waiting(ALICE.id, NOON - 2 * DAY)) == (None, 0)
    assert await training.next_at(ALICE.id) == NOON - DAY
    assert await training.next_at(BOB.id) is None


async def test_nobody_reaches_the_card_of_another(training: TrainStore, store: Store) -> None:
    """Neither to look nor to answer."""
    await training.keep(study(await ended(store), card()), NOON)
    assert await training.find(BOB.id, CardId(1)) is None
    assert await training.act(BOB.id, CardId(1), lambda c: c.answered(RIGHT, NOON)) is None
    found = await training.find(ALICE.id, CardId(1))
    assert found is not None
    assert found.solved == 0


async def test_an_act_that_fails_leaves_the_card(training: TrainStore, store: Store) -> None:
    """Nothing of it is stored."""
    await training.keep(study(await ended(store), card()), NOON)

    def fail(_: Card) -> Card:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await training.act(ALICE.id, CardId(1), fail)
    assert (await training.waiting(ALICE.id, NOON))[1] == 1


async def test_there_is_a_most(
    training: TrainStore, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is learned goes first, then what was made first; what is new always stays."""
    monkeypatch.setattr(train_store, "MOST_CARDS", 2)
    boards = [position("4x4", (1, move)) for move in (6, 7, 8, 12)]
    made = [card(board, 3, 2, made_at=NOON + day * DAY) for day, board in enumerate(boards)]
    await training.keep(study(await ended(store), *made[:2]), NOON)
    await training.act(
        ALICE.id, CardId(2), lambda c: c.settled(True, NOON).settled(True, NOON + 2 * DAY)
    )
    await training.keep(study(await ended(store), made[2]), NOON)
    assert await training.find(ALICE.id, CardId(2)) is None
    await training.keep(study(await ended(store), made[3]), NOON)
    kept = [await training.find(ALICE.id, CardId(number)) for number in (1, 3, 4)]
    assert [asked.number if asked else None for asked in kept] == [None, 3, 4]


@pytest.mark.parametrize("winner, solved", [(ALICE, 1), (KINAROW, 0)])
async def test_a_won_game_counts(
    training: TrainStore, store: Store, winner: object, solved: int
) -> None:
    """Once, whenever it is looked at; one that still goes on counts later."""
    await training.keep(study(await ended(store), card()), NOON)
    game = await store.create(replace(session(o=KINAROW, begun=4), position=WON))
    await training.act(ALICE.id, CardId(1), lambda c: c.tried(game.game))
    await training.settle(ALICE.id, NOON)
    before = await training.find(ALICE.id, CardId(1))
    assert before is not None
    assert before.trial == game.game
    over = moves.play(game, ALICE.id, 3) if winner is ALICE else offers.resign(game, ALICE.id)
    await store.save(game, over)
    for _ in range(2):
        await training.settle(ALICE.id, NOON)
    after = await training.find(ALICE.id, CardId(1))
    assert after is not None
    assert (after.solved, after.trial) == (solved, None)


async def test_a_won_position_is_offered_in_turn(training: TrainStore, store: Store) -> None:
    """One that was not solved before one that was; what was only a draw cannot be won."""
    other = card(position("4x4", (1, 6)), 3, 2, made_at=NOON + DAY)
    held = card(HELD, 4, 3, worth="draw")
    await training.keep(study(await ended(store), held, card(), other), NOON)
    first = await training.won_position(ALICE.id)
    assert first is not None
    assert first.position == WON
    await training.act(ALICE.id, first.number, lambda c: c.answered(RIGHT, NOON))
    second = await training.won_position(ALICE.id)
    assert second is not None
    assert second.position == other.position
    assert await training.won_position(BOB.id) is None


async def test_nothing_is_stored_of_who_was_erased_meanwhile(
    training: TrainStore, store: Store
) -> None:
    """A review that takes long knows them still; the store does not."""
    game = await ended(store)
    await store.forget(ALICE.id)
    await training.keep(study(game, card()), NOON)
    assert (await training.waiting(ALICE.id, NOON))[1] == 0
    assert await training.accuracies(ALICE.id, NOON) == []


async def test_erasing_a_person_erases_their_cards_alone(
    training: TrainStore, store: Store
) -> None:
    """Those of the other player of the same game stay."""
    game = await ended(store)
    for person in (ALICE, BOB):
        await training.keep(study(game, card(), person=person), NOON)
    await store.forget(ALICE.id)
    assert await training.count(ALICE.id) == (0, 0)
    assert await training.accuracies(ALICE.id, NOON) == []
    assert await training.count(BOB.id) == (1, 0)
    assert len(await training.accuracies(BOB.id, NOON)) == 1


async def test_progress_counts_what_lies_in_its_time(training: TrainStore, store: Store) -> None:
    """Accuracies by the end of the game, first solutions by their own time."""
    for day in (0, 10):
        game = await ended(store, touched=NOON + day * DAY)
        await training.keep(study(game, card(position("4x4", (1, 6 + day)), 3, 2)), NOON)
    await training.act(ALICE.id, CardId(1), lambda c: c.answered(RIGHT, NOON))
    await training.act(ALICE.id, CardId(1), lambda c: c.answered(RIGHT, NOON + 2 * DAY))
    assert await training.solved(ALICE.id, NOON) == [NOON]
    assert await training.solved(ALICE.id, NOON + DAY) == []
    assert [when for when, _ in await training.accuracies(ALICE.id, NOON + DAY)] == [
        NOON + 10 * DAY
    ]
    assert await training.count(ALICE.id) == (1, 1)


async def test_ratings_are_of_the_game_played_most(training: TrainStore, store: Store) -> None:
    """In this scope, in the order of their games; what was not rated does not count."""
    assert await training.ratings(ALICE.id, HERE, NOON) == (None, ())
    for _ in range(2):
        await played(store, ALICE, EASY)
    await played(store, ALICE, EASY, rules="4x4", moves=(1, 5, 2, 6, 3, 7, 4))
    rules, ratings = await training.ratings(ALICE.id, HERE, NOON - 365 * 30 * DAY)
    stats = (await store.results.stats(HERE, ALICE.id)).games[0]
    assert rules == stats.rules == Rules(3, 3, 3)
    assert stats.rating is not None
    assert [mu for _, mu in ratings][-1] == stats.rating.mu
    assert len(ratings) == 2
    assert await training.ratings(ALICE.id, HERE, NOON + 365 * 30 * DAY) == (None, ())


async def test_training_is_the_same_wherever_one_is(training: TrainStore, store: Store) -> None:
    """A game of any server or channel makes cards for its players."""
    elsewhere = await ended(store, channel=ChannelId(8))
    assert await training.unstudied(ALICE.id, 3) == [elsewhere.game]
