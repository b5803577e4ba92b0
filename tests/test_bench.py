"""The measurements run, and say what they measured. No speed is asserted: speed lives in bench/."""

from __future__ import annotations

import random
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from battlewright.contract.parts import Strength
from battlewright.contract.system import System
from battlewright.engine.node import NodeKind
from battlewright.engine.record import look, snapshot
from battlewright.systems.skirmish.record import Skirmish

BENCH = Path(__file__).parents[1] / "bench"
BATTLES = (14, 16, 20)
"""Those of ``advice_strength`` in a small test."""


def test_a_measure_says_its_ratio_in_our_favour_and_whether_the_target_is_met() -> None:
    from speed.figures import measure, with_goal

    more = measure("attacks", 2000.0, "a/s", 100.0, "by hand", target=1000)
    less = measure("start", 3.0, "s", 1.5, "numba", target=1.5, least=False)
    assert (more["ratio"], more["met"]) == (20.0, True)
    assert (less["ratio"], less["met"]) == (0.5, False)
    assert [with_goal(more, goal)["met"] for goal in (20, 21)] == [True, False]


def test_the_best_slice_counts() -> None:
    from speed.figures import fastest

    few, many = fastest(3, lambda: 1, lambda: 1_000_000)
    assert 0 < few < many


def test_every_part_has_measurements_and_they_are_shown() -> None:
    import speed

    parts = {name: import_module(f"speed.{name}").PARTS for name in speed.PARTS}
    assert all(parts.values())
    measures = [
        *import_module("speed.formations").measure_calls(True),
        *import_module("speed.skirmish").measure_record(True),
    ]
    assert [each["unit"] for each in measures] == ["µs", "µs", "bytes"]
    assert speed.table_of(measures).row_count == 3


@pytest.mark.nightly
def test_all_measurements_run() -> None:
    import speed

    measures = speed.measure_all(quick=True, report=False)["measures"]
    assert all(each["value"] > 0 for each in measures)
    assert speed.table_of(measures).row_count == len(measures) > 60


@pytest.fixture(scope="module")
def smoke() -> ModuleType:
    sys.path.insert(0, str(BENCH / "gpu"))
    return import_module("smoke")


def test_the_settings_of_the_gpu_smoke_test_are_those_of_the_files(smoke: ModuleType) -> None:
    settings = smoke.settings()
    assert set(settings) == set(smoke.KINDS)
    for name, setting in settings.items():
        assert (BENCH / "gpu" / f"{name}.bin").read_bytes() == setting, "run bench/gpu/smoke.py prepare"


def test_a_batch_of_standard_battles_is_the_same_at_once_and_node_by_node() -> None:
    from speed import skirmish

    setup = skirmish.standard()
    assert [len(roster.models) for roster in setup.rosters] == [5, 5]
    assert (len(setup.table.pieces), setup.scenario.round_limit) == (10, 8)
    batch = skirmish.batch(setup, 3)
    assert batch.fight() == 3
    at_once = snapshot(batch.battles)
    assert {look(Skirmish, batch.battles, i).node.kind for i in range(3)} == {NodeKind.OVER}
    assert batch.decisions() > 3
    assert snapshot(batch.battles) == at_once


def test_a_battle_driven_from_python_comes_to_its_end() -> None:
    from speed import skirmish

    author = skirmish.Author(skirmish.standard())
    decisions = author.play(1)
    assert look(Skirmish, author.battle).node.kind == NodeKind.OVER
    assert decisions == author.play(1) > 0


def test_the_exponent_is_the_power_by_which_a_cost_grows() -> None:
    from speed.skirmish import exponent

    assert exponent({2: 6.0, 4: 12.0, 12: 36.0}) == pytest.approx(1)
    assert exponent({2: 4.0, 4: 16.0, 8: 64.0}) == pytest.approx(2)


def test_what_is_known_about_dice_is_forgotten_and_compiled_code_is_kept() -> None:
    from speed import odds

    odds.exchanges(3)["test"]()
    odds.forget()
    assert {each.cache_info().currsize for each in odds.caches()} == {0}
    assert odds.COMPILED not in {each.__name__ for each in odds.caches()}


def test_the_costs_of_pools_are_drawn(tmp_path: Path) -> None:
    from speed import odds

    line = {library: [(3, 0.1), (10, 1.0)] for library in odds.LIBRARIES}
    odds.plot(dict.fromkeys(odds.GROWING, line), tmp_path / "costs.svg")
    assert (tmp_path / "costs.svg").read_text(encoding="utf-8").count("<polyline") == 9


