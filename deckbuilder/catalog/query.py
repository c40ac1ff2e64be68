"""The search language over a catalogue, wherever a pool of cards is named.

    query  = both { "or" both }        both  = term { term }
    term   = [ "-" ] ( "(" query ")" | field operator value | word | "quoted phrase" )

Its fields are the facts of the game's card class; what can be asked for is never listed twice.
Fan-made cards are out unless the query asks for them (INV-R9).
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.dates import first_and_last
from deckbuilder.catalog.fields import DATE, FLAG, FREE, MAPPING, NUMBER, SET, Field, fields_of
from deckbuilder.catalog.names import fold, loose, nearest, squeeze
from deckbuilder.errors import Fault, InputError
from deckbuilder.sanitizing import cut
from deckbuilder.words import Phrase, phrase, say

Predicate = Callable[[Card], bool]

MAX_LETTERS = 20_000
MAX_DEPTH = 40

OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "!=": operator.ne,
    "=": operator.eq,
    ":": operator.eq,
}
_EQUAL = ("=", ":", "!=")
IS, HAS = "is", "has"
FAN, OFFICIAL, ANY = "fan", "official", "any"
_YES = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<open>-?\() | (?P<close>\))
      | (?P<minus>-(?=[^\s)]))?
        (?:(?P<field>[^\W\d][\w-]*?)(?P<operator><=|>=|!=|[<>=:]))?
        (?: "(?P<quoted>[^"]*)" | (?P<unclosed>".*) | (?P<word>[^\s()"]+) )?
    )""",
    re.VERBOSE | re.DOTALL,
)
_RANGE = re.compile(r"(-?\d+)[-‐‑‒–—―−](-?\d+)")
_WHOLE = re.compile(r"[+-]?\d{1,9}")


def select(catalog: Catalog, text: str = "") -> tuple[Card, ...]:
    """Return the cards that a query asks for, in the catalogue's order; "" asks for all.

    Raises InputError with every unknown field and value of the query, and the nearest known.
    """
    return tuple(filter(parse(text, catalog), catalog.cards))


def parse(text: str, catalog: Catalog) -> Predicate:
    """Turn a query into the question whether a card is asked for.

    Raises InputError with every unknown field and value of the query, and the nearest known.
    """
    parser = _Parser(text, catalog)
    wanted = parser.query()
    if parser.faults:
        raise InputError(parser.faults)
    if parser.names_fan_made:
        return wanted
    return lambda card: card.official and wanted(card)


class _Term(msgspec.Struct, frozen=True):
    """A token: a bracket, the word `or`, or a condition."""

    at: int
    text: str
    kind: str
    negated: bool = False
    field: str | None = None
    operator: str = ":"
    value: str = ""
    quoted: bool = False


def _tokens(text: str) -> Iterator[_Term]:
    at = 0
    end = len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None or match.end() == at:
            raise _wrong(text, at, "query.unreadable", piece=text[at:].split()[0])
        found = match.groupdict()
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        at = match.end()
        piece = text[start:at]
        if found["unclosed"]:
            raise _wrong(text, start, "query.open-quote")
        if found["open"]:
            yield _Term(start, piece, "(", negated=piece.startswith("-"))
        elif found["close"]:
            yield _Term(start, piece, ")")
        elif found["word"] and piece.casefold() == "or":
            yield _Term(start, piece, "or")
        else:
            quoted = found["quoted"] is not None
            value = found["quoted"] if quoted else found["word"]
            if value is None:
                raise _wrong(text, start, "query.no-value", piece=piece)
            yield _Term(
                start,
                piece,
                "condition",
                negated=found["minus"] is not None,
                field=found["field"],
                operator=found["operator"] or ":",
                value=value,
                quoted=quoted,
            )


def _wrong(text: str, at: int, code: str, **fields: Any) -> InputError:
    return InputError(_fault(text, at, code, fields))


def _fault(text: str, at: int, code: str, fields: Mapping[str, Any]) -> Fault:
    where = say("errors.place.search", search=" ".join(cut(text).split()), letter=at + 1)
    short = {
        name: cut(value) if isinstance(value, str) else value for name, value in fields.items()
    }
    return Fault(code=code, where=where, fields=short)


