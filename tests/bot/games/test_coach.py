"""The coach in the service: who has which, and what is said of a move."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from bot.client.services import Services
from bot.games.coaching import Coaching
from bot.games.games import Games
from bot.match.notes import Advice, CoachSwitched, Helped, Note, Remark
from bot.match.rating import Skill
from bot.match.session import Bot, Coach, Crowd, Player, Session, seats
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import LADDER, Level, Mistake, Rules, strength
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW
from tests.bot.games.paper import HERE, Paper, match
from tests.bot.waiting import engine_down


def remarks(notes: tuple[Note, ...] | list[Note]) -> list[Remark]:
    """The remarks among notes."""
    return [note for note in notes if isinstance(note, Remark)]


async def kept() -> None:
    """A choice for all games is stored with that for this one."""


async def play(games: Games, paper: Paper, *moves: int) -> Session:
    """Moves of alice and bob in turn."""
    for move in moves:
        seen = await games.turns.live(HERE)
        player = ALICE if seen.to_move == ALICE else BOB
        await games.move(paper, seen, player.id, move, None)
    session = await games.turns.find(HERE)
    return session or paper.shown[-1]


async def test_a_hint_is_for_the_strength_of_its_reader(services: Services, paper: Paper) -> None:
    """That of a newcomer, and then what their choices and results say of them at this game."""
    await services.games.beginnings.begin(paper, match(other=Bot(Level.ADAPTIVE), rules="connect4"))
    rules = Rules.parse("connect4")
    new = Skill.new(rules)
    hint = await services.coaching.hint(paper, await services.games.turns.live(HERE), ALICE.id)
    assert hint.elo == new.assumed(rules) == 1000
    up = partial(seats.at_level, steps=len(LADDER) - 1 - LADDER.index(new.step))
    await services.games.act(paper, HERE, ALICE.id, up)
    hint = await services.coaching.hint(paper, await services.games.turns.live(HERE), ALICE.id)
    assert hint.elo == strength(rules, LADDER[-1])


async def test_a_hint_names_what_was_named_in_its_game(
    games: Games, coaching: Coaching, store: Store, thinker: Thinker, paper: Paper
) -> None:
    """Whatever the process remembers of the position: of another game, or nothing at all."""
    await games.beginnings.begin(paper, match(rules="15x15x5"))
    seen = await play(games, paper, 113)
    first = (await coaching.hint(paper, seen, BOB.id)).explanation.move
    assert await store.named.of(seen.game) == {1: first}
    for other in (1, 225):
        thinker.name_again(seen.position, other)
        assert (await coaching.hint(paper, seen, BOB.id)).explanation.move == first
    await store.named.keep(seen.game, seen.position, 1)
    assert (await coaching.hint(paper, seen, BOB.id)).explanation.move == 1


async def test_a_named_move_belongs_to_the_moves_that_led_there(
    games: Games, store: Store, paper: Paper
) -> None:
    """After a takeback the position of a ply is another one; so it is where a move came first."""
    await games.beginnings.begin(paper, match(rules="15x15x5"))
    first = await play(games, paper, 113)
    second = await play(games, paper, 1)
    await store.named.keep(first.game, first.position, 98)
    await store.named.keep(first.game, second.position, 99)
    await store.named.keep(first.game, first.position.before.play(112), 97)
    assert await store.named.of(first.game) == {1: 98, 2: 99}
    taken = replace(second, position=first.position)
    await store.save(second, taken)
    assert await store.named.of(first.game) == {1: 98}


# Who has which coach.


@pytest.mark.parametrize(
    "asked, wanted",
    [(None, Coach.AFTER), (Coach.BEFORE, Coach.BEFORE), (Coach.OFF, Coach.OFF)],
)
async def test_against_the_engine_a_chosen_coach_is_there(
    services: Services, paper: Paper, asked: Coach | None, wanted: Coach
) -> None:
    """Unless the game was asked for with another one, or with none; it makes a game unrated."""
    await services.coaches.choose(ALICE.id, Coach.AFTER)
    await services.games.beginnings.begin(paper, match(other=KINAROW, coach=asked))
    session = await services.games.turns.live(HERE)
    assert (session.x.coach, session.o.coach) == (wanted, Coach.OFF)
    assert session.assisted is (wanted is not Coach.OFF)


@pytest.mark.parametrize("asker, other", [(ALICE, BOB), (Crowd(ALICE), KINAROW)])
async def test_no_chosen_coach_comes_along_with_others(
    services: Services, paper: Paper, asker: Player, other: Player
) -> None:
    """A challenge or a vote has the coach that it says, since it makes a game unrated."""
    await services.coaches.choose(ALICE.id, Coach.BEFORE)
    await services.coaches.choose(BOB.id, Coach.BEFORE)
    await services.games.beginnings.begin(paper, match(asker, other))
    session = await services.games.turns.live(HERE)
    assert (session.x.coach, session.o.coach) == (Coach.OFF, Coach.OFF)
    assert not session.assisted


async def test_a_challenge_with_a_coach_has_one_for_both(games: Games, paper: Paper) -> None:
    """As it says."""
    await games.beginnings.begin(paper, match(coach=Coach.AFTER))
    session = await games.turns.live(HERE)
    assert (session.x.coach, session.o.coach) == (Coach.AFTER, Coach.AFTER)


async def test_a_player_changes_their_own_coach(
    games: Games, coaching: Coaching, paper: Paper
) -> None:
    """At once, and nobody else's; a spectator changes nothing."""
    await games.beginnings.begin(paper, match())
    assert not await coaching.set_coach(paper, HERE, CAROL.id, Coach.BEFORE, kept)
    assert await coaching.set_coach(paper, HERE, BOB.id, Coach.AFTER, kept)
    session = await games.turns.live(HERE)
    assert (session.x.coach, session.o.coach) == (Coach.OFF, Coach.AFTER)
    assert paper.notes[-1] == (CoachSwitched(Coach.AFTER), Helped(BOB))


