"""A plan for an activation as it is typed, action by action."""

from __future__ import annotations

import re
from collections.abc import Sequence

from battlewright.engine import replay as replays
from battlewright.engine.errors import BattlewrightError, shorten
from battlewright.engine.node import NodeKind
from battlewright.engine.record_text import read_record, word_of
from battlewright.engine.session import Session
from battlewright.systems.skirmish.guide.moves import Moves
from battlewright.systems.skirmish.record import SIDES, ChoiceKind, Setting, Skirmish, SkirmishChoice, Step

SkirmishSession = Session[Setting, Skirmish, SkirmishChoice]

FORMS = "move 12 8 (a level may follow), engage b2, shoot b2 (a weapon may follow), aid a3, stop"


def read_plan(session: SkirmishSession, texts: Sequence[str]) -> list[tuple[SkirmishChoice, str]]:
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
