"""What happens is told: a sentence for every kind of event."""

from __future__ import annotations

from functools import cache

import pytest

from battlewright.answers.data import step_data
from battlewright.engine.sentences import SetupWords
from battlewright.engine.story import last_step_text
from battlewright.systems.heroes.enums import Attribute, Band, Check, Component, ConditionName, DamageType, Target
from battlewright.systems.heroes.record import Editable, EventKind
from battlewright.systems.heroes.setup.names import ints_of
from battlewright.systems.heroes.system import SENTENCES as WORDS
from battlewright.systems.heroes.words.names import Names
from tests.events import happened, told_of_edit
from tests.systems.heroes.helpers import Meeting

pytestmark = pytest.mark.plain

SNARE = {"name": "Snare", "defence": "reflex", "power": 5, "effect": "ensnared"}
BLINDED, STUNNED = ConditionName.BLINDED, ConditionName.STUNNED
FIRE = 1 << DamageType.FIRE
RESISTED = {"who": 0, "by": 1, "condition": STUNNED, "defence": Target.FORTITUDE, "needed": 19}
KEPT = {"who": 0, "whom": 1, "condition": STUNNED, "defence": Target.WILLPOWER, "needed": 15}
MUD = dict(zip(EventKind.NAMED.fields, ints_of("mud"), strict=True))

