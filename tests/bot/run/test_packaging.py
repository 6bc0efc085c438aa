"""The page of a package on the index."""

from __future__ import annotations

import re

import pytest

from bot import __version__
from bot.run.packaging import links, page, readme, repository

ADDRESS = "https://github.com/somebody/kinarow"


def test_nothing_on_the_page_is_sought_beside_it() -> None:
    """Each picture and each link of the README has a whole address, or leads to a heading of it."""
    shown = page(readme(), ADDRESS)
    targets = re.findall(r"\]\(([^)]+)\)", shown)
    assert len(targets) == len(re.findall(r"\]\(", readme()))
    assert [target for target in targets if not target.startswith(("https://", "#"))] == []
    assert f"![A challenge]({ADDRESS}/raw/v{__version__}/docs/challenge.png)" in shown
    assert f"[MIT licence]({ADDRESS}/blob/v{__version__}/LICENSE)" in shown


@pytest.mark.parametrize(
    "written, read",
    [
        ("[a](docs/a.md#b)", "[a](https://x/blob/v0/docs/a.md#b)"),
        ("[a](#b) [c](mailto:d) `[e]`", "[a](#b) [c](mailto:d) `[e]`"),
        ("[![a](b.png)](c.md)", "[![a](https://x/raw/v0/b.png)](https://x/blob/v0/c.md)"),
    ],
)
def test_links_of_every_form_are_made_whole(written: str, read: str) -> None:
    """To a place on a page, to a heading here, elsewhere, and behind a picture."""
    assert page(written, "https://x") == read.replace("/v0/", f"/v{__version__}/")


def test_without_a_repository_the_page_is_the_readme() -> None:
    """Nothing is made up where nobody says where the source is."""
    assert page(readme(), "") == readme()
    assert links("") == {}


def test_a_workflow_names_its_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """GitHub tells it by variables, also to a fork."""
    monkeypatch.setenv("GITHUB_REPOSITORY", "somebody/kinarow")
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://github.com")
    assert repository() == ADDRESS
    assert links(ADDRESS)["Issues"] == f"{ADDRESS}/issues"
