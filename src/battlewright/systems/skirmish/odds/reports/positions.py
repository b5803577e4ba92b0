"""Positions of a battle: the value of every choice, the outcomes of the dice, or the outcome of a plan."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from battlewright import systems
from battlewright.answers.advice import NextStep
from battlewright.answers.data import choice_data, node_data
from battlewright.answers.offers import sentence_of
from battlewright.answers.parameters import argument, option
from battlewright.answers.report import Report, exactness, is_exact
from battlewright.engine import replay as replays
from battlewright.engine.errors import BattlewrightError, shorten
from battlewright.engine.node import NodeKind
from battlewright.engine.record_text import read_record, word_of
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.text import plural
from battlewright.engine.time_limit import Deadline
from battlewright.odds.distribution import Odds
from battlewright.odds.solve import Answer
from battlewright.systems.skirmish.guide.advice import FIGHTS
from battlewright.systems.skirmish.guide.moves import Moves
from battlewright.systems.skirmish.guide.plans import Planner
from battlewright.systems.skirmish.odds.exchange import Change, Changes, Exchange, ExchangeAnswer
from battlewright.systems.skirmish.odds.solved import REACTIONS, SECONDS
from battlewright.systems.skirmish.record import SIDES, ChoiceKind, Setting, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.words.names import Names

SkirmishSession = Session[Setting, Skirmish, SkirmishChoice]
FORMS = "move 12 8 (a level may follow), engage b2, shoot b2 (a weapon may follow), aid a3, stop"
"""How the actions of a plan are typed."""
VALUES = {"second": ("removed", "breaks", "stress"), "first": ("removed", "toughness", "stress")}
"""The value of an exchange, by the edition of the rules."""
NOTES = {
    "second": (
        "Break-downs (at the next activation) and stress: the opponents' less one's own, on average.",
        "* is best; a break-down or a removal counts as the model's Toughness in stress.",
    ),
    "first": (
        "Toughness lost, and stress of the models that are left: the opponents' less one's own, on average.",
        "* is best; Toughness counts as stress, and a removal as the model's Toughness more.",
    ),
}
MOVES = "A Move counts as what is best after it."
SPLIT = "Dice are split in secret; * marks the splits of an equilibrium, which no other split beats by damage (S1.K2)."
SHOTS = {ChoiceKind.SHOOT, ChoiceKind.FIRE, *REACTIONS.values()}
"""The choices that lead to a shot."""
UNCHANGED: ExchangeAnswer = Answer((Fraction(0),) * 3, lambda: Odds({(): 1}))
"""The answer for placing a model, which changes nothing."""
FIGHT = "close combat"
Hits = Mapping[str, tuple[Fraction, Fraction | None]]
"""The chances of a hit and of a critical of a shot, by the target's reaction; of close combat, that it harms an
opponent."""


@dataclass(frozen=True)
class ValuedChoice:
    """A choice in words, its answer and its value in points of stress, the chances of its shot or close combat, its
    frequency if it is made in secret, and what it counts on afterwards."""

    choice: SkirmishChoice
    words: str
    answer: ExchangeAnswer
    stress_value: Fraction
    hits: Hits
    share: Fraction | None = None
    then: NextStep | None = None

    @property
    def key(self) -> tuple[Fraction, Fraction]:
        """The order of choices: by frequency, then by value."""
        return self.share or Fraction(0), self.stress_value

    @property
    def is_mixed(self) -> bool:
        """Whether it has a frequency between 0 and 1."""
        return self.share is not None and 0 < self.share < 1

    def __str__(self) -> str:
        return f"{self.words}; then {self.then.sentence}" if self.then else self.words


def position(
    replay: Annotated[str, argument("A replay file.", is_file=True)],
    at: Annotated[int | None, option("After this number of moves; without it, the last.", 0)] = None,
    plan: Annotated[tuple[str, ...], option("An action of a plan; once for each.")] = (),
) -> Report:
    """The value of every choice in a position of a battle, or the outcome of a plan for an activation.

    Example: `battlewright odds skirmish position b.replay --at 40 --plan "move 12 8" --plan "shoot b2 rifle"`
    """
    session = _read(replay, at)
    if plan:
        return _planned(session, plan)
    return _rolled(session) if session.node.kind == NodeKind.CHANCE else _chosen(session)


def _read(file: str, at: int | None) -> SkirmishSession:
    """The battle after a number of moves of a replay."""
    replay = replays.read(file, systems.load)
    if replay.system.name != "skirmish":
        reason = f"{file}: this is a battle of {replay.system.title}; the odds of a position are those of Skirmish"
        raise BattlewrightError(f"{reason}, whose battles 'battlewright battle --replay FILE' keeps.")
    return replays.repeat_until(replay, at)


# Choices


def _chosen(session: SkirmishSession) -> Report:
    """Report the value of every choice."""
    valued = list(_evaluate(session))
    best = max(range(len(valued)), key=lambda index: valued[index].key)
    report = _begin(session, *(each.answer for each in valued))
    report.data["choices"] = [_choice_data(session, each, index == best) for index, each in enumerate(valued)]
    _add_table(report, valued, best, VALUES[session.setup.edition])
    meaning, order = NOTES[session.setup.edition]
    report.say(meaning)
    if valued[best].share is None:
        report.say(f"{order} {MOVES}", hint="--json has exact fractions.")
    else:
        report.say(SPLIT)
    report.say(f"\n{'Best' if valued[best].share is None else 'Likeliest'}: {valued[best]}.")
    _say_odds(report, session, valued[best].answer.odds)
    return report


def _evaluate(session: SkirmishSession) -> Iterator[ValuedChoice]:
    """The choices that the rules list, then the suggested moves."""
    exchange = Exchange(session.setting, session.battle)
    answer = UNCHANGED if session.node.step == Step.DEPLOY else exchange.answer()
    listed = answer.choices or tuple((choice, answer) for choice in session.choices())
    shares: Sequence[Fraction | None] = exchange.split_shares() or [None] * len(listed)
    for (choice, each), share in zip(listed, shares, strict=True):
        words = session.words.choice(session.record, choice)
        yield ValuedChoice(choice, words, each, exchange.stress_value(each), _hits(exchange, choice, each), share)
    for suggestion in Moves(session).suggestions():
        after, made, each, then = Planner(session, exchange, Deadline(SECONDS)).follow(suggestion.choice)
        words = sentence_of(session, suggestion)
        yield ValuedChoice(
            suggestion.choice, words, each, after.stress_value(each), _hits(after, made, each), then=then
        )


def _hits(exchange: Exchange, choice: SkirmishChoice, answer: ExchangeAnswer) -> Hits:
    if choice.kind in FIGHTS:
        return {FIGHT: (exchange.harms(answer), None)}
    if choice.kind not in SHOTS:
        return {}
    found = exchange.hits(choice)
    reaction = next((name for name, kind in REACTIONS.items() if kind == choice.kind), "")
    return {reaction or name: chances for name, chances in found.items()}


def _add_table(report: Report, valued: Sequence[ValuedChoice], best: int, names: Sequence[str]) -> None:
    first = 0 if any(each.answer.values[0] for each in valued) else 1  # show removals only where there are any
    has_hits, has_shares = any(each.hits for each in valued), any(each.is_mixed for each in valued)
    marked = {index for index, each in enumerate(valued) if (index == best if each.share is None else each.share > 0)}
    rows = []
    for index, each in enumerate(valued):
        row = [
            "*" if index in marked else "",
            str(each),
            *(f"{float(value):+.2f}" for value in each.answer.values[first:]),
        ]
        row += [_hits_in_words(each.hits)] if has_hits else []
        if has_shares:
            row.append(f"{float(each.share or 0):.1%} of the time" if each.is_mixed else "")
        rows.append(row)
    headings = ["", "choice", *names[first:], *(["hit (critical)"] if has_hits else []), *([""] if has_shares else [])]
    texts = frozenset({0, 1, *range(2 + len(names[first:]), len(headings))})
    report.table(headings, rows, left=texts, firm=texts - {1}, tight=True, best=frozenset(marked))


def _hits_in_words(hits: Hits) -> str:
    """The chances of a shot or close combat; those against cover on a line of their own."""
    lines = []
    for name, (hit, critical) in hits.items():
        prefix = "cover: " if name == "cover" and len(hits) > 1 else ""
        line = f"{prefix}{float(hit):.1%}{'' if critical is None else f' ({float(critical):.1%})'}"
        if name != "return fire" or len(hits) == 1:  # return fire does not change the shot
            lines.append(line)
    return "\n".join(lines)


def _choice_data(session: SkirmishSession, valued: ValuedChoice, is_best: bool) -> dict[str, object]:
    data = choice_data(session, valued.choice, valued.words)
    data |= {"values": _values(session, valued.answer), "worth": str(valued.stress_value), "best": is_best}
    if valued.share is not None:
        data["share"] = str(valued.share)
    if valued.then:
        data["then"] = valued.then.as_data()
    if valued.hits:
        data["hits"] = {
            name: {"hit": str(hit)} | ({} if critical is None else {"critical": str(critical)})
            for name, (hit, critical) in valued.hits.items()
        }
    return data | {"distribution": _distribution(session, valued.answer.odds)}


# Dice and plans


def _rolled(session: SkirmishSession) -> Report:
    """Report the outcomes of the dice that are to be rolled."""
    answer = Exchange(session.setting, session.battle).answer()
    report = _begin(session, answer)
    report.data |= {"choices": [], **_answer_data(session, answer)}
    _say_odds(report, session, answer.odds)
    return report


def _planned(session: SkirmishSession, texts: Sequence[str]) -> Report:
    """Report the outcome of a plan for an activation."""
    plan = _read_plan(session, texts)
    answer = Exchange(session.setting, session.battle).plan([choice for choice, _ in plan])
    report = _begin(session, answer)
    report.data["plan"] = [choice_data(session, choice, words) for choice, words in plan]
    report.data |= _answer_data(session, answer)
    for number, (_, words) in enumerate(plan, start=1):
        report.say(f"  {number}  {words}")
    removed, second, stress = (f"{float(value):+.2f}" for value in answer.values)
    what = {"second": "break-downs", "first": "Toughness"}[session.setup.edition]
    report.say(f"Against the best reactions: removed {removed}, {what} {second}, stress {stress}, on average.")
    report.say("What becomes impossible on the way (after a fall, say) is left out, with all that would follow.")
    _say_odds(report, session, answer.odds)
    return report


# A plan as it is typed, action by action


def _read_plan(session: SkirmishSession, texts: Sequence[str]) -> list[tuple[SkirmishChoice, str]]:
    """Read the choices of a plan, each from where its actor stands by then if all goes as planned."""
    if session.node.kind != NodeKind.DECISION or session.node.step != Step.ACT:
        asked = session.words.ask(session.record)
        raise BattlewrightError(f"A plan is for a model that acts, and here something else is waited for: {asked}")
    start, plan = len(session.steps), list[tuple[SkirmishChoice, str]]()
    try:
        for text in texts:
            if session.node.step != Step.ACT:
                raise BattlewrightError(f"--plan {shorten(text)}: by then the activation is over; leave it out.")
            try:
                choice = _typed(session, text)
                words = session.words.choice(session.record, choice)
                session.choose(choice)
            except BattlewrightError as error:
                raise BattlewrightError(f"--plan {shorten(text)}: {error}") from None
            plan.append((choice, words))
            _go_on_as_planned(session)
    finally:
        while len(session.steps) > start:
            session.undo()
    return plan


def _go_on_as_planned(session: SkirmishSession) -> None:
    """Go on to where the actor may act again: tests succeed, and nothing else happens."""
    while session.record.depth > 1 and (session.node.kind == NodeKind.CHANCE or session.node.step != Step.ACT):
        if session.node.kind == NodeKind.CHANCE:
            is_test = session.node.step in (Step.CLIMB_TEST, Step.JUMP_TEST)
            session.roll_typed([SIDES if is_test else 1] * session.node.dice)
        else:
            session.choose(session.choices()[0])


def _typed(session: SkirmishSession, text: str) -> SkirmishChoice:
    """Read an action as it is typed at the table, or a choice as replays write it."""
    text = re.sub(r"^[ab]: ", "", text.partition(replays.COMMENT)[0].strip())
    word, *rest = re.sub(r'[,;"()]', " ", text.lower()).split() or [""]
    kinds = {word_of(ChoiceKind, kind) for kind in ChoiceKind}
    if "=" in text or (word in kinds and word not in ("move", "shoot", "aid")):
        return read_record(text, SkirmishChoice, ChoiceKind)
    if word in ("move", "engage", "shoot", "aid"):
        return Moves(session).typed(word, rest)
    raise BattlewrightError(f"Type one of: {FORMS}; or a choice as replays write it.")


# Shared by all reports


def _begin(session: SkirmishSession, *answers: ExchangeAnswer) -> Report:
    """Begin a report with the position, and how exact the answers are."""
    side = SIDE_LETTERS[session.node.side] if session.node.side >= 0 else None
    question = session.words.ask(session.record)
    report = Report({"exact": is_exact(*answers), "at": len(session.steps), "side": side})
    report.data["node"] = node_data(session)
    moves = plural(len(session.steps), "move")
    if is_exact(*answers):
        report.say(f"After {moves}. {exactness(*answers)}, by the best play of both.")
    else:
        report.data["tolerance"] = max(answer.tolerance for answer in answers)
        within = exactness(*answers).lower()
        report.say(f"After {moves}. By the best play of both, where the chances of secret splits are right {within}.")
    report.say(f"{f'{side}: ' if side else ''}{question}")
    return report


def _answer_data(session: SkirmishSession, answer: ExchangeAnswer) -> dict[str, object]:
    return {"values": _values(session, answer), "distribution": _distribution(session, answer.odds)}


def _values(session: SkirmishSession, answer: ExchangeAnswer) -> dict[str, str]:
    names = VALUES[session.setup.edition]
    return {name: str(value) for name, value in zip(names, answer.values, strict=True)}


def _likeliest(odds: Odds[Changes]) -> list[tuple[Changes, Fraction]]:
    return sorted(odds, key=lambda entry: -entry[1])


def _distribution(session: SkirmishSession, odds: Odds[Changes]) -> list[dict[str, object]]:
    names, wanted = Names(session.setup), ("who", "stress", "toughness", "removed")
    return [
        {
            "changes": [
                {"model": names.model(change.who)} | {name: getattr(change, name) for name in wanted}
                for change in changes
            ],
            "chance": str(chance),
        }
        for changes, chance in _likeliest(odds)
    ]


def _say_odds(report: Report, session: SkirmishSession, odds: Odds[Changes]) -> None:
    names = Names(session.setup)
    chances: dict[str, Fraction] = {}
    for changes, chance in _likeliest(odds):
        words = "; ".join(_change_words(names, change) for change in changes) or "nothing changes"
        chances[words] = chances.get(words, Fraction(0)) + chance
    report.chances("what happens", chances, most=12, bar=20)


def _change_words(names: Names, change: Change) -> str:
    """``Herald (b2) +1 stress``."""
    if change.removed:
        return f"{names.model(change.who)} removed"
    parts = ((change.stress, "stress"), (change.toughness, "Toughness"))
    return f"{names.model(change.who)} {', '.join(f'{number:+} {what}' for number, what in parts if number)}"
