"""The exact chances of each choice in an encounter of Heroes, shown before it is made.

A hit counts whether or not it is critical (``answers.advice``); ``dodged``, ``parried`` and ``armour`` say where an
attack ends otherwise. The chance of a condition is that the attack or contest brings it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import prod

from battlewright.answers.advice import NONE, Advice
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.node import MASTER
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.text import percent
from battlewright.odds import Odds, sum_of
from battlewright.systems.heroes.bots.rank import ranked_first
from battlewright.systems.heroes.enums import Band, ConditionName, Target
from battlewright.systems.heroes.record import (
    WHOLE_SIDE,
    Action,
    ChoiceKind,
    Encounter,
    HeroesChoice,
    Inflicted,
    Setting,
)
from battlewright.systems.heroes.rules.aim import in_reach
from battlewright.systems.heroes.rules.attacks import attack_bonus, lowest_hit
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
from battlewright.systems.heroes.rules.defence import band_of, defence_against, is_in_force
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.secrets import is_unknown
from battlewright.systems.heroes.words.names import condition_name, targets_of

MISSES = {Band.DODGED: "dodged", Band.PARRIED: "parried", Band.ARMOR: "armour"}
ROLLED = {"hit": "hit", "critical": "critical", "success": "succeeds"}
"""The chances of a roll, and the words for them."""
CHECKS = (ChoiceKind.RESIST, ChoiceKind.MAINTAIN)
USES = (ChoiceKind.USE, ChoiceKind.ALSO)
"""The choices that aim an action at somebody."""
DONE = {"damage": "damage", "healed": "come back"}
AGAIN = " by a critical"
"""The suffix of a condition that a critical hit brings beside the same one that every hit brings."""


def advise(position: Position, choices: Sequence[HeroesChoice], more: Sequence[HeroesChoice] = ()) -> list[Advice]:
    """Return the chances of each choice of a turn; the best are those that the greedy bot ranks first."""
    if position.node.side == MASTER:
        return [NONE] * (len(choices) + len(more))
    chances = Chances(position)
    first = ranked_first(position.setting, position.battle) if len(choices) > 1 else []
    return [replace(chances.of(choice), best=choice in first) for choice in (*choices, *more)]


@cache
def _sum(dice: int, sides: int) -> Odds[int]:
    return sum_of(f"{dice}d{sides}")


class Chances:
    """The chances of what the combatant whose turn it is can do now."""

    def __init__(self, position: Position) -> None:
        self.setting: Setting = look(Setting, position.setting)
        self.encounter: Encounter = position.record
        self.who: int = max(self.encounter.frames[self.encounter.depth - 1].actor, 0)  # between turns it is nobody's
        self.actor = self.encounter.combatants[self.who]
        self.setup: EncounterSetup = position.setup

    def of(self, choice: HeroesChoice) -> Advice:
        """Return the chances of a choice; nothing if they depend on a sheet that is secret."""
        if self.is_secret(choice):
            return NONE
        if choice.kind in USES:
            found = [self._use(self._action(choice), whom) for whom in self.targets(choice)]
            return found[0] if len(found) == 1 else self._together(self._action(choice), self.targets(choice), found)
        return Advice({"success": self._check(self._needed(choice))}) if choice.kind in CHECKS else NONE

    def at(self, choice: HeroesChoice, whom: int) -> Advice:
        """Return the chances of the use of an action at one of its targets."""
        return NONE if self.is_secret(choice) else self._use(self._action(choice), whom)

    def cannot_succeed(self, choice: HeroesChoice) -> bool:
        """Return whether no dice make a choice come to anything; False where that depends on a secret sheet."""
        if self.is_secret(choice):
            return False
        if choice.kind in USES:
            return all(self._use_cannot_succeed(self._action(choice), whom) for whom in self.targets(choice))
        most = self.setting.rulings.check_dice * self.setting.rulings.check_sides
        return choice.kind in CHECKS and self._needed(choice) > most

    def _use_cannot_succeed(self, action: Action, whom: int) -> bool:
        """Return whether an action cannot hit, win its contest or give anything back; that of the Confused may."""
        rulings = self.setting.rulings
        if self.actor.confused:
            return False
        if action.heals:
            mental = as_plain(is_mental)(action.types)
            sealed = as_plain(seals)(self.setting, self.encounter, whom, mental)
            return bool(sealed) or not as_plain(lost_of)(self.setting, self.encounter, whom, mental)
        if action.target == Target.PHYSICAL:
            most = rulings.attack_dice * rulings.attack_sides
            return as_plain(lowest_hit)(self.setting, self.encounter, self.who, action, whom) > most
        return self.contest(action, whom)[1] == 0

    def targets(self, choice: HeroesChoice) -> list[int]:
        """Return those that the use of an action begins with: one, or all of a side."""
        if choice.kind != ChoiceKind.USE or self._action(choice).targets != WHOLE_SIDE:
            return [choice.target]
        return targets_of(as_plain(in_reach)(self.setting, self.encounter, self.who, choice.action))

    def _action(self, choice: HeroesChoice) -> Action:
        frame = self.encounter.frames[self.encounter.depth - 1]
        return self.setting.cards[self.who].actions[frame.action if choice.kind == ChoiceKind.ALSO else choice.action]

    def _needed(self, choice: HeroesChoice) -> int:
        """Return what the dice of a check must show."""
        whom = self.who if choice.kind == ChoiceKind.RESIST else choice.target
        effect = self.encounter.combatants[whom].effects[choice.condition]
        defence = as_plain(defence_of)(self.encounter.combatants[whom], effect.defence)
        power = as_plain(power_behind)(self.encounter, effect)
        if choice.kind == ChoiceKind.RESIST:
            return as_plain(needed_to_resist)(self.base, defence, power)
        return as_plain(needed_to_maintain)(self.base, power, defence)

    def is_secret(self, choice: HeroesChoice) -> bool:
        """Return whether a choice depends on a sheet that is secret."""
        return any(is_unknown(self.setup, who) for who in self._involved(choice))

    def text(self, choice: HeroesChoice, advice: Advice) -> str:
        """Return an advice in words: ``hit 68%, critical 23% (dodged 32%), Bleeding 23%; 7.1 damage, fells 2%``; of an
        action on a whole side at each of its targets."""
        targets = self.targets(choice)
        if len(targets) > 1 and not advice.note:
            action = self._action(choice)
            return " · ".join(
                f"{self.setup.combatants[whom].name}: {self._text(choice, self._use(action, whom), whom)}"
                for whom in targets
            )
        return self._text(choice, advice, targets[0])

    def _text(self, choice: HeroesChoice, advice: Advice, whom: int) -> str:
        """Return the advice about one target, in words."""
        chances = advice.chances
        missed = ", ".join(f"{name} {percent(chances[name])}" for name in MISSES.values() if name in chances)
        rolled = ", ".join(self._rolled(choice, chances)) + (f" ({missed})" if missed else "")
        text = ", ".join(filter(None, (advice.note, rolled, *self._brought(whom, chances))))
        if "healed" in advice.parts:
            return self._healed(choice, advice, whom)
        if "damage" not in advice.parts:
            return text
        fells = chances.get("fells")
        return f"{text}; {float(advice.parts['damage']):.1f} damage{f', fells {percent(fells)}' if fells else ''}"

    def brief(self, choice: HeroesChoice, advice: Advice) -> list[str]:
        """Return the most important pieces of an advice: the chances of the roll, or of what it brings where it cannot
        miss."""
        targets = self.targets(choice)
        if len(targets) > 1 and advice.parts:
            (name, amount), *_ = advice.parts.items()
            return [f"{float(amount):.1f} {DONE[name]} at {len(targets)}"]
        if "healed" in advice.parts:
            return [self._healed(choice, advice, targets[0])]
        rolled = [*filter(None, [advice.note]), *self._rolled(choice, advice.chances)]
        misses = any(name in advice.chances for name in MISSES.values())
        return rolled if misses else [*rolled, *self._brought(targets[0], advice.chances)]

    def _healed(self, choice: HeroesChoice, advice: Advice, whom: int) -> str:
        mental = as_plain(is_mental)(self._action(choice).types)
        lost = as_plain(lost_of)(self.setting, self.encounter, whom, mental)
        return f"{float(advice.parts['healed']):.1f} of {lost} come back"

    def _rolled(self, choice: HeroesChoice, chances: Mapping[str, Fraction]) -> list[str]:
        """Return the chances of a roll, in words; a contest is won."""
        names = ROLLED | ({"hit": "won"} if self._is_contest(choice) else {})
        return [f"{name} {percent(chances[key])}" for key, name in names.items() if key in chances]

    @staticmethod
    def brought(chances: Mapping[str, Fraction]) -> list[tuple[str, Fraction]]:
        """Return the conditions among some chances, each with its own."""
        others = {*ROLLED, *MISSES.values(), "fells"}
        return [(name, chance) for name, chance in chances.items() if name not in others]

    def _brought(self, whom: int, chances: Mapping[str, Fraction]) -> list[str]:
        """Return the chances of conditions, in words, with those that the target already has."""
        return [
            f"{name} {percent(chance)}{' (has it)' if self._has(whom, name) else ''}"
            for name, chance in self.brought(chances)
        ]

    def _has(self, whom: int, name: str) -> bool:
        """Return whether a combatant has a condition, or its severe form."""
        numbers = (each for each in ConditionName if condition_name(each) == name.removesuffix(AGAIN))
        return any(as_plain(is_in_force)(self.encounter.combatants[whom], number) for number in numbers)

    def _involved(self, choice: HeroesChoice) -> list[int]:
        """Return the combatants whose numbers decide a choice."""
        if choice.kind == ChoiceKind.RESIST:
            by = self.actor.effects[choice.condition].by
            return [self.who, by - 1] if by > 0 else [self.who]
        if choice.kind in USES:
            return [self.who, *self.targets(choice)]
        return [self.who, choice.target] if choice.kind == ChoiceKind.MAINTAIN else []

    @property
    def base(self) -> int:
        """Return what a check must reach before defence and power are added."""
        return self.setting.rulings.check_base

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

    def _is_contest(self, choice: HeroesChoice) -> bool:
        """Return whether an action is a contest, which is won and not a hit by its rulebook's words."""
        return choice.kind in USES and self._action(choice).target != Target.PHYSICAL

    def _use(self, action: Action, whom: int) -> Advice:
        if self.actor.confused:
            return Advice(note="confused: a random target, of either side")
        if action.heals:
            return self._healing(action, whom)
        if action.target == Target.PHYSICAL:
            return self._attack(action, whom)
        return self._contest(action, whom)

    def _together(self, action: Action, whom: Sequence[int], found: Sequence[Advice]) -> Advice:
        """Return the chances of an action at several targets: that it does something to any of them, which each settles
        by itself, that it fells any, and what it does to all of them together."""
        if self.actor.confused or not found:
            return found[0] if found else NONE
        value = sum((each.value or Fraction(0) for each in found), Fraction(0))
        if action.heals:
            return Advice(parts={"healed": value}, value=value)
        missed = prod((1 - each.chances["hit"] for each in found), start=Fraction(1))
        chances = {"hit": 1 - missed}
        if not action.dice:
            return Advice(chances, value=value)
        fells = self._fells_any(action, whom, found)
        return Advice(chances | ({"fells": fells} if fells else {}), {"damage": value}, value)

    def _fells_any(self, action: Action, whom: Sequence[int], found: Sequence[Advice]) -> Fraction:
        """Return the chance that an action fells at least one of several targets: the dice count for all of them."""
        once = _sum(action.dice, action.sides)
        mental, plain = as_plain(is_mental)(action.types), as_plain(after_resistance)
        lives = [as_plain(life_of)(self.setting, self.encounter, each, mental) for each in whom]

        def falls(at: int, shown: int) -> bool:
            return plain(self.setting.cards[whom[at]], shown + action.plus, action.types) >= lives[at]

        none = Fraction(0)
        for first, chance in once:
            hit = [falls(at, first) for at in range(len(whom))]
            standing: dict[tuple[bool, ...], Fraction] = {}
            for second, other in once:
                critical = tuple(falls(at, first + second) for at in range(len(whom)))
                standing[critical] = standing.get(critical, Fraction(0)) + other
            for critical, other in standing.items():
                stand = Fraction(1)
                for at, each in enumerate(found):
                    severe = each.chances.get("critical", Fraction(0))
                    stand *= 1 - (each.chances["hit"] - severe) * hit[at] - severe * critical[at]
                none += chance * other * stand
        return 1 - none

    def _healing(self, action: Action, whom: int) -> Advice:
        mental = as_plain(is_mental)(action.types)
        sealed = as_plain(seals)(self.setting, self.encounter, whom, mental)
        if sealed:
            return Advice(value=Fraction(0), note=f"nothing comes back: {condition_name(sealed - 1)}")
        lost = as_plain(lost_of)(self.setting, self.encounter, whom, mental)
        if not lost:
            return Advice(value=Fraction(0), note="nothing is lost")
        gains = _sum(action.dice, action.sides).mean_of(lambda total: min(max(total + action.plus, 0), lost))
        return Advice(parts={"healed": gains}, value=gains)

    def bands(self, action: Action, whom: int) -> tuple[int, Odds[int]]:
        """Return the bonus of an attack roll, and the odds of its bands."""
        rulings = self.setting.rulings
        bonus = as_plain(attack_bonus)(self.setting, self.encounter, self.who, action)
        dodge, parry, armor, *_ = as_plain(defence_against)(self.setting, self.encounter, whom, self.who)
        dice = _sum(rulings.attack_dice, rulings.attack_sides)
        return bonus, dice.map(lambda total: as_plain(band_of)(rulings, total + bonus, dodge, parry, armor))

    def contest(self, action: Action, whom: int) -> tuple[int, Fraction]:
        """Return the lead of a contest, and the chance that it is won."""
        rulings, lead = self.setting.rulings, as_plain(contest_lead)(self.encounter, self.who, action, whom)
        return lead, contest_won(rulings.contest_sides, rulings.contest_step, rulings.contest_wins, lead)

    def _attack(self, action: Action, whom: int) -> Advice:
        """Return the chances of the bands of an attack roll, what it brings, and its damage."""
        _, bands = self.bands(action, whom)
        plain, critical = bands.chance(Band.HIT), bands.chance(Band.CRITICAL)
        missed = {name: bands.chance(band) for band, name in MISSES.items() if bands.chance(band)}
        chances = {"hit": plain + critical, "critical": critical, **missed}
        self._bring(chances, action, action.effect, plain + critical, whom)
        self._bring(chances, action, action.critical, critical, whom)
        return self._dealt(chances, action, whom, ((plain, 1), (critical, 2)))

    def _contest(self, action: Action, whom: int) -> Advice:
        """Return the chance that a contest is won, what it brings, and its damage."""
        _, won = self.contest(action, whom)
        chances = {"hit": won}
        self._bring(chances, action, action.effect, won, whom)
        return self._dealt(chances, action, whom, ((won, 1),))

    def _bring(
        self, chances: dict[str, Fraction], action: Action, brought: Inflicted, chance: Fraction, whom: int
    ) -> None:
        """Add the chance that a condition is brought."""
        if brought.condition:
            name = condition_name(brought.condition - 1)
            brings = chance * (1 - self._withstood(action, brought, whom))
            chances[name if name not in chances else f"{name}{AGAIN}"] = brings

    def _damage(self, action: Action, whom: int, times: int) -> Odds[int]:
        """Return the damage that the target takes from the dice, after its resistances."""
        card, plain = self.setting.cards[whom], as_plain(after_resistance)
        return _sum(times * action.dice, action.sides).map(lambda total: plain(card, total + action.plus, action.types))

    def _dealt(
        self, chances: dict[str, Fraction], action: Action, whom: int, hits: Sequence[tuple[Fraction, int]]
    ) -> Advice:
        """Return the chances with those of the damage: a chance for each number of times that its dice are rolled."""
        if not action.dice:
            return Advice(chances, value=Fraction(0))
        damages = [(chance, self._damage(action, whom, times)) for chance, times in hits]
        life = as_plain(life_of)(self.setting, self.encounter, whom, as_plain(is_mental)(action.types))
        mean = sum((chance * damage.mean for chance, damage in damages), Fraction(0))
        fells = sum((chance * damage.at_least(life) for chance, damage in damages), Fraction(0))
        return Advice(chances | ({"fells": fells} if fells else {}), {"damage": mean}, mean)
