"""Whether what is said of a move is true, by plain definitions on a grid of tiles.

Nothing of the code that finds reasons is used: stones are counted tile by tile, and what a side
can do is tried by putting a stone down. Slow, and easy to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from engine import Analysis, Explanation, Position, Reason, ReasonKind, Rules, Side

K = ReasonKind
Tiles = tuple[int, ...]
STEPS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))

STOPPED: Final = {
    K.BLOCKS: K.WINS,
    K.STOPS_OPEN_FOUR: K.OPEN_FOUR,
    K.STOPS_DOUBLE_THREAT: K.DOUBLE_THREAT,
    K.STOPS_STACKED_THREATS: K.STACKED_THREATS,
    K.STOPS_FOUR_THREE: K.FOUR_THREE,
    K.STOPS_DOUBLE_THREE: K.DOUBLE_THREE,
    K.STOPS_HANGING_THREAT: K.HANGING_THREAT,
    K.PREVENTS_OPEN_THREE: K.OPEN_THREE,
    K.STOPS_FORK_NEXT: K.FORK_NEXT,
    K.STOPS_FOUR: K.FOUR,
    K.STOPS_BUILDING: K.BUILDS,
}
"""What a stone of the other side on the same tile would have made."""
PROVED: Final = {K.ONLY_MOVE, K.ONLY_WIN, K.DELAYS, K.ZUGZWANG, K.EQUAL_BEST, K.DRAWS, K.ESTIMATE}
"""What leans on the verdicts of an analysis."""


@lru_cache(maxsize=64)
def _spans(rules: Rules) -> tuple[tuple[Tiles, tuple[int, int]], ...]:
    """The stretches of `goal` tiles of a board, each with the step along it."""
    grid, found = Grid(rules, {}), []
    for tile in range(1, rules.cells + 1):
        for step in STEPS:
            along: list[int] = [tile]
            while len(along) < rules.goal and (after := grid.beside(along[-1], step)):
                along.append(after)
            if len(along) == rules.goal:
                found.append((tuple(along), step))
    return tuple(found)


@dataclass(frozen=True)
class Grid:
    """A board: who stands on each tile that is taken."""

    rules: Rules
    stones: dict[int, Side]

    @classmethod
    def of(cls, position: Position) -> Grid:
        """The board of a position."""
        sides = [Side.X if ply % 2 == 0 else Side.O for ply in range(position.ply)]
        return cls(position.rules, dict(zip(position.tiles, sides, strict=True)))

    def put(self, tile: int, side: Side) -> Grid:
        """The board with one more stone."""
        assert self.is_reachable(tile)
        return Grid(self.rules, {**self.stones, tile: side})

    def is_free(self, tile: int) -> bool:
        """Whether no stone is there."""
        return 1 <= tile <= self.rules.cells and tile not in self.stones

    def is_reachable(self, tile: int) -> bool:
        """Whether a stone can be put there now."""
        below = tile + self.rules.columns
        on_ground = not self.rules.gravity or below > self.rules.cells
        return self.is_free(tile) and (on_ground or not self.is_free(below))

    def reachable(self) -> Tiles:
        """The tiles that a stone can be put on now."""
        return tuple(tile for tile in range(1, self.rules.cells + 1) if self.is_reachable(tile))

    def beside(self, tile: int, step: tuple[int, int]) -> int | None:
        """The next tile in a direction, None beyond the edge."""
        row, column = divmod(tile - 1, self.rules.columns)
        row, column = row + step[0], column + step[1]
        if 0 <= row < self.rules.rows and 0 <= column < self.rules.columns:
            return row * self.rules.columns + column + 1
        return None

    def run(self, tile: int, step: tuple[int, int], side: Side) -> Tiles:
        """The unbroken row through a tile, as if a stone of a side were on it, ascending."""
        found = [tile]
        for sign in (1, -1):
            now = self.beside(tile, (sign * step[0], sign * step[1]))
            while now is not None and self.stones.get(now) is side:
                found.append(now)
                now = self.beside(now, (sign * step[0], sign * step[1]))
        return tuple(sorted(found))

    def lines(self, tile: int, side: Side) -> list[Tiles]:
        """The lines that a stone of a side on a tile completes, whole."""
        runs = [self.run(tile, step, side) for step in STEPS]
        return [run for run in runs if len(run) >= self.rules.goal]

    def completing(self, side: Side) -> set[int]:
        """The free tiles, reachable or not, that complete a line of a side."""
        return {
            tile
            for tile in range(1, self.rules.cells + 1)
            if self.is_free(tile) and self.lines(tile, side)
        }

    def wins(self, side: Side) -> set[int]:
        """The tiles on which a side completes a line at once."""
        return {tile for tile in self.completing(side) if self.is_reachable(tile)}

    def spans(self, through: int | None = None) -> Iterator[tuple[Tiles, tuple[int, int]]]:
        """The stretches of `goal` tiles, all or those through a tile, each with its step."""
        for span, step in _spans(self.rules):
            if through is None or through in span:
                yield span, step

    def held(self, span: Tiles, side: Side) -> Tiles:
        """The stones of a side in a stretch, () if it has one of the other."""
        if any(self.stones.get(tile) is side.other for tile in span):
            return ()
        return tuple(tile for tile in span if self.stones.get(tile) is side)

    def is_open(self, span: Tiles, side: Side) -> bool:
        """Whether the other side has no stone in a stretch."""
        return all(self.stones.get(tile) is not side.other for tile in span)

    def is_fork(self, side: Side) -> bool:
        """Whether a side has two ways to complete a line, one stone of the other not enough."""
        wins = self.wins(side)
        if len(wins) != 1:
            return len(wins) > 1
        (tile,) = wins
        return tile in self.completing(side) and bool(self.put(tile, side.other).wins(side))

    def forks(self, side: Side) -> set[int]:
        """The tiles on which a stone of a side makes a fork, and one of its lines is new."""
        return {tile for tile in self.reachable() if self.makes_fork(tile, side)}

    def makes_fork(self, tile: int, side: Side) -> bool:
        """Whether a stone of a side makes a fork, with a new way to complete a line."""
        if self.lines(tile, side):
            return False
        after = self.put(tile, side)
        near = (len(after.held(span, side)) for span, _ in after.spans(tile))
        if not self.rules.gravity and max(near, default=0) < self.rules.goal - 1:
            return False
        wins = after.wins(side)
        ends = set(wins)
        if len(wins) == 1:
            ends.add(min(wins) - self.rules.columns)
        return after.is_fork(side) and not ends.isdisjoint(after.fresh_ends(tile, side))

    def fresh_ends(self, tile: int, side: Side) -> set[int]:
        """The same as `new_ends`, and the tile above if it completes a line and falls free now."""
        above = {tile - self.rules.columns} if self.rules.gravity else set()
        return self.new_ends(tile, side) | above & self.completing(side)

    def new_ends(self, tile: int, side: Side) -> set[int]:
        """The tiles that complete a line in which a stone is."""
        return {
            end
            for end in self.completing(side)
            if any(tile in line for line in self.lines(end, side))
        }

    def is_open_three(self, stones: Tiles, side: Side) -> bool:
        """Whether these stones become `goal - 1` in a row with two free ends by one more."""
        if len(stones) != self.rules.goal - 2 or {self.stones.get(one) for one in stones} != {side}:
            return False
        for extra in self.reachable():
            after = self.put(extra, side)
            row = tuple(sorted((*stones, extra)))
            for step in STEPS:
                if after.run(extra, step, side) != row:
                    continue
                back = after.beside(row[0], (-step[0], -step[1]))
                ahead = after.beside(row[-1], step)
                if back and ahead and after.is_free(back) and after.is_free(ahead):
                    return True
        return False


def is_true(position: Position, move: int, reason: Reason) -> bool:
    """Whether a reason that the board shows is true of a legal move."""
    grid, tile = Grid.of(position), position.landing(move)
    if position.rules.misere:
        return _MISERE[reason.kind](position, move, reason)
    if reason.kind in STOPPED:
        makes = Reason(STOPPED[reason.kind], reason.tiles, reason.lines, reason.count)
        return _makes(grid, tile, position.side.other, makes)
    if reason.kind in _OF_BOARDS:
        return _OF_BOARDS[reason.kind](position, move, reason)
    return _makes(grid, tile, position.side, reason)


def _makes(grid: Grid, tile: int, side: Side, reason: Reason) -> bool:
    """Whether a stone of a side makes something."""
    lines = grid.lines(tile, side)
    if reason.kind is K.WINS:
        return sorted(lines) == sorted(reason.lines) and reason.tiles == reason.lines[0]
    if lines:
        return False
    after = grid.put(tile, side)
    return _MAKES[reason.kind](after, tile, side, reason)


def _open_four(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    (row,) = reason.lines
    return (
        after.wins(side) == set(reason.tiles)
        and len(reason.tiles) == 2
        and len(row) == after.rules.goal - 1
        and all(after.stones.get(one) is side for one in row)
        and all(set(row) < set(_line(after, end, row, side)) for end in reason.tiles)
        and any(tile in after.run(end, step, side) for end in reason.tiles for step in STEPS)
    )


def _line(grid: Grid, end: int, row: Tiles, side: Side) -> Tiles:
    """The line through a tile that has a whole row in it."""
    return next((line for line in grid.lines(end, side) if set(row) <= set(line)), ())


def _named(after: Grid, side: Side, tiles: Tiles, lines: tuple[Tiles, ...]) -> bool:
    """Whether each of some tiles completes the line named with it, all else being there."""
    return len(lines) >= len(tiles) and all(
        tile in line
        and len(line) == after.rules.goal
        and all(after.stones.get(other) is side for other in line if other != tile)
        and after.is_free(tile)
        for tile, line in zip(tiles, lines, strict=False)
    )


def _double_threat(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    return (
        len(reason.tiles) > 1
        and set(reason.tiles) == after.wins(side)
        and bool(after.fresh_ends(tile, side) & after.wins(side))
        and _named(after, side, reason.tiles, reason.lines)
    )


def _stacked(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    low, high = reason.tiles
    return (
        after.wins(side) == {low}
        and high == low - after.rules.columns
        and high in after.put(low, side.other).wins(side)
        and bool({low, high} & after.fresh_ends(tile, side))
        and _named(after, side, reason.tiles, reason.lines)
    )


def _four(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    return (
        after.wins(side) == set(reason.tiles)
        and len(reason.tiles) == 1
        and set(reason.tiles) <= after.new_ends(tile, side)
        and not after.put(reason.tiles[0], side.other).wins(side)
        and _named(after, side, reason.tiles, reason.lines)
    )


def _four_three(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    four = Reason(K.FOUR, reason.tiles, reason.lines[:1])
    blocked = after.put(reason.tiles[0], side.other)
    threes = reason.lines[1:]
    return (
        _four(after, tile, side, four)
        and len(threes) > 0
        and all(tile in three and blocked.is_open_three(three, side) for three in threes)
    )


def _threes(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    several = reason.kind is K.DOUBLE_THREE
    return (
        (len(reason.lines) > 1) is several
        and len({_step(after, three) for three in reason.lines}) == len(reason.lines)
        and all(tile in three and after.is_open_three(three, side) for three in reason.lines)
    )


def _step(grid: Grid, stones: Tiles) -> tuple[int, int]:
    """The direction in which stones lie; there are at least two."""
    down = (stones[-1] - 1) // grid.rules.columns - (stones[0] - 1) // grid.rules.columns
    right = (stones[-1] - 1) % grid.rules.columns - (stones[0] - 1) % grid.rules.columns
    most = max(abs(down), abs(right))
    assert down % most == right % most == 0
    return down // most, right // most


def _hanging(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    return (
        len(reason.tiles) > 0
        and set(reason.tiles) <= after.new_ends(tile, side) - set(after.reachable())
        and _named(after, side, reason.tiles, reason.lines)
    )


def _fork_next(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    (extra,) = reason.tiles
    return (
        after.is_reachable(extra)
        and after.makes_fork(extra, side)
        and any(tile in line for line in reason.lines)
    )


def _builds(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    others = {one for line in reason.lines for one in line} - {tile}
    spans = {after.held(span, side) for span, _ in after.spans(tile)}
    goal = after.rules.goal
    return (
        set(reason.tiles) == others
        and set(reason.lines) <= spans
        and all(tile in line and 2 <= len(line) <= goal - 2 for line in reason.lines)
        and len({_step(after, line) for line in reason.lines}) == len(reason.lines)
        and (
            len(reason.lines) > 1
            or 2 * len(reason.lines[0]) >= goal
            or _is_open_two(after, tile, side)
        )
    )


def _is_open_two(grid: Grid, tile: int, side: Side) -> bool:
    """Whether one more stone makes an open three of `goal - 2` with the one on a tile."""
    return any(
        grid.put(extra, side).is_open_three(tuple(sorted((*held, extra))), side)
        for span, _ in grid.spans(tile)
        if len(held := grid.held(span, side)) == grid.rules.goal - 3
        for extra in set(span) - set(held)
    )


_MAKES: Final[dict[ReasonKind, Callable[[Grid, int, Side, Reason], bool]]] = {
    K.OPEN_FOUR: _open_four,
    K.DOUBLE_THREAT: _double_threat,
    K.STACKED_THREATS: _stacked,
    K.FOUR_THREE: _four_three,
    K.DOUBLE_THREE: _threes,
    K.HANGING_THREAT: _hanging,
    K.OPEN_THREE: _threes,
    K.FOUR: _four,
    K.FORK_NEXT: _fork_next,
    K.BUILDS: _builds,
}


def _stops_open_three(position: Position, move: int, reason: Reason) -> bool:
    grid, theirs = Grid.of(position), position.side.other
    after = grid.put(position.landing(move), position.side)
    (three,) = reason.lines
    return grid.is_open_three(three, theirs) and not after.is_open_three(three, theirs)


def _prevents_fork(position: Position, move: int, reason: Reason) -> bool:
    grid, us = Grid.of(position), position.side
    after = grid.put(position.landing(move), us)
    return (
        grid.forks(us.other) == set(reason.tiles) != {position.landing(move)}
        and not grid.wins(us.other)
        and after.wins(us) == {tile for (tile,) in reason.lines}
        and len(reason.lines) <= 1
        and _is_without_fork(after, us)
    )


def _is_without_fork(grid: Grid, us: Side) -> bool:
    """Whether the other side, to move, can make no fork: not now, nor while it has to answer us."""
    them = us.other
    if grid.wins(them):
        return False
    wins = grid.wins(us)
    if len(wins) != 1:
        return bool(wins) or not grid.forks(them)
    if any(grid.makes_fork(tile, them) for tile in wins):
        return False
    answered = grid.put(min(wins), them)
    back = answered.wins(them)
    if not back:
        return not answered.forks(them)
    return _is_without_fork(answered.put(min(back), us), us)


def _avoids(position: Position, move: int, reason: Reason) -> bool:
    after = position.play(move)
    return not _can_win(after) and all(
        other != move
        and (bad := position.play(other)).outcome is None
        and (won := bad.play(other).outcome) is not None
        and won.winner is position.side.other
        and set(line) <= set(Grid.of(bad.play(other)).stones)
        for other, line in zip(reason.tiles, reason.lines, strict=True)
    )


def _can_win(position: Position) -> bool:
    ends = (position.play(move).outcome for move in position.legal)
    return any(end is not None and end.winner is position.side for end in ends)


def _no_lines_left(position: Position, move: int, reason: Reason) -> bool:
    before = Grid.of(position)
    after = before.put(position.landing(move), position.side)
    open_before = [1 for span, _ in before.spans() if before.is_open(span, position.side.other)]
    open_after = [1 for span, _ in after.spans() if after.is_open(span, position.side.other)]
    ours = [1 for span, _ in after.spans() if after.is_open(span, position.side)]
    return bool(open_before) and not open_after and reason.count == len(ours)


def _pairs(position: Position, move: int, reason: Reason) -> bool:
    after = Grid.of(position).put(position.landing(move), position.side)
    tiles = [tile for pair in reason.lines for tile in pair]
    spans = [span for span, _ in after.spans() if after.is_open(span, position.side.other)]
    return (
        not position.rules.gravity
        and all(len(pair) == 2 for pair in reason.lines)
        and len(set(tiles)) == len(tiles)
        and all(after.is_free(tile) for tile in tiles)
        and all(any(set(pair) <= set(span) for pair in reason.lines) for span in spans)
    )


def _open_lines(position: Position, move: int, reason: Reason) -> bool:
    grid = Grid.of(position)
    counts = {
        tile: sum(grid.is_open(span, position.side) for span, _ in grid.spans(tile))
        for tile in grid.reachable()
    }
    tile = position.landing(move)
    most = (tile,) if counts[tile] == max(counts.values()) else ()
    return reason.count == counts[tile] > 0 and reason.tiles == most


def _closes_lines(position: Position, move: int, reason: Reason) -> bool:
    grid, theirs = Grid.of(position), position.side.other
    closed = {
        tuple(sorted(span))
        for span, _ in grid.spans(position.landing(move))
        if grid.held(span, theirs)
    }
    return reason.count == len(closed) > 0 and set(reason.lines) == closed


def _waiting(position: Position, move: int, reason: Reason) -> bool:
    grid, us, columns = Grid.of(position), position.side, position.rules.columns
    after = grid.put(position.landing(move), us)
    return position.rules.rows % 2 == 0 and all(
        tile in grid.completing(us)
        and not after.is_reachable(tile)
        and (position.rules.rows - (tile - 1) // columns) % 2 == (us is Side.X)
        and not set(range(tile, position.rules.cells + 1, columns)) & grid.completing(us.other)
        and _named(grid, us, (tile,), (line,))
        for tile, line in zip(reason.tiles, reason.lines, strict=True)
    )


def _follows_up(position: Position, move: int, reason: Reason) -> bool:
    on_top = move == position.moves[-1] and reason.tiles == position.tiles[-1:]
    return on_top and position.side is Side.O and position.rules.rows % 2 == 0


def _centre(position: Position, move: int, reason: Reason) -> bool:
    rules = position.rules

    def off(tile: int) -> float:
        row, column = divmod(tile - 1, rules.columns)
        across = abs(column - (rules.columns - 1) / 2)
        return across if rules.gravity else max(across, abs(row - (rules.rows - 1) / 2))

    others = [off(position.landing(other)) for other in position.legal]
    return off(position.landing(move)) == min(others)


_OF_BOARDS: Final[dict[ReasonKind, Callable[[Position, int, Reason], bool]]] = {
    K.STOPS_OPEN_THREE: _stops_open_three,
    K.PREVENTS_FORK: _prevents_fork,
    K.AVOIDS: _avoids,
    K.NO_LINES_LEFT: _no_lines_left,
    K.PAIRS: _pairs,
    K.OPEN_LINES: _open_lines,
    K.CLOSES_LINES: _closes_lines,
    K.WAITING_THREAT: _waiting,
    K.FOLLOWS_UP: _follows_up,
    K.CENTRE: _centre,
}


def _loses_at_once(position: Position, move: int) -> bool:
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner is position.side.other


def _misere_avoids(position: Position, move: int, reason: Reason) -> bool:
    losing = {other for other in position.legal if _loses_at_once(position, other)}
    return losing == set(reason.tiles) != set() and move not in losing


def _misere_leaves(position: Position, move: int, reason: Reason) -> bool:
    after = position.play(move)
    safe = [answer for answer in after.legal if not _loses_at_once(after, answer)]
    return reason.count == len(safe)


_MISERE: Final[dict[ReasonKind, Callable[[Position, int, Reason], bool]]] = {
    K.AVOIDS: _misere_avoids,
    K.LEAVES: _misere_leaves,
}


def untruths(position: Position, analysis: Analysis, told: Explanation) -> list[str]:
    """What an explanation says that is not so, by the board and the verdicts of its analysis."""
    verdicts = analysis.verdicts
    best, mine = verdicts[analysis.best], verdicts[told.move]
    wrong = []
    if mine.value != best.value or (best.value in {"win", "loss"} and mine.plies != best.plies):
        wrong.append(f"{told.move} is worse than {analysis.best}")
    for reason in told.reasons:
        proved = reason.kind in PROVED
        good = _is_proved(position, analysis, told, reason) if proved else None
        if not (good if good is not None else is_true(position, told.move, reason)):
            wrong.append(str(reason))
    wrong += _wrong_refutation(position, analysis, told)
    return wrong + _wrong_plan(position, told)


def _wrong_plan(position: Position, told: Explanation) -> list[str]:
    """The steps of a plan that are not moves of the line, in its order, that do what they say."""
    left, now = list(told.plan), position
    for ply, move in enumerate(told.line):
        due = left and ply > 1 and ply % 2 == 0 and left[0].move == move
        if due and is_true(now, move, left[0].reason):
            left.pop(0)
        now = now.play(move)
    return [f"plan: {step}" for step in left]


def _is_proved(position: Position, analysis: Analysis, told: Explanation, reason: Reason) -> bool:
    """Whether the verdicts of an analysis say what a reason says."""
    mine = analysis.verdicts[told.move]
    others = [found for move, found in analysis.verdicts.items() if move != told.move]
    match reason.kind:
        case K.ONLY_MOVE:
            return mine.value in {"draw", None} and {one.value for one in others} == {"loss"}
        case K.ONLY_WIN:
            return mine.value == "win" and {one.value for one in others} <= {"draw", "loss"}
        case K.DELAYS:
            return mine.value == "loss"
        case K.EQUAL_BEST | K.DRAWS:
            return mine.value == "draw"
        case K.ESTIMATE:
            return mine.value is None
    return _is_zugzwang(position, told, reason)


def _is_zugzwang(position: Position, told: Explanation, reason: Reason) -> bool:
    """Whether the line ends on the named tile, on top of a disc of the other side."""
    now = position
    for move in told.line:
        last = now
        now = now.play(move)
    (tile,) = reason.tiles
    hangs = Grid.of(position.play(told.move))
    return (
        now.outcome is not None
        and now.outcome.winner is position.side
        and now.outcome.line == reason.lines[0]
        and now.tiles[-1] == tile
        and last.tiles[-1] == tile + position.rules.columns
        and tile in hangs.completing(position.side)
        and not hangs.is_reachable(tile)
    )


def _wrong_refutation(position: Position, analysis: Analysis, told: Explanation) -> list[str]:
    """What is wrong with what is said to happen otherwise."""
    if told.otherwise is None:
        return []
    instead, line, reason = told.otherwise.instead, told.otherwise.line, told.otherwise.reason
    if instead is None:
        (move,) = line
        grid, tile = Grid.of(position), position.landing(move)
        stays = [one for one in analysis.verdicts if one not in {told.move, move}]
        lost = all(analysis.verdicts[one].value == "loss" for one in stays)
        good = lost and _makes(grid, tile, position.side.other, reason)
        return [] if good else [f"threat {told.otherwise}"]
    now = position.play(instead)
    for move in line[:-1]:
        now = now.play(move)
    if analysis.verdicts[instead].value != "loss":
        return [f"{instead} does not lose"]
    good = now.side is position.side.other and is_true(now, line[-1], reason)
    return [] if good else [f"refutation {told.otherwise}"]


def pairs_exist(position: Position, move: int, most: int = 3) -> bool:
    """Whether some pairs, at most so many, stop every line of the other side, by trying all."""
    after = Grid.of(position).put(position.landing(move), position.side)
    spans = [span for span, _ in after.spans() if after.is_open(span, position.side.other)]
    free = [tile for tile in range(1, position.rules.cells + 1) if after.is_free(tile)]
    for count in range(1, most + 1):
        for pairs in combinations(list(combinations(free, 2)), count):
            if len({tile for pair in pairs for tile in pair}) == 2 * count and all(
                any(set(pair) <= set(span) for pair in pairs) for span in spans
            ):
                return True
    return not spans
