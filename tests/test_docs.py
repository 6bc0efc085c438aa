"""What the documentation names is there, under these names."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name
from typing import Final

import engine
from bot.metrics import Metrics

ROOT: Final = Path(__file__).parents[1]
HOSTING: Final = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")


def test_every_metric_is_documented_and_only_those() -> None:
    """The table of metrics names what a process serves."""
    page = Metrics().page(games=1, waiting=0, thinking=0, slots=1).decode()
    served = set(re.findall(r"^# TYPE (kinarow_\w+)", page, re.MULTILINE))
    served -= {name for name in served if name.endswith("_created")}
    documented = set(re.findall(r"kinarow_[a-z_]+", HOSTING)) - {"kinarow_backup"}
    assert served == documented


def test_every_setting_that_is_set_anywhere_exists() -> None:
    """Docker, compose, systemd and the guides set what `.env.example` describes."""
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    known = set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE))
    foreign = {"NUMBA_CACHE_DIR", "PYTHONUNBUFFERED", "PATH", "POSTGRES_PASSWORD", "COMMIT"}
    foreign |= {"KINAROW_COMMIT", "REPOSITORY"}
    for name in ("Dockerfile", "docs/kinarow.service", "docs/hosting.md", "docs/scaling.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for key in re.findall(r"\b(?<!UV_)([A-Z][A-Z_]{3,})=", text):
            assert key in known | foreign or key.startswith(("DASK_", "UV_")), (name, key)


def test_links_lead_somewhere() -> None:
    """Every relative link of the guides, the README and its neighbours names a file."""
    for page in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), (page.name, link)


def test_the_tour_names_what_exists() -> None:
    """Every dotted name of the tour can be looked up, and every path leads somewhere."""
    tour = (ROOT / "docs/tour.md").read_text(encoding="utf-8")
    quoted = re.findall(r"`([^`\n]+)`", tour.replace("```", ""))
    names = [word for word in quoted if re.fullmatch(r"(?:bot|engine)(?:\.\w+)+", word)]
    assert len(names) > 30
    for name in names:
        assert resolve_name(name) is not None
    for path in (word for word in quoted if re.fullmatch(r"(?:bot|tests)/[\w/.]+", word)):
        assert (ROOT / path).exists(), path


def test_the_reference_has_all_that_the_engine_offers() -> None:
    """Each name of its front door, and no other."""
    reference = (ROOT / "docs/reference.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^::: engine\.(\w+)$", reference, re.MULTILINE)) == sorted(
        engine.__all__
    )
