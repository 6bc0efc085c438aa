"""The search for forced wins, on boards without gravity where a line wins.

A *four* is a stone that leaves a finish: the opponent has one reply. Two searches build on it:

    fours    a win where every stone of the attacker but the last is a four, to any depth
    threats  a win where after each stone of the attacker the defender would lose by fours
             if he passed (Thomsen's lambda search of the second order, 2000)

Both prove wins and nothing else: that none is found says nothing. What makes a threat a
proof is the set of replies that is searched. Let the attacker win by the fours
a1 r1 a2 r2 ... after a pass. A stone d of the defender's changes nothing of that unless

    d is one of these cells, or
    with d the defender has a four at some point of it: d lies in a pair that he has at
    the start or after one of the replies r

so that all other replies lose in as many plies as the pass. Where several such wins are
known, only replies that are in the sets of all of them are left.

Threats are searched by proof numbers, depth first (df-pn, Nagai 2002): `pn` counts what is
still to be proved, `dn` what is to be disproved; both are a node's own, whoever moves.
`plies` is an upper bound of the distance to the end, counted from the node.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels._jit import entry, inner, part
from engine.kernels.stones import (
    CELLS,
    EPOCH,
    FORK,
    FREE,
    GOAL,
    KEY,
    ONE_END,
    OTHER_END,
    PAIRS,
    SIDE,
    STONES,
    WINDOWS,
    Array,
    Board,
    find_finish,
    find_fork,
    lift,
    put,
    spread,
)

# Hunt.state
HEIGHT, PHASE, NODES, ATTACKER, PLIES, FOURS = range(6)
STATE_SIZE: Final = 6
ENTER, PICK, LEAVE = range(3)

# Hunt.frame, a row for each ply from the root
COUNT, CELL, PN_LIMIT, DN_LIMIT, PASS, PN, DN, LENGTH, BEGAN = range(9)
FRAME_SIZE: Final = 9

INFINITE: Final = (1 << 20) - 1
SLOT_SIZE: Final = 2
"""Words of an entry of the table: the key; then pn, dn, plies, whether the defender is to move,
and four times the logarithm of what it cost."""
BUCKET_SIZE: Final = 4 * SLOT_SIZE
"""So many entries a key may stand in."""

_SLOWER: Final = 4
"""Of its best move's rival a node lets that move grow a quarter beyond: fewer changes of mind."""


class Hunt(NamedTuple):
    """The stack of a search for forced wins, and what it remembers."""

    state: Array
    frame: Array
    moves: Array
    prior: Array
    """The pn that a move begins with."""
    stack: Array
    """The moves of the search of fours, by depth."""
    tried: Array
    """How many there are, and how many of them have been tried."""
    line: Array
    """The win by fours found last."""
    ends: Array
    """Scratch: for each cell the other cells of two pairs it is in, and of how many it is."""
    hits: Array
    """Scratch: a count for each cell."""
    table: Array
    barren: Array
    """Keys of positions where fours alone do not win."""


# --- fours ----------------------------------------------------------------------------


@inner
def _barren_key(board: Board) -> int:
    """Positions after a pass have stones that others have too: the mover is part of the key."""
    return int(2 * board.sums[KEY] + board.sums[SIDE])


@inner
def _list_fours(board: Board, hunt: Hunt, depth: int) -> int:
    """Put each cell of the mover's pairs on the stack; how many."""
    side = board.sums[SIDE]
    goal = board.shape[GOAL]
    board.sums[EPOCH] += 1
    epoch = board.sums[EPOCH]
    base = side * board.shape[WINDOWS]
    at = depth * board.shape[CELLS]
    count = 0
    for i in range(base, base + board.sums[PAIRS + side]):
        start = board.pairs[i] * goal
        for j in range(start, start + goal):
            cell = board.window[j]
            if board.stone[cell] < 0 and board.stamp[cell] != epoch:
                board.stamp[cell] = epoch
                hunt.stack[at + count] = cell
                count += 1
    return count


