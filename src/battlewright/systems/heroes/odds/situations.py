"""Questions about one exchange of Heroes with bare numbers, and about a duel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from battlewright.engine.compiler.rule import rule
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind, end
from battlewright.engine.record import Row, allocate, assign, look, restore, snapshot
from battlewright.systems.heroes.enums import Band, DamageType, Target
from battlewright.systems.heroes.record import (
    NOBODY,
    Action,
    ChoiceKind,
    Encounter,
    Frame,
    FrameKind,
    HeroesChoice,
    Setting,
    Stage,
    Step,
)
from battlewright.systems.heroes.rules.attacks import settle_attack
from battlewright.systems.heroes.rules.checks import contest_goes_on, maintains, resists, settle_round, sum_of
from battlewright.systems.heroes.rules.choices import list_checks, list_uses, write
from battlewright.systems.heroes.rules.contract import RULES
from battlewright.systems.heroes.rules.defence import stand_ready
from battlewright.systems.heroes.rules.flow import advance, choose
from battlewright.systems.heroes.rules.stack import push
from battlewright.systems.heroes.setup.encounter import side
from battlewright.systems.heroes.setup.file_types import MOST_DICE, Damage, member
from battlewright.systems.heroes.setup.files import SheetSetup
from battlewright.systems.heroes.setup.rulings import RulingsSetup, write_rulings

ATTACKER, DEFENDER = 0, 1
MOST = 99
"""The largest number that may be asked about, of either sign."""
ENDLESS = 1_000_000
"""More than any damage: a pool that is never empty, an initiative that always comes first."""
UNDECIDED = 3
"""The result of a battle that stopped at the first die of a contest."""
WIDTH_OF_ROUND = 6
FIELDS_OF_CONTEST = ("own_wins", "their_wins", "own_sides", "their_sides")


class Situation(NamedTuple):
    """A setting, and a battle that waits for the roll in question."""

    setting: Row[Setting]
    battle: Row[Encounter]


def check(what: str, value: int, least: int, most: int, clause: str) -> None:
    """Raise an error if a number is outside its limits."""
    if not least <= value <= most:
        raise BattlewrightError(f"{what} must be from {least} to {most:,}, not {value} ({clause}).")


def attack(bonus: int, dodge: int, parry: int, armor: int) -> Situation:
    """Set up an attack roll with its whole bonus, against the three parts of a Physical Defence."""
    check("The bonus", bonus, -MOST, MOST, "H.W1")
    for name, value, clause in (("Dodge", dodge, "H.D1"), ("Parry", parry, "H.D2"), ("Armor", armor, "H.D3")):
        check(f"The {name}", value, 0, MOST, clause)
    question = _stage()
    setting = look(Setting, question.setting)
    setting.cards[ATTACKER].actions[0].bonus = bonus
    target = setting.cards[DEFENDER]
    target.dodge, target.parry, target.armor = dodge, parry, armor
    return _set_up(question, FrameKind.ATTACK)


def contest(power: int, defence: int) -> Situation:
    """Set up a contest of Spell Power against an arcane defence, before its first die."""
    check("The attacker's Spell Power", power, -MOST, MOST, "H.R8")
    check("The defence", defence, -MOST, MOST, "H.R4")
    question = _stage()
    setting = look(Setting, question.setting)
    setting.cards[ATTACKER].spell_power, setting.cards[DEFENDER].willpower = power, defence
    setting.cards[ATTACKER].actions[0].target = Target.WILLPOWER
    return _set_up(question, FrameKind.CONTEST)


def arcane_check() -> Situation:
    """Set up the dice of a check, resistance or maintenance."""
    return _set_up(_stage(), FrameKind.CHECK, target=ATTACKER)


def damage(
    dice: Damage,
    types: Sequence[str],
    resistances: Mapping[str, int],
    vulnerabilities: Mapping[str, int],
    critical: bool,
    pools: tuple[int, int] | None = None,
) -> Situation:
    """Set up the damage dice of a hit, or of a critical one, at a target with these pools (default: pools that are
    never empty)."""
    check("The number of damage dice", dice.dice, 1, MOST_DICE, "H.W2")
    if not types:
        raise BattlewrightError("Damage has one type or several (H.E1).")
    question = _stage()
    setting = look(Setting, question.setting)
    action, card = setting.cards[ATTACKER].actions[0], setting.cards[DEFENDER]
    action.dice, action.sides, action.plus = dice
    action.types = sum(1 << member(DamageType, type) for type in set(types))
    for row, given in ((card.resistances, resistances), (card.vulnerabilities, vulnerabilities)):
        for type, amount in given.items():
            check(f"What is given for {type}", amount, 0, MOST, "H.E2")
            row[member(DamageType, type)] = amount
    card.health, card.wounds = card.morale, card.stress = pools or (ENDLESS, ENDLESS)
    return _set_up(question, FrameKind.ATTACK, stage=Stage.WON, band=Band.CRITICAL if critical else Band.HIT)


def duel(attacker: SheetSetup, defender: SheetSetup, action: int) -> Situation:
    """Set up a duel that has not begun: the first sheet always acts first and uses one action, the other only stands
    there."""
    question = _stage()
    for who, sheet in enumerate((attacker, defender)):
        side(question.setting, who, sheet, RulingsSetup.model_validate({}))
    setting = look(Setting, question.setting)
    one, other = setting.cards[ATTACKER], setting.cards[DEFENDER]
    assign(one.actions[0], one.actions[action])
    one.actions_count, other.actions_count = 1, 0
    setting.rulings.initiative_sides = 1
    one.initiative += ENDLESS
    return question


@rule()
def choices_in_a_duel(setting: Row[Setting], battle: Row[Encounter], out: Row[HeroesChoice], first: int) -> int:
    """List the only choice: the attacker uses its action while it can, keeps up its effects, then ends the turn."""
    if first > 0 or battle[0].node.kind != NodeKind.DECISION:
        return 0
    who = battle[0].frames[battle[0].depth - 1].actor
    listed = 0
    if who == ATTACKER:
        listed = list_uses(setting[0], battle[0], who, out[:1], 0)
        if listed == 0:
            listed = list_checks(setting[0], battle[0], who, out[:1], 0, 0)
    if listed == 0:
        write(out, 0, ChoiceKind.END, 0, 0, 0)
    return 1


@rule()
def choose_in_a_duel(setting: Row[Setting], battle: Row[Encounter], choice: Row[HeroesChoice]) -> None:
    """Carry out a choice. If it begins a contest, stop before the contest's first die: its odds are known."""
    choose(setting, battle, choice)
    if battle[0].node.step == Step.CONTEST_ATTACK:
        end(battle[0].node, UNDECIDED)


