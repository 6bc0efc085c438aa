"""What the documentation names is there, under these names."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from pkgutil import resolve_name
from typing import Final

import pytest

import engine
from bot.client.services import FEATURES
from bot.edge.places import Way
from bot.edge.ways import ways_of
from bot.monitoring.metrics import Metrics

ROOT: Final = Path(__file__).parents[1]
MONITORING: Final = ROOT / "docs/monitoring"
PROMTOOL: Final = shutil.which("promtool")
HOSTING: Final = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")


def test_every_metric_is_documented_and_only_those() -> None:
    """The table of metrics names what a process serves."""
    page = Metrics().page(games=1, waiting=0, thinking=0, slots=1).decode()
    served = set(re.findall(r"^# TYPE (kinarow_\w+)", page, re.MULTILINE))
    assert "_created" not in page
    assert served == set(re.findall(r"kinarow_[a-z_]+", HOSTING))


def test_dashboard_and_alerts_ask_for_metrics_that_are_there() -> None:
    """Each name in them is served, and each metric is on the dashboard."""
    page = Metrics().page(games=1, waiting=0, thinking=0, slots=1).decode()
    served = set(re.findall(r"^# TYPE (kinarow_\w+)", page, re.MULTILINE))
    for name in ("dashboard.json", "rules.yml", "rules_test.yml"):
        text = (MONITORING / name).read_text(encoding="utf-8")
        asked = {re.sub("_bucket$", "", name) for name in re.findall(r"kinarow_[a-z_]+", text)}
        assert asked <= served, name
    dashboard = json.loads((MONITORING / "dashboard.json").read_text(encoding="utf-8"))
    shown = json.dumps(dashboard["panels"])
    assert [name for name in served if name not in shown] == []


@pytest.mark.skipif(PROMTOOL is None, reason="wants promtool, of Debian's package prometheus")
def test_prometheus_takes_the_alerts() -> None:
    """They are read by Prometheus' own tool, and come when they should."""
    assert PROMTOOL is not None
    for words in (("check", "rules", "rules.yml"), ("test", "rules", "rules_test.yml")):
        ended = subprocess.run(
            [PROMTOOL, *words], cwd=MONITORING, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr


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


def test_the_image_is_built_of_what_docker_is_given() -> None:
    """What the Dockerfile copies from here is not among what `.dockerignore` leaves out."""
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    given = re.findall("^!(.+)$", ignored, re.MULTILINE)
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    for words in re.findall("^COPY ([^-].*) ", dockerfile, re.MULTILINE):
        for path in words.split():
            assert Path(path).parts[0] in given, path


def test_the_guide_and_the_limits_name_the_same_memory() -> None:
    """What the bot needs is what the unit and compose let it have."""
    unit = (ROOT / "docs/kinarow.service").read_text(encoding="utf-8")
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    limits = [*re.findall(r"MemoryMax=(\d+)M", unit), *re.findall(r"mem_limit: (\d+)m", compose)]
    needed = re.findall(r"(?:needs: |core and )([\d.]+) GB", HOSTING)
    assert {int(limit) for limit in limits} == {round(float(gb) * 1_000) for gb in needed}
    assert (len(limits), len(needed)) == (2, 2)


def test_links_lead_somewhere() -> None:
    """Relative links of the guides, the README and its neighbours name a file, or a part of it."""
    for page in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))):
        for link in re.findall(r"\]\(([^):]+)\)", page.read_text(encoding="utf-8")):
            name, _, part = link.partition("#")
            found = page.parent / name if name else page
            assert found.exists(), (page.name, link)
            assert not part or part in _parts(found.read_text(encoding="utf-8")), (page.name, link)


def _parts(page: str) -> set[str]:
    """The names by which links lead to the headings of a page."""
    titles = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


def test_each_protection_of_a_board_has_its_test() -> None:
    """Each line of the table of attacks names a test, and each of these exists."""
    page = (ROOT / "docs/boards.md").read_text(encoding="utf-8")
    table = page.partition("## What protects it")[2].splitlines()
    lines = [line.split("|")[3] for line in table if line.startswith("| To ")]
    assert len(lines) > 10
    files = [*(ROOT / "tests/bot").rglob("test_*.py"), *(ROOT / "tests/wire").glob("test_*.py")]
    code = "".join(path.read_text(encoding="utf-8") for path in files)
    there = set(re.findall(r"def (test_\w+)", code))
    for named in (re.findall(r"`(test_\w+)`", line) for line in lines):
        assert named, lines
        assert set(named) <= there


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


def test_every_command_has_its_place_in_the_guide() -> None:
    """By the name that is typed after `!ttt`."""
    guide = (ROOT / "docs/playing.md").read_text(encoding="utf-8")
    names = {way.name for feature in FEATURES for way, _ in ways_of(feature)
             if way.kind is Way.TYPED} - {"ttt"}  # fmt: skip
    told = re.compile(r"(?:!ttt |`|, )([a-z]+)\b").findall(guide)
    assert sorted(names - {*told}) == []
