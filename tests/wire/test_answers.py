"""What people answer and choose: the bot is killed as soon as it acknowledges that."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from typing import Final

import pytest
import pytest_asyncio

from bot.features.coach import coach_choices
from bot.features.puzzle.collection_store import RunStore, TrialStore
from bot.features.puzzle.store import PuzzleStore
from bot.features.puzzle.taste import ANY, Asked
from bot.features.puzzle.values import Run
from bot.features.start.store import ChallengeStore
from bot.features.tournament.store import TournamentStore
from bot.features.train.store import TrainStore
from bot.features.train.values import CardId, Spacing
from bot.match.session import ChannelId, Coach, Ending, Person, ScopeId, UserId
from bot.store.given import GivenAnswers
from engine import puzzle_collection
from tests.bot.builders import session
from tests.bot.features.train.cards import GAME, card, study
from tests.bot.puzzles import DISCS, GOMOKU, daily
from tests.soon import PATIENCE
from tests.wire.faults import CALLBACK, Break
from tests.wire.rooms import ALICE as ALICE_THERE
from tests.wire.rooms import BOB as BOB_THERE
from tests.wire.rooms import GUILD, OTHER_GUILD, Room
from tests.wire.world import World, open_world

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]

ALICE: Final = Person(UserId(int(ALICE_THERE["id"])), "alice")
BOB: Final = Person(UserId(int(BOB_THERE["id"])), "bob")
LATER: Final = datetime(2100, 1, 1, tzinfo=UTC)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """A bot that is not started yet."""
    async with open_world(tmp_path_factory.mktemp("wire")) as world:
        yield world


async def test_an_answer_is_stored_before_it_is_acknowledged(world: World) -> None:
    """Killed while Discord is being told that answers were heard: each of them counts, once.

    Right ones and wrong ones, known at once and those that take a search.
    """
    stores = Stores(world)
    today = datetime.now(UTC).date()
    for scope, puzzle in ((GUILD, DISCS), (OTHER_GUILD, GOMOKU)):
        await stores.daily.keep(ScopeId(scope), daily(puzzle, today))
    known, searched = number_of(slower=True), number_of(slower=False)
    now = datetime.now(UTC).replace(microsecond=0)
    runs = {
        person: Run(person, now, (number,)) for person, number in ((ALICE, known), (BOB, searched))
    }
    for run in runs.values():
        await stores.runs.begin(run)
    game = await world.store.create(session(GAME, x=ALICE, o=BOB))
    for person in (ALICE, BOB):
        await stores.cards.keep(study(game, card(), person=person), now)
    await world.connect()
    here, there = world.discord.room(GUILD), world.discord.room(OTHER_GUILD)
    pressed = [
        (here, f"ttt:answer:{today}:0:4", "alice"),
        (here, f"ttt:answer:{today}:0:1", "bob"),
        (there, f"ttt:answer:{today}:0:83", "alice"),
        (there, f"ttt:answer:{today}:0:1", "bob"),
        (here, f"ttt:more:move:{Asked.of(known, ANY)}:0:{other(known)}", "alice"),
        (here, f"ttt:more:move:{Asked.of(searched, ANY)}:0:{other(searched)}", "bob"),
        (here, f"ttt:more:solution:{Asked.of(known + 1, ANY)}", "bob"),
        *(
            (here, f"ttt:run:{':'.join(map(str, run.step))}:{other(run.numbers[0])}", person.name)
            for person, run in runs.items()
        ),
        (here, "ttt:train:move:1:3", "alice"),
        (here, "ttt:train:move:2:8", "bob"),
    ]
    silence = world.discord.fail(CALLBACK, Break.SILENCE, len(pressed))
    for room, id_, name in pressed:
        press(world, room, id_, name)
    await world.until(lambda: silence.met == len(pressed))
    await world.program.kill()
    await world.connect()
    async with asyncio.timeout(PATIENCE):
        while await stores.answers.left(LATER):  # noqa: ASYNC110 - another process judges
            await asyncio.sleep(0.05)
    for scope in (ScopeId(GUILD), ScopeId(OTHER_GUILD)):
        right = await stores.daily.attempt(scope, today, ALICE)
        missed = await stores.daily.attempt(scope, today, BOB)
        assert (right.found, right.misses, missed.found, missed.misses) == (1, 0, 0, 1)
    for person, number in ((ALICE, known), (BOB, searched)):
        tried = await stores.trials.attempt(person, number)
        assert tried.found + tried.misses == 1
    assert (await stores.trials.attempt(BOB, known + 1)).given_up
    for person in runs:
        found = await stores.runs.find(person)
        assert found is not None
        assert found.found + len(found.numbers) == 2  # a move further, or a puzzle
    right_card = await stores.cards.find(ALICE.id, CardId(1))
    missed_card = await stores.cards.find(BOB.id, CardId(2))
    assert right_card is not None
    assert missed_card is not None
    assert right_card.solved == 1
    assert missed_card.spacing.due != Spacing.fresh(now).due


async def test_choices_are_stored_before_they_are_acknowledged(world: World) -> None:
    """To leave a tournament, to have a coach, to be forgotten: killed at the same moment."""
    if not world.program.running:
        await world.connect()
    stores = Stores(world)
    cup, played = world.discord.room(), await world.game()
    await world.say(cup, "!ttt tournament 5m")
    for person in ("alice", "bob"):
        joined = world.discord.press(cup, "Join", by=person)
        await world.until(lambda joined=joined: joined.acknowledged)  # type: ignore[misc]
    opened = await stores.cups.newest(ChannelId(cup.id))
    assert opened is not None
    assert len(opened.active) == 2
    silence = world.discord.fail(CALLBACK, Break.SILENCE, 3)
    world.discord.press(cup, "Leave", by="alice")
    world.discord.command(played, "do", words="coach before")
    press(world, played, f"ttt:forget:{BOB.id}", "bob")
    await world.until(lambda: silence.met == 3)
    await world.program.kill()
    left = await stores.cups.newest(ChannelId(cup.id))
    assert left is not None
    assert ALICE.id not in [player.person.id for player in left.active]
    assert await coach_choices(world.store.database).chosen(ALICE.id) is Coach.BEFORE
    assert await stores.cards.find(BOB.id, CardId(2)) is None


@pytest.mark.parametrize("words", ["!ttt start connect4 x", "!ttt start <@3> connect4"])
async def test_a_game_in_place_of_another_is_stored_before_the_press_is_acknowledged(
    world: World, words: str
) -> None:
    """The old one has ended, and the new one has begun or is asked for."""
    if not world.program.running:
        await world.connect()
    room = await world.game()
    first = await world.session(room)
    await world.say(room, words)
    await world.until(partial(world.discord.has_button, room, "End it and start"))
    silence = world.discord.fail(CALLBACK, Break.SILENCE, 1)
    world.discord.press(room, "End it and start")
    await world.until(lambda: silence.met == 1)
    await world.program.kill()
    ended = await world.store.find(first.game)
    assert ended is not None
    assert ended.ending is Ending.STOPPED
    store = ChallengeStore(world.store.database)
    asked = await store.waiting_in(ScopeId(GUILD), ChannelId(room.id))
    if "<@3>" in words:
        assert [challenge.opponent for challenge in asked] == [BOB.id]
    else:
        assert (await world.session(room)).game > first.game


class Stores:
    """What keeps the answers of people."""

    def __init__(self, world: World) -> None:
        database = world.store.database
        self.daily, self.trials = PuzzleStore(database), TrialStore(database)
        self.runs, self.cards = RunStore(database), TrainStore(database)
        self.answers, self.cups = GivenAnswers(database), TournamentStore(database)


def number_of(*, slower: bool) -> int:
    """A puzzle of the collection, whose grades are known at once or take a search."""
    collection = puzzle_collection()
    entries = (collection[entry.number] for entry in collection.entries if entry.moves <= 3)
    return next(one.number for one in entries if (one.puzzle.slower is not None) is slower)


def other(number: int) -> int:
    """A move that is not the solution of a puzzle of the collection."""
    puzzle = puzzle_collection()[number].puzzle
    return next(move for move in puzzle.start.legal if not puzzle.solves(0, move))


def press(world: World, room: Room, id_: str, by: str) -> None:
    """Press a button of some message."""
    world.discord.interact(room, 3, {"custom_id": id_, "component_type": 2}, by)
