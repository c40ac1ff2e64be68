"""`deckbuilder bots compare` where bots draft: the same packs, the seats mirrored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from deckbuilder.cli.language import language_option
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.terminal import progress

if TYPE_CHECKING:
    from deckbuilder.simulation.drafts import DraftComparison

F = TypeVar("F", bound=Callable[..., Any])

DEFAULT_DRAFTS = 200
_OPTIONS = (
    click.option(
        "--drafts",
        type=click.IntRange(2, 1_000_000),
        help=f"Drafts, of a draft format.  [default: {DEFAULT_DRAFTS}]",
    ),
    click.option("--variant", "variants", multiple=True, help="A variant of the draft's rules."),
    click.option("--set", "sets", multiple=True, help="A set in the box, where sets are chosen."),
    click.option("--hand", type=click.IntRange(1, 31), help="Cards a hand."),
    click.option("--boosters", type=click.IntRange(1, 31), help="Boosters a seat."),
    click.option("--picks", type=click.IntRange(1, 31), help="Picks before a booster is passed."),
)
_OF_DRAFTS = {
    "drafts": "--drafts",
    "variants": "--variant",
    "sets": "--set",
    "hand": "--hand",
    "boosters": "--boosters",
    "picks": "--picks",
}
_OF_GAMES = {"deals": "--deals", "rules": "--rule", "at_tables": "--at-tables"}


def draft_options(command: F) -> F:
    """Add the options that only drafts have, empty where they are not given."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return language_option(cards_option(command))


def names_draft(name: str) -> bool:
    """Tell whether what bots are compared in is meant as a format and not as a game."""
    from deckbuilder.registry import games

    wanted = name.strip().casefold()
    names = (known.casefold() for each in games() for known in (each.id, *each.names))
    return wanted not in names


def refuse_draft_options(given: Mapping[str, Any]) -> None:
    """Raise UsageError where options of drafts are given for a game."""
    _refuse((_OF_DRAFTS[name] for name, value in given.items() if value), "options-of-drafts")


def compare_in_draft(
    bot: str,
    others: str,
    format_name: str,
    players: int | None,
    seed: int,
    *,
    as_json: bool,
    drafts: int | None,
    **wishes: Any,
) -> None:
    """Print how the decks of two bots measure. Raises InputError and UsageError."""
    import msgspec

    from deckbuilder.errors import unusable
    from deckbuilder.formats.legality import open_format
    from deckbuilder.formats.loading import format_ids, load_format
    from deckbuilder.games.drafting import DraftRequest
    from deckbuilder.registry import game
    from deckbuilder.simulation.drafts import compare_drafts

    default = click.core.ParameterSource.DEFAULT
    source = click.get_current_context().get_parameter_source
    _refuse((o for name, o in _OF_GAMES.items() if source(name) != default), "options-of-games")
    draft_format = open_format(format_name)
    home = game(draft_format.game)
    if draft_format.draft is None or home.draft is None:
        known = ", ".join(name for name in format_ids() if load_format(name).draft is not None)
        raise unusable(f"{draft_format.id} is no draft format.", mend=f"Draft formats: {known}.")
    draft, catalog = home.draft(), home.catalog()
    settings = draft.settings(draft_format, catalog, DraftRequest(players=players, **wishes))
    drafts = drafts or DEFAULT_DRAFTS
    with progress(drafts) as move_to:
        found = compare_drafts(
            draft,
            draft_format.id,
            settings,
            catalog,
            bot,
            others,
            drafts,
            seed,
            move_to,
        )
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        _show(found)


def _refuse(options: Iterable[str], key: str) -> None:
    from deckbuilder.words import say

    if given := ", ".join(options):
        raise click.UsageError(say(f"draft-bots.{key}", options=given))


def _show(found: DraftComparison) -> None:
    from deckbuilder.cli.console import print_table
    from deckbuilder.cli.prose import tell
    from deckbuilder.tables.screen import Column
    from deckbuilder.words import say

    def measure(name: str) -> str:
        return say(f"draft-bots.measures.{name}")

    def column(name: str) -> Column:
        return Column(say(f"draft-bots.columns.{name}"), right=name not in ("measure", "favours"))

    spoken = {"bot": found.bot, "others": found.others, None: say("draft-bots.nobody")}
    tell(
        say(
            "draft-bots.compared",
            bot=found.bot,
            others=found.others,
            format=found.format,
            drafts=found.drafts,
            seats=found.seats,
            tables=found.tables,
            seed=found.seed,
        )
    )
    print_table(
        (
            column("measure"),
            Column(found.bot, right=True),
            Column(found.others, right=True),
            column("difference"),
            column("interval"),
            column("favours"),
        ),
        [
            (
                measure(each.id),
                f"{each.bot.mean:.3f}",
                f"{each.others.mean:.3f}",
                _signed(each.difference.mean),
                say(
                    "draft-bots.within",
                    low=_signed(each.difference.mean - each.difference.margin),
                    high=_signed(each.difference.mean + each.difference.margin),
                ),
                spoken[each.favours],
            )
            for each in found.measures
        ],
    )
    values = []
    for better in ("high", "low", "neither"):
        names = [measure(each.id) for each in found.measures if each.better == better]
        if names:
            comma = say("draft-bots.comma")
            values.append(say(f"draft-bots.better.{better}", measures=comma.join(names)))
    if values:
        told = say("draft-bots.separator").join(values)
        tell(say("draft-bots.better-sentence", values=told))


def _signed(value: float) -> str:
    return f"{round(value, 3) + 0.0:+.3f}"
