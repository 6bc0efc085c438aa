"""Who meets whom."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.tournament.schedule import Number, arena_pairs, berger_rounds, bracket, with_sides

PLAYERS = st.integers(2, 64)


def test_the_tables_are_those_of_the_handbook() -> None:
    """Berger's for six players, as FIDE prints them."""
    assert berger_rounds(6) == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


@given(PLAYERS)
def test_everybody_meets_everybody_once(players: int) -> None:
    """In rounds in which each plays once; an odd one out has a bye, each once."""
    rounds = berger_rounds(players)
    even = players + players % 2
    assert len(rounds) == even - 1
    for pairs in rounds:
        assert sorted(number for pair in pairs for number in pair) == list(range(1, even + 1))
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert set(met.values()) == {1}
    assert len(met) == even * (even - 1) // 2


@given(PLAYERS)
def test_sides_are_balanced(players: int) -> None:
    """Nobody has X more than once more often than O, or the other way round."""
    lead: Counter[int] = Counter()
    for x, o in (pair for pairs in berger_rounds(players) for pair in pairs):
        if max(x, o) <= players:
            lead.update({x: 1})
            lead.subtract({o: 1})
    assert all(abs(lead[number]) <= 1 for number in range(1, players + 1))


@given(PLAYERS)
def test_a_bracket_is_the_next_power_of_two(players: int) -> None:
    """Each seed once, byes for the best alone, and nobody has two."""
    slots = bracket(players)
    assert len(slots).bit_count() == 1
    assert players <= len(slots) < 2 * players
    assert sorted(seed for seed in slots if seed is not None) == list(range(1, players + 1))
    byes = [a or b for a, b in zip(slots[::2], slots[1::2], strict=True) if a is None or b is None]
    assert sorted(byes, key=lambda seed: seed or 0) == list(range(1, len(slots) - players + 1))


@given(PLAYERS)
def test_the_best_meet_as_late_as_can_be(players: int) -> None:
    """The best two in the final, the best four not before the semi-finals."""
    slots = bracket(players)
    while len(slots) > 1:
        pairs = list(zip(slots[::2], slots[1::2], strict=True))
        for one, other in pairs:
            assert None in {one, other} or (one or 0) + (other or 0) == len(slots) + 1
        slots = [min(seed for seed in pair if seed is not None) for pair in pairs]


@given(st.lists(st.integers(1, 64).map(Number), unique=True, max_size=20), st.data())
def test_an_arena_pairs_all_who_wait(waiting: list[Number], data: st.DataObject) -> None:
    """Each once, and nobody with their last opponent again, unless only two wait."""
    last: dict[Number, Number] = {}
    if len(waiting) > 1:
        for number in waiting:
            others = [other for other in waiting if other != number]
            last[number] = data.draw(st.sampled_from(others))
    pairs = arena_pairs(waiting, last)
    players = [number for pair in pairs for number in pair]
    assert len(players) == len(set(players)) == len(waiting) - len(waiting) % 2
    assert set(players) <= set(waiting)
    if len(waiting) > 2:
        assert not any(last[one] == other and last[other] == one for one, other in pairs)


def test_two_who_have_just_met_exchange_with_their_neighbours() -> None:
    """Of three the best plays on; of six the first pair with the second, others with that before.

    Who has met somebody else since is paired as if they had not met.
    """
    one, two, three, four, five, six = everybody = [Number(n) for n in range(1, 7)]
    assert arena_pairs([one, two, three], {one: two, two: one}) == [(one, three)]
    for met, pairs in (
        ({one: two, two: one}, [{two, four}, {one, three}, {five, six}]),
        ({three: four, four: three}, [{one, three}, {two, four}, {five, six}]),
        ({five: six, six: five}, [{one, two}, {three, five}, {four, six}]),
        ({one: two, two: three}, [{one, two}, {three, four}, {five, six}]),
    ):
        assert [set(pair) for pair in arena_pairs(everybody, met)] == pairs
    assert arena_pairs([one, two], {one: two, two: one}) == [(one, two)]


@pytest.mark.parametrize("turn, first", [(0, 1), (1, 2)])
def test_the_player_who_had_x_less_often_gets_it(turn: int, first: int) -> None:
    """If both are level the turn decides."""
    pair = Number(1), Number(2)
    assert with_sides(pair, {pair[0]: 1, pair[1]: -1}, turn)[0] == 2
    assert with_sides(pair, {pair[0]: -1}, turn)[0] == 1
    assert with_sides(pair, {}, turn)[0] == first
