"""What a roll meant: whose dice, their total with its bonus, what was needed, and what came of it.

Numbers come from the events, which everybody may know. What only the target's sheet says is left out where the
sheet is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.events import UNTOLD, EventKinds, EventView
from battlewright.engine.node import EVERYBODY, NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.record_text import word_of
from battlewright.engine.roll_results import DieOf, RolledDie, RollResult, plain_dice
from battlewright.engine.rolloff import is_tied
from battlewright.engine.text import listed
from battlewright.systems.heroes.enums import Band
from battlewright.systems.heroes.record import NOBODY, Encounter, EventKind, Frame, HeroesChoice, Setting, Step
from battlewright.systems.heroes.rules.checks import needed_to_maintain, needed_to_resist
from battlewright.systems.heroes.rules.conditions import side_of
from battlewright.systems.heroes.rules.defence import defence_against, needed_to_hit
from battlewright.systems.heroes.words.events import added
from battlewright.systems.heroes.words.names import Names, frame_of

STEP_NAMES = {
    Step.INITIATIVE: "Rolls for initiative",
    Step.TIE: "Ties",
    Step.TICK: "Harm over time",
    Step.CONFUSION: "Rolls for confusion",
    Step.ATTACK_ROLL: "Attacks",
    Step.DAMAGE_ROLL: "Damage",
    Step.CONTEST_ATTACK: "Contests",
    Step.CONTEST_DEFENCE: "Defences in contests",
    Step.RESISTANCE: "Rolls to resist",
    Step.MAINTENANCE: "Rolls to keep up",
    Step.EXPOSURE: "Rolls to withstand",
    Step.HAZARD_DAMAGE: "Damage by hazards",
}
"""What the rolls of a step are called."""
BANDS = {
    Band.DODGED: ("dodged", "Dodged"),
    Band.PARRIED: ("parried", "Parried"),
    Band.ARMOR: ("armour", "Stopped by armour"),
    Band.HIT: ("hit", "Hit"),
    Band.CRITICAL: ("critical", "Critical hit"),
}
"""The bands of an attack roll, as a word and for people."""
CHECKS: Mapping[EventKinds, tuple[str, bool]] = {
    EventKind.RESISTED: ("Resisted", True),
    EventKind.NOT_RESISTED: ("Not resisted", False),
    EventKind.WITHSTOOD: ("Withstood", True),
    EventKind.NOT_WITHSTOOD: ("Not withstood", False),
    EventKind.MAINTAINED: ("Kept up", True),
    EventKind.NOT_MAINTAINED: ("Not kept up", False),
}
"""How a check ended, for people, and whether it went well for the roller."""
OF_TARGET = frozenset({Step.CONTEST_DEFENCE, Step.EXPOSURE})
"""The rolls that the target of an exchange makes."""
DAMAGES = frozenset({Step.DAMAGE_ROLL, Step.TICK, Step.HAZARD_DAMAGE})
CONTESTS = frozenset({Step.CONTEST_ATTACK, Step.CONTEST_DEFENCE})
OF_SEVERAL = frozenset({Step.INITIATIVE, Step.TIE})
ABOUT_TARGET = OF_TARGET | {Step.HAZARD_DAMAGE, Step.WHICH_CHECK}
SUMS = (EventKind.ATTACK_ROLL, EventKind.DAMAGE_ROLL, EventKind.CHECK_ROLL, EventKind.CONTEST_DIE)
"""The events that have the bonus of a roll."""


def about(encounter: Encounter) -> int:
    """Return the combatant that a decision or a roll is about; NOBODY where it is about several, or at the end."""
    node, frame = encounter.node, frame_of(encounter)
    if node.kind == NodeKind.OVER or node.step in OF_SEVERAL or node.step == Step.THE_END:
        return NOBODY
    return frame.target if node.step in ABOUT_TARGET else frame.actor


def dice_of(position: Position[Setting, Encounter, HeroesChoice]) -> list[DieOf]:
    """Return whose the dice of a roll are: initiative and ties are rolled for each combatant; nobody rolls the damage
    of a hazard, or whom a confused one goes for."""
    encounter, setting = position.record, look(Setting, position.setting)
    step, frame = encounter.node.step, frame_of(encounter)
    if step in OF_SEVERAL:
        return [DieOf(as_plain(side_of)(setting, who), who) for who in rolling(encounter)]
    if step in (Step.HAZARD_DAMAGE, Step.CONFUSION):
        return [DieOf(EVERYBODY)] * encounter.node.dice
    who = frame.target if step in OF_TARGET else frame.actor
    return [DieOf(as_plain(side_of)(setting, who), who)] * encounter.node.dice


def rolling(encounter: Encounter) -> list[int]:
    """Return the combatants that roll for initiative or roll off, in the order of their dice."""
    if encounter.node.step == Step.INITIATIVE:
        return list(encounter.order[: encounter.count])
    roll_off, first = encounter.roll_off, encounter.tied_from
    return [encounter.order[first + each] for each in range(roll_off.players) if as_plain(is_tied)(roll_off, each)]


def roll_of(names: Names, encounter: Encounter, faces: Sequence[int], events: Sequence[EventView]) -> RollResult:
    """Return what a roll meant, by the position before it and the events that followed."""
    step, frame = encounter.node.step, frame_of(encounter)
    if step in OF_SEVERAL:
        dice = zip(faces, rolling(encounter), strict=True)
        return RollResult(tuple(RolledDie(face, of=names.reference(who)) for face, who in dice))
    happened = {event.kind: event for event in reversed(events)}  # the first of each kind
    roller = frame.target if step in OF_TARGET else NOBODY if step == Step.HAZARD_DAMAGE else frame.actor
    rolled = RollResult(plain_dice(faces, names.reference(roller)))
    if step == Step.CONFUSION:
        drawn = [names.called[event["whom"]] for event in events if event.kind == EventKind.CONFUSED]
        return replace(rolled, reading=f"goes for {listed(drawn, 'and')}")
    rolled = _summed(rolled, faces, happened)
    if step == Step.ATTACK_ROLL:
        return _attack(names, encounter, frame, rolled, happened)
    if step in DAMAGES:
        return _damage(rolled, happened, step, events)
    return _round(rolled, happened) if step in CONTESTS else _check(rolled, happened)


def _summed(rolled: RollResult, faces: Sequence[int], happened: Mapping[EventKinds, EventView]) -> RollResult:
    """Return a roll with its total: the dice, and the bonus in its event."""
    told = next((happened[kind] for kind in SUMS if kind in happened), None)
    shown, bonus = (sum(faces), 0) if told is None else (told["shown"], told["bonus"])
    if bonus == UNTOLD:
        return replace(rolled, reading=str(shown))
    return replace(rolled, total=shown + bonus, bonus=bonus, reading=added(shown, bonus))


def _attack(
    names: Names, encounter: Encounter, frame: Frame, rolled: RollResult, happened: Mapping[EventKinds, EventView]
) -> RollResult:
    """Return an attack roll: its band, and the total that it needed."""
    band, needed = Band(happened[EventKind.BAND]["band"]), None
    if names.knows(frame.target):
        dodge, parry, armor, *_ = as_plain(defence_against)(names.setting, encounter, frame.target, frame.actor)
        needed = as_plain(needed_to_hit)(0, dodge, parry, armor)
    outcome, verdict = BANDS[band]
    return replace(rolled, needed=needed, outcome=outcome, verdict=verdict, good=band >= Band.HIT)


def _damage(
    rolled: RollResult, happened: Mapping[EventKinds, EventView], step: int, events: Sequence[EventView]
) -> RollResult:
    """Return a damage roll: what was dealt after resistances, or came back, of several targets all together. Nobody
    rolls a hazard's for a side; what a condition deals is rolled by who suffers it."""
    kinds = (EventKind.DAMAGE, EventKind.HEALED, EventKind.NO_DAMAGE, EventKind.SEALED)
    event = next((happened[kind] for kind in kinds if kind in happened), None)
    if event is None:  # the dice of a critical hit at several targets are rolled after those of all
        return rolled
    name = next((name for name in ("damage", "healed") if name in event.fields), "")
    amounts = [each[name] for each in events if each.kind == event.kind] if name else []
    is_told = UNTOLD not in amounts
    told = f"{sum(amounts)} " if is_told else ""
    verdict = {
        EventKind.DAMAGE: f"{told}damage".capitalize(),
        EventKind.HEALED: f"{told}healed".capitalize(),
        EventKind.SEALED: "Nothing comes back",
    }.get(EventKind(event.kind), "No damage")
    is_some = sum(amounts) > 0 or not is_told
    good = None if step == Step.HAZARD_DAMAGE else is_some != (step == Step.TICK)
    return replace(rolled, outcome=word_of(EventKind, event.kind), verdict=verdict, good=good)


