"""The page: it is served, and ends when it is told to."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.bot.waiting import POSIX
from tests.soon import PATIENCE

ROOT = Path(__file__).parents[3]


@pytest.mark.thorough
@POSIX
def test_the_page_is_served_until_ctrl_c(tmp_path: Path) -> None:
    """The program prints an address, answers there, and ends with code 0 on Ctrl-C."""
    program = subprocess.Popen(
        [sys.executable, "-m", "bot", "play"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "", "HOME": str(tmp_path), "XDG_DATA_HOME": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with program:
        assert program.stdout is not None
        address = re.search(r"http://\S+", program.stdout.readline())
        assert address is not None
        with urlopen(address[0], timeout=PATIENCE) as page:
            assert page.status == 200
        program.send_signal(signal.SIGINT)
        _, complaints = program.communicate(timeout=PATIENCE)
    assert (program.returncode, complaints) == (0, "")
