"""Chapter N: initiative, turns, action points, victory; and the game master's hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlewright import systems
from battlewright.conformance import check, digest
from battlewright.engine import replay
from battlewright.engine.errors import BattlewrightError, Refused, SetupError
from battlewright.engine.node import NodeKind
from battlewright.engine.record import look, snapshot
from battlewright.engine.session import Session
from battlewright.engine.step import StepKind
from battlewright.engine.story import step_texts
from battlewright.systems.heroes.enums import Component, ConditionName
from battlewright.systems.heroes.record import ChoiceKind, Editable, Setting, Step
from battlewright.systems.heroes.setup.encounter import EncounterSetup, build, cards_of
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, read_encounter
from battlewright.systems.heroes.setup.typed import read_setup
from tests.modes import digests_of_the_other_mode
from tests.systems.heroes.helpers import Meeting, sheet


def fresh(*dexterities: int) -> Session:
    """An encounter before its first initiative; the first combatant is side a's, the others side b's."""
    everybody = [{"name": f"n{n}", "sheet": sheet(dexterity=each)} for n, each in enumerate(dexterities)]
    setup = EncounterSetup.model_validate({"sides": [everybody[:1], everybody[1:]]})
    return Session(systems.load("heroes"), setup)


def order(session: Session) -> list[int]:
    return list(session.record.order[: session.record.count])


@pytest.mark.plain
@pytest.mark.clause("H.N1")
def test_initiative_is_a_d10_and_half_of_dexterity_and_intellect_highest_first() -> None:
    session = fresh(3, 7, 11)  # 3, 5 and 7
    assert (session.node.step, session.node.dice, session.node.sides) == (Step.INITIATIVE, 3, 10)
    session.roll_typed([10, 6, 5])
    assert order(session) == [0, 2, 1]


@pytest.mark.plain
@pytest.mark.clause("H.N1")
def test_ties_are_rolled_off_among_those_who_tie() -> None:
    session = fresh(3, 3, 3, 9, 9)
    session.roll_typed([5, 5, 5, 1, 1])  # 8 three times, 7 twice
    assert (session.node.step, session.node.dice) == (Step.TIE, 3)
    session.roll_typed([2, 9, 9])
    assert (session.node.step, session.node.dice) == (Step.TIE, 2)
    session.roll_typed([3, 4])
    assert (session.node.step, session.node.dice) == (Step.TIE, 2)  # the other two
    session.roll_typed([8, 1])
    assert (order(session), session.node.step) == ([2, 1, 0, 3, 4], Step.ACT)


@pytest.mark.plain
@pytest.mark.clause("H.N1")
def test_initiative_is_rolled_each_round_by_those_who_are_still_there() -> None:
    fight = Meeting([{}], [{}, {}])
    fight.edit(Editable.HEALTH, 1, 0)
    fight.end().end()
    assert (fight.battle.round, fight.node.step, fight.node.dice) == (2, Step.INITIATIVE, 2)


@pytest.mark.plain
@pytest.mark.clause("H.N1")
def test_a_turn_has_3_ap_an_attack_or_spell_costs_2_and_something_else_1() -> None:
    spell = {"name": "Zap", "target": "reflex", "damage": "1d4", "types": ["fire"]}
    for action in (0, 1):
        fight = Meeting([{"weapons": [{"name": "Arm", "damage": "1d4", "types": ["fire"]}], "spells": [spell]}], [{}])
        assert fight.who(0).ap == 3
        fight.use(1, action=action)
        assert fight.who(0).ap == 1
    fight = Meeting([{}], [{"armour": "light"}]).choose(ChoiceKind.OTHER)
    assert fight.who(0).ap == 2
    fight.use(1).roll(1, 1, 1)
    assert (fight.actor, fight.node.step) == (1, Step.ACT)  # without points the turn is over


@pytest.mark.plain
@pytest.mark.clause("H.N1")
def test_what_cannot_be_paid_for_or_aimed_at_is_refused() -> None:
    fight = Meeting([{}, {}], [{}]).choose(ChoiceKind.OTHER).choose(ChoiceKind.OTHER)
    assert fight.refused(ChoiceKind.USE, target=2) == "H.N1"
    fight = Meeting([{}, {}], [{}])
    for target in (-1, 0, 1, 3, 99):
        assert fight.refused(ChoiceKind.USE, target=target) == "H.N1"
    assert fight.refused(ChoiceKind.USE, target=2, action=1) == "H.N1"
    assert fight.refused(ChoiceKind.END, target=1) == "H.N1"


@pytest.mark.plain
@pytest.mark.clause("H.N1")
@pytest.mark.parametrize("how", ["unconscious", "dead", "broken"])
def test_a_side_wins_when_every_opponent_is_out(how: str) -> None:
    fight = Meeting([{}], [{}, {}]).edit(Editable.HEALTH, 1, 0)
    assert fight.node.kind == NodeKind.DECISION
    if how == "broken":
        fight.edit(Editable.STRESS, 2, fight.card(2).stress)
    elif how == "dead":
        fight.edit(Editable.WOUNDS, 2, fight.card(2).wounds)
    else:
        fight.edit(Editable.HEALTH, 2, 0)
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, 1)


@pytest.mark.plain
@pytest.mark.clause("H.N1")
def test_after_the_last_round_it_is_a_draw() -> None:
    fight = Meeting([{}], [{}], round_limit=1).end().end()
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, 0)


@pytest.mark.plain
@pytest.mark.clause("H.D11", "H.N1")
def test_the_game_master_changes_numbers_as_events_that_a_replay_repeats() -> None:
    fight = Meeting([{}], [{}])
    fight.edit(Editable.HEALTH, 1, 5).edit(Editable.AP, 0, 9).edit(Editable.ROUND, 0, 7).edit(Editable.HIDDEN, 1, 80)
    fight.edit(Editable.MODIFIER, 1, -2, Component.FORTITUDE).give(1, ConditionName.PRONE, 2)
    assert (fight.who(1).health, fight.who(0).ap, fight.battle.round) == (5, 9, 7)
    assert (fight.who(1).armor, fight.has(1)) == (5, {"bloodied", "prone"})
    told = [each.sentences[0].text for each in step_texts(fight.session) if each.step.kind is StepKind.EDIT]
    assert len(told) == 6
    assert all(text.startswith("The game master") for text in told)
    again = replay.repeat(replay.parse(replay.write(fight.session), "r", systems.load))
    assert snapshot(again.battle) == snapshot(fight.session.battle)
    fight.session.undo()
    assert (fight.who(1).armor, fight.has(1)) == (5, {"bloodied"})


@pytest.mark.plain
@pytest.mark.clause("H.D11", "H.P1", "H.X5")
@pytest.mark.parametrize(
    ("what", "value", "of", "clause"),
    [
        (Editable.HEALTH, 99, 0, "H.P1"),
        (Editable.WOUNDS, -1, 0, "H.P1"),
        (Editable.MORALE, 99, 0, "H.P1"),
        (Editable.HIDDEN, 101, 0, "H.D9"),
        (Editable.RING, 256, 0, "H.D9"),
        (Editable.MODIFIER, 1, 40, "H.D11"),
        (Editable.CONDITION, 1, 40, "H.X5"),
        (Editable.AP, 1, 3, "H.N1"),
    ],
)
def test_an_edit_that_makes_no_sense_is_refused(what: Editable, value: int, of: int, clause: str) -> None:
    fight = Meeting([{}], [{}])
    before = snapshot(fight.session.battle)
    with pytest.raises(Refused) as raised:
        fight.edit(what, 1, value, of)
    assert raised.value.clause == clause
    assert snapshot(fight.session.battle) == before


@pytest.mark.plain
def test_an_encounter_file_with_many_faults_tells_them_all(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('name = "Bad"\nheroes = ["nobody"]\nfoes = [{ sheet = "ruffian", situations = ["moonlight"] }]\n')
    with pytest.raises(SetupError) as raised:
        read_encounter(str(path))
    text = str(raised.value)
    assert "nobody" in text
    assert "moonlight" in text
    assert f"{path}:2" in text
    assert f"{path}:3" in text


@pytest.mark.parametrize("battles", [1, pytest.param(4, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", ENCOUNTERS.names)
def test_heroes_keeps_the_contract(name: str, battles: int) -> None:
    check(systems.load("heroes"), [read_encounter(name)], battles=battles)


def digests(battles: int) -> list[str]:
    return [digest(systems.load("heroes"), read_encounter(name), battles, seed=17) for name in ENCOUNTERS.names]


@pytest.mark.parametrize("battles", [2, pytest.param(8, marks=pytest.mark.nightly)])
def test_the_same_encounters_have_the_same_bytes_compiled_and_plain(battles: int) -> None:
    here = digests(battles)
    assert digests_of_the_other_mode(__name__, battles) == here
    assert len(set(here)) == len(here)


def test_those_of_the_same_name_are_numbered() -> None:
    setup = read_encounter("cudgels-in-the-alley")
    assert [each.name for each in setup.combatants][2:6] == [f"Ruffian {n}" for n in (1, 2, 3, 4)]


@pytest.mark.plain
@pytest.mark.clause("H.D10")
@pytest.mark.parametrize("component", ["spell potency", "strength"])
def test_a_situation_of_the_rulings_modifies_only_what_a_situation_can(tmp_path: Path, component: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(
        'name = "Bad"\nheroes = ["silarn"]\nfoes = [{ sheet = "ruffian", situations = ["ley line"] }]\n'
        f'[rulings.situations."ley line"]\ncomponent = "{component}"\namount = 2\n'
    )
    with pytest.raises(SetupError) as raised:
        read_encounter(str(path))
    reason = f"{component} is settled by the sheet; a situation does not modify it (H.D10)"
    assert f"{path}:5: rulings.situations['ley line'].component: {reason}" in str(raised.value)


@pytest.mark.plain
@pytest.mark.clause("H.D6", "H.D11")
def test_modifiers_with_names_may_come_to_nothing_together_and_those_without_may_not(tmp_path: Path) -> None:
    path = tmp_path / "hill.toml"
    text = 'name = "Hill"\nheroes = ["silarn"]\nfoes = [{ sheet = "ruffian", modifiers = [%s] }]\n'
    up, down = '{ component = "dodge", amount = 2%s }', '{ component = "dodge", amount = -2%s }'
    path.write_text(text % ", ".join((up % ', name = "high ground", turns = 2', down % ', name = "mud"')))
    assert [each.name for each in read_encounter(str(path)).sides[1][0].modifiers] == ["high ground", "mud"]
    path.write_text(text % ", ".join((up % "", down % "")))
    with pytest.raises(SetupError, match=r"\+2 and -2 to dodge cancel each other"):
        read_encounter(str(path))


@pytest.mark.plain
@pytest.mark.parametrize("name", ENCOUNTERS.names)
def test_the_cards_of_sheets_are_those_of_their_encounter(name: str) -> None:
    setup = read_encounter(name)
    made = look(Setting, build(setup)).cards
    for card, other in zip(cards_of([each.sheet for each in setup.combatants], setup.rulings), made, strict=False):
        for field in ("health", "morale", "dodge", "armor", "fortitude", "attack", "actions_count", "conditions"):
            assert getattr(card, field) == getattr(other, field)
        for ours, theirs in zip(card.actions, other.actions, strict=True):
            assert (ours.dice, ours.plus, ours.bonus, ours.kind) == (
                theirs.dice,
                theirs.plus,
                theirs.bonus,
                theirs.kind,
            )


@pytest.mark.plain
@pytest.mark.parametrize("value", ["[]", "{}", "1", '["prone"]'])
def test_what_is_no_word_is_refused_where_a_word_is_due(tmp_path: Path, value: str) -> None:
    path = tmp_path / "bad.toml"
    situation = f"[rulings.situations.mud]\ncomponent = {value}\namount = 2\n"
    path.write_text(f'name = "Bad"\nheroes = ["silarn"]\nfoes = ["ruffian"]\n{situation}')
    with pytest.raises(SetupError, match=r"bad\.toml:5: rulings\.situations\.mud\.component: must be a component"):
        read_encounter(str(path))


def test_a_ruling_is_changed_by_its_name() -> None:
    changed = read_setup(rulings=("critical_margin=8", "ap = 4"), secret_sheets=True).setup
    assert (changed.rulings.critical_margin, changed.rulings.ap, changed.secret_sheets) == (8, 4, True)
    for text, sentence in (
        ("crit=3", "Unknown ruling 'crit'"),
        ("ap=many", "such as ap=3, not 'ap=many'"),
        ("ap=99", "The ruling ap must be less than or equal to 10, not 99"),
    ):
        with pytest.raises(BattlewrightError, match=sentence):
            read_setup(rulings=(text,))
