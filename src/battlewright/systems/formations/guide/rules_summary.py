"""The rules of Formations in short, for one page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlewright.answers.report import Report
from battlewright.engine.text import plural
from battlewright.systems.formations.record import MAX_MODELS
from battlewright.systems.formations.rules.groups import MIN_FORMATION
from battlewright.systems.formations.setup.engagement import OPENING_PENALTY, EngagementSetup

ROUNDS: int = EngagementSetup.model_fields["round_limit"].default


def rules_summary(changed: Mapping[str, Any], edition: str) -> Report:
    """Report the rules in short, by the options that are not as usual."""
    report, penalty = Report(), changed.get("opening_penalty", OPENING_PENALTY)
    report.say("An engagement", heading=True)
    report.say(f"A round: roll off; then the forces take turns, one group each. Usually {ROUNDS} rounds. (F.G4)")
    report.say("Roll-off: one die each; whoever ties rolls again, for the order among themselves. (F.D12)")
    report.say("An activated group takes one action against one group; it cannot pass. (F.G4)")
    if penalty:
        report.say(f"The first group to act in the engagement attacks with {plural(penalty, 'die')} fewer. (F.G6)")
    report.say(
        "The end: one force is gone, or the last round is over; the greater sum of MIGHT minus Wounds wins. (F.G4)"
    )

    report.say("A group", heading=True)
    report.say(f"A single model, or a formation of {MIN_FORMATION} to {MAX_MODELS} models of one kind. (F.G1)")
    report.say("A formation attacks as one: the dice of a model times its models. It tests with one die. (F.G1, F.D6)")
    report.say(
        f"Below {MIN_FORMATION} models it breaks for good and loses its Rerolls: its models act singly, in this round "
        "only if it had not acted. (F.G1)"
    )
    report.say("Wounds fall on one model until they reach its MIGHT and it is removed, then on the next. (F.G2)")

    report.say("A roll", heading=True)
    report.say("Declare, roll, reroll, look for combinations, count successes, deal Wounds. (F.G3)")
    report.table(
        ("roll", "dice", "success", "clause"),
        [
            ["Attack", "ATK, or the action's own, for each model", "DEF or more", "F.D3"],
            ["Spell against WILL", "the same", "WILL or more", "F.D4"],
            ["Test", "one for the group", "the score or less; a 1 fails", "F.D6, F.D7"],
        ],
        left=frozenset(range(4)),
    )
    report.say("Attack: each success is a Wound, if the action says that it wounds. (F.D3, F.D5)")
    if changed.get("heavy_sixes"):
        report.say("Heavy sixes: a natural 6 on an attack die is a second Wound, but not against DEF 6. (F.G5)")
    report.say("An effect lands with one success, or the number or combination that the action names. (F.D5, F.D9)")
    report.say("Who fails a test does not act as intended, and suffers what the action names. (F.D8)")

    report.say("Combinations", heading=True)
    report.table(
        ("combination", "dice of the one roll, after rerolls"),
        [["Double", "two of a face"], ["Triple", "three of a face; it is a Double too"], ["Scale", "three in a row"]],
        left=frozenset({0, 1}),
        caption="F.D9",
    )
    report.say("Dice count whether they succeed or not; after 6 the row does not go on with 1. (F.D9)")

    report.say("Rerolls", heading=True)
    report.say("One Reroll: one of your own dice of an attack or test is rolled again, and stands. (F.D10)")
    report.say("Several: name all dice first, none twice, then roll them together. (F.D10, F.D11)")
    report.say("A group keeps its Rerolls until it spends them. None in a roll-off. (F.D10, F.D12)")

    report.say("Effects", heading=True)
    report.table(
        ("effect", "what it does", "until"),
        [
            ["weakened", "so many dice fewer for the group", "its next attack"],
            ["exposed", "DEF lower by so much, down to 1", "the round ends"],
            ["dazed", "it must pass a test to act", "that test, at its activation"],
            ["rerolls", "so many Rerolls for a friendly group", "they are spent"],
            ["wounds", "so many Wounds more", ""],
        ],
        left=frozenset({0, 1, 2}),
        caption="Weakened and exposed add up; of two dazes the last counts. (F.D5, F.D8)",
    )
    return report
