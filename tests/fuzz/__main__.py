"""Feed every target for a while: `python -m tests.fuzz --seconds 600`.

Ends with the first input that breaks a promise, which is printed with the seed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from itertools import islice
from random import Random
from time import perf_counter, process_time

from tests.fuzz.inputs import inputs
from tests.fuzz.targets import COSTLY, TARGETS

_BATCH = 2_000


def main() -> int:
    """Run until the time is up or an input fails; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    source = inputs(Random(options.seed))
    end = perf_counter() + options.seconds
    fed, slowest = 0, (0.0, "", "")
    while perf_counter() < end:
        for name, text in batch(source):
            before = process_time()
            try:
                TARGETS[name](text)
            except Exception as error:
                print(f"seed {options.seed}: {name}({text[:300]!r}) raises {error!r}")
                return 1
            slowest = max(slowest, (process_time() - before, name, text[:60]))
            fed += 1
    print(f"seed {options.seed}: {fed:,} inputs, each read as promised")
    print(f"slowest: {slowest[1]} {slowest[0] * 1000:.1f} ms for {slowest[2]!r}")
    return 0


def batch(source: Iterator[str]) -> Iterator[tuple[str, str]]:
    """The next inputs, each for every target; a tenth of them for costly ones."""
    for number, text in enumerate(islice(source, _BATCH)):
        for name in TARGETS:
            if name not in COSTLY or number % 10 == 0:
                yield name, text


if __name__ == "__main__":
    sys.exit(main())
