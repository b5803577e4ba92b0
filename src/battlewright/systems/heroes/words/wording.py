"""How an encounter is told to people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from battlewright.engine.battle import Battle
from battlewright.engine.events import EDITED, Event
from battlewright.engine.node import Node, NodeKind
from battlewright.engine.rolloff import is_tied
from battlewright.engine.rule import as_plain
from battlewright.engine.system import SEATS
from battlewright.systems.heroes.enums import CONDITIONS, Check, Component, ConditionName
from battlewright.systems.heroes.record import (
    ChoiceKind,
    Combatant,
    Encounter,
    Frame,
    FrameKind,
    HeroesChoice,
    Step,
)
from battlewright.systems.heroes.rules.checks import defence_of, power_behind, power_brought
from battlewright.systems.heroes.rules.defence import has, is_bloodied, is_out
from battlewright.systems.heroes.setup.encounter import EncounterSetup, card_of, tag_of
from battlewright.systems.heroes.setup.file_types import word
from battlewright.systems.heroes.setup.files import SpellSetup, WeaponSetup
from battlewright.systems.heroes.setup.names import name_of
from battlewright.systems.heroes.words.events import condition_name, defence_name, edited, plural, sentence

HEADINGS = ["combatant", "Health", "Wounds", "Morale", "Stress", "AP", "D+P+A", "conditions"]
"""D+P+A: Dodge, Parry and Armor, which add up to Physical Defence."""
POOLS = ("health", "wounds", "morale", "stress")


class HeroesWords:
    """The words for one set-up, which knows the names."""

    def __init__(self, setup: EncounterSetup) -> None:
        self.setup = setup
        self.names = [each.name for each in setup.combatants]
        self.cards = [card_of(each.sheet, setup.rulings) for each in setup.combatants]
        self.first_of_b = len(setup.sides[0])

    def side(self, seat: int) -> str:
        return f"{self.setup.titles[seat]} ({SEATS[seat]})"

    def name(self, who: int) -> str:
        """A combatant by name, with its short name: ``Silarn (a1)``."""
        if not 0 <= who < len(self.names):
            return "nobody"
        return f"{self.names[who]} ({self.tag(who)})"

    def tag(self, who: int) -> str:
        """The short name alone: ``a1``."""
        return tag_of(who, self.first_of_b)

    def action(self, who: int, place: int) -> WeaponSetup | SpellSetup | None:
        """A weapon or spell by its place on the sheet."""
        known = self.setup.combatants[who].sheet.actions if 0 <= who < len(self.names) else ()
        return known[place] if 0 <= place < len(known) else None

    def action_name(self, who: int, place: int) -> str:
        found = self.action(who, place)
        return found.name if found else "nothing"

    def result(self, node: Node) -> str:
        return f"{self.side(node.result - 1)} win." if node.result else "A draw."

    def ask(self, battle: Battle) -> str:
        encounter = cast(Encounter, battle)
        node, frame = battle.node, encounter.frames[max(battle.depth - 1, 0)]
        if node.kind == NodeKind.OVER:
            return self.result(node)
        who, whom = self.name(frame.actor), self.name(frame.target)
        dice = f"{node.dice}d{node.sides}"
        match node.step:
            case Step.ACT:
                return f"{who}, {encounter.combatants[frame.actor].ap} AP: what does it do?"
            case Step.INITIATIVE:
                return f"Initiative for round {encounter.round}: {dice}, for {self._rolling(encounter)}"
            case Step.TIE:
                return f"A tie for initiative: {dice}, for {self._tied(encounter)}"
            case Step.TICK:
                return f"{who}, {condition_name(frame.at)}: {dice} damage"
            case Step.CONFUSION:
                return f"{who} is confused and goes for, by {dice}: {self._others(encounter, frame.actor)}"
            case Step.ATTACK_ROLL:
                return f"{who} attacks {whom} with {self.action_name(frame.actor, frame.action)}: {dice}"
            case Step.DAMAGE_ROLL:
                return f"{who}, {self.action_name(frame.actor, frame.action)}, at {whom}: {dice}"
            case Step.CONTEST_ATTACK:
                return f"{who} in a contest with {whom}, {frame.own_wins}:{frame.their_wins}: {dice}"
            case Step.CONTEST_DEFENCE:
                return f"{whom} in a contest with {who}, who shows {frame.shown}: {dice}"
            case Step.RESISTANCE:
                return f"{who} tries to shake off {self._resisted(encounter, frame.actor, frame.condition)}: {dice}"
            case Step.EXPOSURE:
                return f"{whom} tries to withstand {self._exposed_to(encounter, frame)}: {dice}"
            case Step.HAZARD_DAMAGE:
                return f"The damage to {whom}: {dice}"
        return f"{who} tries to keep up {self._kept_up(encounter, frame.target, frame.condition)}: {dice}"

    def _resisted(self, encounter: Encounter, whom: int, condition: int) -> str:
        """``Stunned of Hex-Binder (b2), Willpower 5 against 12 + 7``: whose an effect is, and against what."""
        effect = encounter.combatants[whom].effects[condition]
        power = as_plain(power_behind)(encounter, effect)
        of = f" of {self.name(effect.by - 1)}" if effect.by > 0 else ""
        return f"{condition_name(condition)}{of}, {self._against(encounter, whom, effect.defence, power)}"

    def _against(self, encounter: Encounter, whom: int, defence: int, power: int) -> str:
        has = as_plain(defence_of)(encounter.combatants[whom], defence)
        return f"{defence_name(defence)} {has} against {self.setup.rulings.check_base} + {power}"

    def _kept_up(self, encounter: Encounter, whom: int, condition: int) -> str:
        """``Stunned on Frost Giant (b1), Spell Power 9 against 12 + Willpower 6``."""
        effect = encounter.combatants[whom].effects[condition]
        defence, base = as_plain(defence_of)(encounter.combatants[whom], effect.defence), self.setup.rulings.check_base
        against = f"{base} + {defence_name(effect.defence)} {defence}"
        power = as_plain(power_behind)(encounter, effect)
        return f"{condition_name(condition)} on {self.name(whom)}, Spell Power {power} against {against}"

    def _exposed_to(self, encounter: Encounter, frame: Frame) -> str:
        """What a weapon or a trap would bring, and against what."""
        if frame.kind == FrameKind.HAZARD:
            brings, power = encounter.hazard.brings, encounter.hazard.brings.power
        else:
            action = self.cards[frame.actor].actions[frame.action]
            brings = action.critical if frame.at else action.effect
            power = as_plain(power_brought)(encounter, frame.actor, action, brings)
        what = condition_name(brings.condition - 1) if brings.condition else "it"
        return f"{what}, {self._against(encounter, frame.target, brings.defence, power)}"

    def _rolling(self, encounter: Encounter) -> str:
        """Those who roll for initiative, in the order of their dice."""
        return ", ".join(self.name(encounter.order[place]) for place in range(encounter.count))

    def _tied(self, encounter: Encounter) -> str:
        """Those who roll off, in the order of their dice."""
        roll_off, first = encounter.roll_off, encounter.tied_from
        tied = [player for player in range(roll_off.players) if as_plain(is_tied)(roll_off, player)]
        return ", ".join(self.name(encounter.order[first + player]) for player in tied)

    def _others(self, encounter: Encounter, who: int) -> str:
        """Whom somebody confused may go for, by the faces of the die."""
        there = [each for each in range(len(self.names)) if each != who and not self._is_out(encounter, each)]
        return ", ".join(f"{face} {self.name(each)}" for face, each in enumerate(there, 1))

    def _is_out(self, encounter: Encounter, who: int) -> bool:
        return as_plain(is_out)(encounter.combatants[who])

    def choice(self, battle: Battle, choice: HeroesChoice) -> str:
        encounter = cast(Encounter, battle)
        who = encounter.frames[max(battle.depth - 1, 0)].actor
        match choice.kind:
            case ChoiceKind.USE:
                return f"{self.action_name(who, choice.action)} at {self.name(choice.target)}"
            case ChoiceKind.RESIST if 0 <= choice.condition < CONDITIONS:
                return f"Shake off {self._resisted(encounter, who, choice.condition)}"
            case ChoiceKind.MAINTAIN if 0 <= choice.condition < CONDITIONS and 0 <= choice.target < len(self.names):
                return f"Keep up {self._kept_up(encounter, choice.target, choice.condition)}"
            case ChoiceKind.OTHER:
                return "Do something else"
            case ChoiceKind.END:
                return "End the turn"
        return f"A choice that makes no sense ({choice.kind})"

    def _condition(self, number: int) -> str:
        return condition_name(number) if 0 <= number < CONDITIONS else "nothing"

    def refusal(self, battle: Battle, choice: HeroesChoice, clause: str) -> str:
        encounter = cast(Encounter, battle)
        if battle.node.kind == NodeKind.OVER:
            return "The encounter is over; nothing can be chosen any more"
        if battle.node.kind == NodeKind.CHANCE:
            return f"Dice must fall now; nothing can be chosen before. {self.ask(battle)}"
        frame = encounter.frames[battle.depth - 1]
        who, ap, rules = self.name(frame.actor), encounter.combatants[frame.actor].ap, self.setup.rulings
        match choice.kind:
            case ChoiceKind.USE:
                return self._no_use(encounter, frame, choice, clause)
            case ChoiceKind.RESIST:
                need = f"{rules.check_ap} AP and an effect that lasts until a check, one try a turn"
                return (
                    f"{who} has {ap} AP and cannot shake off {self._condition(choice.condition)} now: it takes {need}"
                )
            case ChoiceKind.MAINTAIN:
                need = f"{rules.check_ap} AP and an effect of one's own that is kept up, one check a turn"
                return f"{who} has {ap} AP and cannot keep up {self._condition(choice.condition)} now: it takes {need}"
        ways = f"attack ({rules.attack_ap} AP), cast ({rules.spell_ap}), make a check ({rules.check_ap})"
        return f"It is the turn of {who}, with {ap} AP: it may {ways}, do something else ({rules.other_ap}) or end it"

    def _no_use(self, battle: Encounter, frame: Frame, choice: HeroesChoice, clause: str) -> str:
        who, ap = self.name(frame.actor), battle.combatants[frame.actor].ap
        used = self.action(frame.actor, choice.action)
        if used is None:
            known = ", ".join(each.name for each in self.setup.combatants[frame.actor].sheet.actions)
            return f"{who} has no such action; on its sheet are {known}"
        if clause == "H.X5":
            return f"{who} cannot cast {used.name} while it is Mute; it may do something without words"
        if clause == "H.X4":
            whose = "its target" if used.against else "it"
            return f"{who} uses {used.name} only while {whose} is Bloodied"
        cost = self.setup.rulings.spell_ap if isinstance(used, SpellSetup) else self.setup.rulings.attack_ap
        if ap < cost:
            return f"{used.name} costs {cost} AP, and {who} has {ap}"
        heals = isinstance(used, SpellSetup) and used.heals
        aim = "somebody of its own side who is not Dead" if heals else "an opponent who is still in the encounter"
        return f"{used.name} is aimed at {aim}, not at {self.name(choice.target)}"

    def event(self, event: Event) -> str:
        return edited(self, event) if event.kind == EDITED else sentence(self, event)

    def status(self, battle: Battle) -> Sequence[Sequence[str]]:
        encounter = cast(Encounter, battle)
        rows = [HEADINGS]
        for who, card in enumerate(self.cards):
            each = encounter.combatants[who]
            pools = [f"{getattr(each, name)}/{getattr(card, name)}" for name in POOLS]
            defences = f"{each.dodge}+{each.parry}+{each.armor}"
            rows.append([self.name(who), *pools, str(each.ap), defences, ", ".join(self._state(encounter, who))])
        return rows

    def _state(self, encounter: Encounter, who: int) -> list[str]:
        """Somebody's conditions, movement, cover, neighbours, hazards and modifiers."""
        combatant = encounter.combatants[who]
        state = [self._has(encounter, who, n) for n in range(CONDITIONS) if as_plain(has)(combatant, n)]
        state += self._response(who) if as_plain(is_bloodied)(combatant) else []
        state += self._movement(who, combatant)
        state += ["broken"] if combatant.broken else []
        state += [f"{combatant.hidden}% hidden"] if combatant.hidden else []
        ring = " ".join(f"{place} {self.tag(each - 1)}" for place, each in enumerate(combatant.ring, 1) if each)
        state += [f"ring {ring}"] if ring else []
        state += [each.name for n, each in enumerate(self.setup.hazards) if (combatant.hazards >> n) & 1]
        given = [each for each in encounter.modifiers[: encounter.modifiers_count] if each.whom == who]
        for each in given:
            name, turns = name_of(list(each.name)), f" for {plural(each.turns, 'turn')}" if each.turns else ""
            state.append(f"{name or 'by hand'}: {word(Component(each.component))} {each.amount:+d}{turns}")
        return state

    def _has(self, encounter: Encounter, who: int, condition: int) -> str:
        """``Stunned by Mirelle (a3), resisted with Willpower``, ``Prone for 2 turns``, ``Bloodied``."""
        effect, name = encounter.combatants[who].effects[condition], condition_name(condition)
        if not effect.left:
            return name
        by = f" by {self.name(effect.by - 1)}" if effect.by > 0 else ""
        if effect.left > 1:
            return f"{name} for {plural(effect.left - 1, 'turn')}{by}"
        how = "kept up against" if effect.check == Check.MAINTENANCE else "resisted with"
        lasting = self.setup.rulings.conditions[ConditionName(condition).name.lower()].turns == "lasting"
        return f"{name}{by}" if lasting else f"{name}{by} ({how} {defence_name(effect.defence)})"

    def _response(self, who: int) -> list[str]:
        """What being Bloodied does to somebody."""
        said = self.setup.combatants[who].sheet.bloodied
        if said in ("none", "afraid"):
            return []
        return [said if isinstance(said, str) else "responds to blood"]

    def _movement(self, who: int, combatant: Combatant) -> list[str]:
        """What conditions leave of somebody's movement, for the table to heed: there is no map (H.N1)."""
        rows, said = self.setup.rulings.conditions, self.setup.combatants[who].sheet.bloodied
        left = {rows[each.name.lower()].movement for each in ConditionName if as_plain(has)(combatant, each)}
        if not isinstance(said, str) and as_plain(is_bloodied)(combatant):
            left.add(said.movement)
        return ["no movement"] if "none" in left else ["half movement"] if "half" in left else []
