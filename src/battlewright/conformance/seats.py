"""Checks of what seats get to know: every byte of it.

Matches are played alike that differ only in what a seat may not know: the secret of the dice, or a choice that is still
secret. Each seat and a spectator must get the same from both, byte for byte, with the same choices of bots and the same
advice; and where something is kept secret, no seat is told a chance to win. Whatever can be reached from an observation
is searched for the dice's secret, for the seeds of their stream, and for the match.
"""

from __future__ import annotations

import gc
import json
import types
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np

from battlewright.answers.advice import NONE
from battlewright.answers.data import entry_data
from battlewright.bots.adviser import Adviser
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.named import Bot
from battlewright.bots.random import RandomBot
from battlewright.contract.guides import guide_of, observation_data, odds_of
from battlewright.contract.system import system_of
from battlewright.engine import data_types
from battlewright.engine.errors import NotAllowed
from battlewright.engine.log import Entry, EntryKind
from battlewright.engine.node import EVERYBODY, NodeKind
from battlewright.engine.observation import Observation, known_to, observe
from battlewright.engine.record import PLAIN, snapshot
from battlewright.engine.record_text import read_record, write_record
from battlewright.engine.roll_results import dice_of
from battlewright.engine.rulebook import Rulebook, Rules
from battlewright.engine.seats import SPECTATOR
from battlewright.engine.session import Session
from battlewright.engine.sides import side_letter
from battlewright.engine.step import Step, StepKind
from battlewright.engine.view import NOBODY
from battlewright.play.dice import DiceSource
from battlewright.play.log import read_log, repeat, replay_of, write_log
from battlewright.play.match import Match

SECRETS = b"the first secret of the dice ...", b"another secret, for the twin ..."
EVERY = 128 if PLAIN else 64
"""All that seats are given is compared at every n-th step, and wherever a choice is secret; records and news
always."""
SECONDS = 20.0
"""The time for odds: enough, so that they do not depend on the machine."""
ROLLOUTS = 64
"""Those of an adviser, at each look."""
NO_FURTHER = (type, types.ModuleType, types.FunctionType, types.MethodType, types.BuiltinFunctionType, Rulebook, Rules)

Fail = Callable[[str], None]


def check_seats(played: Session, fail: Fail) -> None:
    """Play a battle again as a match, and check what each seat gets to know on the way; a breach is passed to
    ``fail``, which does not return."""
    system = system_of(played)
    one, twin = (Match(system, played.setup, dice=DiceSource(secret), with_master=True) for secret in SECRETS)
    seats = [seat.name for seat in one.seats.all if not seat.is_master]
    _check_setup(one, fail)
    for number, step in enumerate(played.steps):
        since = one.number
        if step.kind is StepKind.CHOICE and step.at in system.rules.secret_steps:
            _check_secret_choice(one, step, fail)
        for match in (one, twin):
            repeat(match, _entry(match, step))
        often = number % EVERY == 0
        _check_choices(one, fail)
        _check_dice(one, fail)
        for seat in (*seats, SPECTATOR):
            if _given(one, seat, since, often, fail) != _given(twin, seat, since, often, fail):
                fail(f"what seat {seat} gets depends on dice to come")
            if often:
                _search(one, seat, fail)
        if often:
            _check_logs(one, fail)
    _check_logs(one, fail)


def check_alike(one: Match, twin: Match, seat: str, fail: Fail, since: int = 0) -> None:
    """Check that a seat gets the same, byte for byte, from two matches that were played alike and differ only in what
    it may not know, such as how much a foe can take: observations, news, the story, choices, advice, and its cards."""
    given = []
    for match in (one, twin):
        cards = guide_of(match.observe(seat)).card_data()
        given.append((_given(match, seat, since, True, fail, with_odds=True), json.dumps([*cards.items()])))
    if given[0] != given[1]:
        fail(f"what seat {seat} gets depends on what it may not know")


def _check_setup(match: Match, fail: Fail) -> None:
    """Check that what a side may know of the set-up says nothing more when it is hidden again."""
    hide = match.system.setup.hide
    for side in range(NOBODY, match.system.rules.sides) if hide else ():
        assert hide is not None
        known = hide(match.setup, side)
        if hide(known, side) != known:
            fail(f"what side {side} may know of the set-up changes when it is hidden once more")


def _check_choices(match: Match, fail: Fail) -> None:
    """Check that the side which chooses finds its choices in what it may know."""
    if match.session.node.kind == NodeKind.DECISION:
        side = match.session.node.side
        known = observe(match.session, side, known_to(match.session, side)) if match.system.setup.hide else None
        if known is not None and known.choices() != match.session.choices():
            fail(f"side {side} has other choices by what it may know")


def _check_dice(match: Match, fail: Fail) -> None:
    """Check that each die of a roll is somebody's: a side's, and perhaps that of a combatant of this side."""
    session = match.session
    if session.node.kind != NodeKind.CHANCE:
        return
    owners = dice_of(session)
    if len(owners) != session.node.dice:
        fail(f"of a roll of {session.node.dice} dice it is said whose {len(owners)} are")
    for die in {*owners}:
        of = session.words.reference(die.model) if die.model >= 0 else None
        is_wrong = die.model >= 0 and (of is None or of.side != side_letter(die.side))
        if is_wrong or not EVERYBODY <= die.side < match.system.rules.sides:
            fail(f"a die is said to be of side {die.side} and combatant {die.model}")


def _entry(match: Match, step: Step) -> Entry:
    """Return the entry by which a step is repeated. Dice are typed, for those of two secrets would differ."""
    kind = StepKind.TYPED if step.is_roll else step.kind
    return Entry(match.number, EntryKind(kind), _who(match, step), replace(step, kind=kind))


