"""Decks of other programs in XML and JSON, as those programs write them."""

from __future__ import annotations

import pytest

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import InputError
from deckbuilder.exchange.reading import read_deck

EXPECTED = [(3, "Squig Herders", "main"), (2, "Pillage", "main")]
SIDE = [(1, "Innovation", "sideboard")]
OCTGN = """<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<deck game="e1e11562-efce-4379-9701-534f9717391f" sleeveid="0">
  <section name="Capital">
    <card qty="1" id="00000000-0000-0000-0000-000000000001">Orc Capital</card>
  </section>
  <section name="Deck" shared="False">
    <card qty="3" id="00000000-0000-0000-0000-000000000002">Squig Herders</card>
    <card qty="2" id="00000000-0000-0000-0000-000000000003">pillage</card>
  </section>
  <section name="Empty" shared="False" />
  <notes><![CDATA[Played by Anna]]></notes>
</deck>
"""
COCKATRICE = """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
    <deckname>Orc rush</deckname>
    <comments>Player: Anna
fast</comments>
    <zone name="main">
        <card number="3" price="0" name="Squig Herders"/>
        <card number="2" price="0" name="Pillage"/>
    </zone>
    <zone name="side"><card number="1" name="Innovation"/></zone>
</cockatrice_deck>
"""
MTGO = """<?xml version="1.0" encoding="utf-8"?>
<Deck><NetDeckID>0</NetDeckID><PreconstructedDeckID>0</PreconstructedDeckID>
<Cards CatID="1" Quantity="3" Sideboard="false" Name="Squig Herders" Annotation="0" />
<Cards CatID="2" Quantity="2" Sideboard="false" Name="Pillage" Annotation="0" />
<Cards CatID="3" Quantity="1" Sideboard="true" Name="Innovation" Annotation="0" /></Deck>
"""
LACKEY = """<deck version="0.8"><meta><title>Orc rush</title><game>whi</game></meta>
<superzone name="Deck"><card><name id="1">Squig Herders</name><set>Core</set></card>
<card><name id="1">Squig Herders</name><set>Core</set></card>
<card><name id="1">Squig Herders</name><set>Core</set></card>
<card><name id="2">Pillage</name><set>Core</set></card>
<card><name id="2">Pillage</name><set>Core</set></card></superzone></deck>
"""


def cards(deck: Deck) -> list[tuple[int, str, str]]:
    return [(entry.count, entry.title, entry.section) for entry in deck.entries]


def beside(deck: Deck) -> list[tuple[int, str, str]]:
    return [(entry.count, entry.title, entry.section) for entry in deck.beside]


def test_octgn() -> None:
    deck = read_deck(OCTGN.encode(), "deck.o8d")
    assert (deck.game, cards(deck)) == ("invasion", EXPECTED)
    assert deck.header("Capital") == "Orc"
    assert deck.notes == ("Played by Anna",)


def test_cockatrice() -> None:
    deck = read_deck(COCKATRICE.encode(), "deck.cod")
    assert (cards(deck), beside(deck)) == (EXPECTED, SIDE)
    assert (deck.name, deck.header("Player"), deck.notes) == ("Orc rush", "Anna", ("fast",))


def test_mtgo() -> None:
    deck = read_deck(MTGO.encode(), "deck.dek")
    assert (cards(deck), beside(deck)) == (EXPECTED, SIDE)


def test_lackey() -> None:
    deck = read_deck(LACKEY.encode(), "deck.dek")
    assert (deck.name, cards(deck)) == ("Orc rush", EXPECTED)


def test_the_kind_is_told_from_the_content_and_not_from_the_name() -> None:
    assert cards(read_deck(OCTGN.encode(), "deck.txt")) == EXPECTED
    assert cards(read_deck(b"3x Squig Herders\n2x Pillage\n", "deck.o8d")) == EXPECTED


def test_an_impossible_count_in_xml_is_a_fault() -> None:
    with pytest.raises(InputError, match="count 0 is not possible"):
        read_deck(OCTGN.replace('qty="3"', 'qty="0"').encode(), "deck.o8d")


BOMB = "<!ENTITY a 'ha'>" + "".join(
    f"<!ENTITY {chr(98 + n)} '{f'&{chr(97 + n)};' * 10}'>" for n in range(9)
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"<!DOCTYPE deck [{BOMB}]><deck game='x'>&j;</deck>", "entities"),
        (
            "<!DOCTYPE deck [<!ENTITY f SYSTEM 'file:///etc/passwd'>]><deck game='x'>&f;</deck>",
            "entities",
        ),
        ("<!DOCTYPE deck SYSTEM 'http://example.org/x.dtd'><deck game='x'/>", "entities"),
        ("<deck game='x'>", "broken XML"),
        ("<a>" * 30 + "</a>" * 30, "nested deeper"),
        ("<html><body>3x Pillage</body></html>", "a page of the web, not a list"),
        ("<playlist/>", "no deck that is known"),
        ("<cockatrice_deck/>", "no card"),
    ],
)
def test_xml_that_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_deck(text.encode(), "deck.xml")


def test_json_by_its_schema() -> None:
    text = (
        '{"schema": 1, "game": "WHI", "name": "Orc rush", "format": "invasion-constructed",'
        ' "headers": [{"key": "Capital", "value": "Orc"}],'
        ' "cards": [{"count": 3, "name": "Squig Herders"}, {"count": 2, "name": "pillage",'
        ' "set": "Core", "number": 78, "comment": "new"}]}'
    )
    deck = read_deck(text.encode(), "deck.json")
    assert (deck.game, deck.name, deck.header("Capital")) == ("invasion", "Orc rush", "Orc")
    assert cards(deck) == EXPECTED
    assert deck.entries[1].comment == "new"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "broken JSON"),
        ("{}", "this JSON is no list"),
        ('{"ObjectStates": []}', "a saved object of Tabletop Simulator"),
        ("[{}]", "this JSON is no list"),
        ('{"cards": []}', "no card"),
        ('{"cards": [{"name": 7}]}', "cards"),
        ('{"schema": 2, "cards": []}', "schema"),
        ('{"game": "chess", "cards": [{"name": "Pillage"}]}', "there is no game 'chess'"),
    ],
)
def test_json_that_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_deck(text.encode(), "deck.json")


def test_every_impossible_count_of_a_json_is_told() -> None:
    text = (
        '{"cards": [{"count": 0, "name": "Pillage"}, {"count": 1, "name": "Choppa"},\n'
        ' {"count": 1000000000, "name": "Pillage"}]}'
    )
    with pytest.raises(InputError) as caught:
        read_deck(text.encode(), "deck.json")
    assert [(fault.line, fault.field) for fault in caught.value.faults] == [
        (1, "cards[0]"),
        (2, "cards[2]"),
    ]
