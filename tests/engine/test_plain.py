"""The list of what is left out as plain Python."""

from __future__ import annotations

import re
from pathlib import Path

from tests.engine.plain import TOO_SLOW, is_too_slow


def test_every_test_in_the_list_exists() -> None:
    """Every name in the list is that of a test: one that is renamed is renamed there too."""
    files = Path(__file__).parent.rglob("test_*.py")
    tests = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text())}
    assert {name.partition("[")[0] for name in TOO_SLOW} <= tests


def test_a_case_alone_may_be_left_out() -> None:
    """Or all cases of a test, which is listed without one."""
    assert is_too_slow("test_wins_have_their_line[7x7x4]")
    assert not is_too_slow("test_wins_have_their_line[5x6x4]")
    assert is_too_slow("test_the_winner_is_proved_before_the_distance[4x7x4:19-2-win]")
