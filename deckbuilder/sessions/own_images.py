"""Pictures of cards that the user has: `images/<game>.yaml` in the data folder, as for `--images`.

Only pictures in that folder are shown; what stands elsewhere or on a server is not fetched.
"""

from __future__ import annotations

import io
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from deckbuilder.catalog.card import Card
from deckbuilder.errors import InputError
from deckbuilder.exchange.images import Images, read_images
from deckbuilder.files import read_input
from deckbuilder.resources import user_folder

WIDTH = 630
"""Of a face as it is shown, in pixels; larger ones are made smaller."""
MOST_PIXELS = 80_000_000


def images_folder() -> Path:
    """Return the folder of the user's pictures (not created here)."""
    return user_folder() / "images"


def own_images(game: str) -> Images | None:
    """Return the user's images of a game, None where there are none.

    Raises InputError for a file that cannot be used.
    """
    path = images_folder() / f"{game}.yaml"
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return None
    return _read(path, changed)


@lru_cache(maxsize=8)
def _read(path: Path, changed: int) -> Images:
    return read_images(read_input(path), str(path))


def own_face(game: str, card: Card) -> bytes | None:
    """Return the user's picture of a card as PNG, None where there is none to be shown."""
    with suppress(InputError):
        images = own_images(game)
        image = images.of(card, card.name) if images else None
        if images is None or image is None:
            return None
        sheet = None if image.sheet is None else images.sheets[image.sheet]
        path = _inside(image.face or (sheet.face if sheet else ""))
        if path is None:
            return None
        cells = (sheet.columns, sheet.rows) if sheet is not None and image.face is None else (1, 1)
        with suppress(OSError):
            return _cut(path, path.stat().st_mtime_ns, *cells, image.index)
    return None


def _inside(url: str) -> Path | None:
    """Return the file of an address if it lies in the folder of the user's pictures."""
    parts = urlsplit(url)
    if parts.scheme != "file":
        return None
    home = images_folder().resolve()
    with suppress(OSError, ValueError):
        path = Path(unquote(parts.path)).resolve()
        if path.is_relative_to(home) and path.is_file():
            return path
    return None


@lru_cache(maxsize=256)
def _cut(path: Path, changed: int, columns: int, rows: int, index: int) -> bytes | None:
    """Return a cell of a picture as PNG, None for what is no picture or too large for one."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(read_input(path))) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return None
            width, height = picture.width // columns, picture.height // rows
            row, column = divmod(index if columns * rows > 1 else 0, columns)
            box = (column * width, row * height, (column + 1) * width, (row + 1) * height)
            face = picture.convert("RGB").crop(box)
    # A file of a stranger breaks Pillow's readers in many ways.
    except Exception:
        return None
    if face.width > WIDTH:
        face = face.resize((WIDTH, round(face.height * WIDTH / face.width)))
    stream = io.BytesIO()
    face.save(stream, "PNG")
    return stream.getvalue()