@rule()
def decide_contest(setting: Row[Setting], battle: Row[Encounter], won: int) -> None:
    """Decide the contest at which the battle stopped, and go on."""
    battle[0].frames[battle[0].depth - 1].stage = Stage.WON if won else Stage.DONE
    advance(setting[0], battle[0])


DUEL = replace(RULES, choices=choices_in_a_duel, choose=choose_in_a_duel)
"""Heroes where no player has anything to decide."""


@rule()
def set_up(setting: Row[Setting], battle: Row[Encounter], kind: int, target: int, stage: int, band: int) -> None:
    """Set up both combatants from their cards, and one exchange up to its first roll."""
    for who in range(setting[0].combatants):
        combatant, card = battle[0].combatants[who], setting[0].cards[who]
        combatant.health = card.health
        combatant.morale = card.morale
        stand_ready(setting[0], battle[0], who)
    push(battle[0], FrameKind.ENCOUNTER, NOBODY, NOBODY, 0)
    push(battle[0], kind, ATTACKER, target, 0)
    battle[0].frames[0].stage = Stage.READY
    battle[0].frames[1].stage = stage
    battle[0].frames[1].band = band
    advance(setting[0], battle[0])


@rule()
def look_at_attacks(setting: Row[Setting], battle: Row[Encounter], rows: Row[int], results: Row[int]) -> None:
    """Write the band of each row of faces. The battle is of no use afterwards."""
    frame, dice = battle[0].frames[battle[0].depth - 1], battle[0].node.dice
    for row in range(len(results)):
        settle_attack(setting[0], battle[0], frame, rows[row * dice : (row + 1) * dice], dice)
        results[row] = frame.band


