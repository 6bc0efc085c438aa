"""The mutants of a module, and what becomes of one under its tests."""

from __future__ import annotations

import random
from enum import Enum
from pathlib import Path

import pytest

from tests.bot.waiting import POSIX
from tests.mutants.__main__ import ROOT, areas, chosen, equivalent, made_of, run_tests
from tests.mutants.making import Mutant, mutants

SOURCE = '''\
"""Not a fault: 1 < 2."""

MOST = 3
QUERY = select(cells).where(cells.row == 1, cells.column == 2)


class Board:
    size: int = 1 + 2

    def cell(self, row: int | None, *, x: bool = True) -> int:
        assert row != 4
        if not row or self.is_full:
            raise ValueError(f"{row + 1}")
        self.seen = [one for one in self.all if one >= 0]
        _LOGGER.info("%s", row - 1)
        if self.mark(row):
            self.side = Side.X
        return max(row, 1)
'''
FAULTS = [
    "module: where without cells.row == 1",
    "module: where without cells.column == 2",
    "Board.cell: not row or self.is_full -> not row and self.is_full",
    "Board.cell: not row -> row",
    "Board.cell: raise ValueError(f'{row + 1}') -> pass",
    "Board.cell: self.seen = [one for one in self.all if one >= 0] -> pass",
    "Board.cell: one >= 0 -> True",
    "Board.cell: one >= 0 -> one > 0",
    "Board.cell: 0 -> 1",
    "Board.cell: self.mark(row) -> not self.mark(row)",
    "Board.cell: self.side = Side.X -> pass",
    "Board.cell: Side.X -> Side.O",
    "Board.cell: max -> min",
    "Board.cell: 1 -> 2",
]


class Side(Enum):
    """Whose turn it is."""

    X = 1
    O = 2  # noqa: E741 - as it is drawn


def test_a_module_has_these_faults() -> None:
    """Each is one change of one function, and leaves alone whatever is not logic."""
    made = mutants("board.py", SOURCE.encode(), {"Side": Side})
    assert [mutant.what for mutant in made] == FAULTS
    assert {mutant.line for mutant in made if "Side.X" in mutant.what} == {17}
    for mutant in made:
        lines = zip(mutant.source.decode().splitlines(), SOURCE.splitlines(), strict=True)
        assert sum(one != other for one, other in lines) == 1


def test_of_two_alike_each_has_a_name() -> None:
    """They are counted within their function."""
    source = b"def f(a):\n    return a + 1, a + 1\n"
    names = [mutant.name for mutant in mutants("f.py", source, {}) if "a - 1" in mutant.name]
    assert names == ["f.py f: a + 1 -> a - 1", "f.py f: a + 1 -> a - 1 #2"]


def test_modules_and_tests_are_there() -> None:
    """No module stands in two areas, and what is known to change nothing is of one."""
    modules = [module for area in areas() for module in area.modules]
    assert len(set(modules)) == len(modules)
    tests = [test for area in areas() for test in area.tests]
    assert all((ROOT / path).exists() for path in (*modules, *tests))
    assert {name.partition(" ")[0] for name in equivalent()} <= set(modules)


def test_mutants_of_the_core_can_be_compiled() -> None:
    """A fault of the syntax would be killed by any test."""
    rng = random.Random(1)
    made = {module: made_of(module) for area in areas() for module in area.modules}
    for mutant in chosen(made, rng, 300):
        compile(mutant.source, mutant.module, "exec")


def test_a_sample_has_something_of_each_module() -> None:
    """The same seed gives the same; a large module has no more than a small one."""
    made = {
        name: [Mutant(name, line, f"f: {line}", b"") for line in range(lines)]
        for name, lines in (("small.py", 3), ("large.py", 50))
    }
    sample = chosen(made, random.Random(4), 6)
    assert sorted(mutant.module for mutant in sample) == ["large.py"] * 3 + ["small.py"] * 3
    assert sample == chosen(made, random.Random(4), 6)
    assert len(chosen(made, random.Random(4), None)) == 53


TESTS = """
import subprocess, sys

COMMAND = "from bot.match.guilds import Shards; print(Shards.__doc__)"

def test_here_or_in_a_process():
    from bot.match.guilds import Shards
    told = subprocess.run([sys.executable, "-c", COMMAND], capture_output=True, text=True)
    assert "A fault." not in Shards.__doc__ or told.stdout.strip() != "A fault."

def test_endless():
    while True:
        pass
"""


@POSIX
def test_a_mutant_takes_the_place_of_its_module(tmp_path: Path) -> None:
    """In the process of the tests and in those it starts, and not in the repository."""
    path = "bot/match/guilds.py"
    before = (ROOT / path).read_bytes()
    mutant = Mutant(path, 1, "", b'class Shards:\n    """A fault."""\n')
    (tmp_path / "test_shards.py").write_text(TESTS)
    tests = (f"{tmp_path / 'test_shards.py'}::test_here_or_in_a_process",)
    assert run_tests(tests, 600, 60).result == "survived"
    trial = run_tests(tests, 600, 60, mutant)
    assert trial.result == "killed"
    assert trial.by.endswith("test_here_or_in_a_process")
    assert (ROOT / path).read_bytes() == before


@POSIX
@pytest.mark.thorough
def test_a_loop_without_end_is_ended(tmp_path: Path) -> None:
    """By the seconds of the processor, however busy the machine is."""
    (tmp_path / "test_shards.py").write_text(TESTS)
    test = f"{tmp_path / 'test_shards.py'}::test_endless"
    assert run_tests((test,), 600, 2).result == "timed out"
