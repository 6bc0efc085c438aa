"""A match as a value: who may do what, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from datetime import timedelta
from functools import partial
from typing import Any, cast

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from bot.errors import Problem, UserError
from bot.match.session import (
    BoardStyle,
    Bot,
    Coach,
    Crowd,
    Ending,
    Offer,
    OfferKind,
    Person,
    Session,
    Terms,
    UserId,
    read_move,
)
from bot.match.vote import MAX_POSTPONEMENTS, Poll
from engine import Level, Position, Rules, Side
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, NOON, session

Act = Callable[[], object]


def refusal(act: Act) -> UserError:
    """The error that an act meets."""
    with pytest.raises(UserError) as caught:
        act()
    return caught.value


# Seats.


def test_seats_are_found_by_player_and_by_side() -> None:
    """A person has a side, a side has a player, and the bot is no person."""
    match = session(o=KINAROW)
    assert match.side_of(ALICE.id) is Side.X
    assert (match.player(Side.X), match.player(Side.O)) == (ALICE, KINAROW)
    assert match.people == (ALICE,)
    assert (match.x_name, match.o_name) == ("alice", "Kinarow")
    assert match.against_bot
    assert not session().against_bot


def test_a_spectator_has_no_side() -> None:
    """Who does not play is told who does."""
    error = refusal(lambda: session().side_of(CAROL.id))
    assert error.problem is Problem.NOT_A_PLAYER
    assert error.facts == {"x": "alice", "o": "bob"}


def test_the_bot_is_to_move_on_its_turn_of_a_live_game() -> None:
    """The engine is asked on its turn, and no more once the game is over."""
    match = session(x=KINAROW, o=BOB)
    assert match.bot_to_move
    assert match.to_move == KINAROW
    assert not match.play_bot(5).bot_to_move
    assert not match.abandon().bot_to_move


def test_a_session_is_a_value() -> None:
    """An act gives a new session and leaves the old one as it was."""
    match = session()
    assert match.play(ALICE.id, 5) is not match
    assert match == session()
    with pytest.raises(FrozenInstanceError):
        match.x_coach = Coach.BEFORE  # type: ignore[misc]  # that is the claim


@pytest.mark.parametrize("hours, idle", [(23, False), (24, False), (25, True)])
def test_a_game_left_alone_is_idle(hours: int, idle: bool) -> None:
    """Only after the limit may anyone replace a game."""
    assert session().is_idle(NOON + timedelta(hours=hours), timedelta(hours=24)) is idle


# Moves.


def test_turns_alternate() -> None:
    """X, then O, each only in turn."""
    match = session([5])
    assert match.to_move == BOB
    error = refusal(lambda: match.play(ALICE.id, 1))
    assert (error.problem, error.facts) == (Problem.NOT_YOUR_TURN, {"name": "bob"})
    assert match.play(BOB.id, 1).position.moves == (5, 1)


def test_a_spectator_cannot_move() -> None:
    """Being in the channel is not being in the game."""
    assert refusal(lambda: session().play(CAROL.id, 5)).problem is Problem.NOT_A_PLAYER


@pytest.mark.parametrize(
    "rules, moves, text, problem, facts",
    [
        ("3x3", [5], "5", Problem.TAKEN, {"tile": "5"}),
        ("3x3", [5], "b2", Problem.TAKEN, {"tile": "b2"}),
        ("3x3", [], "0", Problem.NO_SUCH_TILE, {"text": "0", "last": 9, "corner": "c3"}),
        ("3x3", [], "10", Problem.NO_SUCH_TILE, {"text": "10", "last": 9, "corner": "c3"}),
        ("3x3", [], "d1", Problem.NO_SUCH_TILE, {"text": "d1", "last": 9, "corner": "c3"}),
        ("3x3 gravity", [2, 2, 2], "2", Problem.FULL, {"column": "2"}),
        ("connect4", [], "8", Problem.NO_SUCH_COLUMN, {"text": "8", "last": 7}),
        ("connect4", [], "a1", Problem.FLOATING, {"text": "a1"}),
        ("connect4", [4], "d6", Problem.TAKEN, {"tile": "d6"}),
        ("3x3 gravity", [2, 2, 2], "b1", Problem.TAKEN, {"tile": "b1"}),
    ],
)
def test_a_move_that_cannot_be_is_refused(
    rules: str, moves: list[int], text: str, problem: Problem, facts: dict[str, str | int]
) -> None:
    """Taken, full, floating and missing tiles are told apart, with their facts."""
    match = session(moves, rules=rules)
    player = match.to_move
    assert isinstance(player, Person)
    for refused in (lambda: read_move(match.position, text), lambda: match.play(player.id, text)):
        error = refusal(refused)
        assert (error.problem, error.facts) == (problem, facts)


@pytest.mark.parametrize("move", [0, 5, 10])
def test_a_number_is_refused_as_its_digits_are(move: int) -> None:
    """Whether a button was pressed or the number was typed."""
    match = session([5])
    pressed, typed = lambda: match.play(BOB.id, move), lambda: match.play(BOB.id, str(move))
    assert refusal(pressed).args == refusal(typed).args


def test_words_that_name_no_move_are_refused() -> None:
    """The error repeats them."""
    error = refusal(lambda: session().play(ALICE.id, "hello"))
    assert (error.problem, error.facts) == (Problem.NOT_A_MOVE, {"text": "hello"})


@pytest.mark.parametrize(
    "rules, text, move",
    [
        ("3x3", "5", 5),
        ("3x3", "b2", 5),
        ("3x3", "hello", None),
        ("connect4", "d6", 4),
        ("gomoku", "b 2", 17),
        ("3x3", "b 2", 5),
        ("connect4", "d 6", 4),
    ],
)
def test_a_move_is_read(rules: str, text: str, move: int | None) -> None:
    """Numbers and coordinates are moves, with a space between letter and number or without."""
    assert read_move(session(rules=rules).position, text) == move


def test_the_bot_moves_only_in_turn() -> None:
    """Asking the engine out of turn is a defect, not a person's mistake."""
    with pytest.raises(AssertionError):
        session(o=KINAROW).play_bot(1)


