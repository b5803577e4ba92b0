"""Seats in set-ups: their faults, their models, and what becomes of them when sides are exchanged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from battlewright import systems
from battlewright.engine import replay
from battlewright.engine.errors import SetupError
from battlewright.engine.record import look, snapshot
from battlewright.engine.session import Session
from battlewright.systems.formations.record import SLOTS
from battlewright.systems.formations.setup.engagement import EngagementSetup
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.encounters import read_encounter
from battlewright.systems.skirmish.setup.battle import BattleSetup
from tests.systems.formations.helpers import force
from tests.systems.heroes.helpers import sheet
from tests.systems.skirmish.parts import roster

pytestmark = pytest.mark.plain

ANN = {"name": "Ann", "side": "a", "leads": ["a1", "a3"]}
BEN = {"name": "Ben", "side": "a"}
CARA = {"name": "Cara", "side": "b", "leads": ["b2"]}
MIA = {"name": "Mia", "master": True}


def setups(*seats: dict[str, Any]) -> dict[str, Any]:
    """A set-up of each system with three models against two, as data."""
    everybody = [{"name": f"n{n}", "sheet": sheet()} for n in range(5)]
    return {
        "skirmish": {"rosters": [roster({}, {}, {}), roster({}, {})], "seats": seats},
        "heroes": {"sides": [everybody[:3], everybody[3:]], "seats": seats},
        "formations": {"forces": [force({}, {}, {}), force({}, {})], "seats": seats},
    }


MODELS: dict[str, type[Any]] = {"skirmish": BattleSetup, "heroes": EncounterSetup, "formations": EngagementSetup}


def made(name: str, *seats: dict[str, Any]) -> Any:
    return MODELS[name].model_validate(setups(*seats)[name])


def written(setup: Any) -> dict[str, Any]:
    data: dict[str, Any] = setup.model_dump(mode="json", by_alias=True, exclude_none=True)
    return data


FAULTS: list[tuple[list[dict[str, Any]], tuple[str | int, ...], str]] = [
    ([BEN, BEN], ("seats", 1, "name"), "another seat is called 'Ben' already"),
    ([{"name": "spectator", "side": "a"}], ("seats", 0, "name"), "the name 'spectator' is kept for another seat"),
    ([{"name": "b", "side": "a"}], ("seats", 0, "name"), "the name 'b' is kept for another seat"),
    ([{"name": "master", "side": "a"}], ("seats", 0, "name"), "the name 'master' is kept for another seat"),
    ([{"name": "Eve"}], ("seats", 0), "plays for a side, or is a game master's (master = true)"),
    ([BEN | {"leads": ["a4"]}], ("seats", 0, "leads", 0), "must be a model of its side (a1, a2, a3), not 'a4'"),
    ([BEN | {"leads": ["b1"]}], ("seats", 0, "leads", 0), "must be a model of its side (a1, a2, a3), not 'b1'"),
    ([MIA | {"leads": ["b1"]}], ("seats", 0, "leads", 0), "must be a model of its side (none, without a side)"),
    ([ANN, BEN | {"leads": ["a2", "a3"]}], ("seats", 1, "leads", 1), "'a3' is led by 'Ann' already"),
]


@pytest.mark.parametrize(("seats", "place", "sentence"), FAULTS)
@pytest.mark.parametrize("name", MODELS)
def test_faults_of_seats_are_reported_where_they_are(
    name: str, seats: list[dict[str, Any]], place: tuple[str | int, ...], sentence: str
) -> None:
    with pytest.raises(ValidationError) as caught:
        made(name, *seats)
    (fault,) = caught.value.errors()
    assert fault["loc"] == place
    assert sentence in fault["msg"]


@pytest.mark.parametrize("name", MODELS)
def test_a_seat_leads_the_models_of_its_short_names(name: str) -> None:
    seating = systems.load(name).setup.seating
    assert seating is not None
    ann, ben, cara, mia = seating(made(name, ANN, BEN, CARA, MIA))
    second_of_b = SLOTS + 1 if name == "formations" else 4
    assert (ann.side, ann.leads, ann.is_master) == (0, frozenset({0, 2}), False)
    assert (ben.side, ben.leads) == (0, frozenset())
    assert (cara.side, cara.leads) == (1, frozenset({second_of_b}))
    assert (mia.side, mia.is_master) == (None, True)


@pytest.mark.parametrize("name", MODELS)
def test_seats_are_no_part_of_the_setting_and_are_written_only_where_there_are_some(name: str) -> None:
    """But for a ruling of Heroes, which asks a game master who has a seat whether the encounter is over (H.O4)."""
    system, without, seated = systems.load(name), made(name), made(name, ANN, MIA)
    assert "seats" not in written(without)
    bare, built = system.setup.build(without), system.setup.build(seated)
    if name == "heroes":
        ruled = look(system.rules.setting, built).rulings
        assert ruled.end_asks == 1
        ruled.end_asks = 0
    assert snapshot(built) == snapshot(bare)
    assert snapshot(system.setup.build(made(name, ANN, BEN, CARA))) == snapshot(bare)
    complete = system.setup.complete(seated) if system.setup.complete else seated
    assert complete.seats == seated.seats
    assert MODELS[name].model_validate(written(complete)) == complete


@pytest.mark.parametrize("name", MODELS)
def test_a_replay_carries_the_seats(name: str) -> None:
    system, seated = systems.load(name), made(name, ANN, BEN, MIA)
    read = replay.parse(replay.write(Session(system, seated)), "the replay", systems.load)
    assert written(read.setup)["seats"] == written(seated)["seats"]


@pytest.mark.parametrize("name", ["skirmish", "formations"])
def test_exchanged_sides_take_their_seats_along(name: str) -> None:
    swap, seated = systems.load(name).setup.swap, made(name, ANN, CARA, MIA)
    assert swap is not None
    ann, cara, mia = swap(seated).seats
    assert (ann.side, ann.leads) == ("b", ("b1", "b3"))
    assert (cara.side, cara.leads) == ("a", ("a2",))
    assert mia == seated.seats[2]
    assert swap(swap(seated)) == seated


ENCOUNTER = """\
name = "Two at the ford"
heroes = ["silarn", { sheet = "brannoc" }]
foes = [{ sheet = "ruffian", count = 2 }]

[[seats]]
name = "Ann"
side = "a"
leads = ["Brannoc"]

[[seats]]
name = "Game master"
side = "b"
master = true
"""


def test_an_encounter_file_names_seats_and_combatants_by_name(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_text(ENCOUNTER, encoding="utf-8")
    ann, master = read_encounter(str(path)).seats
    assert (ann.name, ann.leads) == ("Ann", ("a2",))
    assert (master.side, master.master) == ("b", True)


def test_faults_of_seats_in_an_encounter_file_have_line_and_field(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_text(ENCOUNTER.replace('"Brannoc"', '"Nobody"').replace("Game master", "Ann"), encoding="utf-8")
    with pytest.raises(SetupError) as caught:
        read_encounter(str(path))
    assert [(fault.line, fault.field) for fault in caught.value.faults] == [
        (8, "seats[0].leads[0]"),
        (11, "seats[1].name"),
    ]
    assert "must be a model of its side (a1, a2), not 'Nobody'" in str(caught.value)
