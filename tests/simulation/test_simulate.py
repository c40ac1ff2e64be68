"""Many drafts: what is counted, files that do not depend on workers, runs that go on."""

from __future__ import annotations

import csv
import json
import statistics
from pathlib import Path

import pytest

from deckbuilder.cli.main import run
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.games.tracking import parted
from deckbuilder.sessions import simulations
from deckbuilder.sessions.seating import DraftRequest
from deckbuilder.sessions.simulations import simulation_of, specs_of
from deckbuilder.simulation import running
from deckbuilder.simulation.counting import totals
from deckbuilder.simulation.simulating import simulate
from deckbuilder.simulation.winning import Relation, Won, overall, within
from deckbuilder.simulation.workers import Batch

DREAMBLADE = Path(__file__).parents[1] / "data" / "cards" / "dreamblade"
MADE_UP = ["--set", "made-up", "--boosters", "3", "--picks", "2", "--cards", str(DREAMBLADE)]
ENDINGS = (".csv", ".json", ".parquet", ".xlsx")


def job_of(format_id, bots, **asked):
    return simulation_of(DraftRequest(format=format_id, seed=0, auto=True, **asked), bots, 1)


def done(path, *arguments):
    return run(["simulate", *arguments, "-o", str(path)])


def files(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture
def few(monkeypatch):
    """Only a few drafts are done again without draft format cards, which takes long."""
    monkeypatch.setattr(simulations, "AGAIN", 2)


@pytest.mark.parametrize("ending", ENDINGS)
def test_any_number_of_workers_writes_the_same_bytes(ending, tmp_path, few):
    written = []
    for workers in ("1", "2"):
        folder = tmp_path / workers
        path = folder / f"drafts{ending}"
        arguments = ["--drafts", "30", "--bots", "drafter,rating", "--workers", workers]
        assert done(path, "invasion-draft", *arguments) == 0
        written.append(files(folder))
    assert written[0] == written[1]
    assert f"drafts{ending}" in written[0]


@pytest.mark.parametrize(
    "arguments",
    [
        *(
            [name]
            for name in format_ids()
            if name.startswith("invasion") and load_format(name).draft
        ),
        *(
            ["nightfall-draft", "--players", "3", "--variant", variant]
            for variant in ("common-ground", "hidden-archives", "secret-archives", "upstream")
        ),
        ["nightfall-draft", "--players", "4", "--variant", "teams"],
        ["dreamblade-draft", "--players", "3", *MADE_UP],
        ["dreamblade-sealed", "--players", "2", *MADE_UP[:4], *MADE_UP[6:]],
    ],
    ids=" ".join,
)
def test_every_draft_format_can_be_simulated_and_reported(arguments, tmp_path, few, capsys):
    path = tmp_path / "drafts.json"
    assert done(path, *arguments, "--drafts", "3", "--bots", "rating,random") == 0
    found = json.loads(path.read_text("utf-8"))
    assert {row["draft"] for row in found["decks"]} == {0, 1, 2}
    assert found["run"]["format"] == arguments[0]
    capsys.readouterr()
    assert run(["simulate", "report", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["run"]["drafts"] == "3"


def test_of_what_is_seen_some_is_offered_and_of_that_some_is_taken(few):
    for name, players in (("invasion-draft", None), ("nightfall-draft", 4)):
        counts = totals(simulate(job_of(name, "rating", players=players), Batch(0, 4)).sums.counts)
        assert all(each.seen >= each.offered >= each.picked for each in counts.values())
        assert sum(each.taken for each in counts.values()) > 0


def test_INV_22_two_cards_are_taken_four_times_from_each_of_five_packs(few):
    # INV-26: packs get shorter, but of 15 cards and three strikes enough are left for 8 takes.
    sums = simulate(job_of("invasion-draft", "random"), Batch(0, 3)).sums
    counts = totals(sums.counts)
    assert sum(each.picked for each in counts.values()) == 3 * 2 * 5 * 8
    # The numbers of the picks of a pack are 1 to 8.
    assert sum(each.picks for each in counts.values()) == 3 * 2 * 5 * 36
    assert sums.decks == [[3, 3]]


def test_NF_22_a_hand_comes_back_where_there_are_fewer_seats_than_choices():
    # NF-26: two choose four times, so that both hands come back; else there are three choices.
    alone = totals(
        simulate(job_of("nightfall-draft", "random", players=2), Batch(0, 3)).sums.counts
    )
    many = totals(simulate(job_of("nightfall-draft", "random", players=5), Batch(0, 3)).sums.counts)
    assert sum(each.back for each in alone.values()) > 0
    assert sum(each.back for each in many.values()) == 0


def test_copies_are_told_apart_by_number():
    known = ["a"]
    assert parted(("a", "a", "b"), known) == (["a", "b"], ["a"])
    assert known == ["a", "a", "b"]


def test_a_draft_format_card_changes_nothing_where_it_never_works(few):
    job = job_of("invasion-draft", "random")
    without = job.tracking.without(job.settings)
    names = {job.catalog.card(card).name for card in without}
    assert names == {"Cut Supply Lines", "Reinforcements", "Sabotage", "Shifting Tides"}
    # INV-26: without Cut Supply Lines all packs have 15 cards, and decks nobody cuts to size.
    (card,) = (card for card in without if job.catalog.card(card).name == "Cut Supply Lines")
    assert without[card].effects[card] == ""
    changes = simulate(job, Batch(0, 2)).sums.changes
    assert all(0 <= each.changed <= each.cards.count == 2 for each in changes.values())


def test_bots_change_places_with_the_same_packs():
    job = job_of("nightfall-draft", "drafter,rating", players=3)
    assert [job.sitting(number) for number in range(3)] == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    assert job.table_seed(0) == job.table_seed(1) != job.table_seed(2)


def test_specs_keep_the_commas_of_their_weights():
    assert specs_of("drafter:denial=0.5,role=2,rating, aggressive:curve=1") == (
        "drafter:denial=0.5,role=2",
        "rating",
        "aggressive:curve=1",
    )


@pytest.fixture
def stops(monkeypatch):
    """Interrupt a run at its second batch, once."""
    monkeypatch.setattr(simulations, "AGAIN", 2)
    left = [1]

    def stopping(job, batch):
        if batch.start == 20 and left:
            left.pop()
            raise KeyboardInterrupt
        return simulate(job, batch)

    monkeypatch.setattr(running, "simulate", stopping)


ARGUMENTS = ("invasion-draft", "--drafts", "50", "--bots", "rating", "--workers", "1")


def test_an_interrupted_run_shows_its_figures_and_goes_on_to_the_same_files(
    tmp_path, stops, capsys
):
    path = tmp_path / "cut" / "drafts.csv"
    assert done(path, *ARGUMENTS) == 130
    told = capsys.readouterr()
    assert "Pick order" in told.out
    assert "\n20 drafts by rating" in told.out
    assert "20 of 50" in told.err
    assert [each.name for each in path.parent.iterdir()] == ["drafts.csv.part"]
    # What was half written when the power went is done again.
    part = path.parent / "drafts.csv.part"
    part.write_bytes(part.read_bytes() + b'{"batch":')
    assert done(path, *ARGUMENTS) == 2
    assert "--resume" in capsys.readouterr().err
    assert done(path, *ARGUMENTS, "--resume") == 0
    whole = tmp_path / "whole" / "drafts.csv"
    assert done(whole, *ARGUMENTS) == 0
    assert files(path.parent) == files(whole.parent)


def test_another_run_is_not_gone_on_with(tmp_path, stops, capsys):
    path = tmp_path / "drafts.csv"
    assert done(path, *ARGUMENTS) == 130
    assert done(path, *ARGUMENTS, "--seed", "2", "--resume") == 2
    assert "another value of 'seed'" in capsys.readouterr().err
    assert done(path, *ARGUMENTS, "--seed", "2", "--force") == 0
    assert done(path, *ARGUMENTS, "--resume") == 2


def test_an_interruption_before_anything_is_done_leaves_nothing(tmp_path, monkeypatch):
    def stopping(job, batch):
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "simulate", stopping)
    assert done(tmp_path / "drafts.csv", *ARGUMENTS) == 130
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("drafts.txt", (), ".csv"),
        ("drafts.csv", ("--bots", "rating,oracle"), "there is no bot 'oracle'"),
        ("drafts.xlsx", ("--drafts", "600000"), "--without-decks"),
        ("there.csv", (), "--force"),
        ("drafts.csv", ("--resume",), "no interrupted run"),
    ],
)
def test_what_cannot_be_simulated_is_said_before_anything_is_done(
    name, arguments, says, tmp_path, capsys
):
    (tmp_path / "there.decks.csv").touch()
    assert done(tmp_path / name, *ARGUMENTS, *arguments) == 2
    assert says in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["there.decks.csv"]


