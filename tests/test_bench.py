"""The measurements run, and say what they measured. No speed is asserted: speed lives in bench/."""

from __future__ import annotations

import random
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from battlewright.engine.node import NodeKind
from battlewright.engine.record import look, snapshot
from battlewright.geometry.distance import INCH
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS
from battlewright.systems.skirmish.record import Skirmish
from battlewright.systems.skirmish.setup.files import TABLES

BENCH = Path(__file__).parents[1] / "bench"


@pytest.fixture(scope="module")
def speed() -> ModuleType:
    sys.path.insert(0, str(BENCH))
    return import_module("speed")


@pytest.fixture(scope="module")
def skirmish_speed(speed: ModuleType) -> ModuleType:
    return import_module("skirmish_speed")


@pytest.fixture(scope="module")
def skirmish_odds(speed: ModuleType) -> ModuleType:
    return import_module("skirmish_odds")


@pytest.fixture(scope="module")
def training_speed(speed: ModuleType) -> ModuleType:
    return import_module("training_speed")


@pytest.fixture(scope="module")
def skirmish_bots(speed: ModuleType) -> ModuleType:
    return import_module("skirmish_bots")


@pytest.fixture(scope="module")
def heroes_speed(speed: ModuleType) -> ModuleType:
    return import_module("heroes_speed")


@pytest.fixture(scope="module")
def smoke() -> ModuleType:
    sys.path.insert(0, str(BENCH / "gpu"))
    return import_module("smoke")


def test_a_measure_says_its_ratio_in_our_favour_and_whether_the_target_is_met(speed: ModuleType) -> None:
    measure = speed.measure
    more = measure("attacks", 2000.0, "a/s", 100.0, "by hand", target=1000)
    less = measure("start", 3.0, "s", 1.5, "numba", target=1.5, least=False)
    assert (more["ratio"], more["met"]) == (20.0, True)
    assert (less["ratio"], less["met"]) == (0.5, False)


def test_the_measurements_of_calls_run_and_are_shown(speed: ModuleType) -> None:
    measures = speed.measure_calls(quick=True)
    assert [each["unit"] for each in measures] == ["µs", "µs"]
    assert speed.table_of(measures).row_count == 2


def test_the_settings_of_the_gpu_smoke_test_are_those_of_the_files(smoke: ModuleType) -> None:
    settings = smoke.settings()
    assert set(settings) == set(smoke.KINDS)
    for name, setting in settings.items():
        assert (BENCH / "gpu" / f"{name}.bin").read_bytes() == setting, "run bench/gpu/smoke.py prepare"


def test_the_standard_battle_is_five_against_five_among_ten_pieces_for_eight_rounds(skirmish_speed: ModuleType) -> None:
    setup = skirmish_speed.standard()
    assert [len(roster.models) for roster in setup.rosters] == [5, 5]
    assert (len(setup.table.pieces), setup.scenario.round_limit) == (10, 8)


def test_a_batch_plays_the_same_battles_at_once_and_node_by_node(skirmish_speed: ModuleType) -> None:
    batch = skirmish_speed.batch(skirmish_speed.standard(), 3)
    assert batch.fight() == 3
    at_once = snapshot(batch.battles)
    assert {look(Skirmish, batch.battles, i).node.kind for i in range(3)} == {NodeKind.OVER}
    assert batch.decisions() > 3
    assert snapshot(batch.battles) == at_once


def test_a_battle_driven_from_python_comes_to_its_end(skirmish_speed: ModuleType) -> None:
    author = skirmish_speed.Author(skirmish_speed.standard())
    decisions = author.play(1)
    assert look(Skirmish, author.battle).node.kind == NodeKind.OVER
    assert decisions == author.play(1) > 0


@pytest.mark.parametrize("name", ["backgammon", "chess"])
def test_the_games_of_openspiel_are_played_in_two_ways(skirmish_speed: ModuleType, name: str) -> None:
    assert skirmish_speed.spiel_in_python(name, 2)() > 2
    assert skirmish_speed.spiel_rollouts(name, 2, 1)() == 2


def test_a_ratio_may_have_the_target(skirmish_speed: ModuleType, speed: ModuleType) -> None:
    made = speed.measure("decisions", 300.0, "a/s", 100.0, "chess")
    assert [skirmish_speed.with_goal(made, goal)["met"] for goal in (3, 4)] == [True, False]


def test_the_best_slice_counts(skirmish_speed: ModuleType) -> None:
    few, many = skirmish_speed.fastest(3, lambda: 1, lambda: 1_000_000)
    assert 0 < few < many


