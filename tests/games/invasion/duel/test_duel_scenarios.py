"""The worked scenarios: what the rules and the cards of the core set come to, step by step."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parent))
from scenarios import read_scenarios, run_scenario

from deckbuilder.games.invasion.duel.settings import Switches

SHIPPED = Path(__file__).parents[3] / "data" / "invasion_scenarios.yaml"
MORE = SHIPPED.with_name("invasion_more_scenarios.yaml")
SWITCHES = SHIPPED.with_name("invasion_switches.yaml")


def pytest_generate_tests(metafunc):
    if "scenario" not in metafunc.fixturenames:
        return
    chosen = metafunc.config.getoption("--scenarios", default=None)
    files = [Path(chosen)] if chosen else [SHIPPED, MORE, SWITCHES]
    scenarios = [scenario for file in files for scenario in read_scenarios(file)]
    metafunc.parametrize("scenario", scenarios, ids=[each["id"] for each in scenarios])


def test_scenario(scenario):
    run_scenario(scenario)


def test_all_scenarios_are_there():
    ids = [scenario["id"] for scenario in read_scenarios(SHIPPED)]
    assert len(ids) == len(set(ids)) >= 116
    cards = {card for scenario in read_scenarios(SHIPPED) for card in scenario["cards"]}
    assert cards == set(range(1, 128))


def test_every_switch_has_a_scenario_for_both_of_its_values():
    stated = {
        pair for scenario in read_scenarios(SWITCHES) for pair in scenario["switches"].items()
    }
    fields = [field.name for field in msgspec.structs.fields(Switches)]
    assert stated == {(name, value) for name in fields for value in (False, True)}