def test_without_arrow_a_line_says_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    assert done(tmp_path / "drafts.parquet", *ARGUMENTS) == 2
    assert "deckbuilder[parquet]" in capsys.readouterr().err


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Results of one run in every form."""
    folder = tmp_path_factory.mktemp("results")
    patched = pytest.MonkeyPatch()
    patched.setattr(simulations, "AGAIN", 4)
    for ending in ENDINGS:
        arguments = ["invasion-draft", "--drafts", "40", "--bots", "drafter,rating"]
        assert done(folder / f"drafts{ending}", *arguments) == 0
    patched.undo()
    return folder


def test_a_report_tells_the_same_of_every_form(results, capsys):
    told = []
    for ending in ENDINGS:
        capsys.readouterr()
        assert run(["simulate", "report", str(results / f"drafts{ending}")]) == 0
        told.append(capsys.readouterr().out)
    assert len({*told}) == 1
    for title in (
        "Pick order",
        "The seats beside each other: drafter",
        "Balance: Race",
        "What draft format cards change",
        "Cards that nobody wants",
        "Where drafter and rating disagree",
    ):
        assert f"\n{title}\n" in told[0]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_has_pictures_and_loads_nothing(results, tmp_path, language):
    page = tmp_path / "page.html"
    arguments = [str(results / "drafts.csv"), "--html", str(page), "--lang", language]
    assert run(["simulate", "report", *arguments]) == 0
    text = page.read_text("utf-8")
    assert text.count("<svg") >= 4
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_the_rows_of_the_decks_are_those_of_every_seat(results):
    with (results / "drafts.decks.csv").open(encoding="utf-8", newline="") as stream:
        rows = [*csv.DictReader(stream)]
    assert len(rows) == 80
    assert {(row["seat"], row["bot"]) for row in rows[:4]} == {
        ("order", "drafter"),
        ("destruction", "rating"),
        ("order", "rating"),
        ("destruction", "drafter"),
    }


def test_what_are_no_results_are_refused(tmp_path, capsys):
    for name, content in (
        ("a.csv", "card\n1\n"),
        ("b.json", "{}"),
        ("c.json", "[]"),
        ("d.parquet", "x"),
        ("e.xlsx", "x"),
        ("f.txt", ""),
    ):
        path = tmp_path / name
        path.write_text(content, "utf-8")
        assert run(["simulate", "report", str(path)]) == 2, name
        assert "should not have happened" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("cards", lambda rows: rows[0].pop("pick")),
        ("cards", lambda rows: rows[0].update(offered="many")),
        ("measures", lambda rows: rows[0].update(bot=3)),
        ("run", lambda run: run.pop("game")),
        ("run", lambda run: run.update(drafts="few")),
    ],
)
def test_results_that_were_changed_are_refused(table, change, results, tmp_path, capsys):
    data = json.loads((results / "drafts.json").read_text("utf-8"))
    change(data[table])
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(data), "utf-8")
    assert run(["simulate", "report", str(path)]) == 2
    assert f"the table '{table}'" in capsys.readouterr().err


def test_duels_are_played_alike_by_any_number_of_workers_and_told_in_the_report(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(simulations, "AGAIN", 0)
    written = []
    for workers in ("1", "2"):
        path = tmp_path / workers / "drafts.csv"
        arguments = ["--drafts", "8", "--bots", "drafter,random", "--workers", workers]
        duels = ["--duels", "2", "--duel-bot", "random"]
        assert done(path, "invasion-draft", *arguments, *duels) == 0
        written.append(files(path.parent))
    assert written[0] == written[1]
    rows = [*csv.DictReader(written[0]["drafts.duels.csv"].decode().splitlines())]
    # Each game is told of by both seats, both turns and both bots.
    for about in ("seat", "turn", "bot"):
        games = {row["which"]: int(row["games"]) for row in rows if row["about"] == about}
        points = sum(float(row["won"]) * int(row["games"]) for row in rows if row["about"] == about)
        assert len(games) == 2
        assert set(games.values()) == {16}
        assert points == pytest.approx(16)
    capsys.readouterr()
    assert run(["simulate", "report", str(path)]) == 0
    told = capsys.readouterr().out
    assert "Who wins the duels" in told
    assert "Measures and winning" in told


def test_a_share_of_drafts_that_went_apart_is_less_sure_than_one_of_as_many_games():
    together, apart = Won(), Won()
    for points in ((1.0, 1.0), (0.0, 0.0)) * 20:
        together.add(points)
    for points in ((1.0, 0.0),) * 40:
        apart.add(points)
    assert together.share().share == apart.share().share == 0.5
    assert together.share().low < apart.share().low


def test_sums_of_won_games_and_of_pairs_add_up_in_parts():
    whole, one, two = Won(), Won(), Won()
    lots = [(1.0, 0.5), (0.0,), (1.0, 1.0, 0.0), (0.5,)]
    for number, points in enumerate(lots):
        whole.add(points)
        (one, two)[number % 2].add(points)
    one.merge(two)
    assert one == whole
    pairs = [(1.0, 2.0), (2.0, 2.5), (3.0, 5.0), (4.0, 4.0), (7.0, 9.5)]
    relation, first, second = Relation(), Relation(), Relation()
    for number, pair in enumerate(pairs):
        relation.add(*pair)
        (first, second)[number > 2].add(*pair)
    first.merge(second)
    found = relation.correlation()
    assert found.value == pytest.approx(statistics.correlation(*zip(*pairs, strict=True)))
    assert first.correlation().value == pytest.approx(found.value)
    assert found.low < found.value < found.high


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nightfall-draft", "--duels", "2"], "Nightfall"),
        (["invasion-draft", "--duel-bot", "random"], "--duels"),
        (["invasion-draft", "--duels", "2", "--duel-bot", "oracle"], "oracle"),
    ],
)
def test_duels_that_cannot_be_played_are_refused(arguments, says, tmp_path, capsys):
    assert done(tmp_path / "drafts.csv", *arguments, "--drafts", "4") == 2
    assert says in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_a_correlation_within_lots_leaves_out_what_lies_between_them():
    one, other = Relation(), Relation()
    for number in range(20):
        # Within each lot more goes with less; the other lot has more of both.
        one.add(number % 5, -(number % 5))
        other.add(100 + number % 5, 100 - number % 5)
    assert overall((one, other)).value > 0.9
    assert within((one, other)).value == -1.0


@pytest.mark.parametrize("bots", ["drafter,rating", "denier,aggressive,random"])
def test_the_batch_engine_counts_what_the_table_counts(bots, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(simulations, "AGAIN", 1)
    request = DraftRequest(format="invasion-draft", seed=0, auto=True)
    fast = simulation_of(request, bots, 1, drafts=simulations.FAST_FROM)
    slow = simulation_of(request, bots, 1)
    assert fast.engine is not None
    assert slow.engine is None
    assert simulate(fast, Batch(0, 7)) == simulate(slow, Batch(0, 7))


def test_without_numba_the_table_drafts_and_says_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(simulations, "find_spec", lambda _: None)
    monkeypatch.setattr(simulations, "FAST_FROM", 3)
    assert done(tmp_path / "few.csv", "invasion-draft", "--drafts", "2", "--workers", "1") == 0
    assert "deckbuilder[fast]" not in capsys.readouterr().err
    assert done(tmp_path / "many.csv", "invasion-draft", "--drafts", "3", "--workers", "1") == 0
    assert "deckbuilder[fast]" in capsys.readouterr().err
