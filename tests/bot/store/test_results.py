"""Results and ratings in the store: kept with the end of a game, whoever stores it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.errors import ConflictError
from bot.match.players import FIRST_STEP
from bot.match.rating import Rating, Result, Skill, Value, fixed, rate, skill_from
from bot.match.results import ESTABLISHED, LeaderboardEntry, Streak, Tally
from bot.match.session import (
    Bot,
    ChannelId,
    Coach,
    Crowd,
    Ending,
    GuildId,
    Person,
    ScopeId,
    Session,
    UserId,
    offers,
    seats,
)
from bot.match.session.moves import at, play, play_bot
from bot.match.timing import Poll
from bot.store import Store
from bot.store.database import transaction
from bot.store.schema.opening import connect
from bot.store.tables import games, results, skills
from engine import LADDER, Level, Position, Rules
from tests.bot.builders import ALICE, BOB, CAROL, NOON, changed, session

CLUB = GuildId(20)
HERE = ScopeId(CLUB)
TICTACTOE = Rules(3, 3, 3)
FOUR = Rules(4, 4, 4)
WON = (1, 4, 2, 5, 3)
"""X wins."""
LOST = (1, 4, 2, 5, 9, 6)
"""O wins."""
EASY = Bot(Level.EASY)
CHANNELS = iter(range(1000, 9000))

ADAPTIVE = Bot(Level.ADAPTIVE, FIRST_STEP)
NEW = Skill.new(TICTACTOE)


async def played(
    store: Store, x: Any = ALICE, o: Any = BOB, moves: tuple[int, ...] = WON, **changes: Any
) -> Session:
    """A game that has been played in a channel of its own, stored move by move."""
    begun = replace(session(x=x, o=o, rules=changes.pop("rules", "3x3")), guild=CLUB)
    begun = changed(begun, channel=ChannelId(next(CHANNELS)), **changes)
    now = await store.create(begun)
    for move in moves:
        player = now.to_move
        after = play(now, player.id, move) if isinstance(player, Person) else play_bot(now, move)
        now = await store.save(now, after)
    return now


async def rating_of(store: Store, person: Person, rules: Rules = TICTACTOE) -> Rating | None:
    """What is stored."""
    stats = await store.results.stats(HERE, person.id, rules)
    return stats.games[0].rating if stats.games else None


async def test_an_end_leaves_results_and_ratings(store: Store) -> None:
    """For both players, from what they had before."""
    await played(store)
    won, lost = rate(Rating(), Rating(), "win"), rate(Rating(), Rating(), "loss")
    assert await rating_of(store, ALICE) == won
    assert await rating_of(store, BOB) == lost
    await played(store, BOB, ALICE)
    assert await rating_of(store, ALICE) == rate(won, lost, "loss")
    assert await rating_of(store, BOB) == rate(lost, won, "win")


async def test_against_a_level_only_the_person_is_rated(store: Store) -> None:
    """The level stays where it is."""
    await played(store, ALICE, EASY)
    expected = rate(Rating(), fixed(TICTACTOE, Level.EASY), "win")
    assert await rating_of(store, ALICE) == expected
    await played(store, EASY, ALICE, LOST)
    assert await rating_of(store, ALICE) == rate(expected, fixed(TICTACTOE, Level.EASY), "win")
    assert (await store.results.top(HERE, TICTACTOE, BOB.id, 10)).own is None


async def test_help_leaves_a_result_without_a_rating(store: Store) -> None:
    """It was played and won, but says nothing about strength."""
    await played(store, assisted=True)
    stats = await store.results.stats(HERE, ALICE.id)
    assert stats.games[0].tally == Tally(wins=1)
    assert stats.games[0].rating is None


async def test_help_between_people_can_only_be_lost_by(store: Store) -> None:
    """Who had it wins no points; the loss of either counts, so that no hint is a way out."""
    await played(store, x_assisted=True)
    won, lost = (rate(Rating(), Rating(), value) for value in ("win", "loss"))
    assert await rating_of(store, ALICE) == Rating()
    assert await rating_of(store, BOB) == lost
    await played(store, ALICE, CAROL, LOST, x_assisted=True)
    assert await rating_of(store, ALICE) == lost
    assert await rating_of(store, CAROL) == won


async def test_a_game_resigned_before_its_first_move_leaves_nothing(store: Store) -> None:
    """Neither for the player who left nor for the one who waited; after a move it does."""
    now = await played(store, moves=())
    await store.save(now, offers.resign(now, ALICE.id))
    assert (await store.results.stats(HERE, BOB.id)).games == ()
    now = await played(store, moves=(5,))
    await store.save(now, offers.resign(now, BOB.id))
    assert (await store.results.stats(HERE, BOB.id)).games[0].tally == Tally(losses=1)


@pytest.mark.parametrize("ending", ["stop", "abandon", "from a code"])
async def test_a_game_without_a_result_leaves_nothing(store: Store, ending: str) -> None:
    """A stopped game, one left alone, and one that was taken up from a code."""
    if ending == "from a code":
        start = Position.from_moves(TICTACTOE, [1, 4, 2, 5])
        await played(store, moves=(3,), position=start, begun=4, assisted=True)
    else:
        now = await played(store, moves=(1, 4, 2, 5))
        over = (
            offers.stop(now, CAROL.id, may_manage=True)
            if ending == "stop"
            else now.ended(Ending.IDLE)
        )
        await store.save(now, over)
    assert (await store.results.stats(HERE, ALICE.id)).games == ()


async def test_an_end_that_is_not_stored_leaves_nothing(store: Store) -> None:
    """Whoever comes second keeps neither the move nor a result."""
    now = await played(store, moves=WON[:-1])
    await store.save(now, play(now, ALICE.id, WON[-1]))
    with pytest.raises(ConflictError):
        await store.save(now, play(now, ALICE.id, WON[-1]))
    assert (await store.results.stats(HERE, ALICE.id)).games[0].tally.games == 1


async def test_ends_at_once_lose_no_update(store: Store, database_url: str) -> None:
    """Two processes and forty channels: the ratings are what the results come to in order."""
    pairs = [(ALICE, BOB), (BOB, CAROL), (CAROL, ALICE), (ALICE, EASY)]
    async with Store.open(database_url) as other:
        stores = (store, other)
        await asyncio.gather(*(played(stores[n % 2], *pairs[n % 4]) for n in range(40)))
    ratings = {person.id: Rating() for person in (ALICE, BOB, CAROL)}
    pending = await wins(database_url)
    while pending:
        # whichever was stored next is the one that starts from what the others have left
        now = next(win for win in pending if after(ratings, win)[win.winner].mu == win.mu)
        ratings |= after(ratings, now)
        pending.remove(now)
    for person in (ALICE, BOB, CAROL):
        assert await rating_of(store, person) == ratings[person.id]
    assert sum(rating.games for rating in ratings.values()) == 70


@dataclass(frozen=True)
class Win:
    """A stored result; `loser` is None where it was the bot, `mu` the winner's rating after it."""

    winner: UserId
    loser: UserId | None
    mu: float


