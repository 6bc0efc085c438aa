"""The search for every m,n,k board: alpha-beta over the stones of engine/kernels/stones.py.

Every value is seen from the side to move, and wins and losses are counted from the root
(engine/score.py).

What a node returns is a *claim*: value >= v where v >= beta, value <= v where
v <= alpha, value == v in between. Two bits say what a claim is worth:

    SURE   true of the game itself, whatever the depth
    WIDE   true of the tree of all moves to the depth searched; what was estimated or left
           out lies deeper. SURE claims are WIDE too

A strategy that wins within n plies is never in doubt, so that `value >= a win` and
`value <= a loss` are always SURE. A WIDE claim that nobody wins sooner than ply n is
SURE where the depth is at least n - 1.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels._jit import entry, inner
from engine.kernels.stones import (
    ALIVE,
    CELLS,
    EPOCH,
    FORK,
    GOAL,
    GRAVITY,
    KEY,
    MISERE,
    ONE_END,
    OTHER_END,
    PAIRS,
    SIDE,
    WINDOWS,
    Array,
    Board,
    evaluate,
    find_finish,
    find_fork,
    lift,
    pairs_up,
    playable,
    put,
    slots,
    spread,
)
from engine.score import ESTIMATE_LIMIT, WIN

SURE: Final = 1
WIDE: Final = 2
CERTAIN: Final = SURE | WIDE

# Search.state
HEIGHT, PHASE, VALUE, CLAIM, NODES, WIDTH = range(6)
STATE_SIZE: Final = 6
ENTER, STEP, LEAVE = range(3)

# Search.frame, a row for each ply from the root
ALPHA, BETA, BEST, BEST_CELL, WORST_CLAIM, DEPTH, KIND, TRIED, COUNT, CELL, FORCED = range(11)
FLOOR, SPREAD = 11, 12
FRAME_SIZE: Final = 13
FULL, NULL, REDUCED = range(3)

LOWER, UPPER, EXACT = 1, 2, 3
SLOT_SIZE: Final = 4
"""Words of a slot of the table: two entries of a key and what is known."""

_TABLE_MOVE_FIRST: Final = 1 << 40
_KILLERS_NEXT: Final = 1 << 38
_HISTORY_LIMIT: Final = 1 << 13
"""Beyond this all history is halved: old successes fade, and history stays of the order of the
pull of a cell, to which it is added (a window with one stone missing pulls 4096)."""
_REDUCE_AFTER: Final = 4
"""So many moves of a node keep their depth: room for the table's, two killers and the best ranked
of the others."""
_REDUCE_FROM: Final = 3
"""The least depth at which late moves are reduced: one ply below them is left to search."""


class Search(NamedTuple):
    """The stack of a search, and what it learns on the way."""

    state: Array
    frame: Array
    moves: Array
    order: Array
    line: Array
    """The best line from each height on, -1 behind its end."""
    killers: Array
    history: Array
    table: Array


# --- the table ------------------------------------------------------------------------
#
# A slot holds two entries: the first keeps the deepest search it has met, or the latest of
# the same position; the second the last that was not deep enough for the first. What an
# entry says depends on its key alone: distances are counted from its own position, and its
# bits travel with it.


@inner
def _from_node(value: int, height: int) -> int:
    """A value as it is stored: distances from the node instead of the root."""
    if value > ESTIMATE_LIMIT:
        return value + height
    return value - height if value < -ESTIMATE_LIMIT else value


@inner
def _store(
    board: Board, search: Search, depth: int, value: int, bound: int, claim: int, cell: int
) -> None:
    table = search.table
    key = board.sums[KEY]
    at = key % (table.size // SLOT_SIZE) * SLOT_SIZE
    word = (value + 32768) | depth << 16 | bound << 25 | claim << 27 | (cell + 1) << 29
    kept = table[at + 1]
    if kept == 0 or table[at] == key or depth >= (kept >> 16 & 511):
        table[at] = key
        table[at + 1] = word
    else:
        table[at + 2] = key
        table[at + 3] = word


@inner
def _probe(board: Board, search: Search) -> int:
    """What is stored of the position; 0 for nothing."""
    table = search.table
    key = board.sums[KEY]
    at = key % (table.size // SLOT_SIZE) * SLOT_SIZE
    if table[at] == key and table[at + 1] != 0:
        return int(table[at + 1])
    if table[at + 2] == key:
        return int(table[at + 3])
    return 0


# --- a node ---------------------------------------------------------------------------


@inner
def _settle(search: Search, value: int, claim: int) -> bool:
    search.state[VALUE] = value
    search.state[CLAIM] = claim
    return True


@inner
def _end_line(board: Board, search: Search, height: int, a: int, b: int, c: int) -> None:
    """The line from here is these cells, -1 for none."""
    at = height * (board.shape[CELLS] + 2)
    search.line[at] = a
    if a >= 0:
        search.line[at + 1] = b
        search.line[at + 2] = c
        search.line[at + 3] = -1


@inner
def _enter(board: Board, search: Search, height: int) -> bool:
    """Settle a node from what stands on the board, or make its moves ready; True if settled."""
    at = height * FRAME_SIZE
    frame = search.frame
    side = board.sums[SIDE]
    other = 1 - side
    misere = board.shape[MISERE]
    gravity = board.shape[GRAVITY]
    _end_line(board, search, height, -1, -1, -1)
    frame[at + SPREAD] = 0
    forced = -1
    has_fork = False

    # 1. Draw: no window can be filled any more; a full board is a case of this.
    if board.sums[ALIVE] + board.sums[ALIVE + 1] == 0:
        return _settle(search, 0, CERTAIN)

    if not misere:
        # 2. Win in one.
        mine = find_finish(board, side, -1)
        if mine >= 0:
            _end_line(board, search, height, mine, -1, -1)
            return _settle(search, WIN - (height + 1), CERTAIN)

        # 3. Loss in two: two cells to stop, one move. A single one forces the move.
        forced = find_finish(board, other, -1)
        if forced >= 0:
            second = find_finish(board, other, forced)
            if second >= 0:
                _end_line(board, search, height, forced, second, -1)
                return _settle(search, height + 2 - WIN, CERTAIN)
        elif not gravity and find_fork(board, side):
            # 4. Win in three: a fork, and no threat of the opponent's that comes first.
            sums = board.sums
            _end_line(board, search, height, sums[FORK], sums[ONE_END], sums[OTHER_END])
            return _settle(search, WIN - (height + 3), CERTAIN)

    # 5. Bounds by distance (what the steps above leave possible) and by living windows:
    #    who has none cannot win, in misere cannot lose.
    low = height + 4 - WIN
    high = WIN - (height + 3)
    if misere:
        low = height + 1 - WIN
        high = WIN - (height + 2)
    elif gravity:
        low = height + 2 - WIN
    elif forced < 0:
        high = WIN - (height + 5)
    if board.sums[ALIVE + (other if misere else side)] == 0:
        high = 0
    if board.sums[ALIVE + (side if misere else other)] == 0:
        low = 0
    if frame[at + ALPHA] >= high:
        return _settle(search, high, CERTAIN)
    if frame[at + BETA] <= low:
        return _settle(search, low, CERTAIN)
    frame[at + ALPHA] = max(frame[at + ALPHA], low)
    frame[at + BETA] = min(frame[at + BETA], high)

    # 6. Pairing: who can be kept from ever filling a window cannot win. Tried where that
    #    settles the node, and where so few windows live that it may well be so.
    if not misere and not gravity and forced < 0:
        few = board.shape[CELLS]
        if frame[at + ALPHA] >= 0 and board.sums[ALIVE + side] <= few and pairs_up(board, side):
            return _settle(search, 0, CERTAIN)
        if frame[at + BETA] <= 0 and board.sums[ALIVE + other] <= few and pairs_up(board, other):
            return _settle(search, 0, CERTAIN)

    # 7. Horizon. A forced reply is looked through: it costs no depth (see `run`), and a
    #    chain of them ends with the board.
    depth = frame[at + DEPTH]
    if depth <= 0 and forced < 0:
        return _settle(search, max(low, min(high, evaluate(board))), WIDE)

    # 8. Table. On the principal variation (an open window) only its move is used, so
    #    that the line is played out.
    known = _probe(board, search)
    if known != 0 and frame[at + BETA] - frame[at + ALPHA] == 1:
        value = (known & 65535) - 32768
        bound = known >> 25 & 3
        claim = known >> 27 & 3
        fits = claim == CERTAIN or (
            (known >> 16 & 511) >= depth and (claim == WIDE or search.state[WIDTH] > 0)
        )
        if bound != UPPER and (fits or value > ESTIMATE_LIMIT):
            shown = _from_node(value, -height)
            if shown >= frame[at + BETA]:
                return _settle(search, shown, CERTAIN if value > ESTIMATE_LIMIT else claim)
        if bound != LOWER and (fits or value < -ESTIMATE_LIMIT):
            shown = _from_node(value, -height)
            if shown <= frame[at + ALPHA]:
                return _settle(search, shown, CERTAIN if value < -ESTIMATE_LIMIT else claim)

    # 9. Moves.
    spread(board, frame[at - FRAME_SIZE + CELL], 1)
    frame[at + SPREAD] = 1
    frame[at + FLOOR] = frame[at + ALPHA]
    frame[at + BEST] = -WIN
    frame[at + BEST_CELL] = -1
    frame[at + WORST_CLAIM] = CERTAIN
    frame[at + TRIED] = 0
    frame[at + COUNT] = 0
    frame[at + FORCED] = forced >= 0
    if forced >= 0:
        # everything else loses in two
        frame[at + BEST] = height + 2 - WIN
        _add_move(board, search, height, forced)
        return False
    if not misere and not gravity:
        has_fork = find_fork(board, other)
    if has_fork:
        _add_answers(board, search, height)
    else:
        _add_moves(board, search, height)
    _rank(board, search, height, (known >> 29) - 1)
    return False


@inner
def _add_move(board: Board, search: Search, height: int, cell: int) -> None:
    at = height * FRAME_SIZE + COUNT
    search.moves[height * board.shape[CELLS] + search.frame[at]] = cell
    search.frame[at] += 1


@inner
def _add_answers(board: Board, search: Search, height: int) -> None:
    """The moves that may answer the opponent's fork just found, nobody having a finish.

    A stone off its three cells that makes no finish leaves the opponent the fork: he
    takes it, one finish is stopped, he fills the other. That loses in four exactly.
    """
    frame = search.frame
    at = height * FRAME_SIZE
    side = board.sums[SIDE]
    goal = board.shape[GOAL]
    board.sums[EPOCH] += 1
    epoch = board.sums[EPOCH]
    for field in (FORK, ONE_END, OTHER_END):
        cell = board.sums[field]
        board.stamp[cell] = epoch
        _add_move(board, search, height, cell)
    base = side * board.shape[WINDOWS]
    for i in range(base, base + board.sums[PAIRS + side]):
        for j in range(board.pairs[i] * goal, board.pairs[i] * goal + goal):
            cell = board.window[j]
            if board.stone[cell] < 0 and board.stamp[cell] != epoch:
                board.stamp[cell] = epoch
                _add_move(board, search, height, cell)
    # whether a move is left out is not worth counting: no move loses sooner than in four
    frame[at + BEST] = height + 4 - WIN


@inner
def _add_moves(board: Board, search: Search, height: int) -> None:
    """Every move, but of cells that no living window crosses one: they are all a pass.

    In misere a move that fills a window loses at once and is not searched.
    """
    side = board.sums[SIDE]
    misere = board.shape[MISERE]
    passed = board.shape[GRAVITY] == 1
    for slot in range(slots(board)):
        cell = playable(board, slot)
        if cell < 0:
            continue
        if misere and board.finish[2 * cell + side] > 0:
            search.frame[height * FRAME_SIZE + BEST] = height + 1 - WIN
            continue
        if board.pull[2 * cell] + board.pull[2 * cell + 1] == 0 and not board.shape[GRAVITY]:
            if passed:
                continue
            passed = True
        _add_move(board, search, height, cell)


@inner
def _rank(board: Board, search: Search, height: int, best: int) -> None:
    """Give each move its place: the table's, killers, then pull and history."""
    side = board.sums[SIDE]
    misere = board.shape[MISERE]
    at = height * board.shape[CELLS]
    for i in range(at, at + search.frame[height * FRAME_SIZE + COUNT]):
        cell = search.moves[i]
        pull = 2 * board.pull[2 * cell + side] + board.pull[2 * cell + 1 - side]
        worth = (-pull if misere else pull) + search.history[2 * cell + side]
        if cell == best:
            worth += _TABLE_MOVE_FIRST
        elif cell == search.killers[2 * height] or cell == search.killers[2 * height + 1]:
            worth += _KILLERS_NEXT
        search.order[i] = worth


