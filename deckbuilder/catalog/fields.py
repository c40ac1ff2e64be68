"""What can be asked of a game's cards: the fields of its card class, typed for the search."""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

import msgspec

from deckbuilder.catalog.card import Card, CardSet
from deckbuilder.catalog.names import squeeze

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog

NUMBER, FLAG, CHOICE, MAPPING, FREE, SET, DATE = (
    "number", "flag", "choice", "mapping", "free", "set", "date",
)  # fmt: skip
_FREE_FIELDS = ("id", "name", "name_ja", "doubt")
_OF_THE_SET = {"cycle": CHOICE, "released": DATE}


class Field(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One thing to ask for. `letters` are what a number may be instead (X, *)."""

    name: str
    kind: str
    get: Callable[[Card], Any]
    many: bool = False
    choices: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    of_set: bool = False
    part_of: str | None = None

    def get_set(self, card_set: CardSet) -> Any:
        """Return the fact of a set, for fields that belong to sets."""
        return getattr(card_set, self.name)

    def values(self, catalog: Catalog) -> list[str]:
        """Return every value that the class allows or that a card has, sorted."""
        if self.of_set:
            found = {self.get_set(each) for each in catalog.sets}
        elif self.many:
            found = {value for card in catalog.cards for value in self.get(card) or ()}
        else:
            found = {self.get(card) for card in catalog.cards}
        return sorted({str(value) for value in found if value is not None} | set(self.choices))

    def entry(self, key: str) -> Field:
        """Return one key of a mapping as a number of its own."""
        get = self.get
        return Field(
            name=key, kind=NUMBER, get=lambda card: (get(card) or {}).get(key), letters=("X",)
        )


@cache
def fields_of(card_type: type[Card]) -> dict[str, Field]:
    """Return the fields of a card class by every squeezed way to write them."""
    found: dict[str, Field] = {}
    short: dict[str, list[str]] = {}
    for written, name in card_type.short_forms.items():
        short.setdefault(name, []).append(written)
    for field in _fields(card_type, short):
        for written in (field.name, field.name.removesuffix("s"), *field.short):
            found.setdefault(squeeze(written), field)
    return found


def _fields(card_type: type[Card], short: dict[str, list[str]]) -> list[Field]:
    fields = []
    for field in msgspec.structs.fields(card_type):
        for made in _typed(field.name, field.type, card_type):
            fields.append(msgspec.structs.replace(made, short=tuple(short.get(made.name, ()))))
    for name, kind in _OF_THE_SET.items():
        fields.append(Field(name=name, kind=kind, get=lambda card: None, of_set=True))
    return fields


def _typed(name: str, annotation: Any, card_type: type[Card]) -> list[Field]:
    def get(card: Card) -> Any:
        return getattr(card, name)

    allowed = [each for each in members(annotation) if each is not type(None)]
    letters = tuple(
        str(value) for each in allowed if get_origin(each) is Literal for value in get_args(each)
    )
    if name in _FREE_FIELDS:
        return [Field(name=name, kind=FREE, get=get)]
    if name in card_type.names_set:
        return [Field(name=name, kind=SET, get=get)]
    if bool in allowed:
        return [Field(name=name, kind=FLAG, get=get)]
    if int in allowed:
        return [Field(name=name, kind=NUMBER, get=get, letters=letters)]
    for each in allowed:
        if get_origin(each) is tuple:
            choices = get_args(get_args(each)[0])
            return [Field(name=name, kind=CHOICE, get=get, many=True, choices=choices)]
        if get_origin(each) is dict:
            return [Field(name=name, kind=MAPPING, get=get, many=True)]
        if isinstance(each, type) and issubclass(each, msgspec.Struct):
            return [_part(name, inner.name) for inner in msgspec.structs.fields(each)]
    return [Field(name=name, kind=CHOICE, get=get, choices=letters)]


def members(annotation: Any) -> tuple[Any, ...]:
    """Return the members of a union, or the type alone."""
    if get_origin(annotation) in (Union, types.UnionType):
        return tuple(inner for each in get_args(annotation) for inner in members(each))
    return (annotation,)


def _part(name: str, inner: str) -> Field:
    def get(card: Card) -> Any:
        return getattr(getattr(card, name), inner, None)

    return Field(name=inner, kind=NUMBER, get=get, part_of=name)
