"""Compiling on a new machine: by one process for all, which nobody leaves behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock, Timeout

from engine import ALL_KERNELS, PRESETS, Compilation, Pace, Rules, is_compiled, kernels_of, warm_up
from engine.compiler import LOCK
from engine.compiling import GRAVITY, PROOFS, SHAPES, STAGES, WINDOWS, report
from engine.thinking.boards import has_shapes, is_provable, is_solvable
from tests.bot.waiting import POSIX, is_alive
from tests.cold import COMPILED, Cold, cold_machine
from tests.soon import soon


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cold]:
    """A machine on which nothing is compiled yet, for processes that are started from here."""
    with cold_machine(tmp_path, monkeypatch) as cold:
        yield cold


def test_warm_up_leaves_nothing_to_compile() -> None:
    """After warming up the kernels' entry functions are compiled."""
    warm_up()
    from engine.kernels import dfpn_search as search
    from engine.kernels import window_search

    for function in (
        window_search.run,
        search.run,
        search.abandon,
        search.put_stones,
        search.lift_stone,
    ):
        assert getattr(function, "signatures", ["compilation is switched off"])


COLD = """
import resource
from engine import Limit, Position, PRESETS, analyse, is_compiled, warm_up
assert not is_compiled()
warm_up()
assert is_compiled()
analyse(Position.start(PRESETS["gomoku"]), Limit(seconds=1.0))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="memory is told in other units elsewhere")
def test_compiling_leaves_no_memory_behind(tmp_path: Path) -> None:
    """A process that has had to compile everything still thinks with no more than 400 MB."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-c", COLD], env=environment, capture_output=True, text=True, check=True
    )
    assert int(ended.stdout) < 400 << 10


NOTE_WHAT_IS_KEPT = """
import sys

def note(event, facts):
    if event == "os.rename" and str(facts[1]).endswith(".nbc"):
        with open({log!r}, "a") as log:
            log.write(f"{{facts[1]}}\\n")

sys.addaudithook(note)
"""
"""Carried out at the start of each process: a line for each compiled function that it keeps."""
PROGRAM = "from engine import warm_up; warm_up()"


@pytest.mark.long
def test_two_programs_compile_once(tmp_path: Path) -> None:
    """On an empty cache two that start at once keep no function twice."""
    log, folder = tmp_path / "kept", tmp_path / "hook"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(NOTE_WHAT_IS_KEPT.format(log=str(log)))
    environ = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(folder)}
    programs = [
        subprocess.Popen([sys.executable, "-c", PROGRAM], env=os.environ | environ)
        for _ in range(2)
    ]
    assert [program.wait() for program in programs] == [0, 0]
    kept = log.read_text().splitlines()
    assert len(kept) == len(set(kept)) > 0


@COMPILED
def test_warming_up_makes_all_kernels_known(cold: Cold) -> None:
    """All of it after warming up, nothing where the folder for it is empty."""
    assert is_compiled()
    code = "import sys; from engine import is_compiled; sys.exit(is_compiled())"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    cold.fill()
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 1


NOWHERE = """
from engine.kernels import cache
cache.bases = lambda: ()
from engine import is_compiled
from engine.compiler import run
run()
from engine.kernels import window_search
print(is_compiled(), window_search.run.signatures)
"""


@COMPILED
def test_without_a_cache_nobody_compiles_for_others() -> None:
    """It is not called compiled either: each process has to do it for itself."""
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", NOWHERE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as ended:
        assert ended.stdout is not None
        assert ended.stdout.read().splitlines()[-1] == "False []"


def is_held(folder: Path) -> bool:
    """Whether some process holds the lock."""
    try:
        with FileLock(folder / LOCK, blocking=False):
            return False
    except Timeout:
        return True


@COMPILED
@pytest.mark.thorough
def test_a_process_that_waited_compiles_nothing_again(cold: Cold) -> None:
    """Whoever gets the lock last finds everything there."""
    with Compilation() as one, Compilation() as other:
        cold.fill()
        written = {file: file.stat().st_mtime_ns for file in cold.folder.rglob("*.nb?")}
        assert (one.wait(), other.wait()) == (True, True)
    assert {file: file.stat().st_mtime_ns for file in cold.folder.rglob("*.nb?")} == written


