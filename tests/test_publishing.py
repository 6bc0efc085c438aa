"""The texts for Discord's forms fit into them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.show.languages import NAMES
from tests.shared import SHARED

PAGE = Path(__file__).parents[1] / "docs" / "publishing.md"
DISCORD = SHARED / "discord-openapi.json"
NAME, SHORT, LONG = 32, 200, 400


def block(heading: str) -> str:
    """The text in the block below a line."""
    found = re.search(rf"^{heading}:\n\n```\n(.*?)\n```$", PAGE.read_text("utf-8"), re.M | re.S)
    assert found is not None, heading
    return found[1]


@pytest.mark.parametrize(
    "heading, most",
    [("Name", NAME), ("Short description", SHORT), ("Description in the profile", LONG)],
)
def test_texts_are_short_enough(heading: str, most: int) -> None:
    """Each fits into its field."""
    assert 0 < len(block(heading)) <= most


def test_there_are_five_short_tags() -> None:
    """As many as Discord allows, each once."""
    tags = block("Tags").splitlines()
    assert len(tags) == len(set(tags)) == 5
    assert max(map(len, tags)) <= 20


def test_the_languages_are_counted() -> None:
    """The texts and the README say how many there are."""
    headings = ("Short description", "Description in the profile", "Detailed description")
    readme = (PAGE.parents[1] / "README.md").read_text("utf-8")
    for told in (readme, *map(block, headings)):
        assert f"{len(NAMES)} languages" in told


def test_the_limits_are_discords() -> None:
    """Those that its description states."""
    if not DISCORD.exists():
        pytest.skip("Discord's description is not at hand")
    schemas = json.loads(DISCORD.read_text("utf-8"))["components"]["schemas"]
    form = schemas["ApplicationFormPartial"]["properties"]
    assert form["description"]["properties"]["default"]["maxLength"] == LONG
    assert form["tags"]["maxItems"] == 5
    assert form["tags"]["items"]["maxLength"] == 20