def _who(match: Match, step: Step) -> str:
    """Return the seat that makes a step."""
    if step.is_change:
        return next(seat.name for seat in match.seats.all if seat.is_master)
    if step.is_roll:
        return match.to_act[0]
    choice = read_record(step.line, match.system.rules.choice, match.system.rules.choice_kinds)
    return next(name for name in match.to_act if match.may_choose(name, choice))


def _check_secret_choice(match: Match, step: Step, fail: Fail) -> None:
    """Check that nobody else gets to know which of two choices was made, as long as it is secret."""
    listed = [write_record(choice, match.system.rules.choice_kinds) for choice in match.session.choices()]
    log, given = write_log(match), []
    for line in (step.line, next((line for line in listed if line != step.line), step.line)):
        made = read_log(log, lambda _: match.system)
        seat, since = _who(made, step), made.number
        repeat(made, Entry(since, EntryKind.CHOICE, seat, replace(step, line=line)))
        side = made.seats[seat].side
        others = [each.name for each in made.seats.all if each.side != side and not each.is_master]
        if made.session.known < len(made.session.steps):
            given.append([_given(made, other, 0, True, fail, with_odds=True) for other in (*others, SPECTATOR)])
    if given and given[0] != given[-1]:
        fail(f"what others get depends on the secret choice '{step.line}'")


def _given(match: Match, seat: str, since: int, all_of_it: bool, fail: Fail, with_odds: bool = False) -> bytes:
    """Return what a seat is given at a moment: the records of its observation and the news; or all of it, with the
    observation as data, the story, the summary, the replay and advice."""
    seen = match.observe(seat, since)
    texts: list[object] = [entry_data(seen, entry) for entry in seen.news]
    if all_of_it:
        told = [(each.heading, [*map(str, each.sentences)]) for each in match.step_texts(seat)]
        texts += [observation_data(seen), match.summary(seat), told, _kept(match, seat)]
        texts += [write_record(bot.choose(seen), match.system.rules.choice_kinds) for bot in _bots(seen)]
        texts += _advice(seen, fail, with_odds)
    return snapshot(seen.battle) + snapshot(seen.setting) + json.dumps(texts).encode()


def _advice(seen: Observation, fail: Fail, with_odds: bool) -> list[data_types.Advice]:
    """Return the advice that a seat gets, where it is to choose: with odds, which may take long, or of a system that
    has a guide of its own, for others are not worth the compilation of a search."""
    if PLAIN or seen.node.kind != NodeKind.DECISION or seen.node.side != seen.side:
        return []
    if not with_odds and system_of(seen).guide.load is None:
        return []
    choices = seen.choices()
    odds = odds_of(seen, choices, SECONDS) if with_odds else [NONE] * len(choices)
    found = Adviser(rollouts=ROLLOUTS, exact_seconds=0.0).look(seen, choices, odds).advice
    is_secret = seen.is_partial or seen.node.step in seen.system.rules.secret_steps
    if is_secret and any(each.win for each in found):
        fail(f"seat {seen.seat} is told a chance to win although something is kept secret")
    return [each.as_data() for each in found]


def _kept(match: Match, seat: str) -> str:
    """Return the file that a seat may keep of a running match; empty where it may have none."""
    with suppress(NotAllowed):
        return "" if match.is_over else replay_of(match, seat)
    return ""


def _bots(seen: Observation) -> list[Bot]:
    """Return bots to choose for a seat, where it is to choose."""
    if seen.node.kind != NodeKind.DECISION or seen.node.side != seen.side or (PLAIN and system_of(seen).bots.tables):
        return []
    system = system_of(seen)
    return [RandomBot(1), *([GreedyBot(1)] if system.bots.rank and not system.why_no_bots(seen.setting) else [])]


def _search(match: Match, seat: str, fail: Fail) -> None:
    """Search everything that can be reached from an observation for the secret of the dice, and for the match."""
    stream = match.session.streams[-1]
    pairs = [number.to_bytes(8, "little") for number in (stream.seed, stream.index)]
    for reached in _reachable(match.observe(seat, 0)):
        if isinstance(reached, Match | Session | DiceSource):
            fail(f"the observation of seat {seat} leads to the match itself ({type(reached).__name__})")
        raw = _bytes(reached)
        if match.dice.secret in raw or any(pair in raw for pair in pairs):
            fail(f"the observation of seat {seat} holds the secret of the dice")
        if isinstance(reached, int) and reached in (stream.seed, stream.index):
            fail(f"the observation of seat {seat} holds the seed of the dice")


def _check_logs(match: Match, fail: Fail) -> None:
    """Check that the complete log restores the match exactly, and that the public one has no secret while the battle
    runs."""
    log = write_log(match)
    again = read_log(log, lambda _: match.system)
    if write_log(again) != log or snapshot(again.session.battle) != snapshot(match.session.battle):
        fail("the complete log does not restore the match")
    public = _kept(match, next(seat.name for seat in match.seats.all if seat.is_master))
    if match.dice.secret.hex() in public or str(match.session.seed) in public:
        fail("the replay of a running battle holds the secret of the dice")


def _reachable(start: object) -> Iterator[object]:
    """Yield every object that can be reached from one, but for code and the system."""
    seen: set[int] = set()
    ahead = [start]
    while ahead:
        one = ahead.pop()
        if id(one) in seen or isinstance(one, NO_FURTHER):
            continue
        seen.add(id(one))
        yield one
        ahead += gc.get_referents(one)


def _bytes(reached: object) -> bytes:
    if isinstance(reached, np.ndarray | memoryview | bytearray):
        return bytes(reached)
    if isinstance(reached, str):
        return reached.encode(errors="replace")
    return reached if isinstance(reached, bytes) else b""
