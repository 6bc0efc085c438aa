"""Who meets whom: the standard tables and rules for pairing, on the numbers of the players.

Round robin: the Berger tables of FIDE's Handbook (C.05, annex 1), made by rotation. Knock-out: the
bracket in which the best two can meet only in the final, with byes for the best. Arena: free
players next to each other in the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NewType

Number = NewType("Number", int)
"""The number of a player in one tournament, from 1 on."""
Pair = tuple[Number, Number]


def berger_rounds(players: int) -> list[list[tuple[int, int]]]:
    """The rounds of everybody against everybody, the first of each pair with X.

    Numbers count from 1. If they are odd, the last number stands for a bye.

    >>> berger_rounds(4)
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    last = players + players % 2
    others, half = list(range(1, last)), last // 2
    rounds = []
    for number in range(last - 1):
        # The table turns by half a round; its last player stays, with X and O in turn.
        shift = number * half % (last - 1)
        turned = others[shift:] + others[:shift]
        top = (turned[0], last) if number % 2 == 0 else (last, turned[0])
        rounds.append([top, *((turned[i], turned[-i]) for i in range(1, half))])
    return rounds


def bracket(players: int) -> list[int | None]:
    """The seeds in the order of the bracket: neighbours meet. None is a bye.

    >>> bracket(6)
    [1, None, 4, 5, 2, None, 3, 6]
    """
    order = [1]
    while len(order) < players:
        size = 2 * len(order)
        order = [seed for best in order for seed in (best, size + 1 - best)]
    return [seed if seed <= players else None for seed in order]


def arena_pairs(waiting: Sequence[Number], last: Mapping[Number, Number]) -> list[Pair]:
    """Pair waiting players, given best first: neighbours, except those who have just met.

    `last` is the last opponent of each. In an odd number the last one gets no game, so put whoever
    is to rest there. Two who have just met meet again only if nobody else waits.
    """

    def met(pair: Pair) -> bool:
        one, other = pair
        return last.get(one) == other and last.get(other) == one

    players = list(waiting)
    if len(players) == 3 and met((players[0], players[1])):
        players = [players[0], players[2], players[1]]
    pairs = list(zip(players[::2], players[1::2], strict=False))
    for place, pair in enumerate(pairs):
        if not met(pair) or len(pairs) == 1:
            continue
        # Each player has met one other last: after an exchange with a neighbour neither pair has.
        near = place - 1 if place else 1
        (a, b), (c, d) = pairs[near], pair
        pairs[near], pairs[place] = (a, c), (b, d)
    return pairs


def with_sides(pair: Pair, lead: Mapping[Number, int], turn: int = 0) -> Pair:
    """The pair with X first: the player who has had X less often, compared with O, gets it.

    `lead` is how much more often each has had X than O. If both are level, `turn` decides.
    """
    one, other = pair
    ahead = lead.get(one, 0) - lead.get(other, 0)
    return (other, one) if ahead > 0 or (ahead == 0 and turn % 2) else (one, other)
