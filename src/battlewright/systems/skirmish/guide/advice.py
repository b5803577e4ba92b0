"""Advice: the value of each choice, shown before it is made.

A choice is valued by the exchange that it begins, and a Move by the best exchange that the model can begin after it
(``plans``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from battlewright.answers.advice import LATE, NONE, Advice, gains_in_words, often_in_words
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import TooLarge
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.text import ROUNDED, listed, percent
from battlewright.engine.time_limit import Deadline
from battlewright.systems.skirmish.guide.mover import names_of
from battlewright.systems.skirmish.guide.plans import Planner, in_time
from battlewright.systems.skirmish.odds.exchange import Exchange, ExchangeAnswer
from battlewright.systems.skirmish.odds.solved import will_break_down
from battlewright.systems.skirmish.record import ChoiceKind, Setting, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.rules.shooting import cover_bonus, lowest_sum
from battlewright.systems.skirmish.words.facts import hit_chance

HIT = "the chance that a shot hits, or that close combat harms an opponent;"
UNTIL = "theirs minus ours, by best play to the end of the exchange (of a Move: what is best after it)."
EXPLANATIONS = {
    "second": (f"Behind a choice: {HIT} expected break-downs and stress, {UNTIL}"),
    "first": (
        f"Behind a choice: {HIT} expected removals, Toughness and stress, {UNTIL} Dice are split so that nothing the "
        "other side does can beat it by damage; * marks such a split."
    ),
}
PARTS = {"second": ("removed", "broken", "stress"), "first": ("removed", "Toughness", "stress")}
"""What an exchange changes, by the edition. In the first, which has no break-downs, Toughness counts."""
PARTS_IN_WORDS = {"removed": "models", "broken": "break-downs"}
"""What people call those of them whose name is not a word of theirs."""
FIGHTS = (ChoiceKind.CLOSE_COMBAT, ChoiceKind.TARGET)
SHOTS = (ChoiceKind.SHOOT, ChoiceKind.FIRE, ChoiceKind.NOTHING, ChoiceKind.COVER, ChoiceKind.RETURN_FIRE)
IN_COVER = "hit in cover"
CLASHES = (Step.RESOLVE, Step.DIVIDE, Step.CANCEL)
Chances = dict[str, Fraction]


def advise(
    position: Position, choices: Sequence[SkirmishChoice], more: Sequence[SkirmishChoice], seconds: float
) -> list[Advice]:
    """Return the chances of shots, the expected outcome of exchanges, the risk of activations."""
    step = position.node.step
    if step == Step.DEPLOY:
        return [NONE] * (len(choices) + len(more))
    decision = Decision(position, seconds)
    try:
        answer = decision.answer()
    except TooLarge:
        return [LATE] * (len(choices) + len(more))
    answer = answer.among(choices)
    solved, others = answer.choices[: len(choices)], [NONE] * len(more)
    if step == Step.ACTIVATE:
        return [*(decision.risk(choice, odds) for choice, odds in solved), *others]
    if step == Step.DIVIDE:
        return [*decision.splits(answer)[: len(choices)], *others]
    valued = [decision.evaluate(decision.exchange, choice, odds) for choice, odds in solved]
    valued += [decision.evaluate_unlisted(choice) for choice in more]
    best = max((each.value for each in valued if each.value is not None), default=None)
    return [replace(each, best=each.value is not None and each.value == best) for each in valued]


def advise_measured(
    position: Position, choices: Sequence[SkirmishChoice], more: Sequence[SkirmishChoice], seconds: float
) -> list[Advice]:
    """As ``advise``, where the players keep the table: the chance that a shot hits once its line is measured, the risk
    of an activation, and the use of successes in a clash in which nobody can be shoved."""
    step, battle = position.node.step, position.record
    if step == Step.REACT:
        return [*(_shot_measured(position, choice) for choice in choices), *[NONE] * len(more)]
    if step == Step.ACTIVATE or (step in CLASHES and not _may_shove(look(Setting, position.setting), battle)):
        return advise(position, choices, more, seconds)
    return [NONE] * (len(choices) + len(more))


def _shot_measured(position: Position, choice: SkirmishChoice) -> Advice:
    """The chance that the shot hits if its target reacts like this."""
    setting, frame = look(Setting, position.setting), position.record.frames[position.record.depth - 1]
    need = frame.need
    if choice.kind == ChoiceKind.COVER:
        need = as_plain(lowest_sum)(frame.difficulty + as_plain(cover_bonus)(setting, frame.target))
    return Advice({"hit": hit_chance(setting.cards[frame.actor].ballistics, need)}, exact=True)


def _may_shove(setting: Setting, battle: Skirmish) -> bool:
    """Whether a weapon of one of the fighters shoves."""
    frame = battle.frames[battle.depth - 1]
    cards = [setting.cards[who] for who in (frame.actor, frame.target)]
    return any(setting.weapons[number].shove for card in cards for number in card.blade[: card.blades])


class Decision:
    """A decision of a battle, with the time in which it is to be evaluated."""

    def __init__(self, position: Position, seconds: float) -> None:
        self.position, self.deadline, self.names = position, Deadline(seconds), names_of(position)
        self.parts = PARTS[position.setup.edition]
        self.exchange = Exchange(position.setting, position.battle)
        self.planner = Planner(position, self.exchange, self.deadline)

    def answer(self) -> ExchangeAnswer:
        """Return the outcome of every listed choice."""
        self.deadline.check()
        return in_time(self.exchange, self.deadline).answer()

    def risk(self, choice: SkirmishChoice, odds: ExchangeAnswer) -> Advice:
        """Return the risk of the stress check at an activation; where stress is tested at once, there is none."""
        battle: Skirmish = self.position.record
        if self.position.setup.edition == "first" or not will_break_down(battle.models[choice.who]):
            return NONE
        removed = odds.odds.chance_that(lambda changes: any(change.removed for change in changes))
        return Advice({"removed": removed}, exact=odds.exact, note="breaks down")

    def splits(self, answer: ExchangeAnswer) -> list[Advice]:
        """Return the value of each split against the other side's best play, and how often to make it."""
        given = []
        for share, (_, odds) in zip(self.exchange.split_shares(), answer.choices, strict=True):
            exact = odds.exact and share in (0, 1)
            chances, stress_value = {"hit": self.exchange.harms(odds)}, self.exchange.stress_value(odds)
            given.append(Advice(chances, self._named(odds.values), stress_value, share, best=share > 0, exact=exact))
        return given

    def evaluate(self, exchange: Exchange, choice: SkirmishChoice, odds: ExchangeAnswer) -> Advice:
        """Return what is known of a choice whose outcome is known."""
        chances, value = _chances(exchange, choice, odds), exchange.stress_value(odds)
        note = self._harm(choice, chances, odds)
        return Advice(chances, self._named(odds.values), value, exact=odds.exact, note=note)

    def evaluate_unlisted(self, choice: SkirmishChoice) -> Advice:
        """Return what is known of a choice that is legal but not listed, such as a move."""
        try:
            self.deadline.check()
            exchange, made, odds, then = self.planner.follow(choice)
        except TooLarge:
            return LATE
        return replace(self.evaluate(exchange, made, odds), then=then)

    def _named(self, values: Sequence[Fraction]) -> dict[str, Fraction]:
        return dict(zip(self.parts, values, strict=True))

    def _harm(self, choice: SkirmishChoice, chances: Chances, odds: ExchangeAnswer) -> str:
        """Say whom a shot harms that hardly hits: by what a miss strikes, by a reaction, by return fire."""
        if chances.get("hit", 1) >= ROUNDED or all(abs(value) < ROUNDED for value in odds.values):
            return ""
        harmed = {change.who for changes, _ in odds.odds for change in changes if change.harms}
        if choice.kind != ChoiceKind.SHOOT:
            return self._may_harm("what follows", harmed)
        battle: Skirmish = self.position.record
        shooter, target = {battle.frames[battle.depth - 1].actor}, {choice.whom}
        by_reaction = set() if chances["hit"] else harmed & target
        parts = (
            self._may_harm("a miss", harmed - shooter - target),
            self._may_harm("its reaction", by_reaction),
            self._may_harm("return fire", harmed & shooter),
        )
        return ", ".join(filter(None, parts))

    def _may_harm(self, what: str, whom: set[int]) -> str:
        return f"{what} may harm {listed([self.names.model(who) for who in sorted(whom)], 'and')}" if whom else ""


