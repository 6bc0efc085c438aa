"""The game that options name: its board, its twists and its variant."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from bot.errors import Problem, UserError
from bot.match.grammar.nearest import shortened
from bot.match.opening import swap2
from engine import MAX_SIDE, MIN_SIDE, PRESETS, Rules, RulesError, RulesProblem, Variant

GAME_OPTIONS: Final = frozenset(("game", "gravity", "misere", "variant"))
_GOMOKU: Final = PRESETS["gomoku"]


def rules_of(chosen: dict[str, str], default: Rules) -> Rules:
    """The game that options name, on the `default` board if they name none.

    Raises UserError for an impossible board, and for a variant that is not for it.
    """
    game = chosen.get("game") or _usual(default, chosen.get("variant"))
    twists = [twist for twist in ("gravity", "misere") if twist in chosen]
    try:
        return Rules.parse(" ".join((game, *twists, chosen.get("variant", ""))))
    except RulesError as error:
        if error.problem is not RulesProblem.VARIANT:
            raise _no_game(game) from error
        variant = chosen.get("variant", default.variant.value)
        goals = "5" if variant == Variant.RENJU.value else "4/5"
        text = shortened(" ".join((chosen.get("game", ""), *twists)).strip() or game)
        raise UserError(Problem.VARIANT, text=text, variant=variant, goals=goals) from error


def _usual(default: Rules, variant: str | None) -> str:
    """The board that is played where none is named: a variant is not for every default."""
    if variant is None:
        return str(default)
    if default.goal != _GOMOKU.goal or default.gravity or default.misere:
        return "gomoku"
    return str(replace(default, variant=Variant.FREESTYLE))


def is_swap2(chosen: dict[str, str]) -> bool:
    """Whether the opening swap2 is asked for."""
    return chosen.get("swap") == "swap2"


def rules_of_swap2(chosen: dict[str, str], default: Rules) -> Rules:
    """The game of somebody who asks for swap2: gomoku, if neither they nor the server named one.

    Raises UserError for a board that it is not for.
    """
    named = not GAME_OPTIONS.isdisjoint(chosen)
    rules = rules_of(chosen, default if named or swap2.is_for(default) else PRESETS["gomoku"])
    if not swap2.is_for(rules):
        raise UserError(Problem.SWAP2_BOARD)
    return rules


def _no_game(shape: str) -> UserError:
    """The error for an impossible board. Its numbers may be too long for the engine to read."""
    rows, columns, *_ = (int(number[:5]) for number in re.findall("[0-9]+", shape))
    longest = max(rows, columns)
    if min(rows, columns) < MIN_SIDE or longest > MAX_SIDE:
        return UserError(Problem.BOARD_SIZE, text=shortened(shape), least=MIN_SIDE, most=MAX_SIDE)
    return UserError(Problem.BOARD_GOAL, text=shortened(shape), longest=longest)