async def test_without_a_game_there_is_nothing_to_change(
    games: Games, coaching: Coaching, paper: Paper
) -> None:
    """Nothing is shown."""
    assert not await coaching.set_coach(paper, HERE, ALICE.id, Coach.AFTER, kept)
    assert paper.shown == []


async def test_a_crowd_is_advised_before_its_moves_only(
    games: Games, coaching: Coaching, paper: Paper
) -> None:
    """Its leader may switch that; a word on a move would be for nobody in particular."""
    await games.beginnings.begin(paper, match(Crowd(ALICE), KINAROW))
    assert not await coaching.set_coach(paper, HERE, ALICE.id, Coach.AFTER, kept)
    assert await coaching.set_coach(paper, HERE, ALICE.id, Coach.BEFORE, kept)
    assert (await games.turns.live(HERE)).x.coach is Coach.BEFORE


# What is said, and where.


async def test_a_word_on_a_typed_move_stands_under_the_board(games: Games, paper: Paper) -> None:
    """Where nobody can be told alone."""
    await games.beginnings.begin(paper, match(other=Bot(Level.EASY), coach=Coach.AFTER))
    await play(games, paper, 5)
    (remark,) = remarks(paper.notes[-1])
    assert (remark.judgement.move, remark.judgement.mistake) == (5, Mistake.NONE)


async def test_a_word_on_a_move_is_whispered_after_the_board(games: Games) -> None:
    """Where the person can be told alone; the board says nothing of it."""
    paper = Paper(can_whisper=True)
    await games.beginnings.begin(paper, match(coach=Coach.AFTER))
    await play(games, paper, 1, 2)
    assert remarks([note for notes in paper.notes for note in notes]) == []
    first, second = remarks(paper.whispered)
    assert (first.judgement.move, first.better) == (1, None)
    assert (second.judgement.move, second.judgement.mistake) == (2, Mistake.LOSING)
    assert second.better == 5
    assert second.reasons


async def test_a_word_on_a_move_is_for_the_strength_of_who_made_it(
    services: Services, store: Store, paper: Paper
) -> None:
    """Not for that of the other, who is to move then."""
    games, rules = services.games, Rules.parse("3x3")
    await games.beginnings.begin(paper, match(other=Bot(Level.ADAPTIVE)))
    up = LADDER.index(Level.PERFECT) - LADDER.index(Skill.new(rules).step)
    await games.act(paper, HERE, ALICE.id, partial(seats.at_level, steps=up))
    elo = (await store.skills.of(ALICE.id, rules)).assumed(rules)
    await games.resign(paper, HERE, ALICE.id)
    await games.beginnings.begin(paper, match(coach=Coach.AFTER))
    await play(games, paper, 5)
    (remark,) = remarks(paper.notes[-1])
    assert remark.elo == elo != Skill.new(rules).assumed(rules)


async def test_only_who_wants_a_word_gets_one(
    games: Games, coaching: Coaching, paper: Paper
) -> None:
    """The other player's moves are passed over, and a coach before the move says none after."""
    await games.beginnings.begin(paper, match())
    await coaching.set_coach(paper, HERE, ALICE.id, Coach.AFTER, kept)
    await coaching.set_coach(paper, HERE, BOB.id, Coach.BEFORE, kept)
    await play(games, paper, 5)
    assert [type(note) for note in paper.notes[-1]] == [Remark, Advice]
    await play(games, paper, 1)
    assert paper.notes[-1] == ()


async def test_the_last_move_of_a_game_gets_its_word(games: Games, paper: Paper) -> None:
    """A win was good."""
    await games.beginnings.begin(paper, match(coach=Coach.AFTER))
    await play(games, paper, 1, 4, 2, 5, 3)
    (remark,) = remarks(paper.notes[-1])
    assert remark.judgement.mistake is Mistake.NONE


async def test_a_move_without_a_choice_gets_no_word(games: Games, paper: Paper) -> None:
    """The only one left, and the first one where the other may take it over."""
    await games.beginnings.begin(paper, match(coach=Coach.AFTER))
    await play(games, paper, 5, 1, 2, 8, 3, 7, 4, 6)
    assert remarks(paper.notes[-1]) != []
    await play(games, paper, 9)
    assert remarks(paper.notes[-1]) == []
    await games.beginnings.begin(paper, match(rules="4x4x3", coach=Coach.AFTER, swap=True))
    await play(games, paper, 6)
    assert remarks(paper.notes[-1]) == []


async def test_without_the_engine_the_game_goes_on_without_a_word(
    games: Games, paper: Paper, thinker: Thinker
) -> None:
    """A word is no reason for an apology."""
    await games.beginnings.begin(paper, match(coach=Coach.AFTER))
    with engine_down(thinker):
        session = await play(games, paper, 5)
    assert session.position.moves == (5,)
    assert paper.notes[-1] == ()