class _Parser:
    """Recursive descent over the tokens; unknown fields and values are gathered as faults."""

    def __init__(self, text: str, catalog: Catalog) -> None:
        if len(text) > MAX_LETTERS:
            raise _wrong(text, MAX_LETTERS, "query.too-long", most=MAX_LETTERS)
        self.text = text
        self.catalog = catalog
        self.fields = fields_of(catalog.card_type)
        self.faults: list[Fault] = []
        self.names_fan_made = False
        self._terms = list(_tokens(text))
        self._next = 0
        self._depth = 0
        self._negations = 0

    def query(self) -> Predicate:
        if not self._terms:
            return lambda card: True
        wanted = self._either()
        if self._next < len(self._terms):
            term = self._terms[self._next]
            raise _wrong(self.text, term.at, "query.bracket-not-opened")
        return wanted

    def _peek(self) -> str | None:
        return self._terms[self._next].kind if self._next < len(self._terms) else None

    def _either(self) -> Predicate:
        choices = [self._both()]
        while self._peek() == "or":
            self._next += 1
            choices.append(self._both())
        return choices[0] if len(choices) == 1 else lambda card: any(ask(card) for ask in choices)

    def _both(self) -> Predicate:
        parts: list[Predicate] = []
        while self._peek() not in (None, "or", ")"):
            parts.append(self._term())
        if not parts:
            self._refuse_nothing()
        return parts[0] if len(parts) == 1 else lambda card: all(ask(card) for ask in parts)

    def _refuse_nothing(self) -> NoReturn:
        at = self._terms[self._next].at if self._next < len(self._terms) else len(self.text)
        raise _wrong(self.text, at, "query.no-condition")

    def _term(self) -> Predicate:
        term = self._terms[self._next]
        self._next += 1
        self._negations += term.negated
        wanted = self._group(term) if term.kind == "(" else self._condition(term)
        self._negations -= term.negated
        return (lambda card: not wanted(card)) if term.negated else wanted

    def _group(self, term: _Term) -> Predicate:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise _wrong(self.text, term.at, "query.too-deep", most=MAX_DEPTH)
        wanted = self._either()
        if self._peek() != ")":
            raise _wrong(self.text, term.at, "query.bracket-not-closed")
        self._next += 1
        self._depth -= 1
        return wanted

    def _condition(self, term: _Term) -> Predicate:
        if term.field is None:
            return _free(term, self.catalog)
        values = [term.value] if term.quoted else [part for part in term.value.split(",") if part]
        name = squeeze(term.field)
        if not values:
            return self._unknown(term, "query.no-value", piece=term.text)
        if name in (IS, HAS):
            if term.operator not in (":", "="):
                return self._unknown(term, "query.only-colon", name=term.field)
            ask = self._is if name == IS else self._has
            return _any([ask(term, value) for value in values])
        field = self.fields.get(name) or self._keyword(name)
        if field is None:
            return self._unknown(
                term,
                "query.no-field",
                name=term.field,
                game=self.catalog.game,
                nearest=self._nearest(term.field, self._field_names()),
            )
        if field.kind == FLAG and squeeze(term.value) == ANY and field.name == OFFICIAL:
            return self._is(term, ANY)
        wanted = _any([self._compare(term, field, value) for value in values])
        if term.operator == "!=":
            return lambda card: not wanted(card)
        return wanted

    def _compare(self, term: _Term, field: Field, value: str) -> Predicate:
        """Ask for one value of a field; "!=" is asked as "=" and turned round by the caller."""
        if field.kind == NUMBER:
            return self._number(term, field, value)
        if field.kind == DATE:
            return self._date(term, field, value)
        if term.operator not in _EQUAL:
            return self._unknown(term, "query.no-number-field", name=term.field)
        get = field.get
        if field.kind == FLAG:
            return self._flag(term, field, value)
        if field.kind == FREE:
            wanted = loose(fold(value)) or fold(value)
            return lambda card: (
                (text := get(card)) is not None
                and (wanted in loose(fold(text)) or wanted in fold(text))
            )
        if field.kind == SET:
            return self._set(term, field, value)
        known = field.values(self.catalog)
        found = _pick(value, known, ending=field.name)
        if found is None:
            return self._unknown(
                term,
                "query.no-such-value",
                game=self.catalog.game,
                name=field.name,
                value=value,
                nearest=self._nearest(value, known),
            )
        if field.of_set:
            fitting = {each.id for each in self.catalog.sets if field.get_set(each) == found}
            return lambda card: card.set in fitting
        if field.many:
            return lambda card: found in (get(card) or ())
        return lambda card: get(card) == found

    def _number(self, term: _Term, field: Field, value: str) -> Predicate:
        get = field.get
        compare = OPERATORS["=" if term.operator == "!=" else term.operator]
        if (span := _RANGE.fullmatch(value)) and term.operator in _EQUAL:
            low, high = int(span[1]), int(span[2])
            return lambda card: _is_number(number := get(card)) and low <= number <= high
        if _WHOLE.fullmatch(value):
            bound = int(value)
            return lambda card: _is_number(number := get(card)) and compare(number, bound)
        letters = {squeeze(choice): choice for choice in field.letters}
        found = letters.get(squeeze(value))
        if found is not None and term.operator in _EQUAL:
            return lambda card: get(card) == found
        return self._unknown(
            term, "query.no-number", value=value, name=field.name, letters=_letters(field)
        )

    def _date(self, term: _Term, field: Field, value: str) -> Predicate:
        if first_and_last(value) is None:
            return self._unknown(term, "query.no-date", value=value)
        of_set = {each.id: field.get_set(each) for each in self.catalog.sets}
        compare = OPERATORS["=" if term.operator == "!=" else term.operator]
        fitting = {
            set_id
            for set_id, date in of_set.items()
            if date is not None and compare(date[: len(value)], value)
        }
        return lambda card: card.set in fitting

    def _flag(self, term: _Term, field: Field, value: str) -> Predicate:
        get = field.get
        yes = _YES.get(squeeze(value))
        if yes is None:
            return self._unknown(term, "query.no-flag", value=value, name=term.field)
        if field.name == OFFICIAL:
            self.names_fan_made = True
        return lambda card: get(card) is yes

    def _set(self, term: _Term, field: Field, value: str) -> Predicate:
        catalog, get = self.catalog, field.get
        found = {each.id for each in catalog.sets if catalog.is_set(each.id, value)}
        if not found:
            near = self._nearest(value, [each.name for each in catalog.sets])
            return self._unknown(term, "query.no-set", value=value, game=catalog.game, nearest=near)
        if term.operator != "!=" and self._negations % 2 == 0:
            named = [catalog.sets_by_id[set_id] for set_id in found]
            self.names_fan_made |= any(not each.official for each in named)
        return lambda card: get(card) in found

    def _is(self, term: _Term, value: str) -> Predicate:
        key = squeeze(value)
        if key in (FAN, ANY):
            self.names_fan_made = True
            return (lambda card: True) if key == ANY else (lambda card: not card.official)
        if key == "reprint":
            return lambda card: _is_reprint(card, self.catalog)
        flags = {name: each for name, each in self.fields.items() if each.kind == FLAG}
        if key in flags:
            return self._flag(term, flags[key], "true")
        types = self.fields["type"].values(self.catalog)
        if (found := _pick(value, types)) is not None:
            return lambda card: card.type == found
        known = [FAN, ANY, "reprint", *dict.fromkeys(each.name for each in flags.values()), *types]
        near = self._nearest(value, known)
        return self._unknown(term, "query.unknown-is", value=value, nearest=near)

    def _has(self, term: _Term, value: str) -> Predicate:
        field = self.fields.get(squeeze(value)) or self._keyword(squeeze(value))
        if field is None:
            near = self._nearest(value, self._field_names())
            return self._unknown(
                term, "query.unknown-has", name=value, game=self.catalog.game, nearest=near
            )
        get = field.get
        if field.of_set:
            stated = {each.id for each in self.catalog.sets if field.get_set(each) is not None}
            return lambda card: card.set in stated
        return lambda card: get(card) not in (None, (), {}, False)

    def _keyword(self, name: str) -> Field | None:
        """Return a keyword as a field of its own (`toughness>=2`), or None."""
        for field in self.fields.values():
            if field.kind == MAPPING:
                for keyword in field.values(self.catalog):
                    if squeeze(keyword) == name:
                        return field.entry(keyword)
        return None

    def _field_names(self) -> list[str]:
        keywords = [
            keyword
            for field in dict.fromkeys(self.fields.values())
            if field.kind == MAPPING
            for keyword in field.values(self.catalog)
        ]
        names = dict.fromkeys(field.name for field in self.fields.values())
        return [*names, IS, HAS, *keywords]

    def _nearest(self, value: str, known: Sequence[str]) -> Phrase | str:
        close = nearest(value, known) or nearest(value, known, least=0)
        return phrase("errors.query.nearest", names=close) if close else ""

    def _unknown(self, term: _Term, code: str, **fields: Any) -> Predicate:
        self.faults.append(_fault(self.text, term.at, code, fields))
        return lambda card: False


