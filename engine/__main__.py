"""The engine in a terminal: `python -m engine {play,solve,perft,bench,pbrain}`."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from threading import Timer
from time import perf_counter
from typing import Final, NoReturn

from engine import (
    EngineError,
    InvalidMoveError,
    Level,
    Limit,
    Position,
    Rules,
    Side,
    Verdict,
    analyse,
    choose,
    column_letter,
    coordinate,
    encode_game,
    parse_move,
    pbrain,
    sheet_of,
    warm_up,
)
from engine.bench import bench, signature
from engine.game.position import perft

_PATIENCE: Final = 3.0
"""Seconds of silence after which people are told why."""


def main(arguments: Sequence[str] | None = None, program: str = "python -m engine") -> int:
    """Run one command of a program of this name; the exit code is 0 where it is done.

    It is 2 where the command made no sense, 130 on Ctrl-C and 141 where nobody reads on, as in a
    shell.
    """
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        options = _parser(program).parse_args(arguments)
        options.run(options)
        print(end="", flush=True)
    except EngineError as error:
        return _complain(str(error))
    except BrokenPipeError:
        # what is still to be written must not fail once more at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        return 130
    return 0


def _complain(message: str) -> int:
    print(f"engine: {message}", file=sys.stderr)
    return 2


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        sys.exit(_complain(message))


def _parser(program: str) -> argparse.ArgumentParser:
    parser = _Parser(prog=program, description=__doc__, allow_abbrev=False)
    commands = parser.add_subparsers(required=True, metavar="command")

    def command(name: str, run: Callable[[argparse.Namespace], None], text: str) -> _Parser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(run=run)
        return added

    play = command("play", _play, "Play against the engine; the game ends with the input.")
    _add_game(play)
    play.add_argument("--level", type=_level, default=Level.PERFECT, help="pip to perfect")
    play.add_argument("--side", type=_side, default=Side.X, help="the side you play: x or o")
    play.add_argument("--seconds", type=_seconds, default=1.0, help="for each move")

    solve = command("solve", _solve, "Say what a position is worth, as far as it can be proved.")
    _add_game(solve)
    solve.add_argument(
        "moves", nargs="*", default=[], help="the moves played: numbers or coordinates"
    )
    solve.add_argument("--seconds", type=_seconds, default=10.0)

    count = command("perft", _perft, "Count the games of each length.")
    _add_game(count)
    count.add_argument("depth", type=_depth)

    command("bench", _bench, "Search fixed positions and print the node signature.")

    command("pbrain", lambda _: pbrain.main(), "Be a program for Gomocup and Piskvork.")
    return parser


def _add_game(parser: _Parser) -> None:
    parser.add_argument("game", type=_rules, help="connect4, 4x5, 6x7x4g, '3x3 misere', ...")


def _rules(text: str) -> Rules:
    try:
        return Rules.parse(text)
    except EngineError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _level(text: str) -> Level:
    with suppress(ValueError):
        return Level(text.lower())
    levels = ", ".join(level.value for level in Level)
    raise argparse.ArgumentTypeError(f"a level is one of {levels}")


def _side(text: str) -> Side:
    with suppress(ValueError):
        return Side(text.upper())
    raise argparse.ArgumentTypeError("a side is x or o")


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if (seconds := float(text)) > 0:
            return seconds
    raise argparse.ArgumentTypeError("a time is a number of seconds, more than 0")


def _depth(text: str) -> int:
    with suppress(ValueError):
        if (depth := int(text)) > 0:
            return depth
    raise argparse.ArgumentTypeError("a depth is a number of plies, at least 1")


def _solve(options: argparse.Namespace) -> None:
    position = Position.start(options.game)
    for text in options.moves:
        position = position.play(_move(position, text))
    if position.outcome is not None:
        print(_result(position))
        return
    _get_ready()
    analysis = analyse(position, Limit(seconds=options.seconds), every=False)
    print(f"{position.side.value} to move: {_worth(analysis.verdict)}")
    print(f"best {analysis.best}, line {' '.join(map(str, analysis.line))}")
    print(f"depth {analysis.depth}, {analysis.nodes} nodes, {analysis.seconds:.3f} s")


def _get_ready() -> None:
    """Warm up; if that takes long, whoever watches is told why."""
    reason = "Compiling the engine, which takes half a minute the first time."
    notice = Timer(_PATIENCE, partial(print, reason, file=sys.stderr, flush=True))
    notice.daemon = True
    if sys.stderr.isatty():
        notice.start()
    warm_up()
    notice.cancel()


def _worth(verdict: Verdict) -> str:
    if verdict.value is None:
        return f"not proved, estimate {verdict.score:+.3f}"
    if verdict.value == "draw":
        return "draw"
    if verdict.plies is None:
        return f"{verdict.value}, distance not proved"
    return f"{verdict.value} in {verdict.plies} plies"


def _perft(options: argparse.Namespace) -> None:
    start = Position.start(options.game)
    for depth in range(options.depth + 1):
        print(f"{depth:3} {perft(start, depth)}", flush=True)


def _bench(options: argparse.Namespace) -> None:
    _get_ready()
    started = perf_counter()
    searched = []
    for one in bench():
        searched.append(one)
        mark = f"{one.analysis.nodes}" if one.limit.nodes is None else f"{one.found:08x}"
        print(f"{mark:>9}  {one.code}", flush=True)
    seconds = perf_counter() - started
    nodes = sum(one.analysis.nodes for one in searched)
    print(f"{signature(searched)}  signature, {seconds:.1f} s, {nodes / seconds:,.0f} nodes/s")


def _play(options: argparse.Namespace) -> None:
    position = Position.start(options.game)
    _get_ready()
    print(draw(position))
    while position.outcome is None:
        if position.side is options.side:
            played = _asked(position)
            if played is None:
                break
            position = played
        else:
            move = choose(position, options.level, Limit(seconds=options.seconds))
            position = position.play(move)
            print(f"{position.side.other.value} plays {_name(position.rules, move)}")
        print(draw(position))
    if position.outcome is not None:
        print(_result(position, partial(_name, position.rules)))
    print(encode_game(position))


def _asked(position: Position) -> Position | None:
    """The position after the person's next line that is a move, None where there is none."""
    # a closed standard input is None
    for line in sys.stdin or ():
        text = line.strip()
        if text == "hint":
            analysis = analyse(position, Limit(seconds=1.0), every=False)
            worth = _worth(analysis.verdicts[analysis.best])
            print(f"{_name(position.rules, analysis.best)}: {worth}")
            continue
        try:
            return position.play(_move(position, text))
        except EngineError as error:
            print(f"{error}; type a number, a coordinate or hint")
    return None


