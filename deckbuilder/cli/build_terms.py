"""What `build` is asked for by name: cards to have and never to have, counts by type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from deckbuilder.errors import Fault, InputError
from deckbuilder.sanitizing import shown

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.games.terms import Terms

MOST_CARDS = 999


def terms_of(
    catalog: Catalog, must: Sequence[str], never: Sequence[str], want: Sequence[str]
) -> Terms:
    """Return the terms that options state. Raises InputError with every one that cannot be read."""
    from deckbuilder.catalog.names import fold
    from deckbuilder.games.terms import Terms

    faults: list[Fault] = []
    needed = Counter[str]()
    for text in must:
        for copies, card in _cards(text, "--must", catalog, faults):
            needed[fold(card.name)] += copies
    barred = {
        fold(card.name) for text in never for card in _named(text, "--never", catalog, faults)
    }
    counts: dict[str, int] = {}
    for text in want:
        _count(text, catalog, counts, faults)
    if faults:
        raise InputError(faults)
    return Terms(must=dict(needed), never=frozenset(barred), counts=counts)


def _named(text: str, option: str, catalog: Catalog, faults: list[Fault]) -> Iterator[Card]:
    """Yield the cards that a name means, which may begin with a number."""
    if card := catalog.find(text):
        yield card
        return
    for _, card in _cards(text, option, catalog, faults):
        yield card


def _cards(
    text: str, option: str, catalog: Catalog, faults: list[Fault]
) -> Iterator[tuple[int, Card]]:
    """Yield the cards of a line as it may stand in a list."""
    from deckbuilder.exchange.card_lines import card_lines
    from deckbuilder.exchange.card_pieces import UnreadableLine

    try:
        items = card_lines(catalog.game).read(text)
    except UnreadableLine as error:
        advice = error.mend or ""
        faults.append(
            Fault.of(
                "build.no-line", where=option, text=shown(text), reason=error.what, advice=advice
            )
        )
        return
    for item in items:
        if item.card is not None:
            yield item.copies, item.card
            continue
        faults.append(catalog.no_card(item.name).at(where=option))


def _count(text: str, catalog: Catalog, counts: dict[str, int], faults: list[Fault]) -> None:
    from deckbuilder.catalog.names import squeeze
    from deckbuilder.catalog.wording import value_words

    written, _, number = text.partition("=")
    names = {
        squeeze(name): kind
        for kind in catalog.card_type.types
        for name in (f"{kind}s", kind, value_words(kind, "type"))
    }
    kind = names.get(squeeze(written))
    number = number.strip()
    if kind is None:
        types = tuple(catalog.card_type.types)
        fault = Fault.of("build.no-type", type=written.strip(), known=types)
    elif not (number.isdecimal() and len(number) <= len(str(MOST_CARDS))):
        fault = Fault.of("build.no-count", text=text, type=kind, most=MOST_CARDS)
    elif counts.get(kind, int(number)) != int(number):
        one, other = counts[kind], int(number)
        fault = Fault.of("build.two-counts", type=kind, one=one, other=other)
    else:
        counts[kind] = int(number)
        return
    faults.append(fault.at(where="--want"))
