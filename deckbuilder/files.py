"""Files read with clear errors, and written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from deckbuilder.errors import InputError, refusal
from deckbuilder.words import Phrase, phrase, says

MAX_BYTES = 32 * 1024 * 1024
_UNDONE = ".deckbuilder-"
_WRITER = re.compile(rf"{re.escape(_UNDONE)}([1-9]\d{{0,9}})-\w+")
"""What is not yet written whole is named after the process that writes it."""


def read_input(path: str | Path) -> bytes:
    """Return the content of a file, or of standard input for "-".

    Raises InputError when it is missing, a folder, unreadable or above MAX_BYTES.
    """
    where = str(path)
    if not where:
        raise refusal("files.no-name")
    try:
        if where == "-" and sys.stdin is None:
            raise refusal("files.no-input", where=where)
        if where == "-":
            content = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as stream:
                content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise refusal("files.missing", where=where) from None
    except IsADirectoryError:
        raise refusal("files.folder-read", where=where) from None
    except (OSError, ValueError) as error:
        raise refusal("files.unreadable", where=where, reason=reason(error)) from None
    if len(content) > MAX_BYTES:
        raise refusal("files.too-large", where=where, most=MAX_BYTES // (1024 * 1024))
    return content


def write_whole(path: str | Path, content: bytes, *, force: bool = False) -> None:
    """Write a file so that it is there whole or not at all; folders on the way are made.

    Raises InputError when the file exists and `force` is false, or cannot be written.
    """
    with writing(path, force=force) as stream:
        stream.write(content)


@contextlib.contextmanager
def writing(path: str | Path, *, force: bool = False) -> Iterator[BinaryIO]:
    """Give a stream for the content of a file, which is there whole at the end or not at all.

    Raises InputError as `write_whole` does.
    """
    target = Path(path)
    refuse_existing(target, force=force)
    try:
        # A link stays a link: what it leads to is written.
        target = target.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _unwritable(target, error) from None
    try:
        with replacing(target, new=not force) as stream:
            yield stream
    except FileExistsError as error:
        # Another process was quicker, unless it is a folder on the way that is a file.
        refuse_existing(target, force=force)
        raise _unwritable(target, error) from None
    except OSError as error:
        raise _unwritable(target, error) from None


def replace(target: Path, content: bytes, *, new: bool = False) -> None:
    """Put `content` in the place of `target` in one step.

    Raises OSError; with `new` FileExistsError when there is such a file already.
    """
    with replacing(target, new=new) as stream:
        stream.write(content)


@contextlib.contextmanager
def replacing(target: Path, *, new: bool = False) -> Iterator[BinaryIO]:
    """Give a stream for what takes the place of `target` in one step at the end.

    Raises OSError as `replace` does.
    """
    import tempfile

    remove_leftovers(target.parent)
    # The name of the target is no part of the other name: it may be as long as a name can be.
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f"{_UNDONE}{os.getpid()}-")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            lock(stream)
            yield stream
        temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        if new:
            _claim(temporary, target)
        else:
            temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def remove_leftovers(folder: Path) -> None:
    """Remove files that a killed process left half written in a folder.

    A file whose process still runs, here or on another machine that shares the folder, stays.
    """
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        for path in folder.glob(f"{_UNDONE}*"):
            writer = _WRITER.fullmatch(path.name)
            if writer is not None and not _runs(int(writer[1])):
                with contextlib.suppress(OSError), path.open("r+b") as stream:
                    lock(stream)
                    path.unlink()


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def _claim(temporary: Path, target: Path) -> None:
    """Give a file a name that no file has, though others may try the same at this moment."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:
        # Not every file system has links: the name is taken first, empty.
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        temporary.replace(target)
    else:
        temporary.unlink()


def lock(stream: BinaryIO) -> None:
    """Keep other processes from locking an open file until it is closed.

    Raises BlockingIOError where one has it already. Where the system has no such locks, and on
    file systems without them, nothing is kept.
    """
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return


def wait_for(stream: BinaryIO) -> None:
    """Lock an open file until it is closed; file systems without locks go without."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            import msvcrt

            stream.seek(0)
            msvcrt.locking(stream.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX)


def refuse_existing(target: Path, *, force: bool) -> None:
    """Raise InputError when `target` is there and may not be overwritten, or can be no file."""
    try:
        target.lstat()
        folder, file = target.is_dir(), target.is_file()
    except (FileNotFoundError, NotADirectoryError):
        return
    except (OSError, ValueError) as error:
        raise _unwritable(target, error) from None
    if folder:
        raise refusal("files.folder-written", where=str(target))
    if target.exists() and not file:
        raise refusal("files.no-file", where=str(target))
    if not force:
        raise refusal("files.exists", where=str(target))


def _unwritable(target: Path, error: Exception) -> InputError:
    return refusal("files.unwritable", where=str(target), reason=reason(error))


def reason(error: Exception) -> Phrase | str:
    """Return why the system refused a file, in the reader's language where that is known."""
    number = error.errno if isinstance(error, OSError) else None
    if number is None:
        return phrase("errors.system.no-path")
    name = errno.errorcode.get(number, "")
    key = f"errors.system.{name}"
    return phrase(key) if says(key) else phrase("errors.system.other", number=number)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