@part
def win_by_fours(board: Board, hunt: Hunt, budget: int) -> int:
    """The plies of a win by fours for the side to move, 0 where none is found.

    `line` holds it then. `state[FOURS]` grows by the nodes searched, at most `budget`.
    """
    side = board.sums[SIDE]
    other = 1 - side
    line = hunt.line
    depth = 0
    spent = 0
    found = 0
    entering = True
    while True:
        if entering:
            entering = False
            spent += 1
            count = 0
            finish = find_finish(board, side, -1)
            if finish >= 0:
                line[2 * depth] = finish
                found = 2 * depth + 1
                break
            stop = find_finish(board, other, -1)
            if stop >= 0:
                if find_finish(board, other, stop) < 0:
                    hunt.stack[depth * board.shape[CELLS]] = stop
                    count = 1
            elif find_fork(board, side):
                line[2 * depth] = board.sums[FORK]
                line[2 * depth + 1] = board.sums[ONE_END]
                line[2 * depth + 2] = board.sums[OTHER_END]
                found = 2 * depth + 3
                break
            elif spent > budget:
                break
            else:
                key = _barren_key(board)
                if hunt.barren[key % hunt.barren.size] != key:
                    count = _list_fours(board, hunt, depth)
            hunt.tried[2 * depth] = count
            hunt.tried[2 * depth + 1] = 0
        tried = hunt.tried[2 * depth + 1]
        if tried == hunt.tried[2 * depth]:
            key = _barren_key(board)
            hunt.barren[key % hunt.barren.size] = key
            if depth == 0:
                break
            depth -= 1
            lift(board, line[2 * depth + 1])
            lift(board, line[2 * depth])
            continue
        hunt.tried[2 * depth + 1] = tried + 1
        cell = hunt.stack[depth * board.shape[CELLS] + tried]
        put(board, cell)
        reply = find_finish(board, side, -1)
        if reply < 0:
            # an answer to a four of the defender's that is none itself
            lift(board, cell)
            continue
        line[2 * depth] = cell
        line[2 * depth + 1] = reply
        second = find_finish(board, side, reply)
        if second >= 0:
            line[2 * depth + 2] = second
            lift(board, cell)
            found = 2 * depth + 3
            break
        put(board, reply)
        depth += 1
        entering = True
    while depth > 0:
        depth -= 1
        lift(board, line[2 * depth + 1])
        lift(board, line[2 * depth])
    hunt.state[FOURS] += spent
    return found


# --- the moves of a node --------------------------------------------------------------


@inner
def _add(board: Board, hunt: Hunt, height: int, cell: int, prior: int) -> None:
    """One more move of a node."""
    at = height * FRAME_SIZE + COUNT
    here = height * board.shape[CELLS] + hunt.frame[at]
    hunt.moves[here] = cell
    hunt.prior[here] = prior
    hunt.frame[at] += 1


@inner
def _add_pairs(board: Board, hunt: Hunt, height: int, side: int, epoch: int, prior: int) -> None:
    """Add the cells of the pairs of a side that `epoch` has not seen."""
    goal = board.shape[GOAL]
    base = side * board.shape[WINDOWS]
    for i in range(base, base + board.sums[PAIRS + side]):
        start = board.pairs[i] * goal
        for j in range(start, start + goal):
            cell = board.window[j]
            if board.stone[cell] < 0 and board.stamp[cell] != epoch:
                board.stamp[cell] = epoch
                _add(board, hunt, height, cell, prior)


@inner
def _add_attacks(board: Board, hunt: Hunt, height: int) -> None:
    """Fours, and stones that make a pair: only they can threaten a win by fours."""
    side = board.sums[SIDE]
    goal = board.shape[GOAL]
    hunt.hits[:] = 0
    for i in range(board.shape[WINDOWS]):
        word = board.word[i]
        if word >> 8 * side & STONES == goal - 3 and word >> 8 * (1 - side) & STONES == 0:
            for j in range(i * goal, i * goal + goal):
                hunt.hits[board.window[j]] += 1
    board.sums[EPOCH] += 1
    epoch = board.sums[EPOCH]
    _add_pairs(board, hunt, height, side, epoch, 1)
    for cell in range(board.shape[CELLS]):
        if hunt.hits[cell] > 0 and board.stone[cell] < 0 and board.stamp[cell] != epoch:
            _add(board, hunt, height, cell, 2 if hunt.hits[cell] > 1 else 4)


