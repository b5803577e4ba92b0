"""The weaknesses of a sheet, as a game master wants to know them before the fight: by simple rules, and beside its
peers, the templates of its level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from statistics import fmean

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.text import listed, percent, plural
from battlewright.odds import sum_of
from battlewright.systems.heroes.enums import ActionKind, DamageType, Need, Target
from battlewright.systems.heroes.guide.sheet_values import Oddity
from battlewright.systems.heroes.record import Action, Card
from battlewright.systems.heroes.rules.attacks import bonus_of
from battlewright.systems.heroes.rules.chances import contest_won
from battlewright.systems.heroes.rules.defence import needed_to_hit
from battlewright.systems.heroes.setup.encounter import card_of
from battlewright.systems.heroes.setup.file_types import word
from battlewright.systems.heroes.setup.files import SHEETS, SheetSetup, read_sheet
from battlewright.systems.heroes.setup.rulings import RulingsSetup, as_shipped
from battlewright.systems.heroes.setup.templates import LEVELS, at_level, known_templates

FAR_BELOW = 3
"""So many points below its peers are far below."""
HARDLY = Fraction(1, 4)
"""A lower chance is hardly one."""
COMMON = 3
"""A type of damage is common if so many of the shipped sheets deal it."""
MOSTLY = Fraction(3, 4)
"""The share of Physical Defence that is too much for one part of it."""
AGAINST_PEERS = (
    ("dodge", "Physical Defence", "H.D7"),
    ("willpower", "Willpower", "H.R1"),
    ("fortitude", "Fortitude", "H.R2"),
    ("reflex", "Reflex", "H.R3"),
    ("initiative", "Initiative", "H.N1"),
)
DEFENCES = {
    Target.PHYSICAL: "Physical Defence",
    Target.WILLPOWER: "Willpower",
    Target.FORTITUDE: "Fortitude",
    Target.REFLEX: "Reflex",
}


@cache
def peers(level: int) -> tuple[Card, ...]:
    """Return the cards of all templates at a level; above the highest they are of that one."""
    return tuple(card_of(at_level(name, min(level, LEVELS))) for name in known_templates())


@cache
def common_types() -> Counter[str]:
    """Return how many of the shipped sheets deal each type of damage."""
    shipped = map(read_sheet, SHEETS.names)
    return Counter(type for sheet in shipped for type in {type for each in sheet.actions for type in each.types})


def weaknesses(sheet: SheetSetup) -> Iterator[Oddity]:
    """Yield the weaknesses of a sheet, the gravest first: the field of the file, and a sentence with its clause."""
    rules, card = as_shipped(), card_of(sheet)
    actions = [*zip(sheet.actions, card.actions, strict=False)]
    yield from _idle(sheet, card, rules)
    for place, (given, action) in enumerate(actions):
        chance = None if action.heals else _against_peers(card, action, sheet.level, rules)
        if chance is not None and chance < HARDLY:
            count = len(sheet.weapons)
            field = f"weapons[{place}]" if place < count else f"spells[{place - count}]"
            clause = "H.D8" if action.target == Target.PHYSICAL else "H.R4"
            said = f"{given.name} succeeds in {percent(chance)} of cases against templates of its level ({clause})"
            yield Oddity(field, said)
    yield from _below_peers(sheet, card)
    whole = _whole(card)
    if whole and card.dodge >= MOSTLY * whole:
        text = f"{card.dodge} of its {whole} Physical Defence are Dodge: Ensnared, it has {whole - card.dodge} (H.X5)"
        yield Oddity("armour", text)
    yield from _hurt_by(sheet, card)
    yield from _lacks([action for _, action in actions])


def _idle(sheet: SheetSetup, card: Card, rules: RulingsSetup) -> Iterator[Oddity]:
    """Yield what leaves it nothing to do."""
    actions = card.actions[: card.actions_count]
    if all(action.needs != Need.NOBODY for action in actions):
        yield Oddity("", "has nothing to do until somebody is Bloodied (H.X4)")
    if all(action.kind == ActionKind.SPELL for action in actions):
        yield Oddity("spells", "has spells alone: while it is Mute it can do nothing (H.X5)")
    if all(action.uses for action in actions):
        uses = plural(sum(action.uses for action in actions), "use")
        yield Oddity("", f"has nothing left to do after {uses} of its actions (H.O2)")
    least = min(rules.attack_ap if action.kind != ActionKind.SPELL else rules.spell_ap for action in actions)
    entered = [rules.conditions[name.replace(" ", "_")] for name in sheet.conditions]
    for field, rows, when in (
        ("conditions", entered, "As it enters"),
        ("bloodied", () if isinstance(sheet.bloodied, str) else (sheet.bloodied,), "While it is Bloodied"),
    ):
        left = rules.ap - sum(row.ap for row in rows)
        if any(row.no_actions for row in rows) or left < least:
            yield Oddity(field, f"{when}, it cannot act: an action takes {least} AP (H.N1)")


def _against_peers(card: Card, action: Action, level: int, rules: RulingsSetup) -> Fraction:
    """Return the chance of an action against a peer, on average."""
    found = []
    for peer in peers(level):
        if action.target == Target.PHYSICAL:
            bonus = as_plain(bonus_of)(action, card.attack, card.spell_power)
            needed = as_plain(needed_to_hit)(bonus, peer.dodge, peer.parry, peer.armor)
            found.append(sum_of(f"{rules.attack_dice}d{rules.attack_sides}").at_least(needed))
        else:
            lead = card.spell_power - getattr(peer, Target(action.target).name.lower())
            found.append(contest_won(rules.contest_sides, rules.contest_step, rules.contest_wins, lead))
    return sum(found, Fraction(0)) / len(found)


def _whole(card: Card) -> int:
    return card.dodge + card.parry + card.armor


def _below_peers(sheet: SheetSetup, card: Card) -> Iterator[Oddity]:
    """Yield the defences, and the initiative, that are far below those of its peers."""
    for name, called, clause in AGAINST_PEERS:
        own, *others = (
            _whole(each) if name == "dodge" else getattr(each, name) for each in (card, *peers(sheet.level))
        )
        usual = round(fmean(others))
        if own <= usual - FAR_BELOW:
            text = f"{called} {own} is far below the {usual} that is usual at level {sheet.level} ({clause})"
            yield Oddity("attributes", text)


def _hurt_by(sheet: SheetSetup, card: Card) -> Iterator[Oddity]:
    """Yield the common types of damage that hurt it more than others."""
    for type in DamageType:
        more, dealing = card.vulnerabilities[type] - card.resistances[type], common_types()[word(type)]
        if more > 0 and dealing >= COMMON:
            who = f"{dealing} of the {len(SHEETS.names)} shipped sheets deal it"
            yield Oddity("vulnerabilities", f"{word(type)} damage does {more} more to it; {who} (H.E3)")


def _lacks(actions: Sequence[Action]) -> Iterator[Oddity]:
    """Yield what it has no means for."""
    targeted = {action.target for action in actions if not action.heals}
    missing = [name for target, name in DEFENCES.items() if target not in targeted]
    found = [f"nothing against {listed(missing)}"] if missing else []
    found += [] if any(action.heals for action in actions) else ["nothing that heals"]
    if found:
        yield Oddity("spells", f"has {listed(found, 'and')} (H.R0)")
