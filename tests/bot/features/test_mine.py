"""Which games come first in a person's list."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.features.mine import MOST_LISTED, is_turn_of, most_urgent
from bot.match.session import Crowd, offers
from tests.bot.builders import ALICE, BOB, KINAROW, NOON, session


def test_those_that_wait_for_the_person_come_first() -> None:
    """Then the newest; each as the asker sees it."""
    old, new = (replace(session(), touched=NOON + timedelta(hours=n)) for n in (1, 2))
    theirs = replace(session([5]), touched=NOON + timedelta(hours=3))
    assert most_urgent([old, theirs, new], ALICE.id) == [new, old, theirs]
    assert most_urgent([old, theirs, new], BOB.id) == [theirs, new, old]
    assert len(most_urgent([old] * 50, ALICE.id)) == MOST_LISTED


def test_an_offer_waits_for_who_has_to_answer_it() -> None:
    """Whoever is to move."""
    offered = offers.draw(session([5, 1]), ALICE.id)
    assert is_turn_of(offered, BOB.id)
    assert not is_turn_of(offered, ALICE.id)


def test_the_leader_of_a_crowd_has_its_game() -> None:
    """It is the turn of all of them."""
    assert is_turn_of(session(x=Crowd(ALICE), o=KINAROW), ALICE.id)
