"""Reports that answer questions about Skirmish, one file for each kind of question."""

from __future__ import annotations

from battlewright.answers.question import Question
from battlewright.systems.skirmish.odds.reports.clashes import clash, split
from battlewright.systems.skirmish.odds.reports.positions import position
from battlewright.systems.skirmish.odds.reports.rolls import ability_test, climb, jump, stress
from battlewright.systems.skirmish.odds.reports.shots import shot

QUESTIONS = (
    Question("test", ability_test, title="How many successes?"),
    Question("stress", stress, title="Does a model break down?"),
    Question("climb", climb, title="Does a climb succeed?"),
    Question("jump", jump, title="Does a jump succeed?"),
    Question("shot", shot, title="Does a shot hit?"),
    Question("clash", clash, title="Who wins a clash?"),
    Question("split", split, title="How to split the dice?"),
    Question("position", position, title="What is best here?"),
)

__all__ = ["QUESTIONS"]
