"""What cards cost a seat now, and why, in words (INV-31)."""

from __future__ import annotations

from deckbuilder.games.invasion.duel.characteristics import Table
from deckbuilder.games.invasion.duel.costs import Price, price, tax
from deckbuilder.games.invasion.duel.state import View
from deckbuilder.words import enumerated, say


def joined(*parts: str) -> str:
    """Return texts in a row, without those that are empty."""
    return say("duel.screen.and").join(filter(None, parts))


class Prices:
    """The prices of one view."""

    def __init__(self, view: View, table: Table) -> None:
        self._view = view
        self._table = table

    def price(self, card: int) -> Price:
        """Return what a card costs now in its parts."""
        return price(self._table, self._view.seat, card, self._view.waiting)

    def cost(self, card: int) -> str:
        """Return what a card costs now, "X" and more where it asks for a number."""
        total = self.price(card).total
        if not self._is_x(card):
            return str(total)
        return f"X+{total}" if total else "X"

    def told(self, card: int) -> str:
        """Return what a card costs, and of what that is made up."""
        return say("duel.screen.costs", cost=self.cost(card), why=self._parts(card))

    def reason(self, card: int) -> str:
        """Return of what a cost is made up, nothing where it is as printed."""
        found = self.price(card)
        as_printed = not found.changed and not found.added and found.loyalty <= found.symbols
        return "" if as_printed else self._parts(card)

    def taxed(self, ref: int) -> str:
        """Return what is to be paid more for a target, nothing where it is none."""
        more = tax(self._table, self._view.seat, (ref,))
        return say("duel.screen.taxed", more=more) if more else ""

    def _parts(self, card: int) -> str:
        found = self.price(card)
        amount = "X" if self._is_x(card) else str(found.printed)
        told = [say("duel.screen.price.printed", amount=amount)]
        if found.changed:
            told.append(say("duel.screen.price.less", amount=-found.changed))
        if found.added:
            told.append(say("duel.screen.price.more", amount=found.added))
        lacking = found.loyalty - found.symbols
        if lacking > 0:
            told.append(
                say(
                    "duel.screen.price.loyalty",
                    amount=lacking,
                    icons=found.loyalty,
                    symbols=found.symbols,
                )
            )
        return enumerated(told)

    def _is_x(self, card: int) -> bool:
        return self._view.book.cards[card].cost is None