# Endings.


@pytest.mark.parametrize(
    "rules, moves, ending, winner",
    [
        ("3x3", [1, 4, 2, 5, 3], Ending.LINE, Side.X),
        ("3x3", [1, 3, 2, 5, 9, 7], Ending.LINE, Side.O),
        ("3x3 misere", [1, 4, 2, 5, 3], Ending.LINE, Side.O),
        ("3x3", [5, 1, 9, 3, 2, 8, 4, 6, 7], Ending.FULL, None),
        ("3x3", [1, 2, 3, 5, 4, 6, 8, 9, 7], Ending.LINE, Side.X),
    ],
)
def test_the_last_move_ends_the_game(
    rules: str, moves: list[int], ending: Ending, winner: Side | None
) -> None:
    """Lines come before fullness, and a full board ends the game on anyone's move."""
    match = session(moves, rules=rules)
    assert (match.ending, match.winner) == (ending, winner)
    assert refusal(lambda: read_move(match.position, "6")).problem is Problem.NO_GAME


def test_who_resigns_loses() -> None:
    """In turn or not."""
    for person, winner in ((ALICE, Side.O), (BOB, Side.X)):
        match = session([5]).resign(person.id)
        assert (match.ending, match.winner) == (Ending.RESIGNED, winner)


@pytest.mark.parametrize("person, may_manage", [(ALICE, False), (BOB, False), (CAROL, True)])
def test_players_and_moderators_may_stop(person: Person, may_manage: bool) -> None:
    """A stopped game has no winner."""
    match = session([5]).stop(person.id, may_manage=may_manage)
    assert (match.ending, match.winner) == (Ending.STOPPED, None)


def test_others_may_not_stop() -> None:
    """A spectator who may not manage messages leaves the game alone."""
    error = refusal(lambda: session().stop(CAROL.id, may_manage=False))
    assert error.problem is Problem.MAY_NOT_STOP


def test_an_abandoned_game_has_no_winner() -> None:
    """Nobody wins by staying away."""
    match = session([5]).abandon()
    assert (match.ending, match.winner) == (Ending.IDLE, None)


# Offers.


def test_a_draw_takes_two() -> None:
    """One offers, the other accepts by word or by offering too."""
    offered = session([5]).draw(ALICE.id)
    assert offered.offer == Offer(OfferKind.DRAW, Side.X)
    for agreed in (offered.draw(BOB.id), offered.accept(BOB.id)):
        assert (agreed.ending, agreed.winner, agreed.offer) == (Ending.AGREED, None, None)


