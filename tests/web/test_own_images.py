"""Pictures of the user's own stand in for drawn faces, and no others are read."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from deckbuilder.sessions.own_images import images_folder

FACE = "/faces/xeno/xeno/xeno/hero.svg"


def put(text, size=(200, 280), colour="red"):
    folder = images_folder()
    folder.mkdir(parents=True, exist_ok=True)
    sheet = Image.new("RGB", size, "blue")
    sheet.paste(Image.new("RGB", (size[0] // 2, size[1] // 2), colour), (size[0] // 2, 0))
    sheet.save(folder / "sheet.png")
    (folder / "xeno.yaml").write_text(text.format(folder=folder.as_uri()), encoding="utf-8")


def colour_of(answer):
    with Image.open(io.BytesIO(answer.content)) as picture:
        return picture.size, picture.convert("RGB").getpixel((picture.width // 2, 5))


def test_a_cell_of_a_sheet_is_the_face_of_a_card(client, site):
    assert client.get(FACE).headers["content-type"].startswith("image/svg")
    put(
        "sheets:\n  one: {{face: '{folder}/sheet.png', columns: 2, rows: 2}}\n"
        "cards:\n  Hero: {{sheet: one, index: 1}}\n"
    )
    answer = client.get(FACE)
    assert answer.headers["content-type"] == "image/png"
    assert colour_of(answer) == ((100, 140), (255, 0, 0))
    other = client.get("/faces/xeno/xeno/xeno/boy.svg")
    assert other.headers["content-type"].startswith("image/svg")


def test_a_picture_of_its_own_is_made_no_larger_than_it_is_shown(client, site):
    put("cards:\n  Hero: {{face: '{folder}/sheet.png'}}\n", size=(1260, 1760), colour="blue")
    assert colour_of(client.get(FACE)) == ((630, 880), (0, 0, 255))


@pytest.mark.parametrize(
    "face",
    [
        "https://example.org/hero.png",
        "file:///etc/passwd",
        "{folder}/../secret.png",
        "{folder}/none.png",
        "{folder}/xeno.yaml",
        "{folder}/link.png",
    ],
)
def test_what_lies_elsewhere_or_is_no_picture_is_not_shown(client, site, face):
    put(f"cards:\n  Hero: {{{{face: '{face}'}}}}\n")
    secret = images_folder().parent / "secret.png"
    Image.new("RGB", (10, 10), "green").save(secret)
    (images_folder() / "link.png").symlink_to(secret)
    assert client.get(FACE).headers["content-type"].startswith("image/svg")


def test_a_file_of_images_that_cannot_be_used_is_told(client, site):
    put("cards:\n  Hero: {{index: 1}}\n")
    assert client.get(FACE).headers["content-type"].startswith("image/svg")
    assert "Hero" in client.get("/decks").text