async def wins(database_url: str) -> list[Win]:
    """Every win that is stored, in no order."""
    engine = connect(database_url)
    query = select(results.c.user_id, results.c.opponent_id, results.c.mu)
    async with engine.begin() as connection:
        rows = await connection.execute(query.where(results.c.value == "win"))
        found = [Win(*row) for row in rows]
    await engine.dispose()
    return found


def after(ratings: dict[UserId, Rating], win: Win) -> dict[UserId, Rating]:
    """The ratings of those who played, once a win has been counted."""
    own = ratings[win.winner]
    if win.loser is None:
        return {win.winner: rate(own, fixed(TICTACTOE, Level.EASY), "win")}
    other = ratings[win.loser]
    return {win.winner: rate(own, other, "win"), win.loser: rate(other, own, "loss")}


async def test_stats_by_game_and_in_all(store: Store) -> None:
    """The game played most first; draws and losses too; of another server nothing."""
    await played(store, rules="4x4", moves=(1, 5, 2, 6, 3, 7, 4))
    await played(store)
    await played(store, BOB, ALICE, (1, 2, 3, 5, 4, 6, 8, 7, 9))
    await played(store, guild=GuildId(99))
    stats = await store.results.stats(HERE, ALICE.id)
    assert [(str(found.rules), found.tally) for found in stats.games] == [
        ("3x3x3", Tally(1, 1, 0)),
        ("4x4x4", Tally(1, 0, 0)),
    ]
    (only,) = (await store.results.stats(HERE, ALICE.id, Rules(4, 4, 4))).games
    assert only == stats.games[1]
    assert (await store.results.stats(ScopeId(5), ALICE.id)).games == ()


