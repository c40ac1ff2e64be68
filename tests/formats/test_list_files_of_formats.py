"""A list that a format names lies beside it or below: a format may come from a stranger."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckbuilder.errors import InputError
from deckbuilder.formats.legality import checker
from deckbuilder.formats.loading import load_format
from deckbuilder.formats.pool_list import listed_file


def law(folder: Path, name: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "c.yaml"
    path.write_text(
        "id: c\nname: C\ngame: invasion\nrules:\n"
        f"- {{kind: pool-subset, cite: C 1, list: {name}}}\n",
        encoding="utf-8",
    )
    return path


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.txt"
    path.write_text("the secret of another\n", encoding="utf-8")
    return path


def test_a_list_outside_the_formats_folder_is_not_read(tmp_path: Path, secret: Path) -> None:
    for name in ("../secret.txt", "below/../../secret.txt", str(secret)):
        path = law(tmp_path / "formats", name)
        with pytest.raises(InputError, match="outside the folder of the format") as caught:
            checker(load_format(str(path)))
        assert "the secret of another" not in str(caught.value)
        assert caught.value.faults[0].where == str(path)


def test_a_link_does_not_lead_out_of_the_folder(tmp_path: Path, secret: Path) -> None:
    path = law(tmp_path / "formats", "link.txt")
    (path.parent / "link.txt").symlink_to(secret)
    with pytest.raises(InputError, match="outside the folder of the format"):
        checker(load_format(str(path)))


def test_a_list_in_a_folder_below_is_read(tmp_path: Path) -> None:
    path = law(tmp_path / "formats", "cubes/mine.txt")
    (path.parent / "cubes").mkdir()
    (path.parent / "cubes" / "mine.txt").write_text("1x Pillage\n", encoding="utf-8")
    assert checker(load_format(str(path)))
    assert listed_file("cubes/mine.txt", str(path)) == path.parent / "cubes" / "mine.txt"
