"""Drafts on the page as a browser without a script holds them."""

from __future__ import annotations

import re

VERSION = re.compile(r'name="version" value="(\d+)"')
PICKS = re.compile(r'name="pick" value="([\d.]+)"')
OPENS = re.compile(r'\?at=([\d.]+)" data-swap="table" data-stop')
MOST = re.compile(r'data-most="(\d+)"')


def begin(client, site, **asked):
    answer = client.post("/drafts", data={"token": site.token, **asked})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def choose(client, site, here, page, picks=None):
    most = int(MOST.search(page)[1])
    sent = {"token": site.token, "version": VERSION.search(page)[1]}
    chosen = PICKS.findall(page)[:most] if picks is None else picks
    answer = client.post(f"{here}/choose", data={**sent, "pick": chosen})
    return client.get(here).text if answer.status_code == 303 else answer


def draft_to_the_end(client, site, here):
    page = client.get(here).text
    while PICKS.search(page) or OPENS.search(page):
        if opened := OPENS.findall(page):
            page = client.get(f"{here}?at={opened[0]}").text
            continue
        page = choose(client, site, here, page)
    return page