HOLD = """
import sys, time
from filelock import FileLock
with FileLock(sys.argv[1]):
    print("held", flush=True)
    time.sleep(600)
"""


@COMPILED
@POSIX
def test_the_lock_is_taken_over_from_the_dead(tmp_path: Path, cold: Cold) -> None:
    """A process that waits for one that is killed while compiling compiles itself."""
    cold.let_go()
    lock = str(cold.folder / LOCK)
    with subprocess.Popen([sys.executable, "-c", HOLD, lock], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with Compilation() as compilation:
            holder.kill()
            holder.wait()
            soon(lambda: is_held(cold.folder))
            assert compilation.running
    soon(lambda: not is_held(cold.folder))


PARENT = """
import sys
from engine import Compilation
with Compilation() as compilation:
    print(compilation.pid, flush=True)
    compilation.wait()
"""


@COMPILED
@POSIX
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=str)
def test_no_compiler_outlives_its_parent(cold: Cold, blow: int) -> None:
    """However that ends; Ctrl-C reaches both, as in a terminal."""
    with subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    ) as parent:
        assert parent.stdout is not None
        compiler = int(parent.stdout.readline())
        assert is_alive(compiler)
        (os.killpg if blow == signal.SIGINT else os.kill)(parent.pid, blow)
        parent.communicate()
    soon(lambda: not is_alive(compiler))


FOUR = kernels_of(PRESETS["connect4"])


def heard(**parts: float) -> Pace:
    """What is known after one report."""
    pace = Pace()
    pace.hear(report({stage.name: parts.get(stage.name, 0.0) for stage in STAGES}).decode())
    return pace


def test_connect_four_comes_first() -> None:
    """It waits for its own stages alone, other games for all before theirs."""
    pace = heard(gravity=1.0, windows=1.0)
    assert pace.done >= FOUR
    assert pace.towards(FOUR).percent == 100
    assert 0 < pace.towards(kernels_of(PRESETS["gomoku"])).percent < 100


def test_the_rest_is_told_in_seconds_of_this_machine() -> None:
    """What a stage is worth, until it is known how quickly this machine goes."""
    assert heard().towards(FOUR).seconds == 10
    pace = heard()
    pace._begun -= 100.0
    pace.hear(report({"gravity": 1.0, "windows": 0.1}).decode())
    assert pace.towards(FOUR).seconds > 100


def test_it_never_goes_back() -> None:
    """A report that was read while it was written is ignored."""
    pace = heard(gravity=0.5)
    pace.hear(report({"gravity": 0.0}).decode())
    assert pace.parts["gravity"] == 0.5
    assert not pace.done


@pytest.mark.parametrize(
    "board", ["3x3", "4x4", "4x4x3", "7x7x5", "9x9x5", "15x15x5", "7x6x4g", "9x9x4g", "4x4x4m"]
)
def test_the_kernels_of_a_board_are_those_of_its_search(board: str) -> None:
    """That is told without loading the searches."""
    side = board.removesuffix("g").removesuffix("m").split("x")
    rows, columns = int(side[0]), int(side[1])
    goal = int(side[2]) if len(side) > 2 else min(rows, columns)
    rules = Rules(rows, columns, goal, gravity=board[-1] == "g", misere=board[-1] == "m")
    needed = kernels_of(rules)
    if board == "3x3":
        assert needed == frozenset()
        return
    assert WINDOWS.name in needed
    assert (GRAVITY.name in needed) == is_solvable(rules)
    assert (PROOFS.name in needed) == is_provable(rules)
    assert (SHAPES.name in needed) == has_shapes(rules)


def test_all_kernels_are_those_of_the_stages() -> None:
    """No stage is left out, and Connect Four needs the first ones."""
    assert {stage.name for stage in STAGES} == ALL_KERNELS
    assert {stage.name for stage in STAGES[: len(FOUR)]} == FOUR