async def test_the_streak_is_of_the_latest_ends(store: Store) -> None:
    """By when games ended, not by when they began."""
    for hours, moves in ((3, WON), (1, LOST), (2, WON)):
        await played(store, moves=moves, touched=NOON + timedelta(hours=hours))
    assert (await store.results.stats(HERE, ALICE.id)).streak == Streak("win", 2)
    assert (await store.results.stats(HERE, BOB.id)).streak == Streak("loss", 2)
    assert (await store.results.stats(HERE, CAROL.id)).streak is None


async def test_a_streak_is_told_at_its_full_length(store: Store) -> None:
    """However long it is: since the first game, or since the last one that went otherwise."""
    for _ in range(101):
        await played(store)
    assert (await store.results.stats(HERE, ALICE.id)).streak == Streak("win", 101)
    await played(store, moves=LOST)
    assert (await store.results.stats(HERE, ALICE.id)).streak == Streak("loss", 1)
    await played(store)
    assert (await store.results.stats(HERE, ALICE.id)).streak == Streak("win", 1)


async def test_head_to_head(store: Store) -> None:
    """Against one person, or the bot, and nobody else."""
    await played(store)
    await played(store, BOB, ALICE)
    await played(store, ALICE, CAROL)
    await played(store, ALICE, EASY)
    against = [await store.results.versus(HERE, ALICE.id, user) for user in (BOB.id, None)]
    assert [found.games[0].tally for found in against] == [Tally(1, 0, 1), Tally(1, 0, 0)]
    assert (await store.results.versus(HERE, BOB.id, CAROL.id)).games == ()


async def test_direct_messages_have_a_table_of_their_own(store: Store) -> None:
    """What is played there is seen there alone."""
    ended = await played(store, ALICE, EASY, guild=None)
    (found,) = (await store.results.stats(ended.scope, ALICE.id)).games
    assert found.tally.wins == 1
    assert ended.scope == ScopeId(ended.channel)
    assert (await store.results.stats(HERE, ALICE.id)).games == ()


async def test_a_table_ranks_who_has_played_enough(store: Store) -> None:
    """By rating; whoever asks learns their own place, or that they have none yet."""
    people = [Person(UserId(100 + n), f"p{n}") for n in range(6)]
    for _ in range(5):
        for stronger, weaker in pairwise(people):
            await played(store, stronger, weaker)
    await played(store, ALICE, EASY)
    table = await store.results.top(HERE, TICTACTOE, people[5].id, 3)
    assert [entry.name for entry in table.entries] == ["p0", "p1", "p2"]
    assert [entry.rank for entry in table.entries] == [1, 2, 3]
    assert table.own is not None
    assert (table.own.rank, table.own.name) == (6, "p5")
    newcomer = (await store.results.top(HERE, TICTACTOE, ALICE.id, 3)).own
    assert isinstance(newcomer, LeaderboardEntry)
    assert newcomer.rank is None
    assert await store.results.favourite(HERE) == TICTACTOE
    assert await store.results.favourite(ScopeId(5)) is None