def _free(term: _Term, catalog: Catalog) -> Predicate:
    """Match a word or phrase with names, in any language; a word also with a whole keyword."""
    key = fold(term.value)
    if key == "the":
        # Articles are folded away from names, so that they are in every name and in none.
        return lambda card: True
    wanted = loose(key)
    found = {
        catalog.cards[row].id
        for title, loose_title, rows in catalog.title_keys
        if (wanted in loose_title if wanted else key in title)
        for row in rows
    }
    if term.quoted:
        return lambda card: card.id in found
    keywords = [
        (field.get, keyword)
        for field in dict.fromkeys(fields_of(catalog.card_type).values())
        if field.name == "keywords"
        for keyword in field.values(catalog)
        if squeeze(keyword) == squeeze(term.value)
    ]
    return lambda card: (
        card.id in found or any(keyword in (get(card) or ()) for get, keyword in keywords)
    )


def _letters(field: Field) -> Phrase | str:
    """Return the letters that may stand for a number, as a sentence about numbers goes on."""
    return phrase("errors.query.letters", letters=field.letters) if field.letters else ""


def _any(choices: list[Predicate]) -> Predicate:
    return choices[0] if len(choices) == 1 else lambda card: any(ask(card) for ask in choices)


def _is_reprint(card: Card, catalog: Catalog) -> bool:
    same = (each for each in catalog.printings(card.name) if each.type == card.type)
    return next(same, card) != card


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _pick(value: str, known: Iterable[str], ending: str = "") -> str | None:
    """Return the known value that this is a way to write: spelling folded, also in the plural.

    The `ending` of a known value may be left out (`cycle:enemy` for "The Enemy Cycle").
    """
    wanted = squeeze(value)
    by_key = {squeeze(each): each for each in known}
    for key in (wanted, wanted.removesuffix("s"), f"{wanted}{ending}"):
        if key in by_key:
            return by_key[key]
    return None
