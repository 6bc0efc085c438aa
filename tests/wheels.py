"""Whether Kinarow installs without a compiler: `python -m tests.wheels`.

Asks the package index, through uv, for ready-made wheels of all that Kinarow and its extras for
hosting and trying it depend on, for each system and version of Python it promises. Ends with
code 1 where one is missing.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SYSTEMS: Final = {
    "x86_64-manylinux_2_28": "Linux x86-64",
    "aarch64-manylinux_2_28": "Linux arm64",
    "aarch64-apple-darwin": "macOS arm64",
    "x86_64-apple-darwin": "macOS x86-64",
    "x86_64-pc-windows-msvc": "Windows x86-64",
}
"""By the name that uv has for each."""
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
EXTRAS: Final = ("play", "postgres", "cluster")


def main() -> int:
    """Print a line for each system and Python; returns the exit code."""
    missing = 0
    for system, name in SYSTEMS.items():
        for python in PYTHONS:
            found, words = resolve(system, python)
            missing += not found
            print(f"{'ok  ' if found else 'FAIL'} {name:<15} {python}  {words}", flush=True)
    return min(missing, 1)


def resolve(system: str, python: str) -> tuple[bool, str]:
    """Whether all wheels are there; and which numba it would be, or what is missing."""
    words = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--only-binary", ":all:"]
    words += ["--python-platform", system, "--python-version", python]
    words += [word for extra in EXTRAS for word in ("--extra", extra)]
    asked = subprocess.run(
        [*words, "pyproject.toml"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if asked.returncode:
        return False, " ".join(asked.stderr.split())
    return True, " ".join(re.findall(r"^(?:numba|llvmlite)==\S+", asked.stdout, re.MULTILINE))


if __name__ == "__main__":
    sys.exit(main())