async def test_equal_ratings_share_a_rank(store: Store) -> None:
    """Two who have only drawn are equally strong: the id of neither puts it first."""
    for _ in range(ESTABLISHED):
        await played(store, moves=(1, 2, 3, 5, 4, 6, 8, 7, 9))
    for asker, most in ((ALICE, 2), (BOB, 2), (BOB, 1)):
        table = await store.results.top(HERE, TICTACTOE, asker.id, most)
        assert [entry.rank for entry in table.entries] == [1] * most
        assert table.own is not None
        assert table.own.rank == 1


async def test_a_table_is_of_one_game_in_one_place(store: Store) -> None:
    """Whoever has played another game as often, or elsewhere, stands in a table of its own."""
    for _ in range(ESTABLISHED):
        await played(store)
        await played(store, BOB, ALICE, (1, 5, 2, 6, 3, 7, 4), rules="4x4")
        await played(store, CAROL, BOB, guild=GuildId(99))
    elsewhere = await store.results.top(ScopeId(GuildId(99)), TICTACTOE, ALICE.id, 9)
    tables = [await store.results.top(HERE, rules, ALICE.id, 9) for rules in (TICTACTOE, FOUR)]
    names = [[entry.name for entry in table.entries] for table in (*tables, elsewhere)]
    assert names == [["alice", "bob"], ["bob", "alice"], ["carol", "bob"]]
    assert [table.own and table.own.rank for table in (*tables, elsewhere)] == [1, 2, None]


async def test_a_table_shows_the_latest_name(store: Store) -> None:
    """People change how they are called."""
    await played(store)
    await played(store, Person(ALICE.id, "Alicia"))
    own = (await store.results.top(HERE, TICTACTOE, ALICE.id, 3)).own
    assert own is not None
    assert own.name == "Alicia"


async def test_the_end_of_a_game_is_kept_with_its_step(store: Store) -> None:
    """Whoever wins plays a step higher next, on whatever server."""
    assert await store.skills.of(ALICE.id, TICTACTOE) == NEW
    await played(store, ALICE, ADAPTIVE)
    won = NEW.after(TICTACTOE, FIRST_STEP, "win", helped=False)
    assert await store.skills.of(ALICE.id, TICTACTOE) == won
    assert won.rating.mu > NEW.rating.mu
    await played(store, ADAPTIVE.at(won.step), ALICE, guild=GuildId(77))
    lost = won.after(TICTACTOE, won.step, "loss", helped=False)
    assert await store.skills.of(ALICE.id, TICTACTOE) == lost
    assert await store.skills.of(ALICE.id, Rules(4, 4, 4)) == Skill.new(Rules(4, 4, 4))
    assert await store.skills.of(BOB.id, TICTACTOE) == NEW


async def test_a_level_that_was_asked_for_counts_too(store: Store) -> None:
    """Its strength is known as well."""
    await played(store, ALICE, Bot(Level.PERFECT))
    kept = await store.skills.of(ALICE.id, TICTACTOE)
    assert kept == NEW.after(TICTACTOE, Level.PERFECT, "win", helped=False)


async def test_a_win_with_help_changes_nothing(store: Store) -> None:
    """A loss with help does."""
    await played(store, ALICE, ADAPTIVE, x_coach=Coach.BEFORE, assisted=True)
    assert await store.skills.of(ALICE.id, TICTACTOE) == NEW
    await played(store, ALICE, ADAPTIVE, LOST, assisted=True)
    assert (await store.skills.of(ALICE.id, TICTACTOE)).rating.mu < NEW.rating.mu


async def test_the_step_of_a_game_is_kept(store: Store) -> None:
    """A game that is on is read as it was, with its step and as a first game."""
    begun = replace(session([1, 5], o=ADAPTIVE.at(Level.IRIS)), newcomer=True)
    stored = await store.create(begun)
    assert await store.load(stored.channel) == stored
    changed = await store.save(stored, seats.at_level(stored, ALICE.id, -1))
    assert await store.load(stored.channel) == changed
    assert changed.o.player == ADAPTIVE.at(Level.HARD)


