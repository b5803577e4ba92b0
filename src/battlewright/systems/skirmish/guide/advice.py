"""Advice: the value of each choice, shown before it is made."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.engine.errors import TooLarge
from battlewright.engine.position import Position
from battlewright.engine.text import ROUNDED, percent
from battlewright.odds import Answer
from battlewright.systems.skirmish.odds.answers import will_break_down
from battlewright.systems.skirmish.odds.exchange import Exchange
from battlewright.systems.skirmish.record import ChoiceKind, Skirmish, SkirmishChoice, Step

SECONDS = 1.5
"""The longest that a person waits for odds, in seconds."""
EXPLANATIONS = {
    "second": (
        "Behind a choice: expected break-downs, theirs minus ours, then stress, if both sides play best to the end of "
        "the exchange; * is best of these."
    ),
    "first": (
        "Behind a choice: expected removals, theirs minus ours, then Toughness and stress, if both sides play best to "
        "the end of the exchange; * is best of these. Dice are split so that nothing the other side does can beat it "
        "by damage; * marks such a split."
    ),
}
PARTS = {"second": ("removed", "broken", "stress"), "first": ("removed", "Toughness", "stress")}
"""The value of an exchange. In the first edition, which has no break-downs, Toughness counts."""
SHOTS = (ChoiceKind.SHOOT, ChoiceKind.FIRE, ChoiceKind.NOTHING, ChoiceKind.COVER, ChoiceKind.RETURN_FIRE)


def advice(session: Position, choices: Sequence[SkirmishChoice], more: Sequence[SkirmishChoice]) -> list[str] | None:
    """The chances of shots, the expected outcome of exchanges, the risk of activations; None if it takes too long."""
    try:
        return _advice(session, choices, more)
    except TooLarge:
        return None


def _advice(session: Position, choices: Sequence[SkirmishChoice], more: Sequence[SkirmishChoice]) -> list[str]:
    step, edition = session.node.step, session.setup.edition
    if step == Step.DEPLOY:
        return [""] * (len(choices) + len(more))
    exchange = Exchange(session.setting, session.battle, SECONDS)
    answer = exchange.answer()
    answer = answer.among(choices)
    if step == Step.ACTIVATE:  # where stress is tested at once, an activation risks nothing
        no_risk = edition == "first"
        return ["" if no_risk else _risk(session.record, choice, odds) for choice, odds in answer.choices]
    if step == Step.DIVIDE:
        return _splits(exchange, answer)
    weighed = [*answer.choices, *((choice, exchange.after(choice)) for choice in more)]
    values = [odds.values for _, odds in weighed]
    best = max(values) if min(values) < max(values) else None
    return [
        ", ".join(filter(None, (_hits(exchange, choice), _gain(odds, PARTS[edition]))))
        + (" *" if odds.values == best else "")
        for choice, odds in weighed
    ]


def _splits(exchange: Exchange, answer: Answer) -> list[str]:
    """The value of each split against the other side's best play, and its frequency in the equilibrium where that is
    mixed."""
    shares, texts = exchange.split_shares(), []
    for share, (_, odds) in zip(shares, answer.choices, strict=True):
        often = f"{percent(share)} of the time" if 0 < share < 1 else ""
        texts.append(", ".join(filter(None, (_gain(odds, PARTS["first"]), often))) + (" *" if share else ""))
    return texts


def _risk(battle: Skirmish, choice: SkirmishChoice, odds: Answer) -> str:
    """The risk of the stress check at an activation."""
    if not will_break_down(battle.models[choice.who]):
        return ""
    removed = odds.odds.chance_that(lambda changes: any(change.removed for change in changes))
    return f"breaks down, removed {percent(removed)}"


def _hits(exchange: Exchange, choice: SkirmishChoice) -> str:
    """The chances of the shot that a choice leads to."""
    if choice.kind not in SHOTS:
        return ""
    found = exchange.hits(choice)
    if not found:
        return ""
    (hit, critical), *_ = found.values()
    if not hit:
        return "cannot hit"
    covered = f" ({percent(found['cover'][0])} in cover)" if len(found) > 1 and "cover" in found else ""
    return f"hit {percent(hit)}{covered}{f', critical {percent(critical)}' if critical else ''}"


def _gain(odds: Answer, parts: Sequence[str]) -> str:
    """The value of an exchange, part by part; empty if all are 0."""
    gains = zip(odds.values, parts, strict=True)
    return ", ".join(f"{float(value):+.2f} {what}" for value, what in gains if abs(value) >= ROUNDED)
