"""What each choice in an encounter of Heroes promises, by exact chances, shown before it is made."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from battlewright.bots.greedy import GreedyBot
from battlewright.engine.record import look
from battlewright.engine.rule import as_plain
from battlewright.engine.session import Session
from battlewright.engine.text import percent
from battlewright.odds import Odds, sum_of
from battlewright.systems.heroes.bots.chances import contest_won
from battlewright.systems.heroes.enums import Band, Target
from battlewright.systems.heroes.record import Action, ChoiceKind, Effect, Encounter, HeroesChoice, Inflicted, Setting
from battlewright.systems.heroes.rules.attacks import attack_bonus
from battlewright.systems.heroes.rules.checks import defence_of, power_behind, power_brought, power_of
from battlewright.systems.heroes.rules.conditions import seals
from battlewright.systems.heroes.rules.damage import after_resistance, is_mental
from battlewright.systems.heroes.rules.defence import band_of, is_in_force
from battlewright.systems.heroes.words.events import condition_name

MISSES = {Band.DODGED: "dodged", Band.PARRIED: "parried", Band.ARMOR: "armour"}


def promises(session: Session, choices: Sequence[Any], more: Sequence[Any] = ()) -> list[str]:
    """What stands behind each choice of a turn; the one that looks best to the greedy bot has a star."""
    asked = Promise(session)
    best = GreedyBot(session.seed, session.index).choose(session) if len(choices) > 1 else None
    return [f"{asked.of(choice)}{' *' if choice == best else ''}".lstrip() for choice in (*choices, *more)]


@cache
def _sum(dice: int, sides: int) -> Odds[int]:
    return sum_of(f"{dice}d{sides}")


class Promise:
    """The chances of what somebody can do now."""

    def __init__(self, session: Session) -> None:
        self.setting: Setting = look(Setting, session.setting)
        self.encounter: Encounter = session.record
        self.who = self.encounter.frames[self.encounter.depth - 1].actor
        self.actor = self.encounter.combatants[self.who]

    def of(self, choice: HeroesChoice) -> str:
        """What a choice promises."""
        match choice.kind:
            case ChoiceKind.USE:
                return self._use(self.setting.cards[self.who].actions[choice.action], choice.target)
            case ChoiceKind.RESIST:
                effect = self.actor.effects[choice.condition]
                return f"succeeds {percent(self._check(-self._lead(effect, self.who)))}"
            case ChoiceKind.MAINTAIN:
                effect = self.encounter.combatants[choice.target].effects[choice.condition]
                return f"succeeds {percent(self._check(1 + self._lead(effect, choice.target)))}"
        return ""

    def _lead(self, effect: Effect, whom: int) -> int:
        """By how much the defence that an effect targeted exceeds the power behind it."""
        defence = as_plain(defence_of)(self.encounter.combatants[whom], effect.defence)
        return defence - as_plain(power_behind)(self.encounter, effect)

    def _withstood(self, action: Action, brought: Inflicted, whom: int) -> Fraction:
        """The chance that somebody resists what a hit brings."""
        if not brought.defence:
            return Fraction(0)
        defence = as_plain(defence_of)(self.encounter.combatants[whom], brought.defence)
        return self._check(as_plain(power_brought)(self.encounter, self.who, action, brought) - defence)

    def _check(self, above: int) -> Fraction:
        """The chance that a check shows so much more than its base."""
        rulings = self.setting.rulings
        return _sum(rulings.check_dice, rulings.check_sides).at_least(rulings.check_base + above)

    def _use(self, action: Action, whom: int) -> str:
        if action.heals:
            return self._healing(action, whom)
        if self.actor.confused:
            return "confused: at whom is left to chance"
        if action.target == Target.PHYSICAL:
            return self._attack(action, whom)
        return self._contest(action, whom)

    def _healing(self, action: Action, whom: int) -> str:
        combatant, card = self.encounter.combatants[whom], self.setting.cards[whom]
        mental = as_plain(is_mental)(action.types)
        sealed = as_plain(seals)(self.setting, self.encounter, whom, mental)
        if sealed:
            return f"nothing comes back: {condition_name(sealed - 1)}"
        lost = card.morale - combatant.morale if mental else card.health - combatant.health
        gains = _sum(action.dice, action.sides).mean_of(lambda total: min(max(total + action.plus, 0), lost))
        return f"{float(gains):.1f} of {lost} come back" if lost else "nothing is lost"

    def _attack(self, action: Action, whom: int) -> str:
        """The bands of an attack roll, then its damage."""
        rulings, target = self.setting.rulings, self.encounter.combatants[whom]
        bonus = as_plain(attack_bonus)(self.setting, self.encounter, self.who, action)
        dice = _sum(rulings.attack_dice, rulings.attack_sides)
        bands = dice.map(
            lambda total: as_plain(band_of)(rulings, total + bonus, target.dodge, target.parry, target.armor)
        )
        hit, critical = bands.chance(Band.HIT), bands.chance(Band.CRITICAL)
        missed = ", ".join(
            f"{name} {percent(bands.chance(band))}" for band, name in MISSES.items() if bands.chance(band)
        )
        text = f"hit {percent(hit)}, critical {percent(critical)}" + (f" ({missed})" if missed else "")
        text += self._brings(action, action.effect, hit + critical, whom)
        text += self._brings(action, action.critical, critical, whom)
        if not action.dice:
            return text
        plain, twice = self._damage(action, whom, 1), self._damage(action, whom, 2)
        mean = hit * plain.mean + critical * twice.mean
        return text + self._dealt(
            mean, hit * self._fells(plain, action, whom) + critical * self._fells(twice, action, whom)
        )

    def _contest(self, action: Action, whom: int) -> str:
        """The chance that a contest is won, then what it brings."""
        rulings, target = self.setting.rulings, self.encounter.combatants[whom]
        lead = as_plain(power_of)(self.actor, action.kind) - as_plain(defence_of)(target, action.target)
        won = contest_won(rulings.contest_sides, rulings.contest_step, rulings.contest_wins, lead)
        text = f"won {percent(won)}{self._brings(action, action.effect, won, whom)}"
        if not action.dice:
            return text
        damage = self._damage(action, whom, 1)
        return text + self._dealt(won * damage.mean, won * self._fells(damage, action, whom))

    def _brings(self, action: Action, brought: Inflicted, chance: Fraction, whom: int) -> str:
        """The chance that a condition is brought; nothing where its severe form is there already."""
        if not brought.condition:
            return ""
        name, target = condition_name(brought.condition - 1), self.encounter.combatants[whom]
        has = as_plain(is_in_force)(target, brought.condition - 1)
        brings = chance * (1 - self._withstood(action, brought, whom))
        return f", {name} {percent(brings)}{' (has it)' if has else ''}"

    def _damage(self, action: Action, whom: int, times: int) -> Odds[int]:
        """What somebody suffers from the dice, after its resistances."""
        card, plain = self.setting.cards[whom], as_plain(after_resistance)
        return _sum(times * action.dice, action.sides).map(lambda total: plain(card, total + action.plus, action.types))

    def _fells(self, damage: Odds[int], action: Action, whom: int) -> Fraction:
        """The chance that damage puts somebody out of the encounter."""
        combatant, card = self.encounter.combatants[whom], self.setting.cards[whom]
        mental = as_plain(is_mental)(action.types)
        return damage.at_least(combatant.morale + card.stress - combatant.stress if mental else combatant.health)

    def _dealt(self, mean: Fraction, fells: Fraction) -> str:
        return f"; {float(mean):.1f} damage" + (f", fells {percent(fells)}" if fells else "")