def _check(rolled: RollResult, happened: Mapping[EventKinds, EventView]) -> RollResult:
    """Return a check: the total that it took, and whether it was reached."""
    event = next(happened[kind] for kind in CHECKS if kind in happened)
    is_kept_up = event.kind in (EventKind.MAINTAINED, EventKind.NOT_MAINTAINED)
    reached = as_plain(needed_to_maintain if is_kept_up else needed_to_resist)
    needed = None if event["needed"] == UNTOLD else reached(event["needed"], 0, 0)
    verdict, good = CHECKS[event.kind]
    return replace(rolled, needed=needed, outcome=word_of(EventKind, event.kind), verdict=verdict, good=good)


def _round(rolled: RollResult, happened: Mapping[EventKinds, EventView]) -> RollResult:
    """Return a die of a contest; the defender's settles the round, and perhaps the contest."""
    if EventKind.CONTEST_TIE in happened:
        needed = happened[EventKind.CONTEST_TIE]["total"] + 1
        return replace(rolled, needed=needed, outcome="tied", verdict="A tie: again")
    what = "Contest" if EventKind.CONTEST in happened else "Round"
    if EventKind.CONTEST_WON in happened:
        won = happened[EventKind.CONTEST_WON]["who"] == happened[EventKind.CONTEST_DIE]["who"]
        outcome = "won" if won else "lost"
        return replace(rolled, outcome=outcome, verdict=f"{what} {outcome}", good=won)
    if EventKind.CONTEST_ROUND not in happened:
        return rolled
    own, their = happened[EventKind.CONTEST_ROUND]["own_total"], happened[EventKind.CONTEST_ROUND]["their_total"]
    outcome = "won" if their > own else "lost"
    return replace(rolled, needed=own + 1, outcome=outcome, verdict=f"{what} {outcome}", good=their > own)
