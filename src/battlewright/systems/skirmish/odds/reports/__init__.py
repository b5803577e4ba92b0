"""Reports that answer questions about Skirmish, one file for each kind of question."""

from __future__ import annotations

from battlewright.answers.question import Question
from battlewright.systems.skirmish.odds.reports.clashes import clash, split
from battlewright.systems.skirmish.odds.reports.positions import position
from battlewright.systems.skirmish.odds.reports.rolls import ability_test, climb, jump, stress
from battlewright.systems.skirmish.odds.reports.shots import shot

QUESTIONS = (
    Question("test", ability_test),
    Question("stress", stress),
    Question("climb", climb),
    Question("jump", jump),
    Question("shot", shot),
    Question("clash", clash),
    Question("split", split),
    Question("position", position),
)

__all__ = ["QUESTIONS"]
