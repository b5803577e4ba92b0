"""The choices of a decision as a numbered list, with what they cost and perhaps their odds."""

from __future__ import annotations

from battlewright.answers.advice import EXACT_WINS, SECONDS, Advice, AdviceTerm, figure_odds_plan, marks
from battlewright.answers.guide import Guide
from battlewright.answers.offers import Offer
from battlewright.bots.adviser import DEEP_LOOK, FIRST_LOOK, Advised, Adviser
from battlewright.cli.screen import Screen
from battlewright.engine.node import Choice
from battlewright.engine.record_text import write_record

SHOWN = 40
"""The most listed choices that are shown."""
ROLLOUTS = 500
"""Those of an adviser, for a list that no person waits for: the same position always gets the same list."""


class ChoiceList:
    """The choices of one decision, as they are offered to a person. Where a person waits for them (``is_awaited``), the
    chance to win is that of a first look, and then of a deeper one (``look_deeper``)."""

    def __init__(self, guide: Guide, term: AdviceTerm, screen: Screen, is_awaited: bool = False) -> None:
        self.screen, self.offered, self._guide, self._term = screen, guide.offers(), guide, term
        self._odds = guide.odds(self.offered, SECONDS) if term != "none" else []
        self._adviser = Adviser(rollouts=None if is_awaited else ROLLOUTS)
        self.advised = Advised(self._odds)
        """What is known of the choices, in their order."""
        self._is_final = term != "full" or not is_awaited
        if term == "full":
            self._look(FIRST_LOOK)
        self._tell()

    def look_deeper(self) -> None:
        """Look once more, for longer, where a person waits for it and it may find more. The star moves on a clear lead
        alone."""
        if not self._is_final and self.advised.rollouts:
            self._look(DEEP_LOOK)
            self._tell()
        self._is_final = True

    def _look(self, milliseconds: int) -> None:
        choices, star = [each.choice for each in self.offered], self.advised.star
        known = None if star is None else choices[star]
        self.advised = self._adviser.look(self._guide.position, choices, self._odds, milliseconds, known)

    def _tell(self) -> None:
        given = self.advised.advice
        self._is_late = bool(given) and all(each.is_late and each.win is None for each in given)
        self._advice: list[Advice] = [] if self._is_late else given
        self._marks = marks(self._advice, self._term)

    def __len__(self) -> int:
        return len(self.offered)

    def choice(self, number: int) -> Choice:
        """Return the choice with a number, from 1 on."""
        choice: Choice = self.offered[number - 1].choice
        return choice

    def lines(self, short: bool = False) -> list[str]:
        """Return the lines of the list, not yet broken to the width of the screen. A short list has of the odds what
        fits into the line of a choice, and the mark of the best."""
        listed = [number for number, each in enumerate(self.offered) if not each.is_suggested and not each.ends_turn]
        left_out = listed[SHOWN:]
        shown = [each for each in enumerate(self.offered) if each[0] not in left_out]
        lines = [self._short(*each) if short else self._line(*each) for each in shown]
        more = len(left_out) + self._guide.left_out()
        if more:
            last = self.offered[listed[-1]].choice
            example = write_record(last, self._guide.position.system.rules.choice_kinds)
            lines.append(f"       and {more} more, written like: {example}")
        lines += [f"       or type, for example: {each.example}" for each in self._guide.to_type()]
        if self.advised.is_exact:
            lines.append(f"       ({EXACT_WINS})")
        if short and not self._is_late:
            lines.append("       (l lists them with their full odds.)")
        if self._is_late:
            lines.append("       (The exact odds of these choices take too long to compute.)")
        return lines

    def _short(self, number: int, offer: Offer) -> str:
        """Return the line of a choice with as much of its odds as fits: ``hit 77%, critical 32% *``."""
        line, mark = f"  {number + 1:3}  {offer.sentence}", ""
        if self._advice:
            advice = self._advice[number]
            between, mark = "  ", " *" if self._marks[number] else ""
            figure = [advice.win.text] if advice.win else []
            for piece in (*figure, *self._guide.brief_advice(offer.choice, advice)):
                if len(f"{line}{between}{piece}{mark}") > self.screen.width:
                    break
                line, between = f"{line}{between}{piece}", ", "
        return line + mark

    def _line(self, number: int, offer: Offer) -> str:
        """Return the line of a choice; its odds go on a line below if they do not fit."""
        line, odds = f"  {number + 1:3}  {offer.sentence}", ""
        if self._advice:
            advice = self._advice[number]
            told = figure_odds_plan(advice, self._guide.advice_text(offer.choice, advice))
            odds = f"{told} {self._marks[number]}".strip()
        behind = f"  {odds}" if odds else ""
        if behind and self.screen.width and len(line + behind) > self.screen.width:
            behind = f"\n         {odds}"
        return line + behind