@pytest.mark.parametrize("kind", ["draw", "undo"])
def test_nobody_answers_their_own_offer(kind: str) -> None:
    """Asking twice, or accepting oneself, meets the name of who has to answer."""
    asked: Session = getattr(session([5, 1]), kind)(ALICE.id)
    for act in (asked.accept, getattr(asked, kind)):
        error = refusal(partial(act, ALICE.id))
        assert (error.problem, error.facts) == (Problem.OWN_OFFER, {"name": "bob"})


def test_there_is_nothing_to_answer_without_an_offer() -> None:
    """Yes and no need a question."""
    match = session([5])
    for act in (match.accept, match.decline):
        assert refusal(partial(act, BOB.id)).problem is Problem.NO_OFFER


def test_an_offer_can_be_declined_and_taken_back() -> None:
    """By the other and by who made it, but by no spectator."""
    offered = session([5]).draw(ALICE.id)
    assert offered.decline(BOB.id) == session([5])
    assert offered.decline(ALICE.id) == session([5])
    assert refusal(lambda: offered.decline(CAROL.id)).problem is Problem.NOT_A_PLAYER


def test_a_move_declines_the_offer_that_stands() -> None:
    """Who plays on has answered."""
    assert session([5]).draw(ALICE.id).play(BOB.id, 1).offer is None


# Takebacks.


@pytest.mark.parametrize(
    "moves, left",
    [([5, 1], ()), ([5, 1, 2, 3], (5, 1)), ([5], ())],
)
def test_against_the_bot_a_move_is_taken_back_at_once(
    moves: list[int], left: tuple[int, ...]
) -> None:
    """Back to the person's own turn, with the engine's answer."""
    match = session(moves, o=KINAROW).undo(ALICE.id)
    assert match.position.moves == left
    assert match.assisted


def test_between_people_the_other_must_agree() -> None:
    """The asker's move goes, and the other's after it."""
    asked = session([5, 1, 2]).undo(ALICE.id)
    assert asked.position.moves == (5, 1, 2)
    assert asked.undo(BOB.id).position.moves == (5, 1)
    assert session([5, 1, 2]).undo(BOB.id).accept(ALICE.id).position.moves == (5,)


@pytest.mark.parametrize(
    "match, person",
    [
        (session(), ALICE),
        (session([5]), BOB),
        (session([5], x=KINAROW, o=BOB), BOB),
    ],
)
def test_there_must_be_a_move_to_take_back(match: Session, person: Person) -> None:
    """Who has not moved has nothing to take back."""
    assert refusal(lambda: match.undo(person.id)).problem is Problem.NOTHING_TO_UNDO


# Help, and the next game.


def test_help_is_remembered() -> None:
    """A hint or the coach marks the game, and switching the coach off does not unmark it."""
    assert session(o=KINAROW).helped(ALICE.id).assisted
    coached = session(o=KINAROW).set_coach(ALICE.id, Coach.AFTER)
    assert coached.assisted
    without = coached.set_coach(ALICE.id, Coach.OFF)
    assert without.x_coach is Coach.OFF
    assert without.assisted


def test_between_people_help_is_that_of_one_player() -> None:
    """Of who had the hint, chose the coach or took the move back, also after a swap."""
    assert session().helped(BOB.id).aided == {BOB}
    assert session().set_coach(ALICE.id, Coach.BEFORE).aided == {ALICE}
    assert session([5, 1]).undo(BOB.id).aided == frozenset()
    assert session([5, 1]).undo(BOB.id).accept(ALICE.id).aided == {BOB}
    swapped = session([5], swap=True).helped(BOB.id).take_over(BOB.id)
    assert swapped.x == BOB
    assert swapped.aided == {BOB}
    assert not swapped.assisted


def test_a_strict_game_is_played_without_help() -> None:
    """Between people; against the engine everybody plays as they like."""
    match = session([5, 1], strict=True)
    acts = (match.helped, match.undo, lambda user: match.set_coach(user, Coach.AFTER))
    for act in acts:
        assert refusal(partial(act, ALICE.id)).problem is Problem.NO_HELP
    assert match.set_coach(ALICE.id, Coach.OFF) == match
    assert session([5, 1], o=KINAROW, strict=True).undo(ALICE.id).assisted


