"""The choices of a decision as a numbered list, with what they cost and perhaps their odds."""

from __future__ import annotations

import re

from battlewright.cli.screen import Screen
from battlewright.engine.advice import SECONDS
from battlewright.engine.guide import Guide
from battlewright.engine.node import Choice
from battlewright.engine.wording import write_record

SHOWN = 40
"""The most listed choices that are shown."""


class ChoiceList:
    """The choices of one decision, as they are offered to a person."""

    def __init__(self, guide: Guide, with_odds: bool, screen: Screen) -> None:
        self.screen, self.offered = screen, guide.offers()
        self._written = guide.position.system.choice_kinds
        listed = [each.choice for each in sorted(self.offered, key=lambda each: each.place)]
        suggested = sum(each.is_suggested for each in self.offered)
        split = len(listed) - suggested
        advice = guide.advice_texts(listed[:split], listed[split:], SECONDS) if with_odds else [""] * len(listed)
        self._advice = advice
        self._last = listed[split - 1] if split else None

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
        left_out = set(listed[SHOWN:])
        lines = []
        for number, each in enumerate(self.offered):
            if number not in left_out:
                advice = self._advice[each.place] if self._advice else ""
                lines.append(
                    self._short(number, each.sentence, advice) if short else self._line(number, each.sentence, advice)
                )
            elif number == listed[SHOWN]:
                lines.append(self._more(len(listed)))
        if short and self._advice:
            lines.append("       (l lists them with all their odds.)")
        if self._advice is None:
            lines.append("       (The odds of these choices take too long to work out exactly.)")
        return lines

    def _more(self, count: int) -> str:
        example = write_record(self._last, self._written) if self._last is not None else ""
        return f"       and more, up to {count}; or any other, written like: {example}"

    def _short(self, number: int, words: str, advice: str) -> str:
        """Return the line of a choice with as much of its odds as fits: ``hit 77%, critical 32% *``."""
        line, mark = f"  {number + 1:3}  {words}", " *" if advice.endswith("*") else ""
        between = "  "
        for part in re.split(r" \(|;", advice.removesuffix("*"))[0].strip().split(", "):
            if not part or len(f"{line}{between}{part}{mark}") > self.screen.width:
                break
            line, between = f"{line}{between}{part}", ", "
        return line + mark

    def _line(self, number: int, words: str, advice: str) -> str:
        """Return the line of a choice; its odds go on a line below if they do not fit."""
        line, behind = f"  {number + 1:3}  {words}", f"  {advice}" if advice else ""
        if behind and self.screen.width and len(line + behind) > self.screen.width:
            behind = f"\n         {advice}"
        return line + behind
