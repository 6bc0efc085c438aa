"""Where compiled kernels are kept: a folder for each state of their sources."""

from __future__ import annotations

import logging
import os
import shutil
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
    one, two, three = tmp_path / "one.py", tmp_path / "two.py", tmp_path / "room" / "three.py"
    one.write_text("first = 1")
    two.write_text("")
    three.parent.mkdir()
    three.write_text("")
    folders = [tmp_path, tmp_path / "room"]
    hashes = {cache.source_hash(folders)}
    one.write_text("first = 1")
    assert cache.source_hash(folders) in hashes
    two.write_text("changed = True")
    hashes.add(cache.source_hash(folders))
    two.rename(tmp_path / "four.py")
    hashes.add(cache.source_hash(folders))
    three.write_text("also = True")
    hashes.add(cache.source_hash(folders))
    assert len(hashes) == 4


def test_a_place_that_cannot_be_written_to_is_passed_over(places: list[Path]) -> None:
    """The next one is taken; here a file stands where the first folder would be."""
    places[0].write_text("")
    found = cache.folder()
    assert found is not None
    assert found.parent == places[1]


def test_without_a_writable_place_nothing_is_complete(
    places: list[Path], caplog: pytest.LogCaptureFixture
) -> None:
    """There is no folder, nothing is ever complete, and that is said once."""
    for place in places:
        place.write_text("")
    with caplog.at_level(logging.WARNING):
        assert cache.folder() is None
        cache.mark_done("stage")
        assert not cache.is_done("stage")
    assert len(caplog.messages) == 1


def test_compiled_kernels_are_known_by_their_mark(
    places: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the mark on, for the sources as they are; with NUMBA_DISABLE_JIT always."""
    assert not cache.is_done("stage")
    cache.mark_done("stage")
    assert cache.is_done("stage")
    assert not cache.is_done("other")
    monkeypatch.setattr(cache, "source_hash", lambda folders: "other")
    cache.folder.cache_clear()
    assert not cache.is_done("stage")
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert cache.is_done("stage")


def test_another_processor_has_done_nothing(
    places: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code in a copied folder is not for it."""
    cache.mark_done("stage")
    monkeypatch.setattr(cache, "_machine", lambda: "another")
    assert not cache.is_done("stage")


def test_any_process_can_ask_how_far_compiling_is(places: list[Path]) -> None:
    """By any process; nothing is known before, and rubbish counts as nothing."""
    assert cache.noted("stage") == 0
    cache.note("stage", 0.25)
    assert cache.noted("stage") == 0.25
    cache.mark_done("stage")
    assert cache.noted("stage") == 1
    (places[0] / "kinarow-x").mkdir()
    folder = cache.folder()
    assert folder is not None
    (folder / "stage.progress").write_text("")
    assert cache.noted("stage") == 0


def test_a_copy_elsewhere_is_as_good(places: list[Path]) -> None:
    """Neither the place nor the times of the files count."""
    cache.mark_done("stage")
    before = cache.folder()
    assert before is not None
    shutil.copytree(before, places[1] / before.name)
    shutil.rmtree(places[0])
    places[0].write_text("")
    cache.folder.cache_clear()
    assert cache.is_done("stage")


def test_earlier_sources_leave_nothing_behind(
    places: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their folder goes at once beside the kernels; where others may need it, when it is old."""
    monkeypatch.setattr(cache, "_BESIDE", places[0])
    before = cache.folder()
    assert before is not None
    monkeypatch.setattr(cache, "source_hash", lambda folders: "changed")
    cache.folder.cache_clear()
    after = cache.folder()
    assert after is not None
    cache.clear_others()
    assert list(places[0].iterdir()) == [after]
    monkeypatch.setattr(cache, "_BESIDE", places[1])
    new, old = places[0] / "kinarow-new", places[0] / "kinarow-old"
    new.mkdir()
    old.mkdir()
    os.utime(old, (0, 0))
    cache.clear_others()
    assert set(places[0].iterdir()) == {after, new}
