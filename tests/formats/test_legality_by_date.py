"""Bans, restrictions, release dates and errata, judged as of a day."""

from pathlib import Path

import pytest

from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.errors import InputError
from deckbuilder.formats.context import Context
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import load_format
from deckbuilder.registry import game


def deck(game_id: str, **copies: int) -> Deck:
    catalog = game(game_id).catalog()
    entries = []
    for name, count in copies.items():
        card = catalog.find(name.replace("_", " "))
        assert card is not None
        entries.append(Entry(count=count, name=card.name, card=card))
    return Deck(game=game_id, entries=tuple(entries), headers=(("Capital", "Empire"),))


def codes(listed: Deck, format_id: str, date: str | None) -> set[str]:
    return {problem.code for problem in check(listed, load_format(format_id), date=date)}


@pytest.mark.parametrize(
    ("date", "restricted"),
    [("2011-04-05", False), ("2011-04-06", True), ("2013-01-01", True), (None, True)],
)
def test_INV_50_restricted_list_binds_from_its_day_on(date: str | None, restricted: bool) -> None:
    listed = deck("invasion", Innovation=3, Warpstone_Excavation=3)
    assert ("restricted" in codes(listed, "invasion-tournament", date)) == restricted


@pytest.mark.parametrize(
    ("date", "banned"), [("2011-07-12", False), ("2011-07-13", True), (None, True)]
)
def test_INV_51_ban_binds_from_its_day_on(date: str | None, banned: bool) -> None:
    listed = deck("invasion", Visit_the_Haunted_City=1)
    assert ("banned" in codes(listed, "invasion-tournament", date)) == banned


def test_INV_50_and_51_bind_tournaments_only() -> None:
    listed = deck("invasion", Innovation=3, Warpstone_Excavation=3, Visit_the_Haunted_City=1)
    assert codes(listed, "invasion-constructed", None) == {"too-few", "loyalty-unpaid"}


@pytest.mark.parametrize(
    ("date", "code"),
    [
        ("2009-08-31", "not-yet-legal"),  # the core set came in September 2009, day unknown
        ("2009-09-15", "release-unknown"),
        ("2009-09-30", None),
        (None, None),
    ],
)
def test_pool_by_date_doubts_a_set_within_its_month(date: str | None, code: str | None) -> None:
    found = codes(deck("invasion", Huntsmen=3), "invasion-tournament", date)
    assert {"not-yet-legal", "release-unknown"} & found == ({code} if code else set())


@pytest.mark.parametrize(
    ("name", "first_day", "day_before"),
    [
        ("Scarab Warcharm", "2006-08-09", "2006-08-08"),  # base set: at once
        ("Temple Lion", "2006-11-10", "2006-11-09"),  # Baxar's War: 27 October + 14 days
        ("Blind Envoy", "2007-05-04", "2007-05-03"),  # Anvilborn: 20 April + 14 days
    ],
)
def test_DRB_41_a_set_is_legal_fourteen_days_after_release(
    name: str, first_day: str, day_before: str
) -> None:
    listed = deck("dreamblade", **{name: 1})
    assert "not-yet-legal" not in codes(listed, "dreamblade-constructed", first_day)
    assert "not-yet-legal" in codes(listed, "dreamblade-constructed", day_before)


def test_DRB_41_a_set_without_a_date_is_a_warning_never_an_error() -> None:
    listed = deck("dreamblade", Arsonist=1)  # Chrysotic Plague: the day was not found
    problems = check(listed, load_format("dreamblade-constructed"), date="2007-01-20")
    doubts = [problem for problem in problems if problem.code == "release-unknown"]
    assert [problem.severity for problem in doubts] == ["warning"]


@pytest.mark.parametrize(("date", "banned"), [("2007-04-17", False), ("2007-04-18", True)])
def test_DRB_43_kitsune_is_banned(date: str, banned: bool) -> None:
    assert ("banned" in codes(deck("dreamblade", Kitsune=1), "dreamblade-constructed", date)) == (
        banned
    )


@pytest.mark.parametrize(("date", "unique"), [("2013-11-23", True), ("2013-11-24", False)])
def test_erratum_changes_a_fact_until_it_is_undone(date: str, unique: bool) -> None:
    catalog = game("invasion").catalog()
    card = catalog.find("Snotling Invasion")
    assert card is not None
    context = Context(load_format("invasion-tournament"), catalog, date)
    assert context.values("unique")[card.id] is unique


def test_erratum_of_a_limit_binds_every_printing(tmp_path: Path) -> None:
    (tmp_path / "errata.yaml").write_text(
        "id: errata\ngame: invasion\nerrata:\n"
        "- {card: Innovation, field: limit_per_deck, value: 1, cite: L 1, until: 2020-01-01}\n",
        encoding="utf-8",
    )
    path = tmp_path / "league.yaml"
    path.write_text(
        "id: league\nname: League\ngame: invasion\nrestrictions: [./errata.yaml]\n"
        "rules:\n- {kind: per-card-limit, cite: L 2}\n",
        encoding="utf-8",
    )
    league = load_format(str(path))
    catalog = game("invasion").catalog()
    for printing in catalog.printings("Innovation"):
        listed = Deck(game="invasion", entries=(Entry(count=2, name="Innovation", card=printing),))
        assert [each.need for each in check(listed, league, date="2019-12-31")] == [1]
        assert check(listed, league, date="2020-01-01") == ()


def test_format_is_not_asked_before_it_is_in_force(tmp_path: Path) -> None:
    path = tmp_path / "league.yaml"
    path.write_text(
        "id: league\nname: League\ngame: xeno\neffective_from: 2024-05-01\n", encoding="utf-8"
    )
    with pytest.raises(InputError, match="in force from 2024-05-01"):
        check(deck("xeno", Hero=1), load_format(str(path)), date="2024-04-30")
    assert check(deck("xeno", Hero=1), load_format(str(path)), date="2024-05-01") == ()
