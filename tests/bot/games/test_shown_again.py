"""What of a game is shown again, and whether a board is left out that waits behind a newer one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from bot.client.services import Services
from bot.errors import EngineUnavailable
from bot.games.games import Games
from bot.games.shown_boards import Redraw
from bot.match.notes import Advice, Note, WantedRow
from bot.match.session import (
    Bot,
    Coach,
    GameId,
    MessageId,
    Offer,
    OfferKind,
    Pairing,
    Session,
    Terms,
)
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Level, Rules, Side
from tests.bot.builders import ALICE, session
from tests.bot.games.paper import HERE, Paper
from tests.bot.waiting import engine_down

OFFER = Offer(OfferKind.DRAW, Side.X)


class Hurried(Paper):
    """A screen that has to be answered."""

    hurried = True


class Press(Paper):
    """A screen that keeps which boards were to be posted again."""

    def __init__(self) -> None:
        super().__init__()
        self.again: list[bool] = []

    async def show(
        self,
        session: Session,
        notes: Iterable[Note] = (),
        *,
        living: MessageId | None = None,
        again: bool = False,
    ) -> MessageId:
        """Keep the board."""
        self.again.append(again)
        return await super().show(session, notes, living=living, again=again)


def stored(version: int, game: int = 1, offer: Offer | None = None) -> Session:
    """A version of a game."""
    return replace(session((5,)), game=GameId(game), version=version, offer=offer)


OLDER = Redraw(Paper(), stored(3))
NEWER = Redraw(Paper(), stored(4))


@pytest.mark.parametrize(
    "older, newer, is_so",
    [
        (OLDER, NEWER, True),
        (OLDER, None, False),
        (OLDER, OLDER, False),
        (NEWER, OLDER, False),
        (OLDER, Redraw(Paper(), stored(4, game=2)), False),
        (OLDER, NEWER._replace(board=False, offer=True), False),
        (OLDER._replace(again=True), NEWER, False),
        (Redraw(Hurried(), stored(3)), NEWER, False),
        (OLDER._replace(notes=(WantedRow(),)), NEWER, False),
        (Redraw(Paper(), stored(3, offer=OFFER), offer=True), NEWER, True),
        (
            Redraw(Paper(), stored(3, offer=OFFER), offer=True),
            Redraw(Paper(), stored(4, offer=OFFER)),
            False,
        ),
    ],
)
def test_what_is_left_out_for_a_newer_board(
    older: Redraw, newer: Redraw | None, is_so: bool
) -> None:
    """Only where nothing is lost: no answer, no word to everybody, and no offer that stands."""
    assert older.is_outdated(newer) is is_so


async def test_advice_is_left_out_with_its_board(games: Games, paper: Paper) -> None:
    """It is about a board that nobody sees any more."""
    terms = Terms(Rules.parse("3x3"), Side.X, Coach.BEFORE)
    await games.begin(paper, Pairing(HERE, None, ALICE, Bot(Level.PERFECT), terms))
    await games.move(paper, await games.live(HERE), ALICE.id, 5, None)
    advised = [note for note in paper.notes[-1] if isinstance(note, Advice)]
    assert advised
    older = Redraw(paper, stored(3), advised)
    assert older.is_outdated(NEWER)


async def owe(games: Games, store: Store, paper: Paper) -> Session:
    """A game in which the engine owes a move, and the board does not show that of alice."""
    terms = Terms(Rules.parse("4x4"), Side.X, Coach.OFF)
    await games.begin(paper, Pairing(HERE, None, ALICE, Bot(Level.HARD), terms))
    seen = await games.live(HERE)
    return await store.save(seen, seen.play(ALICE.id, 6))


async def test_a_board_without_the_answer_is_shown_once(
    services: Services, games: Games, store: Store, thinker: Thinker, paper: Paper
) -> None:
    """However often the engine is asked in vain."""
    owed = await owe(games, store, paper)
    with engine_down(thinker):
        for _ in range(2):
            with pytest.raises(EngineUnavailable):
                await services.backlog.resume_game(paper, HERE, owed.game)
    assert [board.position.ply for board in paper.shown] == [0, 1]


async def test_a_board_that_is_asked_for_is_posted_again(games: Games, store: Store) -> None:
    """With a move that was owed, too: it stands below the word that asked for it."""
    press = Press()
    await owe(games, store, press)
    await games.board(press, HERE)
    await games.board(press, HERE)
    assert press.again == [False, True, True]
