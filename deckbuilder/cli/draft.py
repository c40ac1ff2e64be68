"""`deckbuilder draft`: a practice draft in the terminal, or one that bots draft alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckbuilder.cli.language import language_option
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.plain import plain_option
from deckbuilder.cli.prose import tell
from deckbuilder.errors import unusable
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.formats.format import Format
    from deckbuilder.games.drafting import Draft


@click.command(epilog="Example: deckbuilder draft invasion-draft --seat order --seed 7 -o my-draft")
@click.argument("format_name", metavar="[FORMAT]", required=False)
@click.option("--players", type=click.IntRange(1, 31), help="Number of seats, where it is free.")
@click.option("--seat", "seat_name", help="Your seat, by name or number; else by the seed.")
@click.option(
    "--bots",
    "bot_spec",
    default="drafter",
    show_default=True,
    help="Who drafts the other seats: drafter, aggressive, denier, rating or random.",
)
@click.option("--code", help="A friend's draft code: the same format, settings and packs.")
@click.option("--seed", type=click.IntRange(0), help="Gives the same packs again.")
@click.option("--variant", "variants", multiple=True, help="A variant of the draft's rules.")
@click.option("--set", "sets", multiple=True, help="A set in the box, where sets are chosen.")
@click.option(
    "--hand", type=click.IntRange(1, 31), help="Cards a hand, where the rules leave it open."
)
@click.option(
    "--boosters", type=click.IntRange(1, 31), help="Boosters a seat, in sealed and drafts."
)
@click.option(
    "--picks", type=click.IntRange(1, 31), help="Picks from a booster before it is passed."
)
@click.option(
    "--coach",
    is_flag=False,
    flag_value="drafter",
    help="Show with ? what a bot would take and why: --coach, or --coach BOT.",
)
@click.option("--auto", is_flag=True, help="Let the bot draft your seat too.")
@click.option("--log", "log_path", type=click.Path(path_type=Path), help="Where the log is kept.")
@click.option("--resume", type=click.Path(path_type=Path), help="A log to go on with.")
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(path_type=Path),
    help="Folder for the lists and the log; else one named by format and seed.",
)
@click.option(
    "--to",
    "targets",
    multiple=True,
    help="Write the lists in this form too; `export --list` names the forms.",
)
@click.option("--force", is_flag=True, help="Overwrite lists and a log that are there.")
@plain_option
@language_option
@cards_option
def command(
    format_name: str | None,
    players: int | None,
    seat_name: str | None,
    bot_spec: str,
    code: str | None,
    seed: int | None,
    variants: tuple[str, ...],
    sets: tuple[str, ...],
    hand: int | None,
    boosters: int | None,
    picks: int | None,
    coach: str | None,
    auto: bool,
    log_path: Path | None,
    resume: Path | None,
    folder: Path | None,
    targets: tuple[str, ...],
    force: bool,
) -> int:
    """Draft in FORMAT against bots; the lists of all seats are written at the end.

    The pack is shown as a table; type the number or the name of a card to take it, ? for help.
    q or Ctrl-C leaves, and --resume LOG goes on at the same place with the same packs and bots.
    """
    from deckbuilder.cli.drafting import (
        LOG_NAME,
        Sitting,
        begin_draft,
        refuse_files,
        resume_draft,
    )

    if resume is not None:
        return resume_draft(resume, folder, coach, targets, force=force)
    import msgspec

    from deckbuilder.cli.seats import seat_number
    from deckbuilder.formats.legality import open_format
    from deckbuilder.formats.loading import format_ids
    from deckbuilder.games.codes import canonical_code
    from deckbuilder.games.drafting import DraftRequest
    from deckbuilder.games.past_drafts import PastDraft, absolute, now
    from deckbuilder.games.sharing import draft_code, open_code
    from deckbuilder.tables.chance import MAX_SEED, Stream, new_seed
    from deckbuilder.tables.log import PERSON, Head

    request = DraftRequest(
        players=players,
        variants=variants,
        sets=sets,
        hand=hand,
        boosters=boosters,
        picks=picks,
    )
    if code is not None:
        if format_name is not None or seed is not None or request != DraftRequest():
            raise click.UsageError("A code says format, seed and settings; leave them out.")
        shared, settings = open_code(code)
        draft_format, draft, catalog = _draft_of(shared.draft_format)
        request, seed = shared.request, shared.seed
        code = canonical_code(code)
    elif format_name is None:
        raise click.UsageError("Name a format, for example invasion-draft, or --resume a log.")
    else:
        seed = new_seed() if seed is None else seed
        if seed > MAX_SEED:
            raise click.BadParameter(f"{seed} is above {MAX_SEED}.", param_hint="--seed")
        draft_format, draft, catalog = _draft_of(open_format(format_name))
        request = msgspec.structs.replace(request, sets=tuple(_set_id(catalog, s) for s in sets))
        settings = draft.settings(draft_format, catalog, request)
        if draft_format.id in format_ids():
            code = draft_code(draft_format, request, settings, seed, list(catalog.sets_by_id))
    names = draft.seat_names(settings)
    for spec in filter(None, (bot_spec, coach)):
        draft.bot(spec, settings, catalog)
    own: int | None = None
    if seat_name is not None:
        own = seat_number(seat_name, names)
    elif not auto:
        own = Stream(seed, "own-seat").below(len(names))
    head = Head(
        game=draft_format.game,
        table=draft_format.id,
        seed=seed,
        seats=tuple(PERSON if seat == own and not auto else bot_spec for seat in range(len(names))),
        settings=settings,
    )
    folder = folder or Path(f"{draft_format.id}-{seed}")
    sitting = Sitting(
        head=head,
        draft=draft,
        catalog=catalog,
        folder=folder,
        log_path=log_path or folder / LOG_NAME,
        coach=coach,
        draft_format=draft_format,
        targets=targets,
        force=force,
    )
    refuse_files(sitting, begun=False)
    tell(say("draft.seed", seed=seed), err=True)
    if code is not None:
        tell(say("draft.code", code=code), err=True)
    if auto:
        tell(say("draft.bots-sit", bots=bot_spec), err=True)
    elif own is not None:
        tell(say("draft.you-sit", seat=names[own], bots=bot_spec), err=True)
    remember_as = PastDraft(
        begun=now(),
        format=draft_format.id,
        seed=seed,
        seat=None if own is None or auto else names[own],
        bots=bot_spec,
        code=code,
        folder=absolute(folder),
        log=absolute(sitting.log_path),
    )
    return begin_draft(sitting, remember_as)


def _draft_of(draft_format: Format) -> tuple[Format, Draft, Catalog]:
    from deckbuilder.registry import game

    home = game(draft_format.game)
    if draft_format.draft is None or home.draft is None:
        known = ", ".join(each.id for each in _draft_formats())
        raise unusable(f"{draft_format.id} is no draft format.", mend=f"Draft formats: {known}.")
    return draft_format, home.draft(), home.catalog()


def _draft_formats() -> list[Format]:
    from deckbuilder.formats.loading import format_ids, load_format

    return [found for name in format_ids() if (found := load_format(name)).draft is not None]


def _set_id(catalog: Catalog, name: str) -> str:
    for card_set in catalog.sets:
        if catalog.is_set(card_set.id, name):
            return card_set.id
    known = ", ".join(card_set.id for card_set in catalog.sets)
    raise unusable(f"there is no set '{name}'.", mend=f"Sets: {known}.")
