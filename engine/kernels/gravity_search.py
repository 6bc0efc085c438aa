"""Null-window search that solves gravity boards of up to 63 bits, Connect Four above all.

A *score* counts from the end, as is usual for this game: 1 for a win with the last
stone that the winner has, 2 with the one before, negative for losses, 0 for a draw.
Completing a line with stone `m` of `cells` scores (cells + 2 - m) // 2.

Only one question is ever searched: does the mover score at least `target`? The exact
score is found by halving the window of what it can be.

    lower <= score <= upper        bounds, of a node or a table entry
    passed:  target <= lower       the answer is yes, and `bound` is the lower bound
    failed:  upper < target        the answer is no, and `bound` is the upper bound

Boards are those of engine/kernels/gravity_board.py.
"""

from __future__ import annotations

from typing import Final

from engine.kernels.gravity_board import (
    OFFSET,
    OPENING,
    Geometry,
    claimeven_bound,
    double,
    entry_at,
    hash_of,
    open_pairs,
    popcount,
    store,
    threats_of,
    zugzwang_bound,
)
from engine.kernels.instructions import prefetch
from engine.kernels.jit import Array, entry, inner

_TABLE_FREE: Final = 6
"""With so few free cells left, searching is cheaper than probing the table."""
_BUCKET_NODES: Final = 4
"""After so many nodes for each of its buckets the table doubles."""
_NONE: Final = -64
"""Stands for no score and no rank: below all of them."""

NODES, LOWER, UPPER, SIGN, HEIGHT, PLACE, BUCKET_BITS = range(7)
"""Where `state` has the nodes so far; bounds of the root's score, seen from the side to move after
SIGN (1 or -1) of the position asked for; where in the tree to go on, a HEIGHT of -1 meaning that
nothing is under way; and the binary logarithm of how many buckets the table has so far."""
STATE_SIZE: Final = 7
"""The length of `state`."""

# `tree` has what is being searched: tree[height, place, field], int64. The position at `place` is
# one of those that the moves of its parent, one height below, lead to once all that is forced has
# been played. The root is tree[0, 0].
_MOVER, _WAITER, _WAITER_THREATS, _MOVES, _STONES, _FACING, _HASH, _HINT, _RANK, _COLUMN = range(10)
"""Where the tree has a position from the start: the stones of both sides, the waiter's threats
and the moves as bits; the number of stones; 1 where the mover is that of the parent, else -1; the
hash; the best move known, as an index of columns or -1; its rank for the parent, _NONE once it is
not to be searched (again); and the column that led to it."""
_PARENT, _QUESTION, _BEGUN, _BEST, _PLAYED, _MADE, _LEFT = range(10, 17)
"""Where the tree has a position that was entered: the parent's place; the target; the node count
when it was entered; the highest upper bound of the moves refuted; the column searched last; how
many positions its moves lead to, and how many of those are left."""
FIELDS: Final = 17
"""Fields of a position in the tree."""


@inner
def _play_forced(
    mover: int, waiter: int, threats: int, stones: int, geometry: Geometry
) -> tuple[bool, int, int, int, int, int, int, int]:
    """Play on as long as the mover has one move only that does not lose at once.

    Asks for a position whose mover cannot complete a line, and the threats of its waiter.
    Gives whether the game is decided and the score for the mover asked for; else the
    position reached: mover, waiter, threats of the waiter, stones, the moves that do not
    lose at once (two or more), and 1 if its mover is the one asked for, else -1.
    """
    facing = 1
    while True:
        taken = mover | waiter
        playable = (taken + geometry.bottom) & geometry.board
        if playable == 0:
            return True, 0, mover, waiter, threats, stones, 0, facing
        # a line of the waiter must be stopped, and no cell below one may be filled
        forced = threats & playable
        moves = (forced if forced else playable) & ~(threats >> 1)
        if moves == 0 or forced & (forced - 1):
            loss = -((geometry.cells - stones) >> 1) * facing
            return True, loss, mover, waiter, threats, stones, 0, facing
        if moves & (moves - 1):
            return False, 0, mover, waiter, threats, stones, moves, facing
        mover |= moves
        threats = threats_of(mover, geometry) & ~(taken | moves)
        mover, waiter = waiter, mover
        stones += 1
        facing = -facing