def test_a_game_that_counts_is_stopped_by_both_or_by_a_moderator() -> None:
    """A moderator who plays is asked like anybody else."""
    early, match = session([5, 1, 2]), session([5, 1, 2, 3])
    assert early.stop(ALICE.id, may_manage=False).ending is Ending.STOPPED
    asked = match.stop(ALICE.id, may_manage=True)
    assert (asked.ending, asked.offer) == (None, Offer(OfferKind.STOP, Side.X))
    again = refusal(lambda: asked.stop(ALICE.id, may_manage=True))
    assert again.problem is Problem.OWN_OFFER
    for stopped in (asked.stop(BOB.id, may_manage=False), asked.accept(BOB.id)):
        assert (stopped.ending, stopped.winner) == (Ending.STOPPED, None)
    assert asked.decline(BOB.id).offer is None
    assert asked.play(ALICE.id, 4).offer is None
    assert match.stop(CAROL.id, may_manage=True).ending is Ending.STOPPED
    against_the_engine = session([5, 1, 2, 3], o=KINAROW)
    assert against_the_engine.stop(ALICE.id, may_manage=False).ending is Ending.STOPPED


def test_who_leaves_a_game_that_counts_loses_it() -> None:
    """Whoever wants to be forgotten cannot wait for the other's word."""
    left = session([5, 1, 2, 3]).leave(ALICE.id)
    assert (left.ending, left.winner) == (Ending.RESIGNED, Side.O)
    assert session([5]).leave(ALICE.id).ending is Ending.STOPPED


def test_a_style_belongs_to_who_chose_it() -> None:
    """Words are for one player, and a picture that the other has not chosen too stays as it is."""
    heard = session().restyled(BOB.id, BoardStyle.TEXT)
    assert (heard.style, heard.x_aloud, heard.o_aloud) == (BoardStyle.EMOJI, False, True)
    assert not heard.is_text
    assert heard.seen_by(BOB.id).style is BoardStyle.TEXT
    assert heard.seen_by(ALICE.id) == heard
    assert heard.restyled(ALICE.id, BoardStyle.TEXT).is_text
    assert heard.restyled(ALICE.id, BoardStyle.LIGHT).style is BoardStyle.LIGHT
    assert heard.restyled(ALICE.id, BoardStyle.LIGHT, shared=False).style is BoardStyle.EMOJI
    again = heard.restyled(BOB.id, BoardStyle.IMAGE)
    assert (again.style, again.o_aloud) == (BoardStyle.IMAGE, False)
    assert heard.rematch(BOB.id).terms.style is BoardStyle.TEXT
    assert heard.rematch(ALICE.id).terms.style is BoardStyle.EMOJI
    assert (
        refusal(lambda: session().restyled(CAROL.id, BoardStyle.TEXT)).problem
        is Problem.NOT_A_PLAYER
    )
    over = session([1, 4, 2, 5, 3])
    assert refusal(lambda: over.restyled(BOB.id, BoardStyle.TEXT)).problem is Problem.NO_GAME


def test_who_plays_the_bot_has_the_board_alone() -> None:
    """Their style is that of the board."""
    alone = session(o=KINAROW).restyled(ALICE.id, BoardStyle.TEXT)
    assert (alone.style, alone.is_text) == (BoardStyle.TEXT, True)
    assert not alone.restyled(ALICE.id, BoardStyle.EMOJI).is_text


def test_ears_go_with_their_player() -> None:
    """Who changes sides by the swap rule listens on."""
    start = session(swap=True).restyled(BOB.id, BoardStyle.TEXT)
    swapped = start.play(ALICE.id, 5).take_over(BOB.id)
    assert (swapped.x_aloud, swapped.o_aloud) == (True, False)


def test_each_player_has_a_coach_of_their_own() -> None:
    """One may be told before each move, and the other after it."""
    match = session().set_coach(ALICE.id, Coach.BEFORE).set_coach(BOB.id, Coach.AFTER)
    assert (match.coach_of(Side.X), match.coach_of(Side.O)) == (Coach.BEFORE, Coach.AFTER)
    assert match.is_advised
    assert not match.play(ALICE.id, 5).is_advised
    assert not match.resign(ALICE.id).is_advised


def test_a_coach_goes_with_its_player() -> None:
    """Who takes the first move over takes their coach along to the other side."""
    match = session([1], swap=True).set_coach(BOB.id, Coach.AFTER).take_over(BOB.id)
    assert match.x == BOB
    assert (match.x_coach, match.o_coach) == (Coach.AFTER, Coach.OFF)


