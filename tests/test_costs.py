"""What tests cost is told and limited, and none waits for ever."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.soon import PATIENCE

ROOT = Path(__file__).parents[1]
LEFT_OUT = ("-p", "no:simcord", "-p", "no:xdist", "-p", "no:asyncio")


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a folder as ours are run."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", *LEFT_OUT, *options, str(folder)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_a_test_that_hangs_is_broken_off(tmp_path: Path) -> None:
    """With the line at which it waits, on stderr."""
    (tmp_path / "test_it.py").write_text(
        "from threading import Event\n\ndef test_waits_for_ever():\n    Event().wait()\n"
    )
    ended = run(tmp_path, "-o", "longest=0.1")
    assert ended.returncode != 0
    assert 'test_it.py", line 4 in test_waits_for_ever' in ended.stderr


def test_the_dearest_files_are_named(tmp_path: Path) -> None:
    """What a program has cost that a test has started counts; a run that is too dear fails."""
    for number in range(11):
        (tmp_path / f"test_{number}.py").write_text("def test_nothing(): pass\n")
    program = "import time\nwhile time.process_time() < 0.5: pass"
    (tmp_path / "test_dear.py").write_text(
        "import subprocess, sys\n\n"
        f"def test_dear():\n    subprocess.run([sys.executable, '-c', {program!r}])\n"
    )
    ended = run(tmp_path, "--most-cpu", "0.4")
    first = ended.stdout.partition("s of processor time ")[2].splitlines()[1]
    assert first.endswith("s test_dear.py")
    assert "ERROR: that is more than 0 s" in ended.stdout
    assert ended.returncode == 1
