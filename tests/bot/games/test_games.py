"""The service between people, store and engine, on a screen of paper."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from functools import partial
from random import Random

import pytest
import sqlalchemy as sa

from bot.client.services import GamesConfig, Services
from bot.errors import ChannelClosed, ConflictError, Problem, UnreadableGame, UserError
from bot.games import turns
from bot.games.games import Games
from bot.games.screen import CONFIRM_AFTER
from bot.match.guilds import Shards
from bot.match.notes import Advice, Fact, Loaded, Note
from bot.match.rating import Skill
from bot.match.session import (
    Bot,
    ChannelId,
    Coach,
    Crowd,
    Ending,
    GameId,
    GuildId,
    MessageId,
    Pairing,
    Session,
    Terms,
    moves,
    offers,
    seats,
)
from bot.pool.queue import NOBODY, Asker
from bot.pool.thinker import Thinker
from bot.show.text import notes
from bot.store import Store
from bot.store.database import transaction
from engine import LADDER, Level, Limit, Position, Rules, Side
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, position, session
from tests.bot.games.paper import HERE, Clock, Paper, match, process, stored
from tests.bot.waiting import engine_down, held, until

DAY = timedelta(days=1)
THINKING = Bot(Level.HARD)
"""An engine that knows no board by heart."""
STOP = partial(offers.stop, may_manage=False)
SECOND = Terms(Rules.parse("3x3"), Side.O)


class Obedient(Thinker):
    """An engine that takes the first free tile and remembers how strong it was to be."""

    def __init__(self) -> None:
        self.levels: list[Level] = []

    async def choose(
        self,
        position: Position,
        level: Level,
        limit: Limit,
        seed: int,
        *,
        asker: Asker = NOBODY,
    ) -> int:
        """The first legal move."""
        self.levels.append(level)
        return position.legal[0]

    def probe_tablebase(self, position: Position, level: Level, rng: Random) -> None:
        """Nothing by heart."""


async def test_a_move_is_stored_before_it_is_shown(
    services: Services, games: Games, store: Store, paper: Paper
) -> None:
    """When the screen fails, the move stands nevertheless."""

    class Torn(Paper):
        async def show(
            self,
            session: Session,
            notes: Iterable[Note] = (),
            *,
            living: MessageId | None = None,
            again: bool = False,
        ) -> MessageId:
            raise OSError("torn")

    await games.beginnings.begin(paper, match())
    with pytest.raises(OSError, match="torn"):
        await games.move(Torn(), await games.turns.live(HERE), ALICE.id, 5, None)
    assert (await stored(store)).position.moves == (5,)
    assert [found.game for found in await services.backlog.waiting()] == [
        (await stored(store)).game
    ]


async def test_a_move_that_is_broken_off_after_its_commit_stands(
    store: Store, thinker: Thinker, clock: Clock, paper: Paper
) -> None:
    """What was not told of it is read: it is played once, and waits to be shown."""

    class Silent(Store):
        """Says nothing of the first change that it has kept."""

        kept = asyncio.Event()

        async def save(
            self,
            before: Session,
            after: Session,
            message: MessageId | None = None,
            *,
            same_board: bool = False,
        ) -> Session:
            after = await super().save(before, after, message, same_board=same_board)
            if not self.kept.is_set():
                self.kept.set()
                await asyncio.Event().wait()
            return after

    silent = Silent(store.database)
    services = process(silent, thinker, clock)
    games = services.games
    await games.beginnings.begin(paper, match())
    seen = await games.turns.live(HERE)
    move = asyncio.create_task(games.move(paper, seen, ALICE.id, 5, MessageId(50)))
    await silent.kept.wait()
    move.cancel()
    await services.in_flight.rest()
    assert (await games.turns.live(HERE)).position.moves == (5,)
    await games.move(paper, seen, ALICE.id, 5, MessageId(50))
    assert len(paper.shown) == 1
    assert [found.game for found in await services.backlog.waiting()] == [
        (await stored(store)).game
    ]
    await services.backlog.resume_game(paper, HERE, seen.game)
    await games.move(paper, await games.turns.live(HERE), BOB.id, 1, MessageId(51))
    assert [shown.position.moves for shown in paper.shown] == [(), (5,), (5, 1)]


async def test_two_processes_play_one_ply_once(
    store: Store, thinker: Thinker, clock: Clock, paper: Paper
) -> None:
    """Of two processes that take the same turn one wins, and the other changes nothing."""
    first, second = (process(store, thinker, clock).games for _ in range(2))
    await first.beginnings.begin(paper, match())
    seen = await first.turns.live(HERE)
    results = await asyncio.gather(
        first.move(paper, seen, ALICE.id, 5, MessageId(1)),
        second.move(paper, seen, ALICE.id, 6, MessageId(2)),
        return_exceptions=True,
    )
    (loss,) = [result for result in results if result is not None]
    assert isinstance(loss, ConflictError | UserError)
    assert (await stored(store)).position.moves in {(5,), (6,)}


async def test_a_move_names_the_board_it_answers(games: Games, store: Store, paper: Paper) -> None:
    """A move for a board that has changed meanwhile is refused, although it would be legal."""
    await games.beginnings.begin(paper, match())
    seen = await games.turns.live(HERE)
    await games.move(paper, seen, ALICE.id, 5, None)
    await games.move(paper, await games.turns.live(HERE), BOB.id, 1, None)
    with pytest.raises(UserError) as caught:
        await games.move(paper, seen, ALICE.id, 9, None)
    assert caught.value.problem is Problem.MOVED_ON
    assert (await stored(store)).position.moves == (5, 1)


async def test_a_slow_answer_comes_after_the_board(
    games: Games, thinker: Thinker, paper: Paper
) -> None:
    """While the engine thinks for long, the person's move can be seen."""
    await games.beginnings.begin(paper, match(other=THINKING))
    seen = await games.turns.live(HERE)
    with held(thinker):
        move = asyncio.create_task(games.move(paper, seen, ALICE.id, 5, None))
        await until(lambda: len(paper.shown) == 2)
    await move
    assert [board.position.ply for board in paper.shown] == [0, 1, 2]