def test_a_rematch_between_people_has_the_coach_that_both_have() -> None:
    """One alone brings none into a game that would be unrated for both."""
    alone = session([5]).set_coach(ALICE.id, Coach.AFTER)
    both = alone.set_coach(BOB.id, Coach.AFTER)
    assert alone.resign(ALICE.id).rematch(ALICE.id).terms.coach is Coach.OFF
    assert both.resign(ALICE.id).rematch(ALICE.id).terms.coach is Coach.AFTER
    against = session([5], o=KINAROW).set_coach(ALICE.id, Coach.AFTER)
    assert against.resign(ALICE.id).rematch(ALICE.id).terms.coach is Coach.AFTER


def test_spectators_do_not_switch_the_coach() -> None:
    """The coach belongs to the players."""
    error = refusal(lambda: session().set_coach(CAROL.id, Coach.BEFORE))
    assert error.problem is Problem.NOT_A_PLAYER


def test_a_rematch_exchanges_the_sides() -> None:
    """The same players and terms, with the asker on the other side."""
    match = session([5], rules="4x4", style=BoardStyle.TEXT).resign(ALICE.id)
    again = match.rematch(BOB.id)
    assert (again.asker, again.other) == (BOB, ALICE)
    assert again.terms == Terms(Rules(4, 4, 4), Side.X, Coach.OFF, BoardStyle.TEXT)
    assert refusal(lambda: match.rematch(CAROL.id)).problem is Problem.NOT_YOUR_REMATCH


PEOPLE = (ALICE, BOB, CAROL)
users = st.sampled_from([person.id for person in PEOPLE])


# The swap.


def test_the_first_move_is_taken_over() -> None:
    """The second player sits down on the other side, and the first is to move."""
    opened = session([5], swap=True)
    assert opened.can_swap
    swapped = opened.take_over(BOB.id)
    assert (swapped.x, swapped.o, swapped.to_move) == (BOB, ALICE, ALICE)
    assert swapped.position == opened.position
    assert swapped.play(ALICE.id, 1).play(BOB.id, 9).position.moves == (5, 1, 9)
    assert session([5], o=KINAROW, swap=True).take_over_bot().x == KINAROW


@pytest.mark.parametrize(
    "match, person, problem",
    [
        (session([5]), BOB, Problem.NO_SWAP),
        (session(swap=True), BOB, Problem.SWAP_EARLY),
        (session([5], swap=True), ALICE, Problem.NOT_YOUR_SWAP),
        (session([5, 1], swap=True), ALICE, Problem.SWAP_LATE),
        (session([5, 1], swap=True), BOB, Problem.SWAP_LATE),
        (session([5], swap=True).take_over(BOB.id), ALICE, Problem.SWAP_LATE),
        (session([5], swap=True), CAROL, Problem.NOT_A_PLAYER),
        (session([5], swap=True).resign(BOB.id), BOB, Problem.NO_GAME),
    ],
)
def test_when_nothing_can_be_taken_over(match: Session, person: Person, problem: Problem) -> None:
    """Only the second player may, right after the first move, where it was agreed."""
    assert refusal(lambda: match.take_over(person.id)).problem is problem


def test_a_move_that_was_taken_over_stays() -> None:
    """It belongs to both, so that neither can take it back; later moves can be."""
    swapped = session([5], swap=True).take_over(BOB.id)
    for person in (ALICE, BOB):
        assert refusal(partial(swapped.undo, person.id)).problem is Problem.NOTHING_TO_UNDO
    on = swapped.play(ALICE.id, 1)
    assert on.undo(ALICE.id).undo(BOB.id).position.moves == (5,)


def test_after_a_takeback_the_first_move_can_be_taken_over_again() -> None:
    """Who answered it and took the answer back chooses anew."""
    match = session([5, 1], swap=True).undo(BOB.id).undo(ALICE.id)
    assert match.take_over(BOB.id).x == BOB


def test_a_rematch_lets_the_other_open() -> None:
    """After a swap who opened is second, whichever mark that was; the rule holds again."""
    ended = session([5], swap=True).take_over(BOB.id).resign(ALICE.id)
    for person, side in ((ALICE, Side.O), (BOB, Side.X)):
        again = ended.rematch(person.id)
        assert (again.terms.side, again.terms.swap) == (side, True)


def test_the_first_move_counts_for_nobody_under_the_swap() -> None:
    """Whether it was good is another question where the other may take it."""
    assert session([5]).shared_plies == 0
    assert session([5], swap=True).shared_plies == 1


