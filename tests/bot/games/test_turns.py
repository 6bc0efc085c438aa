"""What is shown when several moves come while Discord takes no board."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from bot.client.services import Services
from bot.games import turns
from bot.games.games import Games
from bot.match.notes import LevelChanged, Note
from bot.match.session import Bot, Coach, Ending, MessageId, Pairing, Session, Terms, offers, seats
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Level, Rules, Side
from tests.bot.builders import ALICE, BOB
from tests.bot.games.paper import HERE, Paper
from tests.bot.waiting import held, until


class Full(Paper):
    """A screen for which there is no room until somebody makes some."""

    def __init__(self) -> None:
        super().__init__()
        self.room = asyncio.Event()
        self.room.set()
        self.free = asyncio.Event()
        self.free.set()

    async def ready(self) -> None:
        """Wait for room."""
        await self.room.wait()

    def hold_next(self) -> asyncio.Event:
        """Let boards take until this is set."""
        self.free.clear()
        return self.free

    async def show(
        self,
        session: Session,
        notes: Iterable[Note] = (),
        *,
        living: MessageId | None = None,
        again: bool = False,
    ) -> MessageId:
        """Keep the board when Discord has taken it."""
        await self.free.wait()
        return await super().show(session, notes, living=living, again=again)


class Refusing(Paper):
    """A screen that may refuse the next board."""

    refuses = False

    async def show(self, session: Session, *args: Any, **options: Any) -> MessageId:
        """Keep the board, or refuse it."""
        if self.refuses:
            self.refuses = False
            raise OSError("no paper just now")
        return await super().show(session, *args, **options)


@pytest.fixture
def full() -> Full:
    """A screen with room for a first board."""
    return Full()


async def played(games: Games, screen: Paper, *moves: int) -> list[asyncio.Task[None]]:
    """Let two people play, each as soon as the move before is stored."""
    tasks = []
    for move in moves:
        seen = await games.turns.live(HERE)
        user = seen.people[seen.position.ply % 2].id
        tasks.append(asyncio.create_task(games.move(screen, seen, user, move, None)))
        while (await games.turns.live(HERE)).version == seen.version:
            pass  # reading lets the move go on
    return tasks


async def test_of_boards_that_wait_the_newest_is_shown(
    services: Services, games: Games, store: Store, full: Full
) -> None:
    """The others would be out of date when they come; nobody waits for them longer than for it."""
    await games.beginnings.begin(
        full, Pairing(HERE, None, ALICE, BOB, Terms(Rules.parse("4x4"), Side.X))
    )
    full.room.clear()
    moves = await played(games, full, 1, 2, 3, 4)
    await until(lambda: services.turns.boards._newest[HERE].session.position.ply == 4)
    full.room.set()
    await asyncio.gather(*moves)
    assert [board.position.ply for board in full.shown] == [0, 4]
    assert await store.boards.is_shown(await games.turns.live(HERE))


async def test_a_board_that_is_left_out_leaves_the_newer_one_on_its_way(
    services: Services, games: Games, full: Full
) -> None:
    """Until that is shown the channel is busy, and what waits there is not shown by others."""
    await games.beginnings.begin(
        full, Pairing(HERE, None, ALICE, BOB, Terms(Rules.parse("4x4"), Side.X))
    )
    full.room.clear()
    older, newer = await played(games, full, 1, 2)
    await until(lambda: services.turns.boards._newest[HERE].session.position.ply == 2)
    drawing = full.hold_next()
    full.room.set()
    await older
    assert services.turns.is_busy(HERE)
    drawing.set()
    await newer
    assert not services.turns.is_busy(HERE)


async def test_a_board_on_its_way_is_not_shown_by_others(
    services: Services, games: Games, full: Full
) -> None:
    """Looking for what was never shown finds it busy."""
    await games.beginnings.begin(
        full, Pairing(HERE, None, ALICE, BOB, Terms(Rules.parse("4x4"), Side.X))
    )
    full.room.clear()
    (move,) = await played(games, full, 1)
    await until(lambda: services.turns.boards.is_showing(HERE))
    other, game = Paper(), (await games.turns.live(HERE)).game
    resumed = asyncio.create_task(services.backlog.resume_game(other, HERE, game))
    boards = services.turns.boards
    await until(lambda: resumed.done() or boards._newest[HERE].screen is other)
    full.room.set()
    await asyncio.gather(move, resumed)
    assert other.shown == []


async def test_a_word_under_a_board_is_not_left_out(games: Games, full: Full) -> None:
    """What is said to everybody is shown with the board that it belongs to."""
    terms = Terms(Rules.parse("3x3"), Side.X, Coach.OFF)
    await games.beginnings.begin(full, Pairing(HERE, None, ALICE, Bot(Level.PERFECT), terms))
    full.room.clear()
    easier = asyncio.create_task(games.act(full, HERE, ALICE.id, partial(seats.at_level, steps=-1)))
    version = (await games.turns.live(HERE)).version
    while (await games.turns.live(HERE)).version == version:
        pass  # reading lets the change go on
    move = asyncio.create_task(games.move(full, await games.turns.live(HERE), ALICE.id, 5, None))
    await until(lambda: len(asyncio.all_tasks()) >= 3)
    full.room.set()
    await asyncio.gather(easier, move)
    assert any(isinstance(note, LevelChanged) for notes in full.notes for note in notes)


async def test_the_last_board_of_a_game_is_shown(games: Games, store: Store, full: Full) -> None:
    """Even if the next game begins at once."""
    pairing = Pairing(HERE, None, ALICE, BOB, Terms(Rules.parse("3x3"), Side.X))
    await games.beginnings.begin(full, pairing)
    full.room.clear()
    game = (await games.turns.live(HERE)).game
    over = asyncio.create_task(games.resign(full, HERE, ALICE.id))
    while await games.turns.find(HERE) is not None:
        pass  # reading lets it go on
    new = asyncio.create_task(games.beginnings.begin(full, pairing))
    while await games.turns.find(HERE) is None:
        pass
    full.room.set()
    await asyncio.gather(over, new)
    assert [(board.game == game, board.ending is None) for board in full.shown] == [
        (True, True),
        (True, False),
        (False, True),
    ]


async def test_a_board_before_the_answer_that_is_refused_costs_no_answer(
    games: Games, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the engine thinks long the board is shown without it; then the answer comes."""
    monkeypatch.setattr(turns, "_SHOWN_AFTER", 0.0)
    refusing = Refusing()
    terms = Terms(Rules.parse("4x4"), Side.X, Coach.OFF)
    await games.beginnings.begin(refusing, Pairing(HERE, None, ALICE, Bot(Level.HARD), terms))
    refusing.refuses = True
    with held(thinker):
        move = asyncio.create_task(
            games.move(refusing, await games.turns.live(HERE), ALICE.id, 5, None)
        )
        await until(lambda: not refusing.refuses)
    await move
    assert [board.position.ply for board in refusing.shown] == [0, 2]


