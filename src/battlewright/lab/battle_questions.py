"""Questions that every system answers: who wins a match, and the win chance of each choice at a position.

Both are answered exactly, for best play by both sides, if that is found in time. Otherwise they are answered by trial,
with the greedy bot on both sides, or at random where a system has none; the report says which. A system's own question
of the same name replaces the one here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated

from pydantic import BaseModel

from battlewright.answers.data import choice_data, node_data
from battlewright.answers.offers import Suggestion, sentence_of
from battlewright.answers.parameters import argument, option
from battlewright.answers.plain_setup import PlainReader
from battlewright.answers.question import Question, with_parameters_of
from battlewright.answers.report import Line, Report
from battlewright.bots.greedy import playout
from battlewright.contract.guides import guide_of
from battlewright.contract.system import System, system_of
from battlewright.engine import replay as replays
from battlewright.engine.dice import new_seed
from battlewright.engine.errors import BattlewrightError, TooLarge
from battlewright.engine.node import MASTER, Choice, NodeKind
from battlewright.engine.record import allocate, assign, copy_of, look, restore, snapshot
from battlewright.engine.rulebook import BattleT, ChoiceT, Rulebook, SettingT
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.text import plural
from battlewright.engine.time_limit import check_time
from battlewright.lab.trials import DRAW, players_of, trials, winner_of
from battlewright.odds.distribution import Odds, Sampled
from battlewright.odds.solve import Answer, solve

MATCHES, TRIALS = 20_000, 2_000
"""The battles that are fought for a match, and for each choice of a position."""
TRIAL_SECONDS = 10
"""The seconds that all trials together may take; there are fewer where they are slow."""

Seconds = Annotated[float, option("Seconds to look for the exact answer.", 0, 3600, usual=(0, 3, 0.5))]


@cache
def questions_of(system: System) -> tuple[Question, ...]:
    """Return the questions about a system: its own, and those of every system. They are made once."""
    own = tuple(system.odds.load() if system.odds.load else ())
    names = {question.name for question in own}
    return (*own, *(each for each in (match_question(system), position_question(system)) if each.name not in names))


# Who wins from the start


def match_question(system: System) -> Question:
    """Return the question who wins a match, for a set-up as the system reads it."""

    def answer(
        seconds: Seconds = 10,
        battles: Annotated[
            int, option("Battles by trial, if it is not found.", 100, 10_000_000, usual=(100, 5_000, 100))
        ] = MATCHES,
        **typed: object,
    ) -> Report:
        prepared = read(**typed)
        report = match(system, prepared.setup, seconds, battles)
        if prepared.note:
            report.blocks.insert(0, Line(prepared.note))
        report.warnings += prepared.warnings
        return report

    read = system.setup.read
    word = system.words.battle_word or "match"
    also = f" The question is also called `{word}`." if word != "match" else ""
    answer.__doc__ = f"""Show who wins from the start: exactly if that is found in time, else by trial; it says which.

    Trials: {players_of(system)}.{also}

    Example: `battlewright odds {system.name} {word}{"" if _has_default_setup(system) else " my-setup.toml"}`
    """
    other_names = (word,) if word != "match" else ()
    return Question(
        "match", with_parameters_of(read, answer), lambda: (playout(system),), other_names, "Who wins a battle?"
    )


def match(system: System, setup: BaseModel, seconds: float = 10, battles: int = MATCHES) -> Report:
    """Report who wins a battle of a set-up: exactly, for best play by both, or by trial if that is not found."""
    session = Session(system, setup)
    try:
        odds: Odds[str] = _solve(session, 0, seconds).odds
        how = "both sides play best"
    except TooLarge as error:
        odds = trials(system, session.setting, session.battle, battles, seconds=TRIAL_SECONDS)
        battles = odds.total  # a limit of time may have left fewer
        how = f"{error} So: {battles:,} battles by trial, {players_of(system)}"
    chances = {who: odds.chance(who) for who in _winners(system)}
    report = Report({"exact": odds.exact, "how": how, **_texts(chances)})
    report.say(f"{'Exact' if odds.exact else 'Not exact'}: {how}.")
    names = {who: _name(session, who) for who in chances}
    report.chances("winner", {names[who]: chance for who, chance in chances.items()})
    if isinstance(odds, Sampled):
        report.data |= {"battles": battles, "interval": {who: odds.interval(who) for who in chances}}
        for who, name in names.items():
            low, high = odds.interval(who)
            report.say(f"{name}: {low:.2%} to {high:.2%} (95% interval)")
    return report


def _has_default_setup(system: System) -> bool:
    return not (isinstance(system.setup.read, PlainReader) and system.setup.read.needs_file)


# The win chance of each choice


def position_question(system: System) -> Question:
    """Return the question about the win chance of each choice at a position."""

    def answer(
        replay: Annotated[str, argument("A replay file.", is_file=True)],
        at: Annotated[int | None, option("After this number of moves. Default: all.", 0)] = None,
        seconds: Seconds = 10,
        battles: Annotated[
            int, option("Battles by trial for each choice.", 10, 1_000_000, usual=(10, 500, 10))
        ] = TRIALS,
    ) -> Report:
        return position(system, replay, at, seconds, battles)

    answer.__doc__ = f"""Show the win chance of each choice at a position: exactly if found in time, else by trial.

    Trials: {players_of(system)}.

    Example: `battlewright odds {system.name} position battle.replay --at 3`
    """
    return Question("position", answer, lambda: (playout(system),), title="Who wins from here?")


@dataclass(frozen=True)
class ChoiceOdds:
    """A choice in words, and the odds of who wins after it."""

    choice: Choice
    words: str
    odds: Odds[str]


def position(system: System, file: str, at: int | None = None, seconds: float = 10, battles: int = TRIALS) -> Report:
    """Report who wins after each choice at a position of a replay; who wins from there, where no side chooses."""
    session = read_position(system, file, at)
    side, question = _side(session), session.words.ask(session.record)
    how, odds, weighed = _choice_odds(session, seconds, battles)
    best = max(weighed, key=lambda each: _win_chance(each.odds, str(side)), default=None)
    report = Report({"exact": odds.exact, "how": how, "at": len(session.steps), "side": side})
    report.data["node"] = node_data(session)
    report.data["winners"] = _texts(dict(_chances(system, best.odds if best else odds)))
    report.data["choices"] = [_choice_data(session, each, each is best) for each in weighed]
    report.say(f"After {plural(len(session.steps), 'move')}. {'Exact' if odds.exact else 'Not exact'}: {how}.")
    report.say(f"{f'{side}: ' if side else ''}{question}")
    if best:
        _add_table(report, session, weighed, best)
    else:
        report.chances("winner", {_name(session, who): chance for who, chance in _chances(system, odds)})
    return report


def read_position(system: System, file: str, at: int | None) -> Session:
    """Return the battle of a replay after a number of moves. It must be of this system and not over."""

    def load(name: str) -> System:
        if name != system.name:
            raise BattlewrightError(f"{file}: this is a battle of {name}, not of {system.name}.")
        return system

    session = replays.repeat_until(replays.read(file, load), at)
    if session.node.step in system.rules.secret_steps:
        reason = "here a choice is made in secret, and its value depends on what the other side guesses"
        raise BattlewrightError(f"{file}: {reason}; --at takes another number of moves.")
    return session


def _choice_odds(session: Session, seconds: float, battles: int) -> tuple[str, Odds[str], list[ChoiceOdds]]:
    """Return how the odds were found, the odds of who wins, and the odds after each choice, if there is one to make."""
    is_choice = session.node.kind == NodeKind.DECISION and session.node.side != MASTER
    try:
        answer = _solve(session, max(session.node.side, 0), seconds)
    except TooLarge as error:
        if not is_choice:
            sampled = trials(system_of(session), session.setting, session.battle, battles, seconds=TRIAL_SECONDS)
            return f"{error} So: {sampled.total:,} battles by trial, {players_of(system_of(session))}", sampled, []
        weighed = list(_try_choices(session, battles))
        tried_least = min(each.odds.total for each in weighed)
        how = f"{error} So: {tried_least:,} battles by trial for each choice, {players_of(system_of(session))} after it"
        return how, weighed[0].odds, weighed
    if not is_choice:
        return "both sides play best", answer.odds, []
    listed = answer.choices or tuple((choice, answer) for choice in session.choices())  # the only one is not solved
    weighed = [ChoiceOdds(choice, _words(session, choice), each.odds) for choice, each in listed]
    return "both sides play best", answer.odds, weighed


def _try_choices(session: Session[SettingT, BattleT, ChoiceT], battles: int) -> Iterator[ChoiceOdds]:
    """Yield every choice that the rules list or the guide suggests, with the odds of who wins after it, by trial."""
    system = system_of(session)
    listed: list[ChoiceT] = []
    while more := session.choices(len(listed)):
        listed += more
        if len(more) < system.rules.max_choices:
            break
    made, battle, seed = allocate(system.rules.choice), allocate(system.rules.battle), new_seed()
    candidates = (*(Suggestion(choice, "") for choice in listed), *guide_of(session).suggestions())
    for each in candidates:
        restore(battle, snapshot(session.battle))
        assign(look(system.rules.choice, made), each.choice)
        if not system.rules.refusal(session.setting, battle, made):
            system.rules.choose(session.setting, battle, made)
            check_time()
            odds = trials(system, session.setting, battle, battles, seed, TRIAL_SECONDS / len(candidates))
            yield ChoiceOdds(copy_of(each.choice), sentence_of(session, each), odds)


def _add_table(report: Report, session: Session, weighed: Sequence[ChoiceOdds], best: ChoiceOdds) -> None:
    system, side = session.system, SIDE_LETTERS[session.node.side]
    has_draws = any(each.odds.chance(DRAW) for each in weighed)
    is_sampled = any(isinstance(each.odds, Sampled) for each in weighed)
    rows = []
    for each in weighed:
        row = ["*" if each is best else "", each.words, f"{float(each.odds.chance(side)):.2%}"]
        row += [f"{float(each.odds.chance(DRAW)):.2%}"] if has_draws else []
        if is_sampled:
            low, high = each.odds.interval(side) if isinstance(each.odds, Sampled) else (0.0, 1.0)
            row.append(f"{low:.2%} to {high:.2%}")
        rows.append(row)
    headings = [
        "",
        "choice",
        f"{side} wins",
        *(["draw"] if has_draws else []),
        *(["95% interval"] if is_sampled else []),
    ]
    report.table(headings, rows, left=frozenset({0, 1}), tight=True, best=frozenset({weighed.index(best)}))
    draws = "; a draw counts as half a win" if has_draws else ""
    free = " Places that may be chosen freely are not all listed." if system.rules.free_kinds else ""
    report.say(f"* is best for {session.words.side(session.node.side)}{draws}.{free}")


# How both are answered


def _solve(session: Session, side: int, seconds: float) -> Answer:
    """Return who wins by best play of both sides, from the point of view of a side."""
    system = session.system
    if system.rules.sides != 2:
        raise TooLarge(f"With {plural(system.rules.sides, 'side')} there is no single best play.")
    if system.rules.free_kinds:
        raise TooLarge("Positions on the table are free, so there are too many choices to solve.")
    if system.rules.secret_steps:
        raise TooLarge("Choices are made in secret, so there is no best play turn by turn.")
    mine = SIDE_LETTERS[side]

    def aim(who: str) -> Fraction:
        return Fraction(1, 2) if who == DRAW else Fraction(who == mine)

    return solve(system.rules, session.setting, session.battle, winner_of, aim, side=side, seconds=seconds)


def _winners(system: Rulebook) -> tuple[str, ...]:
    return (*SIDE_LETTERS[: system.rules.sides], DRAW)


def _chances(system: Rulebook, odds: Odds[str]) -> Iterator[tuple[str, Fraction]]:
    for who in _winners(system):
        yield who, odds.chance(who)


def _win_chance(odds: Odds[str], mine: str) -> Fraction:
    """Return the win chance, where a draw counts as half a win."""
    return odds.chance(mine) + odds.chance(DRAW) / 2


def _name(session: Session, who: str) -> str:
    return "a draw" if who == DRAW else session.words.side(SIDE_LETTERS.index(who))


def _side(session: Session) -> str | None:
    return SIDE_LETTERS[session.node.side] if session.node.side >= 0 else None


def _words(session: Session, choice: Choice) -> str:
    return session.words.choice(session.record, choice)


def _texts(chances: Mapping[str, Fraction]) -> dict[str, str]:
    return {who: str(chance) for who, chance in chances.items()}


def _choice_data(session: Session, weighed: ChoiceOdds, is_best: bool) -> dict[str, object]:
    system, data = session.system, choice_data(session, weighed.choice, weighed.words)
    data |= {"winners": _texts(dict(_chances(system, weighed.odds))), "best": is_best}
    if isinstance(weighed.odds, Sampled):
        data["interval"] = {who: weighed.odds.interval(who) for who in _winners(system)}
    return data
