"""The mistakes seen in popular bots, each with the test that would catch it here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

import bot
import engine
from bot.match.session import Ending
from bot.show.text.words import ACCEPT
from engine import Level, Limit, Position, Rules, Side, choose
from tests.bot.builders import ALICE, KINAROW, session
from tests.bot.discord.world import World

LIMIT = Limit(depth=9)


def every_position() -> Iterator[Position]:
    """Every position of 3x3 that is not over, once."""
    seen = set()
    ahead = [Position.start(Rules(3, 3, 3))]
    while ahead:
        position = ahead.pop()
        stones = tuple(position.at(tile) for tile in range(1, 10))
        if stones not in seen and position.outcome is None:
            seen.add(stones)
            yield position
            ahead.extend(map(position.play, position.legal))


def modules(package: ModuleType, word: str = "") -> Iterator[tuple[Path, ast.Module]]:
    """The source of the bot or of the engine, where a word is in it."""
    for path in Path(*package.__path__).rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if word in source:
            yield path, ast.parse(source)


def test_a_full_board_tested_before_the_lines() -> None:
    """The last free tile completes a line: that is a win, not a tie."""
    match = session([1, 4, 2, 5, 6, 3, 7, 8, 9], rules="3x3")
    assert match.position.legal == ()
    assert match.ending is Ending.FULL
    won = session([1, 2, 3, 5, 4, 6, 8, 9, 7], rules="3x3")
    assert won.position.legal == ()
    assert (won.ending, won.winner) == (Ending.LINE, Side.X)


def test_a_draw_noticed_only_on_the_machines_turn() -> None:
    """The person fills the board against the engine, and the game is over at once."""
    match = session([1, 5, 2, 3, 7, 4, 6, 8, 9], x=ALICE, o=KINAROW)
    assert match.ending is Ending.FULL
    assert not match.bot_to_move


def test_minimax_that_looks_one_ply_ahead() -> None:
    """Whoever looks one ply ahead takes a corner here, and loses to a double threat."""
    trap = Position.from_moves(Rules(3, 3, 3), [1, 5, 9])
    chosen = {choose(trap, Level.PERFECT, LIMIT, Random(seed)) for seed in range(10)}
    assert chosen <= {2, 4, 6, 8}


def test_unbeatable_that_passes_over_a_win_in_one() -> None:
    """In every position with a win at once, the perfect level takes one."""
    for position in every_position():
        ends = {move: position.play(move).outcome for move in position.legal}
        wins = {move for move, end in ends.items() if end and end.winner is position.side}
        if wins:
            assert choose(position, Level.PERFECT, LIMIT, Random(1)) in wins, position


def test_the_line_test_written_four_times() -> None:
    """The bot never asks how long a line must be, except to name games, rows and threats.

    And to know a board that gomoku's openings are for.
    """
    asking = {
        path.name
        for path, tree in modules(bot, "goal")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "goal"
    }
    assert asking <= {"opening.py", "options.py", "reasons.py", "words.py"}


def test_mutable_class_attributes_shared_by_all_games() -> None:
    """No class has a list, a dictionary or a set of its own that its instances would share."""
    shared = [
        f"{path.name}:{statement.lineno}"
        for package in (bot, engine)
        for path, tree in modules(package)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        if isinstance(statement, ast.Assign | ast.AnnAssign) and is_mutable(statement.value)
    ]
    assert shared == []


def is_mutable(value: ast.expr | None) -> bool:
    """Whether an expression makes something that can be changed."""
    if isinstance(value, ast.Call):
        made = ast.unparse(value.func).rpartition(".")[2]
        return made in {"list", "dict", "set", "deque", "defaultdict", "Counter"}
    literals = ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp
    return isinstance(value, literals)


@pytest.mark.parametrize("failing", ["start 2x2", "start zzz", "start @alice", "start <@1>"])
async def test_a_channel_marked_busy_before_a_check_that_can_fail(
    world: World, failing: str
) -> None:
    """After a start that was refused the channel is free, and what waits for it is not stuck."""
    await world.say(f"!ttt {failing}", "!ttt hint", "!ttt start @bob")
    (board,) = await world.say("!ttt start x")
    assert "**alice**, your turn" in board
    await world.say("99", "1", "1", "!ttt resign", "!ttt start x")
    assert len(await world.store.live()) == 1


async def test_the_board_message_deleted_so_the_game_can_never_end(world: World) -> None:
    """Without its message the game is played to its end."""
    await world.pair()
    await world.say("1", "bob: 4", "2")
    for message in world.channel.history():
        world.env.backend.delete_message(world.channel.id, message.id)
    await world.env.settle()
    await world.say("bob: 5", "3")
    session = await world.session()
    assert (session.ending, session.winner) == (Ending.LINE, Side.X)
    await world.say("!ttt rematch")
    await world.press(world.bob, ACCEPT)
    assert len(await world.store.live()) == 1


async def test_a_click_race_that_costs_a_turn(world: World) -> None:
    """Both type at once, again and again: each has all of their turns, in order."""
    await world.pair("4x4")
    for x, o in (("a1", "a2"), ("b1", "b2"), ("a3", "a4"), ("b3", "b4")):
        await world.say_at_once(x, f"bob: {o}", x, f"bob: {o}")
        session = await world.session()
        if session.to_move == session.o.player:
            await world.say(f"bob: {o}")
    assert await world.moves() == (1, 5, 2, 6, 9, 13, 10, 14)
