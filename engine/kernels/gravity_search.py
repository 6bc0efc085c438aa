"""Null-window search that solves gravity boards of up to 63 bits, Connect Four above all.

A board is two integers, the stones of the side to move (`mover`) and of the side
that waits (`waiter`), a bit a cell, column by column from the bottom left, with one
spare bit that no stone ever takes on top of each column. On 7 columns of 6 rows:

     6 13 20 27 34 41 48      spare
    ---------------------
     5 12 19 26 33 40 47      row 6
     4 11 18 25 32 39 46      row 5
     3 10 17 24 31 38 45      row 4
     2  9 16 23 30 37 44      row 3
     1  8 15 22 29 36 43      row 2
     0  7 14 21 28 35 42      row 1

so that with `rows` a step up, right and down, right, right and up are shifts by 1,
rows, rows + 1 and rows + 2, and no line wraps round an edge. `stones + bottom` moves
each column's pile up by one bit: the cells where a disc comes to rest. All numbers are
signed and below 2**63. What a product or a shift to the left may bring in above that is
masked before it counts, so that the same source is right compiled and in plain Python.

A *score* counts from the end, as is usual for this game: 1 for a win with the last
stone that the winner has, 2 with the one before, negative for losses, 0 for a draw.
Completing a line with stone `m` of `cells` scores (cells + 2 - m) // 2.

Only one question is ever searched: does the mover score at least `target`? The exact
score is found by halving the window of what it can be.

    lower <= score <= upper        bounds, of a node or a table entry
    passed:  target <= lower       the answer is yes, and `bound` is the lower bound
    failed:  upper < target        the answer is no, and `bound` is the upper bound
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels.instructions import prefetch
from engine.kernels.jit import Array, entry, inner

MAX_BITS: Final = 63
"""The most bits of a board, spare ones included: what a signed int64 holds."""

_HASH_FACTOR: Final = 0x1B873593CC9E2D51
"""A number without pattern that hashes keys. It is odd, so that multiplying by it modulo a power of
two is a bijection."""
_OPENING: Final = 16
"""Below so many stones mirror images are one entry of the table, and moves are ranked with more
care: nodes are few then, and each costs much."""
_TABLE_FREE: Final = 6
"""With so few free cells left, searching is cheaper than asking the table."""
_BUCKET_NODES: Final = 4
"""After so many nodes for each of its buckets the table doubles."""
_NONE: Final = -64
"""Stands for no score and no rank: below all of them."""
_OFFSET: Final = 32
"""Added to scores in the table, and stands for no bound: above every score."""

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


class Geometry(NamedTuple):
    """What a board's shape fixes. Masks have a bit for each cell, as drawn above."""

    rows: int
    columns: int
    goal: int
    cells: int
    bottom: int
    """The mask of the lowest row."""
    board: int
    """The mask of all cells, without the spare bits."""
    follow: int
    """The mask of the top row and every other one below it: the cells that a side gets who answers
    on top of each stone."""
    key_bits: int
    """Keys of positions are below 2 to the power of this."""


# --- the transposition table
#
# A bucket has two entries of one integer each:
#
#     bits 0-5    lower + 32
#     bits 6-11   32 - upper
#     bits 12-15  the best move + 1 (63 bits of 3 rows and a spare one are 15 columns)
#     bits 16-19  the work: the binary logarithm of the nodes that it cost
#     bits 20-    the tag
#
# The hash is a bijection of the key, its high bits choose the bucket and the rest is the tag,
# so that an entry belongs to exactly one position. An empty entry, 0, bounds nothing.
#
# A table begins small, which is quicker for the many questions that are easy, and doubles with
# the nodes searched, up to the length of its array.


@inner
def _entry_at(table: Array, key_hash: int, tag_bits: int) -> int:
    """The entry of a position, 0 where there is none."""
    slot = key_hash >> tag_bits << 1
    tag = key_hash & ((1 << tag_bits) - 1)
    found = int(table[slot])
    if found >> 20 == tag:
        return found
    found = int(table[slot + 1])
    return found if found >> 20 == tag else 0


