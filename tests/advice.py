"""The text behind each choice, as a list at a terminal has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlewright.answers.advice import SECONDS, marks
from battlewright.answers.guide import Guide


def advice_texts(
    guide: Guide, choices: Sequence[Any], more: Sequence[Any] = (), seconds: float = SECONDS
) -> list[str] | None:
    """The texts in the order of ``advise``; None if there was no time for any."""
    given = guide.advise(choices, more, seconds)
    if given and all(each.is_late for each in given):
        return None
    texts = map(guide.advice_text, (*choices, *more), given)
    return [f"{text} {mark}".strip() for text, mark in zip(texts, marks(given), strict=True)]