def _name(rules: Rules, move: int) -> str:
    """A move, or a tile of a line, as the board that is drawn names it."""
    return str(move) if rules.gravity else coordinate(rules, move)


def _move(position: Position, text: str) -> int:
    move = parse_move(position, text)
    if move is None:
        raise InvalidMoveError(f"{text!r} is no move")
    return move


def _result(position: Position, name: Callable[[int], str] = str) -> str:
    assert position.outcome is not None
    winner, line = position.outcome.winner, position.outcome.line
    if winner is None:
        return "draw"
    return f"{winner.value} wins; the line is {' '.join(map(name, line))}"


def draw(position: Position) -> str:
    """The board as text: lettered columns and numbered rows, or with gravity numbered columns."""
    rules = position.rules
    name: Callable[[int], str] = str if rules.gravity else column_letter
    sheet = sheet_of(rules)
    rows = [["", *map(name, range(1, sheet.columns + 1))]]
    for row, tiles in enumerate(sheet.tiles):
        marks = [mark.value if (mark := position.at(tile)) else "." for tile in tiles]
        rows.append(["" if rules.gravity else str(row + 1), *marks])
    return "\n".join(" ".join(f"{text:>2}" for text in row) for row in rows)


if __name__ == "__main__":
    sys.exit(main())
