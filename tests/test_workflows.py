"""What runs elsewhere, on GitHub and in Docker, is bound to what was looked at here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("file", sorted(ROOT.glob(".github/workflows/*.yml")), ids=lambda f: f.stem)
def test_each_action_is_named_by_its_commit(file: Path) -> None:
    """A tag may be moved to other code; its version stands beside it, for people and Dependabot."""
    used = re.findall(r"uses: (.*)", file.read_text(encoding="utf-8"))
    assert used
    pinned = re.compile(r"[\w/-]+@[0-9a-f]{40} # v[0-9.]+")
    assert [action for action in used if not pinned.fullmatch(action)] == []


@pytest.mark.parametrize("file", sorted(ROOT.glob("compose*.yaml")), ids=lambda f: f.stem)
def test_the_logs_of_each_container_have_a_limit(file: Path) -> None:
    """Docker keeps all that a container says, until the disk is full."""
    services = yaml.safe_load(file.read_text(encoding="utf-8"))["services"]
    assert services
    for name, service in services.items():
        assert {"max-size", "max-file"} <= service["logging"]["options"].keys(), name
