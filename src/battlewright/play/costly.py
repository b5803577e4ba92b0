"""The choices of a battle that cost most: found by search, and measured again on fresh dice.

A search compares a choice with others that it could have been, each in a short time; the largest differences that it
finds are partly luck, and so are those that an account finds. So they are measured once more, by play-outs of the
reference with new dice that both choices share, and only the ones that are confirmed are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np

from battlewright.bots.search import MAX_OFFERED, RANKED, SearchBot
from battlewright.bots.workspace import tables_for, workspace_for
from battlewright.engine.observation import Observation
from battlewright.engine.record import copy_of, look
from battlewright.engine.time_limit import Deadline
from battlewright.play.account import Account
from battlewright.play.rollouts import Estimate, Evaluator, Stretch, Sum, most_uncertain

TOLD = 3
"""The most choices of a side that are told."""
CANDIDATES = 4
"""The choices of a side that are measured again."""
CONFIRMED, LEAST_LOSS = 2.5, 0.02
"""A loss is confirmed by so many standard errors; a smaller one is not worth telling."""
KEY_STEPS, KEY_ERRORS = 8, 3.0
"""The most steps that may be key moments, and by how many standard errors each must differ from nothing."""
LEAST, PRECISE = 64, 0.01
"""The play-outs of each candidate, and a standard error that is small enough."""
LEAST_MILLISECONDS, MOST_MILLISECONDS = 40, 400
"""The time for one search."""
FRESH = 23
"""The seed of the fresh dice."""


@dataclass(frozen=True, eq=False)
class Costly:
    """A choice with a better one, and the chance to win that it lost to its side (below 0: it was better after all)."""

    number: int
    better: Any
    lost: Estimate
    battles: int = 0

    @property
    def sure(self) -> float:
        """What it lost at least, by one standard error."""
        return self.lost.value - self.lost.error

    @property
    def is_confirmed(self) -> bool:
        """Whether enough play-outs say that it lost something, or gained something."""
        return self.battles >= LEAST and abs(self.lost.value) > max(CONFIRMED * self.lost.error, LEAST_LOSS)


class Searcher:
    """Searches for better choices."""

    def __init__(self, account: Account) -> None:
        self.account, self.system = account, account.system
        self._bots = [SearchBot(FRESH, workers=1) for _ in range(2)]

    def search(self, number: int, milliseconds: int) -> Costly | None:
        """Return what a choice lost against the best that is found; None where it is that one."""
        seen, chosen = self.account.seen(number), self.account.chosen(number)
        offered = [chosen, *(each for each in self._candidates(seen) if each != chosen)][:MAX_OFFERED]
        found = self._bots[seen.side].search(seen, milliseconds, offered)
        mine = next((each for each in found.options if each.choice == chosen), None)
        if mine is None or found.choice == chosen:
            return None
        return Costly(number, found.choice, Estimate(mine.lost, mine.error))

    def _candidates(self, seen: Observation) -> list[Any]:
        rank = self.system.bots.rank
        if rank is None:
            return seen.choices()
        work = workspace_for(self.system, tables_for(self.system, seen.setting))
        count = rank(seen.setting, seen.battle, work.tables, work.room, work.scratch, RANKED["most"])
        return [copy_of(look(self.system.rules.choice, work.room, index)) for index in range(count)]


def find(account: Account, seconds: float, workers: int, progress: Callable[[], None]) -> list[Costly]:
    """Return the choices that may have cost most, in at most ``seconds``: by searches, where the battle was open first,
    and by what the account says of those that differ from the reference."""
    deadline, steps = Deadline(seconds), account.session.steps
    numbers = [each for each in account.decisions if steps[each].at not in account.rules.secret_steps]
    numbers.sort(key=lambda number: -_openness(account, number))
    each = round(1000 * seconds * workers / max(len(numbers), 1))
    milliseconds = min(max(each, LEAST_MILLISECONDS), MOST_MILLISECONDS)
    found = [against_reference(account, number) for number in numbers]
    todo, stopped = iter(numbers), Event()

    def work(searcher: Searcher) -> list[Costly | None]:
        made = []
        for number in todo:
            if stopped.is_set() or 1000 * deadline.left < milliseconds:
                break
            made.append(searcher.search(number, milliseconds))
            progress()
        return made

    with ThreadPoolExecutor(workers) as pool:
        try:
            for some in pool.map(work, [Searcher(account) for _ in range(workers)]):
                found += some
        finally:
            stopped.set()  # an interrupt ends the other searches
    return _largest(each for each in found if each is not None)


def _openness(account: Account, number: int) -> float:
    """How much a choice can have cost: most in an even battle, and where it was not the reference's."""
    chance = account.at(number).estimate.value
    return chance * (1 - chance) * (2 if number in account.compared else 1)