def test_the_exponent_is_the_power_by_which_a_cost_grows(skirmish_speed: ModuleType) -> None:
    assert skirmish_speed.exponent({2: 6.0, 4: 12.0, 12: 36.0}) == pytest.approx(1)
    assert skirmish_speed.exponent({2: 4.0, 4: 16.0, 8: 64.0}) == pytest.approx(2)


def test_the_costs_of_more_models_are_plotted(skirmish_speed: ModuleType, tmp_path: Path) -> None:
    found = {size: (size * 2e-4, 1e-6) for size in skirmish_speed.SIZES}
    skirmish_speed.plot(found, tmp_path / "costs.svg")
    picture = (tmp_path / "costs.svg").read_text(encoding="utf-8")
    assert picture.count("<polyline") == 4
    assert all(f">{size}</text>" in picture for size in skirmish_speed.SIZES)


@pytest.mark.parametrize("size", [2, 12])
def test_twins_are_so_many_a_side(skirmish_speed: ModuleType, size: int) -> None:
    setup = skirmish_speed.twins(size)
    assert [len(roster.models) for roster in setup.rosters] == [size, size]
    assert len({card for _, card in setup.models}) == 2, "one card a side, and they differ by name alone"


@pytest.mark.parametrize("name", TABLES.names)
def test_the_runner_stands_near_the_middle_of_every_table(skirmish_speed: ModuleType, name: str) -> None:
    _, battle = skirmish_speed.in_the_middle(name)
    base = look(Skirmish, battle).crowd.bases[skirmish_speed.RUNNER]
    assert max(abs(base.x - 12 * INCH), abs(base.y - 12 * INCH)) <= 6 * INCH


def test_the_flood_written_by_hand_stops_at_its_range(skirmish_speed: ModuleType) -> None:
    found = skirmish_speed.flood_by_hand(49, 49, 24, 24, INCH)
    assert len(found) == 13
    assert max(found.values()) == INCH


def test_the_measurements_of_skirmish_run_and_are_shown(skirmish_speed: ModuleType, speed: ModuleType) -> None:
    measures = [
        *skirmish_speed.measure_costs(quick=True),
        *skirmish_speed.measure_paths(quick=True),
        *skirmish_speed.measure_record(quick=True),
    ]
    assert [each["unit"] for each in measures] == ["x", "x", "ns", *["ms", "ms"] * 5, "bytes"]
    assert speed.table_of(measures).row_count == len(measures)


@pytest.mark.parametrize("ability", [2, 3, 5])
def test_exchanges_written_by_hand_have_the_same_odds(skirmish_odds: ModuleType, ability: int) -> None:
    differ = [name for name, question in skirmish_odds.asked(ability).items() if not skirmish_odds.agree(question)]
    assert not differ


@pytest.mark.parametrize(("toughness", "stress"), [(4, 3), (4, 4), (4, 8), (3, 11), (1, 2), (10, 12)])
def test_stress_checks_written_by_hand_have_the_same_odds(
    skirmish_odds: ModuleType, toughness: int, stress: int
) -> None:
    ours, by_hand = skirmish_odds.skirmish.stress_check, skirmish_odds.by_hand.stress_check
    assert skirmish_odds.plain(ours(toughness, stress)) == skirmish_odds.plain(by_hand(toughness, stress))


def test_what_is_known_about_dice_is_forgotten_and_compiled_code_is_kept(skirmish_odds: ModuleType) -> None:
    skirmish_odds.skirmish.test(3)
    skirmish_odds.by_hand.shot(*skirmish_odds.shooters(2), 7000)
    skirmish_odds.forget()
    assert {each.cache_info().currsize for each in skirmish_odds.caches()} == {0}
    assert skirmish_odds.COMPILED not in {each.__name__ for each in skirmish_odds.caches()}


def test_positions_are_counted_and_grow_with_the_abilities(skirmish_odds: ModuleType) -> None:
    few, many = (skirmish_odds.positions(skirmish_odds.asked(ability)["stress check"].ours) for ability in (2, 5))
    assert 3 < few < many


def test_the_growth_of_exchanges_is_plotted(skirmish_odds: ModuleType, tmp_path: Path) -> None:
    line = {ability: skirmish_odds.Cost(0.1 * 2**ability, 0.3 * 2**ability, 3**ability) for ability in range(2, 11)}
    skirmish_odds.plot(dict.fromkeys(skirmish_odds.GROWING, line), tmp_path / "growth.svg")
    picture = (tmp_path / "growth.svg").read_text(encoding="utf-8")
    assert picture.count("<polyline") == 9
    assert all(f">{name}</text>" in picture for name in (*skirmish_odds.GROWING, "milliseconds", "positions"))


