"""Study files: what they vary, and what is wrong with them, in one sentence with the field."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from battlewright.engine.errors import BattlewrightError, SetupError
from battlewright.lab.study.file import read_plan
from battlewright.lab.study.measures import default_measures, named_measures
from battlewright.lab.study.vary import read_setup
from tests.lab.study.helpers import formations, load, pig, plan

pytestmark = pytest.mark.plain

SPEARS = {"rosters": ["harrow-hedge", "red-hall"]}


def skirmish(vary: dict[str, Any] | None = None, **head: Any) -> Any:
    return plan(SPEARS, vary, **{"system": "skirmish", "bots": "random", **head})


def test_a_file_has_a_cell_for_each_combination_of_values(tmp_path: Path) -> None:
    text = """
[study]
name = "Spears"
system = "skirmish"
bots = ["greedy", "random"]
[setup]
rosters = ["harrow-hedge", "red-hall"]
[vary]
weapons.spear.threat = { from = 1, to = 2, step = 0.5 }
rulings.S2.F3 = [false, true]
"""
    (tmp_path / "spear.toml").write_text(text)
    made = read_plan(tmp_path / "spear.toml", load)
    assert [axis.path for axis in made.axes] == ["weapons.spear.threat", "rulings.S2.F3", "bots"]
    assert len(made.cells) == 3 * 2 * 2
    assert made.cells[2].labels == {"weapons.spear.threat": "1", "rulings.S2.F3": "yes", "bots": "greedy"}
    last = made.cells[-1].pairing.setups[0]
    assert {weapon.name: weapon.threat for weapon in last.weapons}["Spear"] == 2
    assert last.scenario.modifier_added
    assert made.cells[-1].bots == "random"
    assert made.precision == {"win_share": 0.03}
    assert made.unit == 2


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("rosters.a.characters.0.melee", [2, 3]),
        ("rosters.harrow-hedge.characters.*.weapons", [["Spear"], ["Sword"]]),
        ("rosters.b", ["red-hall", "gable-foxes"]),
        ("table", ["ruins", "wood"]),
        ("edition", ["first", "second"]),
        ("options", [[], ["solid_blocks"]]),
        ("scenario.round_limit", [3, 4]),
        ("weapons.spear.points", [3, 4]),
        ("bots.a", ["random", "greedy"]),
        ("rounds", [3, 4]),
    ],
)
def test_numbers_of_rosters_weapons_options_tables_bots_and_rules_can_be_varied(path: str, values: list[Any]) -> None:
    made = skirmish({path: values})
    assert len(made.cells) == 2
    assert made.cells[0].as_data() != made.cells[1].as_data()


def test_sheets_rulings_and_forces_can_be_varied() -> None:
    heroes = plan(
        {"encounter": "the-toll-bridge"},
        {"heroes.brannoc.sheet.attributes.strength": [4, 8], "rulings.critical_margin": [4, 5], "level": [1, 2]},
        system="heroes",
    )
    assert len({cell.as_data()["setups"][0]["sides"][0][0]["sheet"]["level"] for cell in heroes.cells}) == 2
    assert len(heroes.cells) == 8
    assert heroes.unit == 1
    forces = plan({}, {"forces.a.kinds.0.might": [1, 2, 3]}, system="formations")
    assert [cell.pairing.setups[0].forces[0].kinds[0].might for cell in forces.cells] == [1, 2, 3]


BAD: list[tuple[dict[str, Any], str]] = [
    ({"vary": {"weapons.speer.threat": [1]}}, "vary.weapons.speer.threat: there is nothing called 'speer' here. Did"),
    ({"vary": {"weapons.spear.threet": [1]}}, "vary.weapons.spear.threet: there is nothing called 'threet' here."),
    ({"vary": {"nonsense": [1]}}, "vary.nonsense: there is nothing called 'nonsense' here. Known: edition, rosters"),
    ({"vary": {"table": []}}, "vary.table: has no values"),
    ({"vary": {"rounds": {"from": 4, "to": 2}}}, "vary.rounds: the range from 4 to 2 is empty"),
    ({"vary": {"rounds": {"from": 2, "to": 4, "step": 0}}}, "vary.rounds: the step of a range must be more than 0"),
    ({"vary": {"rounds": {"from": "a", "to": 2}}}, "vary.rounds: a range has numbers"),
    ({"vary": {"rounds": 3}}, "vary.rounds: must be a list of values"),
    ({"vary": {"rounds": [3, 3]}}, "vary.rounds: has a value twice"),
    ({"vary": {"weapons.spear.threat": [99]}}, "vary.weapons.spear.threat = 99: rosters[0].weapons[0].threat must"),
    ({"vary": {"table": ["ruin"]}}, "Unknown table 'ruin'. Did you mean 'ruins'?"),
    ({"vary": {"bots.c": ["random"]}}, "vary.bots.c: names no side"),
    ({"vary": {"rosters.a.characters.9.melee": [3]}}, "there is nothing called '9' here"),
    ({"setup": {"tabel": "ruins"}}, "the study: setup: Unknown parameter 'tabel'. Did you mean 'table'?"),
    ({"study": {"precision": 0.0}}, "study.precision: must be more than 0"),
    ({"study": {"precision": 0.6}}, "study.precision: is half the width of a share's interval, so it must"),
    ({"study": {"precision": 0.0001}}, "study.precision: 0.0001 cannot be reached within the limit of 20,000"),
    ({"study": {"precision": {"win shar": 0.1}}}, "study.precision.win_shar: Unknown measure 'win_shar'. Did you"),
    ({"study": {"measure": ["stres caused"]}}, "study.measure: Unknown measure 'stres_caused'. Did you mean 'stress"),
    ({"study": {"bots": "greedi"}}, "study.bots: Unknown bot 'greedi'. Did you mean 'greedy'?"),
    ({"study": {"system": "skirmis"}}, "study.system: Unknown system 'skirmis'. Did you mean 'skirmish'?"),
    ({"study": {"limmit": 5}}, "study.limmit: is not a known field"),
    ({"study": {"limit": 1}}, "study.limit: must be at least 2"),
    ({"fair_points": {}}, "fair_points: draws its battles itself; leave setup and vary out"),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "said"), BAD, ids=[said[:40] for _, said in BAD])
def test_a_mistake_is_one_sentence_with_its_field(changed: dict[str, Any], said: str) -> None:
    whole: dict[str, Any] = {"study": {"system": "skirmish", "bots": "random"}, "setup": SPEARS}
    for key, value in changed.items():
        whole[key] = {**whole.get(key, {}), **value}
    with pytest.raises(BattlewrightError) as refused:
        read_plan(whole, load)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_field_of_a_mistake_is_not_taken_from_its_message() -> None:
    """A varied table is shown as JSON, which has colons of its own."""
    with pytest.raises(SetupError) as caught:
        read_setup(load("skirmish"), SPEARS, {"weapons.spear.threat": {"long": "1: 2"}})
    (fault,) = caught.value.faults
    assert fault.field == 'vary.weapons.spear.threat = {"long": "1: 2"}'
    assert fault.message.startswith("rosters[0].weapons[0].threat ")


def test_numbers_of_single_combatants_and_uses_of_choices_are_measured_where_they_are_named() -> None:
    heroes = load("heroes")
    usual = default_measures(heroes)
    assert {"win_share", "standing_at_the_end", "turns"} <= set(usual)
    assert not {"standing_1_at_the_end", "use_of_use"} & set(usual)
    named = named_measures(heroes, ["standing 1 at the end", "use"])
    assert {each.name for each in named if each.family == "use"} == {each.name for each in named[2:]}
    assert len(named) == 2 + 2 * len(heroes.rules.choice_kinds)


def test_a_mistake_in_a_file_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('[study]\nsystem = "pig"\n\n[vary]\ngaol = [3]\n')
    with pytest.raises(BattlewrightError, match=r"bad.toml:5: vary.gaol: .* Did you mean 'goal'\?"):
        read_plan(tmp_path / "bad.toml", load)
    with pytest.raises(BattlewrightError, match="there is no such file"):
        read_plan(tmp_path / "none.toml", load)


def test_a_system_without_prices_has_no_fair_points() -> None:
    with pytest.raises(BattlewrightError, match="fair_points: Pig has no prices"):
        read_plan({"study": {"system": "pig"}, "fair_points": {"match_ups": 20}}, load)


def test_studies_that_would_fight_other_battles_have_other_digests() -> None:
    digests = {pig(seed=1).digest, pig(seed=2).digest, pig({"goal": [7]}).digest, formations().digest}
    assert len(digests) == 4
    assert pig(seed=1).digest == pig(seed=1).digest
