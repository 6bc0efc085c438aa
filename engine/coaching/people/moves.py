"""How likely a player is to make each move.

A person looks for a line to complete, then for one to stop, then for a double threat of their
own and for one of the other's, and else puts the stone where the lines look best. What is easiest
to see is seen first: the first thing noticed is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from engine.coaching.people.player import Player, Style
from engine.coaching.people.scene import Line, Scene
from engine.game.position import Position
from engine.game.rules import Rules

Notice = Callable[[int], float]
"""The chance to notice what takes this effort."""


def chances(position: Position, player: Player) -> dict[int, float]:
    """How likely a player is to make each move; the chances add up to 1."""
    scene = Scene(position, player.style.diagonals)
    found = dict.fromkeys(position.legal, 0.0)
    left = 1.0
    if not position.rules.misere:
        for threats, notice in (
            (scene.wins, player.own),
            (scene.stops, player.other),
            (scene.forks, player.own_fork),
            (scene.other_forks, player.other_fork),
        ):
            for cell, chance in _first_noticed(scene, threats, notice).items():
                found[scene.moves[cell]] += left * chance
            left = max(0.0, 1 - sum(found.values()))
    for cell, chance in _liked(scene, player).items():
        found[scene.moves[cell]] += left * chance
    return {move: chance for move, chance in found.items() if chance}


def _first_noticed(
    scene: Scene, threats: Mapping[int, Sequence[Line]], notice: Notice
) -> dict[int, float]:
    """How likely each cell is the first to be noticed; those as easy to see share evenly."""
    efforts = {cell: min(map(scene.effort, lines)) for cell, lines in threats.items()}
    found: dict[int, float] = {}
    left = 1.0
    for effort, cells in groupby(sorted(efforts, key=efforts.__getitem__), efforts.__getitem__):
        alike = list(cells)
        missed = (1 - notice(effort)) ** len(alike)
        found.update(dict.fromkeys(alike, left * (1 - missed) / len(alike)))
        left *= missed
    return found


def _liked(scene: Scene, player: Player) -> dict[int, float]:
    """The chances of the cells for a player who has noticed nothing that must be done."""
    worth = _looks(scene, player.style)
    most = max(worth.values())
    sense = -player.judgement if scene.rules.misere else player.judgement
    weights = {
        cell: (value / most) ** sense * _preference(scene, cell, player.style)
        for cell, value in worth.items()
    }
    careful = {cell: weight * _trust(scene, cell, player) for cell, weight in weights.items()}
    whole = sum(careful.values())
    if not whole:
        careful, whole = weights, sum(weights.values())
    return {cell: weight / whole for cell, weight in careful.items()}


def _looks(scene: Scene, style: Style) -> dict[int, float]:
    """What the lines through each cell count for."""
    if scene.rules.misere:
        return {cell: 1 + own for cell, own in scene.own_worth.items()}
    return {
        cell: 1 + style.attack * scene.own_worth[cell] + style.defence * scene.other_worth[cell]
        for cell in scene.moves
    }


def _trust(scene: Scene, cell: int, player: Player) -> float:
    """The chance that nothing is seen that speaks against a cell.

    In misere a line that it would complete, with falling discs one that it lets the other complete.
    """
    if scene.rules.misere:
        lines, notice = scene.wins.get(cell, []), player.own
    else:
        lines, notice = scene.gives(cell), player.other
    return 1 - notice(min(map(scene.effort, lines))) if lines else 1.0


def _preference(scene: Scene, cell: int, style: Style) -> float:
    """How much more a cell is liked for where it is."""
    rules = scene.rules
    liked = 1.0
    if style.near != 1 and scene.is_beside(cell, scene.taken):
        liked *= style.near
    if style.follows != 1 and scene.last and scene.is_beside(cell, 1 << scene.last[-1]):
        liked *= style.follows
    if style.corner != 1 and not rules.gravity and _is_corner(rules, cell):
        liked *= style.corner
    if style.centre != 1:
        row, column = divmod(cell, rules.columns)
        down = 0 if rules.gravity else abs(2 * row - rules.rows + 1) / (rules.rows - 1)
        liked /= style.centre ** max(
            down, abs(2 * column - rules.columns + 1) / (rules.columns - 1)
        )
    return liked


def _is_corner(rules: Rules, cell: int) -> bool:
    row, column = divmod(cell, rules.columns)
    return row in (0, rules.rows - 1) and column in (0, rules.columns - 1)
