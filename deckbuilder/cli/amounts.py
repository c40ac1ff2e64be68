"""Numbers that are asked for as options."""

from __future__ import annotations

from math import isnan
from typing import Any

import click

from deckbuilder.cli.error_messages import misuse


class Amount(click.FloatRange):
    """A number within bounds; "nan" compares with no bound, so that it is refused by itself."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number; a usage error names what is none."""
        amount: float = super().convert(value, param, ctx)
        if isnan(amount):
            raise misuse("usage.no-number", value=str(value))
        return amount
