"""The command that answers with odds of a position: what every choice is worth there, and what a plan comes to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from battlewright import systems
from battlewright.cli.build import compile_if_needed
from battlewright.cli.chances import print_chances, say
from battlewright.cli.roll import print_json
from battlewright.engine import replay as replays
from battlewright.engine.errors import BattlewrightError, UnknownError, shorten
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.engine.system import SEATS
from battlewright.engine.text import plural
from battlewright.engine.wording import read_record, word_of, write_record
from battlewright.odds import Answer, Odds
from battlewright.systems.skirmish.guide.moves import Guide
from battlewright.systems.skirmish.odds.answers import REACTIONS
from battlewright.systems.skirmish.odds.exchange import Change, Changes, Exchange
from battlewright.systems.skirmish.record import SIDES, ChoiceKind, SkirmishChoice, Step
from battlewright.systems.skirmish.words.names import Names

VALUES = {"second": ("removed", "breaks", "stress"), "first": ("removed", "toughness", "stress")}
"""What an exchange is worth, by the edition of the rules."""
NOTES = {
    "second": (
        "Break-downs (at the next activation) and stress: the opponents' less one's own, on average.",
        "* is best: first by removals, then by break-downs, then by stress. --json has exact fractions.",
    ),
    "first": (
        "Toughness lost, and stress of whoever is left: the opponents' less one's own, on average.",
        "* is best: first by removals, then by Toughness, then by stress. --json has exact fractions.",
    ),
}
DIVISION = "Dice are divided in secret; * is how, so that nothing the other side does can better it by damage (S1.K2)."
SHOTS = {ChoiceKind.SHOOT, ChoiceKind.FIRE, *REACTIONS.values()}
"""The choices after which a shot is rolled for."""
FORMS = "move 12 8 (a level may follow), engage b2, shoot b2 (a weapon may follow), aid a3, stop"
Hits = Mapping[str, tuple[Fraction, Fraction]]
"""The chances of a hit and of a critical, by the target's reaction."""


@dataclass(frozen=True)
class Weighed:
    """A choice in words, what it leads to, the chances of its shot, and how often it is made if that is a secret."""

    choice: SkirmishChoice
    words: str
    answer: Answer
    hits: Hits
    share: Fraction | None = None


def show_position(file: str, at: int | None, plan: Sequence[str], as_json: bool) -> None:
    """What every choice is worth where a battle stands; where dice are waited for, what follows; or a plan."""
    session = _read(file, at)
    if plan:
        _show_plan(session, plan, as_json)
    elif session.node.kind == NodeKind.CHANCE:
        _show_dice(session, as_json)
    else:
        _show_choices(session, as_json)


def _read(file: str, at: int | None) -> Session:
    """The battle after so many moves of a replay."""
    replay = replays.read(file, systems.load)
    if replay.system.name != "skirmish":
        reason = f"{file}: this is a battle of {replay.system.title}; the odds of a position are those of Skirmish"
        raise BattlewrightError(f"{reason}, whose battles 'battlewright battle --replay FILE' keeps.")
    compile_if_needed("skirmish")
    count = len(replay.moves)
    if at is not None and at > count:
        raise BattlewrightError(f"--at must be from 0 to {count}, not {at}: {file} has {plural(count, 'move')}.")
    if at is not None and at < count:
        replay = replace(replay, moves=replay.moves[:at], result="", position="")
    session = replays.repeat(replay)
    if session.is_over:
        result = session.words.result(session.node).rstrip(".")
        before = f"--at takes 0 to {count - 1} for what was before"
        raise BattlewrightError(f"{file}: after {plural(count, 'move')} the battle is over ({result}); {before}.")
    return session


# Choices


def _show_choices(session: Session, as_json: bool) -> None:
    weighed = list(_weigh(session))
    best = max(range(len(weighed)), key=lambda place: (weighed[place].share or 0, weighed[place].answer.values))
    if as_json:
        entries = [_choice_data(session, each, place == best) for place, each in enumerate(weighed)]
        print_json({**_head(session), "choices": entries})
        return
    _introduce(session)
    Console().print(_table(weighed, best, VALUES[session.setup.edition]))
    meaning, order = NOTES[session.setup.edition]
    say(meaning)
    say(order if weighed[best].share is None else DIVISION)
    say(f"\n{'Best' if weighed[best].share is None else 'Likeliest'}: {weighed[best].words}.")
    _print_odds(session, weighed[best].answer.odds)


