"""Where compiled kernels are kept: a folder for each state of their sources."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.kernels import cache


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Where the folder may be: two places, of which a test may take the first away."""
    found = [tmp_path / "first", tmp_path / "second"]
    monkeypatch.setattr(cache, "bases", lambda: found)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    cache.folder.cache_clear()
    yield found
    cache.folder.cache_clear()


def test_a_change_of_any_source_is_noticed(tmp_path: Path) -> None:
    """The hash is of the names and contents of all files, whenever they were written."""
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("first = 1")
    two.write_text("")
    hashes = {cache.source_hash(tmp_path)}
    one.write_text("first = 1")
    assert cache.source_hash(tmp_path) in hashes
    two.write_text("changed = True")
    hashes.add(cache.source_hash(tmp_path))
    two.rename(tmp_path / "three.py")
    hashes.add(cache.source_hash(tmp_path))
    assert len(hashes) == 3


def test_a_place_that_cannot_be_written_to_is_passed_over(places: list[Path]) -> None:
    """The next one is taken; here a file stands where the first folder would be."""
    places[0].write_text("")
    found = cache.folder()
    assert found is not None
    assert found.parent == places[1]


def test_where_no_place_can_be_written_to(
    places: list[Path], caplog: pytest.LogCaptureFixture
) -> None:
    """There is no folder, nothing is ever complete, and that is said once."""
    for place in places:
        place.write_text("")
    with caplog.at_level(logging.WARNING):
        assert cache.folder() is None
        cache.mark_complete()
        assert not cache.is_complete()
    assert len(caplog.messages) == 1


def test_what_is_complete_is_known(
    places: list[Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From the mark on, for the sources as they are; with NUMBA_DISABLE_JIT always."""
    assert not cache.is_complete()
    cache.mark_complete()
    assert cache.is_complete()
    monkeypatch.setattr(cache, "source_hash", lambda sources: "other")
    cache.folder.cache_clear()
    assert not cache.is_complete()
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert cache.is_complete()


def test_earlier_sources_leave_nothing_behind(
    places: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their folder goes once all is compiled anew; that of another installation stays."""
    before = cache.folder()
    assert before is not None
    (before / "compiled").write_text("")
    other = before.parent / f"kinarow-another-{before.name[-12:]}"
    other.mkdir()
    monkeypatch.setattr(cache, "source_hash", lambda sources: "changed")
    cache.folder.cache_clear()
    after = cache.folder()
    assert before.exists()
    cache.mark_complete()
    assert set(before.parent.iterdir()) == {after, other}
