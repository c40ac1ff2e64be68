"""Mails as they are saved, made for tests."""

from __future__ import annotations

from email.message import EmailMessage


def mail(body="", attached=(), sender="Ann Smith <ann@example.org>", date=None):
    message = EmailMessage()
    message["From"] = sender
    message["To"] = "cup@example.org"
    message["Subject"] = "My list"
    message["Date"] = date or "Fri, 13 Mar 2026 20:00:00 +0100"
    message["Message-ID"] = "<1@example.org>"
    message.set_content(body)
    for name, content, kind in attached:
        main, _, sub = kind.partition("/")
        message.add_attachment(content, maintype=main, subtype=sub, filename=name)
    return message.as_bytes()