def _weigh(session: Session) -> Iterator[Weighed]:
    """The choices that the rules list, then the moves that are suggested."""
    exchange = Exchange(session.setting, session.battle)
    answer = _unchanged() if session.node.step == Step.DEPLOY else exchange.answer()
    listed = answer.choices or tuple((choice, answer) for choice in session.choices())
    shares: Sequence[Fraction | None] = exchange.divided() or [None] * len(listed)
    for (choice, each), share in zip(listed, shares, strict=True):
        yield Weighed(choice, session.words.choice(session.record, choice), each, _hits(exchange, choice), share)
    for choice, words in Guide(session).suggestions():
        yield Weighed(choice, words, exchange.after(choice), {})


def _unchanged() -> Answer:
    """What is changed by placing a model: nothing."""
    return Answer((Fraction(0),) * 3, lambda: Odds({(): 1}))


def _hits(exchange: Exchange, choice: SkirmishChoice) -> Hits:
    if choice.kind not in SHOTS:
        return {}
    found = exchange.hits(choice)
    reaction = next((name for name, kind in REACTIONS.items() if kind == choice.kind), "")
    return {reaction or name: chances for name, chances in found.items()}


def _written(choice: SkirmishChoice) -> str:
    """A choice as replays write it."""
    return write_record(choice, ChoiceKind)


def _table(weighed: Sequence[Weighed], best: int, names: Sequence[str]) -> Table:
    removals = any(each.answer.values[0] for each in weighed)
    hits = any(each.hits for each in weighed)
    table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("")
    table.add_column("choice")
    for heading in names if removals else names[1:]:
        table.add_column(heading, justify="right", no_wrap=True)
    if hits:
        table.add_column("hit (critical)", no_wrap=True)
    for place, each in enumerate(weighed):
        values = [f"{float(value):+.2f}" for value in each.answer.values[0 if removals else 1 :]]
        told = [_hits_in_words(each.hits)] if hits else []
        if each.share is not None and 0 < each.share < 1:
            told.append(f"{float(each.share):.1%} of the time")
        marked = place == best if each.share is None else each.share > 0
        table.add_row("*" if marked else "", escape(each.words), *values, *told)
    return table


def _hits_in_words(hits: Hits) -> str:
    """The chances of a shot; those against cover on a line of their own."""
    lines = []
    for name, (hit, critical) in hits.items():
        prefix = "cover: " if name == "cover" and len(hits) > 1 else ""
        line = f"{prefix}{float(hit):.1%} ({float(critical):.1%})"
        if name != "return fire" or len(hits) == 1:  # to return fire does not change the shot
            lines.append(line)
    return "\n".join(lines)


def _choice_data(session: Session, weighed: Weighed, is_best: bool) -> dict[str, Any]:
    data: dict[str, Any] = {"choice": _written(weighed.choice), "words": weighed.words}
    data |= {"values": _values(session, weighed.answer), "best": is_best}
    if weighed.share is not None:
        data["share"] = str(weighed.share)
    if weighed.hits:
        data["hits"] = {
            name: {"hit": str(hit), "critical": str(critical)} for name, (hit, critical) in weighed.hits.items()
        }
    return data | {"distribution": _distribution(session, weighed.answer.odds)}


# Dice


def _show_dice(session: Session, as_json: bool) -> None:
    answer = Exchange(session.setting, session.battle).answer()
    if as_json:
        print_json({**_head(session), "choices": [], **_answer_data(session, answer)})
        return
    _introduce(session)
    _print_odds(session, answer.odds)


# Plans


def _show_plan(session: Session, texts: Sequence[str], as_json: bool) -> None:
    plan = _read_plan(session, texts)
    answer = Exchange(session.setting, session.battle).plan([choice for choice, _ in plan])
    if as_json:
        steps = [{"choice": _written(choice), "words": words} for choice, words in plan]
        print_json({**_head(session), "plan": steps, **_answer_data(session, answer)})
        return
    _introduce(session)
    for place, (_, words) in enumerate(plan, start=1):
        say(f"  {place}  {words}")
    removed, second, stress = (f"{float(value):+.2f}" for value in answer.values)
    what = {"second": "break-downs", "first": "Toughness"}[session.setup.edition]
    say(f"Against the best reactions: removed {removed}, {what} {second}, stress {stress}, on average.")
    say("What becomes impossible on the way (after a fall, say) is left out, with all that would follow.")
    _print_odds(session, answer.odds)


def _read_plan(session: Session, texts: Sequence[str]) -> list[tuple[SkirmishChoice, str]]:
    """The choices of a plan, each read where its actor stands by then if all goes as planned."""
    if session.node.kind != NodeKind.DECISION or session.node.step != Step.ACT:
        asked = session.words.ask(session.record)
        raise BattlewrightError(f"A plan is for a model that acts, and here something else is waited for: {asked}")
    start, plan = len(session.moves), list[tuple[SkirmishChoice, str]]()
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
        while len(session.moves) > start:
            session.undo()
    return plan