@inner
def _expand(
    tree: Array,
    height: int,
    place: int,
    nodes: int,
    columns: Array,
    table: Array,
    tag_bits: int,
    geometry: Geometry,
) -> tuple[bool, bool, int]:
    """Make the moves of a node, and answer its question without searching where possible.

    Gives whether it is answered, whether the answer is yes, and the bound. Else the moves
    that may still answer it are left in the tree above, each with the position that it leads to
    once all that is forced has been played.
    """
    mover, waiter = int(tree[height, place, _MOVER]), int(tree[height, place, _WAITER])
    waiter_threats = int(tree[height, place, _WAITER_THREATS])
    moves, stones = int(tree[height, place, _MOVES]), int(tree[height, place, _STONES])
    target, hint = int(tree[height, place, _QUESTION]), int(tree[height, place, _HINT])
    tree[height, place, _BEGUN] = nodes
    best = _NONE
    above, made = height + 1, 0

    # Step 1. Each move, from the centre outwards, played on to where there is a choice again.
    for index in range(geometry.columns):
        move = moves & int(columns[index])
        if move == 0:
            continue
        tree[height, place, _PLAYED] = index
        own = mover | move
        taken = own | waiter
        own_threats = threats_of(own, geometry) & ~taken
        their_threats = waiter_threats & ~move
        decided, score, side, other, threats, reached, choice, facing = _play_forced(
            waiter, own, own_threats, stones + 1, geometry
        )
        facing = -facing
        if decided:
            if -score >= target:
                return True, True, -score
            best = max(best, -score)
            continue

        # Step 2. Mate-distance pruning: neither side completes a line with its next stone, so that
        # no score is beyond what the stone after that is worth.
        free = geometry.cells - reached
        upper, lower = (free - 1) >> 1, -((free - 2) >> 1)
        question = target
        if facing < 0:
            upper, lower, question = -lower, -upper, 1 - target
        if lower >= target:
            return True, True, lower
        if upper < target:
            best = max(best, upper)
            continue

        # Step 3. Bounds from zugzwang (claimeven): what follows from parity alone.
        if free & 1:
            ceiling = zugzwang_bound(side, other, threats, question, columns, geometry)
        else:
            ceiling = claimeven_bound(side, other, threats, question, geometry)
        if ceiling < question:
            if facing < 0:
                return True, True, -ceiling
            best = max(best, ceiling)
            continue

        # Step 4. Move ordering by threats made: those that can come next count twice, those above a
        # threat of the other side, which play never reaches, not at all; forcing moves come first.
        useful = own_threats & ~(their_threats << 1)
        near = useful & (taken + geometry.bottom) << 1
        rank = 2 * (popcount(useful) + popcount(near)) + (1 if facing > 0 else 0)
        if stones < OPENING:
            rank += open_pairs(own, geometry.board & ~taken, geometry)
        if index == hint:
            rank += 1000

        # Step 5. Keep it; its table entry is prefetched while other moves are made.
        key_hash = 0
        if free > _TABLE_FREE:
            key_hash = hash_of(side, side | other, reached, geometry)
            prefetch(table, key_hash >> tag_bits << 1)
        tree[above, made, _MOVER] = side
        tree[above, made, _WAITER] = other
        tree[above, made, _WAITER_THREATS] = threats
        tree[above, made, _MOVES] = choice
        tree[above, made, _STONES] = reached
        tree[above, made, _FACING] = facing
        tree[above, made, _HASH] = key_hash
        tree[above, made, _HINT] = -1
        tree[above, made, _RANK] = rank
        tree[above, made, _COLUMN] = index
        made += 1

    # Step 6. Transposition table, asked for every child at once: enhanced transposition cutoff.
    # A child that answers the question saves the search of its siblings.
    left = made
    for child in range(made):
        reached = int(tree[above, child, _STONES])
        if geometry.cells - reached <= _TABLE_FREE:
            continue
        found = entry_at(table, int(tree[above, child, _HASH]), tag_bits)
        upper, lower = OFFSET - (found >> 6 & 63), (found & 63) - OFFSET
        if tree[above, child, _FACING] < 0:
            upper, lower = -lower, -upper
        if lower >= target:
            tree[height, place, _PLAYED] = tree[above, child, _COLUMN]
            return True, True, lower
        if upper < target:
            best = max(best, upper)
            tree[above, child, _RANK] = _NONE
            left -= 1
        elif reached >= OPENING:
            tree[above, child, _HINT] = (found >> 12 & 15) - 1
    tree[height, place, _MADE] = made
    tree[height, place, _LEFT] = left
    tree[height, place, _BEST] = best
    return left == 0, False, best


@inner
def _descend(tree: Array, height: int, place: int) -> int:
    """Take the move of highest rank from a node and ask what it leads to; gives its place."""
    above, chosen = height + 1, 0
    highest = int(tree[above, 0, _RANK])
    for other in range(1, int(tree[height, place, _MADE])):
        rank = int(tree[above, other, _RANK])
        if rank > highest:
            highest, chosen = rank, other
    question = tree[height, place, _QUESTION]
    tree[above, chosen, _QUESTION] = question if tree[above, chosen, _FACING] > 0 else 1 - question
    tree[above, chosen, _PARENT] = place
    tree[above, chosen, _RANK] = _NONE
    tree[height, place, _PLAYED] = tree[above, chosen, _COLUMN]
    tree[height, place, _LEFT] -= 1
    return chosen