def _chances(exchange: Exchange, choice: SkirmishChoice, odds: ExchangeAnswer) -> Chances:
    """Return the chances of the shot that a choice leads to, or that close combat harms an opponent."""
    if choice.kind in FIGHTS:
        return {"hit": exchange.harms(odds)}
    found = exchange.hits(choice) if choice.kind in SHOTS else {}
    if not found:
        return {}
    (hit, critical), *others = found.values()
    covered = {IN_COVER: found["cover"][0]} if others and "cover" in found else {}
    return {"hit": hit, **covered, **({"critical": critical} if critical else {})}


def advice_text(advice: Advice) -> str:
    """Return an advice in words, without the mark of the best: ``then shoot Brann (b1): hit 90%, costs them 0.50
    break-downs``."""
    return f"{_then(advice)}{', '.join(_pieces(advice, with_cover=True))}"


def brief_advice(advice: Advice) -> list[str]:
    """Return the pieces of an advice that are shown where there is little room; of a shot that is better answered by
    cover, the chance in the open alone."""
    first, *others = _pieces(advice, with_cover=False) or [""]
    pieces = [f"{_then(advice)}{first}", *([] if IN_COVER in advice.chances else others)]
    return [*filter(None, pieces)]


def _then(advice: Advice) -> str:
    return f"then {advice.then.sentence}: " if advice.then else ""


def _pieces(advice: Advice, with_cover: bool) -> list[str]:
    """Return an advice in words, piece by piece."""
    if "removed" in advice.chances:
        return [advice.note, f"{percent(advice.chances['removed'])} to be removed"]
    chances = _shot_pieces(advice.chances, with_cover)
    return [
        *filter(None, (*chances, *gains_in_words(advice.parts, PARTS_IN_WORDS), often_in_words(advice), advice.note))
    ]


def _shot_pieces(chances: Mapping[str, Fraction], with_cover: bool) -> list[str]:
    """Return the chances of a shot in words."""
    if not chances.get("hit"):
        return ["cannot hit"] if "hit" in chances else []
    covered = f" ({percent(chances[IN_COVER])} in cover)" if with_cover and IN_COVER in chances else ""
    critical = [f"critical {percent(chances['critical'])}"] if "critical" in chances else []
    return [f"hit {percent(chances['hit'])}{covered}", *critical]