async def test_an_act_with_one_answer_shows_no_board_before_it(
    games: Games, thinker: Thinker, paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board before it would be that answer."""
    monkeypatch.setattr(turns, "_SHOWN_AFTER", 0.01)
    terms = Terms(Rules.parse("4x4"), Side.X, Coach.OFF)
    await games.beginnings.begin(paper, Pairing(HERE, None, ALICE, Bot(Level.HARD), terms))
    paper.hurried = True
    with held(thinker):
        move = asyncio.create_task(
            games.move(paper, await games.turns.live(HERE), ALICE.id, 5, None)
        )
        await until(lambda: paper.held == 1)
    await move
    assert [board.position.ply for board in paper.shown] == [0, 2]


async def test_a_board_that_is_refused_is_told(services: Services, games: Games) -> None:
    """To the retry; until then nobody else knows."""
    unshown: list[int] = []
    unlisten = services.backlog.turns.unshown.add(
        lambda session: unshown.append(session.position.ply)
    )
    refusing = Refusing()
    pairing = Pairing(HERE, None, ALICE, BOB, Terms(Rules.parse("3x3"), Side.X))
    await games.beginnings.begin(refusing, pairing)
    for refuses in (False, True):
        refusing.refuses = refuses
        seen = await games.turns.live(HERE)
        with suppress(OSError):
            user = seen.people[seen.position.ply % 2].id
            await games.move(refusing, seen, user, seen.position.legal[0], None)
    unlisten()
    assert unshown == [2]


async def test_a_game_is_not_ended_after_a_move_that_was_not_seen(
    services: Services, games: Games, paper: Paper
) -> None:
    """Whose time was over has moved after all: the game goes on."""
    await games.beginnings.begin(
        paper, Pairing(HERE, None, ALICE, BOB, Terms(Rules.parse("3x3"), Side.X))
    )
    late = await games.turns.live(HERE)
    await games.move(paper, late, ALICE.id, 5, None)
    await services.turns.end(paper, late, offers.run_out)
    assert (await games.turns.live(HERE)).position.moves == (5,)
    await services.turns.end(paper, await games.turns.live(HERE), offers.run_out)
    assert paper.shown[-1].ending is Ending.TIME


async def test_a_note_that_could_not_be_sent_is_shown_later(
    games: Games, store: Store, paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts as told only when it was."""
    await games.beginnings.begin(
        paper, Pairing(HERE, None, ALICE, BOB, Terms(Rules.parse("3x3"), Side.X))
    )

    async def refuse(session: Session, note: Note) -> None:
        raise OSError("refused")

    for refuses in (False, True):
        await games.draw(paper, HERE, ALICE.id)
        if refuses:
            monkeypatch.setattr(paper, "tell", refuse)
        with suppress(OSError):
            await games.decline(paper, HERE, BOB.id)
        assert await store.boards.is_shown(await games.turns.live(HERE)) is not refuses


async def test_a_board_that_waits_does_not_name_who_is_erased(games: Games, full: Full) -> None:
    """It is read anew when there is room for it."""
    pairing = Pairing(HERE, None, ALICE, BOB, Terms(Rules.parse("3x3"), Side.X))
    await games.beginnings.begin(full, pairing)
    full.room.clear()
    over = asyncio.create_task(games.resign(full, HERE, ALICE.id))
    while await games.turns.find(HERE) is not None:
        pass  # reading lets it go on
    await games.forget(ALICE.id)
    full.room.set()
    await over
    assert [board.x.name == ALICE.name for board in full.shown] == [True, False]


async def test_only_the_end_of_a_game_is_told_to_those_who_ask_for_ends(
    services: Services, games: Games, paper: Paper
) -> None:
    """Once; its beginning and its moves are not, and nobody is told of a vote."""
    ended: list[Ending | None] = []
    polled: list[Session] = []
    services.turns.polled.add(polled.append)
    unlisten = services.turns.ended.add(lambda session: ended.append(session.ending))
    pairing = Pairing(HERE, None, ALICE, BOB, Terms(Rules.parse("3x3"), Side.X))
    await games.beginnings.begin(paper, pairing)
    await games.move(paper, await games.turns.live(HERE), ALICE.id, 5, None)
    assert ended == []
    await games.resign(paper, HERE, BOB.id)
    unlisten()
    await games.beginnings.begin(paper, pairing)
    await games.resign(paper, HERE, ALICE.id)
    assert (ended, polled) == ([Ending.RESIGNED], [])
