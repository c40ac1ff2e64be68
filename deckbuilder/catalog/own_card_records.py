"""A user's card file, YAML or spreadsheet, as records that may state only some facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from deckbuilder.catalog.card import CardSet
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.cells import UnreadableCell, read_cell
from deckbuilder.catalog.fields import Field, fields_of
from deckbuilder.catalog.names import nearest, squeeze
from deckbuilder.catalog.records import SourceFile, faulty_fields, slug
from deckbuilder.catalog.spreadsheet_rows import SpreadsheetRow, read_rows
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.sanitizing import shown
from deckbuilder.sources.spreadsheets import is_workbook

if TYPE_CHECKING:
    from deckbuilder.catalog.own_card_files import Games, PoolFile

GAME_HEADING = "game"
_NOT_OF_THE_SET = ("game", "cards")
_IGNORED = frozenset(("flavortext", "flavourtext", "text", "rulestext", "image", "artist"))
"""Headings of what is printed on cards and is no fact here."""


_LOOKED_AT = 200
"""So many records tell of which game a file is."""


class PoolRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A user's record: the facts that it states, where, and in which set.

    `set_head` are the facts of the set, should it be a new one; None where the record does
    not say of which set it is.
    """

    where: str
    line: int | None
    facts: dict[str, Any]
    set_head: dict[str, Any] | None
    own_set: str
    """Name of the set that a new card without one belongs to."""


def read_pool_file(
    file: PoolFile, content: bytes, catalog: Catalog, games: Games
) -> tuple[list[PoolRecord], list[Fault]]:
    """Return the records of a file that are of the catalogue's game, and what was left out.

    Raises InputError with every fault of the file.
    """
    if file.path.suffix.lower() in (".yaml", ".yml") and not is_workbook(content):
        return _YamlPool(file, content, catalog, games).records(), []
    sheet = _SheetPool(file, content, catalog, games)
    return sheet.records(), sheet.notices


def says_effects(document: Any) -> bool:
    """Tell whether a document of a pool says what cards do, and holds no cards of its own."""
    return isinstance(document, dict) and "effects" in document and "cards" not in document


def _game_id(name: Any, games: Games) -> str | Fault:
    """Return the id of the game that is named, or the fault where there is none."""
    if (found := games.names.get(squeeze(str(name)))) is not None:
        return found
    known = sorted(games.card_types)
    return Fault.of("games.unknown", game=str(name), known=nearest(str(name), known) or known)


def _is_of_game(
    file: PoolFile,
    keys: Iterable[str],
    named: Sequence[tuple[str, str]],
    game: str,
    games: Games,
) -> bool:
    """Tell whether a file that names no game is for this one.

    It is for the game that knows most of its cards and sets (`named`), where one knows half of
    them; else for the one that knows most fields (`keys`). Raises InputError where that leaves
    several games, unless the file was asked for.
    """
    if file.sure:
        return True
    wanted = {squeeze(key) for key in keys}
    fields = {each: len(wanted & fields_of(kind).keys()) for each, kind in games.card_types.items()}
    cards = {each: _known(named, games.shipped(each)) for each in games.card_types}
    sure = max(cards.values()) * 2 >= len(named)
    scores = {
        each: (cards[each], fields[each]) if sure else (fields[each], cards[each])
        for each in games.card_types
    }
    best = max(scores.values())
    if scores[game] < best:
        return False
    if not file.chosen and sum(score == best for score in scores.values()) > 1:
        raise refusal("cards.which-game", where=str(file.path), folder=str(file.path.parent / game))
    return True


def _known(named: Sequence[tuple[str, str]], catalog: Catalog) -> int:
    """Return how many names and sets of records a catalogue knows."""
    return sum(
        bool(set_name and catalog.sets_named(set_name)) + bool(name and catalog.printings(name))
        for name, set_name in named
    )


class _YamlPool:
    def __init__(self, file: PoolFile, content: bytes, catalog: Catalog, games: Games) -> None:
        self._file = file
        self._catalog = catalog
        self._games = games
        self._source = SourceFile(str(file.path), content)

    def records(self) -> list[PoolRecord]:
        source = self._source
        if source.faults:
            raise InputError(source.faults)
        document = source.document
        if says_effects(document):
            return []
        if isinstance(document, list):
            document = {"cards": document}
        if not isinstance(document, dict) or not isinstance(document.get("cards"), list):
            source.note("cards.no-card-file")
            raise InputError(source.faults)
        if "game" in document:
            game_id = _game_id(document["game"], self._games)
            if isinstance(game_id, Fault):
                source.add(game_id, "game")
                raise InputError(source.faults)
            if game_id != self._catalog.game:
                return []
        else:
            records = filter(lambda each: isinstance(each, dict), document["cards"])
            keys = {str(key) for record in records for key in record}
            of_file = document.get("id") or document.get("name") or ""
            named = [
                (str(record.get("name", "")), str(record.get("set", of_file)))
                for record in document["cards"][:_LOOKED_AT]
                if isinstance(record, dict)
            ]
            if not _is_of_game(self._file, keys, named, self._catalog.game, self._games):
                return []
        found = self._read(document)
        if source.faults:
            raise InputError(source.faults)
        return found

    def _read(self, document: dict[str, Any]) -> list[PoolRecord]:
        source = self._source
        head = {key: value for key, value in document.items() if key not in _NOT_OF_THE_SET}
        for name, fault in faulty_fields(head, CardSet, partial=True):
            source.add(fault, name)
        prefix = () if isinstance(source.document, list) else ("cards",)
        found = []
        for row, record in enumerate(document["cards"]):
            if not isinstance(record, dict):
                source.note("cards.no-mapping", *prefix, row)
                continue
            for name, fault in faulty_fields(record, self._catalog.card_type, partial=True):
                source.add(fault, *prefix, row, name)
            found.append((row, record))
        if source.faults:
            return []
        return [
            PoolRecord(
                where=source.where,
                line=source.line(*prefix, row),
                facts=record,
                set_head=_set_head(record.get("set"), head),
                own_set=self._file.path.stem,
            )
            for row, record in found
        ]