SENTENCES: dict[EventKind, tuple[dict[str, int], str]] = {
    EventKind.ROUND: ({"round": 2}, "Round 2."),
    EventKind.INITIATIVE: ({"who": 0, "shown": 14, "total": 22}, "a1 (a1) has initiative 14 + 8 = 22."),
    EventKind.TIE: ({"tied": 3}, "A tie for initiative: 3 roll off."),
    EventKind.BEGINS: ({"who": 0}, "The turn of a1 (a1) begins."),
    EventKind.TURN: ({"who": 0, "ap": 0, "idle": 1}, "The turn of a1 (a1): 0 AP, and it cannot act."),
    EventKind.USES: ({"who": 0, "whom": 1, "action": 0}, "a1 (a1) uses Club at b1 (b1)."),
    EventKind.SEVERAL: ({"who": 0, "action": 0, "targets": 3}, "a1 (a1) uses Club at a1 (a1) and b1 (b1)."),
    EventKind.SPENT: ({"who": 0, "action": 0, "uses": 1}, "a1 (a1) has 1 use of Club left."),
    EventKind.RESTED: (
        {"who": 0, "health": 3, "wounds": 1, "morale": 2, "stress": 0},
        "a1 (a1) has rested: it recovers 3 Health and 2 Morale and is rid of 1 Wounds.",
    ),
    EventKind.CONFUSED: ({"who": 0, "whom": 1}, "a1 (a1) is confused and goes for b1 (b1)."),
    EventKind.BAND: (
        {"who": 0, "whom": 1, "edge": 12, "band": Band.DODGED},
        "That is no more than Dodge 12: the attack is dodged.",
    ),
    EventKind.DAMAGE: ({"who": 1, "by": 0, "damage": 4, "types": FIRE}, "b1 (b1) takes 4 fire damage."),
    EventKind.HEALED: ({"who": 1, "by": 0, "healed": 4, "types": FIRE}, "b1 (b1) recovers 4."),
    EventKind.CONDITION: (
        {"who": 1, "by": 0, "condition": STUNNED, "turns": 2},
        "b1 (b1) is now Stunned for 2 turns, by a1 (a1).",
    ),
    EventKind.OVER: ({"who": 1, "condition": STUNNED}, "b1 (b1) is no longer Stunned."),
    EventKind.CONTEST_ROUND: (
        {"who": 0, "whom": 1, "own_total": 9, "their_total": 7},
        "9 of a1 (a1) against 7 of b1 (b1): the round goes to a1 (a1).",
    ),
    EventKind.CONTEST_TIE: (
        {"who": 0, "whom": 1, "total": 7},
        "a1 (a1) and b1 (b1) both come to 7: the round is repeated.",
    ),
    EventKind.CONTEST: (
        {"who": 0, "whom": 1, "own_wins": 1, "their_wins": 2},
        "b1 (b1) wins the contest with a1 (a1), 2 to 1.",
    ),
    EventKind.RESISTED: (RESISTED, "It took 12 + 7 = 19: a1 (a1) shakes off Stunned of b1 (b1), with Fortitude."),
    EventKind.MAINTAINED: (
        KEPT,
        "It took more than 12 + 3 = 15: a1 (a1) keeps up Stunned on b1 (b1), against Willpower.",
    ),
    EventKind.LAPSED: ({"who": 0, "whom": 1, "condition": STUNNED}, "a1 (a1) lets Stunned on b1 (b1) lapse."),
    EventKind.OTHER: ({"who": 0, "ap": 2}, "a1 (a1) does something else, and has 2 AP left."),
    EventKind.ENDED: ({"who": 0, "ap": 2}, "a1 (a1) ends its turn with 2 AP."),
    EventKind.BROKEN: ({"who": 0}, "a1 (a1) is broken and out of the encounter."),
    EventKind.GONE: ({"winner": -1, "round": 3}, "Nobody is left."),
    EventKind.LIMIT: ({"winner": -1, "round": 3}, "After 3 rounds nobody has won."),
    EventKind.GOES_ON: ({"round": 3}, "The game master lets the encounter go on."),
    EventKind.NO_DAMAGE: (
        {"who": 0, "by": 1, "total": 3, "types": FIRE},
        "a1 (a1) resists all of 3 fire damage.",
    ),
    EventKind.SEALED: ({"who": 0, "by": -1, "condition": STUNNED}, "a1 (a1) is Stunned and recovers nothing."),
    EventKind.ATTACK_ROLL: (
        {"who": 0, "whom": 1, "shown": 11, "bonus": -2},
        "a1 (a1) rolls 11 - 2 = 9 to hit b1 (b1).",
    ),
    EventKind.DAMAGE_ROLL: ({"who": -1, "whom": 1, "shown": 6, "bonus": 0}, "The dice for b1 (b1) show 6."),
    EventKind.RESISTANCE: (
        {"who": 1, "by": 0, "less": 5, "total": 3},
        "The resistance of b1 (b1) takes 5 off: 0.",
    ),
    EventKind.VULNERABILITY: ({"who": 1, "by": 0, "more": 5, "total": 3}, "The vulnerability of b1 (b1) adds 5: 8."),
    EventKind.CONTEST_DIE: ({"who": 0, "whom": 1, "shown": 5, "bonus": 3}, "a1 (a1) shows 5 + 3 = 8."),
    EventKind.CHECK_ROLL: ({"who": 0, "whom": -1, "shown": 5, "bonus": 3}, "a1 (a1) rolls 5 + 3 = 8."),
    EventKind.NOT_RESISTED: (
        RESISTED | {"by": -1},
        "It took 12 + 7 = 19: a1 (a1) does not shake off Stunned, with Fortitude.",
    ),
    EventKind.NOT_MAINTAINED: (
        KEPT,
        "It took more than 12 + 3 = 15: a1 (a1) cannot keep up Stunned on b1 (b1), against Willpower.",
    ),
    EventKind.LASTS: (
        {"who": 0, "by": 1, "condition": STUNNED, "defence": Target.REFLEX, "check": Check.MAINTENANCE},
        "It lasts as long as b1 (b1) keeps it up against Reflex.",
    ),
    EventKind.EXPOSED: (
        {"who": 0, "hazard": 0, "defence": Target.REFLEX, "power": 5},
        "a1 (a1) is exposed to Snare: Reflex against 12 + 5 = 17.",
    ),
    EventKind.WITHSTOOD: (RESISTED, "It took 12 + 7 = 19: a1 (a1) withstands Stunned of b1 (b1), with Fortitude."),
    EventKind.NOT_WITHSTOOD: (
        RESISTED | {"by": -1, "condition": -1},
        "It took 12 + 7 = 19: a1 (a1) does not withstand it, with Fortitude.",
    ),
    EventKind.MODIFIER_OVER: (
        {"who": 0, "component": Component.DODGE, "amount": -2, "against": 1},
        "The modifier of -2 to dodge against b1 (b1) of a1 (a1) has run out.",
    ),
    EventKind.NAMED: (MUD, "It is called 'mud'."),
    EventKind.RALLIED: ({"who": 0}, "a1 (a1) is no longer broken."),
    EventKind.TICK: ({"who": 0, "condition": ConditionName.BURNING, "damage": 3}, "Burning deals a1 (a1) 3."),
    EventKind.EDITED: (
        {"who": 0, "what": Editable.HIDDEN, "value": 50, "was": 0},
        "The game master sets the hidden share of a1 (a1) from 0 to 50.",
    ),
    EventKind.EDITED_RING: (
        {"who": 0, "place": 1, "whom": 1, "was": -1},
        "The game master decides: b1 (b1) stands at place 2 beside a1 (a1).",
    ),
    EventKind.EDITED_MODIFIER: (
        {"who": 0, "component": Component.DODGE, "amount": 2, "was": 0, "against": -1},
        "The game master gives a1 (a1) +2 to dodge.",
    ),
    EventKind.EDITED_CONDITION: (
        {"who": 0, "by": 1, "condition": BLINDED, "value": 2, "stays": 0},
        "The game master decides: a1 (a1) is Blinded (2 turns, by b1 (b1)).",
    ),
    EventKind.EDITED_EXPOSED: (
        {"who": 0, "hazard": 0, "exposed": 1, "was": 0},
        "The game master decides: Snare threatens a1 (a1).",
    ),
    EventKind.EDITED_TRAP: ({"who": 0, "hazard": -1}, "The game master decides: a trap goes off at a1 (a1)."),
    EventKind.EDITED_DAMAGE: (
        {"who": 0, "total": 8, "types": FIRE},
        "The game master deals a1 (a1) 8 fire damage.",
    ),
    EventKind.EDITED_HEALING: (
        {"who": 0, "amount": 5, "types": 0},
        "The game master gives a1 (a1) 5 Health back.",
    ),
    EventKind.EDITED_USES: (
        {"who": 0, "action": 0, "uses": 1, "was": 2},
        "The game master leaves a1 (a1) 1 use of Club.",
    ),
    EventKind.ARRIVED: ({"who": 1, "side": 1}, "b1 (b1) arrives, for Foes (b)."),
    EventKind.REMOVED: ({"who": 0}, "The game master takes a1 (a1) out of the encounter."),
    EventKind.FLED: ({"who": 0}, "a1 (a1) leaves the encounter."),
    EventKind.RETURNED: ({"who": 0}, "a1 (a1) returns to the encounter."),
    EventKind.TURNED: ({"who": 1, "side": 1}, "b1 (b1) changes sides, and is now one of Foes (b)."),
    EventKind.AMENDED_SHEET: ({"who": 0}, "The game master gives a1 (a1) another sheet."),
    EventKind.AMENDED_ATTRIBUTE: (
        {"who": 0, "attribute": Attribute.WISDOM, "value": 6, "was": 4},
        "The game master sets Wisdom of a1 (a1) from 4 to 6.",
    ),
    EventKind.AMENDED_LEVEL: (
        {"who": 0, "value": 2, "was": 1},
        "The game master sets the level of a1 (a1) from 1 to 2.",
    ),
    EventKind.AMENDED_RESISTANCE: (
        {"who": 0, "types": FIRE, "value": 3, "was": 0},
        "The game master sets the resistance of a1 (a1) to fire from 0 to 3.",
    ),
    EventKind.AMENDED_VULNERABILITY: (
        {"who": 0, "types": FIRE, "value": 3, "was": 0},
        "The game master sets the vulnerability of a1 (a1) to fire from 0 to 3.",
    ),
    EventKind.AMENDED_RULING: (
        {"ruling": 0, "value": 4, "was": 3},
        "The game master changes a ruling: attack dice is 4, not 3.",
    ),
    EventKind.CONTEST_WON: ({"who": 0, "whom": 1}, "The round goes to a1 (a1)."),
    EventKind.HAZARD_ADDED: ({"hazard": 0}, "There is a new danger: Snare."),
    EventKind.HAZARD_FOUND: ({"hazard": 0}, "Snare is found."),
    EventKind.HAZARD_CLEARED: ({"hazard": 0}, "Snare is gone."),
}