def test_a_board_has_a_face_of_its_own() -> None:
    """Another order of moves, another stone and the swap change it; a hint does not."""
    boards = [session(), session([5, 1]), session([5, 3]), session([5], swap=True)]
    boards.append(boards[-1].take_over(BOB.id))
    assert len({board.fingerprint for board in boards}) == len(boards)
    assert boards[1].helped(ALICE.id).fingerprint == boards[1].fingerprint
    assert boards[-1].has_same_board(boards[-1].helped(ALICE.id))
    assert not boards[-1].has_same_board(boards[-2])


# Votes.


def crowd(*moves: int, **changes: Any) -> Session:
    """Everyone with X, led by alice, against the engine; the engine's moves among these."""
    match = session(x=Crowd(ALICE), o=KINAROW, poll=Poll(30), **changes).at(NOON)
    for move in moves:
        play = match.play_vote if match.voting else match.play_bot
        match = play(move).at(NOON)
    return match


def test_a_crowd_votes_on_its_turn() -> None:
    """Anyone may, on a board that is free there; the engine's turn is no time to vote."""
    match = crowd().vote(CAROL.id, 5, NOON).vote(BOB.id, 5, NOON)
    assert match.poll is not None
    assert dict(match.poll.ballots) == {CAROL.id: 5, BOB.id: 5}
    assert refusal(lambda: crowd(5, 1).vote(BOB.id, 5, NOON)).problem is Problem.TAKEN
    assert refusal(lambda: match.vote(BOB.id, 10, NOON)).problem is Problem.NO_SUCH_TILE
    for idle in (match.play_vote(5), match.abandon(), session()):
        assert refusal(partial(idle.vote, BOB.id, 1, NOON)).problem is Problem.NO_VOTE


def test_each_turn_of_a_crowd_is_a_round() -> None:
    """It opens with the turn, its ballots go with the move, and after the end there is none."""
    match = crowd().vote(CAROL.id, 5, NOON)
    later = NOON + timedelta(seconds=20)
    assert match.at(later).poll == match.poll
    played = match.play_vote(5).at(later)
    assert played.poll == Poll(30)
    answered = played.play_bot(1).at(later)
    assert answered.poll == Poll(30).opened(2, later)
    assert match.abandon().at(later).poll == Poll(30)
    assert session().at(later).poll is None


def test_a_crowd_has_a_leader() -> None:
    """Who began may do for all what a player may; everybody else is told who that is."""
    match = crowd(5, 1)
    assert match.side_of(ALICE.id) is Side.X
    assert match.undo(ALICE.id).position.moves == ()
    assert match.resign(ALICE.id).winner is Side.O
    error = refusal(lambda: match.resign(BOB.id))
    assert (error.problem, error.facts) == (Problem.NOT_LEADER, {"name": "alice"})
    assert refusal(lambda: match.stop(BOB.id, may_manage=False)).problem is Problem.MAY_NOT_STOP
    assert (match.x_name, match.people) == ("Everyone", ())


def test_a_vote_that_rests_blocks_nobody() -> None:
    """Anyone may stop or replace it, but while a round is on it is not idle."""
    limit, match = timedelta(seconds=1), crowd()
    assert not match.is_idle(NOON + timedelta(seconds=30), limit)
    assert match.is_idle(NOON + timedelta(seconds=32), limit)
    for _ in range(MAX_POSTPONEMENTS + 1):
        match = match.put_off(NOON)
    assert match.is_idle(NOON, timedelta(days=1))
    assert match.stop(BOB.id, may_manage=False).ending is Ending.STOPPED


def test_a_rematch_of_a_crowd_is_asked_for_by_its_leader() -> None:
    """The same again, with as long rounds."""
    ended = crowd(5).resign(ALICE.id)
    again = ended.rematch(ALICE.id)
    assert (again.asker, again.other) == (Crowd(ALICE), KINAROW)
    assert (again.terms.side, again.terms.seconds) == (Side.O, 30)
    assert refusal(lambda: ended.rematch(BOB.id)).problem is Problem.NOT_LEADER