def test_attacks_of_heroes_fell_as_many_by_the_rules_as_by_hand() -> None:
    """Bleeding does not tick without turns, so both deal the same damage."""
    from speed import heroes

    count = 20_000
    by_rules, by_hand = heroes.Range().shoot(count), heroes.attacks_by_hand(random.Random(2), count)
    assert 0.9 < by_rules / by_hand < 1.1


@pytest.mark.parametrize("game", ["backgammon", "chess"])
def test_the_games_of_openspiel_are_played_in_all_ways(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from speed import skirmish, training

    assert skirmish.spiel_in_python(game, 2)() > 2
    assert skirmish.spiel_rollouts(game, 2, 1)() == 2
    monkeypatch.setattr(training, "AT_ONCE", 2)
    assert training.in_a_vector(game, 3)() == 6


@pytest.mark.parametrize("game", ["connect four", "chess"])
def test_the_games_of_pettingzoo_are_stepped_as_ours_is(game: str) -> None:
    from speed import training

    for env in (training.zoo(game), training.ours("formations")):
        assert training.in_the_zoo(env, 60)() == 60


@pytest.mark.parametrize(
    ("subject", "setup"),
    [("first", "hollow-king, open-field"), ("formations", "river-guard"), ("heroes", "the-giant-at-the-pass")],
)
def test_a_battle_of_the_searching_bot_is_written_down_and_not_played_again(
    subject: str, setup: str, tmp_path: Path
) -> None:
    import search_strength

    battle = search_strength.fight((2, 3, subject))
    assert (battle["rollouts"], battle["index"], battle["side"], battle["setup"]) == (2, 3, 1, setup)
    assert {battle["score"], battle["greedy"]} <= {0, 0.5, 1}
    assert battle["made"] >= battle["decisions"] > 0
    path = tmp_path / "strength.json"
    assert search_strength.read(path) == []
    search_strength.write(path, [battle], subject)
    assert search_strength.read(path) == [battle]
    assert " ms" in (tmp_path / f"search-strength-{subject}.svg").read_text()


def test_the_strength_of_a_bot_is_told_with_its_interval() -> None:
    import search_strength

    scores = [1.0] * 15 + [0.5] * 2 + [0.0] * 3
    battles = [{"rollouts": 100, "score": score, "greedy": 0.5} for score in scores]
    (point,) = search_strength.summary(battles)
    assert (point["battles"], point["won"], point["drawn"], point["share"]) == (20, 15, 2, 0.8)
    assert (point["low"], point["high"]) == (0.396, 0.982)
    assert (point["gain"], point["gain_low"], point["gain_high"]) == (0.3, 0.139, 0.461)


def test_a_share_is_settled_when_it_is_much_likelier_than_a_lower_one_or_less_likely() -> None:
    from search_strength import is_settled

    assert not is_settled([1.0] * 8, (0.8, 0.9))
    assert is_settled([1.0] * 300, (0.8, 0.9))
    assert is_settled([0.5] * 300, (0.8, 0.9))
    assert not is_settled([1.0] * 300, None)


def test_battles_of_levels_go_on_where_they_ended_and_begin_anew_when_a_level_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import levels
    from battlewright.bots.levels import levels_of
    from battlewright.cli.ladder_page import ladders

    ((system, title, match_ups),) = [each for each in ladders() if each[1] == "Formations"]
    first = levels.Measurement(system, title, match_ups, tmp_path)
    with ThreadPoolExecutor(1) as pool:
        assert first.measure(1, 4, pool).startswith("medium against easy: ")
        again = levels.Measurement(system, title, match_ups, tmp_path)
        assert again.ladder.met(2, 1) == 4
        again.measure(1, 6, pool)
    assert again.ladder.met(2, 1) == 6
    assert again.ladder.score(2, 1) >= first.ladder.score(2, 1)
    careless = {**levels_of(system), "easy": Strength(choices=9, temperature=9)}
    monkeypatch.setattr(levels, "levels_of", lambda _: careless)
    assert levels.Measurement(system, title, match_ups, tmp_path).ladder.battles == 0


def test_a_pair_of_levels_is_finished_when_its_share_is_certainly_as_wanted() -> None:
    from levels import is_settled

    assert not is_settled(75, 100)
    assert is_settled(375, 500)
    assert not is_settled(440, 500)
    assert not is_settled(310, 500)


def test_careless_choices_are_counted_and_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    import blunders
    from battlewright.cli.ladder_page import ladders

    monkeypatch.setattr(blunders, "KINDS_OVER", 2)
    ((system, _, match_ups),) = [each for each in ladders() if each[1] == "Formations"]
    seen = blunders.watch(system, match_ups, "easy", 4, 8)
    assert 0 < seen.best < seen.free
    assert (len(seen.lost), seen.battles) == (4, 2)
    data = seen.as_data()
    assert data["best_interval"][0] < data["best"] < data["best_interval"][1]
    assert data["kinds_a_battle"]["act"] > 10
    assert blunders.watch(system, match_ups, "random", 4, 8).free == 0


def test_the_speed_of_a_look_is_that_of_its_search() -> None:
    from advice_strength import speed
    from battlewright.bots.adviser import FIRST_LOOK

    found = speed("formations", 2)
    assert 0 < found["rollouts_a_look"] <= 2900
    assert found["milliseconds"] == FIRST_LOOK
    assert found["rollouts_of_a_first_look"] == pytest.approx(FIRST_LOOK * found["rollouts_a_second"] / 1000, abs=1)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "work", ["random", "greedy", "arrays", "clash", "attack", "setups", "guide", "observe", "tables"]
)
def test_a_work_of_a_comparison_comes_to_the_same_each_time(work: str) -> None:
    import compare

    made = compare.WORKS[work]()
    assert made() == made()