async def test_a_wish_is_kept_at_once(store: Store) -> None:
    """The step that somebody asks for during a game is that of the next one, too."""
    begun = await store.create(session([1, 5], o=ADAPTIVE))
    easier = await store.save(begun, seats.at_level(begun, ALICE.id, -1))
    assert easier.bot is not None
    kept = await store.skills.of(ALICE.id, TICTACTOE)
    assert kept == NEW.at(TICTACTOE, easier.bot.step)
    assert LADDER.index(kept.step) == LADDER.index(FIRST_STEP) - 1
    stopped = await store.save(easier, offers.stop(easier, ALICE.id, may_manage=False))
    assert await store.skills.of(ALICE.id, TICTACTOE) == kept
    assert stopped.ending is not None


async def test_a_wish_at_another_level_is_for_that_game_alone(store: Store) -> None:
    """Asking for a level says nothing about the adaptive one; nor does a crowd."""
    begun = await store.create(session([1, 5], o=Bot(Level.HARD)))
    await store.save(begun, seats.at_level(begun, ALICE.id, 1))
    led = replace(session(x=Crowd(ALICE), o=ADAPTIVE), poll=Poll(30), channel=ChannelId(8))
    voted = await store.create(at(led, NOON))
    await store.save(voted, seats.at_level(voted, ALICE.id, 1))
    assert await store.skills.of(ALICE.id, TICTACTOE) == NEW


async def test_earlier_games_start_a_skill(store: Store) -> None:
    """Those from before skills were kept count once, the oldest first."""
    results: list[tuple[Value, tuple[int, ...]]] = [("win", WON), ("win", WON), ("loss", LOST)]
    for hour, (_, moves) in enumerate(results):
        ended = await played(store, ALICE, Bot(Level.ADAPTIVE), moves)
        when = update(games).where(games.c.id == ended.game)
        async with transaction(store.database) as connection:
            await connection.execute(when.values(touched_at=NOON + timedelta(hours=hour)))
    await forget_skills(store)
    former = [Result(Bot(Level.ADAPTIVE), value, False) for value, _ in results]
    started = skill_from(TICTACTOE, former)
    assert started != NEW
    assert await store.skills.of(ALICE.id, TICTACTOE) == started
    await played(store, ALICE, ADAPTIVE.at(started.step))
    after = started.after(TICTACTOE, started.step, "win", helped=False)
    assert await store.skills.of(ALICE.id, TICTACTOE) == after


async def forget_skills(store: Store) -> None:
    """As in a database of an earlier version."""
    async with transaction(store.database) as connection:
        await connection.execute(skills.delete())


async def test_of_two_ends_at_once_both_count(store: Store, database_url: str) -> None:
    """In two processes: the second starts from what the first has left."""
    async with Store.open(database_url) as other:
        begun = [
            await store.create(
                replace(session([1, 4, 2, 5], o=ADAPTIVE), channel=ChannelId(number))
            )
            for number in (1, 2)
        ]
        await asyncio.gather(
            *(
                each.save(game, play(game, ALICE.id, 3))
                for each, game in zip((store, other), begun, strict=True)
            )
        )
    assert (await store.skills.of(ALICE.id, TICTACTOE)).rating.games == 2


@pytest.mark.parametrize("how", ["played", "running", "led"])
async def test_a_person_who_has_played_is_not_new(store: Store, how: str) -> None:
    """A game that is on or over makes somebody known, in a seat or at the head of a crowd."""
    assert await store.skills.is_new(ALICE.id)
    if how == "led":
        led = replace(session(x=Crowd(ALICE), o=ADAPTIVE), poll=Poll(30))
        await store.create(at(led, NOON))
    else:
        await played(store, BOB, ALICE, WON if how == "played" else ())
    assert not await store.skills.is_new(ALICE.id)
    assert await store.skills.is_new(CAROL.id)
