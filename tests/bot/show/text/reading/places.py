"""What clauses say of where a stone lies, what it works with, and how much is left."""

from __future__ import annotations

import re

from tests.bot.show.text.reading.clauses import reads
from tests.bot.show.text.reading.scene import Scene


@reads(r"keeps your threat at (.*): if all other columns fill up, they must play under it")
def _waits(scene: Scene, found: re.Match[str]) -> bool:
    stood = set(scene.cells(found[1])) <= scene.before.completing(scene.us)
    return stood and _falls_to_us(scene, found)


@reads(r"if all other columns fill up, they must play under your threat at (.*)")
def _comes_last(scene: Scene, found: re.Match[str]) -> bool:
    return _falls_to_us(scene, found)


def _falls_to_us(scene: Scene, found: re.Match[str]) -> bool:
    """Whether they put the stone under a cell of ours when all other columns are full."""
    (tile,) = scene.cells(found[1])
    after, columns = scene.after, scene.rules.columns
    under = tile + columns
    if tile not in after.completing(scene.us) or not after.is_free(under):
        return False
    above = range((tile - 1) % columns + 1, under, columns)
    free = sum(after.is_free(one) for one in range(1, scene.rules.cells + 1))
    before_it = free - len(above) - 1
    # of the cells on the way up to it every second one is theirs, from the one under it down
    mine = range(under, scene.rules.cells + 1, 2 * columns)
    theirs = not set(mine) & after.completing(scene.them)
    return before_it % 2 == 0 and theirs  # it is their turn now


@reads(r"stays off (.*), where they could win right on top")
def _on_top(scene: Scene, found: re.Match[str]) -> bool:
    bad = scene.moves(found[1])
    return scene.move not in bad and all(_win_on(scene, move, move) for move in bad)


def _win_on(scene: Scene, move: int, answer: int) -> bool:
    after = scene.position.play(move)
    end = after.play(answer).outcome if after.outcome is None and answer in after.legal else None
    return end is not None and end.winner is scene.them


@reads(r"plays right on top of their last disc")
def _follows(scene: Scene, _found: re.Match[str]) -> bool:
    return scene.tile == scene.position.tiles[-1] - scene.rules.columns


@reads(r"adds to (.*): two more complete it")
def _adds(scene: Scene, found: re.Match[str]) -> bool:
    (lines,) = scene.lines(found[1])
    before, after = scene.before, scene.after
    return any(
        scene.tile in line
        and after.is_open(line, scene.us)
        and before.held(line, scene.us)
        and len(after.held(line, scene.us)) == scene.rules.goal - 2
        for line in lines
    )


@reads(
    r"(builds lines with|gets in the way of) (?:their |the )?(discs? in columns? )?([\w, …]+?)"
    r"(?: in different directions)?"
)
def _works_with(scene: Scene, found: re.Match[str]) -> bool:
    """Each of them shares a line with the new stone that is still open to their owner."""
    side = scene.us if found[1].startswith("builds") else scene.them
    board = scene.before.put(scene.tile, side)
    words = found[3].replace(", …", "")
    if found[2]:
        stones = [
            [
                tile
                for tile, owner in board.stones.items()
                if owner is side and (tile - 1) % scene.rules.columns + 1 == int(column)
            ]
            for column in words.split(", ")
        ]
    else:
        stones = [[tile] for tile in scene.cells(words)]
    spans = [set(span) for span, _ in board.spans(scene.tile) if board.is_open(span, side)]
    return bool(stones) and all(
        any(tile in span and tile != scene.tile for tile in one for span in spans) for one in stones
    )


@reads(r"lines up with (.*) in different directions")
def _lines_up(scene: Scene, found: re.Match[str]) -> bool:
    board = scene.after
    spans = [set(span) for span, _ in board.spans(scene.tile) if board.is_open(span, scene.us)]
    return all(any(tile in span for span in spans) for tile in scene.cells(found[1]))


@reads(
    r"takes the centre|plays near the centre",
    r"(?:plays in|stays near) the middle column, which most lines cross",
)
def _centre(scene: Scene, found: re.Match[str]) -> bool:
    rules, (row, column) = scene.rules, divmod(scene.tile - 1, scene.rules.columns)
    across, down = abs(2 * column + 1 - rules.columns), abs(2 * row + 1 - rules.rows)
    off = across if rules.gravity else max(across, down)
    near = 0 < off <= 2 if "near" in found[0] else off == 0
    if not rules.gravity:
        return near
    middle = set(range(rules.columns // 2 + 1, rules.cells + 1, rules.columns))
    spans = [bool(middle & set(span)) for span, _ in scene.before.spans()]
    return near and rules.columns % 2 == 1 and 2 * sum(spans) > len(spans)


@reads(r"stops all their lines once you get (\w+) or (\w+): they can't take both")
def _one_of_two(scene: Scene, found: re.Match[str]) -> bool:
    """Each line that is still open to them needs both cells."""
    after = scene.after
    pair = {*scene.cells(found[1]), *scene.cells(found[2])}
    spans = [set(span) for span, _ in after.spans() if after.is_open(span, scene.them)]
    return len(pair) == 2 and all(pair <= span and after.is_free(min(pair)) for span in spans)


@reads(r"leaves them no line to complete")
def _no_line(scene: Scene, _found: re.Match[str]) -> bool:
    after = scene.after
    return not any(after.is_open(span, scene.them) for span, _ in after.spans())


@reads(r"lies on (\d+) (?:open )?lines?(?: still open to you)?(, more than any other cell)?")
def _lies_on(scene: Scene, found: re.Match[str]) -> bool:
    before = scene.before
    counts = {
        tile: sum(before.is_open(span, scene.us) for span, _ in before.spans(tile))
        for tile in range(1, scene.rules.cells + 1)
        if before.is_free(tile)
    }
    mine = counts.pop(scene.tile)
    return mine == int(found[1]) and (not found[2] or mine > max(counts.values(), default=-1))


@reads(r"blocks (\d+) of their lines")
def _closes(scene: Scene, found: re.Match[str]) -> bool:
    before = scene.before
    through = [span for span, _ in before.spans(scene.tile) if before.is_open(span, scene.them)]
    return sum(bool(before.held(span, scene.them)) for span in through) == int(found[1])


def _completes(scene: Scene, move: int) -> bool:
    end = scene.position.play(move).outcome
    return end is not None and end.winner is scene.them


@reads(r"leaves them (?:(\d+) moves? that completes? no line|only moves that complete a line)")
def _leaves(scene: Scene, found: re.Match[str]) -> bool:
    after = scene.position.play(scene.move)
    ends = [after.play(move).outcome for move in after.legal]
    return sum(end is None or end.winner is None for end in ends) == int(found[1] or 0)


@reads(r"stays off (.*), which would complete a line and lose")
def _would_complete(scene: Scene, found: re.Match[str]) -> bool:
    bad = scene.moves(found[1])
    return scene.move not in bad and all(_completes(scene, move) for move in bad)
