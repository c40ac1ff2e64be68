"""Mails as they are saved (.eml): who sent them, when, and what they carry; bounded."""

from __future__ import annotations

import contextlib
import re
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr

import msgspec

from deckbuilder.errors import InputError, refusal

MOST_PARTS = 100
MOST_BYTES = 8 * 1024 * 1024
MOST_LINES = 250_000
"""Bounds of a whole mail: parsing one line costs about as much as parsing a hundred letters."""
_BEGINS = re.compile(rb"(?:From [^\r\n]{1,300}\r?\n)?[A-Za-z][A-Za-z-]{1,60}:[ \t\r\n]")
_OF_MAILS = re.compile(
    rb"^(?:received|return-path|message-id|mime-version|delivered-to|dkim-signature):",
    re.IGNORECASE | re.MULTILINE,
)
_OF_WRITERS = re.compile(rb"^(?:from|subject|date):", re.IGNORECASE | re.MULTILINE)
_HEAD = 16_384
_LETTERS_PER_HEADER = 1_000


class MailPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a mail. `name` is that of an attached file, empty for what was written."""

    kind: str
    content: bytes
    name: str = ""


class Mail(msgspec.Struct, frozen=True, kw_only=True):
    """A mail: its sender's name, when it was sent (ISO 8601, empty where it does not say)."""

    sender: str = ""
    sent: str = ""
    parts: tuple[MailPart, ...] = ()


def is_mail(content: bytes) -> bool:
    """Tell whether this begins with the header lines of a mail."""
    head = re.split(rb"\r?\n\r?\n", content[:_HEAD].lstrip(b"\xef\xbb\xbf\r\n"), maxsplit=1)[0]
    found = _BEGINS.match(head) and _OF_MAILS.search(head) and _OF_WRITERS.search(head)
    return bool(found)


def read_mail(content: bytes, where: str) -> Mail:
    """Read a mail. Raises InputError for one that is broken or has too many parts."""
    if len(content) > MOST_BYTES or content.count(b"\n") > MOST_LINES:
        raise refusal("sources.mail-large", where=where, most=MOST_BYTES // (1024 * 1024))
    if content.count(b"\n--") > 20 * MOST_PARTS:
        raise refusal("sources.mail-parts", where=where, most=MOST_PARTS)
    try:
        message = message_from_bytes(content.lstrip(b"\xef\xbb\xbf\r\n"), policy=policy.default)
        assert isinstance(message, EmailMessage)
        parts = []
        for number, part in enumerate(message.walk()):
            if number > MOST_PARTS:
                raise refusal("sources.mail-parts", where=where, most=MOST_PARTS)
            if not part.is_multipart():
                parts.append(_part(part))
        return Mail(sender=_sender(message), sent=_sent(message), parts=tuple(parts))
    except InputError:
        raise
    # The library's parsers of headers fall over broken ones in many ways of their own.
    except Exception:
        raise refusal("sources.mail-broken", where=where) from None


def _part(part: EmailMessage) -> MailPart:
    found = part.get_payload(decode=True)
    payload = found if isinstance(found, bytes) else b""
    kind = part.get_content_type()
    name = part.get_filename() or ""
    if kind.startswith("text/") and not name:
        payload = payload.decode(part.get_content_charset() or "utf-8", "replace").encode()
    return MailPart(kind=kind, content=payload, name=" ".join(name.split())[:200])


def _sender(message: EmailMessage) -> str:
    written = str(message.get("from", ""))[:_LETTERS_PER_HEADER]
    name, address = parseaddr(written)
    return " ".join((name or address.partition("@")[0]).split())


def _sent(message: EmailMessage) -> str:
    # A day that nobody can read is as none: the list is what counts.
    with contextlib.suppress(Exception):
        sent = getattr(message.get("date"), "datetime", None)
        return sent.isoformat() if isinstance(sent, datetime) else ""
    return ""
