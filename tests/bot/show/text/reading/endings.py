"""What clauses say of the end of the game, held against what all moves are worth."""

from __future__ import annotations

import re
from typing import Final

from engine import Side
from tests.bot.show.text.reading.clauses import reads
from tests.bot.show.text.reading.lines import end_of
from tests.bot.show.text.reading.scene import Scene
from tests.engine.brute_force import rank

_NEXT: Final = 2
"""The plies of a loss to their next move."""
_SOON: Final = 6
"""The plies within which nothing is won or lost where nothing is urgent."""


def _mine(scene: Scene, *values: str) -> bool:
    known = scene.worth[scene.move]
    return known is None or known[0] in values


@reads(r"you stand better")
def _better(scene: Scene, _found: re.Match[str]) -> bool:
    return _mine(scene, "win")


@reads(r"they stand better")
def _worse(scene: Scene, _found: re.Match[str]) -> bool:
    return _mine(scene, "loss")


@reads(r"but they win whatever you do")
def _lost(scene: Scene, _found: re.Match[str]) -> bool:
    return _mine(scene, "loss") and all(
        known is None or known[0] == "loss" for known in scene.others
    )


@reads(r"(?:but they win|every move loses: they win) with (.*)")
def _lost_next(scene: Scene, found: re.Match[str]) -> bool:
    after = scene.after
    return _lost(scene, found) and all(
        any(end_of(after, line, scene.them) & after.wins(scene.them) for line in lines)
        for lines in scene.lines(found[1])
    )


@reads(r"every move completes a line, which loses")
def _all_complete(scene: Scene, _found: re.Match[str]) -> bool:
    ends = [scene.position.play(move).outcome for move in scene.position.legal]
    return all(end is not None and end.winner is scene.them for end in ends)


@reads(r"wins in (\d+)|the other side must complete a line next")
def _wins_in(scene: Scene, found: re.Match[str]) -> bool:
    known = scene.worth[scene.move]
    if known is None:
        return True
    moves = (known[1] + 1) // 2
    return known[0] == "win" and (moves == int(found[1]) if found[1] else known[1] == _NEXT)


@reads(r"loses in (\d+)|lets them win at once|loses at once")
def _loses_in(scene: Scene, found: re.Match[str]) -> bool:
    known = scene.worth[scene.move]
    if known is None:
        return True
    return known[0] == "loss" and (known[1] + 1) // 2 == int(found[1] or 1)


@reads(r"wins at once")
def _wins_now(scene: Scene, _found: re.Match[str]) -> bool:
    return scene.worth[scene.move] == ("win", 1)


@reads(r"draw with best play|is known to draw")
def _draws(scene: Scene, _found: re.Match[str]) -> bool:
    return _mine(scene, "draw")


@reads(r"wins")
def _wins_some_day(scene: Scene, _found: re.Match[str]) -> bool:
    return _mine(scene, "win")


@reads(r"loses")
def _loses_some_day(scene: Scene, _found: re.Match[str]) -> bool:
    return _mine(scene, "loss")


@reads(r"every other move loses")
def _only(scene: Scene, _found: re.Match[str]) -> bool:
    others = all(known is None or known[0] == "loss" for known in scene.others)
    return others and _mine(scene, "draw", "win")


@reads(r"all but (\d+) moves lose soon")
def _ways(scene: Scene, found: re.Match[str]) -> bool:
    every = list(scene.worth.values())
    if None in every:
        return True
    lost = [known[1] for known in every if known is not None and known[0] == "loss"]
    return len(every) - len(lost) == int(found[1]) and max(lost) <= scene.sees


@reads(r"the only move that wins")
def _only_win(scene: Scene, _found: re.Match[str]) -> bool:
    return _mine(scene, "win") and all(known is None or known[0] != "win" for known in scene.others)


@reads(r"one of several equally good moves")
def _equal(scene: Scene, _found: re.Match[str]) -> bool:
    mine = scene.worth[scene.move]
    return mine is None or any(known is None or known[0] == mine[0] for known in scene.others)


@reads(r"holds out as long as possible")
def _longest(scene: Scene, _found: re.Match[str]) -> bool:
    mine = scene.worth[scene.move]
    lasts = [known[1] for known in scene.others if known is not None]
    return mine is None or (_lost(scene, _found) and max(lasts, default=0) <= mine[1])


@reads(r"looks (?:best|good|even|bad) \(estimate\)")
def _estimate(_scene: Scene, _found: re.Match[str]) -> bool:
    return True


@reads(r"Nothing is urgent\.")
def _calm(scene: Scene, _found: re.Match[str]) -> bool:
    grid = scene.before
    soon = [known for known in scene.worth.values() if known and known[1] <= _SOON]
    ends = [known for known in soon if known[0] != "draw"]
    return not ends and not any(grid.wins(side) or grid.forks(side) for side in Side)


@reads(r"otherwise they force a win from (\S+) \((.*)\)")
def _otherwise(scene: Scene, _found: re.Match[str]) -> bool:
    return _only(scene, _found)


@reads(r"safer than (\S+), after which they force a win \((.*)\)")
def _safer(scene: Scene, found: re.Match[str]) -> bool:
    """The other one loses, and this one does not, or holds out longer."""
    (other,) = scene.moves(found[1])
    mine, known = scene.worth[scene.move], scene.worth[other]
    if known is None:
        return True
    return known[0] == "loss" and (mine is None or rank(mine) > rank(known))
