"""`deckbuilder bots compare` where bots draft: the same packs, the seats mirrored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from deckbuilder.cli.error_messages import misuse
from deckbuilder.cli.language import language_option
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.terminal import progress
from deckbuilder.cli.worker_options import tell_interrupted, workers_of

if TYPE_CHECKING:
    from deckbuilder.sessions.seating import DraftRequest
    from deckbuilder.simulation.drafts import DraftComparison

F = TypeVar("F", bound=Callable[..., Any])

DEFAULT_DRAFTS = 200
_OPTIONS = (
    click.option(
        "--drafts",
        type=click.IntRange(2, 1_000_000),
        help=f"Drafts, of a draft format.  [default: {DEFAULT_DRAFTS}]",
    ),
    click.option(
        "--by",
        type=click.Choice(["measures", "duels"]),
        help="What drafted decks are judged by: figures of theirs, or playing each other."
        "  [default: measures]",
    ),
    click.option(
        "--duel-bot", metavar="SPEC", help="Who plays both decks; else one that is quick."
    ),
    click.option("--variant", "variants", multiple=True, help="A variant of the draft's rules."),
    click.option("--set", "sets", multiple=True, help="A set in the box, where sets are chosen."),
)
_OF_DRAFTS = {
    "drafts": "--drafts",
    "by": "--by",
    "duel_bot": "--duel-bot",
    "variants": "--variant",
    "sets": "--set",
}
_OF_GAMES = {"deals": "--deals", "folder": "--decks", "at_tables": "--at-tables"}


def draft_options(command: F) -> F:
    """Add the options that only drafts have, empty where they are not given."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return language_option(cards_option(command))


def of_drafts(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a request of a draft takes from the options of a command."""
    return {"variants": given["variants"], "sets": given["sets"]}


def names_draft(name: str) -> bool:
    """Tell whether what bots are compared in is meant as a format and not as a game."""
    from deckbuilder.registry import games

    wanted = name.strip().casefold()
    names = (known.casefold() for each in games() for known in (each.id, *each.names))
    return wanted not in names


def refuse_draft_options(given: Mapping[str, Any]) -> None:
    """Raise UsageError where options of drafts are given for a game."""
    _refuse(
        (_OF_DRAFTS[name] for name, value in given.items() if name in _OF_DRAFTS and value),
        "usage.options-of-drafts",
    )


def compare_in_draft(wishes: DraftRequest, others: str, given: Mapping[str, Any]) -> None:
    """Print how the decks of two bots measure, or play, as the options of the command ask for.

    Raises InputError and UsageError.
    """
    default = click.core.ParameterSource.DEFAULT
    source = click.get_current_context().get_parameter_source
    _refuse(
        (o for name, o in _OF_GAMES.items() if source(name) != default), "usage.options-of-games"
    )
    if given["by"] == "duels":
        from deckbuilder.cli.drafted_duels import compare_by_duels

        compare_by_duels(wishes, others, given)
        return
    if given["duel_bot"] is not None and given["by"] is None:
        raise misuse("usage.needs", option="--duel-bot", others=("--by",))
    if given["duel_bot"] is not None:
        raise misuse("usage.settled", options=("--duel-bot",), beside="--by")
    _compare_by_measures(wishes, others, given)


def _compare_by_measures(wishes: DraftRequest, others: str, given: Mapping[str, Any]) -> None:
    import msgspec

    from deckbuilder.sessions.simulations import contest_of
    from deckbuilder.simulation.drafts import compare_drafts

    contest = contest_of(wishes, others)
    drafts, workers = given["drafts"] or DEFAULT_DRAFTS, workers_of(given)
    with progress(drafts) as move_to:
        found = compare_drafts(contest, drafts, given["seed"], move_to, workers)
    if given["as_json"]:
        click.echo(msgspec.json.encode(found).decode())
    else:
        _show(found)
        _tell_winning(found, contest.game)
    tell_interrupted(found.drafts, drafts)


def _refuse(options: Iterable[str], code: str) -> None:
    if given := tuple(options):
        raise misuse(code, options=given)


def _show(found: DraftComparison) -> None:
    from deckbuilder.cli.console import print_table
    from deckbuilder.cli.prose import tell
    from deckbuilder.tables.screen import Column
    from deckbuilder.words import name_of, say

    def measure(name: str) -> str:
        return name_of(f"draft-bots.measures.{name}")

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


def _tell_winning(found: DraftComparison, game: str) -> None:
    """Say which of the measures go with winning, and of which that was not shown."""
    from deckbuilder.cli.prose import tell
    from deckbuilder.games.winning_measures import winning_of
    from deckbuilder.words import name_of, say

    known = winning_of(game)
    if known is None:
        return
    tell(say("draft-bots.winning.found", drafts=f"{known.drafts:,}", format=known.format))
    for goes in ("with", "against", "high", "low", "neither"):
        names = [
            name_of(f"draft-bots.measures.{each.id}")
            for each in found.measures
            if each.winning == goes
        ]
        if names:
            joined = say("draft-bots.comma").join(names)
            tell(say(f"draft-bots.winning.{goes}", measures=joined), hang=4)


def _signed(value: float) -> str:
    return f"{round(value, 3) + 0.0:+.3f}"
