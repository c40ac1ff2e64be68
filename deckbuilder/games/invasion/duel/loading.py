"""Effects files read strictly: every fault of every file at once, with line and field."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

import deckbuilder
from deckbuilder.catalog import cache as disk
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold, nearest
from deckbuilder.catalog.own_card_records import says_effects
from deckbuilder.catalog.own_cards import own_card_files
from deckbuilder.catalog.records import SourceFile
from deckbuilder.errors import Fault, InputError, misfit
from deckbuilder.files import read_input
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.duel.compiling import Place, compile_ability
from deckbuilder.games.invasion.duel.effects import Ability
from deckbuilder.games.invasion.duel.effects_checks import check_use
from deckbuilder.resources import cards_folder
from deckbuilder.sanitizing import shown

GAME = "invasion"
FOLDER = "effects"
_HEAD = ("game", "set", "effects")
_CARD = ("number", "name", "abilities")

_STORED = 2
"""Changed whenever more or less is stored of the same files."""
Effects = dict[str, tuple[Ability, ...]]
"""The abilities of each card whose effect is known, by the card's id."""


def load_effects(catalog: Catalog, paths: Iterable[Path] = ()) -> Effects:
    """Return what is known of each card: the shipped effects, then those of these files.

    Raises InputError with every fault of every file.
    """
    shipped = sorted((cards_folder(GAME) / FOLDER).glob("*.yaml"))
    contents = [(str(path), path.read_bytes()) for path in (*shipped, *paths)]
    digest = _digest(catalog, contents)
    stored = disk.read(f"{GAME}-effects", digest, Effects)
    if stored is None:
        stored = read_effects(catalog, contents)
        disk.write(f"{GAME}-effects", digest, stored)
    return stored


def effects_in_force(catalog: Catalog) -> Effects:
    """Return the shipped effects and those of the pools in force. Raises InputError."""
    return load_effects(catalog, _own_files())


def _own_files() -> list[Path]:
    """Return the files of the pools in force that say what cards of this game do."""
    found = []
    for file in own_card_files(GAME):
        if file.path.suffix.lower() not in (".yaml", ".yml"):
            continue
        content = read_input(file.path)
        if b"effects" in content and says_effects(SourceFile("", content).document):
            found.append(file.path)
    return found


def _digest(catalog: Catalog, contents: Sequence[tuple[str, bytes]]) -> str:
    digest = hashlib.blake2b(catalog.digest.encode(), digest_size=16)
    digest.update(f"{deckbuilder.__version__}|{_STORED}|{Ability.__annotations__}".encode())
    for where, content in contents:
        digest.update(f"\n{where}\n{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def read_effects(catalog: Catalog, contents: Sequence[tuple[str, bytes]]) -> Effects:
    """Return the effects of files, later ones over earlier, for all printings of a title.

    Raises InputError with all faults.
    """
    found: Effects = {}
    faults: list[Fault] = []
    for where, content in contents:
        source = SourceFile(where, content)
        if not source.faults:
            _File(source, catalog).read(found)
        faults += source.faults
    if faults:
        raise InputError(faults)
    for card_id, abilities in list(found.items()):
        for printing in catalog.printings(catalog.card(card_id).name):
            found.setdefault(printing.id, abilities)
    return found


class _File:
    """One effects file being read; `ids` are the ability ids that it has used."""

    def __init__(self, source: SourceFile, catalog: Catalog) -> None:
        self.source = source
        self.catalog = catalog
        self.ids: set[str] = set()
        self.cards: set[str] = set()

    def read(self, found: Effects) -> None:
        """Add the cards of the file to those found."""
        document = self.source.document
        if not isinstance(document, dict) or not isinstance(document.get("effects"), list):
            self.source.note("effects.form")
            return
        self.fields((), document, _HEAD)
        game, set_name = document.get("game"), str(document.get("set"))
        if game != GAME:
            self.source.note("effects.of-other-game", "game", game=shown(game), wanted=GAME)
        sets = self.catalog.sets_named(set_name)
        if not sets:
            close = nearest(set_name, [each.id for each in self.catalog.sets], least=0)
            self.source.note("effects.no-set", "set", set=shown(set_name), nearest=close)
            return
        for row, record in enumerate(document["effects"]):
            self.card(sets[0], ("effects", row), record, found)

    def fields(self, place: Place, record: dict[Any, Any], known: tuple[str, ...]) -> None:
        """Note the fields that there are not."""
        for key in record:
            if key not in known:
                self.source.note("effects.no-field", *place, str(key), known=known)

    def card(self, set_id: str, place: Place, record: Any, found: Effects) -> None:
        """Read the record of one card."""
        if not isinstance(record, dict) or not isinstance(record.get("abilities"), list):
            self.source.note("effects.no-record", *place)
            return
        self.fields(place, record, _CARD)
        card = self.named(set_id, place, record)
        if card is None:
            return
        if card.id in self.cards:
            self.source.note("effects.card-twice", *place, "number")
        self.cards.add(card.id)
        abilities = [
            self.ability(card, (*place, "abilities", at), raw)
            for at, raw in enumerate(record["abilities"])
        ]
        found[card.id] = tuple(each for each in abilities if each is not None)

    def named(self, set_id: str, place: Place, record: dict[str, Any]) -> InvasionCard | None:
        """Return the card that a record is about, None where number and name name none."""
        number, name = record.get("number"), record.get("name")
        card = self.catalog.by_number(set_id, number) if isinstance(number, int) else None
        if not isinstance(card, InvasionCard):
            self.source.note("effects.no-card", *place, "number", number=shown(number))
            return None
        if fold(str(name)) != fold(card.name):
            self.source.note(
                "effects.wrong-name",
                *place,
                "name",
                number=number,
                card=card.name,
                name=shown(name),
            )
            return None
        return card

    def ability(self, card: InvasionCard, place: Place, raw: Any) -> Ability | None:
        """Read one ability and check that it can be carried out."""
        before = len(self.source.faults)
        try:
            ability = msgspec.convert(raw, Ability)
        except msgspec.ValidationError as error:
            wrong = misfit(error)
            self.source.note("effects.misfit", *place, *_path(wrong.field), what=wrong.what)
            return None
        if ability.id in self.ids:
            self.source.note("effects.id-twice", *place, "id", id=ability.id)
        self.ids.add(ability.id)

        def told(where: Place, fault: Fault) -> None:
            self.source.add(fault, *place, *where)

        spec = compile_ability(ability, 0, told)
        if len(self.source.faults) == before:
            check_use(card.type, spec, told)
        return ability if len(self.source.faults) == before else None


def _path(field: str | None) -> tuple[str | int, ...]:
    """Return the path to a field such as `targets[0].sel` as keys and rows."""
    path: list[str | int] = []
    for part in (field or "").replace("]", "").replace("[", ".").split("."):
        if part:
            path.append(int(part) if part.isdigit() else part)
    return tuple(path)