@pytest.mark.nightly
def test_the_lab_is_measured_beside_an_empty_loop() -> None:
    import lab

    found = lab.gain(1, 0.1)
    assert found["study"]["gain"] > 0
    assert found["share_of_the_loop"] == pytest.approx(found["study"]["gain"] / found["empty_loop"]["gain"])


@pytest.mark.nightly
@pytest.mark.parametrize("against", ["random", "greedy"])
def test_a_best_response_fights_its_battle_to_the_end(against: str) -> None:
    import best_response

    score = best_response.fight("red-hall", against, 1, options=2, playouts=1)
    assert score in (0.0, 0.5, 1.0)
    assert best_response.fight("red-hall", against, 1, options=2, playouts=1) == score


def test_who_follows_the_star_wins_more_than_the_greedy_bot_in_the_same_battles() -> None:
    """A small version of ``bench/advice_strength.py``: the same few battles every time, by fixed rollouts. They are
    such in which it matters what is chosen: who copies the greedy bot gains nothing."""
    from advice_strength import STRIDE, fight, setups

    system, places = setups("formations")
    followed, greedy = (
        [fight(system, places[index // 2 * STRIDE % len(places)], index, index % 2, rollouts) for index in BATTLES]
        for rollouts in (300, 0)
    )
    assert sum(followed) > sum(greedy)


@pytest.mark.nightly
def test_who_follows_the_star_beats_the_greedy_bot_and_is_no_worse_in_its_seat() -> None:
    """A larger version, in the other systems."""
    from advice_strength import fight, setups

    system, places = setups("skirmish-second")
    scores = [fight(system, places[index // 2 * 11 % len(places)], index, index % 2, 300) for index in range(8)]
    assert sum(scores) >= 5
    system, places = setups("heroes")
    followed, greedy = (
        sum(fight(system, setup, index, 0, rollouts) for index, setup in enumerate(places)) for rollouts in (300, 0)
    )
    assert followed >= greedy - len(places) / 4


@pytest.mark.nightly
def test_what_the_star_won_is_told_with_its_interval() -> None:
    from advice_strength import summary

    battles = [{"index": index, "score": score, "greedy": 0.0} for index, score in enumerate((1.0, 1.0, 0.5, 0.0))]
    assert summary(battles, [0.5, 0.75])["times_as_likely"] == pytest.approx(1.5**2.5 * 0.5**1.5, abs=0.01)
    found = summary(battles, [])
    assert found["gain"] == found["share"] == 0.625
    assert found["gain_interval"][0] < 0.625 < found["gain_interval"][1]
    assert [each["gain"] for each in found["by_encounter"].values()] == [1.0, 0.0, 0.5, 1.0]


def test_the_report_of_a_battle_is_measured(formations: System) -> None:
    import report

    match = report.fought(formations, 3)
    measured = report.measure(match, 4.0)
    assert measured["choices"] == report.choices_of(match) > measured["unlike_reference"] > 0
    assert sum(part["points"] for name, part in measured["parts"].items() if name != "result") == pytest.approx(
        measured["parts"]["result"]["points"], abs=0.3
    )
    assert measured["processor_seconds"] > 0
