"""Reports of one encounter and of a study: how deadly they are, and for which combatants."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from typing_extensions import TypedDict

from battlewright.answers.report import Report
from battlewright.contract.counts import Counts, Loss, Mean, Share, Simulation, Winner
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.data_types import described
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.systems.heroes.enums import CONDITIONS
from battlewright.systems.heroes.record import BROKEN, Encounter, Setting
from battlewright.systems.heroes.rules.defence import has
from battlewright.systems.heroes.setup.encounter import EncounterSetup, card_of
from battlewright.systems.heroes.setup.secrets import is_unknown
from battlewright.systems.heroes.words.names import Names, condition_name


@described
class Pool(TypedDict):
    """A pool of a combatant."""

    now: int
    """What is in it."""
    of: int
    """The most that it may hold."""


@described
class CombatantSummary(TypedDict):
    """What has become of a combatant."""

    id: str
    """Its tag, such as `a1`."""
    name: str
    """What it is called."""
    health: Pool | None
    """Health; null, as the other pools, where the sheet is secret."""
    wounds: Pool | None
    """Wounds."""
    morale: Pool | None
    """Morale."""
    stress: Pool | None
    """Stress."""
    conditions: list[str]
    """The conditions that it has."""
    broken: bool
    """Whether it is broken."""


@described
class HeroesSummary(TypedDict):
    """What an encounter of Heroes has come to."""

    encounter: str
    """The name of the encounter."""
    rounds: int
    """How many rounds were played."""
    combatants: list[CombatantSummary]
    """The combatants of both sides."""


def summary(position: Position) -> HeroesSummary:
    """Return the result of an encounter as data: its rounds, and the state of every combatant. Pools of a secret sheet
    are None."""
    encounter: Encounter = position.record
    setting, setup = look(Setting, position.setting), position.setup
    combatants: list[CombatantSummary] = []
    for who, each in enumerate(setup.combatants):
        now, card, side = encounter.combatants[who], setting.cards[who], int(who >= setting.first_of_b)
        known = not is_unknown(setup, who)
        combatants.append(
            {
                "id": f"{SIDE_LETTERS[side]}{who - side * setting.first_of_b + 1}",
                "name": each.name,
                "health": {"now": now.health, "of": card.health} if known else None,
                "wounds": {"now": now.wounds, "of": card.wounds} if known else None,
                "morale": {"now": now.morale, "of": card.morale} if known else None,
                "stress": {"now": now.stress, "of": card.stress} if known else None,
                "conditions": [condition_name(number) for number in range(CONDITIONS) if as_plain(has)(now, number)],
                "broken": bool(now.broken & BROKEN),
            }
        )
    return {"encounter": setup.name, "rounds": encounter.round, "combatants": combatants}


@dataclass(frozen=True)
class Fate:
    """One combatant in a study: how often it falls (is out at the end) and dies, and what it has left."""

    id: str
    name: str
    called: str
    side: int
    falls: Share
    dies: Share
    health: Mean
    wounds: Mean
    most_health: int
    most_wounds: int


def fates(counts: Counts, setup: EncounterSetup) -> list[Fate]:
    """Return the fate of every combatant."""
    names = Names(setup)
    found: list[Fate] = []
    for side, members in enumerate(setup.sides):
        left = counts.left(side)
        for index, each in enumerate(members, 1):
            card = card_of(each.sheet, setup.rulings)
            found.append(
                Fate(
                    f"{SIDE_LETTERS[side]}{index}",
                    names.name(len(found)),
                    each.name,
                    side,
                    counts.share(counts.battles - left[f"standing {index}"].total),
                    counts.share(left[f"dead {index}"].total),
                    left[f"health {index}"],
                    left[f"wounds {index}"],
                    card.health,
                    card.wounds,
                )
            )
    return found


def losses(done: Simulation) -> list[Loss]:
    """Return how often each combatant falls, and how often it dies."""
    found: list[Loss] = []
    for each in fates(done.counts, done.setup):
        dies = f", dies in {each.dies.share:.1%}" if each.dies.count else ""
        found.append(Loss(each.side, each.name, each.falls.share, f"falls in {each.falls.share:.1%}{dies}"))
    return found


def sim_report(done: Simulation) -> Report:
    """Report how deadly an encounter is, or several in a row."""
    return _of_evening(done) if done.stages else _of_encounter(done)


def _of_evening(done: Simulation) -> Report:
    """Report how far the heroes come in several encounters in a row: how often they reach and win each, and what has
    become of every one of them by then, with those who did not get there as they were when they lost."""
    setup: EncounterSetup = done.setup
    made = Report(_evening_data(done))
    sides = " against ".join(f"{title} ({bot})" for title, bot in zip(setup.titles, done.bots, strict=True))
    made.say(f"{len(done.stages)} encounters in a row: {sides}.")
    rows = [
        [stage.setup.name, stage.setup.rest or "none", f"{reached.share:.1%}", f"{won.share:.1%}", _interval(won)]
        for stage, reached, won in _stages(done)
    ]
    made.table(("encounter", "rest before", "reached", "won", "95% interval"), rows, left=frozenset({0, 1}))
    told = []
    for who in range(len(setup.sides[0])):
        for number, stage in enumerate(done.stages, 1):
            fate = fates(stage.counts, stage.setup)[who]
            share = (f"{fate.falls.share:.1%}", f"{fate.dies.share:.1%}")
            pools = (f"{fate.health.mean:.2f}", fate.most_health, f"{fate.wounds.mean:.2f}", fate.most_wounds)
            told.append([fate.name if number == 1 else "", f"{number}", *share, *map(str, pools)])
    made.table(("hero", "after", "is down", "is dead", "Health left", "of", "Wounds", "of"), told)
    made.say("Down: Unconscious, Dead or broken when the encounter is over; who lost earlier counts as then.")
    return made


def _stages(done: Simulation) -> Iterator[tuple[Simulation, Share, Share]]:
    """Yield the simulation up to each encounter of a row, how often it was reached, and how often it was won."""
    reached = done.counts.battles
    for stage in done.stages:
        won = stage.counts.count(Winner.A)
        yield stage, Share(reached, stage.counts.battles), Share(won, stage.counts.battles)
        reached = won


def _interval(share: Share) -> str:
    low, high = share.interval
    return f"{low:.1%} to {high:.1%}"


def _evening_data(done: Simulation) -> dict[str, object]:
    data = done.counts.as_data()
    return {
        **{key: data[key] for key in ("battles", "wins", "interval")},
        **done.speed,
        "encounters": [
            {
                "encounter": stage.setup.name,
                "rest": stage.setup.rest or None,
                "reached": _share(reached),
                "won": _share(won),
                "heroes": [_fate_data(fate) for fate in fates(stage.counts, stage.setup) if fate.side == 0],
            }
            for stage, reached, won in _stages(done)
        ],
        "sides": {SIDE_LETTERS[side]: {"title": done.setup.titles[side], "bot": done.bots[side]} for side in range(2)},
        "nodes": data["nodes"],
    }


def _fate_data(fate: Fate) -> dict[str, object]:
    return {
        "id": fate.id,
        "name": fate.called,
        "falls": _share(fate.falls),
        "dies": _share(fate.dies),
        "health": _mean(fate.health, fate.most_health),
        "wounds": _mean(fate.wounds, fate.most_wounds),
    }


def _of_encounter(done: Simulation) -> Report:
    """Report how deadly an encounter is: which side wins, how often each combatant falls, and what it has left."""
    setup: EncounterSetup = done.setup
    counts, names, bots = done.counts, setup.titles, done.bots
    made = Report(_data(done))
    made.say(f"{setup.name}: {names[0]} ({bots[0]}) against {names[1]} ({bots[1]}).")
    results = {f"{names[0]} win": "a", "a draw": "draw", f"{names[1]} win": "b"}
    shares = {name: counts.results[who] for name, who in results.items()}
    shares[f"{names[0]}: nobody falls"] = _times(counts, 0, "all standing")
    shares[f"{names[0]}: somebody dies"] = _times(counts, 0, "somebody dead")
    made.shares(f"{counts.battles:,} battles", shares)
    rows = []
    for fate in fates(counts, setup):
        low, high = fate.falls.interval
        falls = (f"{fate.falls.share:.1%}", f"{low:.1%} to {high:.1%}", f"{fate.dies.share:.1%}")
        pools = (f"{fate.health.mean:.2f}", fate.most_health, f"{fate.wounds.mean:.2f}", fate.most_wounds)
        rows.append([fate.name, *falls, *map(str, pools)])
    made.table(("at the end", "falls", "95% interval", "dies", "Health left", "of", "Wounds", "of"), rows)
    mean, interval = counts.mean_rounds.texts
    made.say(f"Rounds: {mean} on average (95% interval {interval}), of {setup.rulings.round_limit} at most.")
    made.say("Falls: Unconscious, Dead or broken when the encounter is over (H.N1, H.P3).")
    return made


def _data(done: Simulation) -> dict[str, object]:
    setup: EncounterSetup = done.setup
    counts = done.counts
    data = counts.as_data()
    rounds = _mean(counts.mean_rounds, setup.rulings.round_limit)
    return {
        "encounter": setup.name,
        **{key: data[key] for key in ("battles", "wins", "interval")},
        "chance": {who: share.share for who, share in counts.results.items()},
        **done.speed,
        "rounds": rounds | {"battles": {str(n): count for n, count in counts.rounds.items()}},
        "sides": {SIDE_LETTERS[side]: {"title": setup.titles[side], "bot": done.bots[side]} for side in range(2)},
        "standing": {
            SIDE_LETTERS[side]: _mean(counts.left(side)["standing"], len(members))
            for side, members in enumerate(setup.sides)
        },
        "all_standing": {SIDE_LETTERS[side]: _share(_times(counts, side, "all standing")) for side in range(2)},
        "somebody_dead": {SIDE_LETTERS[side]: _share(_times(counts, side, "somebody dead")) for side in range(2)},
        "combatants": [{**_fate_data(fate), "side": SIDE_LETTERS[fate.side]} for fate in fates(counts, setup)],
        "nodes": data["nodes"],
    }


def _times(counts: Counts, side: int, what: str) -> Share:
    """Return the share of battles in which something was true of a side."""
    return counts.share(counts.left(side)[what].total)


def _share(share: Share) -> dict[str, object]:
    return {"battles": share.count, "chance": share.share, "interval": list(share.interval)}


def _mean(mean: Mean, most: int) -> dict[str, object]:
    return {"mean": mean.mean, "interval": list(mean.interval), "of": most}