@cache
def words() -> SetupWords[Names]:
    return WORDS(Meeting([{}], [{}], hazards=[SNARE], check_base=12).setup)


def sentence(kind: EventKind, **fields: int) -> str:
    return words().event(happened(kind, **fields))


@pytest.mark.parametrize("kind", EventKind)
def test_every_event_has_its_sentence(kind: EventKind) -> None:
    fields, wanted = SENTENCES[kind]
    assert sentence(kind, **fields) == wanted


def test_what_varies_in_a_sentence() -> None:
    assert sentence(EventKind.GONE, winner=0, round=3) == f"{words().side(1)} are all out."
    critical = sentence(EventKind.BAND, who=0, whom=1, edge=25, band=Band.CRITICAL)
    assert critical.endswith("the attack hits critically.")
    assert sentence(EventKind.NO_DAMAGE, who=0, by=1, total=0, types=0) == "That does a1 (a1) no damage."
    lasts = {"who": 0, "by": -1, "condition": STUNNED, "defence": Target.REFLEX, "check": Check.RESISTANCE}
    assert sentence(EventKind.LASTS, **lasts) == "It lasts until a1 (a1) shakes it off with Reflex."
    trap = sentence(EventKind.EXPOSED, who=0, hazard=-1, defence=Target.REFLEX, power=5)
    assert trap == "a1 (a1) is exposed to a trap: Reflex against 12 + 5 = 17."


