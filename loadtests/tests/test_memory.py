"""Folders in memory: used where there is room, and none is left behind."""

from pathlib import Path

import pytest
from loadtests import memory


def test_a_folder_is_there_for_its_block_alone(tmp_path: Path) -> None:
    with memory.folder_in_memory(tmp_path) as folder:
        assert folder.parent == tmp_path
        (folder / "data").mkdir()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_run_left_is_deleted_and_what_is_in_use_stays(tmp_path: Path) -> None:
    left_over = tmp_path / f"{memory.PREFIX}1"
    left_over.mkdir()
    (left_over / memory.IN_USE).touch()
    with memory.folder_in_memory(tmp_path) as one:
        assert not left_over.exists()
        with memory.folder_in_memory(tmp_path) as other:
            assert {*tmp_path.iterdir()} == {one, other}


@pytest.mark.parametrize("is_there", [True, False])
def test_without_room_it_is_on_a_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    monkeypatch.setattr(memory, "FREE_BYTES", 1 << 60)
    with memory.folder_in_memory(tmp_path if is_there else tmp_path / "missing") as folder:
        assert folder.is_dir()
        assert tmp_path not in folder.parents
