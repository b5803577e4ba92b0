"""The exact chances of each choice in an encounter of Heroes, shown before it is made."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.rule import as_plain
from battlewright.engine.text import percent
from battlewright.odds import Odds, sum_of
from battlewright.systems.heroes.bots.rank import best_choice
from battlewright.systems.heroes.enums import Band, Target
from battlewright.systems.heroes.record import Action, ChoiceKind, Effect, Encounter, HeroesChoice, Inflicted, Setting
from battlewright.systems.heroes.rules.attacks import attack_bonus
from battlewright.systems.heroes.rules.chances import contest_won
from battlewright.systems.heroes.rules.checks import (
    contest_lead,
    defence_of,
    needed_to_maintain,
    needed_to_resist,
    power_behind,
    power_brought,
)
from battlewright.systems.heroes.rules.conditions import seals
from battlewright.systems.heroes.rules.damage import after_resistance, is_mental, life_of, lost_of
from battlewright.systems.heroes.rules.defence import band_of, is_in_force
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.secrets import is_unknown
from battlewright.systems.heroes.words.names import condition_name

MISSES = {Band.DODGED: "dodged", Band.PARRIED: "parried", Band.ARMOR: "armour"}


def advice(session: Position, choices: Sequence[HeroesChoice], more: Sequence[HeroesChoice] = ()) -> list[str]:
    """Return the chances of each choice of a turn, as texts; a star marks the one that the greedy bot ranks first."""
    asked = Advice(session)
    best = best_choice(session.setting, session.battle) if len(choices) > 1 else None
    return [f"{asked.of(choice)}{' *' if choice == best else ''}".lstrip() for choice in (*choices, *more)]


@cache
def _sum(dice: int, sides: int) -> Odds[int]:
    return sum_of(f"{dice}d{sides}")


class Advice:
    """The chances of what the combatant whose turn it is can do now."""

    def __init__(self, session: Position) -> None:
        self.setting: Setting = look(Setting, session.setting)
        self.encounter: Encounter = session.record
        self.who = self.encounter.frames[self.encounter.depth - 1].actor
        self.actor = self.encounter.combatants[self.who]
        self.setup: EncounterSetup = session.setup

    def of(self, choice: HeroesChoice) -> str:
        """Return the chances of a choice, as text; nothing if they depend on a sheet that is secret."""
        if any(is_unknown(self.setup, who) for who in self._involved(choice)):
            return ""
        match choice.kind:
            case ChoiceKind.USE:
                return self._use(self.setting.cards[self.who].actions[choice.action], choice.target)
            case ChoiceKind.RESIST:
                defence, power = self._of(self.actor.effects[choice.condition], self.who)
                return f"succeeds {percent(self._check(as_plain(needed_to_resist)(self.base, defence, power)))}"
            case ChoiceKind.MAINTAIN:
                effect = self.encounter.combatants[choice.target].effects[choice.condition]
                defence, power = self._of(effect, choice.target)
                return f"succeeds {percent(self._check(as_plain(needed_to_maintain)(self.base, power, defence)))}"
        return ""

    def _involved(self, choice: HeroesChoice) -> list[int]:
        """Return the combatants whose numbers decide a choice."""
        match choice.kind:
            case ChoiceKind.USE:
                return [self.who, choice.target]
            case ChoiceKind.RESIST:
                by = self.actor.effects[choice.condition].by
                return [self.who, by - 1] if by > 0 else [self.who]
            case ChoiceKind.MAINTAIN:
                return [self.who, choice.target]
        return []

    @property
    def base(self) -> int:
        """Return what a check must reach before defence and power are added."""
        return self.setting.rulings.check_base

    def _of(self, effect: Effect, whom: int) -> tuple[int, int]:
        """Return the defence that an effect targeted, and the power behind it."""
        defence = as_plain(defence_of)(self.encounter.combatants[whom], effect.defence)
        return defence, as_plain(power_behind)(self.encounter, effect)

    def _withstood(self, action: Action, brought: Inflicted, whom: int) -> Fraction:
        """Return the chance that the target resists what a hit brings."""
        if not brought.defence:
            return Fraction(0)
        defence = as_plain(defence_of)(self.encounter.combatants[whom], brought.defence)
        power = as_plain(power_brought)(self.encounter, self.who, action, brought)
        return self._check(as_plain(needed_to_resist)(self.base, defence, power))

    def _check(self, needed: int) -> Fraction:
        """Return the chance that the dice of a check show at least ``needed``."""
        rulings = self.setting.rulings
        return _sum(rulings.check_dice, rulings.check_sides).at_least(needed)

    def _use(self, action: Action, whom: int) -> str:
        if action.heals:
            return self._healing(action, whom)
        if self.actor.confused:
            return "confused: a random target"
        if action.target == Target.PHYSICAL:
            return self._attack(action, whom)
        return self._contest(action, whom)

    def _healing(self, action: Action, whom: int) -> str:
        mental = as_plain(is_mental)(action.types)
        sealed = as_plain(seals)(self.setting, self.encounter, whom, mental)
        if sealed:
            return f"nothing comes back: {condition_name(sealed - 1)}"
        lost = as_plain(lost_of)(self.setting, self.encounter, whom, mental)
        gains = _sum(action.dice, action.sides).mean_of(lambda total: min(max(total + action.plus, 0), lost))
        return f"{float(gains):.1f} of {lost} come back" if lost else "nothing is lost"

    def _attack(self, action: Action, whom: int) -> str:
        """Return the chances of the bands of an attack roll, then its damage."""
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
        """Return the chance that a contest is won, then what it brings."""
        rulings, lead = self.setting.rulings, as_plain(contest_lead)(self.encounter, self.who, action, whom)
        won = contest_won(rulings.contest_sides, rulings.contest_step, rulings.contest_wins, lead)
        text = f"won {percent(won)}{self._brings(action, action.effect, won, whom)}"
        if not action.dice:
            return text
        damage = self._damage(action, whom, 1)
        return text + self._dealt(won * damage.mean, won * self._fells(damage, action, whom))

    def _brings(self, action: Action, brought: Inflicted, chance: Fraction, whom: int) -> str:
        """Return the chance that a condition is brought; nothing if the target has its severe form."""
        if not brought.condition:
            return ""
        name, target = condition_name(brought.condition - 1), self.encounter.combatants[whom]
        has = as_plain(is_in_force)(target, brought.condition - 1)
        brings = chance * (1 - self._withstood(action, brought, whom))
        return f", {name} {percent(brings)}{' (has it)' if has else ''}"

    def _damage(self, action: Action, whom: int, times: int) -> Odds[int]:
        """Return the damage that the target takes from the dice, after its resistances."""
        card, plain = self.setting.cards[whom], as_plain(after_resistance)
        return _sum(times * action.dice, action.sides).map(lambda total: plain(card, total + action.plus, action.types))

    def _fells(self, damage: Odds[int], action: Action, whom: int) -> Fraction:
        """Return the chance that damage puts the target out of the encounter."""
        mental = as_plain(is_mental)(action.types)
        return damage.at_least(as_plain(life_of)(self.setting, self.encounter, whom, mental))

    def _dealt(self, mean: Fraction, fells: Fraction) -> str:
        return f"; {float(mean):.1f} damage" + (f", fells {percent(fells)}" if fells else "")