@inner
def _store(
    table: Array, key_hash: int, tag_bits: int, passed: bool, bound: int, move: int, nodes: int
) -> None:
    """Add a bound to the entry of a position; of other entries the one that cost less goes."""
    slot = key_hash >> tag_bits << 1
    tag = key_hash & ((1 << tag_bits) - 1)
    first, second = int(table[slot]), int(table[slot + 1])
    work = 0
    while nodes > 1 and work < 15:
        nodes >>= 1
        work += 1
    old = 0
    if first >> 20 == tag:
        old = first
    elif second >> 20 == tag:
        old = second
        slot += 1
    elif first >> 16 & 15 > second >> 16 & 15:
        slot += 1
    work = max(work, old >> 16 & 15)
    hint, above, below = 0, old >> 6 & 63, old & 63
    if passed:
        hint = move + 1
        below = max(below, bound + _OFFSET)
    else:
        above = max(above, _OFFSET - bound)
    table[slot] = tag << 20 | work << 16 | hint << 12 | above << 6 | below


@inner
def _double(table: Array, buckets: int, tag_bits: int) -> None:
    """Make two buckets of each: the highest bit of its tag says which of them an entry goes to."""
    highest = 1 << tag_bits + 19
    # downwards, so that what stands where an entry goes to has gone on before
    for slot in range(2 * buckets - 1, -1, -1):
        entry = int(table[slot])
        first = 2 * slot - (slot & 1)
        table[first] = 0 if entry & highest else entry
        table[first + 2] = entry ^ highest if entry & highest else 0


# --- bits and lines