@rule()
def look_at_checks(dice: int, rows: Row[int], bonus: int, against: int, resisting: int, results: Row[int]) -> None:
    """Write whether each row of faces with a bonus succeeds against a number: as a resistance check, where ties
    succeed, or as a maintenance check, where they fail."""
    for row in range(len(results)):
        roll = sum_of(rows[row * dice : (row + 1) * dice], dice)
        success = resists(0, roll, bonus, against) if resisting else maintains(0, roll, bonus, against)
        results[row] = 1 if success else 0


@rule()
def look_at_rounds(
    setting: Row[Setting],
    battle: Row[Encounter],
    own_wins: int,
    their_wins: int,
    own_sides: int,
    their_sides: int,
    results: Row[int],
) -> int:
    """Write the next positions of a contest for all pairs of faces, and return their number: rounds won by both, the
    dice of both, whether it goes on (0), is won (1) or lost (2), and the number of pairs. The battle is of no use
    afterwards."""
    frame, found = battle[0].frames[battle[0].depth - 1], 0
    for own in range(1, own_sides + 1):
        for their in range(1, their_sides + 1):
            frame.own_wins = own_wins
            frame.their_wins = their_wins
            frame.own_sides = own_sides
            frame.their_sides = their_sides
            frame.shown = own
            settle_round(setting[0], battle[0], frame, their)
            contest_goes_on(setting[0], battle[0], frame)
            at = found * WIDTH_OF_ROUND
            results[at] = frame.own_wins
            results[at + 1] = frame.their_wins
            results[at + 2] = frame.own_sides
            results[at + 3] = frame.their_sides
            results[at + 4] = 1 if frame.stage == Stage.WON else 2 if frame.stage == Stage.DONE else 0
            results[at + 5] = 0
            known = 0
            while not is_same_round(results, known * WIDTH_OF_ROUND, at):
                known += 1
            results[known * WIDTH_OF_ROUND + 5] += 1
            found = max(found, known + 1)
    return found


@rule()
def is_same_round(results: Row[int], one: int, other: int) -> bool:
    """Whether two rows hold the same position."""
    for number in range(WIDTH_OF_ROUND - 1):
        if results[one + number] != results[other + number]:
            return False
    return True


def exchange_of(question: Situation) -> Frame:
    """Return the exchange that a question is about."""
    battle = look(Encounter, question.battle)
    return battle.frames[battle.depth - 1]


def action_of(question: Situation) -> Action:
    """Return the action that a duel is fought with."""
    return look(Setting, question.setting).cards[ATTACKER].actions[0]


@cache
def _shipped() -> bytes:
    """Return a setting with the shipped rulings and two blank cards."""
    made = allocate(Setting)
    setting = look(Setting, made)
    write_rulings(setting, RulingsSetup.model_validate({}))
    setting.combatants, setting.first_of_b = 2, 1
    for card in setting.cards[:2]:
        card.health = card.wounds = card.morale = card.stress = ENDLESS
        card.actions_count = 1
    return snapshot(made)


def _stage() -> Situation:
    question = Situation(allocate(Setting), allocate(Encounter))
    restore(question.setting, _shipped())
    look(Encounter, question.battle).tail.silent = 1
    return question


def _set_up(
    question: Situation, kind: FrameKind, target: int = DEFENDER, stage: int = Stage.BEGIN, band: int = 0
) -> Situation:
    set_up(*question, int(kind), target, int(stage), int(band))
    return question
