"""What happens is told: a sentence for every kind of event."""

from __future__ import annotations

from functools import cache

import pytest

from battlewright.engine.sentences import SetupWords
from battlewright.systems.formations.record import Combination, Editable, Effect, EventKind
from battlewright.systems.formations.system import SENTENCES as WORDS
from battlewright.systems.formations.words.names import Names
from tests.events import happened, told_of_edit
from tests.systems.formations.helpers import ENEMY, Engaged, force

pytestmark = pytest.mark.plain

SENTENCES: dict[EventKind, tuple[dict[str, int], str]] = {
    EventKind.ROUND: ({"round": 2}, "Round 2."),
    EventKind.FIRST: ({"side": 1}, "{b} wins the roll-off and acts first."),
    EventKind.TIE: ({}, "A tie: the roll-off goes on."),
    EventKind.DECLARED: ({"who": 0, "whom": ENEMY, "action": 0}, "{a1}: {action} at {b1}."),
    EventKind.POOL: ({"who": 0, "whom": ENEMY, "dice": 4, "score": 3}, "4 dice against 3."),
    EventKind.REROLLED: ({"who": 0, "dice": 1}, "1 die rolled again."),
    EventKind.COMBINATION: ({"who": 0, "combination": Combination.DOUBLE, "landed": 1}, "A Double."),
    EventKind.SUCCESSES: ({"who": 0, "whom": ENEMY, "successes": 2, "score": 3}, "2 successes."),
    EventKind.PASSED: ({"who": 0, "score": 4}, "{a1}: test passed (4 or less)."),
    EventKind.FAILED: ({"who": 0, "score": 4}, "{a1}: test failed (4 or less)."),
    EventKind.WOUNDED: ({"who": 0, "wounds": 1}, "{a1}: 1 Wound."),
    EventKind.REMOVED: ({"who": 0, "removed": 2, "models": 0}, "{a1}: 2 models removed, none left."),
    EventKind.BROKEN: ({"who": 0, "models": 2}, "{a1}: the formation is broken, 2 models left to fight singly."),
    EventKind.EFFECT: ({"who": 0, "effect": Effect.REROLLS, "amount": 2}, "{a1}: 2 Rerolls more."),
    EventKind.NO_EFFECT: ({"who": 0, "whom": ENEMY, "effect": Effect.DAZED}, "{b1}: not dazed."),
    EventKind.OPENING: (
        {"who": 0, "dice": 1},
        "{a1} opens the engagement: 1 die fewer in this activation.",
    ),
    EventKind.LOST_ACTION: ({"who": 0}, "{a1}: the action is lost."),
    EventKind.GONE: (
        {"winner": 0, "strength_a": 7, "strength_b": 0},
        "One force is gone: MIGHT minus Wounds is 7 to 0.",
    ),
    EventKind.LIMIT: (
        {"winner": -1, "strength_a": 7, "strength_b": 7},
        "The last round is over: MIGHT minus Wounds is 7 to 7.",
    ),
    EventKind.HEAVY: ({"who": 0, "whom": ENEMY, "wounds": 1}, "1 Wound more for natural sixes."),
    EventKind.NATURAL_ONE: ({"who": 0}, "{a1}: a natural 1 passes no test."),
    EventKind.EDITED: (
        {"who": 0, "what": Editable.WOUNDS, "value": 1, "was": 2},
        "The game master sets the wounds of {a1} from 2 to 1.",
    ),
}


@cache
def words() -> SetupWords[Names]:
    return WORDS(Engaged(force(), force()).session.setup)


@pytest.mark.parametrize("kind", EventKind)
def test_every_event_has_its_sentence(kind: EventKind) -> None:
    fields, wanted = SENTENCES[kind]
    names = words().names
    called = {"a1": names.group(0), "b1": names.group(ENEMY), "b": names.side(1), "action": names.action(0, 0).name}
    assert words().event(happened(kind, **fields)) == wanted.format(**called)


def test_an_edit_of_the_round_is_nobodys() -> None:
    fields = {"who": -1, "what": Editable.ROUND, "value": 3, "was": 1}
    assert words().event(happened(EventKind.EDITED, **fields)) == "The game master sets the round from 1 to 3."


def test_an_edit_is_told_by_the_names_of_its_fields() -> None:
    session = Engaged(force(), force()).roll(6, 1).session
    told = told_of_edit(session, what=Editable.REROLLS, who=ENEMY, value=2)
    assert told == [happened(EventKind.EDITED, who=ENEMY, what=Editable.REROLLS, value=2, was=0)]
    told = told_of_edit(session, what=Editable.ROUND, value=2)
    assert told == [happened(EventKind.EDITED, who=-1, what=Editable.ROUND, value=2, was=1)]
