"""The rules of Heroes in short, for one page, by the rulings in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from battlewright.answers.report import Report
from battlewright.engine.text import plural
from battlewright.systems.heroes.enums import ConditionName, DamageType
from battlewright.systems.heroes.guide.breakdown import changes_of
from battlewright.systems.heroes.setup.file_types import ARMOURS, word
from battlewright.systems.heroes.setup.rulings import PENALTIES, RulingsSetup, strength_for

NONE = "-"
SAID = {
    "bloodied": "as the sheet says",
    "dominated": "whoever dominates decides",
    "confused": "its target is drawn from all",
}
"""What conditions do that change no number."""


def rules_summary(changed: Mapping[str, Any], edition: str) -> Report:
    """Report the rules in short, by the rulings that are not as shipped."""
    rulings, report = RulingsSetup.model_validate({**changed}), Report()
    for part in (_turn, _attack, _arcane, _damage, _conditions):
        part(report, rulings)
    return report


def _turn(report: Report, rulings: RulingsSetup) -> None:
    report.say("A round", heading=True)
    report.say(
        f"Initiative each round: 1d{rulings.initiative_sides} + half of (Dexterity + Intellect); "
        "ties roll off. Halves are rounded up. (H.N1, H.A3)"
    )
    report.say(
        f"A turn: hazards; the damage of conditions; {rulings.ap} AP, less what conditions cost; actions; then a "
        "check against what lasts, and turns run out. (H.N1)"
    )
    costs = {"weapon, talent": rulings.attack_ap, "spell": rulings.spell_ap, "check": rulings.check_ap}
    costs["anything else"] = rulings.other_ap
    report.table(("action", "AP"), [[name, str(ap)] for name, ap in costs.items()], caption="H.N1")
    report.say(
        "On several targets: each its own roll, contest or check; the damage dice once for all, and once more for all "
        "critical hits. Uses: what is spent cannot be chosen. (H.O1, H.O2)"
    )
    report.say(
        "The end: one side is all Dead, Unconscious or broken, and the other wins; both at once, or after round "
        f"{rulings.round_limit}, it is a draw. (H.N1)"
    )


def _attack(report: Report, rulings: RulingsSetup) -> None:
    dice, margin = f"{rulings.attack_dice}d{rulings.attack_sides}", rulings.critical_margin
    report.say("Attack against Physical Defence", heading=True)
    report.say(f"Roll {dice} + Strength (melee), Dexterity (precision) or Spell Power + bonuses. (H.W1, H.W3)")
    report.table(
        ("the roll", "comes to"),
        [
            ["up to Dodge", "dodged"],
            ["up to Dodge + Parry", "parried"],
            ["up to Dodge + Parry + Armor", "stopped by armour"],
            [f"up to {margin} more", "a hit: its damage, its effect"],
            ["more than that", "critical: dice twice, its critical effect"],
        ],
        left=frozenset({0, 1}),
        caption="H.D7, H.D8, H.W2",
    )
    report.say("Dodge: Dexterity. Parry: half of Strength. Armor: the armour. To each its bonus. (H.D1, H.D2, H.D3)")
    rows = []
    for name in ARMOURS:
        most, strength = rulings.armour[name].most_dodge, strength_for(rulings, name)
        limits = [NONE if most is None else str(most), str(strength or NONE)]
        rows.append([name, str(rulings.armour[name].value), *limits])
    report.table(("armour", "Armor", "Dodge at most", "asks for Strength"), rows, caption="H.D4")
    report.say(f"Short of that Strength: {-rulings.short_of_strength:+d} to attacks. (H.D5)")
    modifiers = [rulings.modifier(name) for name in rulings.situations]
    report.table(
        ("situation", "to", ""),
        [[each.name, each.component, f"{each.amount:+d}"] for each in modifiers],
        left=frozenset({0, 1}),
        caption="H.D9, H.D10",
    )
    report.say(
        f"Partial cover: {rulings.partial_cover}% hidden; heavy: more than {rulings.heavy_cover}%. Flanked: foes "
        "on two opposite sides; Surrounded: on three. (H.D9)"
    )
    report.say(
        "Of bonuses the highest counts, of penalties the worst; conditions add up. The whole comes off Dodge, then "
        "Parry, then Armor. (H.D6, H.D10)"
    )


def _arcane(report: Report, rulings: RulingsSetup) -> None:
    contest, check = f"1d{rulings.contest_sides}", f"{rulings.check_dice}d{rulings.check_sides}"
    report.say("Contests and checks", heading=True)
    report.say(
        "Willpower: Wisdom + half of Charisma. Fortitude: Constitution + half of Strength. Reflex: Dexterity + half of "
        "Intellect. (H.R1, H.R2, H.R3)"
    )
    report.say("Spell Power: Wisdom. Spell Potency: Intellect, and is added to a spell's damage. (H.R8)")
    wins = plural(rulings.contest_wins, "round")
    report.say(
        f"Contest: {contest} + Spell Power against {contest} + defence; whoever first wins {wins} wins it. (H.R4, H.R7)"
    )
    if rulings.contest_step:
        step = plural(rulings.contest_step, "side")
        report.say(f"After a round the winner's die has {step} more, the loser's {step} fewer. (H.R5)")
    report.say(f"A tie counts for nobody: again with {contest} on both sides. (H.R6)")
    base = rulings.check_base
    report.say(f"Resistance: {check} + defence against {base} + the other's power; a tie resists. (H.R9)")
    report.say(f"Maintenance: {check} + Spell Power against {base} + defence; a tie resists. (H.R10)")
    report.say(
        "Which: as the spell says; else a player rolls against the game master's; else the game master decides"
        f"{', each time' if rulings.masters_check == 'ask' else f': {rulings.masters_check} here'}. (H.R11)"
    )
    report.say(
        "Poison, disease, traps and hazards: a resistance check first; their power is "
        f"{rulings.default_power} unless they name one. (H.R0)"
    )


def _damage(report: Report, rulings: RulingsSetup) -> None:
    first, others = rulings.pool_first, rulings.pool_others
    report.say("Damage and pools", heading=True)
    report.say(
        "The total, less resistance, plus vulnerability, never below 0; only then somebody is hurt. (H.E2, H.E3)"
    )
    report.say("Damage takes Health, then fills Wounds; psychic alone Morale, then Stress. (H.P2, H.E3)")
    once = "" if others == 1 else f"{others} x "
    report.say(
        f"Health: level x ({first} x Constitution + {once}Strength + {once}Dexterity). "
        f"Morale: level x ({first} x Charisma + {once}Intellect + {once}Wisdom). "
        f"Wounds, Stress: 1/{rulings.pool_parts} of those. (H.P2)"
    )
    report.say("No Health: Unconscious. Full Wounds: Dead. No Morale: Afraid. Full Stress: broken, and out. (H.P3)")
    report.say(
        f"Bloodied: below {rulings.bloodied}% of Health; Near Death: below {rulings.near_death}%. "
        f"Responses: {'; '.join(_responses(rulings))}. (H.X4, H.X5)"
    )
    report.say(f"Types: {', '.join(map(word, DamageType))}. (H.E1)")


def _responses(rulings: RulingsSetup) -> Iterator[str]:
    for name, row in rulings.responses.items():
        yield f"{name}: {', '.join(changes_of(row)) or 'nothing'}"


def _conditions(report: Report, rulings: RulingsSetup) -> None:
    """Say what conditions do, and for how long."""
    report.say("Conditions", heading=True)
    rows = []
    for condition in ConditionName:
        name = condition.name.lower()
        row = rulings.conditions[name]
        does = [SAID[name]] if name in SAID else changes_of(row)
        if name in PENALTIES:
            does.append(f"whole {-getattr(rulings, PENALTIES[name]):+d}")
        if row.damage:
            does.insert(0, f"{row.damage} {row.type}")
        lasts = (
            "its cause ends"
            if row.turns == "lasting"
            else plural(row.turns, "turn")
            if row.turns
            else row.defence.title()
        )
        rows.append([word(condition).capitalize(), ", ".join(does) or "nothing", lasts])
    report.table(("condition", "what it does", "until"), rows, left=frozenset({0, 1, 2}), caption="H.X5")
    report.say(
        "Until a defence: one check at the end of each turn, by the defence that was targeted, or else this one. A "
        "severe form replaces the mild one. (H.X1, H.X5)"
    )