class Channel(RuleBasedStateMachine):
    """A channel in which anyone does anything at any time to the live game."""

    @initialize(
        rules=st.sampled_from(["3x3", "3x3 misere", "3x3 gravity", "4x4x3", "connect4"]),
        x=st.sampled_from([ALICE, KINAROW]),
        o=st.sampled_from([BOB, Bot(Level.EASY)]),
        swap=st.booleans(),
    )
    def begin(self, rules: str, x: Person | Bot, o: Person | Bot, swap: bool) -> None:
        """Start a game with at least one person in it."""
        self.match = session(rules=rules, x=x, o=BOB if isinstance(x, Bot) else o, swap=swap)

    @rule(user=users, move=st.integers(-1, 17))
    def play(self, user: UserId, move: int) -> None:
        """Somebody names a number."""
        self._try(lambda: self.match.play(user, move))

    @rule(choices=st.lists(st.integers(0, 60), min_size=1, max_size=8))
    def play_on(self, choices: list[int]) -> None:
        """Whoever is to move makes a move that can be played, a few times in turn."""
        for choice in choices:
            if self.match.ending is None:
                player, legal = self.match.to_move, self.match.position.legal
                move = legal[choice % len(legal)]
                play = (
                    partial(self.match.play, player.id)
                    if isinstance(player, Person)
                    else self.match.play_bot
                )
                self.match = play(move)

    @rule(user=users, act=st.sampled_from(["undo", "draw", "accept", "decline", "take_over"]))
    def ask_or_answer(self, user: UserId, act: str) -> None:
        """Somebody asks for something, or answers."""
        self._try(lambda: getattr(self.match, act)(user))

    @rule(user=users, coach=st.sampled_from(Coach))
    def coach(self, user: UserId, coach: Coach) -> None:
        """Somebody switches the coach."""
        self._try(lambda: self.match.set_coach(user, coach))

    @rule(user=users, may_manage=st.booleans(), stop=st.booleans())
    def end(self, user: UserId, may_manage: bool, stop: bool) -> None:
        """Somebody gives up or stops the game."""
        acts = {True: lambda: self.match.stop(user, may_manage=may_manage)}
        self._try(acts.get(stop, lambda: self.match.resign(user)))

    @precondition(lambda self: cast("Channel", self).match.ending is not None)
    @rule(asker=st.sampled_from([ALICE, BOB]))
    def rematch(self, asker: Person) -> None:
        """The players want to go on with sides exchanged."""
        old = self.match
        if asker in old.people:
            again = old.rematch(asker.id)
            assert again.other == old.player(old.side_of(asker.id).other)
            self.match = session(rules=str(old.rules), x=old.o, o=old.x)

    @invariant()
    def seats_stay(self) -> None:
        """Nobody is put out of their seat, and somebody is a person."""
        assert self.match.people

    @invariant()
    def the_position_is_that_of_its_moves(self) -> None:
        """A position can always be played again from the start."""
        assert Position.from_moves(self.match.rules, self.match.position.moves) == (
            self.match.position
        )

    @invariant()
    def a_finished_board_is_a_finished_game(self) -> None:
        """The session knows of every line and every full board, and of its winner."""
        outcome = self.match.position.outcome
        by_board = self.match.ending in {Ending.LINE, Ending.FULL}
        assert by_board == (outcome is not None)
        assert outcome is None or self.match.winner is outcome.winner

    @invariant()
    def a_winner_needs_an_ending_with_one(self) -> None:
        """Only a line or a resignation has a winner, and it always has one."""
        won = self.match.ending in {Ending.LINE, Ending.RESIGNED}
        assert won == (self.match.winner is not None)

    @invariant()
    def a_first_move_is_taken_over_once_and_stays(self) -> None:
        """Who has exchanged the sides cannot do so again, nor take that move back."""
        assert not (self.match.swapped and self.match.can_swap)
        assert not self.match.swapped or self.match.position.ply > 0

    @invariant()
    def an_offer_is_made_by_a_person_in_a_live_game(self) -> None:
        """Nothing is on offer after the end, nor from the engine."""
        if self.match.offer is not None:
            assert self.match.ending is None
            assert isinstance(self.match.player(self.match.offer.by), Person)

    def _try(self, act: Callable[[], Session]) -> None:
        """Do what can be done while the game is live; a refusal changes nothing."""
        if self.match.ending is not None:
            return
        before = repr(self.match)
        try:
            self.match = act()
        except UserError:
            assert repr(self.match) == before


TestChannel = Channel.TestCase
TestChannel.settings = settings(max_examples=60, stateful_step_count=40)