@inner
def _next_target(lower: int, upper: int) -> int:
    """The question to ask next: halfway, but leaning away from a draw, where the end is near and
    the answer cheap."""
    middle = lower + (upper - lower >> 1)
    if middle <= 0 and lower < 0:
        middle = min(middle, -(-lower >> 1))
    elif middle >= 0:
        middle = max(middle, upper >> 1)
    return min(middle, upper - 1) + 1


@entry
def begin(
    mover: int,
    waiter: int,
    lower: int,
    upper: int,
    tree: Array,
    state: Array,
    geometry: Geometry,
) -> None:
    """Set up the search for the score of an unfinished position, clamped to [lower, upper].

    Needs mover & waiter == 0, no line of either, a free cell, lower <= upper.
    """
    taken = mover | waiter
    stones = popcount(taken)
    state[HEIGHT] = -1
    state[SIGN] = 1
    if threats_of(mover, geometry) & ~taken & taken + geometry.bottom:
        score = (geometry.cells + 1 - stones) >> 1
        state[LOWER] = state[UPPER] = min(max(score, lower), upper)
        return
    threats = threats_of(waiter, geometry) & ~taken
    decided, score, mover, waiter, threats, stones, moves, facing = _play_forced(
        mover, waiter, threats, stones, geometry
    )
    if decided:
        state[LOWER] = state[UPPER] = min(max(score, lower), upper)
        return
    if facing < 0:
        lower, upper = -upper, -lower
    free = geometry.cells - stones
    state[SIGN] = facing
    state[LOWER] = min(max(lower, -((free - 2) >> 1)), upper)
    state[UPPER] = max(min(upper, (free - 1) >> 1), lower)
    tree[0, 0, _MOVER] = mover
    tree[0, 0, _WAITER] = waiter
    tree[0, 0, _WAITER_THREATS] = threats
    tree[0, 0, _MOVES] = moves
    tree[0, 0, _STONES] = stones
    tree[0, 0, _FACING] = 1
    tree[0, 0, _HASH] = hash_of(mover, mover | waiter, stones, geometry)
    tree[0, 0, _HINT] = -1


@entry
def run(
    budget: int, columns: Array, table: Array, tree: Array, state: Array, geometry: Geometry
) -> bool:
    """Go on with a search until its node count reaches `budget`; whether it is finished.

    Finished, state[LOWER] == state[UPPER]; before that they bound the score of the root.
    """
    buckets = 1 << int(state[BUCKET_BITS])
    tag_bits = geometry.key_bits - int(state[BUCKET_BITS])
    nodes = int(state[NODES])
    height, place = int(state[HEIGHT]), int(state[PLACE])
    while state[LOWER] < state[UPPER]:
        # Step 1. Ask the next question, unless one is under way.
        if height < 0:
            height, place = 0, 0
            tree[0, 0, _QUESTION] = _next_target(int(state[LOWER]), int(state[UPPER]))
        entering, passed, bound = True, False, 0
        while height >= 0:
            if entering:
                # Step 2. Enter a node: the only place where a search can be left and resumed.
                if nodes >= budget:
                    state[NODES] = nodes
                    state[HEIGHT], state[PLACE] = height, place
                    return False
                if nodes >= _BUCKET_NODES * buckets and 4 * buckets <= len(table):
                    double(table, buckets, tag_bits)
                    buckets *= 2
                    tag_bits -= 1
                    state[BUCKET_BITS] += 1
                nodes += 1
                answered, passed, bound = _expand(
                    tree, height, place, nodes, columns, table, tag_bits, geometry
                )
            else:
                # Step 3. Come back from a move: one that passes answers for the node.
                if not passed:
                    bound = max(bound, int(tree[height, place, _BEST]))
                    tree[height, place, _BEST] = bound
                answered = passed or tree[height, place, _LEFT] == 0
            if answered:
                # Step 4. Keep the answer and go back.
                if geometry.cells - tree[height, place, _STONES] > _TABLE_FREE:
                    spent = nodes - int(tree[height, place, _BEGUN]) + 1
                    played = int(tree[height, place, _PLAYED])
                    key_hash = int(tree[height, place, _HASH])
                    store(table, key_hash, tag_bits, passed, bound, played, spent)
                if tree[height, place, _FACING] < 0:
                    passed, bound = not passed, -bound
                place = int(tree[height, place, _PARENT])
                height -= 1
                entering = False
            else:
                # Step 5. Search the most promising move left.
                place = _descend(tree, height, place)
                height += 1
                entering = True
        # Step 6. Narrow the window.
        if passed:
            state[LOWER] = min(bound, int(state[UPPER]))
        else:
            state[UPPER] = max(bound, int(state[LOWER]))
    state[NODES] = nodes
    state[HEIGHT] = -1
    return True
