"""How an engagement is told to people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from battlewright.engine.battle import Battle
from battlewright.engine.events import EDITED, Event
from battlewright.engine.node import Node, NodeKind
from battlewright.engine.system import SEATS
from battlewright.systems.formations.record import (
    MAX_GROUPS,
    SIDES,
    SLOTS,
    ChoiceKind,
    Combination,
    Editable,
    Effect,
    Engagement,
    FormationsChoice,
    FrameKind,
    RollKind,
    Step,
    Telling,
)
from battlewright.systems.formations.rules.groups import FEWEST
from battlewright.systems.formations.setup.engagement import ActionSetup, EngagementSetup, KindSetup, actions_of


def plural(count: int, word: str) -> str:
    """``3 dice``, ``1 Wound``."""
    if count == 1:
        return f"1 {word}"
    return f"{count} dice" if word == "die" else f"{count} {word}{'es' if word.endswith('s') else 's'}"


def describe(action: ActionSetup) -> str:
    """What an action does, in a few words."""
    effect = _describe_effect(action.effect, action.amount, action.dazed_by)
    if action.roll == "order":
        return f"order, {effect}"
    if action.roll == "test":
        failure = _describe_effect(action.failure, action.failure_amount, action.dazed_by)
        return f"{str(action.against).upper()} test, {effect}{f'; failed: {failure}' if failure else ''}"
    dice = f"{plural(action.dice, 'die')} each" if action.dice else "ATK dice"
    parts = [f"{dice} against {(action.against or 'def').upper()}"]
    if action.wounds:
        parts.append("Wounds")
    if effect:
        when = f"on a {action.combination.title()} " if action.combination else ""
        when = when or (f"with {plural(action.needs, 'success')} " if action.needs > 1 else "")
        parts.append(f"{when}{effect}")
    return ", ".join(parts)


def _describe_effect(effect: str | None, amount: int, dazed_by: str) -> str:
    if effect is None:
        return ""
    return {
        "rerolls": plural(amount, "Reroll"),
        "weakened": f"weakened by {plural(amount, 'die')}",
        "exposed": f"DEF {amount} lower",
        "dazed": f"dazed ({dazed_by.upper()} test)",
        "wounds": f"{plural(amount, 'Wound')} more",
    }[effect]


class FormationsWords:
    """The words for one set-up, which knows the names."""

    def __init__(self, setup: EngagementSetup) -> None:
        self.setup = setup

    def side(self, seat: int) -> str:
        """A force by its name and seat."""
        return f"{self.setup.forces[seat].name} ({SEATS[seat]})"

    def group(self, slot: int) -> str:
        """A group by its name; the second model of a broken formation says so."""
        seat, place = divmod(slot, SLOTS)
        title = self.setup.forces[seat].groups[place % MAX_GROUPS].title
        return f"{title} ({SEATS[seat]}{place % MAX_GROUPS + 1}{'' if place < MAX_GROUPS else '/2'})"

    def kind(self, slot: int) -> KindSetup:
        """The kind of a group's models."""
        seat, place = divmod(slot, SLOTS)
        force = self.setup.forces[seat]
        return force.kind_of(force.groups[place % MAX_GROUPS])

    def action(self, slot: int, action: int) -> ActionSetup:
        """An action of a group."""
        return actions_of(self.kind(slot))[action]

    def ask(self, battle: Battle) -> str:
        engagement = cast(Engagement, battle)
        node = battle.node
        actor = engagement.frames[battle.depth - 1].actor if battle.depth else 0
        if node.kind == NodeKind.OVER:
            return self.result(node)
        if node.step == Step.ROLL_OFF:
            return "Roll-off: one die each"
        if node.step == Step.ACTIVATE:
            return "Who acts next?"
        if node.step == Step.ACT:
            return f"{self.group(actor)}: which action, at whom?"
        if node.step == Step.REROLL:
            rerolls = plural(engagement.groups[actor].rerolls, "Reroll")
            return f"{self.group(actor)}, {rerolls}: which dice are thrown again?"
        return f"{self.group(actor)}: {plural(node.dice, 'die')}"

    def choice(self, battle: Battle, choice: FormationsChoice) -> str:
        engagement = cast(Engagement, battle)
        if choice.kind == ChoiceKind.ACTIVATE:
            return self.group(choice.group)
        actor = engagement.frames[battle.depth - 1].actor
        if choice.kind == ChoiceKind.ACT:
            action = self.action(actor, choice.action)
            what = action.name if choice.action == 0 and self.kind(actor).atk else f"{action.name} ({describe(action)})"
            return f"{what}: {self.group(choice.target)}"
        shown = engagement.frames[battle.depth - 1].shown
        named = [
            f"{choice.dice[face - 1]} of {shown[face - 1]} {self._face(battle, face)}"
            for face in range(1, SIDES + 1)
            if choice.dice[face - 1]
        ]
        return f"Reroll {', '.join(named)}" if named else "Keep them all"

    def _face(self, battle: Battle, face: int) -> str:
        """The dice under one face: by name where only success matters, else by their number."""
        frame = cast(Engagement, battle).frames[battle.depth - 1]
        if frame.action >= 0 and self.action(frame.actor, frame.action).combination:
            return f"showing {face}"
        if frame.roll == RollKind.TEST:
            return "(the failed test)" if face == 1 else "(the passed test)"
        if face < frame.score:
            return "misses"
        return "sixes" if self.setup.heavy_sixes and face == SIDES and frame.score < SIDES else "hits"

    def event(self, event: Event) -> str:
        if event.kind == EDITED:
            what = Editable(event.whom).name.lower()
            whose = "" if event.whom == Editable.ROUND else f" of {self.group(event.who)}"
            return f"The game master sets the {what}{whose} from {event.detail} to {event.amount}."
        return self._tell(Telling(event.kind), event)

    def _tell(self, kind: Telling, event: Event) -> str:
        amount, detail = event.amount, event.detail
        match kind:
            case Telling.ROUND:
                return f"Round {amount}."
            case Telling.TIE:
                return "A tie: the roll-off goes on."
            case Telling.FIRST:
                return f"{self.side(event.who)} wins the roll-off and acts first."
            case Telling.GONE | Telling.LIMIT:
                why = "One force is gone" if kind == Telling.GONE else "The last round is over"
                return f"{why}: MIGHT minus Wounds is {amount} to {detail}."
        who = self.group(event.who)
        match kind:
            case Telling.DECLARED:
                return f"{who}: {self.action(event.who, amount).name} at {self.group(event.whom)}."
            case Telling.POOL:
                return f"{plural(amount, 'die')} against {detail}."
            case Telling.REROLLED:
                return f"{plural(amount, 'die')} thrown again."
            case Telling.COMBINATION:
                return f"{'A' if detail else 'No'} {Combination(amount).name.title()}."
            case Telling.SUCCESSES:
                return f"{plural(amount, 'success')}."
            case Telling.NATURAL_ONE:
                return f"{who}: a natural 1 passes no test."
            case Telling.HEAVY:
                return f"{plural(amount, 'Wound')} more for natural sixes."
            case Telling.PASSED:
                return f"{who}: test passed ({amount} or less)."
            case Telling.FAILED:
                return f"{who}: test failed ({amount} or less)."
            case Telling.WOUNDED:
                return f"{who}: {plural(amount, 'Wound')}."
            case Telling.REMOVED:
                return f"{who}: {plural(amount, 'model')} removed, {detail or 'none'} left."
            case Telling.BROKEN:
                return f"{who}: the formation is broken, {plural(amount, 'model')} left to fight singly."
            case Telling.LOST_ACTION:
                return f"{who}: the action is lost."
            case Telling.NO_EFFECT:
                return f"{self.group(event.whom)}: not {self._condition(amount)}."
            case Telling.EFFECT:
                return f"{who}: {self._effect(detail, amount)}."
        raise AssertionError(kind)

    def _acting(self, engagement: Engagement, slot: int) -> str:
        activation = engagement.frames[1]
        return "acting" if activation.kind == FrameKind.ACTIVATION and activation.actor == slot else "has acted"

    def _condition(self, effect: int) -> str:
        return "hurt further" if effect == Effect.WOUNDS else Effect(effect).name.lower()

    def _effect(self, effect: int, amount: int) -> str:
        match effect:
            case Effect.REROLLS:
                return f"{plural(amount, 'Reroll')} more"
            case Effect.WEAKENED:
                return f"weakened, {plural(amount, 'die')} fewer in the next attack"
            case Effect.WOUNDS:
                return f"{plural(amount, 'Wound')} more"
            case Effect.EXPOSED:
                return f"exposed, DEF {amount} lower until the round ends"
            case _:
                return "dazed, a test comes before the next action"

    def refusal(self, battle: Battle, choice: FormationsChoice, clause: str) -> str:
        node = battle.node
        if node.kind == NodeKind.OVER:
            return "The engagement is over; nothing can be chosen any more"
        if node.kind == NodeKind.CHANCE:
            return f"Dice must fall now ({plural(node.dice, 'die')}); nothing can be chosen before"
        if node.step == Step.ACTIVATE:
            return f"Seat {SEATS[node.seat]} must activate a group of its own that has not acted this round"
        if node.step == Step.ACT:
            if clause == "F.D10":
                return "Rerolls are granted to a group of one's own force"
            return "The group must take one of its actions, at a group of the enemy that is still there"
        frame = cast(Engagement, battle).frames[battle.depth - 1]
        rerolls = cast(Engagement, battle).groups[frame.actor].rerolls
        shown = ", ".join(f"{frame.shown[face - 1]} under face {face}" for face in range(1, SIDES + 1))
        return f"Up to {plural(rerolls, 'die')} of this roll may be thrown again; there are {shown}"

    def result(self, node: Node) -> str:
        return f"{self.side(node.result - 1)} wins." if node.result else "A draw."

    def status(self, battle: Battle) -> Sequence[Sequence[str]]:
        engagement = cast(Engagement, battle)
        rows = [["group", "models", "wounds", "MIGHT", "DEF", "WILL", "DEX", "ATK", "state"]]
        for slot in range(2 * SLOTS):
            group = engagement.groups[slot]
            if not group.models:
                continue
            kind = self.kind(slot)
            state = [
                "formation" if group.models >= FEWEST else "",
                self._acting(engagement, slot) if group.acted else "",
                plural(group.rerolls, "Reroll") if group.rerolls else "",
                f"weakened by {group.weakened}" if group.weakened else "",
                f"exposed by {group.exposed}" if group.exposed else "",
                "dazed" if group.dazed else "",
            ]
            scores = [kind.might, max(kind.deflection - group.exposed, 1), kind.will, kind.dex, kind.atk]
            rows.append(
                [self.group(slot), str(group.models), str(group.wounds)]
                + [str(score) for score in scores]
                + [", ".join(filter(None, state))]
            )
        return rows
