"""Ready questions: rankings, sweeps, the first player, encounters, and what points are worth."""

from __future__ import annotations

import numpy as np
import pytest

from battlewright import systems
from battlewright.contract.system import System
from battlewright.engine.errors import BattlewrightError
from battlewright.lab import fair_points
from battlewright.lab import ready_studies as ready
from battlewright.lab.findings import answer_of, paired, ranking
from battlewright.lab.study.executors import Threads
from battlewright.lab.study.file import read_plan
from battlewright.lab.study.run import run
from battlewright.lab.study.study import StudyResult
from tests.lab.helpers import SKIRMISH
from tests.toy.pig import PIG

HEROES = systems.load("heroes")


def carried_out(data: ready.Data) -> StudyResult:
    return StudyResult(run(read_plan(data, systems.load), Threads(2)))


def head(system: System, **more: object) -> ready.Data:
    return {"system": system.name, "bots": ["random"], "precision": 0.15, **more}


def test_all_forces_meet_and_are_ranked(formations: System) -> None:
    result = carried_out(ready.matchups(formations, [], {}, head(formations, precision=0.08)))
    names = paired(result)
    assert names == formations.setup.shelves[0].names
    assert len(result.outcome.cells) == len(names) * (len(names) - 1) // 2
    places = ranking(result, names)[""]
    assert [each.share for each in places] == sorted((each.share for each in places), reverse=True)
    assert sum(each.share for each in places) == pytest.approx(len(names) / 2)
    assert sum(each.rating for each in places) == pytest.approx(0, abs=1e-6)
    assert all(each.low <= each.share <= each.high for each in places)
    answer = answer_of(result)
    assert answer.drawings[0].body.count("±") == len(names) * (len(names) - 1)
    assert places[0].name in answer.sentences[0]
    assert "Ranking" in result.html()


def test_whoever_begins_is_asked_of_sides_that_meet_themselves(formations: System) -> None:
    result = carried_out(ready.first_player(formations, ["river-guard", "marsh-coven"], {}, head(formations)))
    assert [each.cell.labels["forces"] for each in result.outcome.cells] == [
        "river-guard + river-guard",
        "marsh-coven + marsh-coven",
    ]
    assert result.outcome.plan.precision == {"first_player": 0.15}
    assert any("the side that begins wins" in line.lower() for line in result.answer.sentences)


def test_an_encounter_is_less_deadly_for_a_party_of_a_higher_level() -> None:
    asked = ready.encounter(
        HEROES, ["the-toll-bridge"], [1, 3], ["brannoc,sister-oda"], {}, head(HEROES, bots=["greedy"])
    )
    result = carried_out(asked)
    weak, strong = result.outcome.cells
    assert weak.estimates[0].value < strong.estimates[0].value
    keys = [measure.key for measure in result.outcome.plan.measures]
    assert "somebody_dead_at_the_end_a" in keys
    assert weak.cell.labels["party"] == "brannoc,sister-oda"


def test_sweeps_read_their_values() -> None:
    assert ready.values_of("1..3") == [1, 2, 3]
    assert ready.values_of("1..2/0.25") == [1.0, 1.25, 1.5, 1.75, 2.0]
    assert ready.values_of("yes,no,4,wood") == [True, False, 4, "wood"]
    with pytest.raises(BattlewrightError, match="is empty"):
        ready.values_of("3..1")


def test_systems_without_sides_encounters_or_levels_say_so(formations: System) -> None:
    with pytest.raises(BattlewrightError, match="Pig has no sides"):
        ready.matchups(PIG, [], {}, {})
    with pytest.raises(BattlewrightError, match="Heroes has no sides"):
        ready.sides_of(HEROES)
    with pytest.raises(BattlewrightError, match="Formations has no battles that ship as a whole"):
        ready.encounter(formations, [], [], [], {}, {})
    with pytest.raises(BattlewrightError, match="two forces or more"):
        ready.matchups(formations, ["river-guard"], {}, {})


# What points are worth


def test_the_regression_finds_the_weights_that_results_were_made_by() -> None:
    luck = np.random.default_rng(3)
    more, true = luck.integers(-4, 5, (1500, 3)).astype(float), np.array([0.1, 0.3, -0.2])
    battles = np.full(1500, 20.0)
    share = luck.binomial(20, 1 / (1 + np.exp(-more @ true))) / 20
    weights, covariance = fair_points.fit(more, share, battles)
    assert np.abs(weights - true).max() < 0.02
    errors = np.sqrt(np.diag(covariance))
    assert (np.abs(weights - true) < 4 * errors).all()
    assert (errors < 0.01).all()


def test_intervals_of_weights_hold_the_truth_in_95_of_100() -> None:
    luck, true, held = np.random.default_rng(4), np.array([0.15, 0.05]), 0
    for _ in range(400):
        more = luck.integers(-4, 5, (120, 2)).astype(float)
        share = luck.binomial(10, 1 / (1 + np.exp(-more @ true))) / 10
        weights, covariance = fair_points.fit(more, share, np.full(120, 10.0))
        held += abs(weights[0] - true[0]) <= 1.96 * np.sqrt(covariance[0, 0])
    assert held / 400 >= 0.92


@pytest.mark.clause("S2.F3", "S2.B1")
def test_points_are_held_against_battles_of_random_rosters_under_both_readings() -> None:
    data = ready.fair_points(SKIRMISH, 20, 4, {"system": "skirmish", "bots": ["random"]})
    result = carried_out(data)
    assert len(result.outcome.cells) == 2 * 20
    assert all(each.battles == 4 for each in result.outcome.cells)
    assert SKIRMISH.lab.pricing is not None
    answers = fair_points.check_prices(result, SKIRMISH.lab.pricing())
    assert [each.reading for each in answers] == ["taken off", "added"]
    prices = {worth.name: worth.price for worth in answers[0].worths}
    assert prices["Sniper"] == 5
    assert prices["Melee"] == 1
    html = result.html()
    assert "Modifier added" in html
    assert "Sniper" in html
    one, other = (result.outcome.cells[at].cell.pairing.setups[0] for at in (3, 23))
    assert one.rosters == other.rosters, "both readings have the same rosters"
    assert (one.scenario.modifier_added, other.scenario.modifier_added) == (False, True)


def test_a_price_is_confirmed_by_a_narrow_interval_alone() -> None:
    assert fair_points.Worth("Sniper", 5, 5.2, 4.5, 5.9).verdict == "confirmed"
    assert fair_points.Worth("Sniper", 5, 5.2, 2.0, 8.4).verdict == "not contradicted"
    assert fair_points.Worth("Sniper", 5, 8.0, 7.0, 9.0).verdict == "worth more"
    assert fair_points.Worth("Sniper", 5, 3.0, 2.0, 4.0).verdict == "worth less"