def against_reference(account: Account, number: int) -> Costly | None:
    """Return what a choice lost against the reference's, by the account; None where that is the same, or a draw."""
    compared = account.compared.get(number)
    if compared is None or compared.reference is None:
        return None
    change = compared.change.estimate
    return Costly(number, compared.reference, Estimate(change.value * (1 if compared.side else -1), change.error))


def _largest(found: Iterable[Costly]) -> list[Costly]:
    """Return the surest loss of each choice, largest first."""
    best: dict[int, Costly] = {}
    for each in found:
        if each.sure > 0 and (each.number not in best or each.sure > best[each.number].sure):
            best[each.number] = each
    return sorted(best.values(), key=lambda each: -each.sure)


def confirm(
    account: Account, found: list[Costly], seconds: float, workers: int, progress: Callable[[], None]
) -> list[Costly]:
    """Return the largest of what was found, measured again on fresh dice; those that are not confirmed are left out. Of
    each side the surest are measured, and the choices among the largest changes of the account."""
    steps, deadline = account.session.steps, Deadline(seconds)
    sides = [[each for each in found if steps[each.number].side == side][:CANDIDATES] for side in range(2)]
    candidates = [each for side in sides for each in side]
    for number, _ in account.key_steps(KEY_STEPS, KEY_ERRORS):
        key = against_reference(account, number)
        if key and not any((each.number, each.better) == (number, key.better) for each in candidates):
            candidates.append(key)
    losses: list[Sum] = []
    for number, each in enumerate(candidates):
        sign = -1.0 if steps[each.number].side else 1.0
        choices = each.better, account.chosen(each.number)
        stretch = Stretch(number, [account.after(each.number, choice) for choice in choices])
        stretch.want([np.array([sign, -sign])])
        losses.append(Sum().add(stretch, 0, sign).add(stretch, 1, -sign))
    stretches = [next(iter(each.terms)) for each in losses]

    def pick() -> Stretch | None:
        return most_uncertain(
            [each for each, loss in zip(stretches, losses, strict=True) if is_open(each, loss)], LEAST
        )

    def is_open(stretch: Stretch, loss: Sum) -> bool:
        made = loss.estimate
        is_hopeless = made.value + CONFIRMED * made.error < LEAST_LOSS
        return stretch.count < LEAST or (made.error > PRECISE and not is_hopeless)

    Evaluator(account.system, workers, FRESH).run(pick, deadline, progress)
    measured = [
        Costly(each.number, each.better, loss.estimate, stretch.count)
        for each, loss, stretch in zip(candidates, losses, stretches, strict=True)
    ]
    return sorted((each for each in measured if each.is_confirmed), key=lambda each: -each.lost.value)


def costliest(account: Account, confirmed: list[Costly]) -> list[Costly]:
    """Return the choices to tell: of each side those that lost most."""
    steps = account.session.steps
    lost = {each.number: each for each in reversed(confirmed) if each.lost.value > 0}
    sides = [[each for each in lost.values() if steps[each.number].side == side] for side in range(2)]
    return [each for side in sides for each in sorted(side, key=lambda each: -each.lost.value)[:TOLD]]
