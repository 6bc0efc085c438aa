"""The signature of the engine, as it is on every machine."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import Limit
from engine.__main__ import main
from engine.bench import BY_DEPTH, BY_NODES, search, signature
from engine.thinking import clock

SIGNATURE = "441339-59f4970e"
"""A commit that changes play writes its signature here."""


def test_the_signature_is_what_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing has changed what is searched to a depth, or what is found with a number of nodes.

    A line for each position, and the last one sums them up.
    """
    assert main(["bench"]) == 0
    marks = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert len(marks) == len(BY_DEPTH) + len(BY_NODES) + 1
    assert sum(map(int, marks[: len(BY_DEPTH)])) == int(SIGNATURE.partition("-")[0])
    assert marks[-1] == SIGNATURE


def test_the_speed_of_a_machine_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that looks at the clock after other numbers of nodes finds the same."""
    short = [(code, nodes) for code, nodes in BY_NODES if nodes <= 8_000]
    usual = [search(code, Limit(nodes=nodes)).found for code, nodes in short]
    monkeypatch.setattr(clock, "_FIRST_CHUNK", 37)
    monkeypatch.setattr(clock, "_LONGEST_CHUNK", 37)
    assert [search(code, Limit(nodes=nodes)).found for code, nodes in short] == usual


def test_each_difference_found_changes_the_signature() -> None:
    """Another move, line, depth, verdict or number of nodes is another signature."""
    code, nodes = BY_NODES[0]
    searched = search(code, Limit(nodes=nodes))
    told = searched.analysis
    others = [
        replace(told, best=told.best + 1),
        replace(told, line=told.line[:-1]),
        replace(told, depth=told.depth + 1),
        replace(told, nodes=told.nodes + 1),
        replace(told, verdicts={}),
    ]
    marks = {signature([searched._replace(analysis=one)]) for one in (told, *others)}
    assert len(marks) == len(others) + 1
    slower = searched._replace(analysis=replace(told, seconds=told.seconds + 9))
    assert signature([slower]) == signature([searched])
