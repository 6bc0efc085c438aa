"""A person as a player: a few numbers for what is noticed and liked, and how likely each move is.

A person looks for a line to complete, then for one to stop, then for a double threat of their own
and for one of the other's, and else puts the stone where the lines look best, near stones that
stand already. What is easiest to see is seen first, and the first thing noticed is done.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from engine.coaching.lines import Window, board_windows, seen_by_mover
from engine.game.geometry import is_shut, neighbours
from engine.game.position import Position, Side
from engine.game.surfaces import surface_of


@dataclass(frozen=True, slots=True)
class Style:
    """What a player likes, whatever the skill.

    `attack` and `defence` are how many looks are taken at one's own lines, and at those of the
    other. A cell beside a stone is `near` times as likely, one beside the other's last stone
    `follows` times more, one in the middle of the board `centre` times as likely as at its edge,
    and a corner of a board without gravity `corner` times as likely as for others. `opens` is the
    chance that the first stone goes to the middle, if it is free. Without
    `diagonals` only rows and columns are seen, and of one's own a diagonal that wants one more
    stone. `forks` is how many looks are taken for double threats, and `hunts` the least attention
    to them. `completes` is the least chance to see a line of one's own that wants one more stone,
    wherever it is, and `alert` to see one of the other's.
    """

    attack: float = 2.0
    defence: float = 1.0
    forks: float = 1.0
    hunts: float = 0.0
    near: float = 1.0
    follows: float = 1.0
    centre: float = 1.0
    corner: float = 1.0
    opens: float = 0.0
    diagonals: bool = True
    completes: float = 0.0
    alert: float = 0.0


@dataclass(frozen=True, slots=True)
class Player:
    """A style, and how well it is played.

    `attention` is the chance to notice what one look at a line beside the last stone shows; one
    that is further off or slants is noticed with that to the power of its effort. A cell whose
    lines are worth twice as much is 2 to the power of `judgement` times likelier.
    """

    style: Style
    attention: float
    judgement: float
    fork_attention: float = 0.0

    def own(self, effort: int) -> float:
        """The chance of noticing a line of one's own that can be completed."""
        missed = 1 - _chance(self.attention, self.style.attack, effort)
        return 1 - missed * (1 - self.style.completes)

    def other(self, effort: int) -> float:
        """The chance of noticing a line that the other is about to complete."""
        missed = 1 - _chance(self.attention, self.style.defence, effort)
        return 1 - missed * (1 - self.style.alert)

    def own_fork(self, effort: int) -> float:
        """The chance of noticing a double threat of one's own."""
        return _chance(self.fork_attention, self.style.forks * self.style.attack, effort)

    def other_fork(self, effort: int) -> float:
        """The chance of noticing a double threat that the other could make."""
        return _chance(self.fork_attention, self.style.forks * self.style.defence, effort)


def skilled(style: Style, skill: float) -> Player:
    """A player of a style with a skill from 0 to 1."""
    judgement = 6 * skill**2 / (1.05 - skill)
    return Player(style, skill, judgement, fork_attention=max(style.hunts, 2 * skill - 1))


def _chance(attention: float, looks: float, effort: int) -> float:
    return 1.0 - math.pow(1 - attention**effort, looks)


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
    if player.style.opens and position.ply < len(Side) and (free := middle(position)):
        for move in free:
            found[move] += left * player.style.opens / len(free)
        left *= 1 - player.style.opens
    liked = {scene.moves[cell]: chance for cell, chance in _liked(scene, player).items()}
    for move, chance in kept_near(position, liked).items():
        found[move] += left * chance
    return {move: chance for move, chance in found.items() if chance}


def near_stones(position: Position, moves: Iterable[int]) -> list[int]:
    """Those of the moves that lie two king's steps or less from a stone.

    All of them on an empty board, where discs fall, and in misere as soon as somebody may have to
    avoid a row: there a cell is as good far away.
    """
    rules = position.rules
    avoiding = rules.misere and position.ply >= len(Side) * (rules.goal - 1)
    if rules.gravity or avoiding or not position.tiles:
        return list(moves)
    stones = sum(1 << tile - 1 for tile in position.laid)
    around = neighbours(rules, 2)
    return [move for move in moves if around[move - 1] & stones]


def middle(position: Position) -> list[int]:
    """The moves to the free cells in the middle of the board, or to its columns where discs fall.

    The middle is a cell, two or four. None where they lie away from all stones.
    """
    rules = position.rules
    aside = surface_of(rules).aside
    tiles = [tile for tile in rules.moves if max(aside(tile - 1)[rules.gravity :]) <= 1]
    return near_stones(position, (tile for tile in tiles if position.at(tile) is None))


def kept_near(position: Position, likely: dict[int, float]) -> dict[int, float]:
    """The same chances of moves, with `STRAYING` of them left to cells away from all stones."""
    close = dict.fromkeys(near_stones(position, likely))
    near = sum(likely[move] for move in close)
    if not 0 < near < 1 - STRAYING:
        return likely
    here, away = (1 - STRAYING) / near, STRAYING / (1 - near)
    return {move: chance * (here if move in close else away) for move, chance in likely.items()}


