"""Forces as files: what is read, what is refused, with file, line and field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.errors import BattlewrightError, SetupError, UnknownError
from battlewright.engine.record import look
from battlewright.systems.formations.record import MAX_GROUPS, Effect, RollKind, Setting
from battlewright.systems.formations.setup.engagement import (
    FORCES,
    EngagementSetup,
    ForceSetup,
    actions_of,
    build,
    read_force,
)

pytestmark = pytest.mark.plain

FAULTY = """\
name = "Faulty"

[[kinds]]
name = "Archer"
might = 0
dex = 4
will = "three"
def = 11
atk = 2
ranged = true

[[kinds]]
name = "Archer"
might = 1
dex = 1
will = 1
def = 1
atk = 0

[[groups]]
kind = "Archer"
models = 2

[[groups]]
kind = "Knight"

[[groups]]
kind = ["Archer", "Archer", "Squire"]
models = 3
"""


@pytest.mark.parametrize("name", FORCES.names)
def test_every_shipped_force_is_sound(name: str) -> None:
    force = read_force(name)
    assert force.about
    assert all(actions_of(kind) for kind in force.kinds)


def test_at_least_four_forces_are_shipped() -> None:
    assert len(FORCES.names) >= 4


@pytest.mark.clause("F.G1")
def test_all_faults_of_a_file_are_reported_at_once_with_line_and_field(tmp_path: Path) -> None:
    path = tmp_path / "faulty.toml"
    path.write_text(FAULTY)
    with pytest.raises(SetupError) as refused:
        read_force(str(path))
    found = {(fault.line, fault.field) for fault in refused.value.faults}
    assert found == {
        (5, "kinds[0].might"),
        (7, "kinds[0].will"),
        (8, "kinds[0].def"),
        (10, "kinds[0].ranged"),
        (12, "kinds[1]"),
        (13, "kinds[1].name"),
        (22, "groups[0].models"),
        (25, "groups[1].kind"),
        (28, "groups[2].kind"),
    }
    text = str(refused.value)
    assert text.startswith("9 faults in the set-up:")
    for part in ("must be at least 1, not 0", "(F.G1)", "'Knight'", "models of one kind, not Archer, Squire"):
        assert part in text


@pytest.mark.clause("F.G1")
def test_a_formation_has_three_models_of_one_kind_at_least() -> None:
    kinds = [{"name": "Archer", "might": 1, "dex": 1, "will": 1, "def": 1, "atk": 1}]
    for models, sound in ((1, True), (2, False), (3, True), (20, True), (21, False), (0, False)):
        data = {"name": "F", "kinds": kinds, "groups": [{"kind": "Archer", "models": models}]}
        if sound:
            assert ForceSetup.model_validate(data).groups[0].models == models
        else:
            with pytest.raises(ValueError, match="models"):
                ForceSetup.model_validate(data)


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ({"roll": "test", "against": "dex", "effect": "dazed", "wounds": True}, "belong to an attack"),
        ({"roll": "order", "effect": "rerolls", "dice": 2}, "belong to an attack"),
        ({"against": "dex", "effect": "dazed"}, "rolled against 'def' or 'will'"),
        ({"roll": "test", "effect": "dazed"}, "names the characteristic"),
        ({"effect": "dazed", "failure": "wounds"}, "only a test says what follows from failure"),
        ({}, "wounds, or has an effect"),
        ({"roll": "test", "against": "dex", "effect": "dazed", "failure": "rerolls"}, "does not grant Rerolls"),
        ({"effect": "rerolls"}, "granted to friends"),
        ({"roll": "order", "effect": "rerolls", "against": "will"}, "an order is not rolled"),
        ({"roll": "order", "effect": "exposed"}, "an order grants Rerolls"),
        ({"wounds": True, "needs": 3}, "the effect must be named"),
        ({"wounds": True, "combination": "double"}, "the effect must be named"),
        ({"effect": "dazed", "combination": "double", "needs": 2}, "not by both"),
        ({"effect": "dazed", "amount": 2}, "amount belongs to an effect other than dazed"),
        ({"roll": "test", "against": "dex", "effect": "dazed", "failure_amount": 2}, "failure_amount belongs"),
        ({"effect": "exposed", "dazed_by": "dex"}, "dazed_by belongs to the effect dazed"),
    ],
)
def test_an_action_that_makes_no_sense_is_refused_by_its_clause(action: dict[str, Any], sentence: str) -> None:
    kind = {"name": "K", "might": 1, "dex": 1, "will": 1, "def": 1, "atk": 1, "actions": [{"name": "A"} | action]}
    with pytest.raises(ValueError, match=rf"{sentence}.*\(F\.D\d+"):
        ForceSetup.model_validate({"name": "F", "kinds": [kind], "groups": [{"kind": "K"}]})


def test_toml_and_json_say_the_same(tmp_path: Path) -> None:
    force = read_force("marsh-coven")
    data = force.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    (tmp_path / "f.toml").write_text(tomli_w.dumps(data))
    (tmp_path / "f.json").write_text(json.dumps(data))
    assert read_force(str(tmp_path / "f.toml")) == read_force(str(tmp_path / "f.json")) == force


@pytest.mark.parametrize("name", ["two\nlines", "a bell\a", "\u2028", ""])
def test_names_are_one_line_so_that_replays_stay_readable(name: str) -> None:
    data = read_force("river-guard").model_dump(by_alias=True)
    for place in ("name", "kind", "group"):
        faulty = json.loads(json.dumps(data))
        {"name": faulty, "kind": faulty["kinds"][1], "group": faulty["groups"][0]}[place]["name"] = name
        with pytest.raises(ValueError, match=r"printable|at least 1 character"):
            ForceSetup.model_validate(faulty)


def test_an_unknown_force_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UnknownError, match="Did you mean 'river-guard'"):
        read_force("river-gard")


@pytest.mark.clause("F.G5")
def test_the_setting_holds_what_the_files_say() -> None:
    setup = EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")), heavy_sixes=True)
    setting = look(Setting, build(setup))
    captain, crone = setting.kinds[2], setting.kinds[MAX_GROUPS + 2]
    assert (setting.round_limit, setting.heavy_sixes) == (5, 1)
    assert (captain.might, captain.atk, captain.action_count) == (3, 1, 2)
    assert (captain.actions[1].roll, captain.actions[1].effect, captain.actions[1].amount) == (
        RollKind.ORDER,
        Effect.REROLLS,
        6,
    )
    assert (crone.atk, crone.action_count) == (0, 2)  # no plain attack without ATK
    assert [setting.musters[MAX_GROUPS + place].models for place in range(4)] == [9, 1, 1, 1]
    assert setting.musters[MAX_GROUPS + 3].rerolls == 1


json_like = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 30) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(
    field=st.sampled_from(["name", "kinds", "groups", "about"]),
    inner=st.sampled_from(["", "name", "might", "actions", "models", "kind"]),
    value=json_like,
)
def test_any_data_is_a_force_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory, field: str, inner: str, value: Any
) -> None:
    data: dict[str, Any] = json.loads(json.dumps(read_force("river-guard").model_dump(mode="json", by_alias=True)))
    if inner and isinstance(data[field], list):
        data[field][0][inner] = value
    else:
        data[field] = value
    path = tmp_path_factory.getbasetemp() / "force.json"
    path.write_text(json.dumps(data))
    try:
        force = read_force(str(path))
    except BattlewrightError as error:
        assert "force.json" in str(error)
    else:
        build(EngagementSetup(forces=(force, force)))
