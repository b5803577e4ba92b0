"""Parts that Pig leaves out: a refusal of its own, and words to derive from."""

from __future__ import annotations

from battlewright.engine.clauses import REASONS
from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import Choice, NodeKind
from battlewright.engine.plain_words import PlainWords
from battlewright.engine.record import Row
from tests.toy.pig import RULES, Kind, Pig, PigSetup, Setting


@rule("P.A1")
def refusal(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> int:
    if battle[0].node.kind != NodeKind.DECISION or choice[0].kind < Kind.ROLL or choice[0].kind > Kind.HOLD:
        return REASONS * 1
    return 0


class PigWords(PlainWords):
    def __init__(self, setup: PigSetup) -> None:
        super().__init__(RULES)
