"""The effects file: the shipped one is sound, and every fault of one is told with its line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import yaml

sys.path.insert(0, str(Path(__file__).parent))
from duels import CATALOG, effects

from deckbuilder.cli.main import main
from deckbuilder.errors import InputError
from deckbuilder.games.invasion.duel.effects_checks import HOLDING, REPLACING
from deckbuilder.games.invasion.duel.loading import (
    effects_in_force,
    load_effects,
    read_effects,
)
from deckbuilder.games.invasion.duel.operations import SIGNATURES
from deckbuilder.games.invasion.duel.primitives import PRIMITIVES
from deckbuilder.preferences import Preferences
from deckbuilder.registry import game
from deckbuilder.resources import cards_folder

SHIPPED = cards_folder("invasion") / "effects" / "core.yaml"
HEAD = "game: invasion\nset: core\neffects:\n- number: 5\n  name: Runesmith\n  abilities:\n"


def test_all_cards_of_the_core_set_have_their_effects():
    core = {card.id for card in CATALOG.cards if card.set == "core" and card.number <= 127}
    assert set(effects()) >= core
    assert sum(len(effects()[card]) for card in core) == 157


def test_other_printings_of_a_title_do_the_same():
    core, other = CATALOG.printings("Innovation")
    assert {core.set, other.set} == {"core", "assault-on-ulthuan"}
    assert effects()[core.id] == effects()[other.id]


def test_every_primitive_is_carried_out_or_holds():
    assert set(SIGNATURES) == set(PRIMITIVES) | set(HOLDING) | set(REPLACING)


def faults_of(text: str) -> list[tuple[str, int | None, str | None]]:
    with pytest.raises(InputError) as refused:
        read_effects(CATALOG, [("own.yaml", text.encode())])
    return [(fault.code, fault.line, fault.field) for fault in refused.value.faults]


ABILITY_FAULTS = {
    "kind: action, effect: [{do: dra, who: you, n: 1}]": ("effects.no-primitive", "do"),
    "kind: action, effect: [{do: draw, n: 1}]": ("effects.needs-word", "effect"),
    "kind: action, effect: [{do: draw, who: me, n: 1}]": ("effects.cannot-stand", "who"),
    "kind: action, effect: [{do: draw, who: you, n: 1, x: 2}]": ("effects.no-primitive-word", "x"),
    "kind: action, effect: []": ("effects.empty", "effect"),
    "kind: forced, effect: [{do: draw, who: you, n: 1}]": ("effects.needs-trigger", "kind"),
    "kind: often, effect: [{do: draw, who: you, n: 1}]": ("effects.misfit", "kind"),
    "kind: action, if: 'dev(you) >= 1', effect: [{do: draw, who: you, n: 1}]": (
        "effects.word-count",
        "if",
    ),
    "kind: action, if: 'cards >= 1', effect: [{do: draw, who: you, n: 1}]": (
        "effects.no-formula-word",
        "if",
    ),
    "kind: action, if: 'dev(you,here) >=', effect: [{do: draw, who: you, n: 1}]": (
        "effects.ends-early",
        "if",
    ),
    "kind: action, if: '1 & 2', effect: [{do: draw, who: you, n: 1}]": ("effects.unread", "if"),
    "kind: action, effect: [{do: destroy, what: A}]": ("effects.no-object", "what"),
    "kind: action, effect: [{do: destroy, what: {t: units}}]": ("effects.not-taken", "what"),
    "kind: action, effect: [{do: destroy, what: {kind: unit}}]": ("effects.no-key", "what"),
    "kind: action, effect: [{do: destroy, what: [3]}]": ("effects.no-selector", "what"),
    "kind: action, cost: [{gold: 1}], effect: [{do: draw, who: you, n: 1}]": (
        "effects.no-cost",
        "cost",
    ),
    "kind: constant, effect: [{do: draw, who: you, n: 1}]": ("effects.cannot-hold", "do"),
    "kind: action, effect: [{do: provide_loyalty, races: [orc]}]": ("effects.only-holds", "do"),
    "kind: forced, trigger: {event: dies, card: self}, effect: [{do: draw, who: you, n: 1}]": (
        "effects.no-event",
        "event",
    ),
    "kind: forced, trigger: {event: turn_start, min: 2}, effect: [{do: draw, who: you, n: 1}]": (
        "effects.no-filter",
        "min",
    ),
    "kind: action, targets: [{id: A, sel: {t: unit}}, {id: A, sel: {t: unit}}], "
    "effect: [{do: destroy, what: A}]": ("effects.no-name", "id"),
    "kind: forced, trigger: {event: damage_would_be_dealt, to: self}, "
    "effect: [{do: draw, who: you, n: 1}]": ("effects.no-replacement", "do"),
    "kind: action, effect: [{do: choose_one, who: each, options: "
    "[[{do: draw, who: you, n: 1}], [{do: draw, who: you, n: 2}]]}]": ("effects.no-option", "do"),
    "kind: action, effect: [{do: choose_one, who: each, options: []}]": (
        "effects.no-options",
        "options",
    ),
}


@pytest.mark.parametrize("ability", ABILITY_FAULTS)
def test_every_fault_of_an_ability_is_told_with_line_and_field(ability):
    code, field = ABILITY_FAULTS[ability]
    text = f"{HEAD}  - {{id: '5a', {ability}}}\n"
    assert (code, 7, field) in faults_of(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[]", ("effects.form", 1, None)),
        ("game: xeno\nset: core\neffects: []", ("effects.of-other-game", 1, "game")),
        ("game: invasion\nset: cores\neffects: []", ("effects.no-set", 2, "set")),
        ("game: invasion\nset: core\nmore: 1\neffects: []", ("effects.no-field", 3, "more")),
        ("game: invasion\nset: core\neffects:\n- 5", ("effects.no-record", 4, "effects")),
        (HEAD.replace("5", "555") + "  - 1", ("effects.no-card", 4, "number")),
        (HEAD.replace("Rune", "Rain") + "  - 1", ("effects.wrong-name", 5, "name")),
        (HEAD + "  - [}", ("yaml.broken", 7, None)),
    ],
)
def test_a_file_that_is_none_is_told(text, expected):
    faults = faults_of(text)
    assert expected in faults or (expected[0] == "yaml.broken" and faults[0][1] == 7)


def test_all_faults_are_told_at_once():
    text = HEAD + (
        "  - {id: '5a', kind: action, effect: [{do: draw, n: 1}]}\n"
        "  - {id: '5a', kind: action, effect: []}\n"
        "- {number: 5, name: Runesmith, abilities: []}\n"
    )
    assert [(code, line) for code, line, _ in faults_of(text)] == [
        ("effects.needs-word", 7),
        ("effects.id-twice", 8),
        ("effects.empty", 8),
        ("effects.card-twice", 9),
    ]


def test_a_file_of_ones_own_goes_over_the_shipped_one(tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text(HEAD + "  - {id: '5a', kind: action, effect: [{do: draw, who: you, n: 1}]}\n")
    changed = load_effects(CATALOG, [own])
    card = CATALOG.by_number("core", 5).id
    assert changed[card][0].effect == ({"do": "draw", "who": "you", "n": 1},)
    assert {key: value for key, value in changed.items() if key != card} == {
        key: value for key, value in effects().items() if key != card
    }


def test_the_shipped_file_holds_no_card_text():
    """What cards do stands there as data; notes are rulings, short."""
    document = yaml.load(SHIPPED.read_text(encoding="utf-8"), yaml.CSafeLoader)
    for card in document["effects"]:
        assert set(card) == {"number", "name", "abilities"}
        for ability in card["abilities"]:
            assert all(len(note) < 400 for note in ability.get("notes", ()))


def test_effects_of_ones_own_stand_in_a_pool_of_cards(tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text(HEAD + "  - {id: '5a', kind: action, effect: [{do: draw, who: you, n: 1}]}\n")
    with Preferences(own_cards=(own,)).in_force():
        catalog = game("invasion").catalog()
        found = effects_in_force(catalog)
    assert found[CATALOG.by_number("core", 5).id][0].effect[0]["do"] == "draw"
    assert [card.id for card in catalog.cards] == [card.id for card in CATALOG.cards]


def test_faults_of_ones_own_effects_are_told(tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text(HEAD + "  - {id: '5a', kind: action, effect: [{do: draw, n: 1}]}\n")
    with Preferences(own_cards=(own,)).in_force(), pytest.raises(InputError) as refused:
        effects_in_force(game("invasion").catalog())
    (fault,) = refused.value.faults
    assert (fault.where, fault.line, fault.code) == (str(own), 7, "effects.needs-word")


def test_coverage_counts_the_cards_whose_effect_is_known(say_json):
    told = say_json("cards", "invasion", "--coverage", "--json")
    shares = {each["set"]: each["facts"]["effects"] for each in told["invasion"]}
    assert shares["core"] == {"known": 127, "of": 127}
    assert shares["assault-on-ulthuan"]["known"] == 1, "Innovation"
    assert shares["tooth-and-claw"]["known"] == 0
    other = say_json("cards", "xeno", "--coverage", "--json")
    assert all("effects" not in each["facts"] for each in other["xeno"])


@pytest.fixture
def say_json(capsys):
    def run(*arguments: str):
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        assert not ended.value.code
        return json.loads(capsys.readouterr().out)

    return run
