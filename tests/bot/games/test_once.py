"""What is stored, and acknowledged, no more often than it has to be; and what arrives twice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from bot.errors import UserError
from bot.games.coaching import Coaching
from bot.games.games import Games
from bot.match.notes import Helped
from bot.match.session import (
    Bot,
    Coach,
    MessageId,
    Pairing,
    Session,
    Terms,
    UserId,
    moves,
    offers,
    seats,
)
from bot.store import Store
from engine import LADDER, Rules, Side
from tests.bot.builders import ALICE, BOB, KINAROW
from tests.bot.games.paper import HERE, Paper, match, stored
from tests.bot.store.statements import statements

STOP = partial(offers.stop, may_manage=False)
EASED = partial(seats.at_level, steps=-1)


async def test_a_first_hint_and_an_offer_are_two_commits_each(
    games: Games, coaching: Coaching, store: Store, paper: Paper
) -> None:
    """The message that shows the board goes on showing it.

    Which move was named is stored, and that an offer was posted.
    """
    await games.beginnings.begin(paper, match())
    with statements(store) as made:
        await coaching.hint(paper, await games.turns.live(HERE), ALICE.id)
    assert made.count("COMMIT") == 2
    with statements(store) as made:
        await games.draw(paper, HERE, ALICE.id)
    assert made.count("COMMIT") == 2
    session = await games.turns.live(HERE)
    assert session.aided == {ALICE}
    assert paper.announced == [Helped(ALICE)]
    assert session.offer is not None
    assert await store.boards.is_shown(session)


async def test_a_move_is_one_read_and_two_commits(games: Games, store: Store, paper: Paper) -> None:
    """It is stored, and after it was shown that is noted; also with the engine's answer."""
    await games.beginnings.begin(paper, match(other=KINAROW))
    with statements(store) as made:
        await games.move(paper, await games.turns.live(HERE), ALICE.id, 5, MessageId(1))
    read, stored = "SELECT", "UPDATE INSERT INSERT INSERT"
    shown = "SELECT UPDATE INSERT SELECT"  # on paper each board leaves an old one
    one = "BEGIN SAVEPOINT {} RELEASE COMMIT"
    assert " ".join(made) == f"{read} {one.format(stored)} {one.format(shown)}"


async def test_a_beginning_is_acknowledged_once(games: Games, paper: Paper) -> None:
    """When its game is stored; where another is on, whoever asked hears so and nothing else."""
    await games.beginnings.begin(paper, match())
    assert paper.acknowledged == 1
    with pytest.raises(UserError):
        await games.beginnings.begin(paper, match())
    assert paper.acknowledged == 1


async def test_a_refusal_is_not_acknowledged(games: Games, paper: Paper) -> None:
    """Whoever may not do what they want hears so alone, before anything is acknowledged."""
    await games.beginnings.begin(paper, match())
    seen, before = await games.turns.live(HERE), paper.acknowledged
    for refused in (
        games.move(paper, seen, BOB.id, 5, None),
        games.act(paper, HERE, ALICE.id, offers.undo, seen),
        games.accept(paper, HERE, ALICE.id, seen),
    ):
        with pytest.raises(UserError):
            await refused
    assert paper.acknowledged == before
    await games.move(paper, seen, ALICE.id, 5, None)
    assert paper.acknowledged == before + 1


Doing = Callable[[Games, Paper, MessageId], Awaitable[None]]
DOINGS: dict[str, Doing] = {
    "undo": lambda games, paper, id_: games.act(paper, HERE, BOB.id, offers.undo, message=id_),
    "draw": lambda games, paper, id_: games.draw(paper, HERE, ALICE.id, id_),
    "stop": lambda games, paper, id_: games.act(paper, HERE, ALICE.id, STOP, message=id_),
    "swap": lambda games, paper, id_: games.act(paper, HERE, BOB.id, moves.take_over, message=id_),
}


@pytest.mark.parametrize("doing", DOINGS)
async def test_an_act_that_arrives_twice_is_done_once(
    games: Games, store: Store, paper: Paper, doing: str
) -> None:
    """Also in another process: the store knows its message."""
    terms = Terms(Rules.parse("3x3"), Side.X, Coach.OFF, swap=doing == "swap")
    await games.beginnings.begin(paper, Pairing(HERE, None, ALICE, BOB, terms))
    for user, move in zip((ALICE, BOB, ALICE, BOB), (5, 1, 9, 3), strict=True):
        await games.move(paper, await games.turns.live(HERE), user.id, move, None)
        if doing == "swap":
            break
    await DOINGS[doing](games, paper, MessageId(99))
    session = await stored(store)
    assert await store.is_processed(MessageId(99))
    shown = len(paper.shown), len(paper.asked)
    await DOINGS[doing](games, paper, MessageId(99))
    assert await stored(store) == session
    assert (len(paper.shown), len(paper.asked)) == shown


@pytest.mark.parametrize("doing", ["accept", "decline"])
async def test_an_answer_that_arrives_twice_counts_once(
    games: Games, store: Store, paper: Paper, doing: str
) -> None:
    """Another offer may stand by then, which it does not answer."""
    await games.beginnings.begin(paper, match())
    for user, move in zip((ALICE, BOB), (5, 1), strict=True):
        await games.move(paper, await games.turns.live(HERE), user.id, move, None)
    await games.act(paper, HERE, ALICE.id, offers.undo)
    answer = games.accept if doing == "accept" else games.decline
    await answer(paper, HERE, BOB.id, message=MessageId(99))
    await games.draw(paper, HERE, ALICE.id)
    session = await stored(store)
    assert session.offer is not None
    await answer(paper, HERE, BOB.id, message=MessageId(99))
    assert await stored(store) == session


async def test_another_level_that_arrives_twice_is_one_step(
    games: Games, store: Store, paper: Paper
) -> None:
    """And not two."""
    await games.beginnings.begin(paper, match(other=KINAROW))
    for _ in range(2):
        await games.act(paper, HERE, ALICE.id, EASED, message=MessageId(99))
    assert (await stored(store)).bot == Bot(LADDER[-2])


async def test_messages_read_back_count_once_and_in_order(
    games: Games, store: Store, paper: Paper
) -> None:
    """A message that has ended an earlier game does nothing; one from before a move is late."""

    async def read_back(message: int, user: UserId, move: int) -> Session | None:
        session = await games.turns.live(HERE)
        return await games.replay(
            paper, session, lambda seen: moves.play(seen, user, move), MessageId(message)
        )

    await games.beginnings.begin(paper, match())
    await games.act(paper, HERE, ALICE.id, offers.resign, message=MessageId(99))
    await games.beginnings.begin(paper, match())
    assert await read_back(99, ALICE.id, 5) is None
    assert (await stored(store)).position.ply == 0
    assert await read_back(101, ALICE.id, 5) is not None
    assert await read_back(101, BOB.id, 1) is None
    with pytest.raises(UserError):
        await read_back(100, BOB.id, 1)
    assert (await stored(store)).position.moves == (5,)
