"""Whatever anyone does in a channel, in any order, its game stays sound."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.errors import UserError
from bot.match.session import Bot, Coach, Ending, Person, Session, UserId, moves, offers, seats
from engine import Level, Position
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, session

ACTS = (offers.undo, offers.draw, offers.accept, offers.decline, moves.take_over)
PEOPLE = (ALICE, BOB, CAROL)
users = st.sampled_from([person.id for person in PEOPLE])


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
        self._try(lambda: moves.play(self.match, user, move))

    @rule(choices=st.lists(st.integers(0, 60), min_size=1, max_size=8))
    def play_on(self, choices: list[int]) -> None:
        """Whoever is to move makes a move that can be played, a few times in turn."""
        for choice in choices:
            if self.match.ending is None:
                player, legal = self.match.to_move, self.match.position.legal
                move = legal[choice % len(legal)]
                play = (
                    partial(moves.play, self.match, player.id)
                    if isinstance(player, Person)
                    else partial(moves.play_bot, self.match)
                )
                self.match = play(move)

    @rule(user=users, act=st.sampled_from(ACTS))
    def ask_or_answer(self, user: UserId, act: Callable[[Session, UserId], Session]) -> None:
        """Somebody asks for something, or answers."""
        self._try(lambda: act(self.match, user))

    @rule(user=users, coach=st.sampled_from(Coach))
    def coach(self, user: UserId, coach: Coach) -> None:
        """Somebody switches the coach."""
        self._try(lambda: seats.set_coach(self.match, user, coach))

    @rule(user=users, may_manage=st.booleans(), stop=st.booleans())
    def end(self, user: UserId, may_manage: bool, stop: bool) -> None:
        """Somebody gives up or stops the game."""
        acts = {True: lambda: offers.stop(self.match, user, may_manage=may_manage)}
        self._try(acts.get(stop, lambda: offers.resign(self.match, user)))

    @precondition(lambda self: cast("Channel", self).match.ending is not None)
    @rule(asker=st.sampled_from([ALICE, BOB]))
    def rematch(self, asker: Person) -> None:
        """The players want to go on with sides exchanged."""
        old = self.match
        if asker in old.people:
            again = offers.rematch(old, asker.id)
            assert again.other == old.seats[old.side_of(asker.id).other].player
            self.match = session(rules=str(old.rules), x=old.o.player, o=old.x.player)

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
        """A player who has exchanged the sides cannot do so again, nor take that move back."""
        assert not (self.match.swapped and self.match.can_swap)
        assert not self.match.swapped or self.match.position.ply > 0

    @invariant()
    def an_offer_is_made_by_a_person_in_a_live_game(self) -> None:
        """There's no offer to answer after the end, nor from the engine."""
        if self.match.offer is not None:
            assert self.match.ending is None
            assert isinstance(self.match.seats[self.match.offer.by].player, Person)

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