def _first_noticed(
    scene: Scene, threats: Mapping[int, Sequence[Window]], notice: Callable[[int], float]
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
    return _shares(careful if any(careful.values()) else weights)


def _shares(weights: dict[int, float]) -> dict[int, float]:
    whole = sum(weights.values())
    return {cell: weight / whole for cell, weight in weights.items()}


def _looks(scene: Scene, style: Style) -> dict[int, float]:
    """What the lines through each cell count for."""
    if scene.rules.misere:
        return {cell: 1 + own for cell, own in scene.own_worth.items()}
    return {
        cell: 1 + style.attack * scene.own_worth[cell] + style.defence * scene.other_worth[cell]
        for cell in scene.moves
    }


def _trust(scene: Scene, cell: int, player: Player) -> float:
    """The chance that a player sees nothing against a cell.

    In misere a line that it would complete, with falling discs one that it lets the other complete.
    """
    if scene.rules.misere:
        lines, notice = scene.wins.get(cell, []), player.own
    else:
        lines, notice = scene.gives.get(cell, []), player.other
    return 1 - notice(min(map(scene.effort, lines))) if lines else 1.0


def _preference(scene: Scene, cell: int, style: Style) -> float:
    """How much more a cell is liked for where it is."""
    rules, last = scene.rules, scene.last
    surface = surface_of(rules)
    far = surface.aside(cell)
    liked = 1.0
    if style.near != 1 and scene.is_beside(cell, scene.taken):
        liked *= style.near
    if style.follows != 1 and last and scene.is_beside(cell, 1 << last[-1]):
        liked *= style.follows
    shares = [away / (side - 1) for away, side in zip(far, surface.sides, strict=True)]
    if not rules.gravity and min(shares) == 1:
        liked *= style.corner
    if style.centre != 1:
        liked /= style.centre ** max(shares[rules.gravity :])
    return liked


STRAYING: Final = 0.01
"""The share of stones that are put three or more cells from all others. People play near."""
DIAGONAL_EFFORT: Final = 2
"""A slanting line is as hard to see as a straight one two cells further away."""
_RATIO: Final = 5
"""One more stone makes an open line worth so many times as much."""


class Scene:
    """What there is to see: lines one stone short, double threats, and what each cell is worth.

    A cell is 0-based. `moves` gives the move that puts a stone on a cell. `wins` and `stops` are
    the lines that one side could complete next, `forks` and `other_forks` those that would make
    two threats at once, by that cell.
    """

    def __init__(self, position: Position, diagonals: bool = True) -> None:
        self.rules = rules = position.rules
        self.moves = {position.landing(move) - 1: move for move in position.legal}
        self.last = tuple(tile - 1 for tile in position.tiles[-2:])
        mine, theirs = seen_by_mover(position)
        self.taken = mine | theirs
        self._around = neighbours(rules)
        self.wins: dict[int, list[Window]] = {}
        self.stops: dict[int, list[Window]] = {}
        own_worth, other_worth = [0] * rules.cells, [0] * rules.cells
        own_pairs: list[Window] = []
        other_pairs: list[Window] = []
        goal, by_x = rules.goal, position.side is Side.X
        values = [_RATIO**stones for stones in range(goal + 1)]
        for line in board_windows(rules).windows:
            own, other = line.cells & mine, line.cells & theirs
            stones = (own | other).bit_count()
            if (own and other) or (not diagonals and line.slants and (other or stones < goal - 1)):
                continue
            if not other and not (line.ends and is_shut(rules, by_x, line.ends, mine, theirs)):
                for cell in line.each:
                    own_worth[cell] += values[stones]
                if stones == goal - 1:
                    self._note(line, self.wins)
                elif stones == goal - 2:
                    own_pairs.append(line)
            if not own and not (line.ends and is_shut(rules, not by_x, line.ends, theirs, mine)):
                for cell in line.each:
                    other_worth[cell] += values[stones]
                if stones == goal - 1:
                    self._note(line, self.stops)
                elif stones == goal - 2:
                    other_pairs.append(line)
        self.own_worth = {cell: own_worth[cell] for cell in self.moves}
        self.other_worth = {cell: other_worth[cell] for cell in self.moves}
        self.gives = {
            cell + rules.columns: lines
            for cell, lines in self.stops.items()
            if rules.gravity and cell not in self.moves
        }
        """The lines that the other could complete on top of a disc on a cell, by that cell."""
        self.wins = {cell: lines for cell, lines in self.wins.items() if cell in self.moves}
        self.stops = {cell: lines for cell, lines in self.stops.items() if cell in self.moves}
        self.forks = self._double_threats(own_pairs)
        self.other_forks = self._double_threats(other_pairs)

    def effort(self, line: Window) -> int:
        """How hard a line is to notice: 1 through one of the last two stones, more further off.

        King's steps from the nearer of them, and more for a diagonal.
        """
        away = surface_of(self.rules).distance
        steps = min((away(cell, last) for cell in line.each for last in self.last), default=0)
        return 1 + steps + DIAGONAL_EFFORT * line.slants

    def is_beside(self, cell: int, stones: int) -> bool:
        """Whether one of these stones is beside the cell, diagonals included."""
        return bool(self._around[cell] & stones)

    def _note(self, line: Window, found: dict[int, list[Window]]) -> None:
        for cell in line.each:
            if not self.taken >> cell & 1:
                found.setdefault(cell, []).append(line)

    def _double_threats(self, pairs: list[Window]) -> dict[int, list[Window]]:
        """The lines in which a stone on a cell makes threats on two cells, by that cell."""
        threats: dict[int, dict[int, Window]] = {}
        for line in pairs:
            one, other = [cell for cell in line.each if not self.taken >> cell & 1]
            threats.setdefault(one, {})[other] = line
            threats.setdefault(other, {})[one] = line
        columns = self.rules.columns
        found = {
            cell: [line for one, line in made.items() if one in self.moves or one == cell - columns]
            for cell, made in threats.items()
            if cell in self.moves
        }
        return {cell: seen for cell, seen in found.items() if len(seen) > 1}
