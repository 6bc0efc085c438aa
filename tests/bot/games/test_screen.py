"""What of a game is shown again or left out, and channels that were found closed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.client.services import Services
from bot.errors import EngineUnavailable
from bot.games.games import Games
from bot.games.screen import CONFIRM_AFTER, Closures, Redraw
from bot.match.notes import Advice, Fact, Note
from bot.match.session import (
    Bot,
    ChannelId,
    Coach,
    GameId,
    MessageId,
    Offer,
    OfferKind,
    Pairing,
    Session,
    Terms,
    moves,
)
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Level, Rules, Side
from tests.bot.builders import ALICE, session
from tests.bot.games.paper import HERE, Paper
from tests.bot.waiting import engine_down

OLD = session()
NEW = replace(OLD, version=OLD.version + 1)
OFFER = Offer(OfferKind.DRAW, Side.X)
NEWEST = Redraw(Paper(), NEW)

THERE = ChannelId(8)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Answer(Paper):
    """The answer to a slash command."""

    hurried = True


def test_a_board_is_left_out_for_a_newer_one() -> None:
    """Of the same game, which is shown as a board."""
    old = Redraw(Paper(), OLD)
    assert old.is_outdated(NEWEST)
    assert not old.is_outdated(old)
    assert not NEWEST.is_outdated(old)
    assert not old.is_outdated(NEWEST._replace(board=False))
    assert not old.is_outdated(NEWEST._replace(session=replace(NEW, game=GameId(OLD.game + 1))))


@pytest.mark.parametrize(
    "wanted",
    [
        Redraw(Paper(), OLD, again=True),
        Redraw(Answer(), OLD),
        Redraw(Paper(), OLD, [Fact.DRAW_REFUSED]),
        Redraw(Paper(), replace(OLD, offer=OFFER), offer=True),
    ],
)
def test_a_newer_board_drops_no_answer_note_or_offer(wanted: Redraw) -> None:
    """A board that was asked for, an answer, a note, and an offer that stands."""
    assert not wanted.is_outdated(NEWEST._replace(session=replace(NEW, offer=wanted.session.offer)))


def test_an_offer_that_is_answered_is_left_out() -> None:
    """The newer board tells how it went."""
    assert Redraw(Paper(), replace(OLD, offer=OFFER), offer=True).is_outdated(NEWEST)


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
        (OLDER, OLDER, False),
        (NEWER, OLDER, False),
        (OLDER, Redraw(Paper(), stored(4, game=2)), False),
        (OLDER, NEWER._replace(board=False, offer=True), False),
        (OLDER._replace(again=True), NEWER, False),
        (Redraw(Hurried(), stored(3)), NEWER, False),
        (OLDER._replace(notes=(Fact.WANTED_ROW,)), NEWER, False),
        (Redraw(Paper(), stored(3, offer=OFFER), offer=True), NEWER, True),
        (
            Redraw(Paper(), stored(3, offer=OFFER), offer=True),
            Redraw(Paper(), stored(4, offer=OFFER)),
            False,
        ),
    ],
)
def test_a_board_is_left_out_only_where_nothing_is_lost(
    older: Redraw, newer: Redraw, is_so: bool
) -> None:
    """Only where nothing is lost: no answer, no word to everybody, and no offer that stands."""
    assert older.is_outdated(newer) is is_so


async def test_advice_is_left_out_with_its_board(games: Games, paper: Paper) -> None:
    """It is about a board that nobody sees any more."""
    terms = Terms(Rules.parse("3x3"), Side.X, Coach.BEFORE)
    await games.beginnings.begin(paper, Pairing(HERE, None, ALICE, Bot(Level.PERFECT), terms))
    await games.move(paper, await games.turns.live(HERE), ALICE.id, 5, None)
    advised = [note for note in paper.notes[-1] if isinstance(note, Advice)]
    assert advised
    older = Redraw(paper, stored(3), advised)
    assert older.is_outdated(NEWER)


async def owe(games: Games, store: Store, paper: Paper) -> Session:
    """A game in which the engine owes a move, and the board does not show that of alice."""
    terms = Terms(Rules.parse("4x4"), Side.X, Coach.OFF)
    await games.beginnings.begin(paper, Pairing(HERE, None, ALICE, Bot(Level.HARD), terms))
    seen = await games.turns.live(HERE)
    return await store.save(seen, moves.play(seen, ALICE.id, 6))


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


class Clock:
    """A clock that stands still until it is set."""

    now = NOON

    def __call__(self) -> datetime:
        """What time it is."""
        return self.now


def test_once_is_not_enough() -> None:
    """Nor is twice in a moment."""
    closures = Closures(Clock())
    assert not closures.note(HERE)
    assert not closures.note(HERE)


def test_twice_with_time_between_is() -> None:
    """For that channel alone."""
    closures = Closures(clock := Clock())
    closures.note(HERE)
    clock.now += CONFIRM_AFTER - timedelta(seconds=1)
    assert not closures.note(HERE)
    clock.now += timedelta(seconds=1)
    assert closures.note(HERE)
    assert not closures.note(THERE)


def test_a_channel_that_was_open_in_between_begins_anew() -> None:
    """What was met before does not count then."""
    closures = Closures(clock := Clock())
    closures.note(HERE)
    closures.forget(HERE)
    clock.now += CONFIRM_AFTER
    assert not closures.note(HERE)


def test_the_channels_met_last_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as there is room for, and no fewer."""
    monkeypatch.setattr("bot.games.screen._SIZE", 2)
    closures = Closures(clock := Clock())
    for channel in (HERE, THERE):
        closures.note(channel)
    clock.now += CONFIRM_AFTER
    assert closures.note(HERE)
    assert closures.note(THERE)
    assert not closures.note(ChannelId(9))
    assert closures.note(THERE)
    assert not closures.note(HERE)
