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
from battlewright.systems.heroes.defence import is_out
from battlewright.systems.heroes.files import SpellSetup, WeaponSetup
from battlewright.systems.heroes.parts import word
from battlewright.systems.heroes.record import (
    RING,
    ChoiceKind,
    Combatant,
    Editable,
    Encounter,
    Frame,
    HeroesChoice,
    Step,
    Telling,
)
from battlewright.systems.heroes.setup import EncounterSetup, card_of
from battlewright.systems.heroes.terms import CONDITIONS, TYPES, Band, Component, ConditionName, DamageType

HEADINGS = ["combatant", "Health", "Wounds", "Morale", "Stress", "AP", "D+P+A", "conditions"]
"""D+P+A: Dodge, Parry and Armor, which add up to Physical Defence."""
POOLS = ("health", "wounds", "morale", "stress")
BANDS = {
    Band.DODGED: "is dodged",
    Band.PARRIED: "is parried",
    Band.ARMOR: "is stopped by armour",
    Band.HIT: "hits",
    Band.CRITICAL: "hits critically",
}


def plural(count: int, noun: str) -> str:
    """``3 rounds``, ``1 round``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def condition_name(number: int) -> str:
    """``Near Death``."""
    return word(ConditionName(number)).title()


def types_of(bits: int) -> str:
    """``fire and slashing``."""
    names = [word(DamageType(type)) for type in range(TYPES) if (bits >> type) & 1]
    return " and ".join(names) or "plain"


def places_of(ring: int) -> str:
    """``1 5 8``: the places around somebody at which opponents stand."""
    return " ".join(str(place + 1) for place in range(RING) if (ring >> place) & 1)


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
        seat = 1 if who >= self.first_of_b else 0
        return f"{self.names[who]} ({SEATS[seat]}{who - seat * self.first_of_b + 1})"

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
                return f"{who} tries to shake off {condition_name(frame.condition)}: {dice}"
        return f"{who} tries to keep up {condition_name(frame.condition)} on {whom}: {dice}"

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
            case ChoiceKind.RESIST:
                return f"Shake off {self._condition(choice.condition)}"
            case ChoiceKind.MAINTAIN:
                return f"Keep up {self._condition(choice.condition)} on {self.name(choice.target)}"
            case ChoiceKind.OTHER:
                return "Do something else"
            case ChoiceKind.END:
                return "End the turn"
        return f"A choice of an unknown kind ({choice.kind})"

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
        if event.kind == EDITED:
            return self._edited(event)
        who, whom, amount, detail = self.name(event.who), self.name(event.whom), event.amount, event.detail
        match Telling(event.kind):
            case Telling.ROUND:
                return f"Round {amount}."
            case Telling.INITIATIVE:
                return f"{who} has initiative {amount}, with a {detail}."
            case Telling.TIE:
                return f"A tie for initiative: {amount} roll off."
            case Telling.TURN:
                return f"The turn of {who}: {amount} AP{', and it cannot act' if detail else ''}."
            case Telling.USES:
                return f"{who} uses {self.action_name(event.who, amount)} at {whom}."
            case Telling.CONFUSED:
                return f"{who} is confused and goes for {whom}."
            case Telling.BAND:
                return f"{who} rolls {amount} against {whom}: the attack {BANDS[Band(detail)]}."
            case Telling.DAMAGE:
                return f"{who} takes {amount} {types_of(detail)} damage."
            case Telling.NO_DAMAGE:
                return f"{who} resists all of {amount} {types_of(detail)} damage."
            case Telling.HEALED:
                return f"{who} recovers {amount}."
            case Telling.SEALED:
                return f"{who} is {condition_name(amount)} and recovers nothing."
            case Telling.CONDITION:
                lasts = f" for {plural(detail, 'turn')}" if detail > 0 else ""
                return f"{who} is now {condition_name(amount)}{lasts}."
            case Telling.OVER:
                return f"{who} is no longer {condition_name(amount)}."
            case Telling.CONTEST_ROUND:
                return (
                    f"{who} {amount} against {detail} of {whom}: the round goes to {who if amount > detail else whom}."
                )
            case Telling.CONTEST_TIE:
                return f"{who} and {whom} both come to {amount}: the round is repeated."
            case Telling.CONTEST:
                return f"{who if amount else whom} wins the contest with {whom if amount else who}."
            case Telling.RESISTED:
                return f"{who} {'shakes off' if detail else 'does not shake off'} {condition_name(amount)}."
            case Telling.MAINTAINED:
                kept = "keeps up" if detail else "cannot keep up"
                return f"{who} {kept} {condition_name(amount)} on {whom}."
            case Telling.LAPSED:
                return f"{who} lets {condition_name(amount)} on {whom} lapse."
            case Telling.OTHER:
                return f"{who} does something else, and has {amount} AP left."
            case Telling.ENDED:
                return f"{who} ends its turn with {amount} AP."
            case Telling.BROKEN:
                return f"{who} is broken and out of the encounter."
            case Telling.GONE:
                winner = event.who if event.who in (0, 1) else None
                return "Nobody is left." if winner is None else f"{self.side(1 - winner)} are all out."
            case Telling.LIMIT:
                return f"After {plural(amount, 'round')} nobody has won."
        return f"Something happens to {who}."

    def _edited(self, event: Event) -> str:
        what, of = Editable(event.whom // 100), event.whom % 100
        name = word(what)
        if what == Editable.MODIFIER:
            name = f"modifier to {word(Component(of))}"
        elif what == Editable.CONDITION:
            lasting = self.setup.rulings.conditions[ConditionName(of).name.lower()].turns == "lasting"
            until = "until the game master ends it" if lasting else "until a check ends it"
            turns = f"{plural(event.amount, 'turn')}" if event.amount > 0 else until
            change = f"is {condition_name(of)} ({turns})" if event.amount else f"is no longer {condition_name(of)}"
            return f"The game master decides: {self.name(event.who)} {change}."
        if what == Editable.RING:
            places = places_of(event.amount) or "nowhere"
            return f"The game master decides: opponents stand around {self.name(event.who)} at {places}."
        if what == Editable.HIDDEN:
            name = "hidden share"
        whose = "" if what == Editable.ROUND else f" of {self.name(event.who)}"
        return f"The game master sets the {name}{whose} from {event.detail} to {event.amount}."

    def status(self, battle: Battle) -> Sequence[Sequence[str]]:
        encounter = cast(Encounter, battle)
        rows = [HEADINGS]
        for who, card in enumerate(self.cards):
            each = encounter.combatants[who]
            pools = [f"{getattr(each, name)}/{getattr(card, name)}" for name in POOLS]
            defences = f"{each.dodge}+{each.parry}+{each.armor}"
            rows.append([self.name(who), *pools, str(each.ap), defences, ", ".join(self._state(each))])
        return rows

    def _state(self, combatant: Combatant) -> list[str]:
        """Somebody's conditions, movement, cover, neighbours and what the game master has modified."""
        state = [condition_name(n) for n in range(CONDITIONS) if combatant.effects[n].left]
        state += self._movement(combatant)
        state += ["broken"] if combatant.broken else []
        state += [f"{combatant.hidden}% hidden"] if combatant.hidden else []
        state += [f"ring {places_of(combatant.ring)}"] if combatant.ring else []
        given = [each for each in combatant.modifiers if each.component]
        return state + [f"{word(Component(each.component - 1))} {each.amount:+d}" for each in given]

    def _movement(self, combatant: Combatant) -> list[str]:
        """What conditions leave of somebody's movement, for the table to heed: there is no map (H.N1)."""
        rows = self.setup.rulings.conditions
        left = {rows[each.name.lower()].movement for each in ConditionName if combatant.effects[each].left}
        return ["no movement"] if "none" in left else ["half movement"] if "half" in left else []
