"""`check --fix`: the smallest changes that make a list legal, checked by the same rules."""

import json
from pathlib import Path

import msgspec
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.catalog.collection import Holding, Owned
from deckbuilder.cli.main import run
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.exchange.reading import read_deck
from deckbuilder.formats.checking import Checker, errors
from deckbuilder.formats.legality import check, checker
from deckbuilder.formats.loading import load_format
from deckbuilder.formats.mending import CardChange, HeaderChange, Mending, NameChange, mend
from deckbuilder.formats.verdict import format_of
from deckbuilder.registry import game

TWINS = Path(__file__).parents[1] / "data" / "twins"
INDEX = yaml.load((TWINS / "index.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


def twin(key: str, kind: str) -> Deck:
    path = TWINS / f"{key}-{kind}.txt"
    return read_deck(path.read_bytes(), path.name)


def mended(key: str, kind: str = "breaks") -> Mending:
    deck = twin(key, kind)
    return mend(deck, checker(format_of(deck, key), date=INDEX[key].get("date")))


def changes(key: str) -> set[tuple[str, int, int]]:
    found = [change for change in mended(key).changes if isinstance(change, CardChange)]
    return {(change.card, change.have, change.need) for change in found}


@pytest.mark.parametrize("key", sorted(INDEX))
def test_every_broken_twin_is_made_legal(key: str) -> None:
    result = mended(key)
    assert result.left == ()
    deck = twin(key, "breaks")
    assert errors(check(result.deck, format_of(deck, key), date=INDEX[key].get("date"))) == ()


@pytest.mark.parametrize("key", sorted(INDEX))
def test_legal_list_stays_as_it_is(key: str) -> None:
    result = mended(key, "holds")
    assert result.changes == ()
    assert result.deck == twin(key, "holds")


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("INV-11", {("Troll Slayers", 4, 3)}),
        ("INV-12", {("Squig Herders", 2, 0), ("Cold One Riders", 2, 0)}),
        ("INV-50", {("Warpstone Excavation", 1, 0)}),  # 1 copy goes, not the 3 of Innovation
        ("INV-15-starter", {("Troll Slayers", 2, 3), ("Dwarf Masons", 2, 1)}),
        ("NF-64", {("Moon phase", 5, 6)}),  # 1 copy comes, the other 5 do not go
        ("NF-27", {("Foul Revenant", 7, 0), ("Doktor Nyilaszy", 0, 7)}),
        ("XENO-1", {("Boy", 1, 2), ("Hero", 2, 1)}),
    ],
)
def test_changes_are_the_smallest(key: str, expected: set[tuple[str, int, int]]) -> None:
    assert changes(key) == expected


def test_capital_of_the_other_side_is_changed_not_the_deck() -> None:
    assert mended("INV-14-side").changes == (
        HeaderChange(header="Capital", before="Orc", after="Dwarf"),
    )


def test_misspelt_name_is_read_as_the_one_title_near_it() -> None:
    """Beside three copies of that title the misspelt one is a fourth (INV-11), and goes."""
    result = mended("unknown-card")
    assert result.changes == (
        NameChange(name="Trol Slayer", card="Troll Slayers", lines=(35,)),
        CardChange(section=None, card="Troll Slayers", have=4, need=3),
    )
    assert result.left == ()


def invasion(text: str) -> Deck:
    return read_deck(text.encode(), "list", game="invasion")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Deffender of the Hold", "Defender of the Hold"),
        ("Runesmiht", "Runesmith"),
        ("Hunstmen", "Huntsmen"),
        ("Innovationn", "Innovation"),
    ],
)
def test_one_near_title_is_offered_with_its_line(written: str, meant: str) -> None:
    deck = invasion(f"Capital: Dwarf\n2x {written}\n")
    result = mend(deck, checker(load_format("invasion-constructed")))
    assert result.changes[0] == NameChange(name=written, card=meant, lines=(2,))
    assert result.left == ()


def test_no_card_is_added_that_an_unread_line_may_mean() -> None:
    """`Dwarf Master` comes near several titles; 49 cards beside it ask for none of them."""
    nearest = game("invasion").catalog().nearest("Dwarf Master")
    assert len(nearest) > 1
    deck = invasion("Capital: Dwarf\n1x Dwarf Master\n3x Runesmith\n")
    result = mend(deck, checker(load_format("invasion-constructed")))
    assert [problem.code for problem in result.left] == ["unknown-card"]
    added = {change.card for change in result.changes if isinstance(change, CardChange)}
    assert added
    assert not added & set(nearest)


XENO = game("xeno").catalog().cards


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(min_value=0, max_value=4), min_size=10, max_size=10))
def test_any_mixture_of_xeno_cards_becomes_the_one_deck(counts: list[int]) -> None:
    entries = tuple(
        Entry(count=count, name=card.name, card=card)
        for card, count in zip(XENO, counts, strict=True)
        if count
    )
    result = mend(Deck(game="xeno", entries=entries), checker(load_format("xeno")))
    assert result.left == ()
    moved = sum(
        abs(change.have - change.need)
        for change in result.changes
        if isinstance(change, CardChange)
    )
    assert moved == sum(
        abs(count - (card.quantity or 0)) for card, count in zip(XENO, counts, strict=True)
    )