def _go_on_as_planned(session: Session) -> None:
    """Up to where the actor may act again: tests succeed, nothing else happens."""
    while session.record.depth > 1 and (session.node.kind == NodeKind.CHANCE or session.node.step != Step.ACT):
        if session.node.kind == NodeKind.CHANCE:
            is_test = session.node.step in (Step.CLIMB_TEST, Step.JUMP_TEST)
            session.roll_typed([SIDES if is_test else 1] * session.node.dice)
        else:
            session.choose(session.choices()[0])


def _typed(session: Session, text: str) -> SkirmishChoice:
    """An action as it is typed at the table, or a choice as replays write it."""
    text = re.sub(r"^[ab]: ", "", text.partition(replays.COMMENT)[0].strip())
    word, *rest = re.sub(r'[,;"()]', " ", text.lower()).split() or [""]
    kinds = {word_of(ChoiceKind, kind) for kind in ChoiceKind}
    if "=" in text or (word in kinds and word not in ("move", "shoot", "aid")):
        return read_record(text, SkirmishChoice, ChoiceKind)
    if word in ("move", "engage"):
        return Guide(session).typed(word, rest)
    if word in ("shoot", "aid"):
        return _at_somebody(Guide(session), word, rest)
    raise BattlewrightError(f"Type one of: {FORMS}; or a choice as replays write it.")


def _at_somebody(guide: Guide, word: str, rest: Sequence[str]) -> SkirmishChoice:
    """``shoot b2 rifle``, ``aid a3``."""
    example = "shoot b2 rifle" if word == "shoot" else "aid a3"
    if not rest or (word == "aid" and len(rest) > 1):
        raise BattlewrightError(f"Type whom, such as: {example}")
    tags = {guide.tag(who): who for who in range(len(guide.names.cards))}
    if rest[0] not in tags:
        raise UnknownError("model", rest[0], tags)
    made = SkirmishChoice()
    made.kind, made.whom = ChoiceKind.SHOOT if word == "shoot" else ChoiceKind.AID, tags[rest[0]]
    if len(rest) > 1:
        guns = [weapon.name for weapon in guide.names.guns(guide.frame.actor)]
        meant = [place for place, gun in enumerate(guns) if gun.lower().startswith(" ".join(rest[1:]))]
        if not meant:
            raise UnknownError("shooting weapon", " ".join(rest[1:]), guns)
        made.weapon = meant[0]
    return made


# What is shown of every answer


def _head(session: Session) -> dict[str, Any]:
    seat = SEATS[session.node.seat] if session.node.seat >= 0 else None
    question = session.words.ask(session.record)
    return {"exact": True, "at": len(session.moves), "seat": seat, "question": question}


def _introduce(session: Session) -> None:
    seat = f"{SEATS[session.node.seat]}: " if session.node.seat >= 0 else ""
    say(f"After {plural(len(session.moves), 'move')}. Exact, by the best play of both.")
    say(f"{seat}{session.words.ask(session.record)}")


def _answer_data(session: Session, answer: Answer) -> dict[str, Any]:
    return {"values": _values(session, answer), "distribution": _distribution(session, answer.odds)}


def _values(session: Session, answer: Answer) -> dict[str, str]:
    names = VALUES[session.setup.edition]
    return {name: str(value) for name, value in zip(names, answer.values, strict=True)}


def _likeliest(odds: Odds[Changes]) -> list[tuple[Changes, Fraction]]:
    return sorted(odds, key=lambda entry: -entry[1])


def _distribution(session: Session, odds: Odds[Changes]) -> list[dict[str, Any]]:
    names = Names(session.setup)
    return [
        {"changes": [_change_data(names, change) for change in changes], "chance": str(chance)}
        for changes, chance in _likeliest(odds)
    ]


def _change_data(names: Names, change: Change) -> dict[str, Any]:
    numbers = {"stress": change.stress, "toughness": change.toughness, "removed": change.removed}
    return {"model": names.model(change.who), **numbers}


def _print_odds(session: Session, odds: Odds[Changes]) -> None:
    names = Names(session.setup)
    chances: dict[str, Fraction] = {}
    for changes, chance in _likeliest(odds):
        words = "; ".join(_change_words(names, change) for change in changes) or "nothing changes"
        chances[words] = chances.get(words, Fraction(0)) + chance
    print_chances("what happens", chances, most=12, bar=20)


def _change_words(names: Names, change: Change) -> str:
    """``Herald (b2) +1 stress``."""
    if change.removed:
        return f"{names.model(change.who)} removed"
    parts = ((change.stress, "stress"), (change.toughness, "Toughness"))
    return f"{names.model(change.who)} {', '.join(f'{number:+} {what}' for number, what in parts if number)}"
