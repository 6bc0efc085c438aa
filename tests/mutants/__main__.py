"""Make mutants of the core, and let the nearest tests try each: `python -m tests.mutants --help`.

Prints for each whether it was killed, survived or ran out of time. What has been tried is kept in
`.cache/mutants.jsonl`, and is not tried again while the module and its tests are what they were:
an interrupted run resumes. `areas.toml` names the modules and their tests,
`equivalent.toml` the mutants that are known to change nothing. Ends with code 1 where one survived.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import chain, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from tests.mutants import hook
from tests.mutants.making import Mutant, mutants

ROOT: Final = Path(__file__).parents[2]
_HERE: Final = Path(__file__).parent
_DONE: Final = ROOT / ".cache" / "mutants.jsonl"
_TIMES: Final = 10
"""How many times as long as without a fault tests may take, in seconds of either kind."""
_SECONDS: Final = 60
"""The seconds of the processor that they may take in any case."""
_PATIENCE: Final = 600
"""And the seconds by the clock, for a test that waits: most of them give up by themselves."""
_UNBOUNDED: Final = 3600
"""The seconds of either kind that tests may take without a fault."""
_FAILED: Final = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Area:
    """Modules that the same tests are nearest to."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]

    @cache  # noqa: B019 - areas live as long as the program
    def state(self, module: str) -> str:
        """What a result depends on: the module and the tests."""
        files = [ROOT / module]
        for test in self.tests:
            found = ROOT / test.partition("::")[0]
            files += sorted(found.rglob("*.py")) if found.is_dir() else [found]
        return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


@dataclass(frozen=True)
class Trial:
    """How a run of the tests went."""

    result: str
    by: str = ""
    """The test that failed, if one did."""
    wall: float = 0.0
    processor: float = 0.0


def areas() -> list[Area]:
    """All areas."""
    listed = tomllib.loads((_HERE / "areas.toml").read_text("utf-8"))["area"]
    return [Area(tuple(area["modules"]), tuple(area["tests"])) for area in listed]


def equivalent() -> dict[str, str]:
    """The mutants that change nothing, and why."""
    listed = tomllib.loads((_HERE / "equivalent.toml").read_text("utf-8")).get("mutant", [])
    return {mutant["name"]: mutant["why"] for mutant in listed}


def chosen(made: Mapping[str, list[Mutant]], rng: random.Random, count: int | None) -> list[Mutant]:
    """So many random mutants, as many of each module as possible."""
    mixed = [rng.sample(made[module], len(made[module])) for module in sorted(made)]
    rng.shuffle(mixed)
    in_turn = chain.from_iterable(zip_longest(*mixed))
    return [mutant for mutant in in_turn if mutant is not None][:count]


def run_tests(
    tests: Sequence[str], wall: float, processor: float, mutant: Mutant | None = None
) -> Trial:
    """Run tests up to the first that fails, within bounds, with a mutant if one is given."""
    with TemporaryDirectory() as folder:
        # Python imports this by itself, in the process of the tests and in those that it starts
        startup = Path(folder) / "sitecustomize.py"
        startup.write_text("from tests.mutants import hook\n\nhook.set_up()\n", "utf-8")
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((folder, str(ROOT))),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(Path(folder) / "hypothesis"),
            hook.SECONDS: str(int(processor)),
        }
        if mutant is not None:
            source = Path(folder) / "mutant.py"
            source.write_bytes(mutant.source)
            environment[hook.MODULE] = os.path.realpath(ROOT / mutant.module)
            environment[hook.SOURCE] = str(source)
        return _run(tests, environment, wall)


def _run(tests: Sequence[str], environment: Mapping[str, str], wall: float) -> Trial:
    options = ("-x", "-q", "-n0", "--no-header", "--tb=no", "-p", "no:cacheprovider")
    started, before = perf_counter(), _processor()
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, *tests],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=wall)
        except subprocess.TimeoutExpired:
            return Trial("timed out")
        finally:
            # what it has started ends with it, and so does all of it if this run is interrupted
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    spent = perf_counter() - started, _processor() - before
    if process.returncode == 0:
        return Trial("survived", "", *spent)
    if process.returncode < 0:
        return Trial("timed out", "", *spent)
    # without a test that failed, the last line says why there was none
    failed = _FAILED.search(output)
    return Trial("killed", failed[1] if failed else output.strip().rpartition("\n")[2], *spent)


