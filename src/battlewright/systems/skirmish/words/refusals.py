"""Why a choice is refused, and what would be allowed."""

from __future__ import annotations

import math
from collections.abc import Callable

from battlewright.engine.record import Many, allocate, assign, look
from battlewright.engine.system import SEATS
from battlewright.systems.skirmish.record import (
    CONTACT,
    MAX_LEGS,
    STEP,
    VERTICAL_REACH,
    ChoiceKind,
    Fate,
    Frame,
    Model,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Spot,
    Stage,
    Step,
)
from battlewright.systems.skirmish.rules.aid import AID_AP, may_take_place
from battlewright.systems.skirmish.rules.cover import suggest_cover
from battlewright.systems.skirmish.rules.flow import MOVE_AP
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP
from battlewright.systems.skirmish.rules.shooting import COVER_AP, SHOT_AP
from battlewright.systems.skirmish.setup.battle import build
from battlewright.systems.skirmish.setup.files import WeaponSetup, thousandths
from battlewright.systems.skirmish.words.names import Names, costs, frame_of, inches, legs_of, listed, place, plural
from battlewright.table.legs import OVER_THE_EDGE, Leg, Way


class Reasons(Names):
    """Names, and with them the reasons for a refusal."""

    def why(self, battle: Skirmish, choice: SkirmishChoice, clause: str) -> str:
        """Why a choice is refused at a decision, and what would be allowed."""
        frame = frame_of(battle)
        reasons: dict[int, Callable[[Skirmish, Frame, SkirmishChoice, str], str]] = {
            Step.DEPLOY: self._no_deployment,
            Step.ACTIVATE: self._no_activation,
            Step.ACT: self._no_action,
            Step.REACT: self._no_reaction,
            Step.COVER_MOVE: self._no_cover_move,
            Step.RESOLVE: self._no_success,
            Step.DIVIDE: self._no_division,
            Step.CANCEL: self._no_cancellation,
        }
        if battle.node.step in reasons:
            return reasons[battle.node.step](battle, frame, choice, clause)
        target, gun = self.model(frame.target), listed([weapon.name for weapon in self.guns(frame.target)])
        if battle.node.step == Step.TARGET:
            blade = self._reach(self.blades(frame.actor), frame.weapon)
            return f"{self.model(frame.actor)} must pick an opponent within {blade}"
        if battle.node.step == Step.TAKE_PLACE:
            setting, battles = self._records(battle)
            helpers = [
                self.model(who)
                for who in range(len(self.cards))
                if may_take_place(setting[0], battles[0], who, frame.target)
            ]
            return f"Only {listed(helpers)} may take the place of {target} now, or it keeps its place"
        return f"{target} fires one of its shooting weapons ({gun}) at {self.model(frame.actor)}, or holds its fire"

    def _no_deployment(self, battle: Skirmish, frame: Frame, choice: SkirmishChoice, clause: str) -> str:
        seat = battle.node.seat
        waiting = self._own(battle, lambda model: model.fate == Fate.WAITING)
        if choice.kind != ChoiceKind.DEPLOY or choice.count != 1:
            return f"Models are being placed: seat {SEATS[seat]} must say where it puts {listed(waiting)}"
        if self.model(choice.who) not in waiting:
            return (
                f"{self.model(choice.who)} is not waiting to be placed by seat {SEATS[seat]}; {listed(waiting)} may be"
            )
        return (
            f"{self.model(choice.who)} must be placed with its whole base in its zone ({self.zone(seat)}), on the "
            f"level under the centre of its base, clear of other models and of terrain more than {inches(STEP)} higher"
        )

    def _own(self, battle: Skirmish, wanted: Callable[[Model], bool]) -> list[str]:
        """The models of the seat that chooses, if they are as wanted."""
        seat = battle.node.seat
        numbers = range(len(self.cards))
        return [self.model(who) for who in numbers if self.seat_of(who) == seat and wanted(battle.models[who])]

    def _no_activation(self, battle: Skirmish, frame: Frame, choice: SkirmishChoice, clause: str) -> str:
        ready = self._own(battle, lambda model: model.fate == Fate.FIELDED and not model.activated)
        must = f"seat {SEATS[battle.node.seat]} must activate {listed(ready)}"
        if choice.kind != ChoiceKind.ACTIVATE:
            return f"An activation comes first: {must}"
        if self.model(choice.who) in ready:
            return f"An activation names nothing but a model: {must}"
        if not self.exists(choice.who):
            return f"There is no such model: {must}"
        if self.seat_of(choice.who) != battle.node.seat:
            return f"{self.model(choice.who)} is not a model of seat {SEATS[battle.node.seat]}: {must}"
        gone = battle.models[choice.who].fate != Fate.FIELDED
        why = "is not on the table" if gone else "has been activated this round"
        return f"{self.model(choice.who)} {why}: {must}"

    def _no_action(self, battle: Skirmish, frame: Frame, choice: SkirmishChoice, clause: str) -> str:
        who, ap = self.model(frame.actor), battle.models[frame.actor].ap
        match choice.kind:
            case ChoiceKind.MOVE:
                if clause == "S2.C2":
                    return f"{who} has Agility 0 and cannot move; it may do something else, or stop"
                return self._no_path(battle, frame, choice, clause, Purpose.MOVE)
            case ChoiceKind.CLOSE_COMBAT if clause not in ("S2.K1", "S2.K3"):
                return self._no_path(battle, frame, choice, clause, Purpose.ENGAGE)
            case ChoiceKind.CLOSE_COMBAT if clause == "S2.K3":
                far, blade = self.range_of(frame, Purpose.ENGAGE), self._reach(self.blades(frame.actor), choice.weapon)
                when = f"at the end of the engage move (up to {inches(far)})"
                return f"No opponent would be within {blade} {when}; close combat must end near one"
            case ChoiceKind.CLOSE_COMBAT:
                arms = listed([weapon.name for weapon in self.blades(frame.actor)])
                need = f"{CLOSE_COMBAT_AP} AP ({who} has {ap}) and one of its melee weapons ({arms})"
                return f"Close combat needs {need}; it names the weapon and the engage move"
            case ChoiceKind.SHOOT:
                return self._no_shot(battle, frame, choice, clause)
            case ChoiceKind.AID:
                return self._no_aid(battle, frame, choice)
            case ChoiceKind.STOP:
                return f"Who stops names nothing else; {who} has {ap} AP left"
        aid = "" if self.phrases.no_aid else f", aid ({AID_AP})"
        actions = f"move ({MOVE_AP} AP), fight in close combat ({CLOSE_COMBAT_AP}), shoot ({SHOT_AP}){aid}"
        return f"It is the activation of {who}, with {ap} AP: it may {actions}, or stop"

    def _no_shot(self, battle: Skirmish, frame: Frame, choice: SkirmishChoice, clause: str) -> str:
        who, whom, ap = self.model(frame.actor), self.model(choice.whom), battle.models[frame.actor].ap
        if clause == "S2.F12":
            return f"Solid terrain stands between {who} and {whom}; a shot needs a line that no solid terrain crosses"
        guns, ballistics = [weapon.name for weapon in self.guns(frame.actor)], self.cards[frame.actor].ballistics
        if not guns or not ballistics:
            why = "has no shooting weapon" if not guns else "has Ballistics 0"
            return f"{who} {why} and cannot shoot; it may do something else, or stop"
        if ap < SHOT_AP:
            return f"A shot costs {SHOT_AP} AP, and {who} has {ap}; it may do what costs less, or stop"
        enemies = [
            self.model(other)
            for other in range(len(self.cards))
            if self.seat_of(other) != self.seat_of(frame.actor) and battle.crowd.bases[other].stands
        ]
        return f"A shot names one of the shooting weapons of {who} ({listed(guns)}) and an opponent ({listed(enemies)})"

    def _no_aid(self, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> str:
        who, whom, ap = self.model(frame.actor), self.model(choice.whom), battle.models[frame.actor].ap
        if self.phrases.no_aid:
            return f"{self.phrases.no_aid}; {who} may do something else, or stop"
        if ap < AID_AP:
            return f"Aid costs {AID_AP} AP, and {who} has {ap}; it may do what costs less, or stop"
        friend = self.state(battle, choice.whom)
        rule = f"Aid is for a friend who broke down this round, with its base at most {inches(CONTACT)} away"
        if not friend or choice.whom == frame.actor or self.seat_of(choice.whom) != self.seat_of(frame.actor):
            return f"{whom if friend else 'A model that is not there'} is not another model of this side. {rule}"
        why = "is not in base contact" if friend.broke_down else "has not broken down this round"
        return f"{whom} {why}. {rule}"

    def _no_reaction(self, battle: Skirmish, frame: Frame, choice: SkirmishChoice, clause: str) -> str:
        who, ap = self.model(frame.target), battle.models[frame.target].ap
        if clause == "S2.F5":
            may = "it may return fire without AP, or do nothing"
            return f"{who} took an Aid action this round and cannot take cover; {may}"
        may = f"{who} is shot at and has {ap} AP: it may {self.phrases.ways}, and names nothing else"
        if choice.kind == ChoiceKind.RETURN_FIRE and self.phrases.later:
            return f"{self.phrases.later}. {may}"
        if choice.kind == ChoiceKind.RETURN_FIRE and not self.guns(frame.target):
            return f"{who} has no shooting weapon to return fire with; it may take cover ({COVER_AP} AP) or do nothing"
        if choice.kind == ChoiceKind.RETURN_FIRE:
            return (
                f"Return fire needs {SHOT_AP} AP ({who} has {ap}; none are needed after an Aid action), Ballistics and "
                f"a line that nothing forbids; cover costs {COVER_AP} AP, to do nothing costs none"
            )
        return may

    def _no_cover_move(self, battle: Skirmish, frame: Frame, choice: SkirmishChoice, clause: str) -> str:
        who, far = self.model(frame.target), inches(self.range_of(frame, Purpose.COVER))
        if choice.kind == ChoiceKind.COVER_MOVE and clause != "S2.F10":
            return self._no_path(battle, frame, choice, clause, Purpose.COVER)
        if choice.kind == ChoiceKind.COVER_MOVE and legs_of(choice):
            line = f"obstacles in the line to {self.model(frame.actor)}"
            must = f"with more {line} than now ({frame.obstacles})"
            if not frame.gain:
                must = (
                    f"with no fewer {line} than now ({frame.obstacles}), for no spot was found in reach that has more"
                )
            found = self._cover(battle)
            where = f", such as to {found}," if found else ""
            return f"This cover move must end {must}; {who} goes up to {far}{where} or stays"
        return f"{who} took cover: it moves up to {far} and names its path, or stays"

    def _cover(self, battle: Skirmish) -> str:
        """A spot that would do for a cover move, if one of the lattice does."""
        spots = allocate(Spot)
        found, spot = suggest_cover(*self._records(battle), spots), look(Spot, spots)
        return place(spot.x, spot.y, spot.level) if found else ""

    def _records(self, battle: Skirmish) -> tuple[Many[Setting], Many[Skirmish]]:
        """The setting, and a copy of a battle, as the rules take them."""
        battles = allocate(Skirmish)
        assign(look(Skirmish, battles), battle)
        return build(self.setup), battles

    def _reach(self, blades: list[WeaponSetup], weapon: int) -> str:
        """``the Sword's threat range of 1"``, up and down too."""
        if not 0 <= weapon < len(blades):
            return "the threat range of a melee weapon"
        threat = thousandths(blades[weapon].threat or 0)
        up = f"{inches(VERTICAL_REACH + threat)} up or down"
        return f"the {blades[weapon].name}'s threat range of {inches(threat)} ({up})"

    def _no_success(self, battle: Skirmish, frame: Frame, choice: SkirmishChoice, clause: str) -> str:
        (who, own), (whom, their) = self.fighters(frame)
        fighter = frame.target if frame.turn else frame.actor
        if clause == "S2.K8":
            only = "a critical success is parried only by a critical one"
            return f"{who} cannot parry that: {whom} has {their} left, and {only}"
        if clause == "S2.K9" and frame.turn:
            arms = listed([weapon.name for weapon in self.blades(fighter)])
            return f"{who} strikes only with a melee weapon in whose threat range {whom} is now ({arms}); it may parry"
        if clause == "S2.K9":
            blade = self.blade(fighter, frame.weapon)
            return f"{who} strikes only with {blade}, and while one of its melee weapons reaches {whom}; it may parry"
        what = "each strikes or parries, and is spent without effect only if it can do neither"
        return f"{who} must resolve a success that it has left ({own}): {what}"

    def _no_division(self, battle: Skirmish, frame: Frame, choice: SkirmishChoice, clause: str) -> str:
        who = frame.actor if frame.stage == Stage.DIVIDING else frame.target
        melee = self.cards[who].melee
        if clause == "S1.K3" and who == frame.target:
            arms = listed([weapon.name for weapon in self.blades(who)])
            reach = f"one of its melee weapons ({arms}) in whose threat range {self.model(frame.actor)} is"
            return f"{self.model(who)} puts dice on attack only with {reach}; the others go on defence"
        return (
            f"{self.model(who)} puts from 0 to {melee} of its dice on attack, all others on defence, and names no more"
        )

    def _no_cancellation(self, battle: Skirmish, frame: Frame, choice: SkirmishChoice, clause: str) -> str:
        (_, critical), (_, most) = self.open_dice(frame)
        most = min(critical, most)
        return (
            f"{self.model(self.striker(frame)[1])} cancels from 0 to {plural(most, 'critical success')}, one with each "
            "critical success of its defence; every other one cancels up to two normal successes"
        )

    def _no_path(self, battle: Skirmish, frame: Frame, choice: SkirmishChoice, clause: str, purpose: Purpose) -> str:
        """Why a path cannot be taken."""
        who = frame.target if purpose == Purpose.COVER else frame.actor
        base, legs = battle.crowd.bases[max(who, 0)], legs_of(choice)
        what = {Purpose.MOVE: "a Move", Purpose.ENGAGE: "an engage move", Purpose.COVER: "a cover move"}[purpose]
        goes = f"{what} of Agility {self.cards[who].agility} goes at most {inches(self.range_of(frame, purpose))}"
        near = inches(2 * base.radius + OVER_THE_EDGE)
        match clause:
            case "S2.M3":
                cost = inches(sum(costs(base, legs)))
                return f"The path takes {cost}, more than the range of {inches(self.range_of(frame, purpose))}; {goes}"
            case "S2.M4":
                steps = f"more than {inches(STEP)} up or down (less is walked)"
                return f"A climb goes {steps}, and ends at most {near} from where it began"
            case "S2.M7":
                nearest = "with no range left a climb ends at the nearest spot on top"
                return f"There is no room for the base where the climb ends, or it is too far on; {nearest}"
            case "S2.M8":
                return f"A jump lands at most {inches(STEP)} higher than it began; what is higher is climbed"
            case "S2.M12":
                drop = f"a drop goes more than {inches(STEP)} down and ends at most {near} from where it began"
                return f"Over an edge one climbs, jumps or drops: {drop}, and a fall is the end of the path"
            case "S2.M13":
                return "The path comes into the threat range of an enemy; a Move ends before it, close combat goes in"
            case "S2.M2":
                passes = "friends (opponents do not hinder it, but it cannot end on one)"
                whom = passes if purpose == Purpose.ENGAGE else "all models"
                free = f"a path leads over the table past {whom} and past terrain more than {inches(STEP)} higher"
                why = self._obstruction(battle, who, legs, purpose)
                return f"{why}; {free}, to the level under the centre of the base"
        return f"A path has 1 to {MAX_LEGS} legs, each a walk, a climb, a jump or a drop, and nothing else; {goes}"

    def _obstruction(self, battle: Skirmish, who: int, legs: list[Leg], purpose: Purpose) -> str:
        """What is wrong with a path, as far as it shows without walking it."""
        mover = battle.crowd.bases[max(who, 0)]
        width, depth = thousandths(self.setup.table.width), thousandths(self.setup.table.depth)
        for number, leg in enumerate(legs):
            where, edge = place(leg.x, leg.y, leg.level), mover.radius
            passes = purpose == Purpose.ENGAGE and number + 1 < len(legs)
            if leg.way not in set(Way):
                return f"Nobody knows the way {leg.way} to {where}"
            if not (edge <= leg.x <= width - edge and edge <= leg.y <= depth - edge):
                return f"At {where} the base would not be on the table as a whole"
            for other, base in enumerate(battle.crowd.bases[: len(self.cards)]):
                beside = base.level < leg.level + mover.height and leg.level < base.level + base.height
                apart = math.hypot(base.x - leg.x, base.y - leg.y)
                is_passed = passes and self.seat_of(other) != self.seat_of(who)
                near = apart < base.radius + mover.radius
                if other != who and base.stands and beside and near and not is_passed:
                    return f"At {where} the base would overlap that of {self.model(other)}"
        return "Something is in the way, or there is no such level to stand on"