def test_command_proposes_and_writes_to_a_new_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, new = TWINS / "INV-12-breaks.txt", tmp_path / "mended.txt"
    assert run(["check", str(path), "--fix", "--lang", "en"]) == 1
    out = capsys.readouterr().out
    assert "  fix: take out 2 copies of Squig Herders (2 to 0)" in out
    assert "With these changes the list is legal." in out
    before = path.read_bytes()
    assert run(["check", str(path), "--fix", "-o", str(new)]) == 1
    assert path.read_bytes() == before
    assert run(["check", str(new)]) == 0
    assert run(["check", str(path), "--fix", "-o", str(new)]) == 2
    assert run(["check", str(path), "--fix", "-o", str(new), "--force"]) == 1


def test_what_only_the_owner_can_mend_is_named_with_line_and_nearest_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, new = tmp_path / "list.txt", tmp_path / "mended.txt"
    path.write_text("Capital: Dwarf\n1x Dwarf Master\n2x Runesmiht\n1x Qwxz Zzyq\n")
    options = ["--format", "invasion-constructed", "--fix", "--lang", "en", "-o", str(new)]
    assert run(["check", str(path), *options]) == 1
    offered, told = capsys.readouterr().out.split("These are for you to mend")
    assert "  fix: read 'Runesmiht' as Runesmith [line 3]" in offered
    assert told.count("Dwarf Master") == 1
    assert "Did you mean: Dwarf Miner, Dwarf Masons, Dwarf Ranger" in told
    assert "[line 2]" in told
    assert "'Qwxz Zzyq'. Correct the name. [line 4]" in told
    assert "unknown-card" not in told


@pytest.mark.parametrize(
    ("stated", "written"),
    [
        ("", "Format: invasion-constructed"),
        ("Format: Invasion Constructed", "Format: Invasion Constructed"),
        ("Format: invasion-draft", "Format: invasion-constructed"),
        ("Invasion Constructed", "Format: Invasion Constructed"),  # a title that is a format
    ],
)
def test_mended_list_names_the_format_that_judged_it(
    tmp_path: Path, stated: str, written: str
) -> None:
    path, new = tmp_path / "list.txt", tmp_path / "mended.txt"
    path.write_text(f"{stated}\n4x Troll Slayers\n3x Innovation\nCapital: Dwarf\n")
    options = ["--format", "invasion-constructed", "--fix", "-o", str(new)]
    assert run(["check", str(path), *options]) == 1
    lines = new.read_text(encoding="utf-8").splitlines()
    assert written in lines
    assert sum(line.startswith("Format:") for line in lines) == 1
    assert run(["check", str(new)]) == 0


def test_format_of_ones_own_is_not_written_as_an_id_that_nobody_knows(tmp_path: Path) -> None:
    path, new, law = tmp_path / "list.txt", tmp_path / "mended.txt", tmp_path / "club.yaml"
    law.write_text("id: club\nname: Club\nextends: xeno\n")
    path.write_text("1x Hero\n1x Emperor\n")
    assert run(["check", str(path), "--format", str(law), "--fix", "-o", str(new)]) == 1
    assert "Format:" not in new.read_text(encoding="utf-8")


def test_command_tells_the_changes_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(TWINS / "INV-11-breaks.txt"), "--fix", "--json"]) == 1
    [verdict] = json.loads(capsys.readouterr().out)
    assert verdict["legal"] is False
    assert verdict["fix"] == {
        "legal": True,
        "changes": [{"section": None, "card": "Troll Slayers", "have": 4, "need": 3}],
        "left": [],
    }


@pytest.mark.parametrize("options", [["-o", "x.txt"], ["--fix", "-o", "x.txt", "another.txt"]])
def test_output_goes_with_fix_and_one_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["check", str(TWINS / "INV-11-breaks.txt"), *options]) == 2
    assert list(tmp_path.iterdir()) == []


def holding(deck: Deck, **more: int) -> Owned:
    """The very cards of a list and some more, by their numbers in the core set."""
    cards = {entry.card.id: entry.count for entry in deck.entries if entry.card}
    cards |= {f"invasion/core/{number[1:]}": count for number, count in more.items()}
    return Owned(game("invasion").catalog(), Holding(cards=cards))


def test_only_owned_cards_are_proposed_where_a_collection_is_given() -> None:
    deck = twin("INV-10-fewest", "breaks")
    law = checker(load_format("invasion-constructed"))
    nothing_more = mend(deck, law, holding(deck))
    assert nothing_more.changes == ()
    assert [(each.have, each.need) for each in nothing_more.left] == [(49, 50)]
    one_more = mend(deck, law, holding(deck, n119=1))
    assert one_more.changes == (CardChange(section=None, card="Innovation", have=0, need=1),)
    assert one_more.left == ()


def test_check_fix_owned_proposes_no_card_that_is_not_owned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path))
    path = str(TWINS / "INV-10-fewest-breaks.txt")
    assert run(["check", path, "--fix", "--owned", "--json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)
    assert told["fix"]["changes"] == []
    assert told["fix"]["legal"] is False


def test_rule_that_does_not_say_what_it_counts_is_obeyed_but_nothing_is_proven() -> None:
    """INV-11 as a kind of its own would have it that gives a check and no numbers."""
    law = checker(load_format("invasion-constructed"))
    kinds = {each.kind.name: each.kind for each in law.bound}
    kinds["copies"] = msgspec.structs.replace(kinds["copies"], counts=None)
    unread = Checker(law.format, law.catalog, kinds)
    result = mend(twin("INV-11", "breaks"), unread)
    assert result.changes == (CardChange(section=None, card="Troll Slayers", have=4, need=3),)
    assert result.left == ()
    assert not result.proven
    assert mend(twin("INV-11", "breaks"), law).proven