def _set_head(name: str | None, head: dict[str, Any]) -> dict[str, Any] | None:
    """Return the facts of a record's set: the one that it names, else the file's."""
    if name is not None:
        return {"id": slug(name), "name": name}
    stated = head.get("id") or head.get("name")
    if stated is None:
        return None
    return {**head, "id": head.get("id", slug(stated)), "name": head.get("name", stated)}


class _SheetPool:
    def __init__(self, file: PoolFile, content: bytes, catalog: Catalog, games: Games) -> None:
        self._file = file
        self._where = str(file.path)
        self._content = content
        self._catalog = catalog
        self._games = games
        self._fields = fields_of(catalog.card_type)
        self._faults: list[Fault] = []
        self._names_games = False
        self.notices: list[Fault] = []

    def records(self) -> list[PoolRecord]:
        rows = read_rows(self._content, self._where, self._is_heading)
        keys = {heading for row in rows for heading in row.cells}
        self._names_games = GAME_HEADING in map(squeeze, keys)
        named = [(self._cell(row, "name"), self._cell(row, "set")) for row in rows[:_LOOKED_AT]]
        if not self._names_games and not _is_of_game(
            self._file, keys, named, self._catalog.game, self._games
        ):
            return []
        unknown = {
            heading
            for row in rows
            for heading in row.cells
            if squeeze(heading) not in self._fields
            and squeeze(heading) not in (*_IGNORED, GAME_HEADING)
        }
        names = list(dict.fromkeys(field.name for field in self._fields.values()))
        for heading in sorted(unknown):
            close = nearest(heading, names, least=0)
            self.notices.append(
                Fault.of("cards.column-left-out", where=self._where, field=heading, nearest=close)
            )
        found = [record for row in rows if (record := self._record(row)) is not None]
        if self._faults:
            raise InputError(self._faults)
        return found

    def _cell(self, row: SpreadsheetRow, name: str) -> str:
        """Return the text of a row in the column of a field, "" without one."""
        for heading, text in row.cells.items():
            field = self._fields.get(squeeze(heading))
            if field is not None and field.name == name:
                return text
        return ""

    def _is_heading(self, cells: Sequence[str]) -> bool:
        keys = [squeeze(cell) for cell in cells if cell]
        return any(key in self._fields and self._fields[key].name == "name" for key in keys)

    def _record(self, row: SpreadsheetRow) -> PoolRecord | None:
        cells = {squeeze(heading): (heading, text) for heading, text in row.cells.items()}
        if self._names_games:
            _, name = cells.get(GAME_HEADING, ("", ""))
            game_id = _game_id(name, self._games)
            if isinstance(game_id, Fault):
                self._fault(row.line, GAME_HEADING, game_id)
            if game_id != self._catalog.game:
                return None
        facts: dict[str, Any] = {}
        for key, (heading, text) in cells.items():
            field = self._fields.get(key)
            if field is None or field.of_set:
                continue
            try:
                fact = read_cell(field, self._repeated(field, text, cells))
            except UnreadableCell as error:
                wanted = error.expected
                fault = Fault.of("fields.misfit", value=shown(text), expected=wanted)
                self._fault(row.line, heading, fault)
                continue
            if fact is not None:
                self._place(facts, field, fact)
        set_name = facts.pop("set", None)
        if facts.keys() <= {"number"}:
            # A row that nobody has filled in yet.
            return None
        return PoolRecord(
            where=self._where,
            line=row.line,
            facts=facts,
            set_head=_set_head(set_name, {}),
            own_set=self._file.path.stem,
        )

    def _place(self, facts: dict[str, Any], field: Field, fact: Any) -> None:
        if field.part_of is None:
            facts[field.name] = fact
        else:
            facts.setdefault(field.part_of, {})[field.name] = fact

    def _repeated(self, field: Field, text: str, cells: dict[str, tuple[str, str]]) -> str:
        """Read "2" in a column of choices by the column of the same choices beside it.

        That is twice its one choice, or each of its two; unknown where it holds neither.
        """
        if not (field.many and field.choices and text.isdecimal()):
            return text
        if int(text) == 0:
            return "none"
        for key, (_, other) in cells.items():
            beside = self._fields.get(key)
            if beside is not None and beside is not field and beside.choices == field.choices:
                choices = read_cell(beside, other) or ()
                if len(choices) in (1, int(text)):
                    return ", ".join(choices * (int(text) // len(choices)))
        return "?"

    def _fault(self, line: int, heading: str, fault: Fault) -> None:
        self._faults.append(fault.at(where=self._where, line=line, field=heading))