@inner
def _next_move(board: Board, search: Search, height: int) -> int:
    """The best-ranked move not tried yet; the first tried stand first."""
    frame = search.frame
    at = height * FRAME_SIZE
    start = height * board.shape[CELLS]
    here = start + frame[at + TRIED]
    top = here
    for i in range(here + 1, start + frame[at + COUNT]):
        if search.order[i] > search.order[top]:
            top = i
    cell = search.moves[top]
    search.moves[top] = search.moves[here]
    search.order[top] = search.order[here]
    search.moves[here] = cell
    frame[at + TRIED] += 1
    return int(cell)


@inner
def _learn(search: Search, height: int, side: int, cell: int, depth: int) -> None:
    """A move has refuted: a killer at its height, and history everywhere."""
    if search.killers[2 * height] != cell:
        search.killers[2 * height + 1] = search.killers[2 * height]
        search.killers[2 * height] = cell
    search.history[2 * cell + side] += depth * depth
    if search.history[2 * cell + side] > _HISTORY_LIMIT:
        for i in range(search.history.size):
            search.history[i] >>= 1


@inner
def _copy_line(board: Board, search: Search, height: int, cell: int) -> None:
    """The line from here is `cell` and the line of the next height."""
    width = board.shape[CELLS] + 2
    at = height * width
    search.line[at] = cell
    for i in range(1, width - 1):
        search.line[at + i] = search.line[at + width + i - 1]
        if search.line[at + i] < 0:
            break