@inner
def _count_ends(board: Board, hunt: Hunt, side: int) -> int:
    """Note for each cell of a pair of this side the cells it is paired with; how many forks."""
    goal = board.shape[GOAL]
    base = side * board.shape[WINDOWS]
    board.sums[EPOCH] += 1
    epoch = board.sums[EPOCH]
    forks = 0
    for i in range(base, base + board.sums[PAIRS + side]):
        start = board.pairs[i] * goal
        total = board.word[board.pairs[i]] >> FREE
        for j in range(start, start + goal):
            cell = board.window[j]
            if board.stone[cell] >= 0:
                continue
            at = 3 * cell
            end = total - cell
            if board.stamp[cell] != epoch:
                board.stamp[cell] = epoch
                hunt.ends[at] = end
                hunt.ends[at + 2] = 1
            elif hunt.ends[at] != end:
                if hunt.ends[at + 2] == 1:
                    hunt.ends[at + 1] = end
                    hunt.ends[at + 2] = 2
                    hunt.stack[forks] = cell
                    forks += 1
                elif hunt.ends[at + 1] != end:
                    hunt.ends[at + 2] = 3
    return forks


@inner
def _add_fork_stops(board: Board, hunt: Hunt, height: int, forks: int) -> None:
    """Add the replies that may stop all forks of the attacker, listed on the stack.

    A fork with two ends is stopped on its own cell or an end, one with three on its own
    cell; any is put off by a four of the defender's.
    """
    hunt.hits[:] = 0
    for i in range(forks):
        fork = hunt.stack[i]
        hunt.hits[fork] += 1
        if hunt.ends[3 * fork + 2] == 2:
            hunt.hits[hunt.ends[3 * fork]] += 1
            hunt.hits[hunt.ends[3 * fork + 1]] += 1
    board.sums[EPOCH] += 1
    epoch = board.sums[EPOCH]
    first = hunt.stack[0]
    for i in range(3):
        cell = hunt.ends[3 * first + i - 1] if i > 0 else first
        if hunt.hits[cell] == forks and board.stamp[cell] != epoch:
            board.stamp[cell] = epoch
            _add(board, hunt, height, cell, 1)
    _add_pairs(board, hunt, height, board.sums[SIDE], epoch, 1)


@inner
def _add_line_stops(board: Board, hunt: Hunt, height: int, plies: int) -> None:
    """Add the replies that may stop the win in `line`, which follows on a pass."""
    defender = board.sums[SIDE]
    board.sums[EPOCH] += 1
    epoch = board.sums[EPOCH]
    for i in range(plies):
        cell = hunt.line[i]
        board.stamp[cell] = epoch
        _add(board, hunt, height, cell, 1)
    _add_pairs(board, hunt, height, defender, epoch, 1)
    board.sums[SIDE] = 1 - defender
    for i in range(plies - 2):
        put(board, hunt.line[i])
        if i % 2 == 1:
            _add_pairs(board, hunt, height, defender, epoch, 1)
    for i in range(plies - 3, -1, -1):
        lift(board, hunt.line[i])
    board.sums[SIDE] = defender


@inner
def _add_stops(board: Board, hunt: Hunt, height: int, budget: int) -> int:
    """Add the replies to the attacker's threat; its plies after a pass, 0 if there is none.

    Nobody has a finish.
    """
    defender = board.sums[SIDE]
    forks = _count_ends(board, hunt, 1 - defender)
    if forks > 0:
        _add_fork_stops(board, hunt, height, forks)
        return 3
    board.sums[SIDE] = 1 - defender
    plies = win_by_fours(board, hunt, budget)
    board.sums[SIDE] = defender
    if plies > 0:
        _add_line_stops(board, hunt, height, plies)
    return plies


# --- proof numbers --------------------------------------------------------------------


@inner
def _proof_key(key: int, attacker: int) -> int:
    return 2 * key + attacker