def test_the_initiative_of_a_round_is_one_sentence_the_highest_first() -> None:
    meeting = Meeting([{}, {}], [{}]).modify(0, Component.INITIATIVE, -99)
    meeting.end().end().end().roll(10, 1, 4)
    assert meeting.told().startswith("Initiative, round 2: a2 (a2) 91, b1 (b1) 82, a1 (a1) 13. The turn of a2 (a2)")
    step = step_data(meeting.session, meeting.session.steps[-1])
    assert [each["kind"] for each in step["events"]] == [*["initiative"] * 3, "turn"]
    assert [(each.kind, each.clause) for each in last_step_text(meeting.session).sentences] == [
        ("initiative", "H.N1"),
        ("turn", "H.N1"),
    ]


def test_what_varies_in_the_sentence_of_an_edit() -> None:
    the_round = sentence(EventKind.EDITED, who=-1, what=Editable.ROUND, value=3, was=1)
    assert the_round == "The game master sets the round from 1 to 3."
    nobody = sentence(EventKind.EDITED_RING, who=0, place=0, whom=-1, was=1)
    assert nobody == "The game master decides: nobody stands at place 1 beside a1 (a1)."
    taken = sentence(EventKind.EDITED_MODIFIER, who=0, component=Component.DODGE, amount=0, was=2, against=1)
    assert taken == "The game master takes the modifier of +2 to dodge against b1 (b1) from a1 (a1)."
    over = {"who": 0, "by": -1, "condition": BLINDED, "value": 0, "stays": 0}
    assert sentence(EventKind.EDITED_CONDITION, **over) == "The game master decides: a1 (a1) is no longer Blinded."
    stays = sentence(EventKind.EDITED_CONDITION, **over | {"stays": 1})
    assert stays == "The game master ends what made a1 (a1) Blinded, but it is still Blinded by its pools."
    safe = sentence(EventKind.EDITED_EXPOSED, who=0, hazard=0, exposed=0, was=1)
    assert safe == "The game master decides: Snare no longer threatens a1 (a1)."
    known = sentence(EventKind.EDITED_TRAP, who=0, hazard=0)
    assert known == "The game master decides: Snare goes off at a1 (a1)."


@pytest.mark.parametrize(
    ("edit", "kind", "fields"),
    [
        (
            {"what": Editable.HIDDEN, "who": 1, "value": 50},
            EventKind.EDITED,
            {"who": 1, "what": Editable.HIDDEN, "value": 50, "was": 0},
        ),
        (
            {"what": Editable.ROUND, "value": 2},
            EventKind.EDITED,
            {"who": -1, "what": Editable.ROUND, "value": 2, "was": 1},
        ),
        (
            {"what": Editable.RING, "who": 0, "of": 3, "value": 2},
            EventKind.EDITED_RING,
            {"who": 0, "place": 3, "whom": 1, "was": -1},
        ),
        (
            {"what": Editable.MODIFIER, "who": 1, "of": Component.PARRY, "value": -2, "by": 1},
            EventKind.EDITED_MODIFIER,
            {"who": 1, "component": Component.PARRY, "amount": -2, "was": 0, "against": 0},
        ),
        (
            {"what": Editable.CONDITION, "who": 1, "of": BLINDED, "value": 2, "by": 1},
            EventKind.EDITED_CONDITION,
            {"who": 1, "by": 0, "condition": BLINDED, "value": 2, "stays": 0},
        ),
        (
            {"what": Editable.EXPOSED, "who": 1, "of": 1, "value": 1},
            EventKind.EDITED_EXPOSED,
            {"who": 1, "hazard": 0, "exposed": 1, "was": 0},
        ),
        ({"what": Editable.TRAP, "who": 1, "of": 1}, EventKind.EDITED_TRAP, {"who": 1, "hazard": 0}),
    ],
)
def test_an_edit_is_told_by_the_names_of_its_fields(
    edit: dict[str, int], kind: EventKind, fields: dict[str, int]
) -> None:
    session = Meeting([{}], [{}], hazards=[SNARE]).session
    assert told_of_edit(session, **edit)[0] == happened(kind, **fields)


def test_a_trap_made_up_on_the_spot_is_no_hazard_of_the_set_up() -> None:
    trap = {"what": Editable.TRAP, "who": 1, "defence": Target.REFLEX, "power": 5, "condition": 1 + STUNNED}
    told = told_of_edit(Meeting([{}], [{}]).session, **trap)
    exposed = {"who": 1, "hazard": -1, "defence": Target.REFLEX, "power": 5}
    assert [each.fields for each in told] == [{"who": 1, "hazard": -1}, exposed]
