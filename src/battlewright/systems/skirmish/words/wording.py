"""How a battle is told to people: questions, choices, refusals and the state of the table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

from battlewright.engine.battle import Battle
from battlewright.engine.events import Event
from battlewright.engine.node import Node, NodeKind
from battlewright.systems.skirmish.record import (
    MAX_LEGS,
    ChoiceKind,
    Fate,
    Frame,
    FrameKind,
    Purpose,
    Skirmish,
    SkirmishChoice,
    Stage,
    Step,
)
from battlewright.systems.skirmish.rules.editions import HOLD, LOW
from battlewright.systems.skirmish.rules.lines import NUMBERS
from battlewright.systems.skirmish.rules.shooting import COVER_AP, SHOT_AP
from battlewright.systems.skirmish.words.events import tell_event
from battlewright.systems.skirmish.words.names import (
    about,
    frame_of,
    inches,
    legs_of,
    number,
    place,
    plural,
    strides,
    success,
    successes,
    sum_needed,
    way_of,
)
from battlewright.systems.skirmish.words.refusals import Reasons
from battlewright.table.measure import INCH

HEADINGS = ["model", "M", "B", "T", "A", "S", "AP", "place", "weapons", "state"]


class SkirmishWords(Reasons):
    """The words for one set-up, which knows the names."""

    def event(self, event: Event) -> str:
        return tell_event(self, event)

    def result(self, node: Node) -> str:
        return f"{self.side(node.result - 1)} wins." if node.result else "A draw."

    def ask(self, battle: Battle) -> str:
        node = battle.node
        if node.kind == NodeKind.OVER:
            return self.result(node)
        skirmish = cast(Skirmish, battle)
        return self._ask_dice(skirmish) if node.kind == NodeKind.CHANCE else self._ask_choice(skirmish)

    def _ask_choice(self, battle: Skirmish) -> str:
        frame = frame_of(battle)
        actor, target = self.model(frame.actor), self.model(frame.target)
        match battle.node.step:
            case Step.DEPLOY:
                return f"Which model is placed next, and where ({self.zone(battle.node.seat)})?"
            case Step.ACTIVATE:
                return "Which model is activated?"
            case Step.ACT:
                return f"{actor}, {battle.models[frame.actor].ap} AP: which action?"
            case Step.TARGET:
                return f"{actor} with {self.blade(frame.actor, frame.weapon)}: who is attacked?"
            case Step.TAKE_PLACE:
                how = "shot at" if frame.kind == FrameKind.SHOT else "attacked"
                return f"{target} is {how} by {actor}: does a helper take its place?"
            case Step.RESOLVE:
                (who, own), (whom, their) = self.fighters(frame)
                return f"{who} has {own}, {whom} {their}: which is resolved, and how?"
            case Step.REACT:
                dice = plural(self.cards[frame.actor].ballistics, "die")
                shot = f"{sum_needed(frame.difficulty)}, on {dice}"
                return f"{target}, {battle.models[frame.target].ap} AP, is shot at by {actor} ({shot}): how to react?"
            case Step.COVER_MOVE:
                return f"{target} took cover: move up to {inches(self.range_of(frame, Purpose.COVER))}, or stay?"
            case Step.RETURN_FIRE:
                out = ", taken out," if battle.models[frame.target].toughness == 0 else ""
                return f"{target}{out} may return fire at {actor}: with which weapon?"
            case Step.DIVIDE:
                if frame.stage == Stage.DIVIDING:
                    dice = plural(self.cards[frame.actor].melee, "die")
                    return f"{actor} against {target}: how many of {dice} are put on attack?"
                dice = plural(self.cards[frame.target].melee, "die")
                return f"{target} against {actor}: how many of {dice} are put on attack?"
            case Step.CANCEL:
                (striker, defender), (attack, defence) = self.striker(frame), self.open_dice(frame)
                what = f"{successes(*attack)} of {self.model(striker)} with {self.blade(striker, _wielded(frame))}"
                who = f"{self.model(defender)} has {successes(*defence)} in defence"
                return f"{who} against {what}: how many criticals are cancelled?"
        return "What is chosen?"

    def _ask_dice(self, battle: Skirmish) -> str:
        frame, dice = frame_of(battle), plural(battle.node.dice, "die")
        actor = self.model(frame.actor)
        match battle.node.step:
            case Step.ROLL_OFF:
                return f"Roll-off for who {'activates' if battle.round else 'places'} first: one die each"
            case Step.STRESS_TEST:
                return f"{actor}, stress test: {dice}, each below 4 costs a point of Toughness"
            case Step.CLIMB_TEST | Step.JUMP_TEST:
                return f"{actor}, {self._test(battle, frame)} (4 or more on a die is one): {dice}"
            case Step.STRIKE_ROLL:
                who, whom = map(self.model, self.striker(frame))
                return f"{who} attacks {whom}: {dice}, 4 or more is a success, 6 a critical one"
            case Step.PARRY_ROLL:
                who, whom = map(self.model, self.striker(frame))
                return f"{whom} defends itself against {who}: {dice}, 4 or more is a success, 6 a critical one"
            case Step.SHOT_ROLL:
                return f"{actor} shoots at {self.model(frame.target)}: {dice}, a sum of {frame.need} or more hits"
            case Step.CRITICAL_ROLL:
                return f"{actor}, critical hit: {dice}, half of it (rounded up) is the stress"
            case Step.STRAY_ROLL:
                return f"{actor} has missed: {dice}, 4 or more hits {self.obstacle(frame.at % NUMBERS)} instead"
        return f"{dice}"

    def _test(self, battle: Skirmish, frame: Frame) -> str:
        """What an Agility test is for, and how many successes it needs."""
        leg, base = battle.path.legs[min(battle.path.next, MAX_LEGS - 1)], battle.crowd.bases[max(frame.actor, 0)]
        if battle.node.step == Step.JUMP_TEST:
            far, worth, what = way_of(leg.x - base.x, leg.y - base.y), INCH, "jump"
            needed = far
        else:
            far, worth, what = abs(leg.level - base.level), HOLD, "climb"
            needed = far - LOW if self.setup.edition == "first" else far
        return f"{what} of {inches(far)} with {plural(-(-needed // worth), 'success')}"

    def choice(self, battle: Battle, choice: SkirmishChoice) -> str:
        skirmish = cast(Skirmish, battle)
        frame = frame_of(skirmish)
        match choice.kind:
            case ChoiceKind.DEPLOY:
                spot = choice.legs[0]
                return f"Place {self.model(choice.who)} at {place(spot.x, spot.y, spot.level)}"
            case ChoiceKind.ACTIVATE:
                return f"Activate {self.model(choice.who)}"
            case ChoiceKind.MOVE:
                return f"Move to {self._path(skirmish, frame.actor, choice) or 'nowhere'}"
            case ChoiceKind.CLOSE_COMBAT:
                path = self._path(skirmish, frame.actor, choice)
                where = f"after moving to {path}" if path else "from here"
                return f"Close combat with {self.blade(frame.actor, choice.weapon)}, {where}"
            case ChoiceKind.SHOOT:
                away = self._distance(skirmish, frame.actor, choice.whom)
                return f"Shoot {self.model(choice.whom)} with {self.gun(frame.actor, choice.weapon)}{away}"
            case ChoiceKind.AID:
                friend = self.state(skirmish, choice.whom)
                less = min(self._caused(skirmish, frame.actor) + 1, friend.stress if friend else 0)
                return f"Aid {self.model(choice.whom)}: {less} stress less"
            case ChoiceKind.STOP:
                actor = self.state(skirmish, frame.actor)
                return f"Stop ({actor.ap if actor else 0} AP left)"
            case ChoiceKind.TARGET:
                return f"Attack {self.model(choice.whom)}"
            case ChoiceKind.TAKE_PLACE:
                return f"{self.model(choice.who)} takes the place of {self.model(frame.target)}"
        return self._answer(skirmish, frame, choice)

    def _answer(self, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> str:
        match choice.kind:
            case ChoiceKind.KEEP_PLACE:
                return f"{self.model(frame.target)} keeps its place"
            case ChoiceKind.NOTHING:
                return self.phrases.nothing
            case ChoiceKind.COVER:
                agility = self.cards[frame.target].agility if self.exists(frame.target) else 0
                return f"Take cover ({COVER_AP} AP, difficulty +{number(agility * INCH // 2)})"
            case ChoiceKind.RETURN_FIRE:
                target = self.state(battle, frame.target)
                return f"Return fire ({'free' if target and target.aided else f'{SHOT_AP} AP'})"
            case ChoiceKind.COVER_MOVE:
                return f"Move to {self._path(battle, frame.target, choice) or 'nowhere'}"
            case ChoiceKind.STAY:
                return "Stay"
            case ChoiceKind.FIRE:
                gun = self.gun(frame.target, choice.weapon)
                return f"Fire {gun} at {self.model(frame.actor)}{self.phrases.fire}"
            case ChoiceKind.WAIVE:
                return "Hold fire"
            case ChoiceKind.STRIKE:
                who = frame.target if frame.turn else frame.actor
                return f"Strike with {success(choice.critical)} ({self._stroke(who, choice)})"
            case ChoiceKind.PARRY:
                return f"Parry {success(choice.against)} with {success(choice.critical)}"
            case ChoiceKind.SPEND:
                return f"Spend {success(choice.critical)} without effect"
            case ChoiceKind.DIVIDE:
                return self._division(frame, choice)
            case ChoiceKind.CANCEL:
                return self._cancelled(frame, choice.critical)
        return f"A choice of an unknown kind ({choice.kind})"

    def _division(self, frame: Frame, choice: SkirmishChoice) -> str:
        """How dice are divided: ``2 dice on attack (Sword), 1 on defence``."""
        is_actor = frame.stage == Stage.DIVIDING
        who = frame.actor if is_actor else frame.target
        blade = self.blade(who, frame.weapon if is_actor else choice.weapon)
        melee = self.cards[who].melee if self.exists(who) else 0
        arms = f" with {blade}" if choice.attack > 0 else ""
        return f"{plural(choice.attack, 'die')} on attack{arms}, {melee - choice.attack} on defence"

    def _cancelled(self, frame: Frame, spent: int) -> str:
        """What is left if so many criticals are cancelled: ``Cancel 1 critical success: 2 damage, and no shove``."""
        blades, which = self.blades(self.striker(frame)[0]), _wielded(frame)
        (normal, critical), (parries, critical_parries) = self.open_dice(frame)
        what = f"Cancel {plural(spent, 'critical success') if spent else 'no critical success'}"
        if not 0 <= which < len(blades):
            return what
        used, left = blades[which], critical - spent
        more = used.critical if isinstance(used.critical, int) else 0
        through = max(normal - parries - 2 * (critical_parries - spent), 0)
        return f"{what}: {through * (used.oppression or 0) + left * more} damage{', and a shove' if left > 0 else ''}"

    def _stroke(self, who: int, choice: SkirmishChoice) -> str:
        """What a strike does: ``Spear, 1 stress and a shove``."""
        blades = self.blades(who)
        if not 0 <= choice.weapon < len(blades):
            return "no weapon"
        used = blades[choice.weapon]
        shove = " and a shove" if choice.critical and used.shove else ""
        return f"{used.name}, {used.critical if choice.critical else used.oppression} stress{shove}"

    def _caused(self, battle: Skirmish, who: int) -> int:
        model = self.state(battle, who)
        return model.caused if model else 0

    def _path(self, battle: Skirmish, who: int, choice: SkirmishChoice) -> str:
        """Where a path leads and what it consists of; nothing if it has no legs."""
        legs = legs_of(choice)
        if not legs or not self.exists(who):
            return ""
        parts: list[tuple[str, int]] = []
        for what, far in strides(battle.crowd.bases[who], legs):
            if parts and parts[-1][0] == what == "walk":
                far += parts.pop()[1]
            parts.append((what, far))
        way = ", ".join(f"{what} {about(far)}" for what, far in parts)
        return f"{place(legs[-1].x, legs[-1].y, legs[-1].level)}: {way}"

    def _distance(self, battle: Skirmish, who: int, whom: int) -> str:
        if not self.exists(who) or not self.exists(whom):
            return ""
        one, other = battle.crowd.bases[who], battle.crowd.bases[whom]
        flat = max(math.hypot(other.x - one.x, other.y - one.y) - one.radius - other.radius, 0)
        return f": {about(math.hypot(flat, other.level - one.level))} away"

    def refusal(self, battle: Battle, choice: SkirmishChoice, clause: str) -> str:
        if battle.node.kind == NodeKind.OVER:
            return "The battle is over; nothing can be chosen any more"
        if battle.node.kind == NodeKind.CHANCE:
            return f"Dice must fall now; nothing can be chosen before. {self.ask(battle)}"
        return self.why(cast(Skirmish, battle), choice, clause)

    def status(self, battle: Battle) -> Sequence[Sequence[str]]:
        skirmish = cast(Skirmish, battle)
        rows = [HEADINGS]
        for who, card in enumerate(self.cards):
            model, base = skirmish.models[who], skirmish.crowd.bases[who]
            if model.fate == Fate.REMOVED:
                continue
            toughness = f"{model.toughness}/{card.toughness}" if model.toughness != card.toughness else card.toughness
            abilities = [card.melee, card.ballistics, toughness, card.agility, model.stress, model.ap]
            weapons = ", ".join(weapon.name for weapon in (*self.blades(who), *self.guns(who)))
            where = place(base.x, base.y, base.level) if base.stands else "to be placed"
            rows.append([self.model(who), *map(str, abilities), where, weapons, self._doing(skirmish, who)])
        return rows

    def _doing(self, battle: Skirmish, who: int) -> str:
        """What is to be known about a model this round."""
        model, activation = battle.models[who], battle.frames[1]
        acting = battle.depth > 1 and activation.kind == FrameKind.ACTIVATION and activation.actor == who
        parts = [
            "taken out" if model.fate == Fate.FIELDED and model.toughness == 0 else "",
            "acting" if acting else ("activated" if model.activated else ""),
            "broke down" if model.broke_down else "",
            "aided" if model.aided else "",
            f"may take the place of {self.model(model.helps - 1)}" if model.helps else "",
            f"has caused {model.caused} stress" if model.caused else "",
        ]
        return ", ".join(filter(None, parts))


def _wielded(frame: Frame) -> int:
    """The place of the weapon, among those carried, of whoever's attack in a divided clash it is."""
    return frame.their_weapon if frame.turn else frame.weapon
