"""Lists that came by mail: attached as files, or written in the mail itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from deckbuilder.decks.deck import Deck, Remark
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.exchange.headings import PLAYER, header_names
from deckbuilder.sources.mail import Mail, MailPart, read_mail

NOT_READ = "mail-part"
_TEXT, _PAGE = "text/plain", "text/html"
_NO_LIST = {"lists.no-card-in-lines", "lists.no-game-in-lines", "lists.prose"}
"""What is said of a text that is no list at all."""
_NEVER = ("image/", "audio/", "video/", "application/pkcs7", "application/pgp")

Read = Callable[[bytes, str], tuple[Deck, ...]]


def read_mailed(content: bytes, where: str, read: Read) -> tuple[Deck, ...]:
    """Return the lists that a mail carries, those of its sender where they name no player.

    Attached lists count before what is written. Everything that was not read is told with the
    first list. Raises InputError where no part of it is a list, with what is wrong with each.
    """
    mail = read_mail(content, where)
    decks: list[Deck] = []
    left: list[str] = []
    faults: list[Fault] = []
    for part in _attached(mail):
        try:
            decks += read(part.content, f"{where}: {part.name}")
        except InputError as error:
            left.append(part.name)
            faults += error.faults
    if not decks:
        written = _written(mail)
        unread = [part.name for part in mail.parts if part.name and _is_never(part)]
        if written is None and not faults:
            code = "lists.mail-unread" if unread else "lists.mail-empty"
            raise refusal(code, where=where, names=unread)
        if written is not None and (written.strip() or not faults):
            try:
                decks += read(written, where)
            except InputError as error:
                codes = {fault.code for fault in error.faults}
                if unread and not faults and codes <= _NO_LIST:
                    raise refusal("lists.mail-unread", where=where, names=unread) from None
                raise InputError((*faults, *error.faults)) from None
            if unread and not any(entry.card for deck in decks for entry in deck.entries):
                # "Here is my list" above a photo is not a list of one unknown card.
                raise refusal("lists.mail-unread", where=where, names=unread)
        if not decks:
            raise InputError(faults)
    left += [part.name for part in mail.parts if part.name and _is_never(part)]
    remarks = tuple(Remark(code=NOT_READ, text=name) for name in left)
    first = msgspec.structs.replace(decks[0], remarks=(*decks[0].remarks, *remarks))
    return tuple(_of_sender(deck, mail.sender) for deck in (first, *decks[1:]))


def _attached(mail: Mail) -> Iterator[MailPart]:
    return (part for part in mail.parts if part.name and not _is_never(part))


def _is_never(part: MailPart) -> bool:
    """Tell whether a part is nothing that anybody writes a list in."""
    return part.kind.startswith(_NEVER)


def _written(mail: Mail) -> bytes | None:
    """Return what is written in a mail, as plain text before as a page."""
    for kind in (_TEXT, _PAGE):
        for part in mail.parts:
            if part.kind == kind and not part.name and part.content.strip():
                return part.content
    return None


def _of_sender(deck: Deck, sender: str) -> Deck:
    names = header_names(PLAYER)
    if not sender or any(map(deck.header, names)):
        return deck
    return msgspec.structs.replace(deck, headers=(*deck.headers, (names[0], sender)))