def test_the_measurements_of_exchanges_run_and_are_shown(
    skirmish_odds: ModuleType, speed: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(skirmish_odds, "TARGETS", {2: 5})
    monkeypatch.setattr(skirmish_odds, "ABILITIES", range(2, 4))
    measures = skirmish_odds.measure_all(quick=True)
    assert {each["unit"] for each in measures} == {"ms", "s"}
    assert [sorted(each["growth"]) for each in measures if "growth" in each] == [[2, 3]] * 3
    assert speed.table_of(measures).row_count == len(measures) == 8 + 3 + 1


def test_pictures_are_drawn_only_where_a_folder_is_named(
    skirmish_odds: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    drawn: list[Path] = []
    monkeypatch.setattr(skirmish_odds, "ABILITIES", range(2, 4))
    monkeypatch.setattr(skirmish_odds, "plot", lambda found, path: drawn.append(path))
    skirmish_odds.measure_growth(quick=True)
    assert drawn == []
    monkeypatch.setattr(skirmish_odds, "pictures", [tmp_path])
    skirmish_odds.measure_growth(quick=True)
    assert drawn == [tmp_path / "skirmish-odds.svg"]


@pytest.mark.parametrize("game", ["connect four", "chess"])
def test_the_games_of_pettingzoo_are_stepped_as_ours_is(training_speed: ModuleType, game: str) -> None:
    for env in (training_speed.zoo(game), training_speed.ours("formations")):
        assert training_speed.in_the_zoo(env, 60)() == 60


@pytest.mark.parametrize("game", ["backgammon", "chess"])
def test_the_games_of_openspiel_are_stepped_by_the_vector(
    training_speed: ModuleType, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_speed, "AT_ONCE", 2)
    assert training_speed.in_a_vector(game, 3)() == 6


def test_the_measurements_of_training_run_and_are_shown(
    training_speed: ModuleType, speed: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_speed, "AT_ONCE", 2)
    monkeypatch.setattr(training_speed, "STEPS", 20)
    monkeypatch.setattr(training_speed, "SPINS", 1000)
    measures = training_speed.measure_all(quick=True)
    assert {each["unit"] for each in measures} == {"steps/s", "times"}
    assert speed.table_of(measures).row_count == len(measures) == 2 * (6 + 2 + 2)


@pytest.fixture(scope="module")
def search_strength(speed: ModuleType) -> ModuleType:
    return import_module("search_strength")


def test_a_battle_of_the_searching_bot_is_written_down_and_not_played_again(
    search_strength: ModuleType, tmp_path: Path
) -> None:
    battle = search_strength.fight((2, 3, "first"))
    assert (battle["rollouts"], battle["index"], battle["side"], battle["roster"]) == (2, 3, 1, "hollow-king")
    assert battle["score"] in (0, 0.5, 1)
    path = tmp_path / "strength.json"
    assert search_strength.read(path) == []
    search_strength.write(path, [battle], 1000.0, "first")
    assert search_strength.read(path) == [battle]
    assert "1 ms" in (tmp_path / "search-strength-first.svg").read_text()


def test_the_strength_of_a_bot_is_told_with_its_interval(search_strength: ModuleType) -> None:
    battles = [{"rollouts": 100, "score": score} for score in [1.0] * 15 + [0.5] * 2 + [0.0] * 3]
    (point,) = search_strength.summary(battles)
    assert (point["battles"], point["won"], point["drawn"], point["share"]) == (20, 15, 2, 0.8)
    assert (point["low"], point["high"]) == (0.396, 0.982)


def test_rollouts_are_counted(speed: ModuleType) -> None:
    (measure,) = import_module("search_speed").measure_search(quick=True)
    assert (measure["unit"], measure["value"] > 0) == ("rollouts/s", True)


def test_the_measurements_of_bots_are_of_the_standard_battle_from_both_seats(skirmish_bots: ModuleType) -> None:
    one, other = (setup.rosters for setup in skirmish_bots.standard_pairing("greedy").setups)
    assert one == other[::-1] != other
    assert skirmish_bots.slice_of("greedy", 4, 2)() == 4


def test_the_measurements_of_bots_run_and_are_shown(
    skirmish_bots: ModuleType, speed: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(skirmish_bots, "BATTLES", 16)
    measures = skirmish_bots.measure_all(quick=True)
    assert [each["target"] for each in measures] == [500, None, None, None]
    assert [each.get("target_ratio") for each in measures] == [None, 1.5, 0.95, 0.95]
    assert speed.table_of(measures).row_count == 4


def test_attacks_of_heroes_fell_as_many_by_the_rules_as_by_hand(heroes_speed: ModuleType) -> None:
    """Bleeding does not tick without turns, so both deal the same damage."""
    count = 20_000
    by_rules, by_hand = heroes_speed.Range().shoot(count), heroes_speed.attacks_by_hand(random.Random(2), count)
    assert 0.9 < by_rules / by_hand < 1.1


def test_the_encounter_of_heroes_is_four_against_five_from_both_seats(heroes_speed: ModuleType) -> None:
    pairing = heroes_speed.pairing("greedy")
    assert [[len(side) for side in setup.sides] for setup in pairing.setups] == [[4, 5], [5, 4]]
    assert heroes_speed.slice_of("greedy", 8, 1)() == 8


def test_every_question_of_heroes_is_measured(heroes_speed: ModuleType) -> None:
    measures = heroes_speed.measure_odds(quick=True)
    assert [each["unit"] for each in measures] == ["ms"] * len(heroes_speed.questions())


def test_the_balance_of_heroes_is_measured(speed: ModuleType) -> None:
    balance = import_module("heroes_balance")
    assert sorted(balance.WANTED) == ENCOUNTERS.names
    found = balance.balance("the-toll-bridge", 40, 1)
    assert (found["battles"], 0 < found["heroes_win"] <= 40) == (40, True)
    watched = balance.Watched()
    watched.watch("the-toll-bridge", 2, 1)
    assert sum(watched.shares(0).values()) == pytest.approx(1, abs=0.01)
    assert any(count for (sheet, _), count in watched.used.items() if sheet == "Brannoc")
    match = balance.against_previous("the-toll-bridge", 40, 1)
    assert 0 < match["won_as_heroes"] + match["won_as_foes"] <= 40


def test_the_reading_and_building_of_set_ups_is_measured(speed: ModuleType) -> None:
    setups = import_module("setups")
    found = setups.measure_all(1)
    assert {name.split()[0] for name in found} == {"skirmish", "heroes", "formations"}
    assert all(value > 0 for each in found.values() for value in each.values())
    assert {value for each in setups.ratios(found, found).values() for value in each.values()} == {1.0}


def test_the_lab_is_measured_beside_an_empty_loop(speed: ModuleType) -> None:
    found = import_module("lab").gain(1, 0.1)
    assert found["study"]["gain"] > 0
    assert found["share_of_the_loop"] == pytest.approx(found["study"]["gain"] / found["empty_loop"]["gain"])


def test_what_a_search_gains_is_told_above_the_first_plan(speed: ModuleType) -> None:
    gain = import_module("search_gain")
    plans = [("turns=2", 8), ("turns=4,most=3", 8)]
    found = [each for number in range(4) if (each := gain.position(("second", number, 2, plans)))]
    assert found
    assert all(-1 <= value <= each["best"] for each in found for value, _ in each["gains"].values())
    first, second = gain.summary(found)
    assert (first["plan"], first["above_the_first"]) == ("turns=2 8", 0)
    assert second["positions"] <= len(found)


def test_a_share_is_settled_when_it_is_much_likelier_than_a_lower_one_or_less_likely(
    search_strength: ModuleType,
) -> None:
    assert not search_strength.is_settled([1.0] * 8, 0.9)
    assert search_strength.is_settled([1.0] * 300, 0.9)
    assert search_strength.is_settled([0.5] * 300, 0.9)
    assert not search_strength.is_settled([1.0] * 300, None)


@pytest.mark.parametrize("against", ["random", "greedy"])
def test_a_best_response_fights_its_battle_to_the_end(speed: ModuleType, against: str) -> None:
    best_response = import_module("best_response")
    score = best_response.fight("red-hall", against, 1, options=2, playouts=1)
    assert score in (0.0, 0.5, 1.0)
    assert best_response.fight("red-hall", against, 1, options=2, playouts=1) == score


def test_the_orders_of_shipped_forces_are_worth_giving(speed: ModuleType) -> None:
    """Each force that has an order beats itself without it."""
    balance = import_module("formations_balance")
    orders = list(balance.orders())
    assert {name for name, _, _ in orders} == {"iron-company", "river-guard"}
    for name, order, setup in orders:
        with_order, without_it = (each.model_dump_json() for each in setup.forces)
        assert order in with_order
        assert order not in without_it
        share, *_ = balance.share(balance.fought_by(setup, "greedy", 1_200, 21))
        assert share > 0.53, f"{order} of {name}: {share:.1%}"