async def test_the_next_in_line_asks_for_time(
    services: Services,
    games: Games,
    store: Store,
    thinker: Thinker,
    paper: Paper,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever acts while another act is under way comes after it, and types nothing meanwhile."""
    monkeypatch.setattr(turns, "_HELD_AFTER", 0.0)
    await games.beginnings.begin(paper, match(other=THINKING))
    seen, waiting = await games.turns.live(HERE), Paper()
    with held(thinker):
        move = asyncio.create_task(games.move(paper, seen, ALICE.id, 5, None))
        await until(lambda: services.turns.is_busy(HERE))
        board = asyncio.create_task(games.board(waiting, HERE))
        await until(lambda: waiting.held == 1)
    await asyncio.gather(move, board)
    assert waiting.thoughts == 0
    assert waiting.shown == [await stored(store)]


async def test_an_answer_by_heart_is_stored_with_the_move(
    games: Games, thinker: Thinker, store: Store, paper: Paper
) -> None:
    """Such an answer needs no worker, and no moment without it can be seen."""
    with held(thinker):
        await games.beginnings.begin(paper, match(other=KINAROW))
        await games.move(paper, await games.turns.live(HERE), ALICE.id, 5, None)
        await games.resign(paper, HERE, ALICE.id)
        await games.beginnings.begin(paper, replace(match(other=KINAROW), terms=SECOND))
    assert [board.position.ply for board in paper.shown] == [0, 2, 2, 1]
    assert [board.version for board in paper.shown] == [0, 1, 2, 0]
    assert paper.thoughts == 0


async def test_under_the_swap_rule_the_engine_always_thinks(
    services: Services, games: Games, thinker: Thinker, paper: Paper
) -> None:
    """It opens fairly, and looks whether to take the first move over."""
    swapping = replace(match(other=KINAROW), terms=replace(SECOND, swap=True))
    with held(thinker):
        opening = asyncio.create_task(games.beginnings.begin(paper, swapping))
        await until(lambda: services.turns.is_busy(HERE))
        assert not paper.shown
    await opening
    assert paper.shown[-1].position.ply == 1


async def test_a_screen_that_stays_closed_ends_the_game(
    games: Games, store: Store, paper: Paper, clock: Clock
) -> None:
    """A game that can be shown nowhere does not keep its channel; once is not enough."""
    await games.beginnings.begin(paper, match())
    paper.closed = True
    with pytest.raises(ChannelClosed):
        await games.move(paper, await games.turns.live(HERE), ALICE.id, 5, None)
    with pytest.raises(ChannelClosed):
        await games.board(paper, HERE)
    assert (await stored(store)).ending is None
    clock.now += CONFIRM_AFTER
    with pytest.raises(ChannelClosed):
        await games.board(paper, HERE)
    assert (await stored(store)).ending is Ending.CLOSED
    await games.beginnings.check_free(HERE, ALICE.id)


async def test_a_game_where_the_bot_can_only_answer_outlives_a_closed_screen(
    games: Games, store: Store, paper: Paper, clock: Clock
) -> None:
    """No token lives there for a while: that says nothing of the channel."""
    paper.outside = True
    await games.beginnings.begin(paper, match())
    paper.closed = True
    for _ in range(3):
        with pytest.raises(ChannelClosed):
            await games.board(paper, HERE)
        clock.now += CONFIRM_AFTER
    assert (await stored(store)).ending is None


async def test_a_screen_that_opens_again_keeps_the_game(
    games: Games, store: Store, paper: Paper, clock: Clock
) -> None:
    """What was closed in between begins anew."""
    await games.beginnings.begin(paper, match())
    for closed in (True, False, True):
        paper.closed = closed
        with pytest.raises(ChannelClosed) if closed else nullcontext():
            await games.board(paper, HERE)
        clock.now += CONFIRM_AFTER
    assert (await stored(store)).ending is None


async def test_an_idle_game_makes_room(
    games: Games, store: Store, paper: Paper, clock: Clock
) -> None:
    """After the time of the settings, and not before, a channel counts as free."""
    await games.beginnings.begin(paper, match(other=KINAROW))
    clock.now += DAY
    with pytest.raises(UserError):
        await games.beginnings.check_free(HERE, ALICE.id)
    clock.now += timedelta(seconds=1)
    await games.beginnings.check_free(HERE, ALICE.id)


async def test_the_adaptive_engine_follows_results(
    store: Store, clock: Clock, paper: Paper
) -> None:
    """It plays as strong as the person's results ask for: weaker after a loss."""
    engine = Obedient()
    games = process(store, engine, clock).games
    first = Skill.new(match().terms.rules).step
    for _ in range(2):
        await games.beginnings.begin(paper, match(other=Bot(Level.ADAPTIVE)))
        for move in (5, 6):
            await games.move(paper, await games.turns.live(HERE), ALICE.id, move, None)
        await games.resign(paper, HERE, ALICE.id)
    assert engine.levels == [first] * 2 + [Level.PIP] * 2
    assert first is not Level.PIP


async def test_the_first_win_is_noticed(store: Store, clock: Clock, paper: Paper) -> None:
    """Once, on the board where it is won; a loss does not count, nor a win from a position."""
    games = process(store, Obedient(), clock).games
    said = []
    new = match(other=Bot(Level.PIP))
    later = new.terms.from_position(position("3x3", [9, 1]), Side.X)
    for tiles in ((5, 6), (9, 8, 7), (5, 6), (8, 7), (9, 8, 7)):
        await games.beginnings.begin(paper, replace(new, terms=later) if tiles == (8, 7) else new)
        for tile in tiles:
            await games.move(paper, await games.turns.live(HERE), ALICE.id, tile, None)
        if tiles == (5, 6):
            await games.resign(paper, HERE, ALICE.id)
        said.append(Fact.FIRST_WIN in paper.notes[-1])
    assert said == [False, True, False, False, False]


async def test_the_adaptive_engine_knows_by_heart_what_its_step_does(
    games: Games, thinker: Thinker, paper: Paper
) -> None:
    """At the last step of the ladder its answer is stored with the move, and needs no worker."""
    await games.beginnings.begin(paper, match(other=Bot(Level.ADAPTIVE)))
    first = (await games.turns.live(HERE)).bot
    assert first is not None
    up = LADDER.index(Level.PERFECT) - LADDER.index(first.step)
    await games.act(paper, HERE, ALICE.id, partial(seats.at_level, steps=up))
    with engine_down(thinker):
        await games.move(paper, await games.turns.live(HERE), ALICE.id, 5, None)
    assert [board.position.ply for board in paper.shown] == [0, 0, 2]
    assert [board.version for board in paper.shown] == [0, 1, 2]


async def test_an_adaptive_engine_plays_a_crowd_at_the_first_step(
    games: Games, store: Store, paper: Paper
) -> None:
    """Whatever is known of its leader: nobody can say how strong all of them are."""
    await games.beginnings.begin(paper, match(other=Bot(Level.ADAPTIVE)))
    await games.act(paper, HERE, ALICE.id, partial(seats.at_level, steps=3))
    await games.act(paper, HERE, ALICE.id, STOP)
    assert (await store.skills.of(ALICE.id, SECOND.rules)).step is not Level.MEDIUM
    crowd = replace(match(other=Bot(Level.ADAPTIVE)), asker=Crowd(ALICE))
    await games.beginnings.begin(paper, replace(crowd, terms=replace(crowd.terms, seconds=30)))
    assert (await games.turns.live(HERE)).bot == Bot(Level.ADAPTIVE, Level.MEDIUM)


async def test_rest_waits_for_what_is_under_way(
    services: Services, games: Games, thinker: Thinker, paper: Paper
) -> None:
    """Before the end of the program moves in hand are played, answered and shown."""
    await games.beginnings.begin(paper, match(other=THINKING))
    seen = await games.turns.live(HERE)
    with held(thinker):
        move = asyncio.create_task(games.move(paper, seen, ALICE.id, 5, None))
        await until(lambda: services.turns.is_busy(HERE))
        rest = asyncio.create_task(services.in_flight.rest())
        await asyncio.sleep(0)
        assert not rest.done()
    await rest
    await move
    assert paper.shown[-1].position.ply == 2


async def test_a_channel_that_is_gone_during_a_move_is_freed(
    store: Store, thinker: Thinker, clock: Clock, paper: Paper
) -> None:
    """However the end of a channel and a move in it interleave, no game is left behind."""
    games = process(store, thinker, clock).games
    for pause in range(12):
        await games.beginnings.begin(paper, match())
        seen = await games.turns.live(HERE)
        move = asyncio.create_task(games.move(paper, seen, ALICE.id, 5, None))
        for _ in range(pause):
            await asyncio.sleep(0)
        await games.turns.abandon(HERE)
        await asyncio.gather(move, return_exceptions=True)
        assert await store.live() == [], f"freed {pause} turns of the loop after the move"


async def test_a_game_is_freed_alone(
    store: Store, thinker: Thinker, clock: Clock, paper: Paper
) -> None:
    """One that has taken its place in the channel goes on."""
    games = process(store, thinker, clock).games
    await games.beginnings.begin(paper, match())
    seen = await games.turns.live(HERE)
    await games.turns.abandon(HERE, GameId(seen.game + 1))
    assert await store.live() == [seen]
    await games.turns.abandon(HERE, seen.game)
    assert await store.live() == []


async def test_a_game_that_cannot_be_read_is_freed_alone(
    store: Store, games: Games, paper: Paper
) -> None:
    """Not in place of one that has ended before."""
    await games.beginnings.begin(paper, match())
    seen = await games.turns.live(HERE)
    async with transaction(store.database) as connection:
        await connection.execute(sa.text("UPDATE games SET rules = 'chess'"))
    await games.turns.abandon(HERE, GameId(seen.game - 1))
    with pytest.raises(UnreadableGame):
        await games.turns.live(HERE)
    await games.turns.abandon(HERE, seen.game)
    assert await games.turns.find(HERE) is None
    assert await store.count_live() == 0


async def test_each_process_takes_up_the_games_of_its_own_servers(
    store: Store, thinker: Thinker, clock: Clock
) -> None:
    """Of several processes each takes up what reaches it, and together they leave nothing."""
    for number in range(6):
        guild = GuildId(number << 22) if number else None
        begun = session(o=KINAROW)
        await store.create(replace(begun, channel=ChannelId(number + 1), guild=guild))
    taken: list[ChannelId] = []
    for shard in range(3):
        config = GamesConfig(Limit(seconds=0.05), shards=Shards(3, frozenset((shard,))))
        services = Services.of(store, thinker, config, clock, Random(7))
        ours = [found.channel for found in await services.backlog.live_games()]
        assert ours == [found.channel for found in await services.backlog.waiting()]
        assert ours == [shard + 1, shard + 4]
        taken += ours
    assert sorted(taken) == [1, 2, 3, 4, 5, 6]


async def test_moves_are_counted_as_they_are_stored(
    services: Services, games: Games, paper: Paper
) -> None:
    """Those of people and those of the bot; what is taken back does not count."""
    moved: list[bool] = []
    services.metrics.moved = lambda *, by_bot: moved.append(by_bot)  # type: ignore[method-assign] # listens in
    await games.beginnings.begin(paper, match(other=KINAROW))
    await games.move(paper, await games.turns.live(HERE), ALICE.id, 5, None)
    await games.act(paper, HERE, ALICE.id, offers.undo)
    assert moved == [False, True]


async def test_notes_under_boards_outlive_other_people(
    services: Services, games: Games, paper: Paper
) -> None:
    """It names nobody, so that nothing is forgotten when somebody is."""
    await games.beginnings.begin(paper, match())
    first = (Loaded(Position.start(Rules(3, 3, 3))), Fact.WANTED_ROW)
    assert services.turns.boards.notes_under(MessageId(1)) == first
    await games.forget(CAROL.id)
    assert services.turns.boards.notes_under(MessageId(1)) == first


async def test_a_resignation_counts_whatever_happened_since(
    games: Games, store: Store, paper: Paper
) -> None:
    """The other may have moved between the press and its turn."""
    await games.beginnings.begin(paper, match())
    seen = await games.turns.live(HERE)
    await games.move(paper, seen, ALICE.id, 5, None)
    await games.resign(paper, HERE, ALICE.id, seen)
    assert (await stored(store)).ending is Ending.RESIGNED


async def test_accepting_takes_only_the_offer_that_was_seen(
    games: Games, store: Store, paper: Paper
) -> None:
    """Between the press and its turn the other may have moved, and offered something else."""
    await games.beginnings.begin(paper, match())
    for player, move in ((ALICE, 5), (BOB, 1)):
        await games.move(paper, await games.turns.live(HERE), player.id, move, None)
    await games.act(paper, HERE, BOB.id, offers.undo)
    seen = await games.turns.live(HERE)
    await games.act(paper, HERE, BOB.id, offers.draw)
    with pytest.raises(UserError) as error:
        await games.accept(paper, HERE, ALICE.id, seen)
    assert error.value.problem is Problem.MOVED_ON
    await games.move(paper, await games.turns.live(HERE), ALICE.id, 9, None)
    await games.act(paper, HERE, BOB.id, offers.undo)
    with pytest.raises(UserError) as error:
        await games.accept(paper, HERE, ALICE.id, seen)
    assert error.value.problem is Problem.MOVED_ON
    assert (await stored(store)).position.moves == (5, 1, 9)
    await games.accept(paper, HERE, ALICE.id, await games.turns.live(HERE))
    assert (await stored(store)).position.moves == (5,)


async def test_advice_stays_what_it_was(games: Games, paper: Paper) -> None:
    """To swap is recommended on the board it was for, however the game went on."""
    swap = Terms(Rules.parse("4x4x3"), Side.X, Coach.BEFORE, swap=True)
    await games.beginnings.begin(paper, Pairing(HERE, None, ALICE, BOB, swap))
    await games.move(paper, await games.turns.live(HERE), ALICE.id, 6, None)
    (advice,) = [note for note in paper.notes[-1] if isinstance(note, Advice)]
    assert advice.swap
    after = moves.take_over((await games.turns.live(HERE)), BOB.id)
    assert "swap" in notes([advice], after, "!")


async def test_a_game_goes_on_when_its_channel_is_open_again(
    services: Services, paper: Paper, store: Store
) -> None:
    """As it was, unless another one has followed it there."""
    games = services.games
    await games.beginnings.begin(paper, match())
    session = await games.turns.live(HERE)
    await games.turns.close(HERE)
    assert await store.load(HERE) is None
    assert await services.turns.reopen(HERE, session.game)
    again = await games.turns.live(HERE)
    assert (again.game, again.position) == (session.game, session.position)
    assert not await services.turns.reopen(HERE, session.game)
    await games.turns.close(HERE)
    await games.beginnings.begin(paper, match())
    assert not await services.turns.reopen(HERE, session.game)