@inner
def _popcount(bits: int) -> int:
    """How many bits are set, by sums over ever wider fields."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bits * 0x0101010101010101 >> 56) & 0xFF


@inner
def _mirror(bits: int, rows: int, columns: int) -> int:
    """The board with its columns in reverse."""
    image = 0
    for _ in range(columns):
        image = image << rows + 1 | bits & ((1 << rows + 1) - 1)
        bits >>= rows + 1
    return image


@inner
def _hash(mover: int, taken: int, stones: int, geometry: Geometry) -> int:
    """The hash of a position, mirror images being one in the opening.

    mover + taken names it: a column of height h adds 2**h - 1 to 2**(h + 1) - 2.
    """
    key = mover + taken
    if stones < _OPENING:
        key = min(key, _mirror(key, geometry.rows, geometry.columns))
    return key * _HASH_FACTOR & ((1 << geometry.key_bits) - 1)


@inner
def _has_line(stones: int, geometry: Geometry) -> bool:
    """Whether some of the stones stand in a line of `goal`."""
    rows, goal = geometry.rows, geometry.goal
    if goal == 4:
        up = stones & stones >> 1
        down = stones & stones >> rows
        level = stones & stones >> rows + 1
        rise = stones & stones >> rows + 2
        return (
            up & up >> 2
            | down & down >> 2 * rows
            | level & level >> 2 * rows + 2
            | rise & rise >> 2 * rows + 4
        ) != 0
    for direction in range(4):
        step = 1 if direction == 0 else rows - 1 + direction
        if direction == 0 or goal <= geometry.columns:
            runs, length = stones, 1
            while runs and length < goal:
                longer = min(length, goal - length)
                runs &= runs >> longer * step
                length += longer
            if runs:
                return True
    return False


@inner
def _threats(stones: int, geometry: Geometry) -> int:
    """The cells that complete a line of `stones`; some of them may be taken.

    Up a column only the top end is looked for: below a stone there is no free cell.
    """
    rows, goal, board = geometry.rows, geometry.goal, geometry.board
    if goal == 4:
        found = stones << 1 & stones << 2 & stones << 3
        for step in range(rows, rows + 3):
            below, above = stones << step, stones >> step
            pairs = below & stones
            found |= pairs << step & (above | stones << 3 * step)
            found |= pairs >> 2 * step & (below | stones >> 3 * step)
        return found & board
    pile = stones
    for _ in range(goal - 2):
        pile &= pile << 1
    found = pile << 1
    if goal <= geometry.columns:
        for step in range(rows, rows + 3):
            before = board
            for gap in range(goal):
                complete, after = before, stones
                for _ in range(goal - 1 - gap):
                    after >>= step
                    complete &= after
                found |= complete
                before = (before & stones) << step & board
    return found & board


@inner
def _open_pairs(stones: int, free: int, geometry: Geometry) -> int:
    """How many windows of four, in `stones` and `free` cells only, hold two stones or more."""
    count = 0
    allowed = stones | free
    for direction in range(4):
        step = 1 if direction == 0 else geometry.rows - 1 + direction
        windows = allowed & allowed >> step
        windows &= windows >> 2 * step
        if windows:
            b = stones >> step
            c = b >> step
            d = c >> step
            count += _popcount(windows & (stones & b | c & d | (stones | b) & (c | d)))
    return count


# --- forced moves


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
        threats = _threats(mover, geometry) & ~(taken | moves)
        mover, waiter = waiter, mover
        stones += 1
        facing = -facing


# --- bounds from zugzwang
#
# Whoever waits may *follow*: answer each stone with one on top of it. Pair the free cells of
# every column from the top down: (top, below), ... ; where their number is odd, the lowest is
# left over, a *single*. The follower answers the lower cell of a pair with the upper one, and a
# single with another single. So he gets the upper cells, which are those of the rows `follow`
# that cannot be played at once, until the board is full or he has won, provided that singles
# come in even numbers, which is when the number of free cells is even.
# (V. Allis, A knowledge-based approach of Connect-Four, 1988, calls it claimeven.)


@inner
def _reach(waiter: int, kept: int, threats: int, geometry: Geometry) -> int:
    """What the mover can hope for: cells neither the waiter's, nor `kept` by following, nor
    above one of `threats`, where the follower completes a line as soon as he gets there."""
    spare = geometry.bottom << geometry.rows
    # in each column, spare - threats has the threat lowest down and all bits that are free above
    return geometry.board & ~(waiter | kept | threats | spare - threats)


@inner
def _claimeven_bound(
    mover: int, waiter: int, waiter_threats: int, target: int, geometry: Geometry
) -> int:
    """With an even number of free cells: an upper bound below `target`, or _OFFSET.

    The waiter follows. If stones and reach of the mover hold no line, he scores 0 at most:

        . . . . . . .      `o` waits and gets the cells marked e, whatever `x` does;
        e e e e e e e      with the others there is no line left for `x` here
        ...

    If, moreover, the waiter's stones and the cells he keeps up to row r hold a line, the
    mover can put it off only by leaving the column of one of its cells alone, at most until
    rows - r + 2 cells are left, and fills the cell below then. The line stands with stone
    cells - (rows - r) at the latest: the waiter scores 1 + (rows - r) / 2.
    """
    highest = geometry.rows + 2 * min(target, 0)
    if highest < 1:
        return _OFFSET
    playable = (mover | waiter) + geometry.bottom
    kept = geometry.follow & ~(mover | waiter | playable)
    if target <= 0:
        band = geometry.bottom * ((1 << highest) - 1)
        if not _has_line(waiter | kept & band, geometry):
            return _OFFSET
    if _has_line(_reach(waiter, kept, waiter_threats & kept, geometry), geometry):
        return _OFFSET
    return min(target - 1, 0)


@inner
def _zugzwang_bound(
    mover: int,
    waiter: int,
    waiter_threats: int,
    target: int,
    columns: Array,
    geometry: Geometry,
) -> int:
    """With an odd number of free cells: an upper bound below `target`, or _OFFSET.

    Suppose the waiter needs one more stone for a line, on a cell of row r outside the rows
    `follow`, and count the free cells of its column from that cell's neighbour below
    down. The waiter follows in all other columns; in this one he pairs from the cell below
    the threat, and gets the cells of the other rows; what is left over at its bottom, if the
    next cell is in such a row too, is a single. Either way singles come in even numbers. In
    the end all is full but this column, the mover has to play below the threat, and the
    waiter wins with stone cells - (rows - r) at the latest: (rows - r + 1) / 2. This holds
    unless the mover finds a line before, in his stones and his reach.

        . . .      rows 6, `o` waits and threatens the cell marked T in row 3: once the
        . T .      other columns are full, `x` has to play in row 2
        . 2 .
        . 1 .
    """
    highest = geometry.rows - 1 + 2 * min(target, 0)
    if highest < 1:
        return _OFFSET
    band = geometry.bottom * ((1 << highest) - 1)
    candidates = waiter_threats & ~geometry.follow & band
    if candidates == 0:
        return _OFFSET
    taken = mover | waiter
    playable = (taken + geometry.bottom) & geometry.board
    for index in range(geometry.columns):
        column = int(columns[index])
        threat = candidates & column
        if threat == 0:
            continue
        threat &= -threat
        kept = geometry.follow & ~(taken | playable | column)
        below = column & (threat - 1) & ~taken
        reach = _reach(waiter, kept, waiter_threats & kept, geometry) & ~column
        reach |= mover & column | below & (geometry.follow | playable)
        if not _has_line(reach, geometry):
            return min(target - 1, -1)
    return _OFFSET


# --- the search


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
        own_threats = _threats(own, geometry) & ~taken
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
            ceiling = _zugzwang_bound(side, other, threats, question, columns, geometry)
        else:
            ceiling = _claimeven_bound(side, other, threats, question, geometry)
        if ceiling < question:
            if facing < 0:
                return True, True, -ceiling
            best = max(best, ceiling)
            continue

        # Step 4. Move ordering: threats made, those that can come next twice, and those above a
        # threat of the other side, where play never gets to, not at all; forcing moves first.
        useful = own_threats & ~(their_threats << 1)
        near = useful & (taken + geometry.bottom) << 1
        rank = 2 * (_popcount(useful) + _popcount(near)) + (1 if facing > 0 else 0)
        if stones < _OPENING:
            rank += _open_pairs(own, geometry.board & ~taken, geometry)
        if index == hint:
            rank += 1000

        # Step 5. Keep it; what the table knows of it is on its way while other moves are made.
        key_hash = 0
        if free > _TABLE_FREE:
            key_hash = _hash(side, side | other, reached, geometry)
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
        found = _entry_at(table, int(tree[above, child, _HASH]), tag_bits)
        upper, lower = _OFFSET - (found >> 6 & 63), (found & 63) - _OFFSET
        if tree[above, child, _FACING] < 0:
            upper, lower = -lower, -upper
        if lower >= target:
            tree[height, place, _PLAYED] = tree[above, child, _COLUMN]
            return True, True, lower
        if upper < target:
            best = max(best, upper)
            tree[above, child, _RANK] = _NONE
            left -= 1
        elif reached >= _OPENING:
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
    """The question to ask next: halfway, but rather farther from a draw, where the end is near
    and the answer cheap."""
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
    stones = _popcount(taken)
    state[HEIGHT] = -1
    state[SIGN] = 1
    if _threats(mover, geometry) & ~taken & taken + geometry.bottom:
        score = (geometry.cells + 1 - stones) >> 1
        state[LOWER] = state[UPPER] = min(max(score, lower), upper)
        return
    threats = _threats(waiter, geometry) & ~taken
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
    tree[0, 0, _HASH] = _hash(mover, mover | waiter, stones, geometry)
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
                    _double(table, buckets, tag_bits)
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
                    _store(table, key_hash, tag_bits, passed, bound, played, spent)
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
