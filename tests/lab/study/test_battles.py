"""Single battles of a study again: their events as a table, and their replays."""

from __future__ import annotations

from pathlib import Path

import polars
import pytest

from battlewright.engine.errors import BattlewrightError
from battlewright.lab.study.study import StudyResult
from battlewright.play.replays import Replay
from tests.lab.study.helpers import carried_out, pig, plan

ROSTERS = {"rosters": ["lantern-company", "powder-guild"]}


@pytest.fixture(scope="module")
def skirmish() -> StudyResult:
    return carried_out(plan(ROSTERS, system="skirmish", bots="greedy", precision={}, limit=6, replays=[0, 3]))


def per_battle(events: polars.DataFrame, battles: int, party: str, kind: str, by: str = "who") -> list[int]:
    """How often a kind of event happened to, or by, a party in each battle."""
    found = events.filter(polars.col("kind") == kind, polars.col(by).str.starts_with(party))
    return [found.filter(polars.col("battle") == number).height for number in range(battles)]


@pytest.mark.parametrize("party", ["a", "b"])
def test_events_are_those_that_the_study_counted(skirmish: StudyResult, party: str) -> None:
    """Of a party, whichever side it fought from."""
    events, battles = skirmish.events(battles=6), skirmish.battle_frame()
    for kind, column in (("shot", "shots"), ("hit", "hits"), ("broke-down", "break_downs")):
        assert per_battle(events, 6, party, kind) == battles[f"{column}_{party}"].to_list()
    other = {"a": "b", "b": "a"}[party]
    caused = events.filter(
        polars.col("kind") == "stress",
        polars.col("by").str.starts_with(party),
        polars.col("who").str.starts_with(other),
    )
    assert caused["amount"].sum() == battles[f"stress_caused_{party}"].sum() > 0


@pytest.mark.parametrize("edition", ["first", "second"])
def test_every_shot_and_strike_has_a_weapon_that_its_model_carries(edition: str) -> None:
    result = carried_out(plan({**ROSTERS, "edition": edition}, system="skirmish", bots="greedy", precision={}, limit=4))
    events = result.events(battles=4)
    kinds = ["shot", "hit", "missed", "critical", "engaged", "targeted", "struck"]
    done = events.filter(polars.col("kind").is_in(kinds))
    assert done["weapon"].null_count() == 0
    rosters = result.outcome.cells[0].cell.pairing.setups[0].rosters
    carried = {
        f"{'ab'[side]}{number}": {weapon.name for weapon in roster.carried(card)}
        for side, roster in enumerate(rosters)
        for number, (_, card) in enumerate(roster.models, 1)
    }
    assert all(weapon in carried[who] for who, weapon in done.select("who", "weapon").iter_rows())
    assert set(done["kind"]) >= {"engaged", "shot"}


def test_damage_and_wounds_are_by_weapon_too() -> None:
    heroes = carried_out(plan(system="heroes", bots="greedy", precision={}, limit=4))
    damage = heroes.events(battles=4).filter(kind="damage")
    assert damage["amount"].sum() >= heroes.battle_frame()["damage_caused_a"].sum() > 0
    assert "Longsword" in damage["weapon"].to_list()
    formations = carried_out(plan(system="formations", bots="greedy", precision={}, limit=4))
    wounds = formations.events(battles=4).filter(kind="wounded")
    frame = formations.battle_frame()
    assert wounds["amount"].sum() == sum(frame[f"wounds_taken_{party}"].sum() for party in "ab")
    assert wounds["weapon"].null_count() == 0


def test_the_replays_that_a_study_names_are_written_and_repeat(skirmish: StudyResult, tmp_path: Path) -> None:
    skirmish.write(tmp_path / "kept")
    paths = sorted((tmp_path / "kept-replays").iterdir())
    assert [path.name for path in paths] == ["cell-0-battle-0.replay", "cell-0-battle-3.replay"]
    winners = skirmish.battle_frame()["winner"].to_list()
    for path, number in zip(paths, (0, 3), strict=True):
        replay = Replay.read(path)
        session = replay.repeat()
        side = "draw" if session.node.result == 0 else "ab"[(session.node.result - 1) ^ (number % 2)]
        assert side == winners[number]
        assert replay.players == {"a": "greedy", "b": "greedy"}
    assert set(skirmish.events()["battle"]) == {0, 3}, "those that the study keeps"


@pytest.mark.plain
def test_a_small_game_without_weapons_has_events_too() -> None:
    result = carried_out(pig({"goal": [6, 12]}, bots="random", precision={}, limit=4, replays=1))
    events = result.events()
    assert set(events["cell"]) == {0, 1}
    assert events["weapon"].null_count() == events.height > 0
    assert events["step"].min() == 1, "nothing is told before the first move"
    assert result.events(battles=[2, 99])["battle"].unique().to_list() == [2], "battles that were not fought are none"


@pytest.mark.parametrize("replays", [-1, 2000, [-3], "all"])
def test_replays_are_a_number_or_numbers(replays: object) -> None:
    with pytest.raises(BattlewrightError, match=r"study\.replays"):
        pig(replays=replays)


@pytest.mark.parametrize("system", ["skirmish", "heroes", "formations"])
def test_no_name_of_a_column_needs_quotes(system: str) -> None:
    vary = {"skirmish": {"weapons.spear.threat": [1, 2]}}.get(system, {"rounds": [1, 2]})
    result = carried_out(
        plan({}, vary, system=system, bots="random", precision={}, limit=2, measure=["win share", "use"])
    )
    for frame in (result.frame(), result.battle_frame(), result.events(1)):
        assert all(name.isidentifier() and name == name.lower() for name in frame.columns)
