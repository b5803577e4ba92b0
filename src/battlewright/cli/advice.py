"""What each choice is worth, shown before it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from battlewright.engine.errors import TooLarge
from battlewright.engine.record import copy_of, look
from battlewright.engine.rule import as_plain
from battlewright.engine.session import Session
from battlewright.engine.text import ROUNDED, percent
from battlewright.odds import Answer, Until, solve
from battlewright.systems.formations.rules.groups import strength
from battlewright.systems.heroes.guide.advice import promises
from battlewright.systems.skirmish.odds.answers import will_break_down
from battlewright.systems.skirmish.odds.exchange import Exchange
from battlewright.systems.skirmish.record import ChoiceKind, Skirmish, Step

SECONDS = 1.5
"""How long a person waits for odds at most."""
EXPLANATIONS: Mapping[str, str] = {
    "formations": (
        "Behind a choice: what it wins on average in MIGHT minus Wounds until the activation ends; * is best."
    ),
    "skirmish": (
        "Behind a choice: how many more opponents than friends will then break down on average, and the stress they "
        "get more than friends, if both sides play best to the end of the exchange; * is best of these."
    ),
    "heroes": (
        "Behind a choice: the chances of its attack, contest or check, the damage it deals on average, and the chance "
        "that it fells its target; * looks best to the greedy bot."
    ),
    "skirmish, first edition": (
        "Behind a choice: how many more opponents than friends are then removed on average, the Toughness they lose "
        "and the stress they get more than friends, if both sides play best to the end of the exchange; * is best of "
        "these. Dice are divided so that nothing the other side does can better it by damage; * is such a division."
    ),
}
PARTS = {False: ("removed", "broken", "stress"), True: ("removed", "Toughness", "stress")}
"""What an exchange of Skirmish is worth; in the first edition, where nobody breaks down, Toughness counts."""
SHOTS = (ChoiceKind.SHOOT, ChoiceKind.FIRE, ChoiceKind.NOTHING, ChoiceKind.COVER, ChoiceKind.RETURN_FIRE)


def explanation(session: Session) -> str:
    """What the numbers behind choices mean."""
    name = session.system.name
    return EXPLANATIONS[f"{name}, first edition" if _is_first(session) else name]


def _is_first(session: Session) -> bool:
    """Whether a battle follows the first edition of its rules."""
    return getattr(session.setup, "edition", "second") == "first"


def worths(session: Session, choices: Sequence[Any], more: Sequence[Any] = ()) -> list[str] | None:
    """What stands behind each choice of a list, and behind more that the rules allow but do not list; None if it takes
    too long to work out."""
    try:
        return ADVISERS[session.system.name](session, choices, more)
    except TooLarge:
        return None


def _formations(session: Session, choices: Sequence[Any], more: Sequence[Any]) -> list[str]:
    """The exact odds of every choice of a decision, up to the end of the activation."""
    seat = session.node.seat
    setting = look(session.system.setting, session.setting)
    now = _balance(setting, session.record, seat)
    answer = solve(
        session.system,
        session.setting,
        session.battle,
        measure=lambda battle: _balance(setting, battle, seat) - now,
        aim=lambda gain: gain,
        seat=seat,
        until=Until(depth=2),
        seconds=SECONDS,
    )
    _check_order(answer, choices)
    return [f"{float(odds.value):+.2f}{_star(answer, number)}" for number, (_, odds) in enumerate(answer.choices)]


def _check_order(answer: Answer, choices: Sequence[Any]) -> None:
    for choice, (known, _) in zip(choices, answer.choices, strict=False):
        assert known == copy_of(choice), "the odds are listed as the choices are"


def _star(answer: Answer, number: int) -> str:
    return " *" if number == answer.best else ""


def _balance(setting: Any, battle: Any, seat: int) -> int:
    """A force's MIGHT minus Wounds, less the other's."""
    plain = as_plain(strength)
    return plain(setting, battle, seat) - plain(setting, battle, 1 - seat)


def _skirmish(session: Session, choices: Sequence[Any], more: Sequence[Any]) -> list[str]:
    """Shots with their chances to hit, exchanges with what they come to, activations with what they risk."""
    step = session.node.step
    if step == Step.DEPLOY:
        return [""] * (len(choices) + len(more))
    exchange = Exchange(session.setting, session.battle, SECONDS)
    answer = exchange.answer()
    _check_order(answer, choices)
    if step == Step.ACTIVATE:  # stress that is tested at once is no risk then
        no_risk = _is_first(session)
        return ["" if no_risk else _risk(session.record, choice, odds) for choice, odds in answer.choices]
    if step == Step.DIVIDE:
        return _divisions(exchange, answer)
    parts = PARTS[_is_first(session)]
    weighed = [*answer.choices, *((choice, exchange.after(choice)) for choice in more)]
    values = [odds.values for _, odds in weighed]
    best = max(values) if min(values) < max(values) else None
    return [
        ", ".join(filter(None, (_hits(exchange, choice), _gain(odds, parts)))) + (" *" if odds.values == best else "")
        for choice, odds in weighed
    ]


def _divisions(exchange: Exchange, answer: Answer) -> list[str]:
    """Divisions of dice with what they come to against the other side's best, and how often each is made if need be."""
    shares, told = exchange.divided(), []
    for share, (_, odds) in zip(shares, answer.choices, strict=True):
        often = f"{percent(share)} of the time" if 0 < share < 1 else ""
        told.append(", ".join(filter(None, (_gain(odds, PARTS[True]), often))) + (" *" if share else ""))
    return told


def _risk(battle: Skirmish, choice: Any, odds: Answer) -> str:
    """What the stress check of an activation threatens."""
    if not will_break_down(battle.models[choice.who]):
        return ""
    removed = odds.odds.chance_that(lambda changes: any(change.removed for change in changes))
    return f"breaks down, removed {percent(removed)}"


def _hits(exchange: Exchange, choice: Any) -> str:
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
    """What an exchange is worth, part by part, where there is any."""
    gains = zip(odds.values, parts, strict=True)
    return ", ".join(f"{float(value):+.2f} {what}" for value, what in gains if abs(value) >= ROUNDED)


ADVISERS = {"formations": _formations, "heroes": promises, "skirmish": _skirmish}
