"""A challenge as a value: how its terms are written, until when it stands, how often one asks."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import UserError
from bot.features.start.values import (
    COOLDOWN,
    EXPIRY,
    MAX_REFUSALS,
    Challenge,
    Refusal,
    StartProblem,
    check,
    decode_terms,
    encode_terms,
    same_game,
)
from bot.match.players import LONGEST_MOVE, SHORTEST_MOVE
from bot.match.series import Length
from bot.match.session import CHOOSABLE_STYLES, BoardStyle, ChannelId, Coach, ScopeId, Terms, UserId
from engine import Rules, Side
from tests.bot.builders import ALICE, ALL_RULES, BOB, CAROL, NOON
from tests.engine.boards import PLANE

ASKED = Challenge(ScopeId(1), ChannelId(7), ALICE.id, BOB.id, Terms(Rules.parse("connect4")), NOON)
MOMENT = timedelta(seconds=1)

terms = st.builds(
    Terms,
    st.builds(replace, st.sampled_from(ALL_RULES), misere=st.booleans())
    | st.builds(replace, st.just(Rules(15, 15, 5)), variant=st.sampled_from(PLANE)),
    st.sampled_from([None, *Side]),
    st.sampled_from([None, Coach.BEFORE, Coach.AFTER]),
    st.sampled_from(CHOOSABLE_STYLES),
    st.booleans(),
    move_time=st.sampled_from([None, SHORTEST_MOVE, timedelta(seconds=90), LONGEST_MOVE]),
    swap2=st.booleans(),
    casual=st.booleans(),
    strict=st.booleans(),
    series=st.sampled_from([None, Length(3), Length(21, first_to=True)]),
)


def refused(
    refusal: Refusal, opponent: UserId | None = BOB.id, ago: timedelta = MOMENT
) -> Challenge:
    """A challenge of alice's that came to nothing."""
    return replace(ASKED, opponent=opponent, refusal=refusal, refused=NOON - ago)


def problem(wanted: Challenge, *earlier: Challenge) -> UserError:
    """Why a person may not ask."""
    with pytest.raises(UserError) as caught:
        check(wanted, earlier)
    return caught.value


@given(terms)
def test_terms_are_read_as_they_were_written(wanted: Terms) -> None:
    """Whatever is asked for comes back from the store, which has room for it."""
    written = encode_terms(wanted)
    assert decode_terms(written) == wanted
    assert len(written) <= 64


@pytest.mark.parametrize("text", ["", "3x3x3", "3x3x3/Z", "3x3x3/X/1", "/X", "3x3x3/Xq"])
def test_anything_else_is_no_terms(text: str) -> None:
    """What was not written by us raises ValueError."""
    with pytest.raises(ValueError, match="no terms"):
        decode_terms(text)


@given(terms, st.sampled_from(CHOOSABLE_STYLES))
def test_two_ask_for_the_same_game(wanted: Terms, style: BoardStyle) -> None:
    """If all is the same but how they see it, and both say who moves first, or neither."""
    side = wanted.side.other if wanted.side else None
    theirs = replace(wanted, side=side, style=style, coach=wanted.coach or Coach.OFF)
    assert same_game(wanted, theirs)
    assert same_game(theirs, wanted)
    others = (
        replace(theirs, side=Side.X if side is None else None),
        replace(theirs, side=side.other if side else Side.O),
        replace(theirs, rules=next(r for r in ALL_RULES if r != theirs.rules)),
        replace(theirs, coach=Coach.AFTER if theirs.coach is Coach.BEFORE else Coach.BEFORE),
        replace(theirs, swap=not theirs.swap),
        replace(theirs, swap2=not theirs.swap2),
        replace(theirs, move_time=None if theirs.move_time else SHORTEST_MOVE),
    )
    assert not any(same_game(wanted, other) for other in others)


def test_a_challenge_stands_for_a_day() -> None:
    """At the very end of it nobody can answer any more, nor once it is refused."""
    assert not ASKED.is_over(NOON + EXPIRY - MOMENT)
    assert ASKED.is_over(NOON + EXPIRY)
    assert ASKED.expires == NOON + EXPIRY
    assert refused(Refusal.DECLINED).is_over(NOON)


def test_one_challenge_waits_at_a_time() -> None:
    """While one waits no other can be sent, to whomever; the answer says where it is."""
    for opponent in (BOB.id, CAROL.id, None):
        error = problem(replace(ASKED, opponent=opponent, channel=ChannelId(9)), ASKED)
        assert error.problem is StartProblem.CHALLENGE_WAITS
        assert error.facts == {"place": 7}
    check(replace(ASKED, asked=NOON + EXPIRY), [ASKED])


def test_after_a_refusal_the_same_person_is_not_asked_again() -> None:
    """The same person may not ask again at once, but may ask somebody else, or everybody."""
    declined = refused(Refusal.DECLINED)
    error = problem(ASKED, declined)
    assert error.problem is StartProblem.CHALLENGE_DECLINED
    assert error.facts["member"] == BOB.id
    check(replace(ASKED, opponent=CAROL.id), [declined])
    check(replace(ASKED, opponent=None), [declined])
    check(ASKED, [refused(Refusal.DECLINED, ago=COOLDOWN)])
    check(ASKED, [refused(Refusal.WITHDRAWN)])


def test_many_challenges_in_vain_are_too_many() -> None:
    """Whoever has asked in vain a few times waits until the oldest of those is forgotten."""
    vain = [refused(Refusal.WITHDRAWN, None, ago=n * MOMENT) for n in range(1, MAX_REFUSALS + 1)]
    check(ASKED, vain[1:])
    error = problem(ASKED, *vain)
    assert error.problem is StartProblem.CHALLENGE_TOO_MANY
    free = NOON - MAX_REFUSALS * MOMENT + COOLDOWN
    assert error.facts == {"when": int(free.timestamp()) + 1}
    check(replace(ASKED, asked=free), vain)