def _processor() -> float:
    """The seconds of the processor of all that has been started here and has ended."""
    used = os.times()
    return used.children_user + used.children_system


def tried(todo: Iterable[Mutant], area_of: Mapping[str, Area]) -> Iterator[tuple[Mutant, Trial]]:
    """Try mutants one by one, each with the tests of its area, which have to pass without it."""
    usual: dict[tuple[str, ...], Trial] = {}
    for mutant in todo:
        tests = area_of[mutant.module].tests
        if tests not in usual:
            usual[tests] = found = run_tests(tests, _UNBOUNDED, _UNBOUNDED)
            if found.result != "survived":
                sys.exit(f"without a fault {found.by} fails")
        wall = _PATIENCE + _TIMES * usual[tests].wall
        processor = _SECONDS + _TIMES * usual[tests].processor
        yield mutant, run_tests(tests, wall, processor, mutant)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try a sample of the mutants; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, help="how many; else all of them")
    parser.add_argument("--seed", type=int, default=1, help="which, by chance")
    parser.add_argument("--only", default="", help="of modules whose path contains this")
    parser.add_argument("--list", action="store_true", help="only say which")
    options = parser.parse_args(arguments)
    area_of = {module: area for area in areas() for module in area.modules}
    made = {module: made_of(module) for module in area_of if options.only in module}
    known = equivalent()
    existing = {mutant.name for each in made.values() for mutant in each}
    for name in known:
        if name.partition(" ")[0] in made and name not in existing:
            print(f"not there any more: {name}")
    left = {
        module: [mutant for mutant in each if mutant.name not in known]
        for module, each in made.items()
    }
    sample = chosen(left, random.Random(options.seed), options.count)
    print(f"{len(sample)} of {len(existing)} mutants, {len(known)} known to change nothing")
    if options.list:
        for mutant in sample:
            print(f"{mutant.module}:{mutant.line} {mutant.what}")
        return 0
    return _try_all(sample, area_of)


def made_of(module: str) -> list[Mutant]:
    """All mutants of a module."""
    names = vars(importlib.import_module(module.removesuffix(".py").replace("/", ".")))
    return mutants(module, (ROOT / module).read_bytes(), names)


def _try_all(sample: Sequence[Mutant], area_of: Mapping[str, Area]) -> int:
    done = {(entry["name"], entry["state"]): entry for entry in _read_done()}
    counts: Counter[str] = Counter()
    survivors = []

    def note(mutant: Mutant, result: str, by: str) -> None:
        print(f"{result:9}  {mutant.module}:{mutant.line} {mutant.what}  {by}", flush=True)
        counts[result] += 1
        if result == "survived":
            survivors.append(mutant)

    todo = []
    for mutant in sample:
        entry = done.get((mutant.name, area_of[mutant.module].state(mutant.module)))
        if entry is None:
            todo.append(mutant)
        else:
            note(mutant, entry["result"], entry["by"])
    _DONE.parent.mkdir(exist_ok=True)
    # one area after another, so that its tests are measured when they are needed
    todo.sort(key=lambda mutant: area_of[mutant.module].tests)
    # asked to end in any way, it ends its tests as well
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for mutant, trial in tried(todo, area_of):
            note(mutant, trial.result, trial.by)
            state = area_of[mutant.module].state(mutant.module)
            entry = {"name": mutant.name, "state": state, "result": trial.result, "by": trial.by}
            with _DONE.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")
    except KeyboardInterrupt:
        print("broken off; the same command goes on")
        return 130
    for mutant in survivors:
        print(f"survived: {mutant.name}")
    print(", ".join(f"{number} {result}" for result, number in sorted(counts.items())))
    return 1 if survivors else 0


def _read_done() -> list[dict[str, Any]]:
    if not _DONE.exists():
        return []
    return [json.loads(line) for line in _DONE.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    sys.exit(main())