@inner
def _store(board: Board, hunt: Hunt, height: int) -> None:
    """Keep what is known of a node; of four entries the one that cost least gives way."""
    frame = hunt.frame
    from_ = height * FRAME_SIZE
    key = _proof_key(board.sums[KEY], hunt.state[ATTACKER])
    at = key % (hunt.table.size // BUCKET_SIZE) * BUCKET_SIZE
    spent = hunt.state[NODES] - frame[from_ + BEGAN]
    effort = 1
    while effort < 255 and spent >> effort // 4 > 0:
        effort += 1
    worst = at
    for i in range(at, at + BUCKET_SIZE, SLOT_SIZE):
        if hunt.table[i] == key:
            worst = i
            break
        if hunt.table[i + 1] >> 54 < hunt.table[worst + 1] >> 54:
            worst = i
    hunt.table[worst] = key
    hunt.table[worst + 1] = (
        frame[from_ + PN]
        | frame[from_ + DN] << 20
        | (frame[from_ + LENGTH] & 1023) << 40
        | (height & 1) << 50
        | effort << 54
    )


@inner
def _probe(board: Board, hunt: Hunt, height: int, cell: int) -> int:
    """What is stored of the position after a move of this node; 0 for nothing."""
    after = board.sums[KEY] ^ board.zobrist[2 * cell + board.sums[SIDE]]
    key = _proof_key(after, hunt.state[ATTACKER])
    at = key % (hunt.table.size // BUCKET_SIZE) * BUCKET_SIZE
    for i in range(at, at + BUCKET_SIZE, SLOT_SIZE):
        if hunt.table[i] == key:
            word = hunt.table[i + 1]
            return int(word) if word >> 50 & 1 == height + 1 & 1 else 0
    return 0


@inner
def _settle(hunt: Hunt, height: int, pn: int, dn: int, plies: int) -> bool:
    at = height * FRAME_SIZE
    hunt.frame[at + PN] = pn
    hunt.frame[at + DN] = dn
    hunt.frame[at + LENGTH] = plies
    return True


@inner
def _enter_attack(board: Board, hunt: Hunt, height: int, budget: int) -> bool:
    """The attacker's node: settle it, or list his moves; True if settled."""
    side = board.sums[SIDE]
    stop = find_finish(board, 1 - side, -1)
    if stop >= 0 and find_finish(board, side, -1) < 0:
        if find_finish(board, 1 - side, stop) >= 0:
            return _settle(hunt, height, INFINITE, 0, 0)
        _add(board, hunt, height, stop, 1)
        return False
    plies = win_by_fours(board, hunt, budget)
    if plies > 0:
        return _settle(hunt, height, 0, INFINITE, plies)
    _add_attacks(board, hunt, height)
    return False


@inner
def _enter_defence(board: Board, hunt: Hunt, height: int, budget: int) -> bool:
    """The defender's node: settle it, or list his replies; True if settled."""
    side = board.sums[SIDE]
    at = height * FRAME_SIZE
    if find_finish(board, side, -1) >= 0:
        return _settle(hunt, height, INFINITE, 0, 0)
    four = find_finish(board, 1 - side, -1)
    if four >= 0:
        hunt.frame[at + PASS] = 2
        if find_finish(board, 1 - side, four) >= 0:
            return _settle(hunt, height, 0, INFINITE, 2)
        _add(board, hunt, height, four, 1)
        return False
    plies = _add_stops(board, hunt, height, budget)
    if plies == 0:
        return _settle(hunt, height, INFINITE, 0, 0)
    hunt.frame[at + PASS] = plies + 1
    return False


@part
def _enter(board: Board, hunt: Hunt, height: int, budget: int) -> bool:
    hunt.frame[height * FRAME_SIZE + COUNT] = 0
    if height % 2 == 0:
        return _enter_attack(board, hunt, height, budget)
    return _enter_defence(board, hunt, height, budget)


@inner
def _pick(board: Board, hunt: Hunt, height: int) -> bool:
    """Sum up the moves of a node; True where it is settled or has grown beyond its limits.

    Otherwise the most promising is put on the board, with limits of its own.
    """
    frame = hunt.frame
    at = height * FRAME_SIZE
    attacks = height % 2 == 0
    start = height * board.shape[CELLS]
    # seen by whoever moves: `best` is what is left to do to the move that needs least, `all`
    # to all moves
    least = INFINITE
    second = INFINITE
    total = 0
    of_least = 0
    chosen = -1
    plies = INFINITE if attacks else frame[at + PASS]
    for i in range(start, start + frame[at + COUNT]):
        cell = hunt.moves[i]
        word = _probe(board, hunt, height, cell)
        pn = hunt.prior[i]
        dn = 1
        if word != 0:
            pn = word & INFINITE
            dn = word >> 20 & INFINITE
            if pn == 0:
                length = 1 + (word >> 40 & 1023)
                plies = min(plies, length) if attacks else max(plies, length)
        mine = pn if attacks else dn
        theirs = dn if attacks else pn
        total += theirs
        if mine < least:
            second = least
            least = mine
            of_least = theirs
            chosen = cell
        elif mine < second:
            second = mine
    total = min(total, INFINITE) if least > 0 else INFINITE
    pn = least if attacks else total
    dn = total if attacks else least
    _settle(hunt, height, pn, dn, plies)
    if pn >= frame[at + PN_LIMIT] or dn >= frame[at + DN_LIMIT]:
        return True
    bound = frame[at + PN_LIMIT] if attacks else frame[at + DN_LIMIT]
    rest = frame[at + DN_LIMIT] if attacks else frame[at + PN_LIMIT]
    mine = min(bound, second + 1 + second // _SLOWER, INFINITE)
    theirs = min(rest - total + of_least, INFINITE)
    below = at + FRAME_SIZE
    frame[below + PN_LIMIT] = mine if attacks else theirs
    frame[below + DN_LIMIT] = theirs if attacks else mine
    frame[below + CELL] = chosen
    put(board, chosen)
    return False


# --- for Python -----------------------------------------------------------------------


@entry
def begin(board: Board, hunt: Hunt) -> None:
    """Make ready to look for a forced win of the side to move."""
    hunt.state[HEIGHT] = 0
    hunt.state[PHASE] = ENTER
    hunt.state[ATTACKER] = board.sums[SIDE]
    hunt.state[PLIES] = 0
    hunt.frame[PN_LIMIT] = INFINITE
    hunt.frame[DN_LIMIT] = INFINITE


@entry
def run(board: Board, hunt: Hunt, budget: int, fours: int) -> bool:
    """Go on with what was begun, until `state[NODES]` has grown to `budget`; True at its end.

    Each search of fours on the way takes at most `fours` nodes. At the end `state[PLIES]`
    is an upper bound of the plies to the win, 0 where none was found, and the board as before.
    """
    state = hunt.state
    while True:
        height = state[HEIGHT]
        if state[PHASE] == ENTER:
            if state[NODES] >= budget:
                return False
            spent = state[FOURS]
            hunt.frame[height * FRAME_SIZE + BEGAN] = state[NODES]
            settled = _enter(board, hunt, height, fours)
            state[NODES] += 1 + state[FOURS] - spent
            state[PHASE] = LEAVE if settled else PICK
            continue
        if state[PHASE] == PICK:
            if _pick(board, hunt, height):
                state[PHASE] = LEAVE
            else:
                state[HEIGHT] = height + 1
                state[PHASE] = ENTER
            continue
        at = height * FRAME_SIZE
        frame = hunt.frame
        _store(board, hunt, height)
        if height == 0:
            state[PLIES] = frame[at + LENGTH] if frame[at + PN] == 0 else 0
            return True
        lift(board, frame[at + CELL])
        state[HEIGHT] = height - 1
        state[PHASE] = PICK


@entry
def abandon(board: Board, hunt: Hunt) -> None:
    """Take back the moves of a search that is not gone on with; what it found stays known."""
    height = hunt.state[HEIGHT]
    while height > 0:
        lift(board, hunt.frame[height * FRAME_SIZE + CELL])
        height -= 1
    hunt.state[HEIGHT] = 0


@entry
def show(board: Board, hunt: Hunt, fours: int, cells: Array) -> int:
    """Write down the win just found, the defender holding out longest; how many cells.

    It may end early, where the table has forgotten how it goes on.
    """
    height = 0
    count = 0
    while True:
        if _enter(board, hunt, height, fours):
            if hunt.frame[height * FRAME_SIZE + PN] == 0 and height % 2 == 0:
                for i in range(hunt.frame[height * FRAME_SIZE + LENGTH]):
                    cells[count] = hunt.line[i]
                    count += 1
            break
        best = -1
        longest = -1
        start = height * board.shape[CELLS]
        for i in range(start, start + hunt.frame[height * FRAME_SIZE + COUNT]):
            word = _probe(board, hunt, height, hunt.moves[i])
            if word != 0 and word & INFINITE == 0:
                length = word >> 40 & 1023
                if best < 0 or (length < longest if height % 2 == 0 else length > longest):
                    best = hunt.moves[i]
                    longest = length
        if best < 0:
            break
        cells[count] = best
        count += 1
        put(board, best)
        height += 1
        hunt.frame[height * FRAME_SIZE + CELL] = best
    while height > 0:
        lift(board, hunt.frame[height * FRAME_SIZE + CELL])
        height -= 1
    return count


@inner
def _mark_chances(board: Board, side: int, marks: Array) -> None:
    """Mark the free cells of windows in which a side lacks three stones at most."""
    goal = board.shape[GOAL]
    for i in range(board.shape[WINDOWS]):
        word = board.word[i]
        if word >> 8 * side & STONES >= goal - 3 and word >> 8 * (1 - side) & STONES == 0:
            for j in range(i * goal, i * goal + goal):
                marks[board.window[j]] = 1


@inner
def _mark_line(board: Board, hunt: Hunt, plies: int, defender: int, marks: Array) -> None:
    """Mark what a win by fours depends on; the attacker is to move."""
    for i in range(plies):
        marks[hunt.line[i]] = 1
    for i in range(plies - 2):
        put(board, hunt.line[i])
        if i % 2 == 1:
            _mark_chances(board, defender, marks)
    for i in range(plies - 3, -1, -1):
        lift(board, hunt.line[i])


@inner
def _mark_threat(board: Board, hunt: Hunt, height: int, marks: Array) -> None:
    """Mark what the threat of a defender's node depends on, as `_enter` has left it."""
    defender = board.sums[SIDE]
    finish = find_finish(board, 1 - defender, -1)
    if finish >= 0:
        marks[finish] = 1
        finish = find_finish(board, 1 - defender, finish)
        if finish >= 0:
            marks[finish] = 1
        return
    forks = _count_ends(board, hunt, 1 - defender)
    for i in range(forks):
        fork = hunt.stack[i]
        marks[fork] = 1
        if hunt.ends[3 * fork + 2] == 2:
            marks[hunt.ends[3 * fork]] = 1
            marks[hunt.ends[3 * fork + 1]] = 1
    if forks == 0:
        board.sums[SIDE] = 1 - defender
        _mark_line(board, hunt, hunt.frame[height * FRAME_SIZE + PASS] - 1, defender, marks)
        board.sums[SIDE] = defender


@inner
def _proved_move(board: Board, hunt: Hunt, height: int) -> int:
    """The attacker's move proved to win soonest; -1 where the table has forgotten."""
    best = -1
    shortest = INFINITE
    start = height * board.shape[CELLS]
    for i in range(start, start + hunt.frame[height * FRAME_SIZE + COUNT]):
        word = _probe(board, hunt, height, hunt.moves[i])
        if word != 0 and word & INFINITE == 0 and word >> 40 & 1023 < shortest:
            best = hunt.moves[i]
            shortest = word >> 40 & 1023
    return int(best)


@entry
def mark(board: Board, hunt: Hunt, fours: int, budget: int, marks: Array, seen: Array) -> bool:
    """Mark the cells that the win just found depends on; False where that is not known.

    A stone of the defender's elsewhere leaves every node of the proof as it is: it takes no
    cell that a threat needs, and gives him no four, for which he would need a window that
    lacks three stones at most. `seen` is scratch: keys of nodes that are done.
    """
    frame = hunt.frame
    attacker = board.sums[SIDE]
    height = 0
    spent = 0
    known = True
    entering = True
    while True:
        at = height * FRAME_SIZE
        start = height * board.shape[CELLS]
        if entering:
            entering = False
            frame[at + PN_LIMIT] = 0
            key = board.sums[KEY]
            spent += 1
            if spent > budget:
                known = False
            if not known or seen[key % seen.size] == key:
                frame[at + COUNT] = 0
            else:
                seen[key % seen.size] = key
                _mark_chances(board, 1 - attacker, marks)
                settled = _enter(board, hunt, height, fours)
                if settled and frame[at + PN] > 0:
                    known = False
                if height % 2 == 1 and known:
                    _mark_threat(board, hunt, height, marks)
                elif settled and known:
                    _mark_line(board, hunt, frame[at + LENGTH], 1 - attacker, marks)
                if settled or not known:
                    frame[at + COUNT] = 0
                elif height % 2 == 0:
                    hunt.moves[start] = _proved_move(board, hunt, height)
                    frame[at + COUNT] = 1
                    if hunt.moves[start] < 0:
                        known = False
                        frame[at + COUNT] = 0
        tried = frame[at + PN_LIMIT]
        if known and tried < frame[at + COUNT]:
            cell = hunt.moves[start + tried]
            frame[at + PN_LIMIT] = tried + 1
            marks[cell] = 1
            frame[at + FRAME_SIZE + CELL] = cell
            put(board, cell)
            height += 1
            entering = True
            continue
        if height == 0:
            return known
        lift(board, frame[at + CELL])
        height -= 1


@entry
def place(board: Board, cell: int) -> None:
    """Put a stone of the side to move, for Python."""
    put(board, cell)
    spread(board, cell, 1)


@entry
def take(board: Board, cell: int) -> None:
    """Take the last stone back, for Python."""
    spread(board, cell, -1)
    lift(board, cell)
