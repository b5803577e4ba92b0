"""Chapter O, limited uses: an action can be used so often, for an encounter or until a rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.errors import BattlewrightError, Refused
from battlewright.engine.node import NodeKind
from battlewright.engine.record import look, snapshot
from battlewright.systems.heroes.guide.cards import Cards
from battlewright.systems.heroes.guide.edits import Master
from battlewright.systems.heroes.record import MAX_ACTIONS, ChoiceKind, Editable, HeroesEdit, Setting
from battlewright.systems.heroes.rules.uses import place_of_digit
from battlewright.systems.heroes.setup.after import party_after
from battlewright.systems.heroes.setup.encounter import EncounterSetup, build
from battlewright.systems.heroes.setup.secrets import hide_setup
from battlewright.systems.heroes.setup.state import StateSetup
from tests.systems.heroes.helpers import CLUB, Meeting, sheet

pytestmark = pytest.mark.plain

USE = ChoiceKind.USE
BLAST = {"name": "Blast", "target": "reflex", "damage": "1d6", "types": ["fire"], "uses": 1}
MEND = {"name": "Mend", "heals": True, "damage": "1d6", "uses": 2, "per": "rest"}
CASTER = {"weapons": [CLUB], "spells": [BLAST, MEND]}


def listed(fight: Meeting) -> set[int]:
    """The actions that can be chosen now."""
    return {choice.action for choice in fight.session.choices() if choice.kind == USE}


def lost_contest(fight: Meeting, action: int) -> Meeting:
    """Use a spell in vain."""
    return fight.use(1, action).roll(1).roll(10).roll(1).roll(12)


@pytest.mark.clause("H.O2")
def test_an_action_whose_uses_are_spent_cannot_be_chosen() -> None:
    fight = Meeting([CASTER], [{}], ap=4)
    assert listed(fight) == {0, 1, 2}
    assert listed(lost_contest(fight, 1)) == {0, 2}
    assert fight.refused(USE, action=1, target=1) == "H.O2"
    with pytest.raises(Refused, match=r"a1 \(a1\) has spent its uses of Blast, and cannot use it until they return"):
        fight.use(1, 1)


@pytest.mark.clause("H.O2")
def test_each_use_takes_one_and_says_what_is_left() -> None:
    fight = Meeting([CASTER], [{}], ap=6).edit(Editable.HEALTH, 0, 1)
    fight.use(0, 2)
    assert "a1 (a1) uses Mend at a1 (a1). a1 (a1) has 1 use of Mend left." in fight.told()
    fight.roll(1).use(0, 2).roll(1)
    assert fight.refused(USE, action=2, target=0) == "H.O2"
    assert fight.who(0).spent == 200


@pytest.mark.clause("H.O2")
def test_uses_do_not_return_in_an_encounter() -> None:
    fight = lost_contest(Meeting([CASTER], [{}]), 1).end().end().initiative()
    assert (fight.actor, listed(fight)) == (0, {0, 2})


@pytest.mark.clause("H.O2")
def test_what_was_spent_until_a_rest_is_spent_from_the_start() -> None:
    fight = Meeting([CASTER | {"state": {"spent": {"Mend": 2}}}], [{}])
    assert listed(fight) == {0, 1}
    assert Meeting([CASTER | {"state": {"spent": {"Mend": 1}}}], [{}]).who(0).spent == 100


@pytest.mark.clause("H.O2", "H.O3")
def test_a_rest_returns_the_uses_that_last_until_one() -> None:
    tired = CASTER | {"state": {"spent": {"Mend": 2}}}
    assert listed(Meeting([tired], [{}], rest="night")) == {0, 1, 2}
    assert listed(Meeting([tired], [{}], rest="breather")) == {0, 1}


@pytest.mark.clause("H.O2", "H.O3")
def test_a_party_keeps_what_it_has_spent_until_a_rest_and_nothing_else() -> None:
    fight = lost_contest(Meeting([CASTER], [{}], ap=4), 1).edit(Editable.HEALTH, 0, 3).use(0, 2).roll(1)
    (kept,) = party_after(fight.session)["heroes"]
    assert kept["state"]["spent"] == {"Mend": 1}


@pytest.mark.parametrize(
    ("spent", "reason"),
    [
        ({"Blast": 1}, "is no action whose uses are until a rest; those of a1 are Mend"),
        ({"Mend": 3}, "must be at most 2, as often as it can be used, not 3"),
        ({"Nothing": 1}, "is no action whose uses are until a rest"),
    ],
)
@pytest.mark.clause("H.O2")
def test_only_uses_until_a_rest_are_spent_before(spent: dict[str, int], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Meeting([CASTER | {"state": {"spent": spent}}], [{}])


@pytest.mark.clause("H.O2")
def test_a_period_asks_for_a_number_of_uses() -> None:
    with pytest.raises(ValueError, match=r"there is no number of uses \(H\.O2\)"):
        Meeting([{"weapons": [CLUB | {"per": "rest"}]}], [{}])
    with pytest.raises(ValueError, match="less than or equal to 9"):
        Meeting([{"weapons": [CLUB | {"uses": 10}]}], [{}])


@pytest.mark.clause("H.O2")
def test_a_game_master_sets_the_uses_that_are_left() -> None:
    fight = Meeting([CASTER], [{}])
    assert [limit for limit in Cards(fight.session).card(0).numbers if limit.name.startswith("uses")][1].now == 2
    for edit in Master(fight.session).edits("set a1 uses mend 0"):
        fight.session.edit(edit)
    assert fight.told() == "The game master leaves a1 (a1) 0 uses of Mend."
    assert listed(fight) == {0, 1}
    fight.edit(Editable.USES, 0, 1, of=2)
    assert (listed(fight), fight.who(0).spent) == ({0, 1, 2}, 100)


@pytest.mark.parametrize(("of", "value"), [(0, 0), (1, 2), (1, -1), (3, 0), (-1, 0)])
@pytest.mark.clause("H.O2")
def test_uses_that_make_no_sense_are_refused(of: int, value: int) -> None:
    fight = Meeting([CASTER], [{}])
    before = snapshot(fight.session.battle)
    change = HeroesEdit()
    change.what, change.who, change.value, change.of = Editable.USES, 0, value, of
    with pytest.raises(BattlewrightError, match=r"H\.O2"):
        fight.session.edit(change)
    assert snapshot(fight.session.battle) == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("set b1 uses club 1", r"The uses of b1 \(b1\) are without limit \(H\.O2\)"),
        ("set a1 uses club 1", "action of limited uses"),
        ("set a1 uses mend 3", "from 0 to 2"),
        ("set a1 uses", "action of limited uses"),
    ],
)
def test_uses_are_typed_with_the_name_of_their_action(line: str, said: str) -> None:
    with pytest.raises(BattlewrightError, match=said):
        Master(Meeting([CASTER], [{}]).session).edits(line)


@pytest.mark.clause("H.O2")
def test_a_stand_in_for_a_secret_sheet_can_be_used_as_often() -> None:
    setup = Meeting([CASTER | {"state": {"spent": {"Mend": 1}}}], [{}]).setup.model_copy(update={"secret_sheets": True})
    hidden = hide_setup(setup, 1)
    assert hidden.sides[0][0].state == StateSetup(spent={"Spell 2": 1})
    true, seen = (look(Setting, build(each)).cards[0] for each in (setup, hidden))
    assert (true.spent, [each.uses for each in true.actions]) == (seen.spent, [each.uses for each in seen.actions])


def test_what_has_no_limit_is_written_as_before() -> None:
    plain = EncounterSetup.model_validate({"name": "Test", "sides": [[{"name": "a", "sheet": sheet()}]] * 2})
    written = plain.model_dump(mode="json")["sides"][0][0]
    assert "state" not in written
    assert not {"uses", "per"} & set(written["sheet"]["weapons"][0])
    again = EncounterSetup.model_validate(
        Meeting([CASTER | {"state": {"spent": {"Mend": 1}}}], [{}]).setup.model_dump()
    )
    assert again.sides[0][0].state == StateSetup(spent={"Mend": 1})


@pytest.mark.clause("H.O2")
@given(data=st.data())
def test_no_action_is_used_more_often_than_its_sheet_says(data: st.DataObject) -> None:
    """Whatever is chosen, what is spent of each action is what was used of it, and never more than its uses."""
    uses = data.draw(st.lists(st.integers(0, 2), min_size=1, max_size=MAX_ACTIONS))
    clubs = [CLUB | {"name": f"Club {n}"} | ({"uses": each} if each else {}) for n, each in enumerate(uses)]
    fight = Meeting([{"weapons": clubs}], [{"level": 20, "constitution": 12}], ap=2, attack_ap=1)
    used = [0] * len(uses)
    for _ in range(12):
        while fight.node.kind == NodeKind.CHANCE:
            fight.roll(*[1] * fight.node.dice)
        choice = data.draw(st.sampled_from(fight.session.choices()))
        if fight.actor == 0 and choice.kind == USE:
            used[choice.action] += 1
        fight.session.choose(choice)
        for index, most in enumerate(uses):
            spent = fight.who(0).spent // place_of_digit(index) % 10
            assert spent == (used[index] if most else 0)
            assert not most or used[index] <= most
