"""What the options of a command prefer, in force while the command runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from deckbuilder.preferences import preferences


def prefer(context: click.Context, **changes: Any) -> None:
    """Change fields of the preferences until the command of this context is over."""
    context.with_resource(replace(preferences(), **changes).in_force())