@inner
def _finish_node(board: Board, search: Search, height: int, claim: int) -> None:
    """All moves tried, or one was good enough: say what that proves, and remember it."""
    frame = search.frame
    at = height * FRAME_SIZE
    value = frame[at + BEST]
    depth = frame[at + DEPTH]
    bound = EXACT
    if value >= frame[at + BETA]:
        bound = LOWER
    elif value <= frame[at + FLOOR]:
        bound = UPPER
    in_reach = claim & WIDE and WIN - abs(value) - height <= depth + 1
    won = value > ESTIMATE_LIMIT and (bound == LOWER or in_reach)
    lost = value < -ESTIMATE_LIMIT and (bound == UPPER or in_reach)
    if won or lost:
        claim = CERTAIN
    _store(board, search, depth, _from_node(value, height), bound, claim, frame[at + BEST_CELL])
    search.state[VALUE] = value
    search.state[CLAIM] = claim


@inner
def _call(search: Search, height: int) -> None:
    """Set up the child of the move being tried, with the window of its kind."""
    frame = search.frame
    at = height * FRAME_SIZE
    below = at + FRAME_SIZE
    kind = frame[at + KIND]
    alpha = frame[at + ALPHA]
    frame[below + ALPHA] = -frame[at + BETA] if kind == FULL else -alpha - 1
    frame[below + BETA] = -alpha
    cost = 0 if frame[at + FORCED] else 1
    if kind == REDUCED:
        cost += 1
    frame[below + DEPTH] = max(0, frame[at + DEPTH] - cost)


