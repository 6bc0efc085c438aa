"""The programs that benchmarks.peers compares, each behind the same two questions.

Those of others are dependencies of the extra `peers`, used as they come: easyAI's negamax with its
table, OpenSpiel's alpha-beta and tree search over its own games, and bitbully.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

from benchmarks.baselines import AlphaBeta, Grid, Minimax, number_of
from engine import Limit, Position, Rules, analyse, warm_up

SHALLOW: Final = 5
"""Plies that a tutorial looks ahead on Connect Four."""
_EASY: Final = 6
_SIMULATIONS: Final = 1_000


class Contender(Protocol):
    """A program that plays."""

    nodes: int
    """Positions looked at so far; 0 where it does not tell."""

    def best(self, position: Position) -> int:
        """The move it would make."""


class Ours:
    """Kinarow's engine through its front door, with its book, until the verdict is proved."""

    def __init__(self) -> None:
        self.nodes = 0
        warm_up()

    def best(self, position: Position) -> int:
        """The recommended move."""
        analysis = analyse(position, Limit(seconds=60.0), every=False)
        self.nodes += analysis.nodes
        return analysis.best


class EasyAI:
    """easyAI's negamax to a depth, over a game written as its examples are."""

    def __init__(self, depth: int) -> None:
        self.nodes = 0
        self._depth = depth

    def best(self, position: Position) -> int:
        """The move its player makes."""
        from easyAI import AI_Player, Negamax, TranspositionTable, TwoPlayerGame

        contender = self

        class Game(TwoPlayerGame):  # type: ignore[misc]  # easyAI ships no types
            def __init__(self, players: list[Any]) -> None:
                self.players = players
                self.grid = Grid(position)
                self.current_player = 1

            def possible_moves(self) -> list[tuple[int, int]]:
                return self.grid.free()

            def make_move(self, move: tuple[int, int]) -> None:
                contender.nodes += 1
                self.grid.put(move)

            def unmake_move(self, move: tuple[int, int]) -> None:
                self.grid.take(move)

            def lose(self) -> bool:
                return self.grid.winner() != 0

            def is_over(self) -> bool:
                return self.lose() or not self.grid.free()

            def scoring(self) -> int:
                return -100 if self.lose() else 0

            def ttentry(self) -> tuple[int, ...]:
                return tuple(mark for row in self.grid.rows for mark in row)

        search = Negamax(self._depth, tt=TranspositionTable())
        row, column = Game([AI_Player(search), AI_Player(search)]).get_move()
        return number_of(position.rules, (int(row), int(column)))


def _spiel(position: Position) -> tuple[Any, Any]:
    """OpenSpiel's game and state of a position."""
    import pyspiel

    rules = position.rules
    name = "connect_four" if rules.gravity else "mnk"
    if rules.gravity:
        shape = f"rows={rules.rows},columns={rules.columns},x_in_row={rules.goal}"
    else:
        shape = f"m={rules.columns},n={rules.rows},k={rules.goal}"
    game = pyspiel.load_game(f"{name}({shape})")
    state = game.new_initial_state()
    for move in position.moves:
        state.apply_action(move - 1)
    return game, state


class SpielAlphaBeta:
    """OpenSpiel's alpha-beta, which searches to the end of the game."""

    nodes = 0

    def best(self, position: Position) -> int:
        """The move that its search gives."""
        from open_spiel.python.algorithms.minimax import alpha_beta_search

        game, state = _spiel(position)
        cells = position.rules.cells
        _, action = alpha_beta_search(game, state=state, maximum_depth=cells)
        return int(action) + 1


class SpielTreeSearch:
    """OpenSpiel's Monte Carlo tree search in C++, a thousand games a move."""

    nodes = 0

    def best(self, position: Position) -> int:
        """The move that its bot makes."""
        import pyspiel

        game, state = _spiel(position)
        bot = pyspiel.MCTSBot(
            game,
            pyspiel.RandomRolloutEvaluator(1, 1),
            2.0,
            _SIMULATIONS,
            100,
            True,
            1,
            False,
            pyspiel.ChildSelectionPolicy.UCT,
        )
        return int(bot.step(state)) + 1


class BitBully:
    """bitbully, the exact solver of Connect Four, with a book of its or none."""

    def __init__(self, book: str | None = None) -> None:
        from bitbully import BitBully as Solver

        self.nodes = 0
        self._solver: Any = Solver(opening_book=book)

    def best(self, position: Position) -> int:
        """The first of the moves with the best score."""
        from bitbully import Board

        board = Board.from_moves([move - 1 for move in position.moves])
        self._solver.reset_node_counter()
        scores = self._solver.score_all_moves(board)
        self.nodes += self._solver.get_node_counter()
        return int(max(scores, key=scores.__getitem__)) + 1


class ConnectFourAI:
    """connect-four-ai, a solver in Rust that has a book of all positions of eight discs in it."""

    def __init__(self) -> None:
        from connect_four_ai import Solver

        self.nodes = 0
        self._solver: Any = Solver()

    def best(self, position: Position) -> int:
        """The first of the moves with the best score."""
        from connect_four_ai import Position as Theirs

        scores = self._solver.get_all_move_scores(
            Theirs.from_moves("".join(map(str, position.moves)))
        )
        legal = {move: scores[move - 1] for move in position.legal}
        return max(legal, key=legal.__getitem__)


CONTENDERS: Final[dict[str, Callable[[Rules], Contender]]] = {
    "textbook minimax": lambda rules: Minimax(),
    f"tutorial alpha-beta, {SHALLOW} plies": lambda rules: AlphaBeta(SHALLOW),
    f"easyAI, {_EASY} plies": lambda rules: EasyAI(_EASY),
    "OpenSpiel alpha-beta": lambda rules: SpielAlphaBeta(),
    f"OpenSpiel MCTS, {_SIMULATIONS:,} games": lambda rules: SpielTreeSearch(),
    "bitbully": lambda rules: BitBully(),
    "bitbully, with its book": lambda rules: BitBully("12-ply-dist"),
    "connect-four-ai": lambda rules: ConnectFourAI(),
    "Kinarow": lambda rules: Ours(),
}
"""By the name that the tables have."""
_SPIEL: Final = ("pyspiel", "open_spiel.python.algorithms.minimax")
NEEDS: Final = {
    f"easyAI, {_EASY} plies": ("easyAI",),
    "OpenSpiel alpha-beta": _SPIEL,
    f"OpenSpiel MCTS, {_SIMULATIONS:,} games": _SPIEL,
    "bitbully": ("bitbully",),
    "bitbully, with its book": ("bitbully", "bitbully_databases"),
    "connect-four-ai": ("connect_four_ai",),
}
"""The modules of those that are not ours."""
PROVERS: Final = (
    *("textbook minimax", "OpenSpiel alpha-beta"),
    *("bitbully", "bitbully, with its book", "connect-four-ai", "Kinarow"),
)
"""Whose move is proved when it is made."""


def plays(name: str, rules: Rules) -> bool:
    """Whether a contender knows a board."""
    return not name.startswith(("bitbully", "connect-four-ai")) or str(rules) == "6x7x4g"
