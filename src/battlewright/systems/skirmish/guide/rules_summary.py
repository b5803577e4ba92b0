"""The rules of Skirmish in short, for one page, in either edition and by the options in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlewright.answers.report import Report
from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.guide.weapons import NONE, critical_of, modifiers_of
from battlewright.systems.skirmish.record import AP, FALL, MARKER_RADIUS, STEP, SUCCESS, VERTICAL_REACH
from battlewright.systems.skirmish.rules.aid import AID_AP
from battlewright.systems.skirmish.rules.cards import LOWEST_SUM, RANKS
from battlewright.systems.skirmish.rules.contract import EDITIONS
from battlewright.systems.skirmish.rules.editions import HOLD, LOW
from battlewright.systems.skirmish.rules.flow import MOVE_AP
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP
from battlewright.systems.skirmish.rules.shooting import COVER_AP, SHOT_AP
from battlewright.systems.skirmish.setup.battle import ScenarioSetup
from battlewright.systems.skirmish.setup.files import WeaponSetup, shipped_weapons

ROUNDS: int = ScenarioSetup.model_fields["round_limit"].default
HIT = f"{SUCCESS} or more"


def rules_summary(changed: Mapping[str, Any], edition: str) -> Report:
    """Report the rules of an edition in short, by the options that are on."""
    report = Report()
    is_first = edition == EDITIONS["first"]
    for part in FIRST if is_first else SECOND:
        part(report, changed)
    _tables(report, edition)
    return report


def _inches(length: int) -> str:
    return f'{length / INCH:g}"'


def _costs(report: Report, clauses: str, actions: Mapping[str, str]) -> None:
    report.table(("action", "AP"), [list(each) for each in actions.items()], caption=clauses)


def _second(report: Report, changed: Mapping[str, Any]) -> None:
    report.say("A round", heading=True)
    report.say("Roll off; the winner goes first; then the sides take turns, one model each. (S2.A2, S2.A5)")
    report.say(f"Each model has {AP} AP a round for its actions and its reactions. (S2.A1, S2.A3)")
    _costs(
        report,
        "S2.M1, S2.K1, S2.F1, S2.F4, S2.D1",
        {
            "Move": str(MOVE_AP),
            "Close combat": str(CLOSE_COMBAT_AP),
            "Shooting": str(SHOT_AP),
            "Aid": str(AID_AP),
            "Reaction: take cover": str(COVER_AP),
            "Reaction: return fire": str(SHOT_AP),
        },
    )
    report.say(f"The end: a side without models loses; after round {ROUNDS} more points on the table win. (S2.A4)")
    report.say(f"Test: a die for each point of the ability; {HIT} is a success. (S2.C4)")
    report.say("Critical test: a 1 is a critical failure besides, a 6 a critical success. (S2.C5)")
    report.say("Move", heading=True)
    report.say('Up to 2" for each point of Agility, climbs and jumps included. (S2.M1, S2.M3)')
    if changed.get("threat_stops_moves"):
        report.say("No Move into the threat range of an enemy. (S2.M13)")
    report.say(f"Up to {_inches(STEP)} high is ignored; models stop a move, and bases do not overlap. (S2.M2)")
    report.say('Climb: 1" for each point of Agility without a test, any height by a ladder. (S2.M4, S2.M5)')
    report.say(f"Higher: an Agility test, {_inches(HOLD)} a success; too few: a fall. (S2.M5, S2.M6)")
    report.say('Jump: half the Agility without a test; farther: an Agility test, 1" a success. (S2.M8, S2.M9)')
    report.say(f"Fall: 1 stress for every full {_inches(FALL)}, and the Move is over. (S2.M11)")
    report.say("Down: climb, or drop, with the stress of the fall. (S2.M12)")


def _close_combat(report: Report, changed: Mapping[str, Any]) -> None:
    report.say("Close combat", heading=True)
    report.say("Name a melee weapon; engage: move up to the Agility, whatever enemies threaten. (S2.K1, S2.K2)")
    report.say(f"It must bring an enemy into its reach; up and down {_inches(VERTICAL_REACH)} more. (S2.K3, S2.K5)")
    report.say("Both make a critical Melee test, then use successes one by one, attacker first. (S2.K6, S2.K7)")
    report.say("Parry: takes one unused success away; a critical only by a critical. (S2.K8)")
    report.say("Stress: the weapon's, or its critical entry; only in reach of a weapon. (S2.K9, S2.K10)")
    report.say('Shove: 1" straight back, once an activation; over a drop it falls. (S2.K11)')


def _shooting(report: Report, changed: Mapping[str, Any]) -> None:
    report.say("Shooting", heading=True)
    report.say("Difficulty: the distance in inches, edge to edge. (S2.F1)")
    report.say(f"+1 for each obstacle over {_inches(STEP)} on the line, models too. (S2.F2)")
    if changed.get("solid_blocks"):
        report.say("Solid terrain on the line forbids the shot. (S2.F12)")
    how = "added to" if changed.get("modifier_added") else "taken off"
    report.say(f"The weapon's modifier is {how} the difficulty. (S2.F3)")
    report.say("The target takes cover (+ half its Agility), returns fire, or does nothing. (S2.F4)")
    report.say("A die for each point of Ballistics: the sum must reach the difficulty. (S2.F6)")
    report.say("A hit with a 6 is critical. A D3 is half a D6, rounded up. (S2.F7)")
    report.say(f"A miss: a die for each obstacle, from the target on; the first {HIT} is hit. (S2.F8)")
    report.say("Who took cover may then move half its Agility, further out of sight. (S2.F10)")
    report.say("Return fire: at once, at the shooter. (S2.F11)")
    report.say("Who gave Aid this round takes no cover, and returns fire for no AP. (S2.F5, S2.D4)")


def _stress(report: Report, changed: Mapping[str, Any]) -> None:
    report.say("Stress", heading=True)
    report.say("It is looked at when a model's own activation begins, in this order: (S2.T6)")
    report.say("1. Twice the Toughness or more: 1 Toughness is lost. (S2.T2)")
    report.say(
        "2. The Toughness or more: a break-down. All AP are lost, a stress test is made, then stress goes down "
        "by the Toughness; the activation is over. (S2.T3)"
    )
    report.say(
        f"Stress test: a die for each point of Toughness. Below {SUCCESS}: -1 Toughness. A 1: +1 stress besides. "
        "A 6: -1 stress. (S2.T4)"
    )
    report.say("Toughness 0: out of the game. What is lost stays lost. (S2.T5, S2.T7)")


def _aid(report: Report, changed: Mapping[str, Any]) -> None:
    report.say("Aid", heading=True)
    report.say("For a friend in base contact who broke down this round. (S2.D1)")
    report.say("It sheds 1 stress, and as much again as the helper gave to enemies this round. (S2.D2)")
    report.say("While they touch, the helper may swap places when the friend is targeted. (S2.D3)")


def _first(report: Report, changed: Mapping[str, Any]) -> None:
    report.say("A round", heading=True)
    report.say("Roll off; the winner goes first; then the sides take turns, one model each. (S1.A1)")
    report.say(f"Each model has {AP} AP a round, mostly for its activation. (S1.A1)")
    _costs(
        report,
        "S1.M1, S1.K1, S1.F3, S1.F7",
        {
            "Move": str(MOVE_AP),
            "Close combat": str(CLOSE_COMBAT_AP),
            "Shooting": str(SHOT_AP),
            "Reaction: take cover": str(COVER_AP),
            "Reaction: return fire": str(SHOT_AP),
        },
    )
    report.say(f"The end: a side without models loses; after round {ROUNDS} more points on the table win. (S1.A1)")
    report.say("Move", heading=True)
    report.say('Up to 2" for each point of Agility, climbs and jumps included. (S1.M1, S1.M3)')
    if changed.get("threat_stops_moves"):
        report.say("No Move into the threat range of an enemy. (S1.A1)")
    report.say(f"Up to {_inches(STEP)} high does not hinder, unless it is a model. (S1.M2)")
    report.say(f"Climb: {_inches(LOW)} without a test, any height by a ladder. (S1.M4)")
    report.say(
        f"Higher: the Agility is thrown; every {HIT} adds {_inches(HOLD)} to the {_inches(LOW)}; too few, or too "
        "little range: a fall. (S1.M6, S1.M7)"
    )
    report.say("The top edge reached, a climb is done. (S1.M5)")
    report.say(
        f'Jump: half the Agility without a test; farther: the Agility is thrown, every {HIT} carries 1". (S1.M8, S1.M9)'
    )
    report.say(f"Fall: 1 stress for every full {_inches(FALL)}. To drop on purpose does no harm. (S1.M10)")


def _clash(report: Report, changed: Mapping[str, Any]) -> None:
    report.say("Close combat", heading=True)
    report.say("Pounce: up to the Agility, unhindered by opponents, until one is in reach. (S1.K1)")
    report.say(f"Up and down a weapon reaches {_inches(VERTICAL_REACH)} more. (S1.K1)")
    report.say("Both divide their Melee dice between attack and defence, in secret. (S1.K2, S1.K9)")
    report.say("The target attacks only with a weapon that reaches. (S1.K3)")
    report.say("All dice: 4 and 5 are successes, 6 is a critical one. (S1.K4)")
    report.say("Defence: a success takes an ordinary one away. (S1.K5)")
    report.say("A critical takes a critical one away, or two ordinary ones. (S1.K6)")
    report.say(
        "What is left does the weapon's damage, or its critical entry; then shoves, falls, and one stress test "
        "each. (S1.K7)"
    )


def _first_shooting(report: Report, changed: Mapping[str, Any]) -> None:
    report.say("Shooting", heading=True)
    report.say(f"Difficulty: the distance in inches, +1 for each thing over {_inches(STEP)} in the line. (S1.F1)")
    if changed.get("solid_blocks"):
        report.say("Solid terrain on the line forbids the shot. (S1.A1)")
    report.say("The weapon's modifier is added to the difficulty. (S1.F2)")
    report.say("The target may take cover (+ half its Agility). (S1.F3)")
    report.say("The Ballistics dice must come to the difficulty; a hit with a 6 is critical. (S1.F4)")
    report.say(f"A miss: a die for each thing in the line, from the target on; the first {HIT} is hit. (S1.F5)")
    report.say("Who took cover may then move half its Agility, to have more in the line. (S1.F6)")
    report.say("Who did not may shoot back, even if the shot took it out. (S1.F7)")


def _first_stress(report: Report, changed: Mapping[str, Any]) -> None:
    report.say("Stress", heading=True)
    report.say("Damage is as much stress. (S1.T1)")
    report.say("At the Toughness or more: a stress test there and then, one for each event. (S1.T2)")
    report.say(f"A die for each point of Toughness; each below {SUCCESS} takes a point of it. (S1.T3)")
    report.say("No Toughness left: out of the game. A test leaves the stress as it is. (S1.T4, S1.T5)")


def _tables(report: Report, edition: str) -> None:
    """Say what the shipped weapons do, what terrain may do, and the ranks."""
    cited = {"weapons": "S1.K8, S1.F8", "terrain": "S1.F5", "ranks": "S1.C3"}
    if edition != EDITIONS["first"]:
        cited = {"weapons": "S2.K10, S2.F7, S2.F13", "terrain": "S2.F9", "ranks": "S2.C3"}
    report.say("Weapons", heading=True)
    rows = [_row(weapon, edition) for weapon in shipped_weapons()]
    report.table(
        ("weapon", "reach", "modifier", "stress", "critical"), rows, left=frozenset({0, 4}), caption=cited["weapons"]
    )
    report.say("Terrain that is hit", heading=True)
    report.say(
        'Only where table or scenario say so: an explosion (stress within 1" to 3"), dust (an obstacle '
        f"{_inches(2 * MARKER_RADIUS)} across) or fire (stress for whoever ends a move in it). ({cited['terrain']})"
    )
    report.say("Ranks", heading=True)
    ranks = ", ".join(f"{LOWEST_SUM + 2 * place} {name}" for place, name in enumerate(RANKS))
    report.say(f"By the sum of the abilities: {ranks}. ({cited['ranks']})")


def _row(weapon: WeaponSetup, edition: str) -> list[str]:
    modifiers = modifiers_of(weapon)
    modifier = (modifiers or {}).get("first" if edition == EDITIONS["first"] else "second", 0)
    stress = weapon.oppression if weapon.kind == "melee" else weapon.damage
    return [
        weapon.name,
        NONE if weapon.threat is None else f'{weapon.threat:g}"',
        NONE if modifiers is None else f"{modifier:+g}" if modifier else "0",
        str(stress),
        critical_of(weapon) or NONE,
    ]


FIRST = (_first, _clash, _first_shooting, _first_stress)
SECOND = (_second, _close_combat, _shooting, _stress, _aid)