@inner
def _step(board: Board, search: Search, height: int) -> bool:
    """Play the next move of a node; True where none is left that matters."""
    frame = search.frame
    at = height * FRAME_SIZE
    width = search.state[WIDTH]
    tried = frame[at + TRIED]
    if tried == frame[at + COUNT]:
        _finish_node(board, search, height, frame[at + WORST_CLAIM])
        return True
    # Pruning: far down the order nothing is tried, unless all before it loses, for only
    # all moves together prove a loss.
    if width > 0 and tried >= width and frame[at + BEST] >= -ESTIMATE_LIMIT:
        _finish_node(board, search, height, 0)
        return True
    # Principal variation search: all but the first only have to be shown no better.
    # Reduction: late moves first one ply less deep.
    kind = FULL if tried == 0 else NULL
    if width > 0 and tried >= _REDUCE_AFTER and frame[at + DEPTH] >= _REDUCE_FROM:
        kind = REDUCED
    cell = _next_move(board, search, height)
    frame[at + KIND] = kind
    frame[at + CELL] = cell
    put(board, cell)
    _call(search, height)
    return False


@inner
def _take(board: Board, search: Search, height: int) -> int:
    """Take the value of a child up into its node; the phase that follows."""
    frame = search.frame
    at = height * FRAME_SIZE
    value = -search.state[VALUE]
    claim = search.state[CLAIM]
    kind = frame[at + KIND]
    if value > frame[at + ALPHA]:
        # better than shown: search it again, to its depth, then with the whole window
        if kind == REDUCED:
            frame[at + KIND] = NULL
        elif kind == NULL and value < frame[at + BETA]:
            frame[at + KIND] = FULL
        if frame[at + KIND] != kind:
            _call(search, height)
            return ENTER
    cell = frame[at + CELL]
    lift(board, cell)
    if kind == REDUCED and claim != CERTAIN:
        claim = 0
    if value > frame[at + BEST]:
        frame[at + BEST] = value
        frame[at + BEST_CELL] = cell
    if value >= frame[at + BETA]:
        _copy_line(board, search, height, cell)
        _learn(search, height, board.sums[SIDE], cell, frame[at + DEPTH])
        _finish_node(board, search, height, claim)
        return LEAVE
    frame[at + WORST_CLAIM] &= claim
    if value > frame[at + ALPHA]:
        frame[at + ALPHA] = value
        _copy_line(board, search, height, cell)
    return STEP


# --- for Python -----------------------------------------------------------------------


@entry
def set_up(board: Board, cells: Array) -> None:
    """Put the stones of a game on an empty board, in the order played."""
    for i in range(cells.size):
        put(board, cells[i])
        spread(board, cells[i], 1)


@entry
def weigh(board: Board, cell: int) -> int:
    """The static evaluation after a move that fills no window, for the side that makes it."""
    put(board, cell)
    value = -evaluate(board)
    lift(board, cell)
    return value


@entry
def begin(
    board: Board, search: Search, cell: int, alpha: int, beta: int, depth: int, width: int
) -> None:
    """Make ready to search one move of the root, seen from there, with a window and depth.

    With `width` a node tries that many moves only (and late ones less deep), without (0) all.
    """
    search.state[WIDTH] = width
    search.state[HEIGHT] = 1
    search.state[PHASE] = ENTER
    search.frame[CELL] = cell
    search.frame[FRAME_SIZE + ALPHA] = -beta
    search.frame[FRAME_SIZE + BETA] = -alpha
    search.frame[FRAME_SIZE + DEPTH] = depth - 1
    put(board, cell)


@entry
def run(board: Board, search: Search, budget: int) -> bool:
    """Go on with what was begun, until `state[NODES]` has grown to `budget`; True at its end.

    Then `state` holds the VALUE and CLAIM of the position after the move, seen by the
    side to move there, and the board is as it was before `begin`.
    """
    state = search.state
    while True:
        height = state[HEIGHT]
        if state[PHASE] == ENTER:
            if state[NODES] >= budget:
                return False
            state[NODES] += 1
            state[PHASE] = LEAVE if _enter(board, search, height) else STEP
            continue
        if state[PHASE] == STEP:
            if _step(board, search, height):
                state[PHASE] = LEAVE
            else:
                state[HEIGHT] = height + 1
                state[PHASE] = ENTER
            continue
        if search.frame[height * FRAME_SIZE + SPREAD]:
            spread(board, search.frame[(height - 1) * FRAME_SIZE + CELL], -1)
        if height == 1:
            lift(board, search.frame[CELL])
            return True
        state[PHASE] = _take(board, search, height - 1)
        if state[PHASE] != ENTER:
            state[HEIGHT] = height - 1
